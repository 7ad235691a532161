// The panels beside the board: where the game stands, what threatens, chances, players, all moves in words, what happened.

import { about } from "./about.js";
import { h, put } from "./dom.js";
import { details, priced } from "./offers.js";

const SHOWN = 120; // moves in the list before one must search

/** Where the game stands: the parts of the headline, the first one stronger. */
export const headline = (t) => t.described.headline.split(" | ").map((part, at) => h(at ? "span" : "strong", {}, part));

/** What may go wrong; what may decide the game is marked. `shown`: kinds of which the board itself tells as well. */
export function threats(place, t, shown = []) {
  const found = (t.described.threats || []).filter(({ kind, grave }) => grave || !shown.includes(kind));
  place.hidden = !found.length;
  put(
    place,
    found.map(({ words, grave }) =>
      h(
        "li",
        { class: grave ? "grave" : "" },
        h("span", { class: "sign", role: grave ? "img" : null, "aria-label": grave ? "!" : null }, grave ? "⚠" : "•"),
        h("span", {}, words),
      ),
    ),
  );
}

/** Mark what the threats are about. */
export function markThreats(board, t) {
  const keys = new Set((t.described.threats || []).flatMap((threat) => threat.keys || []));
  for (const element of board.querySelectorAll("[data-key]"))
    element.classList.toggle("threatened", keys.has(element.dataset.key));
}

/** A position in words: blocks with lines and tables. */
export const blocks = (summary) =>
  summary.map(({ title, lines = [], heads = [], rows = [] }) =>
    h(
      "section",
      { class: "block panel" },
      h("h2", {}, title),
      lines.map((line) => h("p", {}, line)),
      rows.length
        ? h(
            "div",
            { class: "table", tabindex: "0", role: "region", "aria-label": title },
            h(
              "table",
              {},
              heads.some(Boolean)
                ? h(
                    "thead",
                    {},
                    h(
                      "tr",
                      {},
                      heads.map((head) => h(head ? "th" : "td", { scope: head ? "col" : null }, head)),
                    ),
                  )
                : null,
              h(
                "tbody",
                {},
                rows.map(([first, ...cells]) =>
                  h(
                    "tr",
                    {},
                    h("th", { scope: "row" }, first),
                    cells.map((cell) => h("td", {}, cell)),
                  ),
                ),
              ),
            ),
          )
        : null,
    ),
  );

/** Each team's chance as the seat sees it: from a search of its decision, which goes on for a moment; then of its last. */
export function bar(place, t, chances) {
  if (!chances || t.result) {
    put(place);
    return;
  }
  const { wp } = chances;
  const names = t.teams.map((team) => team.split("+").map(t.name).join(" + "));
  const tones = t.teams.map((team) => (team === "house" ? "tone-house" : t.tone(team.split("+")[0])));
  const parts = wp.map((share, at) => {
    const part = h("div", { class: `part ${tones[at]}` }, share > 0.14 ? `${Math.round(share * 100)}` : "");
    part.style.flexGrow = String(Math.max(share, 0.01));
    return part;
  });
  const words = wp.map((share, at) => `${names[at]} ${Math.round(share * 100)} %`).join(", ");
  put(
    place,
    h(
      "p",
      { class: "bar-label", lang: "en" },
      chances.d === t.d ? "Chances as you see them" : "Chances at your last decision",
    ),
    h("div", { class: "bar", role: "img", "aria-label": words }, parts),
    h(
      "div",
      { class: "bar-names", "aria-hidden": "true" },
      names.map((name, at) => h("span", { class: tones[at] }, name)),
    ),
  );
}

export function seatList(place, t, active) {
  const waiting = t.described.waiting || [];
  put(
    place,
    ...t.seating.map((each) => {
      const asked = waiting.includes(each.seat) && !t.result;
      const who = each.player === "engine" ? `engine, level ${each.level}` : each.seat === active ? "you" : "person";
      const called = t.described.names?.[each.seat] || each.seat;
      return h(
        "li",
        { class: `${t.tone(each.seat)} ${asked ? "asked" : ""}` },
        h("span", { class: "chip", "aria-hidden": "true" }),
        h(
          "span",
          { class: "name" },
          each.name ? [h("span", { class: "person-name" }, each.name), h("small", {}, ` ${called}`)] : called,
        ),
        h("span", { class: "who", lang: "en" }, who),
        asked ? h("span", { class: "thinking", role: "img", lang: "en", "aria-label": "to decide" }, "•••") : null,
      );
    }),
  );
}

/** All legal moves in words, and at the end what cannot be paid: for the keyboard, for screen readers, and when in doubt. */
export function moveList(place, chooser, thought, analyzing, play) {
  const moves = chooser.enabled ? chooser.described.moves : [];
  const unpaid = chooser.described.unpaid || [];
  place.hidden = !moves.length;
  if (!moves.length) {
    put(place);
    return;
  }
  if (thought && analyzing) place.open = true; // an analysis is read in the list
  openForFew(place, chooser);
  const worth = new Map((thought?.lines || []).map(([move, policy, ev]) => [move, { policy, ev }]));
  const typed = place.querySelector("input")?.value || "";
  const items = h("ul", {});
  const fill = (filter) => {
    const wanted = filter.toLowerCase();
    const fits = (offer) =>
      !wanted || `${offer.label} ${offer.move || ""} ${details(offer)}`.toLowerCase().includes(wanted);
    const found = moves.filter(fits);
    found.sort((a, b) => (worth.get(b.move)?.ev ?? -1) - (worth.get(a.move)?.ev ?? -1));
    put(
      items,
      found.slice(0, SHOWN).map((offer) => h("li", {}, moveButton(offer, worth.get(offer.move), play))),
      found.length > SHOWN
        ? h("li", { class: "more", lang: "en" }, `… and ${found.length - SHOWN} more: search above.`)
        : null,
      unpaid.filter(fits).map((thing) => h("li", { class: "move unpaid" }, inWords(thing))),
    );
  };
  const search =
    moves.length > 12
      ? h("input", {
          type: "search",
          lang: "en",
          placeholder: "Search",
          "aria-label": "Search the moves",
          value: typed,
          oninput: (event) => fill(event.target.value),
        })
      : null;
  put(place, h("summary", { lang: "en" }, `All moves in words (${moves.length})`), search || "", items);
  fill(typed);
}

const FEW = 8;

/** Where few things on a map are to be chosen, the list says what each of them is, for a finger cannot point and wait. */
function openForFew(place, chooser) {
  const { moves } = chooser.described;
  const isWanted = chooser.isOnMap && moves.length <= FEW && moves.some(({ does }) => does);
  if (isWanted) place.open = true;
  else if (place.dataset.few) place.open = false;
  if (isWanted) place.dataset.few = "yes";
  else delete place.dataset.few;
}

/** A move or what cannot be paid: its name, what it does, what it costs and how likely it is. */
const inWords = (offer) => [
  h(
    "span",
    { class: "move-words" },
    h("span", { class: "move-name" }, offer.label),
    offer.does && offer.does !== offer.label ? h("small", { class: "does" }, offer.does) : null,
    offer.why ? h("small", { class: "why" }, offer.why) : null,
  ),
  offer.price || offer.chance ? h("span", { class: "terms" }, priced(offer)) : null,
];

function moveButton(offer, judged, play) {
  return h(
    "button",
    {
      type: "button",
      class: `move ${judged ? "judged" : ""}`,
      "data-move": offer.move,
      onclick: () => play(offer.move),
    },
    inWords(offer),
    judged
      ? h(
          "span",
          { class: "worth", lang: "en", ...about(`Played ${Math.round(judged.policy * 100)} % of the time`) },
          `${Math.round(judged.ev * 100)} %`,
        )
      : null,
  );
}

/** What happened, in sentences; what was taken back is struck out. `headings`: the events with which something begins. */
export function log(place, events, headings = []) {
  const gone = new Set();
  const standing = [];
  for (const { n, text } of events) {
    const undo = text.match(/^undo to=(\d+)$/);
    if (undo) {
      while (standing.length && standing.at(-1) > Number(undo[1])) gone.add(standing.pop());
    } else standing.push(n);
  }
  const isHeading = (text) => headings.includes(text.split(" ")[0]);
  put(
    place,
    ...events
      .filter(({ say }) => say)
      .map(({ n, text, say }) =>
        h("li", { class: `${isHeading(text) ? "heading" : ""} ${gone.has(n) ? "gone" : ""}` }, say),
      ),
  );
}

/** A place for what happened, that stays at its end unless somebody scrolls up in it; `follow` when all is drawn. */
export function storyPlace() {
  const place = h("ol", { class: "story", "aria-label": "What happened", "aria-live": "polite", tabindex: "0" });
  // From scrolling alone: its height changes with the panels above it, which says nothing about the reader.
  place.addEventListener("scroll", () => {
    place.reading = place.scrollHeight - place.scrollTop - place.clientHeight > 60;
  });
  return place;
}

export function follow(place) {
  if (!place.reading) place.scrollTop = place.scrollHeight;
}
