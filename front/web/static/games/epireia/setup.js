// Setting up Epireia: alone with a scenario, or two to four players.

import { h, listed, range } from "../../dom.js";
import { radio, radioGroup, segmented } from "../../fields.js";
import { icon } from "../../icons.js";
import { constraintWords, goalWords } from "./words.js";

const GRADES = ["", "easy", "middling", "hard", "very hard"];
const MODES = {
  die: ["Die", "A twelve-sided die sends the enemy's figures."],
  ai: ["Engine", "The engine sends the enemy's figures; its army stands already."],
  rival: ["Rival", "The engine leads a full rival, with a city of its own to build up."],
};

export const laurels = (grade) =>
  h(
    "span",
    { class: "grade", role: "img", "aria-label": `difficulty ${grade} of 4` },
    range(4).map((i) => h("i", { class: i < grade ? "on" : "" }, icon("laurel"))),
  );

function scenarioCard(form, row, data, render) {
  const chosen = form.options.scenario === row.id;
  return radio(
    "Scenario",
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
    h(
      "span",
      { class: "scenario-note" },
      `${row.turns} turns · against ${listed(row.enemies.map(({ city }) => data.name(city)))} · ${GRADES[row.grade]}`,
    ),
  );
}

function details(form, data) {
  const row = data.get("scenario", form.options.scenario);
  return h(
    "div",
    { class: "panel scenario-details" },
    h("h3", {}, row.name),
    h("p", { class: "story-text" }, row.story),
    h(
      "ul",
      {},
      row.objectives.map((goal) =>
        h("li", {}, icon("star"), ` ${goalWords(goal, data)}, ${goal.when === "end" ? "at the end" : "at any time"}`),
      ),
    ),
    h(
      "p",
      {},
      `Then the Great Battle: win more fronts than ${listed(row.enemies.map(({ city }) => data.name(city)))}.`,
    ),
    row.constraint.length
      ? h(
          "p",
          { class: "omen-bad" },
          constraintWords(row.constraint, data, { alone: true }, "At the start", "All the time"),
        )
      : null,
  );
}

export function setup(form, data, render) {
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
  return [
    radioGroup(
      "Scenario",
      { class: "scenarios" },
      scenarios.map((each) => scenarioCard(form, each, data, render)),
    ),
    details(form, data),
    row.city
      ? null
      : segmented(
          "Your city",
          [["", "Choose in the game"], ...cities.map(({ id, name }) => [id, name])],
          form.options.city,
          (value) => {
            form.options.city = value;
            form.options.league = "";
            render();
          },
        ),
    segmented(
      "The enemy",
      Object.entries(MODES).map(([value, [words]]) => [value, words]),
      form.options.enemy,
      (value) => {
        form.options.enemy = value;
        render();
      },
    ),
    h("p", { class: "about" }, MODES[form.options.enemy][1]),
  ];
}

export const options = (form) =>
  form.seats === 1 ? Object.fromEntries(Object.entries(form.options).filter(([, value]) => value)) : {};

const LEAGUE_OF = { 2: [0, 1], 3: [0, 1, 0], 4: [0, 1, 1, 0] };

export function seating(form) {
  if (form.seats === 1) {
    const own = { seat: "s0", name: "Your city" };
    return form.options.enemy === "die" ? [own] : [own, { seat: "enemy", name: "Enemy cities", tone: 1, engine: true }];
  }
  return LEAGUE_OF[form.seats].map((league, i) => {
    const second = LEAGUE_OF[form.seats].indexOf(league) !== i;
    return {
      seat: `s${i}`,
      name: `${league ? "Peloponnesian" : "Delian"}${second ? ", second city" : ""}`,
      tone: league,
    };
  });
}
