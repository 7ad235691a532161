// The hand-over between people at one screen: a cover over everything, behind which nothing can be reached by any means.

import { h } from "./dom.js";

/**
 * Cover the page: `title` on the cover, and one button for each of `people`, [[seat, name], ...].
 * `opened(seat, byKeyboard)` is called when somebody says who they are; the cover is gone then.
 */
export function showHandover(title, people, opened) {
  const behind = [...document.body.children].filter((element) => !element.inert);
  const buttons = people.map(([seat, name]) =>
    h(
      "button",
      {
        type: "button",
        class: "primary",
        onclick: (event) => {
          const byKeyboard = event.currentTarget.matches(":focus-visible");
          cover.remove();
          for (const element of behind) element.inert = false;
          opened(seat, byKeyboard);
        },
      },
      `I am ${name}`,
    ),
  );
  const cover = h(
    "div",
    { class: "handover", role: "dialog", "aria-modal": true, "aria-label": title },
    h("div", { class: "meander", "aria-hidden": "true" }),
    h("h2", {}, title),
    buttons,
  );
  // Not only out of sight: neither the keyboard nor a screen reader may get behind it.
  for (const element of behind) element.inert = true;
  document.body.append(cover);
  // With one button `Enter` opens; with several nobody should be chosen by a key that was meant for something else.
  if (buttons.length === 1) buttons[0].focus();
  else {
    cover.tabIndex = -1;
    cover.focus();
  }
}
