// What just happened, at a pace that one can follow: one sentence after the other above the board, what it is about marked
// on it. A click or a key skips it; whoever asked their system for less motion sees all of it at once, in the list.

import { h, put } from "./dom.js";

const PACE = 1100; // milliseconds for a sentence
const MOST = 7000; // for all of them: many go by faster
const LEAST = 320;
const STILL = matchMedia("(prefers-reduced-motion: reduce)");

/** The words of an event that may name something on the board. */
const names = (text) => text.split(/[\s:@,]+/).slice(1);

export class Moments {
  /** `done()` is called when all was shown, or skipped. */
  constructor(done) {
    this.done = done;
    this.queue = [];
    this.words = h("p", {});
    this.element = h(
      "div",
      { class: "moments", hidden: true },
      h(
        "div",
        { class: "moment-card", onclick: () => this.skip() },
        this.words,
        h("button", { type: "button", class: "quiet", lang: "en" }, "Skip"),
      ),
    );
    addEventListener(
      "keydown",
      (event) => {
        if (!this.active || !["Escape", "Enter", " "].includes(event.key)) return;
        event.preventDefault();
        event.stopPropagation();
        this.skip();
      },
      true,
    );
  }

  get active() {
    return this.queue.length > 0;
  }

  /** Events that `you` should see happen: not one's own moves, which one has just made. */
  add(events, you) {
    if (STILL.matches || document.hidden || events.some(({ text }) => text.startsWith("undo"))) return;
    const own = `move ${you} `;
    this.queue.push(...events.filter(({ say, text }) => say && !text.startsWith(own)));
  }

  clear() {
    clearTimeout(this.timer);
    this.timer = null;
    this.queue = [];
    this.element.hidden = true;
    this.mark(null);
  }

  skip() {
    if (!this.active) return;
    this.clear();
    this.done();
  }

  /** Go on with what is shown, or begin; the board may be another one than before. */
  run(board) {
    this.board = board;
    if (this.timer) this.mark(this.queue[0]);
    else this.next();
  }

  next() {
    const [moment] = this.queue;
    put(this.words, moment.say);
    this.element.hidden = false;
    this.mark(moment);
    const pace = Math.max(LEAST, Math.min(PACE, MOST / this.queue.length));
    this.timer = setTimeout(() => {
      this.timer = null;
      this.queue.shift();
      if (this.active) this.next();
      else {
        this.clear();
        this.done();
      }
    }, pace);
  }

  mark(moment) {
    if (!this.board) return;
    const about = moment ? names(moment.text) : [];
    for (const element of this.board.querySelectorAll("[data-key]")) {
      const [, id = ""] = element.dataset.key.split(":");
      element.classList.toggle("moment", id !== "" && id.split("@").some((each) => about.includes(each)));
    }
  }
}
