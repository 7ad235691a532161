// The curtain between people at one screen. It lies over everything, and nothing behind it can be reached by any means.

import { h } from "./dom.js";

/**
 * Draw the curtain: `title` above it, and one button for each of `people`, [[seat, name], ...].
 * `opened(seat, byKeyboard)` is called when somebody says who they are; the curtain is gone then.
 */
export function drawCurtain(title, people, opened) {
  const behind = [...document.body.children].filter((element) => !element.inert);
  const buttons = people.map(([seat, name]) =>
    h(
      "button",
      {
        type: "button",
        class: "primary",
        onclick: (event) => {
          const byKeyboard = event.currentTarget.matches(":focus-visible");
          curtain.remove();
          for (const element of behind) element.inert = false;
          opened(seat, byKeyboard);
        },
      },
      `I am ${name}`,
    ),
  );
  const curtain = h("div", { class: "curtain", role: "dialog", "aria-modal": true, "aria-label": title }, h("div", { class: "meander", "aria-hidden": "true" }), h("h2", {}, title), buttons);
  // Not only out of sight: neither the keyboard nor a screen reader may get behind it.
  for (const element of behind) element.inert = true;
  document.body.append(curtain);
  // With one button `Enter` opens; with several nobody should be chosen by a key that was meant for something else.
  if (buttons.length === 1) buttons[0].focus();
  else {
    curtain.tabIndex = -1;
    curtain.focus();
  }
}
