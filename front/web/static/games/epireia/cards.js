// Epireia's cards: the act's or the augur's that lies open, a solo scenario with its objectives, administrators, figures.

import { about } from "../../about.js";
import { h } from "../../dom.js";
import { icon } from "../../icons.js";
import { isSolo, laurels } from "./kinds.js";

/** An objective, with how far the seat is. */
function goal(t, key, met) {
  const { label, notes, have, need } = t.thing(key);
  const holds = have >= need;
  return h(
    "li",
    { class: `goal ${met || holds ? "met" : ""}` },
    h("span", { class: "tick", "aria-hidden": "true" }, met ? "✓" : holds ? "◐" : "○"),
    h(
      "span",
      {},
      label,
      notes.slice(0, -1).map((note) => h("small", {}, note)),
    ),
    h("span", { class: "goal-state" }, notes.at(-1)),
  );
}

/** The scenario of a solo game. */
export function objectives(t) {
  if (!isSolo(t.view)) return null;
  const { label, says, notes } = t.thing("scenario");
  const row = t.data.rows("scenario", "solo.toml").find(({ id }) => id === t.view.options.scenario);
  return h(
    "section",
    { class: "panel objectives" },
    h("h2", {}, label, " ", row ? laurels(row.grade) : null),
    h("p", { class: "story-text" }, says),
    h(
      "ul",
      {},
      t.view.goals.map((met, i) => goal(t, `goal:${i}`, met)),
    ),
    notes.map((note) => h("p", { class: "omen-bad" }, note)),
  );
}

/** The card that lies open. */
export function openCard(t) {
  if (!t.view.card) return null;
  const {
    label,
    says,
    notes: [kind, ...effects],
  } = t.thing("card");
  const omen = t.data.get("card", t.view.card)?.omen || "mixed";
  return h(
    "section",
    { class: `panel augur omen-${omen}` },
    h("span", { class: "kind" }, kind),
    h("h2", {}, label),
    h("p", { class: "story-text" }, says),
    t.described.things.objective ? h("ul", {}, goal(t, "objective", t.view.met)) : null,
    effects.map((effect) => h("p", { class: "effects" }, icon("eye"), " ", effect)),
  );
}

const keysOf = (t, prefix) => (t.described.moves || []).map(({ key }) => key).filter((key) => key.startsWith(prefix));

/** The administrators among whom one is chosen. */
export function adminCards(t) {
  const keys = keysOf(t, "admin:");
  if (!keys.length) return null;
  return h(
    "div",
    { class: "hand" },
    keys.map((key) => {
      const {
        label,
        says,
        notes: [ability, ...bonuses],
      } = t.thing(key);
      return h(
        "div",
        { class: "admin-card", "data-key": key },
        h("strong", {}, label),
        h("p", { class: "story-text" }, says),
        h("span", { class: "ability-text" }, ability),
        h(
          "ul",
          {},
          bonuses.map((bonus) => h("li", {}, bonus)),
        ),
      );
    }),
  );
}

/** A figure's card; one that can be chosen says who it is, the others when pointed at. */
export function figureCard(t, id, isChoice = false) {
  const row = t.data.get("figure", id);
  const {
    label,
    notes: [talent, where],
  } = t.thing(`figure:${id}`);
  return h(
    "div",
    { class: "figure-card", "data-key": isChoice ? `figure:${id}` : null, ...about(isChoice ? "" : row.text) },
    h("strong", {}, label),
    h(
      "span",
      { class: "stats" },
      h("span", {}, icon("sword", t.thing("power").label), row.power),
      h("span", {}, icon("scroll", t.thing("diplomacy").label), row.diplomacy),
    ),
    h("span", { class: "talent" }, talent),
    isChoice ? h("span", { class: "story-text" }, row.text) : null,
    where ? h("span", { class: "whereabouts" }, where) : null,
  );
}

/** The figures among whom one is chosen. */
export function figureChoice(t) {
  const keys = [...new Set(keysOf(t, "figure:"))];
  if (!keys.length) return null;
  return h(
    "div",
    { class: "hand figures" },
    keys.map((key) => figureCard(t, key.slice("figure:".length), true)),
  );
}
