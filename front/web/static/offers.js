// What a move costs and how likely it is: as words, as icons with numbers, and as a badge on what is drawn.

import { h, isNarrow, s } from "./dom.js";
import { glyph, icon } from "./icons.js";

const ICONS = { gold: "coin", card: "scroll" }; // what is paid in, where its icon has another name

const iconOf = (name) => ICONS[name.split(":").at(-1)] || name.split(":").at(-1);
const percent = ({ n, of }) => `${Math.round((100 * n) / of)} %`;

/** What a move does, costs and promises, in words. */
export const details = ({ does, price, why, chance }) => [does, price, why, chance].filter(Boolean).join(" · ");

/** The same beside a move's name; of an amount only how likely it is, for the amount is what it costs. */
export function priced({ price, chance, odds }, brief = false) {
  if (brief) return odds ? h("small", { class: "chance" }, percent(odds)) : null;
  return [price ? h("span", { class: "price" }, price) : null, chance ? h("span", { class: "chance" }, chance) : null];
}

/** What is paid, in icons with numbers; the words are for who cannot see them. */
export function costIcons(cost, price) {
  return h(
    "span",
    { class: "goods", role: "img", "aria-label": price },
    Object.entries(cost).map(([name, n]) =>
      h("span", { class: `good ${name.split(":").at(-1)}` }, icon(iconOf(name)), String(n)),
    ),
  );
}

/** On a thing that can be chosen: what that costs, unless it shows it itself (`data-priced`), and how likely it succeeds. */
export function badge(element, { cost = {}, price, odds }) {
  const parts = "priced" in element.dataset ? [] : Object.entries(cost);
  if (!odds && !parts.length) return [];
  if (!(element instanceof SVGElement))
    return [
      h(
        "span",
        { class: "badge" },
        odds ? percent(odds) : null,
        parts.length ? costIcons(Object.fromEntries(parts), price) : null,
      ),
    ];
  const box = (element.querySelector(".halo") || element).getBBox();
  const { x, width } = box;
  const size = isNarrow() ? 1.4 : 1; // a map is drawn smaller there
  const y = box.y - 11 * (size - 1); // it lies over the edge, and no further in
  const texts = [...(odds ? [[percent(odds), 0]] : []), ...parts.map(([name, n]) => [String(n), name])];
  const widths = texts.map(([text, name]) => (text.length * 8 + (name ? 18 : 8)) * size);
  const whole = widths.reduce((a, b) => a + b, 0);
  let at = x + width / 2 - whole / 2;
  const drawn = texts.flatMap(([text, name], i) => {
    const left = at;
    at += widths[i];
    return [
      s("text", { x: left + (widths[i] - (name ? 16 * size : 0)) / 2, y: y + 5 * size }, text),
      name ? glyph(iconOf(name), at - 10 * size, y, 15 * size, { class: `glyph yield ${iconOf(name)}` }) : null,
    ];
  });
  const height = 22 * size;
  return [
    s(
      "g",
      { class: "badge", "aria-hidden": "true" },
      s("rect", { x: x + width / 2 - whole / 2, y: y - height / 2, width: whole, height, rx: height / 2 }),
      drawn,
    ),
  ];
}
