// The emblem of each game, in the manner of a vase's tondo: a dark figure on clay.

import { s } from "./dom.js";
import { glyph } from "./icons.js";

const FIGURES = { epireia: "triremes", egemonia: "hoplites", epix: "castle", ephyran: "owl" };

export function emblem(game) {
  const ring = [];
  for (let at = 0; at < 24; at += 1) {
    ring.push(
      s("path", { d: "M-3 -46h6v4h-4v2h2v2h-4z", transform: `translate(60 60) rotate(${at * 15})`, class: "ring-key" }),
    );
  }
  return s(
    "svg",
    { viewBox: "0 0 120 120", class: "emblem", "aria-hidden": "true" },
    s("circle", { cx: 60, cy: 60, r: 56, class: "rim" }),
    s("circle", { cx: 60, cy: 60, r: 50, class: "band" }),
    ring,
    s("circle", { cx: 60, cy: 60, r: 36, class: "field" }),
    glyph(FIGURES[game] || "star", 60, 60, 46, { class: "glyph figure" }),
  );
}
