// Epireia: the map, a player's board, the card of the turn, objectives, and the Great Battle.

import { capital, h, listed } from "../dom.js";
import { icon } from "../icons.js";
import { battlefield, inBattle, isOn, suspense, unfolding } from "./epireia/battle.js";
import { figureCard, otherBoard, ownBoard } from "./epireia/board.js";
import { costNow, inWords, isSolo, openRow, scenario } from "./epireia/cards.js";
import { map, report } from "./epireia/map.js";
import { laurels, options, seating, setup } from "./epireia/setup.js";
import { constraintWords, effectWords, goalWords, goods, LEAGUES, progress } from "./epireia/words.js";

const own = (t) => t.view.boards.find((board) => board.seat === t.you);
const sideOf = (t) => {
  const board = own(t);
  return board?.league ? LEAGUES.indexOf(board.league) : 0;
};
const PHASES = {
  city: "choosing cities",
  league: "choosing a league",
  administrator: "choosing administrators",
  figure: "choosing a first figure",
  development: "development",
  diplomacy: "diplomacy",
  placement: "placing the armies face down",
  leaders: "choosing leaders",
  battle: "the Great Battle",
  over: "the end",
};
const OMENS = { good: "a good omen", bad: "a bad omen", mixed: "a mixed omen" };
/** The column that is being fought over: its front, its number there, the own leader and what it would add. */
function fight(t) {
  const { data, view } = t;
  const at = view.battle.revealed - 1;
  const front = data.rows("front")[Math.floor(at / 3)];
  const leader = data.get("figure", view.leaders[sideOf(t)]?.[front?.id]);
  return { front, column: (at % 3) + 1, leader, adds: leader ? inBattle(leader, front.id) : 0 };
}
/** Whether both leagues won as many fronts. */
function tied({ battle }) {
  const won = Object.values(battle.fronts);
  return won.filter((league) => league === LEAGUES[0]).length === won.filter((league) => league === LEAGUES[1]).length;
}
const tokenWords = (word) => `${word.startsWith("ii") ? "II" : "I"}·${word.replace(/^i+/, "")}`;

function goal(t, row, met, board) {
  const [now, needed] = board?.league ? progress(row, t.view, board, t.data) : [0, row.n || row.at?.length || 1];
  const holds = now >= needed;
  const state = met ? "met" : holds && row.when === "end" ? "holds now" : `${Math.min(now, needed)} of ${needed}`;
  return h(
    "li",
    { class: `goal ${met || (holds && row.when === "end") ? "met" : ""}` },
    h("span", { class: "tick", "aria-hidden": "true" }, met ? "✓" : holds ? "◐" : "○"),
    h(
      "span",
      {},
      goalWords(row, t.data),
      row.when ? h("small", {}, row.when === "end" ? " at the end" : " at any time") : null,
    ),
    board ? h("span", { class: "goal-state" }, state) : null,
  );
}

function objectives(t) {
  if (isSolo(t.view)) {
    const row = scenario(t);
    return h(
      "section",
      { class: "panel objectives" },
      h("h2", {}, row.name, " ", laurels(row.grade)),
      h("p", { class: "story-text" }, row.story),
      h(
        "ul",
        {},
        row.objectives.map((each, i) => goal(t, each, t.view.goals[i], own(t))),
      ),
      row.constraint.length
        ? h(
            "p",
            { class: "omen-bad" },
            constraintWords(row.constraint, t.data, { alone: true }, "At the start", "All the time"),
          )
        : null,
    );
  }
  return null;
}

function openCard(t) {
  const { view, data } = t;
  if (!view.card) return null;
  const row = openRow(t);
  const effects = row.effects || row.constraint || [];
  const kind = row.omen ? `The augur: ${OMENS[row.omen]}` : `Act ${"I".repeat(row.act)}`;
  return h(
    "section",
    { class: `panel augur omen-${row.omen || "mixed"}` },
    h("span", { class: "kind" }, kind),
    h("h2", {}, row.name),
    h("p", { class: "story-text" }, row.text || row.story),
    row.objective ? h("ul", {}, goal(t, row.objective, view.met, own(t))) : null,
    row.reward ? h("p", {}, `Reward: ${listed(row.reward.map(data.name))}.`) : null,
    effects.length
      ? h(
          "p",
          { class: "effects" },
          icon("eye"),
          " ",
          row.omen
            ? `${capital(listed(effects.map((effect) => effectWords(effect, data, { alone: true, oneTurn: true }))))}.`
            : constraintWords(effects, data, {}, "On its arrival", "While it lies open"),
        )
      : null,
  );
}

function adminCards(t) {
  const ids = t.view.legal.filter((move) => move.startsWith("administrator:")).map((move) => move.split(":")[1]);
  return h(
    "div",
    { class: "hand" },
    ids.map((id) => {
      const row = t.data.get("administrator", id);
      return h(
        "div",
        { class: "admin-card", "data-key": `admin:${id}` },
        h("strong", {}, row.name),
        h("p", { class: "story-text" }, row.text),
        h("span", { class: "ability-text" }, `Ability: ${inWords(t, row.ability)}`),
        h(
          "ul",
          {},
          row.bonus.map((bonus) => h("li", {}, h("b", {}, bonus.at), ` ${inWords(t, bonus)}`)),
        ),
      );
    }),
  );
}

function figureChoice(t) {
  const ids = t.view.legal
    .filter((move) => /^(figure|lead):/.test(move))
    .map((move) => move.split(":")[1].split("@")[0])
    .filter((id) => id !== "none");
  return h(
    "div",
    { class: "hand figures" },
    [...new Set(ids)].map((id) => figureCard(t, id, null, `figure:${id}`)),
  );
}

export default {
  title: "Epireia",
  tagline: "leagues of Greece, or alone against them",
  about:
    "Build up your city, send its famous citizens to empires and territories, gather an army, and fight the Great Battle on three fronts. Alone, you face a scenario: objectives, omens, and enemy cities that march.",
  seats: 1,
  optional: ["city", "league"],
  reasons: {
    fronts: (t) =>
      isSolo(t.view) && tied(t.view)
        ? "As many fronts for the enemy in the Great Battle: alone, a tie loses."
        : "More fronts in the Great Battle.",
    objectives: "An objective was not met: there is no battle.",
    maritime: "The maritime front decided.",
    prestige: "Prestige decided.",
    copper: "Copper decided.",
    draw: "",
  },
  setup,
  options,
  seating,
  suspense,
  describe: (form) => (form.seats === 1 ? form.options.scenario.replaceAll("_", " ") : `${form.seats} players`),

  seatName(seat, t) {
    if (seat === "pub") return "Spectator";
    if (seat === "enemy") return "The enemy";
    const board = t.view?.boards?.find((each) => each.seat === seat);
    return board?.city ? t.data.name(board.city) : `Player ${Number(seat.slice(1)) + 1}`;
  },

  tone(seat, t) {
    const board = t.view?.boards?.find((each) => each.seat === seat);
    if (board?.league) return LEAGUES.indexOf(board.league);
    return seat === "enemy" ? "house" : Number(seat.slice(1)) % 2;
  },

  headline(t) {
    const { view } = t;
    // Alone one plays all turns; among several the third act may end the game earlier.
    const turns = isSolo(view) ? ` of ${scenario(t).turns}` : ` (${t.data.setting("turns")} at most)`;
    return [
      h("strong", {}, view.turn ? `Turn ${view.turn}${turns}` : "Setup"),
      h("span", {}, PHASES[view.phase] || view.phase),
      view.act ? h("span", { class: "tag" }, `Act ${"I".repeat(view.act)}`) : null,
    ].filter(Boolean);
  },

  prompt(t, chooser) {
    const { view, data } = t;
    const first = view.legal[0] || "";
    const verb = first.split(":")[0];
    const chosen = chooser.chosen.at(-1) || "";
    if (chosen.startsWith("donate:")) return `How much ${chosen.slice(7)} do you donate?`;
    if (chosen === "buy") return "Which token do you buy with six from the treasury?";
    if (chosen === "ability") return "Which one?";
    if (chosen.startsWith("give:")) return "For which other?";
    if (verb === "city") return "Choose your city on the map.";
    if (verb === "league") return "Choose your league.";
    if (verb === "administrator") return "Choose your administrator.";
    if (verb === "figure")
      return view.phase !== "figure"
        ? "Choose one more figure."
        : isSolo(view)
          ? "Choose your first figure."
          : "Choose your first figure, in secret.";
    if (view.legal.some((move) => move.startsWith("send:")) || verb === "stay") {
      const id = first.split(":")[1].split("@")[0];
      const row = data.get("figure", id);
      return `Where does ${row.name} go? Power ${row.power}, diplomacy ${row.diplomacy}, ${inWords(t, row.talent)}.`;
    }
    if (verb === "give") return "You hold four territories: give one up.";
    if (verb === "place") return `Tokens for ${data.name(first.split("@")[1].slice(0, -1))}, column ${first.at(-1)}.`;
    if (verb === "lead") return `Who leads the ${data.name(first.split("@")[1])}?`;
    if (verb === "engage" || verb === "hold") {
      const [mine, theirs] = [view.battle.power[sideOf(t)], view.battle.power[1 - sideOf(t)]];
      const { front, column, leader, adds } = fight(t);
      return `${front.name}, column ${column}: ${theirs} against your ${mine}. Engage ${leader?.name || "your figure"} (+${adds})?`;
    }
    const left = own(t)?.actions || 0;
    return left
      ? `Build, produce or donate: ${left} action${left === 1 ? "" : "s"} left.`
      : "No action is left. End your development, or use what is free.";
  },

  /** What the choices in the tray are about. */
  asksAbout: (t) => (t.view.phase === "placement" ? ".column.placing" : ".column.current"),

  path(move, t) {
    const { data } = t;
    const [verb, rest = ""] = move.split(":");
    const [what, where] = rest.split("@");
    const abilityStep = ["ability", `Use the ${data.name(own(t)?.administrator)}`];
    switch (verb) {
      case "city":
        return [[`space:${rest}`, data.name(rest)]];
      case "league":
        return [[move, `${capital(rest)} league`]];
      case "administrator":
        return [[`admin:${rest}`, data.name(rest)]];
      case "figure":
        return [[`figure:${rest}`, data.name(rest)]];
      case "donate":
        return [
          [`donate:${where}`, `Donate ${where}`],
          [`n:${what}`, what],
        ];
      case "build":
        return [[`build:${rest}`, data.name(rest)]];
      case "produce":
        return [[`deck:${rest}`, data.name(rest)]];
      case "buy":
        return [
          ["buy", "Buy with the treasury"],
          [`deck:${rest}`, data.name(rest)],
        ];
      case "ability": {
        if (!rest) return [abilityStep];
        if (!rest.includes(">")) return [abilityStep, [`deck:${rest}`, data.name(rest)]];
        const [give, get] = rest.split(">");
        return [abilityStep, [`give:${give}`, `Give ${give}`], [`get:${get}`, `Take ${get}`]];
      }
      case "send":
        return [[`space:${where}`, data.name(where)]];
      case "stay":
        return [["stay", `${data.name(rest)} stays at home`]];
      case "give":
        return [[`space:${rest}`, data.name(rest)]];
      case "place":
        return [[`tok:${what}`, what === "none" ? "Nothing" : what.split("+").map(tokenWords).join(" and ")]];
      case "lead":
        return what === "none" ? [["lead:none", "Nobody"]] : [[`figure:${what}`, data.name(what)]];
      case "done":
        return [["done", "End development"]];
      case "engage":
        return [["engage", `Engage ${fight(t).leader?.name || ""} (+${fight(t).adds})`]];
      case "hold":
        return [["hold", "Hold back"]];
      default:
        return [[move, move]];
    }
  },

  words(move, t) {
    const { data } = t;
    const [verb, rest = ""] = move.split(":");
    const [what, where] = rest.split("@");
    const name = data.name;
    switch (verb) {
      case "city":
        return `Play ${name(rest)}`;
      case "league":
        return `Join the ${capital(rest)} league`;
      case "administrator":
        return `Take the ${name(rest)}: ${inWords(t, data.get("administrator", rest).ability)}`;
      case "figure":
        return `Choose ${name(rest)}`;
      case "donate":
        return `Donate ${what} ${where} to the treasury`;
      case "build":
        return `Build the ${name(rest)} for ${goods(costNow(t, data.get("building", rest).cost, "building_cost"))}: ${inWords(t, data.get("building", rest).effect)}`;
      case "produce":
        return `Produce ${name(rest)} for ${goods(costNow(t, data.get("deck", rest).cost, "army_cost"))}`;
      case "buy":
        return `Buy ${name(rest)} with the treasury`;
      case "ability":
        return rest.includes(">")
          ? `Administrator: give ${rest.split(">")[0]}, take ${rest.split(">")[1]}`
          : rest
            ? `Administrator: draw ${name(rest)}`
            : `Administrator: ${inWords(t, data.get("administrator", own(t).administrator).ability)}`;
      case "send":
        return `Send ${name(what)} to ${name(where)}`;
      case "stay":
        return `${name(rest)} stays at home`;
      case "give":
        return `Give up ${name(rest)}`;
      case "place":
        return `${what === "none" ? "Nothing" : what.split("+").map(tokenWords).join(" and ")} to ${name(where.slice(0, -1))}, column ${where.at(-1)}`;
      case "lead":
        return `${what === "none" ? "Nobody" : name(what)} leads the ${name(where)}`;
      case "done":
        return "End development";
      case "engage":
        return `Engage ${fight(t).leader?.name || "the figure"} (+${fight(t).adds})`;
      case "hold":
        return `Hold ${fight(t).leader?.name || "the figure"} back`;
      default:
        return move;
    }
  },

  board(t) {
    const { view } = t;
    const solo = isSolo(view);
    const mine = own(t);
    const others = view.boards.filter((board) => board !== mine && (board.city || board.figures.length));
    const verb = (view.legal[0] || "").split(":")[0];
    const battle = isOn(view);
    const cards = [openCard(t), objectives(t), solo ? report(t) : null];
    const standing =
      !battle &&
      view.slots.some((side) => Object.values(side).some((columns) => columns.some((column) => column.length)));
    return h(
      "div",
      { class: `html-board epireia ${battle ? "at-war" : ""}` },
      verb === "administrator" ? adminCards(t) : null,
      verb === "figure" || verb === "lead" ? figureChoice(t) : null,
      battle ? unfolding(t, sideOf(t)) : null,
      // Where one decides comes first: the own board in development, the map otherwise.
      view.phase === "development"
        ? [h("div", { class: "cards-row" }, cards), ownBoard(t, mine || view.boards[0]), map(t)]
        : [
            h("div", { class: "atlas" }, map(t), h("div", { class: "cards-column" }, cards)),
            mine?.city ? ownBoard(t, mine) : null,
          ],
      standing
        ? h(
            "details",
            { class: "panel standing", "data-fold": "standing" },
            h("summary", {}, "The enemy's army, face down"),
            battlefield(t, sideOf(t)),
          )
        : null,
      h(
        "div",
        { class: "other-boards" },
        others.map((board) => otherBoard(t, board)),
      ),
    );
  },
};
