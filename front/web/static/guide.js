// A guided first game: what the game is about, what each decision is for, and what the engine would do. All that is said of
// the game are the engine's words.

import { h, put } from "./dom.js";
import { memory } from "./memory.js";
import { api } from "./net.js";
import { details } from "./offers.js";
import { rulesOf } from "./rules.js";

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

/** The guide of a game; `askForHint()` has the engine think, `play(move)` makes a move. */
export class Guide {
  constructor(id, { game, lang, seats }, { askForHint, play }) {
    this.id = id;
    this.askForHint = askForHint;
    this.play = play;
    this.asked = new Set();
    this.proposed = new Map(); // by decision
    this.words = h("div", { lang, "aria-live": "polite" });
    this.primer = h("div", { lang });
    this.element = h(
      "section",
      { class: "panel guide", lang: "en", "aria-label": "Guide" },
      h("h2", {}, "Guide"),
      this.words,
      this.primer,
      h("button", { type: "button", class: "quiet", onclick: () => this.leave() }, "Leave the guide"),
    );
    this.begin(game, lang, seats);
  }

  /** The aim of the game stands there at first; how it is played can be read at any time. */
  async begin(game, lang, seats) {
    const { primer } = await rulesOf(game, lang, seats);
    [this.aim, ...this.rules] = primer;
    if (this.last) this.show(...this.last);
    put(
      this.primer,
      h(
        "details",
        {},
        h("summary", { lang: "en" }, "How the game is played"),
        h(
          "div",
          { class: "read", tabindex: "0", role: "region", lang: "en", "aria-label": "How the game is played" },
          [this.aim, ...this.rules].map((words) => h("p", { lang }, words)),
        ),
      ),
    );
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
    if (move) this.proposed.set(d, move);
    const offer = described.moves?.find((each) => each.move === this.proposed.get(d));
    put(
      this.words,
      this.asked.size === 1 && this.aim ? h("p", {}, this.aim) : null,
      h("p", {}, h("strong", {}, described.question)),
      offer ? this.proposal(offer) : h("p", { class: "cause", lang: "en" }, "The engine looks for a good move…"),
    );
  }

  proposal(offer) {
    const more = details(offer);
    return h(
      "div",
      { class: "proposal" },
      h("p", {}, h("strong", { lang: "en" }, "A good move: "), offer.label, more ? [": ", more] : null),
      h("p", { class: "cause", lang: "en" }, "It is marked on the board. Any other move may be played, too."),
      h("button", { type: "button", lang: "en", onclick: () => this.play(offer.move) }, "Play it"),
    );
  }
}
