// A guided first game: what the game is about, what each decision is for, and what the engine would do. All that is said of
// the game are the engine's words.

import { h, put } from "./dom.js";
import { memory } from "./memory.js";
import { api } from "./net.js";
import { details } from "./offers.js";

const FIRST = { game: "epireia", seats: 1, options: { enemy: "ai" }, help: true };

/** Begin one. */
export async function beginGuided(lang) {
  const seating = [
    { seat: "s0", player: "person" },
    { seat: "enemy", player: "engine", level: 1 },
  ];
  const made = await api("/api/games", { body: { ...FIRST, seating, lang } });
  const [{ seat, token }] = made.seating;
  memory.keep(made.id, { game: made.game, owner: made.owner, at: Date.now(), guided: true, tokens: { [seat]: token } });
  location.assign(`/g/${made.id}`);
}

/** The guide of a game; `askForHint()` has the engine think. */
export class Guide {
  constructor(id, { game, lang }, askForHint) {
    this.id = id;
    this.askForHint = askForHint;
    this.asked = new Set();
    this.words = h("div", { lang, "aria-live": "polite" });
    this.element = h(
      "section",
      { class: "panel guide", lang: "en", "aria-label": "Guide" },
      h("h2", {}, "Guide"),
      this.words,
      h("button", { type: "button", class: "quiet", onclick: () => this.leave() }, "Leave the guide"),
    );
    this.begin(game, lang);
  }

  async begin(game, lang) {
    const { primer } = await api(`/api/rules/${game}?lang=${lang}`);
    this.primer = primer;
    if (this.last) this.show(...this.last);
  }

  leave() {
    memory.keep(this.id, { guided: false });
    this.element.remove();
  }

  /** What is asked in decision `d`, in full, and what the engine would do when it has said so. */
  show(described, d, move) {
    this.last = [described, d, move];
    this.element.dataset.decision = d ?? "";
    if (described.result || d === undefined) {
      put(
        this.words,
        h("p", { lang: "en" }, described.result ? "The review below says why it came out like this." : "…"),
      );
      return;
    }
    if (!this.asked.has(d)) {
      this.asked.add(d);
      this.askForHint();
    }
    const offer = described.moves?.find((each) => each.move === move);
    put(
      this.words,
      this.asked.size === 1 ? (this.primer || []).map((words) => h("p", {}, words)) : null,
      h("p", {}, described.question),
      offer
        ? [
            h("p", {}, h("strong", { lang: "en" }, "A good move: "), offer.label, ". ", details(offer)),
            h("p", { class: "cause", lang: "en" }, "It is marked on the board. Any other move may be played, too."),
          ]
        : h("p", { class: "cause", lang: "en" }, "The engine looks for a good move…"),
    );
  }
}
