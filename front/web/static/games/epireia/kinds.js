// What Epireia's drawings share: leagues with their colours, resources, kinds of army tokens and buildings.

import { h, range } from "../../dom.js";
import { icon } from "../../icons.js";

export const RESOURCES = ["wheat", "wood", "copper"];
export const LEAGUES = ["delian", "peloponnesian"];
export const KIND_ICONS = { hoplites: "hoplites", cavalry: "cavalry", triremes: "triremes" };
export const TYPE_ICONS = {
  military: "helmet",
  religious: "temple",
  civil: "wheat",
  political: "scroll",
  administrator: "laurel",
};

export const leagueTone = (league) => (league ? `tone-${LEAGUES.indexOf(league)}` : "");
export const isSolo = (view) => view.options.seats === 1;

/** A scenario's grade. */
export const laurels = (grade) =>
  h(
    "span",
    { class: "grade", role: "img", "aria-label": `${grade} / 4` },
    range(4).map((i) => h("i", { class: i < grade ? "on" : "" }, icon("laurel"))),
  );
