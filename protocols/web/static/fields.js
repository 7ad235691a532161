// Parts of forms.

import { h } from "./dom.js";

/** A row of buttons of which one is chosen. */
export function segmented(label, choices, current, choose) {
  return h(
    "div",
    { class: "field", role: "radiogroup", "aria-label": label },
    h("span", { class: "label" }, label),
    h("div", { class: "segmented" }, choices.map(([value, words]) => h("button", { type: "button", role: "radio", "aria-checked": value === current, class: value === current ? "on" : "", onclick: () => choose(value) }, words))),
  );
}
