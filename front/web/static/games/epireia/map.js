// The map: empires at its edge, territories, Greek cities, and the figures that were sent.

import { drawing, h, isNarrow, s, sum } from "../../dom.js";
import { glyph } from "../../icons.js";
import { labels } from "../land.js";
import { layout } from "./coast.js";
import { isSolo, KIND_ICONS, leagueTone, RESOURCES } from "./kinds.js";

const ICON = 25; // as small as can be told apart on a telephone
const DIGIT = 13;
const YIELD = 26; // the height of what a territory brings, when somebody holds it

/** What a place brings, in a row: icons, with a number before those of which there are several. */
function brings(amounts, token, x, y, data, size = ICON) {
  const parts = RESOURCES.map((name, i) => ({ name, n: amounts[i] || 0 })).filter(({ n }) => n);
  if (token) parts.push({ name: KIND_ICONS[data.get("deck", token).kind], n: 1 });
  const width = ({ n }) => size + (n > 1 ? DIGIT : 0);
  let at = x - sum(parts.map(width)) / 2;
  return parts.map((part) => {
    const left = at;
    at += width(part);
    return [
      part.n > 1 ? s("text", { class: "yield-number", x: left + DIGIT / 2, y: y + 6 }, part.n) : null,
      glyph(part.name, at - size / 2, y, size - 2, { class: `glyph yield ${part.name}` }),
    ];
  });
}

function figuresAt(t, space, x, y) {
  const found = t.view.boards.flatMap((board) =>
    board.figures.filter(([, where]) => where === space).map(([id]) => ({ id, board })),
  );
  return found.map(({ id, board }, i) =>
    s(
      "g",
      {
        class: `pawn ${leagueTone(board.league)}`,
        "aria-label": [t.thing(`figure:${id}`).label, t.thing(`board:${board.seat}`).label].join(" · "),
      },
      s("path", { d: `M${x + i * 30 - 13} ${y - 15}h26v14q0 12 -13 17q-13 -5 -13 -17z` }),
      s("text", { x: x + i * 30, y: y + 2 }, t.data.name(id).slice(0, 2)),
    ),
  );
}

function territory(t, row, places, label) {
  const [x, y] = places[row.id] || [400, 300];
  const now = t.view.territories[row.id];
  const holder = now.holder ? t.view.boards.find((board) => board.city === now.holder) || enemyOf(t) : null;
  const { label: name, says } = t.thing(`space:${row.id}`);
  return s(
    "g",
    {
      class: `space territory-${row.kind} ${now.holder ? "held" : ""}`,
      "data-key": `space:${row.id}`,
      "aria-label": says,
    },
    s("circle", { class: "halo", cx: x, cy: y, r: 36 }),
    s("circle", { class: `node ${holder ? leagueTone(holder.league) : "neutral"}`, cx: x, cy: y, r: 28 }),
    now.brigands
      ? glyph("skull", x, y, 28, { class: "glyph brigands" })
      : now.holder
        ? s("text", { class: "letter", x, y: y + 7 }, t.data.name(now.holder).charAt(0))
        : brings(row.yield, null, x, y, t.data),
    s("text", { class: "place-name", x: label.x, y: label.y, "text-anchor": label.anchor }, name),
    now.holder || now.brigands
      ? brings(row.yield, null, x, label.anchor === "middle" && label.y > y ? label.y + 17 : y + 42, t.data)
      : null,
    figuresAt(t, row.id, x + 26, y - 20),
  );
}

const enemyOf = (t) => t.view.boards.find((board) => board.seat === "enemy");

function empire(t, row, places) {
  const [x, y] = places[row.id] || [400, 300];
  const own = t.view.boards.find((board) => board.seat === t.you);
  const done = own?.empires.includes(row.id);
  return s(
    "g",
    {
      class: "space empire",
      "data-key": `space:${row.id}`,
      "aria-label": t.thing(`space:${row.id}`).says,
    },
    s("rect", { class: "halo", x: x - 58, y: y - 35, width: 116, height: 70, rx: 12 }),
    s("rect", { class: "empire-plate", x: x - 53, y: y - 30, width: 106, height: 60, rx: 8 }),
    s("text", { class: "empire-name", x, y: y - 9 }, row.name),
    s("text", { class: "empire-needs", x: x - 48, y: y + 16 }, `${row.target}+`),
    brings(row.reward, row.token, x + 20, y + 11, t.data, 21),
    done ? glyph("laurel", x + 44, y - 20, 16, { class: "glyph done" }) : null,
    figuresAt(t, row.id, x + 40, y - 34),
  );
}

function city(t, row, places, label) {
  const [x, y] = places[row.id] || [400, 300];
  const player = t.view.boards.find((board) => board.city === row.id);
  const scenario = t.data.get("scenario", t.view.options?.scenario);
  const hostile = isSolo(t.view) && scenario?.enemies?.some((enemy) => enemy.city === row.id);
  const league = player?.league || t.view.joined[row.id] || (hostile ? enemyOf(t)?.league : "");
  return s(
    "g",
    {
      class: `space city-space ${hostile ? "hostile" : ""}`,
      "data-key": `space:${row.id}`,
      "aria-label": t.thing(`space:${row.id}`).says,
    },
    s("rect", { class: "halo", x: x - 24, y: y - 24, width: 48, height: 48, rx: 10 }),
    s("rect", { class: `city-node ${leagueTone(league)}`, x: x - 16, y: y - 16, width: 32, height: 32, rx: 6 }),
    glyph("temple", x, y, 21, { class: "glyph city-glyph" }),
    s("text", { class: "place-name small", x: label.x, y: label.y, "text-anchor": label.anchor }, row.name),
    figuresAt(t, row.id, x + 18, y - 22),
  );
}

const SENT = /^move (\S+) send:(\w+)@(\w+)/;
const HELD = /^held (\S+) (\w+) (\w+)/;

/** Where others' figures went in this turn or, until something happens in it, in the last one: an arrow from their city. */
function trails(t, places) {
  const { current, untold } = t.telling;
  const isUntold = new Set(untold.map(({ n }) => n));
  const found = new Map();
  for (const { n, text } of ofTurn(t, (text) => SENT.test(text) || HELD.test(text)).found) {
    if (isUntold.has(n)) continue;
    const sent = text.match(SENT);
    const [, seat, at, city] = sent
      ? [sent[0], sent[1], sent[3], t.data.get("figure", sent[2])?.city]
      : text.match(HELD);
    const ends = [places[city], places[at]];
    if (seat === t.you || !ends.every(Boolean)) continue;
    found.set(`${city} ${at}`, { seat, ends, now: current.some((each) => each.n === n) });
  }
  return [...found.values()].map(({ seat, ends: [[x1, y1], [x2, y2]], now }) => {
    const length = Math.hypot(x2 - x1, y2 - y1) || 1;
    const [ux, uy] = [(x2 - x1) / length, (y2 - y1) / length];
    const [ex, ey] = [x2 - ux * 34, y2 - uy * 34];
    return s(
      "g",
      { class: `trail ${now ? "now" : ""} ${t.tone(seat)}`, "aria-hidden": "true" },
      s("line", { x1: x1 + ux * 20, y1: y1 + uy * 20, x2: ex - ux * 10, y2: ey - uy * 10 }),
      s("path", {
        d: `M${ex} ${ey}L${ex - ux * 17 - uy * 9} ${ey - uy * 17 + ux * 9}L${ex - ux * 17 + uy * 9} ${ey - uy * 17 - ux * 9}z`,
      }),
    );
  });
}

export function map(t) {
  const { data } = t;
  const { width, height, lands, islands, places } = layout(isNarrow());
  const [territories, cities] = [data.rows("territory"), data.rows("city")];
  const point = (row, r) => ({
    id: row.id,
    x: places[row.id]?.[0] ?? 400,
    y: places[row.id]?.[1] ?? 300,
    r,
    text: t.thing(`space:${row.id}`).label,
  });
  const plates = data.rows("empire").map((row) => places[row.id] || [0, 0]);
  const names = labels(
    [...territories.map((row) => ({ ...point(row, 31), below: YIELD })), ...cities.map((row) => point(row, 18))],
    isNarrow() ? 20 : 16,
    { width, height },
    plates.map(([x, y]) => [x - 58, y - 35, x + 58, y + 35]),
  );
  return drawing(
    width,
    height,
    t.thing("map").label,
    s("rect", { width, height, rx: 14, class: "sea" }),
    s(
      "g",
      { class: "coast", "aria-hidden": "true" },
      lands.map((d) => s("path", { d, class: "shallow-line" })),
      lands.map((d) => s("path", { d, class: "coast-land" })),
      islands.map((island) => s("ellipse", { ...island, class: "coast-land" })),
    ),
    data.rows("empire").map((row) => empire(t, row, places)),
    territories.map((row) => territory(t, row, places, names[row.id])),
    cities.map((row) => city(t, row, places, names[row.id])),
    trails(t, places),
  );
}

// What is told of the world abroad: where the enemy's figures go, who wins and loses, who is rewarded.
const ABROAD = /^(move chance roll:|move enemy (send|stay):|(won|lost|held|reward) )/;

/** The events of this turn that are wanted or, if there is none yet, those of the last one. */
function ofTurn(t, isWanted) {
  const starts = t.events.map(({ text }, i) => (/^turn \d+$/.test(text) ? i : -1)).filter((i) => i >= 0);
  const turn = (from, to) => t.events.slice(from, to).filter(({ text, say }) => isWanted(text, say));
  const now = starts.length ? turn(starts.at(-1)) : [];
  const isThisTurn = now.length > 0 || starts.length < 2;
  return { isThisTurn, found: isThisTurn ? now : turn(starts.at(-2), starts.at(-1)) };
}

/** What this turn has brought so far, or else the last one. */
export function report(t) {
  const { found, isThisTurn } = ofTurn(t, (text, say) => say && ABROAD.test(text));
  if (!found.length) return null;
  const side = (text) => (text.includes(" s0 ") ? "mine" : text.includes(" enemy ") ? "theirs" : "");
  return h(
    "section",
    { class: "panel report" },
    h("h2", {}, t.thing(isThisTurn ? "this_turn" : "last_turn").label),
    h(
      "ul",
      {},
      found.map(({ text, say }) => h("li", { class: side(text) }, say)),
    ),
  );
}
