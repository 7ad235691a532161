// The panels beside the board: chances, players, the list of all moves, what happened, who has won.

import { h, listed, put } from "./dom.js";

const SHOWN = 120; // moves in the list before one must search

/** Each team's chance as the seat sees it: from a search of its decision, which goes on for a moment; then of its last. */
export function bar(place, t, chances) {
  if (!chances || t.result) {
    put(place);
    return;
  }
  const { wp } = chances;
  const names = t.teams.map((team) => (team === "house" ? "Enemy" : team.split("+").map(t.name).join(" + ")));
  const tones = t.teams.map((team) => (team === "house" ? "tone-house" : t.tone(team.split("+")[0])));
  const parts = wp.map((share, at) => {
    const part = h("div", { class: `part ${tones[at]}` }, share > 0.14 ? `${Math.round(share * 100)}` : "");
    part.style.flexGrow = String(Math.max(share, 0.01));
    return part;
  });
  const words = wp.map((share, at) => `${names[at]} ${Math.round(share * 100)} %`).join(", ");
  put(
    place,
    h("p", { class: "bar-label" }, chances.d === t.d ? "Chances as you see them" : "Chances at your last decision"),
    h("div", { class: "bar", role: "img", "aria-label": `Chances as you see them: ${words}` }, parts),
    h(
      "div",
      { class: "bar-names", "aria-hidden": "true" },
      names.map((name, at) => h("span", { class: tones[at] }, name)),
    ),
  );
}

export function seatList(place, t, active) {
  put(
    place,
    ...t.seating.map((each) => {
      const asked = t.view.pending.includes(each.seat);
      const who = each.player === "engine" ? `engine, level ${each.level}` : each.seat === active ? "you" : "person";
      return h(
        "li",
        { class: `${t.tone(each.seat)} ${asked && !t.result ? "asked" : ""}` },
        h("span", { class: "chip", "aria-hidden": "true" }),
        h("span", { class: "name" }, t.name(each.seat)),
        h("span", { class: "who" }, who),
        asked && !t.result ? h("span", { class: "thinking", role: "img", "aria-label": "to decide" }, "•••") : null,
      );
    }),
  );
}

/** All legal moves in words: for the keyboard, for screen readers, and when in doubt. */
export function moveList(place, chooser, t, module, thought, analyzing, play) {
  const moves = chooser.enabled ? [...new Set(chooser.moves.map(({ move }) => move))] : [];
  place.hidden = !moves.length;
  if (!moves.length) {
    put(place);
    return;
  }
  if (thought && analyzing) place.open = true; // an analysis is read in the list
  const worth = new Map((thought?.lines || []).map(([move, policy, ev]) => [move, { policy, ev }]));
  const typed = place.querySelector("input")?.value || "";
  const items = h("ul", {});
  const fill = (filter) => {
    const wanted = filter.toLowerCase();
    const found = moves
      .map((move) => ({ move, words: module.words(move, t) }))
      .filter(({ move, words }) => !wanted || words.toLowerCase().includes(wanted) || move.includes(wanted));
    found.sort((a, b) => (worth.get(b.move)?.ev ?? -1) - (worth.get(a.move)?.ev ?? -1));
    put(
      items,
      ...found.slice(0, SHOWN).map(({ move, words }) => {
        const judged = worth.get(move);
        return h(
          "li",
          {},
          h(
            "button",
            { type: "button", class: `move ${judged ? "judged" : ""}`, "data-move": move, onclick: () => play(move) },
            h("span", {}, words),
            judged
              ? h(
                  "span",
                  { class: "worth", title: `share ${Math.round(judged.policy * 100)} %` },
                  `${Math.round(judged.ev * 100)} %`,
                )
              : null,
          ),
        );
      }),
      found.length > SHOWN ? h("li", { class: "more" }, `… and ${found.length - SHOWN} more: search above.`) : "",
    );
  };
  const search =
    moves.length > 12
      ? h("input", {
          type: "search",
          placeholder: "Search",
          "aria-label": "Search the moves",
          value: typed,
          oninput: (event) => fill(event.target.value),
        })
      : null;
  put(place, h("summary", {}, `All moves in words (${moves.length})`), search || "", items);
  fill(typed);
}

const HEADING = /^(Turn|Round) \d+|begins\.$/;
const OPENING = /^((?:Turn|Round) \d+)\. (.+)$/; // a heading with what is told of it

/** What happened, in sentences; what was taken back is struck out. */
export function log(place, events, t) {
  const gone = new Set();
  const standing = [];
  for (const { n, text } of events) {
    const undo = text.match(/^undo to=(\d+)$/);
    if (undo) {
      while (standing.length && standing.at(-1) > Number(undo[1])) gone.add(standing.pop());
    } else standing.push(n);
  }
  put(
    place,
    ...events
      .filter(({ say }) => say)
      .flatMap(({ n, say }) => (say.match(OPENING)?.slice(1) || [say]).map((part) => ({ n, say: part })))
      .map(({ n, say }) =>
        h("li", { class: `${HEADING.test(say) ? "heading" : ""} ${gone.has(n) ? "gone" : ""}` }, named(say, t)),
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

/** A sentence with the players' names instead of their seats. */
export function named(sentence, t) {
  const words = sentence.replace(/\b(s[0-9])\b|^enemy\b|(?<![Tt]he )\benemy(?=\.$)/g, (seat) => t.name(seat));
  return (words.charAt(0).toUpperCase() + words.slice(1)).replace(/([!?])\.$/, "$1"); // "Coup!" ends a sentence by itself
}

/** Who has won, as the person who looks would say it. */
export function verdict(t) {
  const { winners } = t.result;
  const names = winners.map(t.name);
  const others = listed(winners.filter((seat) => seat !== t.you).map(t.name));
  const theyWin = `${listed(names)} ${names.length > 1 ? "win" : "wins"}`;
  if (winners.length === t.seats.length && t.seats.length > 1)
    return t.you === "pub" ? "The game is drawn." : "You have drawn.";
  if (t.you === "pub") return names.length ? `${theyWin}.` : "The game is lost.";
  if (winners.includes(t.you)) return others ? `You have won, with ${others}.` : "You have won!";
  return names.length ? `You have lost: ${theyWin.replace(/^The /, "the ")}.` : "You have lost.";
}

/** Whom everybody waits for. */
export function waitingFor(t) {
  const names = t.view.pending.filter((seat) => seat !== t.you && seat !== "chance").map(t.name);
  return names.length ? `Waiting for ${names.join(" and ")}…` : "…";
}
