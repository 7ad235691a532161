// From what a seat may do to clicks. A move is found in steps, each about something: first a thing, then a place. What is
// drawn carries the key of its thing in `data-key`; a step whose key nothing drawn carries becomes a button.

import { about, nameDrawn, tellAbout } from "./about.js";
import { h, s } from "./dom.js";
import { glyph } from "./icons.js";
import { badge, details, priced } from "./offers.js";

/**
 * The ways to each move: its steps, outermost first. Pairs that are named in either order have two. `paths(offer)` may
 * give others: a list of lists of steps.
 */
function ways(described, paths) {
  const groups = new Map((described.groups || []).map((group) => [group.id, group]));
  const above = (id) => {
    const found = [];
    for (let group = groups.get(id); group; group = groups.get(group.group))
      if (!group.listing) found.unshift({ key: group.key, label: group.label, group });
    return found;
  };
  const drawn = (offer) => paths?.({ ...offer, step: offer.step || offer.label });
  return (described.moves || []).flatMap(
    (offer) =>
      drawn(offer)?.map((path) => ({ move: offer.move, path })) ||
      [{ ...offer, step: offer.step || offer.label }, ...(offer.also || [])].map(({ group, key, step }) => ({
        move: offer.move,
        path: [...above(group), { key, label: step, offer }],
      })),
  );
}

const NOTHING = { moves: [] };

export class Chooser {
  /** `play(move)` is called when a move is complete. */
  constructor(play) {
    this.play = play;
    this.isStrike = () => false; // of a move: whether it hurts somebody
    this.described = NOTHING;
    this.moves = [];
    this.chosen = [];
    this.hinted = new Set();
    this.enabled = false;
  }

  /** What a seat may do; `paths`: see `ways`. */
  set(described, enabled, paths = null) {
    const before = this.signature;
    this.described = described || NOTHING;
    this.moves = ways(this.described, paths);
    this.enabled = enabled;
    this.signature = this.moves.map(({ move }) => move).join("\n");
    if (this.signature !== before) {
      this.chosen = [];
      this.hinted = new Set();
    }
  }

  fitting() {
    return this.moves.filter(({ path }) => this.chosen.every((key, at) => path[at]?.key === key));
  }

  /** The question of the step that comes next. */
  question() {
    const last = this.chosen.length && this.fitting()[0]?.path[this.chosen.length - 1].group;
    return last?.ask || this.described.prompt || this.described.question;
  }

  /** The steps that may be chosen next, by key. */
  open() {
    const found = new Map();
    if (!this.enabled) return found;
    for (const { path } of this.fitting()) {
      const step = path[this.chosen.length];
      if (step && !found.has(step.key)) found.set(step.key, step);
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
      if (!this.moves.some(({ path }) => path[0].key === key)) return;
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
    this.hinted = new Set(found ? found.path.map(({ key }) => key) : []);
  }

  /** Light what can be chosen inside `root`, and put buttons for the rest into `tray`. */
  light(root, tray, again) {
    const open = this.open();
    const drawn = new Set();
    const firsts = new Set(this.moves.map(({ path }) => path[0].key));
    const unpaid = new Map((this.enabled && this.described.unpaid ? this.described.unpaid : []).map((u) => [u.key, u]));
    for (const old of root.querySelectorAll(".badge")) old.remove();
    this.isOnMap =
      open.size > 0 && [...open.keys()].every((key) => root.querySelector(`svg [data-key="${CSS.escape(key)}"]`));
    for (const element of root.querySelectorAll("[data-key]")) {
      const key = element.dataset.key;
      const step = open.get(key);
      const chosen = this.enabled && this.chosen.includes(key);
      const clickable = step || chosen || (this.enabled && this.chosen.length > 0 && firsts.has(key));
      drawn.add(key);
      element.classList.toggle("lit", Boolean(step));
      element.classList.toggle("chosen", chosen);
      element.classList.toggle("hinted", this.enabled && this.hinted.has(key));
      element.classList.toggle("dim", this.enabled && this.chosen.length > 0 && !clickable);
      element.classList.toggle("unpaid", !step && unpaid.has(key));
      const strikes = Boolean(step?.offer && this.isStrike(step.offer.move));
      element.classList.toggle("strike", strikes);
      if (strikes) element.append(...strikeSign(element));
      explain(element, step?.offer || step?.group || (step ? null : unpaid.get(key)));
      if (step?.offer) element.append(...badge(element, step.offer));
      this.listen(element, key, chosen, clickable, again);
      if (element.dataset.named !== undefined) nameDrawn(element, Boolean(clickable));
    }
    root.onclick = (event) => nearestTo(event)?.dispatchEvent(new MouseEvent("click", { bubbles: true }));
    this.fillTray(
      tray,
      [...open.values()].filter(({ key }) => !drawn.has(key)),
      again,
    );
  }

  listen(element, key, chosen, clickable, again) {
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
      if (element.dataset.named === undefined) element.removeAttribute("role");
      else element.setAttribute("role", "img");
      element.removeAttribute("aria-pressed");
      element.onclick = element.onkeydown = null;
    }
  }

  fillTray(tray, steps, again) {
    const areNumbers = steps.length > 0 && steps.every(({ label }) => /^\d+$/.test(label));
    tray.classList.toggle("numbers", areNumbers);
    const buttons = steps.map(({ key, label, offer, group }) =>
      h(
        "button",
        {
          type: "button",
          class: `choice ${this.hinted.has(key) ? "hinted" : ""}`,
          "data-key": key,
          ...about(areNumbers && offer ? details(offer) : ""),
          onclick: () => {
            this.choose(key);
            again(key);
          },
        },
        h("span", { class: "choice-name" }, label),
        areNumbers ? null : h("span", { class: "does" }, offer?.does || group?.does),
        offer ? priced(offer, areNumbers) : null,
      ),
    );
    if (this.chosen.length) {
      const back = () => {
        this.chosen = [];
        again(null);
      };
      buttons.push(h("button", { type: "button", class: "quiet", lang: "en", onclick: back }, "Choose something else"));
    }
    tray.replaceChildren(...buttons);
  }
}

/** A sword at the corner of what is attacked: colour alone does not tell everybody. */
function strikeSign(element) {
  if (!(element instanceof SVGElement)) return [];
  const { x, y, width, height } = (element.querySelector(".halo") || element).getBBox();
  const [cx, cy] = [x + width * 0.12, y + height * 0.85];
  return [
    s(
      "g",
      { class: "badge strike-sign", "aria-hidden": "true" },
      s("circle", { cx, cy, r: 15 }),
      glyph("sword", cx, cy, 19),
    ),
  ];
}

const WORDY = 90; // characters: a card that says so much itself needs no other beside it

/** Let something drawn say what choosing it would do; without an offer, only what it is. */
function explain(element, offer) {
  if (!(element instanceof SVGElement) && element.textContent.length > WORDY) return;
  element.dataset.says ??= element.dataset.about || "";
  const more = offer ? details(offer) : "";
  tellAbout(element, [element.dataset.says, more].filter(Boolean).join(" · "));
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
