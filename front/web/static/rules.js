// The rules of a game: what one needs to begin, and behind it the whole page.

import { h } from "./dom.js";
import { api } from "./net.js";
import { dialog, notice } from "./shell.js";

/** `seats`: how many play, or nothing; alone one reads other rules. */
export function rulesButton(game, lang = "", seats = "") {
  return h("button", { type: "button", class: "quiet", onclick: () => showRules(game, lang, seats) }, "Rules");
}

export const rulesOf = (game, lang = "", seats = "") => api(`/api/rules/${game}?lang=${lang}&seats=${seats || ""}`);

async function showRules(game, lang, seats) {
  try {
    const { title, primer, page } = await rulesOf(game, lang, seats);
    const whole = h("details", { class: "rules-page" }, h("summary", {}, "The whole rules page"));
    // It is long: it is made when somebody wants to read it.
    whole.addEventListener("toggle", async () => {
      const { markdown } = await import("./markdown.js");
      if (whole.open && whole.children.length === 1) whole.append(...markdown(page.replace(/^# .*\n/, "")));
    });
    dialog(
      `The rules of ${title}`,
      "rules",
      primer.map((paragraph) => h("p", { lang: lang || null }, paragraph)),
      whole,
    );
  } catch (error) {
    notice(error.message, true);
  }
}
