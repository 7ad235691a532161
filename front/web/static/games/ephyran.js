// Ephyran: the gods' cities, four territories of four areas each, and the cards in hand with their two halves.

import { drawing, h, isNarrow, range, s, wrapped } from "../dom.js";
import { glyph, icon } from "../icons.js";

const TERRITORIES = ["lagoon", "lands", "forest", "mountain"];
const GODS = { poseidon: "trident", gaia: "wheat", aeolus: "horn", hephaestus: "torch" };
const MAGIC = { thunderbolt: "bolt", trident: "trident", owl: "owl", helmet: "helmet" };
const POINTS = { thunderbolt: "+3", trident: "+2", owl: "+1", helmet: "−1" };
const SUPPORT_ICONS = {
  twins: "star",
  graeae: "eye",
  exchange: "scroll",
  take: "lyre",
  destroy: "skull",
  steal: "dagger",
  shield: "shield",
  hecate: "torch",
};
const W = 118;
const H = 74;

const left = () => (isNarrow() ? 40 : 96); // the ribbon with a territory's name
const god = (t, seat) => t.view.gods[seat];
const territoryOf = (t, half) => t.data.get("creature", half.split("-")[0])?.territory;
const card = (t, id) => t.data.get("card", id);

function magicOf(t, half) {
  const row = t.data.rows("card").find((each) => each.upper === half || each.lower === half);
  const magic = row && (row.upper === half ? row.upper_magic : row.lower_magic);
  return magic && magic !== "none" ? magic : null;
}

/** The words of what the others did since the seat decided something: creatures, places and cards. */
function fresh(t) {
  const since = t.events.slice(t.events.findLastIndex(({ text }) => text.startsWith(`move ${t.you} `)) + 1);
  const isUntold = new Set(t.telling.untold.map(({ n }) => n));
  return new Set(
    since
      .filter(({ n, text }) => !isUntold.has(n) && /^(move|put|loss|swap) /.test(text))
      .flatMap(({ text }) => {
        const [, who, ...words] = text.split(/[\s:@,+>]+/);
        return words.flatMap((word) => [word, `${who}.${word}`]);
      }),
  );
}

function slot(t, seat, territory, n) {
  const { lock, areas } = t.view.cities[seat][territory];
  const lying = areas[n - 1];
  const [x, y] = [left() + (n - 1) * (W + 8), 40 + TERRITORIES.indexOf(territory) * (H + 10)];
  const half = lying?.half;
  const { label, says } = t.thing(`place:${seat}.${territory}-${n}`);
  const names = half ? wrapped(label, 10) : [];
  const magic = half && half !== "dionysus" ? magicOf(t, half) : null;
  const token = lying?.token;
  const known = token && token.kind !== "?";
  const news = fresh(t);
  const isFresh = (half !== "dionysus" && news.has(half)) || news.has(`${seat}.${territory}-${n}`);
  return s(
    "g",
    {
      class: `slot land-${territory} ${half ? "filled" : "free"} ${half === "dionysus" ? "wine" : ""} ${isFresh ? "fresh" : ""}`,
      "data-key": `place:${seat}.${territory}-${n}`,
      "aria-label": says,
    },
    s("rect", { class: "halo", x: x - 3, y: y - 3, width: W + 6, height: H + 6, rx: 11 }),
    s("rect", { class: "card", x, y, width: W, height: H, rx: 9 }),
    half ? s("rect", { class: "stripe", x, y, width: 9, height: H, rx: 4 }) : null,
    s("text", { class: "number", x: x + (half ? 24 : W / 2), y: half ? y + 24 : y + H / 2 + 8 }, n),
    names.map((line, i) =>
      s(
        "text",
        { class: `creature ${line.length > 10 ? "long" : ""}`, x: x + 16, y: y + H - 12 - (names.length - 1 - i) * 17 },
        line,
      ),
    ),
    magic ? glyph(MAGIC[magic], x + W - 22, y + 19, 22, { class: "glyph magic" }) : null,
    token
      ? [
          s("circle", { class: "token", cx: x + W - 50, cy: y + 19, r: 13 }),
          known
            ? glyph(MAGIC[token.kind], x + W - 50, y + 19, 17, { class: "glyph in-token" })
            : s("text", { class: "token-text", x: x + W - 50, y: y + 25 }, "?"),
        ]
      : null,
    lock && n === areas.length ? glyph("shield", x + W - 20, y + H - 22, 26, { class: "glyph lock" }) : null,
  );
}

function city(t, seat) {
  const { view } = t;
  const own = god(t, seat);
  const home = t.data.get("god", own)?.territory;
  const LEFT = left();
  const width = LEFT + 4 * (W + 8);
  const rows = TERRITORIES.map((territory) => {
    const y = 40 + TERRITORIES.indexOf(territory) * (H + 10);
    const {
      label,
      says,
      notes: [note],
    } = t.thing(`land:${seat}.${territory}`);
    const upright = isNarrow();
    const turned = { transform: `translate(${(LEFT - 8) / 2 + 5} ${y + H / 2}) rotate(-90)` };
    return [
      s(
        "g",
        {
          class: `territory land-${territory}`,
          "data-key": `land:${seat}.${territory}`,
          "aria-label": says,
        },
        s("rect", { class: "halo", x: 0, y: y - 2, width: LEFT - 9, height: H + 4, rx: 9 }),
        s("rect", { class: "ribbon", x: 3, y, width: LEFT - 14, height: H, rx: 7 }),
        s(
          "text",
          {
            class: `ribbon-text ${upright && home === territory ? "tight" : ""}`,
            ...(upright ? turned : { x: (LEFT - 8) / 2, y: y + H / 2 + (note ? -2 : 5) }),
          },
          `${label}${upright && home === territory ? " ×2" : ""}`,
        ),
        note && !upright ? s("text", { class: "ribbon-note", x: (LEFT - 8) / 2, y: y + H / 2 + 18 }, note) : null,
      ),
      range(4).map((i) => slot(t, seat, territory, i + 1)),
    ];
  });
  const { label: title, notes: hand, says: whole } = t.thing(`city:${seat}`);
  const person = t.seatSetup(seat)?.name;
  const heading = s(
    "g",
    { class: `city-name ${t.tone(seat)}`, "data-key": `city:${seat}`, "aria-label": whole },
    s("rect", { class: "halo", x: 0, y: 0, width: width - 8, height: 33, rx: 8 }),
    s("rect", { class: "plate", x: 3, y: 3, width: width - 14, height: 27, rx: 6 }),
    own ? glyph(GODS[own], 20, 16.5, 20) : null,
    s(
      "text",
      { class: "who", x: 36, y: 22 },
      person ? s("tspan", { class: "person-name" }, `${person} · `) : null,
      title,
    ),
    s("text", { class: "cards-left", x: width - 20, y: 22 }, hand.map((note) => note.slice(0, 44)).join(" · ")),
  );
  return h(
    "div",
    { class: `city ${seat === t.you ? "own" : ""} ${view.turn === seat ? "acting" : ""} ${t.tone(seat)}` },
    drawing(width, 40 + 4 * (H + 10), whole, heading, rows),
  );
}

function half(t, key, kind, symbol, magic, prefix) {
  const { label, notes } = t.thing(key);
  return h(
    "div",
    { class: `half ${kind}`, "data-key": `${prefix}${key}`, "data-priced": true },
    h(
      "span",
      { class: "half-top" },
      symbol ? icon(symbol) : null,
      h("strong", {}, label),
      magic ? h("span", { class: "magic" }, icon(MAGIC[magic], t.thing(`token:${magic}`).label), POINTS[magic]) : null,
    ),
    h("span", { class: "half-note" }, notes),
  );
}

/** A card with its halves; with a prefix their keys are others, for it is chosen as a whole. */
function handCard(t, id, prefix = "") {
  if (id === "dionysus")
    return h("div", { class: "two-halves" }, half(t, "half:dionysus", "wine", "wreath", null, prefix));
  const row = card(t, id);
  const support = t.data.get("support", row.lower);
  const territory = (name, magic) =>
    half(t, `half:${name}`, `land-${territoryOf(t, name)}`, null, magic !== "none" ? magic : null, prefix);
  return h(
    "div",
    { class: "two-halves" },
    territory(row.upper, row.upper_magic),
    support
      ? half(t, `sup:${id}`, "support", SUPPORT_ICONS[support.id], null, prefix)
      : territory(row.lower, row.lower_magic),
  );
}

function piles(t) {
  const { view } = t;
  const [pile, discard, held, tokens] = ["pile", "discard", "held", "tokens"].map(t.thing);
  return h(
    "div",
    { class: "piles" },
    h("div", { class: "pile back", "data-key": "pile" }, h("span", { class: "big" }, view.pile_size), pile.label),
    h(
      "div",
      { class: "pile", "data-key": "discard" },
      h("strong", {}, discard.label),
      h("span", { class: "note" }, discard.notes),
    ),
    view.held
      ? h(
          "div",
          { class: "pile held" },
          icon(MAGIC[view.held.kind] || "eye"),
          h("span", {}, held.label),
          h("span", { class: "note" }, held.notes),
        )
      : null,
    h("div", { class: "pile quietly" }, h("span", { class: "big" }, view.supply_size), tokens.label),
  );
}

export default {
  headings: ["turn"],

  /** What a seat does in its turn and what it draws for that are told together. */
  joins: (text, before) => before.startsWith("turn ") || text.startsWith("draw "),

  board(t) {
    const { view } = t;
    const seats = Object.keys(view.cities);
    const others = seats.filter((seat) => seat !== t.you);
    const own = view.hands[t.you] || [];
    const looked = view.looked.filter((id) => id !== "?");
    return h(
      "div",
      { class: `html-board cities n-${seats.length}` },
      looked.length
        ? h(
            "div",
            { class: "hand looked" },
            looked.map((id) => h("div", { class: "look", "data-key": `look:${id}` }, handCard(t, id, "shown-"))),
          )
        : null,
      seats.includes(t.you) ? city(t, t.you) : null,
      h(
        "div",
        { class: "own-hand" },
        piles(t),
        own.length
          ? h(
              "div",
              { class: "hand cards-hand" },
              own.map((id) => handCard(t, id)),
            )
          : null,
      ),
      h(
        "div",
        { class: "far" },
        others.map((seat) => city(t, seat)),
      ),
    );
  },
};
