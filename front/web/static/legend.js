// What the icons on the board mean: those that are there, each with its own words.

import { h } from "./dom.js";
import { dialog } from "./shell.js";

const MOST = 40; // characters of a label beside an icon

/** What an icon means: its own label, the thing of that name, or the words beside it. */
function labelOf(icon, data) {
  const own = icon.getAttribute("aria-label");
  if (own) return own;
  const good = icon.closest(".good");
  if (good) return [...good.classList].map((name) => data.name(name)).find(Boolean) || "";
  const beside = icon.parentElement.textContent.trim();
  return beside.length <= MOST && /\p{L}{3}/u.test(beside) ? beside : "";
}

/** Each icon once, as it is drawn on the board. */
function icons(root, data) {
  const found = new Map();
  for (const icon of root.querySelectorAll("svg.icon")) {
    const label = labelOf(icon, data);
    if (label && !found.has(icon.innerHTML)) found.set(icon.innerHTML, [icon, label]);
  }
  return [...found.values()];
}

/** What is drawn on the map: each kind of place and thing says what it is. */
function things(root) {
  return [...root.querySelectorAll("svg.drawing [data-key][data-named]")].map(({ dataset }) => dataset.says);
}

export function showLegend(board, lang, data) {
  const words = [...new Set(things(board))];
  dialog(
    "Legend",
    "legend",
    h(
      "ul",
      { class: "legend-icons", lang },
      icons(board, data).map(([icon, label]) => h("li", {}, icon.cloneNode(true), h("span", {}, label))),
    ),
    words.length
      ? h(
          "details",
          {},
          h("summary", {}, `On the map (${words.length})`),
          h(
            "ul",
            { lang },
            words.map((each) => h("li", {}, each)),
          ),
        )
      : null,
  );
}
