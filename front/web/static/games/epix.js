// Epix: castles, lands and the wild between them, units, action cards, bids.

import { capital, drawing, h, isNarrow, listed, range, s } from "../dom.js";
import { glyph, icon } from "../icons.js";
import { landmass, showWays } from "./land.js";

const UNITS = ["soldier", "knight", "camp", "catapult"];
const CARDS = { recruit: "Recruitment", tax: "Tax", move: "Move & Attack" };
const CARD_ICONS = { recruit: "recruit", tax: "coin", move: "sword" };
const CARD_NOTES = { recruit: "pay for new units", tax: "take gold", move: "use your units" };
const SEASONS = ["spring", "summer", "autumn", "winter"];
const COLOURS = ["Blue", "Red", "Gold", "Green"];
// Wide, or upright on a telephone.
const frame = () =>
  isNarrow()
    ? { width: 640, height: 900, at: ([x, y]) => [50 + x * 5.4, 60 + y * 7.9] }
    : { width: 1000, height: 800, at: ([x, y]) => [70 + x * 8.6, 66 + y * 6.75] };
const number = (seat) => Number(seat.slice(1));
const boardFile = (t) => `board${t.view.players}.toml`;
const province = (t, id) => t.data.rows("province", boardFile(t)).find((row) => row.id === id);
const placeName = (t, id) => {
  const row = province(t, id);
  return row?.kind === "castle" && row.seat !== undefined && row.seat < t.view.players
    ? `${t.name(`s${row.seat}`)}'s castle`
    : row?.name || id;
};

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
        "aria-label": `${t.name(stack.seat)}'s ${unit} in ${placeName(t, row.id)}${spent ? ", spent" : ""}`,
      },
      s("circle", { class: "halo", cx: x + dx, cy: y + dy, r: 21 }),
      s("circle", { class: "disc", cx: x + dx, cy: y + dy, r: 17 }),
      glyph(unit, x + dx, y + dy, 22),
    );
  });
}

function map(t) {
  const rows = t.data.rows("province", boardFile(t));
  const { width, height, at } = frame();
  const places = Object.fromEntries(rows.map((row) => [row.id, at(row.at)]));
  const track = (id) => id === "L" || id === "Br";
  const solid = rows
    .filter((row) => !track(row.id))
    .map((row) => ({ ...row, next: row.next.filter((id) => !track(id)) }));
  const lines = rows.flatMap((row) =>
    row.next
      .filter((other) => other > row.id)
      .map((other) => {
        const [[x1, y1], [x2, y2]] = [places[row.id], places[other]];
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
  let arrow = null;
  if (active && attack) {
    const [[x1, y1], [x2, y2]] = [places[active.at], places[attack.to]];
    const length = Math.hypot(x2 - x1, y2 - y1) || 1;
    const [ux, uy] = [(x2 - x1) / length, (y2 - y1) / length];
    const [ex, ey] = [x2 - ux * 50, y2 - uy * 50];
    arrow = s(
      "g",
      { class: `arrow ${t.tone(t.view.turn)}` },
      s("line", { x1: x1 + ux * 40, y1: y1 + uy * 40, x2: ex - ux * 12, y2: ey - uy * 12 }),
      s("path", {
        d: `M${ex} ${ey}L${ex - ux * 24 - uy * 13} ${ey - uy * 24 + ux * 13}L${ex - ux * 24 + uy * 13} ${ey - uy * 24 - ux * 13}z`,
      }),
    );
  }
  // On a narrow map the lands crowd in below the castle at the top: its name stands above it.
  const top = Math.min(...rows.map((row) => places[row.id][1]));
  const nameBelow = (row, y) =>
    row.kind === "castle" ? (isNarrow() && y === top ? -40 : 68) : row.id === "K" ? 84 : 65;
  const areas = rows.map((row) => {
    const [x, y] = places[row.id];
    const owner = t.view.board[row.id]?.seat;
    const home = row.kind !== "wild" && row.seat !== undefined && row.seat < t.view.players ? `s${row.seat}` : null;
    const label = `${placeName(t, row.id)}${owner ? `, held by ${t.name(owner)}` : ", empty"}`;
    return s(
      "g",
      { class: `province kind-${row.kind} at-${row.id}`, "data-key": `place:${row.id}`, "aria-label": label },
      shape(row, x, y, "halo", 9),
      shape(row, x, y, `ground ${home ? t.tone(home) : ""}`),
      owner ? shape(row, x, y, `holding ${t.tone(owner)}`, -4) : null,
      s(
        "text",
        { class: "place-name", x, y: y + nameBelow(row, y) },
        row.kind === "castle" ? placeName(t, row.id) : row.name.replace("Land ", ""),
      ),
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
    "Map of the provinces",
    s("rect", { width, height, rx: 14, class: "sea" }),
    landmass(solid, places, "next", isNarrow() ? 90 : 116),
    lines,
    areas,
    arrow,
    rows.map((row) => units(t, row, places[row.id][0], places[row.id][1] + (row.kind === "castle" ? 16 : 0))),
  );
  return showWays(drawn, "place:");
}

const coins = (n) => h("span", { class: "coins" }, icon("coin", "gold"), String(n));

function player(t, seat) {
  const { view } = t;
  const i = number(seat);
  const cards = view.cards[i];
  const held = Object.values(view.board).filter((stack) => stack.seat === seat).length;
  const hidden = view.phase !== "draft" && !cards && view.season !== "draft" && !t.result ? null : cards;
  return h(
    "li",
    { class: `noble ${t.tone(seat)} ${view.turn === seat ? "acting" : ""}` },
    h(
      "header",
      {},
      h("span", { class: "chip", "aria-hidden": "true" }),
      h("strong", {}, t.name(seat)),
      view.first === seat ? h("span", { class: "tag", title: "First Player card" }, "1st") : null,
      coins(view.gold[i]),
    ),
    h(
      "div",
      { class: "line" },
      h("span", {}, `${held} province${held === 1 ? "" : "s"}`),
      hidden
        ? h(
            "span",
            { class: "played" },
            `${view.shown[i] ? "plays" : "chose"} ${listed(hidden.map((card) => CARDS[card]))}`,
          )
        : null,
      view.auction.length ? h("span", {}, `bid ${view.auction[i]}`) : null,
    ),
    h(
      "div",
      { class: "line supply", role: "group", "aria-label": "Supply" },
      UNITS.map((unit) => h("span", { title: `${unit}s in the supply` }, icon(unit, unit), `${view.supply[i][unit]}`)),
    ),
    view.abilities[i].length
      ? h(
          "div",
          { class: "line" },
          view.abilities[i].map((id) =>
            h("span", { class: "tag", title: t.data.get("ability", id)?.text }, t.data.name(id)),
          ),
        )
      : null,
  );
}

function choices(t) {
  const { view } = t;
  const legal = view.legal;
  const found = [];
  if (legal.some((move) => move.startsWith("recruit:"))) {
    found.push(
      ...t.data
        .rows("unit")
        .map((row) =>
          h(
            "div",
            { class: "event-card", "data-key": `supply:${row.id}` },
            h("span", { class: "card-icon" }, icon(row.id)),
            h("span", { class: "card-name" }, row.name),
            h("span", { class: "card-note" }, `${row.cost} gold · ${view.supply[number(t.you)]?.[row.id] ?? 0} left`),
          ),
        ),
    );
  }
  if (view.phase === "cards" || view.phase === "order") {
    found.push(
      ...Object.keys(CARDS).map((card) =>
        h(
          "div",
          { class: "event-card", "data-key": `card:${card}` },
          h("span", { class: "card-icon" }, icon(CARD_ICONS[card])),
          h("span", { class: "card-name" }, CARDS[card]),
          h("span", { class: "card-note" }, CARD_NOTES[card]),
        ),
      ),
    );
  }
  for (const id of view.table) {
    const bid = view.bids[id];
    const row = t.data.get("ability", id);
    found.push(
      h(
        "div",
        { class: "event-card ability", "data-key": `ability:${id}` },
        h("span", { class: "card-icon" }, icon("scroll")),
        h("span", { class: "card-name" }, row.name),
        h("span", { class: "card-note" }, row.text, bid ? h("em", {}, ` ${t.name(bid.seat)} bids ${bid.gold}.`) : ""),
      ),
    );
  }
  return found.length ? h("div", { class: "hand" }, found) : null;
}

function fight(t) {
  const { attack, active, turn } = t.view;
  if (!attack || !active) return null;
  const against =
    { garrison: "the garrison", province: "all that stands there" }[attack.against] || `a ${attack.against}`;
  return h(
    "p",
    { class: "banner", role: "status" },
    icon(active.unit),
    h(
      "span",
      {},
      h("strong", { class: t.tone(turn) }, t.name(turn)),
      ` attacks ${placeName(t, attack.to)}: a ${active.unit} against ${against} of `,
      h("strong", { class: t.tone(attack.defender) }, t.name(attack.defender)),
      `. ${attack.guesses === 1 ? "One guess" : `${attack.guesses} guesses`}${attack.parity ? `, and the bid is ${attack.parity}` : ""}.`,
    ),
  );
}

export default {
  title: "Epix",
  tagline: "castles, bids and bluffs",
  about:
    "Nobles fight for castles and provinces with hidden bids, hidden cards and guesses. Take a castle and you win at once; otherwise whoever holds most provinces after Winter.",
  optionNames: { rules: "Rules" },
  valueNames: { basic: "Basic", advanced: "With abilities" },
  reasons: {
    castle: "A castle was taken.",
    provinces: "Most provinces.",
    gold: "Equal provinces, more gold.",
    split: "The win is shared.",
  },
  seating: (form) => range(form.seats).map((i) => ({ seat: `s${i}`, name: COLOURS[i] })),
  seatName: (seat) => COLOURS[number(seat)] || "Spectator",

  headline(t) {
    const { view } = t;
    const phase = {
      draft: "recruiting before Spring",
      auction: "secret bids for the First Player card",
      give: "the First Player card is given",
      cards: "choosing action cards in secret",
      order: "both cards are shown",
      recruit: "Recruitment",
      act: "Move & Attack",
      unit: "Move & Attack",
      fight: "a fight: bid against guess",
      press: "a fight is won",
      over: "the end",
    }[view.phase];
    return [
      h("strong", {}, capital(view.season)),
      h("span", {}, phase || ""),
      view.season !== "draft"
        ? h(
            "span",
            { class: "seasons", "aria-hidden": "true" },
            SEASONS.map((season) =>
              h("i", { class: SEASONS.indexOf(season) <= SEASONS.indexOf(view.season) ? "on" : "" }),
            ),
          )
        : null,
    ].filter(Boolean);
  },

  prompt(t, chooser) {
    const { view } = t;
    const chosen = chooser.chosen.at(-1);
    if (view.phase === "draft" && chosen?.startsWith("ability:")) return "How much do you bid?";
    if (chosen?.startsWith("supply:")) return `Where does the ${chosen.slice(7)} go?`;
    if (chosen?.startsWith("unit:")) return "Where to?";
    if (chosen?.startsWith("guess:")) return "And the second guess?";
    if (chosen?.startsWith("card:")) return "And the second card?";
    const gold = view.gold[number(t.you)];
    return (
      {
        draft: `Recruit, ${view.table.length ? "bid on an ability, " : ""}or pass. You have ${gold} gold.`,
        auction: `Bid in secret for the First Player card. You have ${gold} gold.`,
        give: "Who gets the First Player card?",
        cards: view.season === "winter" ? "Choose two action cards in secret." : "Choose an action card in secret.",
        order: "Which card do you play first?",
        recruit: `Recruit units, or finish. You have ${gold} gold.`,
        act: "Choose one of your units, then where it goes. Or finish.",
        unit: "Where does this unit go on to?",
        fight:
          view.turn === t.you
            ? `Hide a bid of 1 to ${gold}. If it is guessed, the attack fails.`
            : "Guess what the attacker has bid.",
        press: "Go on against the next defender, or fall back?",
      }[view.phase] || "Choose."
    );
  },

  path(move, t) {
    const [verb, rest = ""] = move.split(":");
    const [what, where = ""] = rest.split("@");
    if (verb === "recruit")
      return [
        [`supply:${what}`, capital(what)],
        [`place:${where}`, placeName(t, where)],
      ];
    if (verb === "bid" && where)
      return [
        [`ability:${where}`, t.data.name(where)],
        [`bid:${what}`, what],
      ];
    if (verb === "bid") return [[`bid:${what}`, what]];
    if (verb === "guess") {
      const amounts = rest.split(",");
      if (amounts.length === 1) return [[`guess:${rest}`, rest]];
      const [a, b] = amounts.map((n) => [`guess:${n}`, n]);
      return [
        [a, b],
        [b, a],
      ];
    }
    if (verb === "card" || verb === "play") {
      const cards = rest.split("+").map((card) => [`card:${card}`, CARDS[card]]);
      return cards.length === 1 ? cards : [cards, [...cards].reverse()];
    }
    if (verb === "first") return [[move, rest === t.you ? "Keep it yourself" : t.name(rest)]];
    if (["move", "attack", "fire"].includes(verb)) {
      const [from, to] = where.split(">");
      return [
        [`unit:${what}@${from}`, `${capital(what)} in ${placeName(t, from)}`],
        [`place:${to}`, placeName(t, to)],
      ];
    }
    return [[verb, { pass: "Pass", done: "Finish", stop: "Stop here", on: "Go on", back: "Fall back" }[verb] || move]];
  },

  words(move, t) {
    const [verb, rest = ""] = move.split(":");
    const [what, where = ""] = rest.split("@");
    const [from, to] = where.split(">").map((id) => placeName(t, id));
    return (
      {
        recruit: `Recruit a ${what} in ${from}`,
        bid: where ? `Bid ${what} for ${t.data.name(where)}` : `Bid ${what}`,
        pass: "Pass",
        first: rest === t.you ? "Keep the First Player card" : `Give the First Player card to ${t.name(rest)}`,
        card: `Choose ${listed(rest.split("+").map((card) => CARDS[card]))}`,
        play: `Play ${CARDS[rest]} first`,
        done: "Finish",
        move: `Move the ${what} from ${from} to ${to}`,
        attack: `Attack ${to} with the ${what} from ${from}`,
        fire: `Fire at ${to} with the catapult in ${from}`,
        stop: "Stop here",
        guess: `Guess ${rest.split(",").join(" or ")}`,
        on: "Go on against the next defender",
        back: "Fall back",
      }[verb] || move
    );
  },

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
