// A landmass from a map's own lines: places that are joined by land grow together, the others are islands.

import { s } from "../dom.js";

export function landmass(rows, places, kind, width = 74) {
  const byId = Object.fromEntries(rows.map((row) => [row.id, row]));
  const shapes = (extra, name) => {
    const joined = rows.flatMap((row) =>
      row[kind].filter((other) => other > row.id).map((other) => {
        const [[x1, y1], [x2, y2]] = [places[row.id], places[other]];
        return s("line", { x1, y1, x2, y2, "stroke-width": width + extra, class: name });
      }),
    );
    const joins = (a, b) => byId[a][kind].includes(b);
    const ids = rows.map((row) => row.id);
    const filled = ids.flatMap((a) =>
      byId[a][kind].flatMap((b) => byId[b][kind].filter((c) => a < b && b !== c && a < c).flatMap((c) => {
        if (joins(a, c)) return [[a, b, c]];
        return byId[c][kind].filter((d) => d !== b && d > b && joins(d, a)).map((d) => [a, b, c, d]);
      })),
    );
    const fields = filled.map((corners) => s("polygon", { points: corners.map((id) => places[id].join(",")).join(" "), class: `${name} spot` }));
    const spots = rows.map((row) => s("circle", { cx: places[row.id][0], cy: places[row.id][1], r: (width + extra) / 2 + (row[kind].length ? 6 : 2), class: `${name} spot` }));
    return s("g", {}, joined, fields, spots);
  };
  return s("g", { class: "landmass", "aria-hidden": "true" }, shapes(22, "shallows"), shapes(6, "shore"), shapes(0, "soil"));
}
