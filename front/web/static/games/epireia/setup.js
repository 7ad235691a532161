// Setting up Epireia: alone with a scenario, or two to four players.

import { h, put } from "../../dom.js";
import { radio, radioGroup, segmented } from "../../fields.js";
import { api } from "../../net.js";
import { blocks } from "../../panels.js";
import { optionFieldWithAll } from "../../setup.js";
import { laurels } from "./kinds.js";

function scenarioCard(form, row, title, render) {
  const chosen = form.options.scenario === row.id;
  return radio(
    title,
    row.id,
    chosen,
    {
      class: `scenario ${chosen ? "chosen" : ""}`,
      "data-scenario": row.id,
      onclick: () => {
        form.options.scenario = row.id;
        form.options.city = "";
        form.options.league = "";
        render();
      },
    },
    h("span", { class: "scenario-top" }, h("strong", {}, row.name), laurels(row.grade)),
    h("span", { class: "scenario-story" }, row.story),
  );
}

const told = new Map(); // scenarios as they were told, by their id and language

/** The scenario as a game with it would tell it: its objectives, and what it changes. */
function details({ game, lang, options: { scenario } }) {
  const place = h("div", { class: "scenario-details blocks" });
  const key = `${scenario} ${lang}`;
  if (!told.has(key)) told.set(key, api("/api/preview", { body: { game, seats: 1, options: { scenario }, lang } }));
  told.get(key).then((summary) => put(place, blocks(summary.slice(0, 1))));
  return place;
}

function setup(form, words, data, render) {
  if (form.seats !== 1) return null;
  const scenarios = data.rows("scenario", "solo.toml");
  if (!scenarios.some(({ id }) => id === form.options.scenario)) form.options.scenario = scenarios[0].id; // the owner's files may have others
  const row = data.get("scenario", form.options.scenario);
  const hostile = row.enemies.map(({ city }) => city);
  const cities = data
    .rows("city")
    .filter(
      ({ id, league }) =>
        !hostile.includes(id) && (!row.city || row.city === id) && (!row.league || !league || league === row.league),
    );
  const { title } = words.words.scenario;
  return [
    radioGroup(
      title,
      { class: "scenarios" },
      scenarios.map((each) => scenarioCard(form, each, title, render)),
    ),
    details(form),
    row.city
      ? null
      : segmented(
          words.words.city.title,
          [["", h("span", { lang: "en" }, "Choose in the game")], ...cities.map(({ id, name }) => [id, name])],
          form.options.city,
          (value) => {
            form.options.city = value;
            form.options.league = "";
            render();
          },
        ),
    optionFieldWithAll(form, words, "enemy", render),
  ];
}

/** What is proposed where it is not the library's default: an engine moves the enemy, not the die. */
const proposed = { enemy: "ai" };

const options = (form) => (form.seats === 1 ? form.options : { readings: form.options.readings });

const LEAGUE_OF = { 2: [0, 1], 3: [0, 1, 0], 4: [0, 1, 1, 0] };

/** The seats with the colours of their leagues; an enemy that a die sends about needs no seat. */
function seating(form, named) {
  if (form.seats !== 1) return named.map((each, i) => ({ ...each, tone: LEAGUE_OF[form.seats][i] }));
  return named
    .filter(({ seat }) => seat !== "enemy" || form.options.enemy !== "die")
    .map((each) => ({ ...each, engine: each.seat === "enemy" }));
}

export default {
  seats: 1,
  optional: ["city", "league"],
  proposed,
  setup,
  options,
  seating,
  describe: (form, words) => (form.seats === 1 ? words.words.scenario.values[form.options.scenario]?.title : ""),
};
