// Where the keyboard is on the page of a game. Almost everything is drawn anew after each event; what had the focus is
// gone then, and without this the next `Tab` would begin at the top of the page.

import { bringIntoView } from "./scroll.js";

const PARTS = [".board", ".tray", ".tools", ".all-moves"];
const NEXT = ".board .lit, .tray .choice";

export class Keyboard {
  constructor(main) {
    this.main = main;
    this.at = null;
  }

  /** Before something is drawn anew. Only somebody who uses the keyboard is brought back: a mouse has no place. */
  note() {
    const focused = document.activeElement;
    if (!focused || focused === document.body) return; // lost by the last drawing: what was noted then still holds
    const part = PARTS.find((each) => focused.closest(each));
    const { key, move, tool } = focused.dataset;
    this.at =
      part && focused.matches(":focus-visible")
        ? { part, key, move, tool, typing: focused.matches("input"), summary: focused.matches("summary") }
        : null;
  }

  /** From a button that is gone to what can be chosen. */
  begin() {
    this.at = { part: ".board" };
  }

  /** Afterwards: to `key` or the same thing, if it can be chosen, or else to the first one; later, if nothing can be. */
  back(key) {
    const focused = document.activeElement;
    if (!this.at || (focused && focused !== document.body && focused.tabIndex >= 0)) return;
    const place = this.withKey(key) || this.same() || this.main.querySelector(NEXT);
    if (!place) return;
    this.go(place);
    if (this.at.typing) place.setSelectionRange?.(place.value.length, place.value.length);
  }

  /** To the next thing of a choice that has begun. */
  goOn() {
    const place = this.at && this.main.querySelector(NEXT);
    if (place) this.go(place);
  }

  go(place) {
    const drawn = Boolean(place.closest(".board"));
    place.focus({ preventScroll: drawn });
    if (drawn) bringIntoView(this.main, [place]);
  }

  withKey(key) {
    return (
      key &&
      [...this.main.querySelectorAll("[data-key]")].find(
        (element) => element.dataset.key === key && element.tabIndex >= 0,
      )
    );
  }

  same() {
    const { part, key, move, tool, typing, summary } = this.at;
    const inside = (selector) =>
      [...this.main.querySelectorAll(`${part} ${selector}`)].filter((element) => element.tabIndex >= 0);
    if (tool) return inside("[data-tool]").find((element) => element.dataset.tool === tool);
    if (key) return this.withKey(key);
    if (part !== ".all-moves") return null;
    if (summary) return inside("summary")[0];
    if (typing) return inside("input")[0] || inside("[data-move]")[0];
    const moves = inside("[data-move]");
    return moves.find((element) => element.dataset.move === move) || moves[0];
  }
}
