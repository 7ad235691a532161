// The Great Battle: three fronts of three columns, revealed one after the other.

import { drawing, h, range, s } from "../../dom.js";
import { glyph, icon } from "../../icons.js";
import { KIND_ICONS, LEAGUES, leagueTone } from "./kinds.js";

const W = 330;
const H = 430;
const STEP = 900; // milliseconds from one column to the next

const worth = (column) => column.reduce((total, word) => total + (Number(word.replace(/^i+/, "")) || 0), 0);

/** What engaged figures added, by column and league: an `engage` belongs to the column revealed last before it. */
function engagements(t) {
  const found = Array.from({ length: 9 }, () => [0, 0]);
  const order = t.data.rows("front").flatMap(({ id }) => [1, 2, 3].map((n) => `${id}${n}`));
  let column = -1;
  for (const { text } of t.events) {
    const revealed = text.match(/^column (\S+)/);
    if (revealed) column = order.indexOf(revealed[1]);
    const engaged = text.match(/^move (\S+) engage$/);
    if (!engaged || column < 0) continue;
    const league = t.view.boards.find(({ seat }) => seat === engaged[1])?.league;
    const { have } = t.thing(`leader:${league}.${order[column].slice(0, -1)}`);
    if (have) found[column][LEAGUES.indexOf(league)] = have;
  }
  return found;
}

function token(word, kind, x, y, tone) {
  const level = word.startsWith("ii") ? 2 : 1;
  const power = word.replace(/^i+/, "");
  return s(
    "g",
    { class: `battle-token ${tone} level-${level} ${power === "?" ? "back" : ""}` },
    s("path", { d: `M${x - 24} ${y - 26}h48v26q0 20 -24 28q-24 -8 -24 -28z` }),
    glyph(KIND_ICONS[kind], x, y - 13, 18),
    s("text", { class: "power", x, y: y + 16 }, power),
    s("text", { class: "roman", x: x + 15, y: y - 14 }, level === 2 ? "II" : "I"),
  );
}

function front(t, row, at, own, limit, added) {
  const { view } = t;
  const foe = 1 - own;
  const battle = view.battle;
  const done = battle.fronts[row.id];
  const over = limit >= at * 3 + 3 && done;
  const isUnfolding = limit < battle.revealed;
  const columns = range(3).map((i) => {
    const number = at * 3 + i;
    const shown = number < limit;
    const x = 62 + i * 103;
    const hide = (word) => (shown ? word : `${word.replace(/[\d?]+$/, "")}?`);
    const upper = (view.slots[foe]?.[row.id]?.[i] || []).map(hide);
    const lower = view.slots[own]?.[row.id]?.[i] || [];
    const current = shown && number === limit - 1;
    const [mine, theirs] = [worth(lower) + added[number][own], worth(upper) + added[number][foe]];
    const joined = (side, y) =>
      shown && added[number][side]
        ? s("text", { class: `joined ${leagueTone(LEAGUES[side])}`, x: x + 35, y }, `+${added[number][side]}`)
        : null;
    const isPlacing = view.phase === "placement" && number === placingColumn(view, row, i);
    return s(
      "g",
      {
        class: `column ${shown ? "shown" : ""} ${current ? "current" : ""} ${isPlacing ? "placing" : ""}`,
        "data-key": isPlacing ? COLUMN : null,
        "aria-label": isPlacing ? `${t.thing(`front:${row.id}`).label} ${i + 1}` : null,
      },
      s("rect", { class: "halo", x: x - 46, y: 66, width: 92, height: 300, rx: 8 }),
      s("rect", { class: "lane", x: x - 46, y: 66, width: 92, height: 300, rx: 8 }),
      upper.map((word, k) => token(word, row.kind, x, 106 + k * 62, leagueTone(LEAGUES[foe]))),
      lower.map((word, k) => token(word, row.kind, x, 332 - k * 62, leagueTone(LEAGUES[own]))),
      shown
        ? [
            s("rect", { class: "versus", x: x - 38, y: 203, width: 76, height: 26, rx: 13 }),
            s("text", { class: "versus-text", x, y: 222 }, `${theirs} : ${mine}`),
            joined(foe, 196),
            joined(own, 250),
          ]
        : s("text", { class: "column-number", x, y: 223 }, i + 1),
    );
  });
  const leader = (side, y) => {
    const { label } = t.thing(`leader:${LEAGUES[side]}.${row.id}`);
    if (!label) return null;
    const engaged = battle.engaged[row.id][side];
    return s("text", { class: `leader ${leagueTone(LEAGUES[side])} ${engaged ? "engaged" : ""}`, x: W / 2, y }, label);
  };
  const { label, notes } = t.thing(`front:${row.id}`);
  // The count holds for columns that may still lie face down here.
  const state = over || (limit > at * 3 && !isUnfolding) ? notes : [];
  return h(
    "div",
    { class: `front ${over ? "over" : ""} ${over && done !== "none" ? leagueTone(done) : ""}` },
    drawing(
      W,
      H,
      [label, ...state].join(": "),
      s("text", { class: "front-name", x: W / 2, y: 26 }, label),
      s("text", { class: "front-verdict", x: W / 2, y: 419 }, state),
      columns,
      leader(foe, 54),
      leader(own, 392),
    ),
  );
}

function placingColumn(view, row, i) {
  const move = view.legal.find((each) => each.startsWith("place:"));
  return move?.endsWith(`@${row.id}${i + 1}`) ? ["flank", "center", "maritime"].indexOf(row.id) * 3 + i : -1;
}

const PLACED = /^place:(.+)@/;
const COLUMN = "column:placing"; // the key of the column that is asked for

/** Tokens of the reserve, by their word in moves ("ii5"): how many there are of each. */
function reserve(t, own) {
  const found = [];
  for (const deck of t.data.rows("deck")) {
    const have = t.view.army[own]?.[deck.id];
    if (!Array.isArray(have)) continue;
    have.forEach((n, i) => {
      if (n) found.push({ deck, n, power: i + 1, word: `${"i".repeat(deck.level)}${i + 1}` });
    });
  }
  return found;
}

const copies = (word, n) => range(Math.min(n, 2)).map((i) => `reserve:${word}${i ? ".2" : ""}`);

/** Placing tokens, step by step: one of the reserve, then another one or the column, for no more. Null for other moves. */
export function placing(t, own, offer) {
  const [, what] = offer.move.match(PLACED) || [];
  if (!what || what === "none") return null;
  const kind = placingKind(t);
  const words = what.split("+");
  const keys = (word) => copies(word, reserve(t, own).find((each) => each.word === word && each.deck.kind === kind)?.n);
  const last = (key) => ({ key, label: offer.step, offer });
  if (words.length === 1) return keys(what).map((key) => [{ key, label: offer.step }, last(COLUMN)]);
  const [first, second] = words.map(keys);
  const pairs = first.flatMap((a) => second.filter((b) => a !== b).map((b) => [a, b]));
  return [...pairs, ...pairs.map(([a, b]) => [b, a])].map(([a, b]) => [{ key: a, label: offer.step }, last(b)]);
}

/** The kind of tokens that is asked for. */
function placingKind(t) {
  const front = t.view.legal.find((move) => PLACED.test(move))?.match(/@(\w+?)\d$/)?.[1];
  return t.data.get("front", front)?.kind;
}

/** What is left to be placed, beside the battlefield; of the kind that is asked for it can be chosen. */
export function reservePlace(t, own) {
  const kind = placingKind(t);
  const found = reserve(t, own);
  if (!kind || !found.length) return null;
  return h(
    "section",
    { class: "panel reserve", "aria-label": t.thing("army").label },
    h("h2", {}, t.thing("army").label),
    t.data.rows("front").map((front) =>
      h(
        "div",
        { class: `reserve-kind ${front.kind === kind ? "asked-for" : ""}` },
        h("span", { class: "label" }, icon(KIND_ICONS[front.kind]), t.thing(`front:${front.id}`).label),
        found
          .filter(({ deck }) => deck.kind === front.kind)
          .map(({ deck, n, power, word }) => [
            copies(word, n).map((key) =>
              h(
                "span",
                { class: "reserve-token", "data-key": front.kind === kind ? key : null, "data-priced": true },
                icon(KIND_ICONS[deck.kind], t.thing(`deck:${deck.id}`).label),
                h("b", {}, power),
                h("small", {}, "I".repeat(deck.level)),
              ),
            ),
            n > 2 ? h("small", {}, `+${n - 2}`) : null,
          ]),
      ),
    ),
  );
}

export function battlefield(t, own, limit = t.view.battle.revealed) {
  const added = engagements(t);
  return h(
    "div",
    { class: "battlefield" },
    t.data.rows("front").map((row, at) => front(t, row, at, own, limit, added)),
  );
}

/** Whether there is anything to see of a battle. */
export const isOn = (view) => ["placement", "leaders", "battle"].includes(view.phase) || view.battle.revealed > 0;

/** How many columns were revealed since the last look, and how long showing them takes. */
export function suspense(t) {
  const before = t.before?.view?.battle?.revealed;
  if (before === undefined || t.shown || matchMedia("(prefers-reduced-motion: reduce)").matches) return 0;
  return Math.max(0, t.view.battle.revealed - before - 1) * STEP;
}

/** The battlefield, with the columns that are new turned up one after the other. */
export function unfolding(t, own) {
  const total = suspense(t);
  const last = t.view.battle.revealed;
  if (!total) return battlefield(t, own);
  let limit = t.before.view.battle.revealed + 1;
  let shown = battlefield(t, own, limit);
  const timer = setInterval(() => {
    limit += 1;
    if (!shown.isConnected || limit > last) {
      clearInterval(timer);
      return;
    }
    const next = battlefield(t, own, limit);
    shown.replaceWith(next);
    shown = next;
  }, STEP);
  return shown;
}
