// Epireia's effects, objectives and amounts in words.

import { capital, h, listed, plain, sum } from "../../dom.js";
import { icon } from "../../icons.js";

export const RESOURCES = ["wheat", "wood", "copper"];
export const LEAGUES = ["delian", "peloponnesian"];
const sign = (n) => (n > 0 ? `+${n}` : `−${-n}`);

/** "2 wheat and 1 copper". */
export function goods(amounts) {
  const parts = RESOURCES.map((name, i) => (amounts[i] ? `${amounts[i]} ${name}` : "")).filter(Boolean);
  return listed(parts) || "nothing";
}

/** The same with icons. */
export function goodsIcons(amounts) {
  return h(
    "span",
    { class: "goods" },
    RESOURCES.map((name, i) =>
      amounts[i] ? h("span", { class: `good ${name}` }, icon(name, name), String(amounts[i])) : null,
    ),
  );
}

const amountsOf = (effect) => RESOURCES.map((name) => effect[name] || 0);

/** What happens once, when a card comes; all other effects last. */
const ONCE = ["gain", "lose", "prestige", "treasury", "token", "brigands", "pacify"];
const lasts = (effect) => !ONCE.includes(effect.do);

/** What an effect, talent, bonus or ability does; `alone` in a solo game, `oneTurn` if it lasts no longer. */
export function effectWords(effect, data, { alone = false, oneTurn = false } = {}) {
  const { do: word, n, of, at, deck, cost, type, kind } = effect;
  const collects = alone ? "your city collects" : "cities collect";
  const withCities = alone ? "in territories" : "with Greek cities";
  const name = (id) => data.name(id);
  const where = Array.isArray(at) ? listed(at.map(name)) : at ? name(at) : "";
  switch (word) {
    case "gain":
      return `gain ${goods(amountsOf(effect))}`;
    case "lose":
      return `lose ${goods(amountsOf(effect))}`;
    case "prestige":
      return `${sign(n)} prestige`;
    case "treasury":
      return `treasury: ${sum(amountsOf(effect)) < 0 ? "loses" : "takes"} ${goods(amountsOf(effect).map(Math.abs))}`;
    case "token":
      return `draw ${name(deck)}${cost && sum(cost) ? ` for ${goods(cost)}` : ""}`;
    case "brigands":
      return `brigands settle in ${where} until they are beaten, and take city tokens off`;
    case "pacify":
      return "all brigands are gone";
    case "actions":
      return `${sign(n)} action${Math.abs(n) === 1 ? "" : "s"}`;
    case "no_donations":
      return "no donations";
    case "donation":
      return `donations bring ${n} more prestige`;
    case "famine":
      return `${collects} no ${of}`;
    case "harvest":
      return `${collects} ${sign(n)} ${of}`;
    case "storms":
      return "the seas cannot be entered";
    case "closed":
      return `${where} is closed`;
    case "army_cost":
      return `army tokens cost ${sign(n)} ${of}`;
    case "building_cost":
      return `buildings cost ${sign(n)} ${of}`;
    case "no_building":
      return `no ${type} buildings`;
    case "no_level2":
      return "no tokens of level II can be produced";
    case "empire_roll":
      return `${sign(n)} on rolls with empires`;
    case "territory_roll":
      return `${sign(n)} on rolls in territories`;
    case "city_roll":
      return `${sign(n)} on rolls ${withCities}`;
    case "enemy_roll":
      return `${sign(n)} on the enemy's rolls`;
    case "enemy_rests":
      return "the enemy stays at home";
    case "territory_yield":
      return n === 0 ? "territories yield nothing" : `territories yield ${n} times as much`;
    case "tax":
      return `a tax of ${n} ${of}${oneTurn ? "" : " each turn"}`;
    case "land":
      return `${sign(n)} in land territories`;
    case "sea":
      return `${sign(n)} in sea territories`;
    case "brigand":
      return `${sign(n)} against brigands`;
    case "empire":
      return `${sign(n)} in ${where}`;
    case "city":
      return `${sign(n)} ${withCities}`;
    case "front":
      return `${sign(n)} power on the ${where}`;
    case "forage":
      return `${n} ${of} when it holds a territory`;
    case "gift":
      return `${n} ${of} with an empire's reward`;
    case "home":
      return `${n} ${of} when it stays at home`;
    case "level2":
      return `${capital(kind)} of level II`;
    case "figure":
      return "one more figure";
    case "ability":
      return "one use of the administrator";
    case "levy":
      return "draw a token of level I";
    case "trade":
      return `trade ${effect.give} of one resource for ${effect.get} of another`;
    case "favour":
      return `${sign(n)} with empires${alone ? "" : " and Greek cities"} this turn`;
    default:
      return plain(word);
  }
}

/** A constraint in sentences: what it does once, and what it changes as long as it is in force. */
export function constraintWords(effects, data, context, once, always) {
  const told = (which, when) =>
    which.length ? `${when}: ${listed(which.map((effect) => effectWords(effect, data, context)))}.` : "";
  return [
    told(
      effects.filter((effect) => !lasts(effect)),
      once,
    ),
    told(effects.filter(lasts), always),
  ]
    .filter(Boolean)
    .join(" ");
}

/** An objective in words. */
export function goalWords(goal, data) {
  const { kind, n, type, where, of, army, level, at } = goal;
  const plural = (word) => `${n} ${word}${n === 1 ? "" : "s"}`;
  switch (kind) {
    case "buildings":
      return type === "any" ? `Have ${plural("building")}` : `Have ${plural(`${type} building`)}`;
    case "territories":
      return `Hold ${n} ${where === "any" ? "" : `${where} `}territor${n === 1 ? "y" : "ies"}`;
    case "hold":
      return `Hold ${listed(at.map(data.name))}`;
    case "prestige":
      return `Reach prestige ${n}`;
    case "donations":
      return `Donate ${n === 1 ? "once" : `${n} times`}`;
    case "treasury":
      return of === "each"
        ? `Have ${n} of each resource in the treasury`
        : of === "total"
          ? `Have ${n} resources in the treasury`
          : `Have ${n} ${of} in the treasury`;
    case "tokens":
      return `Have ${n} ${army === "any" ? "army" : army} token${n === 1 ? "" : "s"}${level ? ` of level ${"I".repeat(level)}` : ""}`;
    case "empires":
      return `Be rewarded by ${n} different empires`;
    case "cities":
      return `Win ${n} Greek cit${n === 1 ? "y" : "ies"}`;
    case "victories":
      return `Win ${plural("fight")} in territories`;
    case "figures":
      return `Have ${plural("figure")} in play`;
    default:
      return plain(kind);
  }
}

/** How far a board is with an objective: [now, needed]. */
export function progress(goal, view, board, data) {
  const side = LEAGUES.indexOf(board.league);
  const held = Object.entries(view.territories)
    .filter(([, now]) => now.holder === board.city)
    .map(([id]) => id);
  switch (goal.kind) {
    case "buildings":
      return [
        board.buildings.filter((id) => goal.type === "any" || data.get("building", id).type === goal.type).length,
        goal.n,
      ];
    case "territories":
      return [
        held.filter((id) => goal.where === "any" || data.get("territory", id).kind === goal.where).length,
        goal.n,
      ];
    case "hold":
      return [held.filter((id) => goal.at.includes(id)).length, goal.at.length];
    case "prestige":
      return [board.prestige, goal.n];
    case "donations":
      return [board.donations, goal.n];
    case "treasury": {
      const chest = view.treasury[side] || [0, 0, 0];
      if (goal.of === "each") return [Math.min(...chest), goal.n];
      return [goal.of === "total" ? sum(chest) : chest[RESOURCES.indexOf(goal.of)], goal.n];
    }
    case "tokens": {
      const army = view.army[side] || {};
      const fits = ([deck]) =>
        (goal.army === "any" || deck.startsWith(goal.army)) && (!goal.level || deck.endsWith(String(goal.level)));
      return [
        sum(
          Object.entries(army)
            .filter(fits)
            .map(([, n]) => (Array.isArray(n) ? sum(n) : n)),
        ),
        goal.n,
      ];
    }
    case "empires":
      return [board.empires.length, goal.n];
    case "cities":
      return [board.cities, goal.n];
    case "victories":
      return [board.victories, goal.n];
    case "figures":
      return [board.figures.length, goal.n];
    default:
      return [0, goal.n || 1];
  }
}
