// Egemonia: Greece with its land and sea lines, events face down, the hand.

import { drawing, h, isNarrow, s } from "../dom.js";
import { glyph, icon } from "../icons.js";
import { outlines } from "./egemonia/coast.js";
import { labels, showWays } from "./land.js";

const FACTIONS = ["athens", "sparta"];
const LETTERS = { athens: "Α", sparta: "Λ", syracuse: "Σ" };
const ICONS = {
  military: "spear",
  influence: "wreath",
  coup: "dagger",
  false_alarm: "horn",
  divine_help: "bolt",
  olympics: "torch",
};
/** An event on the map. */
const tileSize = () => (isNarrow() ? { width: 27, height: 30, step: 29 } : { width: 22, height: 25, step: 24 });
const ISLAND = 25; // the radius of an island of its own
const BEND = 0.12; // of a line by sea, as a part of its length
const MEETING = /^(reveal|clash|influence) /; // what happens when events are turned up
const SCORE = [20, 20, 208, 93]; // the box that the score fills

// Wide, or upright on a telephone.
const frame = () =>
  isNarrow()
    ? { width: 640, height: 1070, at: ([x, y]) => [34 + x * 5.8, -36 + y * 10.6] }
    : { width: 1000, height: 830, at: ([x, y]) => [45 + x * 9.15, 20 + y * 7.75] };
const frameSize = () => {
  const { width, height } = frame();
  return { width, height };
};
const faction = (seat) => FACTIONS[Number(seat.slice(1))];
const tone = (name) => (name === "syracuse" ? "tone-house" : `tone-${FACTIONS.indexOf(name)}`);
const eventIcon = (t, id) => ICONS[t.data.get("event", id)?.type] || "star";

/** Who holds an area; while it is told what became of it, as far as that was told. */
function influence(t, area) {
  const { past, told, current, untold } = t.telling;
  const start = `influence ${area} `;
  if (!untold.some(({ text }) => text.startsWith(start))) return t.view.influence[area] || [null, 0];
  const last = [...told, ...current].findLast(({ text }) => text.startsWith(start));
  if (!last) return past?.view.influence[area] || [null, 0];
  const [, , side, n] = last.text.split(" ");
  return Number(n) ? [side, Number(n)] : [null, 0];
}

/** The numbers of events that met another one and lost, as far as that was told. */
function beaten(t) {
  const isUntold = new Set(t.telling.untold.map(({ n }) => n));
  const found = new Set();
  for (const { n, text } of t.events) {
    const [word, first, second, outcome] = text.split(" ");
    if (word === "reveal" && Number(second) === 0) found.clear(); // what comes is of another confrontation
    if (word !== "clash" || isUntold.has(n)) continue;
    if (outcome !== "wins") found.add(Number(first));
    if (outcome !== "loses") found.add(Number(second));
  }
  return found;
}

function area(t, row, [x, y], { tray }) {
  const { view } = t;
  let [owner, count] = influence(t, row.id);
  if (!owner && view.syracuse && row.id === "sicily") [owner, count] = ["syracuse", 1];
  // While it is told how events met, those are on the map, and not what was placed after them.
  const { current, untold } = t.telling;
  const isMeeting = [...current, ...untold].some(({ text }) => MEETING.test(text));
  const lying = isMeeting ? [] : view.placed.filter(([, , where]) => where === row.id);
  const lost = beaten(t);
  const hidden = new Set(untold.map(({ text }) => text.match(/^reveal \S+ (\d+)/)?.[1]).filter(Boolean));
  const revealed = view.revealed.map((each, number) => [...each, number]);
  const shown = view.placed.length && !isMeeting ? [] : revealed.filter(([, , where]) => where === row.id);
  const parts = [
    s("circle", { class: "halo", cx: x, cy: y, r: 28 }),
    s("circle", { class: `node ${owner ? tone(owner) : "neutral"}`, cx: x, cy: y, r: 18 }),
  ];
  if (count === 2) parts.unshift(s("circle", { class: `second ${tone(owner)}`, cx: x, cy: y, r: 23 }));
  if (owner) parts.push(s("text", { class: "letter", x, y: y + 7 }, LETTERS[owner]));
  else if (row.id === "delphi") parts.push(glyph("temple", x, y, 20, { class: "glyph faint" }));
  const { step } = tileSize();
  const tiles = [...lying, ...shown].map(([who, event, , number], at) => {
    const isDown = hidden.has(String(number)) && who !== (t.you === "pub" ? "" : faction(t.you));
    const name = shown.length ? `past ${lost.has(number) ? "beaten" : ""}` : "";
    return tile(t, who, isDown ? "?" : event, tray[0] + step * at, tray[1], name);
  });
  return s(
    "g",
    {
      class: "area",
      "data-key": `area:${row.id}`,
      "aria-label": t.thing(`area:${row.id}`).says,
    },
    parts,
    tiles,
  );
}

function tile(t, who, event, x, y, name) {
  const known = event && event !== "?";
  const { width, height } = tileSize();
  return s(
    "g",
    { class: `tile ${tone(who)} ${name}` },
    s("rect", { x, y, width, height, rx: 4 }),
    known
      ? glyph(eventIcon(t, event), x + width / 2, y + height / 2, width * 0.75)
      : s("text", { x: x + width / 2, y: y + height / 2 + 6 }, "?"),
    name.includes("beaten") ? s("path", { class: "strike", d: `M${x} ${y + height}l${width} ${-height}` }) : null,
  );
}

/** A line by sea: bent to the side on which it keeps further away from what it should not touch. */
function curve([x1, y1], [x2, y2], others) {
  const sides = [BEND, -BEND].map((bend) => {
    const [mx, my] = [(x1 + x2) / 2 + (y2 - y1) * bend, (y1 + y2) / 2 - (x2 - x1) * bend];
    const [x, y] = [(x1 + 2 * mx + x2) / 4, (y1 + 2 * my + y2) / 4]; // its middle
    return {
      d: `M${x1} ${y1}Q${mx} ${my} ${x2} ${y2}`,
      room: Math.min(...others.map(([a, b]) => Math.hypot(a - x, b - y))),
    };
  });
  return sides[0].room >= sides[1].room ? sides[0].d : sides[1].d;
}

/** Land under the map: the coasts, and under each area that no line joins by land an island. */
function land(areas, places, coasts) {
  const islands = areas.filter((row) => !row.land.length).map((row) => places[row.id]);
  const layer = (name, extra) => [
    coasts.map((d) => s("path", { d, class: name, "stroke-width": extra, "stroke-linejoin": "round" })),
    islands.map(([cx, cy]) => s("circle", { cx, cy, r: ISLAND + extra / 2, class: `${name} spot` })),
  ];
  return s(
    "g",
    { class: "landmass", "aria-hidden": "true" },
    s("clipPath", { id: "egemonia-frame" }, s("rect", { ...frameSize(), rx: 14 })),
    s("g", { "clip-path": "url(#egemonia-frame)" }, layer("shallows", 20), layer("shore", 5), layer("soil", 1)),
  );
}

function map(t) {
  const areas = t.data.rows("area");
  const { width, height, at } = frame();
  const places = Object.fromEntries(areas.map((row) => [row.id, at(row.at)]));
  const middles = areas.flatMap((row) =>
    row.land.map((other) => places[row.id].map((from, axis) => (from + places[other][axis]) / 2)),
  );
  const clear = [...Object.values(places), ...middles];
  const lines = (kind) =>
    areas.flatMap((row) =>
      row[kind]
        .filter((other) => other > row.id)
        .map((other) => {
          const [[x1, y1], [x2, y2]] = [places[row.id], places[other]];
          if (kind === "land")
            return s("line", { x1, y1, x2, y2, class: "way land-way", "data-ends": `${row.id} ${other}` });
          return s("path", {
            d: curve([x1, y1], [x2, y2], clear),
            class: "way sea-way",
            "data-ends": `${row.id} ${other}`,
          });
        }),
    );
  const names = labels(
    areas.map((row) => ({
      id: row.id,
      x: places[row.id][0],
      y: places[row.id][1],
      r: 21,
      text: row.name,
      tray: [tileSize().step + tileSize().width, tileSize().height], // of two events
    })),
    isNarrow() ? 20 : 16,
    { width, height },
    [SCORE],
  );
  const drawn = drawing(
    width,
    height,
    t.thing("map").label,
    s("rect", { width, height, rx: 14, class: "sea" }),
    land(areas, places, outlines(at)),
    lines("sea"),
    lines("land"),
    areas.map((row) => area(t, row, places[row.id], names[row.id])),
    s(
      "g",
      { class: "names", "aria-hidden": "true" },
      areas.map((row) =>
        s(
          "text",
          { class: "place-name", x: names[row.id].x, y: names[row.id].y, "text-anchor": names[row.id].anchor },
          row.name,
        ),
      ),
    ),
    legend(t, height),
  );
  return showWays(drawn, "area:");
}

function legend(t, height) {
  return s(
    "g",
    { class: "score" },
    FACTIONS.map((who, number) => {
      const { label, notes } = t.thing(`side:${who}`);
      return [
        s("rect", { x: 20, y: 20 + 40 * number, width: 188, height: 33, rx: 7, class: "plate" }),
        s("circle", { cx: 40, cy: 36.5 + 40 * number, r: 12, class: `node ${tone(who)}` }),
        s("text", { x: 40, y: 41.5 + 40 * number, class: "letter small" }, LETTERS[who]),
        s("text", { x: 60, y: 42 + 40 * number, class: "plate-text" }, label),
        s("text", { x: 198, y: 42 + 40 * number, class: "plate-text end" }, notes),
      ];
    }),
    s("text", { x: 20, y: height - 18, class: "legend" }, t.thing("map").notes),
  );
}

function hand(t) {
  const own = t.you === "pub" ? null : faction(t.you);
  const cards = own ? Object.entries(t.view.hands[own] || {}) : [];
  return h(
    "div",
    { class: "hand" },
    cards.map(([id, n]) => {
      const { label, notes } = t.thing(`hand:${id}`);
      return h(
        "div",
        { class: "event-card", "data-key": `hand:${id}` },
        h("span", { class: "card-icon" }, icon(eventIcon(t, id))),
        h("span", { class: "card-name" }, label),
        h("span", { class: "card-note" }, notes),
        n > 1 ? h("span", { class: "count" }, `×${n}`) : null,
      );
    }),
    h("p", { class: "others" }, t.thing("hands").notes.join(" · ")),
  );
}

export default {
  headings: ["next"],

  /** Events are turned up in pairs; what becomes of an area is told at once. */
  joins(text, before) {
    const [word, what, number] = text.split(" ");
    const [last, about] = before.split(" ");
    if (word !== last) return false;
    return word === "reveal" ? Number(number) % 2 === 1 : word === "influence" && what === about;
  },

  board: (t) => [map(t), hand(t)],
};
