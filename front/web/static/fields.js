// Parts of forms.

import { h, put } from "./dom.js";

const STEPS = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };

/** Arrow keys choose the next one or the one before, as in every group of radio buttons. */
function byArrows(event) {
  const buttons = [...event.currentTarget.querySelectorAll("[role=radio]")];
  const at = buttons.indexOf(document.activeElement);
  if (!STEPS[event.key] || at < 0) return;
  event.preventDefault();
  const next = buttons[(at + STEPS[event.key] + buttons.length) % buttons.length];
  next.focus();
  next.click();
}

/** A group of which one is chosen; `Tab` stops at that one. */
export const radioGroup = (label, attributes, ...children) =>
  h("div", { role: "radiogroup", "aria-label": label, onkeydown: byArrows, ...attributes }, ...children);

/** One of the group `label`. */
export const radio = (label, value, isOn, attributes, ...children) =>
  h(
    "button",
    {
      type: "button",
      role: "radio",
      "aria-checked": isOn,
      tabindex: isOn ? 0 : -1,
      "data-choice": `${label}: ${value}`,
      ...attributes,
    },
    ...children,
  );

/** A row of buttons of which one is chosen. */
export function segmented(label, choices, current, choose) {
  return radioGroup(
    label,
    { class: "field" },
    h("span", { class: "label" }, label),
    h(
      "div",
      { class: "segmented" },
      choices.map(([value, words]) =>
        radio(
          label,
          value,
          value === current,
          { class: value === current ? "on" : "", onclick: () => choose(value) },
          words,
        ),
      ),
    ),
  );
}

/** Draw a form anew; the choice that had the focus has it afterwards. */
export function redraw(place, ...children) {
  const focused = document.activeElement?.dataset.choice;
  put(place, ...children);
  [...place.querySelectorAll("[data-choice]")]
    .find((element) => element.dataset.choice === focused)
    ?.focus({ preventScroll: true });
}
