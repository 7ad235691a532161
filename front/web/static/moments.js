// What just happened, at a pace that one can follow: one thing after the other in the panel beside the board, which is
// drawn as it was then. A click or a key skips it; whoever asked their system for less motion sees all of it at once, in the list.

import { h, put } from "./dom.js";

const PACE = 1200; // milliseconds for a sentence
const FURTHER = 500; // for each further one that is told with it
const MOST = 12000; // for all of them: many go by faster
const LEAST = 500;
const MOST_WAITING = 20;
const STILL = matchMedia("(prefers-reduced-motion: reduce)");

/** The words of an event that may name something on the board. */
const names = (text) => text.split(/[\s:@,+>]+/).slice(1);

export class Moments {
  /** `draw()` is called when the board changes, `done()` when all was shown, or skipped. */
  constructor(draw, done) {
    this.draw = draw;
    this.done = done;
    this.queue = []; // of lists of events that are told together
    this.told = [];
    this.past = null; // what the seat knew before all of them
    this.words = h("div", { class: "moment-words" });
    this.signs = h("div", { class: "moment-signs" });
    this.element = h(
      "div",
      { class: "moments", hidden: true },
      h(
        "div",
        { class: "moment-card", onclick: () => this.skip() },
        this.signs,
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

  /**
   * Events that `you` should see happen: not one's own moves, which one has just made. `past`: what the seat knew before
   * them. `joins(event, before)`: whether an event is told together with the one before.
   */
  add(events, you, past, joins = () => false) {
    if (STILL.matches || document.hidden || events.some(({ text }) => text.startsWith("undo"))) return;
    const own = [`move ${you} `, `secret ${you} `];
    const groups = [];
    for (const event of events.filter(({ text }) => !own.some((start) => text.startsWith(start)))) {
      const last = groups.at(-1);
      if (last && joins(event.text, last.at(-1).text)) last.push(event);
      else groups.push([event]);
    }
    const shown = groups.filter((group) => group.some(({ say }) => say));
    if (!shown.length) return;
    if (!this.active) this.past = past;
    this.queue.push(...shown);
    // Who falls far behind is shown the last part.
    if (this.queue.length > MOST_WAITING)
      this.told.push(...this.queue.splice(1, this.queue.length - MOST_WAITING).flat());
  }

  /** Where the telling is: `past`, and the events `told`, the `current` ones and those that are `untold`. */
  get state() {
    const [current = [], ...untold] = this.queue;
    return { past: this.active ? this.past : null, told: this.told, current, untold: untold.flat() };
  }

  clear() {
    clearTimeout(this.timer);
    this.timer = null;
    this.queue = [];
    this.told = [];
    this.past = null;
    this.element.hidden = true;
  }

  skip() {
    if (!this.active) return;
    this.clear();
    this.done();
  }

  /** Begin, unless something is shown already. `sign(event)` may draw an event beside its words. */
  begin(sign) {
    if (!this.timer) this.next(sign);
  }

  next(sign) {
    const [events] = this.queue;
    const said = events.filter(({ say }) => say);
    put(
      this.words,
      said.map(({ say }) => h("p", {}, say)),
    );
    put(
      this.signs,
      events.map((event) => sign?.(event.text)),
    );
    this.element.hidden = false;
    const pace = PACE + FURTHER * (said.length - 1);
    this.timer = setTimeout(
      () => {
        this.timer = null;
        this.told.push(...this.queue.shift());
        if (this.active) {
          this.next(sign);
          this.draw();
        } else {
          this.clear();
          this.done();
        }
      },
      Math.max(LEAST, Math.min(pace, MOST / this.queue.length)),
    );
  }

  /** Mark on the board what is told. */
  mark(board) {
    const about = (this.queue[0] || []).flatMap(({ text }) => names(text));
    for (const element of board.querySelectorAll("[data-key]")) {
      const [, id = ""] = element.dataset.key.split(":");
      const isElsewhere = element.closest(".hand"); // what is still in the hand is something else of that name
      element.classList.toggle(
        "moment",
        !isElsewhere && id !== "" && id.split("@").some((each) => about.includes(each)),
      );
    }
  }
}
