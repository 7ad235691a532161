// From legal moves to clicks. A game's module says which keys a move is made of, in order: first a thing, then a place.
// What is drawn carries a key in `data-key`; a key that nothing drawn carries becomes a button.

import { h } from "./dom.js";

export class Chooser {
  /** `paths`: for each legal move its [[key, label], ...]; `play(move)` is called when a move is complete. */
  constructor(play) {
    this.play = play;
    this.moves = [];
    this.chosen = [];
    this.hinted = new Set();
    this.enabled = false;
  }

  set(moves, path, enabled) {
    const before = this.signature;
    // A module may give several paths to one move, where the order of its parts does not matter.
    this.moves = moves.flatMap((move) => {
      const found = path(move);
      return (Array.isArray(found[0]?.[0]) ? found : [found]).map((each) => ({ move, path: each }));
    });
    this.enabled = enabled;
    this.signature = moves.join("\n");
    if (this.signature !== before) {
      this.chosen = [];
      this.hinted = new Set();
    }
  }

  fitting() {
    return this.moves.filter(({ path }) => this.chosen.every((key, at) => path[at]?.[0] === key));
  }

  /** The keys that may be chosen next, with their labels and how many moves they leave. */
  open() {
    const found = new Map();
    if (!this.enabled) return found;
    for (const { path } of this.fitting()) {
      const step = path[this.chosen.length];
      if (!step) continue;
      const known = found.get(step[0]);
      if (known) known.count += 1;
      else found.set(step[0], { label: step[1], count: 1 });
    }
    return found;
  }

  choose(key) {
    if (this.chosen.includes(key)) {
      this.chosen = this.chosen.slice(0, this.chosen.indexOf(key));
      return;
    }
    if (!this.open().has(key)) {
      // Another first thing instead of the one chosen.
      const firsts = this.moves.some(({ path }) => path[0]?.[0] === key);
      if (!firsts) return;
      this.chosen = [];
    }
    this.chosen = [...this.chosen, key];
    const complete = this.fitting().find(({ path }) => path.length === this.chosen.length);
    if (complete) {
      this.chosen = [];
      this.play(complete.move);
    }
  }

  hint(move) {
    const found = this.moves.find((each) => each.move === move);
    this.hinted = new Set(found ? found.path.map(([key]) => key) : []);
  }

  /** Light what can be chosen inside `root`, and put buttons for the rest into `tray`. */
  light(root, tray, again) {
    const open = this.open();
    const drawn = new Set();
    const others = new Set(this.moves.map(({ path }) => path[0]?.[0]));
    for (const element of root.querySelectorAll("[data-key]")) {
      const key = element.dataset.key;
      const lit = open.has(key);
      const chosen = this.enabled && this.chosen.includes(key);
      const clickable = lit || chosen || (this.enabled && this.chosen.length > 0 && others.has(key));
      drawn.add(key);
      element.classList.toggle("lit", lit);
      element.classList.toggle("chosen", chosen);
      element.classList.toggle("hinted", this.enabled && this.hinted.has(key));
      element.classList.toggle("dim", this.enabled && this.chosen.length > 0 && !clickable);
      if (clickable) {
        element.setAttribute("tabindex", "0");
        element.setAttribute("role", "button");
        element.setAttribute("aria-pressed", chosen);
        element.onclick = (event) => {
          event.stopPropagation();
          this.choose(key);
          again(key);
        };
        element.onkeydown = (event) => {
          if (event.key === "Enter" || event.key === " ") {
            event.preventDefault();
            element.onclick(event);
          }
        };
      } else {
        element.removeAttribute("tabindex");
        element.removeAttribute("role");
        element.removeAttribute("aria-pressed");
        element.onclick = element.onkeydown = null;
      }
    }
    root.onclick = (event) => nearestTo(event)?.dispatchEvent(new MouseEvent("click", { bubbles: true }));
    const rest = [...open].filter(([key]) => !drawn.has(key));
    const short = rest.every(([, { label }]) => label.length <= 3);
    tray.classList.toggle("numbers", rest.length > 0 && short);
    const buttons = rest.map(([key, { label }]) =>
      h(
        "button",
        {
          type: "button",
          class: `choice ${this.hinted.has(key) ? "hinted" : ""}`,
          "data-key": key,
          onclick: () => {
            this.choose(key);
            again(key);
          },
        },
        label,
      ),
    );
    if (this.chosen.length) {
      const back = () => {
        this.chosen = [];
        again(null);
      };
      buttons.push(h("button", { type: "button", class: "quiet", onclick: back }, "Choose something else"));
    }
    tray.replaceChildren(...buttons);
  }
}

const FINGER = 22; // pixels around its middle in which a place on a map is hit: a target of 44

/** What can be chosen on a drawing nearest to a click that missed it; null if nothing is near. */
function nearestTo({ target, clientX, clientY }) {
  const near = [...(target.closest("svg.drawing")?.querySelectorAll("[data-key][role=button]") || [])].map(
    (element) => {
      const { left, right, top, bottom } = (element.querySelector(".halo") || element).getBoundingClientRect();
      return { element, far: Math.hypot((left + right) / 2 - clientX, (top + bottom) / 2 - clientY) };
    },
  );
  near.sort((a, b) => a.far - b.far);
  return near[0]?.far <= FINGER ? near[0].element : null;
}
