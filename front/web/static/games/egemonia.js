// Egemonia: Greece with its land and sea lines, events face down, the hand.

import { capital, drawing, h, isNarrow, s, sum } from "../dom.js";
import { glyph, icon } from "../icons.js";
import { labels, landmass, showWays } from "./land.js";

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
const PHASES = {
  setup: "setting up",
  draw: "drawing",
  pythia: "the Pythia",
  pythia_draw: "the Pythia",
  action: "placing events",
  over: "the end",
};

const TILE = { width: 20, height: 23, step: 21 }; // an event on the map
const SCORE = [20, 20, 208, 93]; // the box that the score fills

// Wide, or upright on a telephone.
const frame = () =>
  isNarrow()
    ? { width: 640, height: 1070, at: ([x, y]) => [34 + x * 5.8, -36 + y * 10.6] }
    : { width: 1000, height: 830, at: ([x, y]) => [45 + x * 9.15, 20 + y * 7.75] };
const faction = (seat) => FACTIONS[Number(seat.slice(1))];
const tone = (name) => (name === "syracuse" ? "tone-house" : `tone-${FACTIONS.indexOf(name)}`);
const eventIcon = (t, id) => ICONS[t.data.get("event", id)?.type] || "star";

function area(t, row, [x, y], { tray }) {
  const { view } = t;
  let [owner, count] = view.influence[row.id] || [null, 0];
  if (!owner && view.syracuse && row.id === "sicily") [owner, count] = ["syracuse", 1];
  const held = owner ? `${capital(owner)}, ${count} influence` : "neutral";
  const lying = view.placed.filter(([, , where]) => where === row.id);
  const shown = view.placed.length ? [] : view.revealed.filter(([, , where]) => where === row.id);
  const parts = [
    s("circle", { class: "halo", cx: x, cy: y, r: 28 }),
    s("circle", { class: `node ${owner ? tone(owner) : "neutral"}`, cx: x, cy: y, r: 18 }),
  ];
  if (count === 2) parts.unshift(s("circle", { class: `second ${tone(owner)}`, cx: x, cy: y, r: 23 }));
  if (owner) parts.push(s("text", { class: "letter", x, y: y + 7 }, LETTERS[owner]));
  else if (row.id === "delphi") parts.push(glyph("temple", x, y, 20, { class: "glyph faint" }));
  const events = [...lying, ...shown].map(([who, event]) => `${eventName(t, event)} of ${capital(who)}`);
  const tiles = [...lying, ...shown].map(([who, event], number) =>
    tile(t, who, event, tray[0] + TILE.step * number, tray[1], shown.length > 0),
  );
  return s(
    "g",
    {
      class: "area",
      "data-key": `area:${row.id}`,
      "aria-label": `${row.name}: ${[held, ...events].join(", ")}`,
    },
    parts,
    tiles,
  );
}

const eventName = (t, event) => (event && event !== "?" ? t.data.name(event) : "an event face down");

function tile(t, who, event, x, y, past) {
  const known = event && event !== "?";
  return s(
    "g",
    { class: `tile ${tone(who)} ${past ? "past" : ""}` },
    s("rect", { x, y, width: TILE.width, height: TILE.height, rx: 4 }),
    known
      ? glyph(eventIcon(t, event), x + TILE.width / 2, y + TILE.height / 2, 15)
      : s("text", { x: x + TILE.width / 2, y: y + TILE.height / 2 + 6 }, "?"),
  );
}

function map(t) {
  const areas = t.data.rows("area");
  const { width, height, at } = frame();
  const places = Object.fromEntries(areas.map((row) => [row.id, at(row.at)]));
  const lines = (kind) =>
    areas.flatMap((row) =>
      row[kind]
        .filter((other) => other > row.id)
        .map((other) => {
          const [[x1, y1], [x2, y2]] = [places[row.id], places[other]];
          if (kind === "land")
            return s("line", { x1, y1, x2, y2, class: "way land-way", "data-ends": `${row.id} ${other}` });
          const bend = 0.12;
          const [mx, my] = [(x1 + x2) / 2 + (y2 - y1) * bend, (y1 + y2) / 2 - (x2 - x1) * bend];
          return s("path", {
            d: `M${x1} ${y1}Q${mx} ${my} ${x2} ${y2}`,
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
      tray: [TILE.step + TILE.width, TILE.height], // of two events
    })),
    isNarrow() ? 17 : 16,
    { width, height },
    [SCORE],
  );
  const drawn = drawing(
    width,
    height,
    "Map of Greece",
    s("rect", { width, height, rx: 14, class: "sea" }),
    landmass(areas, places, "land", isNarrow() ? 58 : 74),
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
  const score = (who) => Object.values(t.view.influence).filter(([owner]) => owner === who).length;
  return s(
    "g",
    { class: "score" },
    FACTIONS.map((who, number) => [
      s("rect", { x: 20, y: 20 + 40 * number, width: 188, height: 33, rx: 7, class: "plate" }),
      s("circle", { cx: 40, cy: 36.5 + 40 * number, r: 12, class: `node ${tone(who)}` }),
      s("text", { x: 40, y: 41.5 + 40 * number, class: "letter small" }, LETTERS[who]),
      s("text", { x: 60, y: 42 + 40 * number, class: "plate-text" }, `${capital(who)} ${score(who)}`),
      s("text", { x: 198, y: 42 + 40 * number, class: "plate-text end" }, "of 10"),
    ]),
    s("text", { x: 20, y: height - 18, class: "legend" }, "full lines by land · dotted by sea"),
  );
}

function hand(t) {
  const own = t.you === "pub" ? null : faction(t.you);
  const cards = own ? Object.entries(t.view.hands[own] || {}) : [];
  const other = FACTIONS.filter((who) => who !== own);
  const count = (who) => sum(Object.values(t.view.hands[who] || {}));
  return h(
    "div",
    { class: "hand" },
    cards.map(([id, n]) => {
      const row = t.data.get("event", id);
      return h(
        "div",
        { class: "event-card", "data-key": `hand:${id}` },
        h("span", { class: "card-icon" }, icon(eventIcon(t, id))),
        h("span", { class: "card-name" }, row.name),
        h(
          "span",
          { class: "card-note" },
          row.favours ? `${row.type}, for ${capital(row.favours)}` : RANGES[row.type] || "",
        ),
        n > 1 ? h("span", { class: "count" }, `×${n}`) : null,
      );
    }),
    h(
      "p",
      { class: "others" },
      other.map((who) => `${capital(who)} holds ${count(who)} event${count(who) === 1 ? "" : "s"}`).join(" · "),
      ` · ${t.view.cup_size} in the cup`,
    ),
  );
}

const RANGES = {
  military: "within two lines",
  influence: "next to your areas",
  coup: "anywhere",
  false_alarm: "a bluff: it never acts",
  divine_help: "passes to the other afterwards",
  olympics: "anywhere",
};

export default {
  title: "Egemonia",
  tagline: "Athens against Sparta",
  about:
    "Athens against Sparta for the cities of Greece. Events are laid face down, revealed together, and what survives moves influence. Ten areas win.",
  optionNames: { scenario: "Scenario" },
  valueNames: { standard: "Standard", historical: "Historical" },
  reasons: { areas: "More areas.", sicily: "Sicily decided.", draw: "" },
  seating: () => [
    { seat: "s0", name: "Athens" },
    { seat: "s1", name: "Sparta" },
  ],
  seatName: (seat) => (seat === "s0" ? "Athens" : seat === "s1" ? "Sparta" : "Spectator"),

  headline(t) {
    const { view } = t;
    const turns = t.data.setting("turns") || 10;
    return [
      h("strong", {}, view.turn ? `Turn ${view.turn} of ${turns}` : "Setup"),
      h("span", {}, PHASES[view.phase] || view.phase),
      view.favoured ? h("span", { class: "tag" }, `The gods favour ${capital(view.favoured)}`) : null,
      view.oracle !== "delphi" ? h("span", { class: "tag" }, `${capital(view.oracle)} holds the Oracle`) : null,
    ].filter(Boolean);
  },

  prompt(t, chooser) {
    const verb = t.view.legal[0]?.split(":")[0];
    if (verb === "setup") return "Put one influence into an area.";
    if (verb === "pass") return "You can place nothing.";
    if (verb === "keep" || verb === "pythia") return "Will you ask the Pythia? She takes one event and gives another.";
    if (chooser.chosen.length) return `Where does ${t.data.name(chooser.chosen[0].slice(5))} go?`;
    return "Choose an event from your hand, then an area.";
  },

  path(move, t) {
    const [verb, rest = ""] = move.split(":");
    const name = (id) => t.data.name(id);
    if (verb === "setup") return [[`area:${rest}`, name(rest)]];
    if (verb === "place") {
      const [event, where] = rest.split("@");
      return [
        [`hand:${event}`, name(event)],
        [`area:${where}`, name(where)],
      ];
    }
    if (verb === "pythia")
      return [
        ["pythia", "Ask the Pythia"],
        [`hand:${rest}`, `Give ${name(rest)} back`],
      ];
    return [[verb, verb === "keep" ? "Keep the Oracle" : "Pass"]];
  },

  words(move, t) {
    const [verb, rest = ""] = move.split(":");
    const name = (id) => t.data.name(id);
    if (verb === "setup") return `Put influence into ${name(rest)}`;
    if (verb === "place") return `Place ${name(rest.split("@")[0])} on ${name(rest.split("@")[1])}`;
    if (verb === "pythia") return `Ask the Pythia: give ${name(rest)} back and draw another`;
    return verb === "keep" ? "Keep the Oracle for later" : "Pass";
  },

  board: (t) => [map(t), hand(t)],
};
