// Silhouettes in the manner of black-figure vases, 24 by 24 each.

import { s } from "./dom.js";

const PATHS = {
  spear: "M3 21 16 8M14 3l7 0 0 7-4-1-2-2z",
  wreath:
    "M12 21C5 20 3 14 5 6c1 3 2 4 3 5M12 21c7-1 9-7 7-15-1 3-2 4-3 5M5 10l-3-1M4 14l-3 1M6 18l-2 2M19 10l3-1M20 14l3 1M18 18l2 2",
  dagger: "M12 2l2.5 10h-5zM7 12h10v2H7zM11 14h2v6h-2zM12 20a1.6 1.6 0 1 1-.01 0z",
  horn: "M3 9c6 0 10-1 16-6v16c-6-5-10-6-16-6zM7 14l1 6h3l-1-5",
  bolt: "M14 1 4 14h6l-2 9L20 9h-7z",
  torch: "M9 11h6l-2 12h-2zM12 1c4 4 4 6 3 8H9c-2-3 2-4 3-8z",
  owl: "M5 4l4 2h6l4-2v10c0 5-3 8-7 8s-7-3-7-8zM8.8 8.2a2 2 0 1 0 .01 0zM15.2 8.2a2 2 0 1 0 .01 0zM12 12l1.5 3h-3z",
  trident: "M11 23V10H6V3l2 2v3h3V1l1-1 1 1v7h3V5l2-2v7h-5v13z",
  helmet: "M4 21V11a8 8 0 0 1 16 0v10h-5v-6l2-3h-4v9h-2v-9H7l2 3v6zM9 2c3-2 8-1 11 2l-2 1c-3-2-6-2-9-1z",
  soldier: "M12 2a3 3 0 1 1-.01 0zM8 9h8l1 7h-2l-1 7h-4l-1-7H7zM20 3v20h-1V3zM3 11a4 5 0 0 1 5-1v8c-4 0-5-4-5-7z",
  knight: "M3 22c1-6 3-8 6-9-2-1-4-1-5 0l-1-3 5-4 3-4 2 2c5 2 7 7 7 18zM10 7.4a1 1 0 1 0 .01 0z",
  camp: "M12 3 2 21h7l3-7 3 7h7zM11 1h2v4h-2z",
  catapult:
    "M2 18h20v2H2zM5 16 17 4l2 2L8 17zM18 2a3 3 0 1 1-.01 0zM6 20.2a1.8 1.8 0 1 0 .01 0zM18 20.2a1.8 1.8 0 1 0 .01 0z",
  coin: "M12 2a10 10 0 1 0 .01 0zM12 5a7 7 0 1 1-.01 0zM12 7l2 4 3 .4-2.300 2 .6 3.200-3.300-1.600-3.300 1.600.6-3.200L7 11.400 10 11z",
  castle: "M3 22V6h3v3h3V6h6v3h3V6h3v16h-6v-5a3 3 0 0 0-6 0v5zM3 3h3v2H3zM9 3h6v2H9zM18 3h3v2h-3z",
  wheat:
    "M11 23V8h2v15zM12 1l2 4-2 3-2-3zM11 12C7 12 6 9 6 7c3 0 5 2 5 5zM13 12c4 0 5-3 5-5-3 0-5 2-5 5zM11 18c-4 0-5-3-5-5 3 0 5 2 5 5zM13 18c4 0 5-3 5-5-3 0-5 2-5 5z",
  wood: "M4 16 16 4l4 4L8 20zM4 16a2.800 2.800 0 0 0 4 4 2.800 2.800 0 0 0-4-4zM15 12l5 3-1 1-6-2z",
  copper: "M3 8c4 2 14 2 18 0l-3 4 3 4c-4-2-14-2-18 0l3-4z",
  laurel: "M12 22C6 21 3 16 4 8l3 3 1-3 2 4zM12 22c6-1 9-6 8-14l-3 3-1-3-2 4z",
  hoplites: "M12 2a10 10 0 1 0 .01 0zM12 4.500l6 14h-3.200L12 12l-2.800 6.500H6z",
  cavalry: "M3 22c1-6 3-8 6-9-2-1-4-1-5 0l-1-3 5-4 3-4 2 2c5 2 7 7 7 18zM10 7.400a1 1 0 1 0 .01 0z",
  triremes: "M1 14h18c2 0 3-2 3-5 1 0 1 9-3 12H5c-2 0-3-3-4-7zM10 2h1v11h-1zM11 3c5 1 6 5 5 9h-5z",
  scroll: "M5 3h13v14h3c0 3-1 4-3 4H7c-2 0-3-1-3-3V6C4 4 4 3 5 3zM8 7h7v1.500H8zM8 11h7v1.500H8z",
  sword: "M20 3 9 14l1 1L21 5V3zM5 12l7 7 1-1-7-7zM3 19l3-3 2 2-3 3z",
  recruit: "M12 2a3 3 0 1 1-.01 0zM8 9h8l1 8h-3v6h-4v-6H7zM19 1h2v3h3v2h-3v3h-2V6h-3V4h3z",
  star: "M12 2l3 7 7 .6-5.400 4.600 1.700 7L12 17.400 5.700 21.200l1.700-7L2 9.600 9 9z",
  skull: "M12 2a8 8 0 0 0-5 14v4h10v-4A8 8 0 0 0 12 2zM9 9a1.800 1.800 0 1 1-.01 0zM15 9a1.800 1.800 0 1 1-.01 0z",
  shield: "M12 1c4 2 7 2 9 2 0 9-2 16-9 20C5 19 3 12 3 3c2 0 5 0 9-2z",
  eye: "M1 12c5-8 17-8 22 0-5 8-17 8-22 0zM12 8a4 4 0 1 0 .01 0zM12 10.500a1.500 1.500 0 1 1-.01 0z",
  temple: "M12 1 1 7v2h22V7zM3 10h3v9H3zM8 10h3v9H8zM13 10h3v9h-3zM18 10h3v9h-3zM1 20h22v3H1z",
  lyre: "M6 2c-3 6-2 13 3 16v3h6v-3c5-3 6-10 3-16l-2 1c2 6 1 9-2 11V6h-1.300v8.500h-1.400V6H10v8C7 12 6 9 8 3z",
};

/** An icon inside a drawing, centred at a point. */
export function glyph(name, x, y, size = 24, attributes = {}) {
  const scale = size / 24;
  const stroked = name === "spear" || name === "wreath";
  return s("path", {
    d: PATHS[name] || PATHS.star,
    transform: `translate(${x - size / 2} ${y - size / 2}) scale(${scale})`,
    "fill-rule": "evenodd",
    class: `glyph ${stroked ? "stroked" : ""}`,
    ...attributes,
  });
}

/** An icon in running text. */
export function icon(name, label) {
  return s(
    "svg",
    {
      viewBox: "0 0 24 24",
      class: "icon",
      role: label ? "img" : null,
      "aria-label": label,
      "aria-hidden": label ? null : "true",
    },
    glyph(name, 12, 12),
  );
}
