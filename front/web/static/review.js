// What a game taught: the chances as a line, turning points, judged decisions, luck apart from skill. All sentences about
// the game come from the engine; the page's own words are marked as English.

import { h, put, s } from "./dom.js";
import { api } from "./net.js";

const EVERY = 500; // milliseconds between two looks at how far it is
const SIGNS = { blunder: "??", mistake: "?", inaccuracy: "?!" };
const PLURALS = { blunder: "blunders", mistake: "mistakes", inaccuracy: "inaccuracies" };
const SURE = 0.9; // a better move with a smaller share of the mix should not always be played
const LUCKY = 0.03; // less is not worth telling
const MOST_LUCK = 3;
const MOST_STORY = 6;
const MOST_CAUSES = 4; // of a turning point, the greatest
const DIGIT = 13; // of the graph: the width of a number below it
const [WIDE, HIGH, LEFT, TOP, BOTTOM] = [640, 230, 48, 10, 26]; // of the picture

const percent = (share) => `${Math.round(share * 100)} %`;
const points = (gain) => `${gain > 0 && Math.round(gain * 100) ? "+" : ""}${Math.round(gain * 100) || 0}`;
const en = (tag, attributes, ...children) => h(tag, { lang: "en", ...attributes }, ...children);
const sleep = (ms) => new Promise((done) => setTimeout(done, ms));

/** A seat's review, when it is ready; `progress(done, of)` on the way. It ends with null when `wanted()` is false. */
export async function fetchReview(replay, seat, progress, wanted = () => true) {
  while (wanted()) {
    const { review, problem, done, of } = await api(`/api/replays/${replay}/${seat}/review`);
    if (review) return review;
    if (problem) throw new Error(problem);
    progress(done, of);
    await sleep(EVERY);
  }
  return null;
}

/**
 * A review as elements. `tones`: the class of each team's colour; `name(seat)`; `show(step)` goes to a position;
 * `branch(step)` plays on from there, and is left out where nobody may. `lang`: of the game's words. `uncovered`: what
 * was hidden, as far as it has been told already.
 */
export function reviewBlocks(review, { tones, name, show, branch, lang, uncovered }) {
  const buttons = (step) =>
    h(
      "span",
      { class: "review-buttons", lang: "en" },
      h("button", { type: "button", class: "quiet", onclick: () => show(step) }, "Show me"),
      branch ? h("button", { type: "button", class: "quiet", onclick: () => branch(step) }, "What if?") : null,
    );
  return [
    graph(review, tones, show, lang),
    review.swings?.length ? swings(review, name, buttons, new Set(uncovered)) : null,
    decisions(review, name, buttons),
    review.ledger ? ledger(review, name) : null,
  ];
}

/** The teams whose lines are drawn: of two, the seat's own. */
const shown = (review) => (review.names.length === 2 ? [review.team] : review.names.map((_, at) => at));

/** The same places, moved to the right where two of them are so near that their numbers would touch. */
function apart(places) {
  const order = places.map((_, i) => i).sort((a, b) => places[a] - places[b]);
  const found = [...places];
  for (const [rank, i] of order.entries()) if (rank) found[i] = Math.max(found[i], found[order[rank - 1]] + DIGIT);
  return found;
}

function graph(review, tones, show, lang) {
  const all = review.graph;
  const last = Math.max(1, all.length - 1);
  const x = (at) => LEFT + ((WIDE - LEFT - 10) * at) / last;
  const y = (share) => TOP + (HIGH - TOP - BOTTOM) * (1 - share);
  const names = shown(review).map((team) => review.names[team]);
  const turns = all.filter(({ when }, at) => at === 0 || when !== all[at - 1].when).map((point) => all.indexOf(point));
  const drawn = s(
    "svg",
    { viewBox: `0 0 ${WIDE} ${HIGH}`, class: "review-graph", role: "img", "aria-label": names.join(", ") },
    [0, 0.5, 1].map((share) => [
      s("path", { class: "review-rule", d: `M${LEFT} ${y(share)}H${WIDE - 10}` }),
      s("text", { class: "review-scale", x: LEFT - 6, y: y(share) + 4, "text-anchor": "end" }, percent(share)),
    ]),
    turns.map((at) => s("path", { class: "review-turn", d: `M${x(at)} ${y(0)}v5` })),
    (review.swings || []).map((swing) => s("path", { class: "review-swing", d: `M${x(swing.until)} ${TOP}V${y(0)}` })),
    apart((review.swings || []).map((swing) => x(swing.until))).map((at, number) =>
      s("text", { class: "review-number", x: at, y: HIGH - 6, "text-anchor": "middle" }, number + 1),
    ),
    shown(review).map((team) =>
      s("polyline", {
        class: `review-line ${tones[team]}`,
        points: all.map((point, at) => `${x(at).toFixed(1)},${y(point.chances[team]).toFixed(1)}`).join(" "),
      }),
    ),
  );
  drawn.addEventListener("click", (event) => {
    const { left, width } = drawn.getBoundingClientRect();
    const at = Math.round(((((event.clientX - left) / width) * WIDE - LEFT) / (WIDE - LEFT - 10)) * last);
    show(all[Math.max(0, Math.min(last, at))].step);
  });
  const rows = all.filter(({ when }, at) => at === all.length - 1 || when !== all[at + 1].when);
  return h(
    "section",
    { class: "review-block" },
    en("h3", {}, "The chance to win"),
    drawn,
    h(
      "p",
      { class: "review-names" },
      shown(review).map((team) => h("span", { class: tones[team] }, review.names[team])),
    ),
    h(
      "details",
      {},
      en("summary", {}, "In figures"),
      h(
        "div",
        { class: "table", tabindex: "0", role: "region", lang: "en", "aria-label": "Chances in figures" },
        h(
          "table",
          {},
          h(
            "thead",
            {},
            h(
              "tr",
              {},
              h("td", {}),
              review.names.map((each) => h("th", { scope: "col", lang }, each)),
            ),
          ),
          h(
            "tbody",
            {},
            rows.map(({ when, chances }) =>
              h(
                "tr",
                {},
                h("th", { scope: "row", lang }, when),
                chances.map((share) => h("td", {}, percent(share))),
              ),
            ),
          ),
        ),
      ),
    ),
  );
}

function swings(review, name, buttons, known) {
  const { team } = review;
  return h(
    "section",
    { class: "review-block" },
    en("h3", {}, "Turning points"),
    h(
      "ol",
      { class: "swings" },
      review.swings.map((swing) => {
        const causes = swing.causes || [];
        const unknown = (swing.unknown || []).filter((words) => !known.has(words));
        for (const words of unknown) known.add(words);
        const told = (swing.story || []).filter((words) => !causes.some(({ what }) => what === words));
        return h(
          "li",
          {},
          h(
            "p",
            {},
            h("strong", {}, swing.when),
            ` · ${percent(swing.before[team])} → ${percent(swing.after[team])} `,
            buttons(swing.step),
          ),
          causes
            .slice(0, MOST_CAUSES)
            .map((cause) =>
              h("p", { class: "cause" }, h("b", {}, points(cause.gain)), " ", causeWords(cause, name), cause.what),
            ),
          told.length ? h("p", { class: "cause" }, told.slice(0, MOST_STORY).join(" ")) : null,
          unknown.length ? h("p", { class: "cause" }, en("i", {}, "Hidden from you then: "), unknown.join(" ")) : null,
        );
      }),
    ),
  );
}

function causeWords({ kind, seat }, name) {
  if (kind === "luck") return en("i", {}, "Luck. ");
  if (kind === "choice") return [h("i", {}, name(seat)), ". "];
  return [en("i", {}, "What was hidden from "), h("i", {}, name(seat)), ". "];
}

function decisions(review, name, buttons) {
  const counts = Object.keys(SIGNS)
    .map((mark) => [mark, review.judged.filter((each) => each.mark === mark).length])
    .filter(([, n]) => n)
    .map(([mark, n]) => `${n} ${n === 1 ? mark : PLURALS[mark]}`);
  const fine = review.judged.filter(({ mark }) => mark === "fine").length;
  const marked = review.judged.filter(({ mark }) => mark !== "fine");
  return h(
    "section",
    { class: "review-block" },
    h("h3", {}, en("span", {}, "Decisions of "), name(review.seat)),
    en("p", { class: "counts" }, [...counts, `${fine} fine`].join(", "), ". Each is judged by what was known then."),
    h(
      "ol",
      { class: "judged" },
      marked.map((each) =>
        h(
          "li",
          { class: each.mark },
          h(
            "p",
            {},
            en("b", { class: "sign", role: "img", "aria-label": each.mark }, SIGNS[each.mark]),
            " ",
            h("strong", {}, each.when),
            `: ${each.label} `,
            h("span", { class: "loss" }, points(-each.loss)),
            " ",
            buttons(each.step),
          ),
          h("p", { class: "cause" }, en("i", {}, "Better: "), each.reason || `${each.better_label}.`),
          (each.better_share || 0) < SURE
            ? en(
                "p",
                { class: "cause" },
                `Best about ${percent(each.better_share || 0)} of the time: not always the same.`,
              )
            : null,
        ),
      ),
    ),
  );
}

function ledger(review, name) {
  const told = review.ledger;
  const rows = [
    ["At the start", Math.round(100 * told.start)],
    ["Dice and draws", points(told.luck)],
    ["What was hidden", points(told.hidden)],
    ["Own choices", points(told.own)],
    ["Others' choices", points(told.others)],
    ["Error of the estimate", points(told.error)],
    ["The result", Math.round(100 * told.result)],
  ];
  const lucky = (sign) =>
    review.graph
      .filter(({ part, gain }) => part === "luck" && sign * gain[review.team] >= LUCKY)
      .sort((a, b) => sign * (b.gain[review.team] - a.gain[review.team]))
      .slice(0, MOST_LUCK)
      .map((point) =>
        h(
          "li",
          {},
          en("i", {}, sign > 0 ? "Good luck " : "Bad luck "),
          h("b", {}, points(point.gain[review.team])),
          ` ${point.when}: ${point.what}`,
        ),
      );
  return h(
    "section",
    { class: "review-block" },
    h("h3", {}, en("span", {}, "Luck and skill of "), name(review.seat)),
    h(
      "table",
      { class: "ledger", lang: "en" },
      h(
        "tbody",
        {},
        rows.map(([label, figure]) => h("tr", {}, h("th", { scope: "row" }, label), h("td", {}, figure))),
      ),
    ),
    h("ul", { class: "lucky" }, lucky(1), lucky(-1)),
  );
}

/** A place that shows how far a review is, and then the review. */
export class ReviewPlace {
  /** `about`: see `reviewBlocks`; `ready(review)` when it is there. */
  constructor(replay, seat, about, ready = () => {}) {
    this.bar = h("progress", { max: 1, value: 0, "aria-label": "Review" });
    this.words = en("span", {}, "Looking back at the game…");
    this.element = h(
      "div",
      { class: "review" },
      h("p", { class: "review-wait", role: "status" }, this.words, this.bar),
    );
    this.run(replay, seat, about, ready);
  }

  async run(replay, seat, about, ready) {
    const isThere = () => this.element.isConnected || !this.started;
    try {
      const review = await fetchReview(
        replay,
        seat,
        (done, of) => {
          this.started = true;
          this.bar.max = of || 1;
          this.bar.value = done;
        },
        isThere,
      );
      if (!review) return;
      put(this.element, ...reviewBlocks(review, about).filter(Boolean));
      ready(review);
    } catch (error) {
      put(this.element, en("p", {}, error.message));
    }
  }
}
