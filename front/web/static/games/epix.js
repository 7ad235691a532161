// Epix: castles, lands and the wild between them, units, action cards, bids.

import { about } from "../about.js";
import { drawing, h, isNarrow, range, s } from "../dom.js";
import { glyph, icon } from "../icons.js";
import { costIcons } from "../offers.js";
import { landmass, showWays } from "./land.js";

const UNITS = ["soldier", "knight", "camp", "catapult"];
const CARD_ICONS = { recruit: "recruit", tax: "coin", move: "sword" };
// Wide, or upright on a telephone.
const frame = () =>
  isNarrow()
    ? { width: 640, height: 900, at: ([x, y]) => [50 + x * 5.4, 60 + y * 7.9] }
    : { width: 1000, height: 800, at: ([x, y]) => [70 + x * 8.6, 66 + y * 6.75] };
const MOST_TRAILS = 6; // more are a tangle
const number = (seat) => Number(seat.slice(1));
const boardFile = (t) => `board${t.view.players}.toml`;

const castle = (x, y, r) =>
  `M${x - r} ${y + r}V${y - r * 0.55}h${r * 0.4}v${r * 0.28}h${r * 0.4}v${-r * 0.28}h${r * 0.4}v${r * 0.28}h${r * 0.4}v${-r * 0.28}h${r * 0.4}V${y + r}z`;
const mountain = (x, y, r) =>
  `M${x - r * 1.35} ${y + r * 0.9}L${x - r * 0.35} ${y - r * 0.75}L${x} ${y - r * 0.35}L${x + r * 0.3} ${y - r}L${x + r * 1.35} ${y + r * 0.9}Q${x} ${y + r * 1.25} ${x - r * 1.35} ${y + r * 0.9}z`;

function shape(row, x, y, name, grow = 0) {
  if (row.kind === "castle") return s("path", { d: castle(x, y + 4, 46 + grow), class: name });
  if (row.id === "K") return s("path", { d: mountain(x, y, 58 + grow), class: name });
  return s("circle", { cx: x, cy: y, r: 47 + grow, class: name });
}

function units(t, row, x, y) {
  const stack = t.view.board[row.id];
  if (!stack) return [];
  const places = {
    1: [[0, 0]],
    2: [
      [-19, 0],
      [19, 0],
    ],
    3: [
      [-19, -15],
      [19, -15],
      [0, 17],
    ],
    4: [
      [-19, -17],
      [19, -17],
      [-19, 18],
      [19, 18],
    ],
  }[stack.units.length];
  const active = t.view.active;
  return stack.units.map((unit, i) => {
    const [dx, dy] = places[i];
    const spent = t.view.spent.includes(`${unit}@${row.id}`);
    const acting = active && active.unit === unit && active.at === row.id;
    return s(
      "g",
      {
        class: `unit ${t.tone(stack.seat)} ${spent ? "spent" : ""} ${acting ? "acting" : ""}`,
        "data-key": `unit:${unit}@${row.id}`,
        "aria-label": t.thing(`unit:${unit}@${row.id}`).says,
      },
      s("circle", { class: "halo", cx: x + dx, cy: y + dy, r: 21 }),
      s("circle", { class: "disc", cx: x + dx, cy: y + dy, r: 17 }),
      glyph(unit, x + dx, y + dy, 22),
    );
  });
}

/** The band about the whole board, if a province is one; and for each other place the point of it that is nearest. */
function bandOf(rows, places, at) {
  const row = rows.find((each) => each.around);
  if (!row) return null;
  const [cx, cy] = at([50, 50]);
  const [rx, ry] = [at([103, 50])[0] - cx, places[row.id][1] - cy];
  const near = ([x, y]) => {
    const t = 1 / (Math.hypot((x - cx) / rx, (y - cy) / ry) || 1);
    return [cx + (x - cx) * t, cy + (y - cy) * t];
  };
  return { id: row.id, near, drawn: s("ellipse", { cx, cy, rx, ry, class: "band", "aria-hidden": "true" }) };
}

/** Where the way between two places begins and ends. */
function ends(places, band, from, to) {
  const [start, end] = [places[from], places[to]];
  if (band?.id === from) return [band.near(end), end];
  return [start, band?.id === to ? band.near(start) : end];
}

function arrow([[x1, y1], [x2, y2]], name) {
  const length = Math.hypot(x2 - x1, y2 - y1) || 1;
  const [ux, uy] = [(x2 - x1) / length, (y2 - y1) / length];
  const [ex, ey] = [x2 - ux * 50, y2 - uy * 50];
  return s(
    "g",
    { class: `arrow ${name}`, "aria-hidden": "true" },
    s("line", { x1: x1 + ux * 40, y1: y1 + uy * 40, x2: ex - ux * 12, y2: ey - uy * 12 }),
    s("path", {
      d: `M${ex} ${ey}L${ex - ux * 24 - uy * 13} ${ey - uy * 24 + ux * 13}L${ex - ux * 24 + uy * 13} ${ey - uy * 24 - ux * 13}z`,
    }),
  );
}

const WAY = /^move (\S+) (?:move|attack|fire):\w+@(\w+)>(\w+)/;

/** Where the others went since the seat decided something; `now` is what is told at this moment. */
function trails(t) {
  const { current, untold } = t.telling;
  const isUntold = new Set(untold.map(({ n }) => n));
  const isOwn = ({ text }) => text.startsWith(`move ${t.you} `) || text.startsWith(`secret ${t.you} `);
  const since = t.events.slice(t.events.findLastIndex(isOwn) + 1);
  return since
    .filter(({ n }) => !isUntold.has(n))
    .flatMap(({ n, text }) => {
      const [, seat, from, to] = text.match(WAY) || [];
      return seat ? [{ seat, from, to, now: current.some((each) => each.n === n) }] : [];
    })
    .slice(-MOST_TRAILS);
}

function map(t) {
  const rows = t.data.rows("province", boardFile(t));
  const { width, height, at } = frame();
  const places = Object.fromEntries(rows.map((row) => [row.id, at(row.at)]));
  const band = bandOf(rows, places, at);
  const track = (id) => id === "L" || id === "Br";
  const solid = rows
    .filter((row) => !track(row.id))
    .map((row) => ({ ...row, next: row.next.filter((id) => !track(id)) }));
  const lines = rows.flatMap((row) =>
    row.next
      .filter((other) => other > row.id)
      .map((other) => {
        const [[x1, y1], [x2, y2]] = ends(places, band, row.id, other);
        if (band && [row.id, other].includes(band.id))
          return s("line", { x1, y1, x2, y2, class: "way track", "data-ends": `${row.id} ${other}` });
        if (!track(row.id) && !track(other))
          return s("line", { x1, y1, x2, y2, class: "way land-way", "data-ends": `${row.id} ${other}` });
        const bend = 0.16;
        return s("path", {
          d: `M${x1} ${y1}Q${(x1 + x2) / 2 + (y2 - y1) * bend} ${(y1 + y2) / 2 - (x2 - x1) * bend} ${x2} ${y2}`,
          class: "way track",
          "data-ends": `${row.id} ${other}`,
        });
      }),
  );
  const { active, attack } = t.view;
  const between = (from, to, name) => arrow(ends(places, band, from, to), name);
  const arrows = [
    trails(t).map(({ seat, from, to, now }) => between(from, to, `trail ${now ? "now" : ""} ${t.tone(seat)}`)),
    active && attack ? between(active.at, attack.to, t.tone(t.view.turn)) : null,
  ];
  // On a narrow map the lands crowd in below the castle at the top: its name stands above it.
  const top = Math.min(...rows.map((row) => places[row.id][1]));
  const nameBelow = (row, y) =>
    row.kind === "castle" ? (isNarrow() && y === top ? -40 : 68) : row.id === "K" ? 84 : 65;
  const areas = rows.map((row) => {
    const [x, y] = places[row.id];
    const owner = t.view.board[row.id]?.seat;
    const home = row.kind !== "wild" && row.seat !== undefined && row.seat < t.view.players ? `s${row.seat}` : null;
    const { label, says } = t.thing(`place:${row.id}`);
    return s(
      "g",
      { class: `province kind-${row.kind} at-${row.id}`, "data-key": `place:${row.id}`, "aria-label": says },
      shape(row, x, y, "halo", 9),
      shape(row, x, y, `ground ${home ? t.tone(home) : ""}`),
      owner ? shape(row, x, y, `holding ${t.tone(owner)}`, -4) : null,
      s("text", { class: "place-name", x, y: y + nameBelow(row, y) }, label),
      row.income
        ? [
            s("circle", { cx: x + 36, cy: y - 36, r: 12, class: "coin" }),
            s("text", { x: x + 36, y: y - 31, class: "coin-text" }, "1"),
          ]
        : null,
    );
  });
  const drawn = drawing(
    width,
    height,
    t.thing("map").label,
    s("rect", { width, height, rx: 14, class: "sea" }),
    band?.drawn,
    landmass(solid, places, "next", isNarrow() ? 90 : 116),
    lines,
    areas,
    arrows,
    rows.map((row) => units(t, row, places[row.id][0], places[row.id][1] + (row.kind === "castle" ? 16 : 0))),
  );
  return showWays(drawn, "place:");
}

const coins = (t, n) => h("span", { class: "coins" }, icon("coin", t.thing("gold").label), String(n));

function player(t, seat) {
  const { view } = t;
  const i = number(seat);
  const { label, notes } = t.thing(`seat:${seat}`);
  const person = t.seatSetup(seat)?.name;
  return h(
    "li",
    { class: `noble ${t.tone(seat)} ${view.turn === seat ? "acting" : ""}` },
    h(
      "header",
      {},
      h("span", { class: "chip", "aria-hidden": "true" }),
      person ? h("strong", { class: "person-name" }, person) : null,
      h("strong", {}, label),
      view.first === seat ? h("span", { class: "tag" }, icon("star"), t.thing("first").label) : null,
      coins(t, view.gold[i]),
    ),
    h(
      "div",
      { class: "line" },
      notes.map((note) => h("span", {}, note)),
    ),
    h(
      "div",
      { class: "line supply", role: "group", "aria-label": t.thing("supply").label },
      UNITS.map((unit) => {
        const { label: kind } = t.thing(`kind:${unit}`);
        return h("span", about(kind), icon(unit, kind), `${view.supply[i][unit]}`);
      }),
    ),
    view.abilities[i].length
      ? h(
          "div",
          { class: "line" },
          view.abilities[i].map((id) => {
            const ability = t.thing(`held:${id}`);
            return h("span", { class: "tag", ...about(ability.says) }, ability.label);
          }),
        )
      : null,
  );
}

function choice(t, key, symbol, more = "") {
  const { label, notes, cost, price } = t.thing(key);
  return h(
    "div",
    { class: `event-card ${more}`, "data-key": key, "data-priced": Boolean(price) },
    h("span", { class: "card-icon" }, icon(symbol)),
    h("span", { class: "card-name" }, label),
    h("span", { class: "card-note" }, price ? [costIcons(cost, price), " · "] : null, notes.join(" ")),
  );
}

/** What lies before the seat: its supply when it can recruit, its action cards, the abilities that are bid for. */
function choices(t) {
  const { view, described } = t;
  const keys = new Set(
    [...(described.groups || []), ...(described.moves || []), ...(described.unpaid || [])].map(({ key }) => key),
  );
  const found = [
    ...(UNITS.some((unit) => keys.has(`supply:${unit}`)) ? UNITS : []).map((unit) => choice(t, `supply:${unit}`, unit)),
    ...(["cards", "order"].includes(view.phase) ? Object.keys(CARD_ICONS) : []).map((card) =>
      choice(t, `card:${card}`, CARD_ICONS[card]),
    ),
    ...view.table.map((id) => choice(t, `ability:${id}`, "scroll", "ability")),
  ];
  return found.length ? h("div", { class: "hand" }, found) : null;
}

function fight(t) {
  const { attack, active } = t.view;
  if (!attack || !active) return null;
  return h("p", { class: "banner", role: "status" }, icon(active.unit), h("span", {}, t.thing("attack").says));
}

export default {
  headings: ["season"],

  /** All hands are opened at once, a guess beside what was bid; so are the losses of a fight. */
  joins(text, before) {
    const [word, last] = [text, before].map((each) => each.split(" ")[0]);
    return (word === last && ["bid", "loss"].includes(word)) || (word === "guess" && ["bid", "guess"].includes(last));
  },

  /** A hand that is opened. */
  sign(text, t) {
    const [word, seat, amount] = text.split(" ");
    if (!["bid", "guess"].includes(word)) return null;
    return h("span", { class: `opened ${t.tone(seat)}` }, icon(word === "bid" ? "coin" : "eye"), amount);
  },

  /** Moves that hurt somebody: they are drawn otherwise than those that go somewhere. */
  isStrike: (move) => /^(attack|fire):/.test(move),

  board: (t) => [
    fight(t),
    map(t),
    choices(t),
    h(
      "ul",
      { class: "nobles" },
      range(t.view.players).map((i) => player(t, `s${i}`)),
    ),
  ],
};
