// Ephyran: the gods' cities, four territories of four areas each, and the cards in hand with their two halves.

import { capital, drawing, h, isNarrow, range, s, wrapped } from "../dom.js";
import { glyph, icon } from "../icons.js";

const TERRITORIES = ["lagoon", "lands", "forest", "mountain"];
const SHORT = { lagoon: "Lagoon", lands: "Lands", forest: "Forest", mountain: "Mountain" };
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
const god = (t, seat) => t.view?.gods?.[seat];
const creature = (t, half) => t.data.get("creature", half.split("-")[0]);
const territoryOf = (t, half) => creature(t, half)?.territory;
const areaOf = (half) => half.split("-")[1];
const placeOf = (t, half) => `${territoryOf(t, half)}-${areaOf(half)}`;
const halfName = (t, half) =>
  half === "dionysus" ? "Dionysus" : `${creature(t, half)?.name || half} ${areaOf(half) || ""}`;
const placeName = (place) => `${SHORT[place.split("-")[0]]} ${place.split("-")[1]}`;
const card = (t, id) => t.data.get("card", id);
const support = (t, id) => t.data.get("support", card(t, id)?.lower);
const cardName = (t, id) =>
  id === "dionysus" ? "Dionysus" : `${halfName(t, id)} / ${support(t, id)?.name || halfName(t, card(t, id).lower)}`;

function magicOf(t, half) {
  const row = t.data.rows("card").find((each) => each.upper === half || each.lower === half);
  const magic = row && (row.upper === half ? row.upper_magic : row.lower_magic);
  return magic && magic !== "none" ? magic : null;
}

function slot(t, seat, territory, n) {
  const { lock, areas } = t.view.cities[seat][territory];
  const lying = areas[n - 1];
  const [x, y] = [left() + (n - 1) * (W + 8), 40 + TERRITORIES.indexOf(territory) * (H + 10)];
  const half = lying?.half;
  const names = half ? wrapped(half === "dionysus" ? "Dionysus" : creature(t, half).name, 10) : [];
  const magic = half && half !== "dionysus" ? magicOf(t, half) : null;
  const token = lying?.token;
  const known = token && token.kind !== "?";
  const label = `${placeName(`${territory}-${n}`)} of ${t.name(seat)}: ${half ? halfName(t, half) : "free"}${token ? `, with a token${known ? `: ${t.data.name(token.kind)}` : ""}` : ""}`;
  return s(
    "g",
    {
      class: `slot land-${territory} ${half ? "filled" : "free"} ${half === "dionysus" ? "wine" : ""}`,
      "data-key": `place:${seat}.${territory}-${n}`,
      "aria-label": label,
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
    const locked = view.cities[seat][territory].lock;
    const note = home === territory ? "doubled" : locked ? "locked" : "";
    const upright = isNarrow();
    const turned = { transform: `translate(${(LEFT - 8) / 2 + 5} ${y + H / 2}) rotate(-90)` };
    return [
      s(
        "g",
        {
          class: `territory land-${territory}`,
          "data-key": `land:${seat}.${territory}`,
          "aria-label": `${SHORT[territory]} of ${t.name(seat)}${locked ? ", locked" : ""}`,
        },
        s("rect", { class: "halo", x: 0, y: y - 2, width: LEFT - 9, height: H + 4, rx: 9 }),
        s("rect", { class: "ribbon", x: 3, y, width: LEFT - 14, height: H, rx: 7 }),
        s(
          "text",
          {
            class: `ribbon-text ${upright && home === territory ? "tight" : ""}`,
            ...(upright ? turned : { x: (LEFT - 8) / 2, y: y + H / 2 + (note ? -2 : 5) }),
          },
          `${SHORT[territory]}${upright && home === territory ? " ×2" : ""}`,
        ),
        note && !upright ? s("text", { class: "ribbon-note", x: (LEFT - 8) / 2, y: y + H / 2 + 18 }, note) : null,
      ),
      range(4).map((i) => slot(t, seat, territory, i + 1)),
    ];
  });
  const hand = view.hands[seat];
  const known = hand.filter((id) => id !== "?" && seat !== t.you);
  const heading = s(
    "g",
    { class: `city-name ${t.tone(seat)}`, "data-key": `city:${seat}`, "aria-label": `The city of ${t.name(seat)}` },
    s("rect", { class: "halo", x: 0, y: 0, width: width - 8, height: 33, rx: 8 }),
    s("rect", { class: "plate", x: 3, y: 3, width: width - 14, height: 27, rx: 6 }),
    own ? glyph(GODS[own], 20, 16.5, 20) : null,
    s(
      "text",
      { class: "who", x: 36, y: 22 },
      `${t.name(seat)}${own && t.seatSetup(seat)?.name ? `, ${t.data.name(own)}` : ""}${view.first === seat ? " · first player" : ""}`,
    ),
    s(
      "text",
      { class: "cards-left", x: width - 20, y: 22 },
      view.scores
        ? `${view.scores[seat]} prestige`
        : `${hand.length} card${hand.length === 1 ? "" : "s"}${known.length ? `, known: ${known.map((id) => halfName(t, id)).join(", ")}` : ""}`.slice(
            0,
            44,
          ),
    ),
  );
  return h(
    "div",
    { class: `city ${seat === t.you ? "own" : ""} ${view.turn === seat ? "acting" : ""} ${t.tone(seat)}` },
    drawing(width, 40 + 4 * (H + 10), `City of ${t.name(seat)}`, heading, rows),
  );
}

function half(key, kind, title, note, symbol, magic) {
  return h(
    "div",
    { class: `half ${kind}`, "data-key": key },
    h(
      "span",
      { class: "half-top" },
      symbol ? icon(symbol) : null,
      h("strong", {}, title),
      magic ? h("span", { class: "magic", title: magic }, icon(MAGIC[magic], magic), POINTS[magic]) : null,
    ),
    h("span", { class: "half-note" }, note),
  );
}

function handCard(t, id, prefix = "") {
  if (id === "dionysus")
    return h("div", { class: "two-halves" }, half(`${prefix}half:dionysus`, "wine", "Dionysus", "any area", "wreath"));
  const row = card(t, id);
  const territory = (name, magic) =>
    half(
      `${prefix}half:${name}`,
      `land-${territoryOf(t, name)}`,
      creature(t, name).name,
      placeName(placeOf(t, name)),
      null,
      magic !== "none" ? magic : null,
    );
  const below = support(t, id);
  return h(
    "div",
    { class: "two-halves" },
    territory(row.upper, row.upper_magic),
    below
      ? half(`${prefix}sup:${id}`, "support", below.name, below.effect, SUPPORT_ICONS[below.id])
      : territory(row.lower, row.lower_magic),
  );
}

function piles(t) {
  const { view } = t;
  const top = view.discard.at(-1);
  return h(
    "div",
    { class: "piles" },
    h("div", { class: "pile back", "data-key": "pile" }, h("span", { class: "big" }, view.pile_size), "in the pile"),
    h(
      "div",
      {
        class: "pile",
        "data-key": "discard",
      },
      top ? h("strong", {}, cardName(t, top)) : "nothing",
      h("span", { class: "note" }, "discard"),
    ),
    view.held
      ? h(
          "div",
          { class: "pile held" },
          icon(MAGIC[view.held.kind] || "eye"),
          h("span", {}, view.held.kind === "?" ? "a token" : t.data.name(view.held.kind)),
          h("span", { class: "note" }, "to be put"),
        )
      : null,
    h("div", { class: "pile quietly" }, h("span", { class: "big" }, view.supply_size), "tokens"),
  );
}

export default {
  title: "Ephyran",
  tagline: "gods build cities of cards",
  about:
    "Each player is a god and builds a city of four territories, card by card, with many different creatures and with magic. Every card can be a place or a power. The most prestigious city wins.",
  optionNames: { gods: "Gods" },
  valueNames: { dealt: "Dealt", choose: "Chosen" },
  reasons: { prestige: "The most prestigious city.", tie: "Equally prestigious cities.", draw: "" },
  seating: (form) => range(form.seats).map((i) => ({ seat: `s${i}`, name: `Player ${i + 1}` })),
  seatName: (seat, t) => (god(t, seat) ? t.data.name(god(t, seat)) : `Player ${Number(seat.slice(1)) + 1}`),

  headline(t) {
    const { view } = t;
    const phase =
      {
        first: "who begins?",
        deal: "the cards are dealt",
        pile: "draws a card",
        refill: "draws a card",
        look: "the Graeae look",
        token: "a token is drawn",
        gods: "the gods are given out",
        action: "one action",
        extra: "one more action",
        react: "may it be stopped?",
        draw: "draw a card",
        swap: "an exchange",
        lose: "an area is lost",
        grab: "a token is stolen",
        put: "a token is put",
        keep: "the Graeae's three cards",
        under: "the Graeae's cards",
        over: "the end",
      }[view.phase] || view.phase;
    return [
      h("strong", {}, view.round ? `Round ${view.round}` : "Setup"),
      h("span", {}, view.turn && !t.result ? `${t.name(view.turn)}: ${phase}` : phase),
      view.ending && !t.result ? h("span", { class: "tag" }, "The last round") : null,
    ].filter(Boolean);
  },

  prompt(t, chooser) {
    const { view } = t;
    const [first, second] = chooser.chosen;
    if (first === "discard") return "Which card do you discard?";
    if (second) return "And where does Dionysus go?";
    if (first?.startsWith("sup:")) return `${support(t, first.slice(4)).name}: choose the target.`;
    if (first?.startsWith("half:")) return "Where does it go?";
    const target = view.support ? t.data.get("support", view.support)?.name : "";
    return (
      {
        gods: "Choose your god.",
        action: "Choose a half of a card in your hand, then its place.",
        extra: "One more action: add, change, discard or take a Dionysus.",
        react: `${t.name(view.turn)} plays ${target}${view.target ? ` against ${t.name(view.target)}` : ""}. Will you stop it?`,
        draw: view.draws > 1 ? "Draw the first of two cards." : "Draw a card.",
        swap: "Which place do you exchange?",
        lose: "Which area do you give up?",
        grab: "Which token do you steal?",
        put: "Put the token on one of your areas.",
        keep: "Keep one of these cards.",
        under: "Which card is discarded first? The other one lies on top of it.",
      }[view.phase] || "Choose."
    );
  },

  path(move, t) {
    const [verb, rest = ""] = move.split(":");
    const you = t.you;
    const own = (place) => [`place:${you}.${place}`, placeName(place)];
    const halfStep = (name) => [`half:${name}`, halfName(t, name)];
    const supStep = (id) => [`sup:${id}`, support(t, id)?.name || cardName(t, id)];
    const [what, where] = rest.split("@");
    switch (verb) {
      case "add":
      case "change":
        return [halfStep(what), own(where || placeOf(t, what))];
      case "twins":
      case "graeae":
      case "take":
      case "shield":
      case "hecate":
        return [supStep(rest)];
      case "exchange": {
        if (!what.includes(",")) return [supStep(what), [`city:${where}`, t.name(where)]];
        const [id, name] = what.split(",");
        return where ? [supStep(id), halfStep(name), own(where)] : [supStep(id), halfStep(name)];
      }
      case "destroy":
      case "steal":
        return [supStep(what), [`city:${where}`, t.name(where)]];
      case "discard":
        return [
          ["discard", "Discard a card"],
          [`half:${rest}`, cardName(t, rest)],
        ];
      case "dionysus": {
        const [seat, place] = where.split(">");
        return [halfStep(what), [`place:${seat}.${placeOf(t, what)}`, `${t.name(seat)}'s Dionysus`], own(place)];
      }
      case "lock":
        return [supStep(what), [`land:${you}.${where}`, SHORT[where]]];
      case "unlock": {
        const [seat, territory] = where.split(".");
        return [supStep(what), [`land:${seat}.${territory}`, `${SHORT[territory]} of ${t.name(seat)}`]];
      }
      case "swap":
      case "grab":
        return [[`place:${t.view.target}.${rest}`, placeName(rest)]];
      case "lose":
      case "put":
        return [own(rest)];
      case "keep":
      case "under":
        return [[`look:${rest}`, cardName(t, rest)]];
      case "draw":
        return [[rest, rest === "pile" ? "From the pile" : "From the discard"]];
      case "god":
        return [[move, t.data.name(rest)]];
      case "pass":
        return [[move, t.view.phase === "react" ? "Let it happen" : "Pass"]];
      default:
        return [[move, move]];
    }
  },

  words(move, t) {
    const [verb, rest = ""] = move.split(":");
    const [what, where = ""] = rest.split("@");
    const name = (id) => support(t, id)?.name || id;
    switch (verb) {
      case "add":
        return `Add ${halfName(t, what)}${where ? ` on ${placeName(where)}` : ""}`;
      case "change":
        return `Change ${placeName(where || placeOf(t, what))} to ${halfName(t, what)}`;
      case "discard":
        return `Discard ${cardName(t, rest)}`;
      case "dionysus": {
        const [seat, place] = where.split(">");
        return `Take Dionysus from ${t.name(seat)} for ${halfName(t, what)} and put him on ${placeName(place)}`;
      }
      case "lock":
        return `Lock your ${SHORT[where]} with Athena's shield`;
      case "unlock":
        return `Unlock ${SHORT[where.split(".")[1]]} of ${t.name(where.split(".")[0])} with Hecate's magic`;
      case "exchange":
        if (!what.includes(",")) return `${name(what)} with ${t.name(where)}`;
        return `${name(what.split(",")[0])}: take ${where ? `your area on ${placeName(where)}` : "your area"} back for ${halfName(t, what.split(",")[1])}`;
      case "destroy":
      case "steal":
        return `${name(what)}: ${t.name(where)}`;
      case "twins":
      case "graeae":
      case "take":
        return `Play ${name(rest)} (${halfName(t, rest)})`;
      case "shield":
      case "hecate":
        return `Stop it with ${name(rest)} (${halfName(t, rest)})`;
      case "swap":
        return `Exchange ${placeName(rest)}`;
      case "lose":
        return `Give up ${placeName(rest)}`;
      case "grab":
        return `Steal the token on ${placeName(rest)}`;
      case "put":
        return `Put the token on ${placeName(rest)}`;
      case "draw":
        return rest === "pile" ? "Draw from the pile" : "Draw the top of the discard";
      case "keep":
        return `Keep ${cardName(t, rest)}`;
      case "under":
        return `Discard ${cardName(t, rest)} first`;
      case "god":
        return `Be ${t.data.name(rest)}`;
      case "pass":
        return t.view.phase === "react" ? "Let it happen" : "Pass";
      default:
        return capital(move);
    }
  },

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
      h(
        "div",
        { class: "near" },
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
      ),
      h(
        "div",
        { class: "far" },
        others.map((seat) => city(t, seat)),
      ),
    );
  },
};
