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

/**
 * Where names are written so that none lies over another or over a node: below, else above, right or left of it.
 * `points`: [{ id, x, y, r, text }]; the answer: by id, x, y and the anchor.
 */
export function labels(points, size) {
  const taken = points.map(({ x, y, r }) => [x - r, y - r, x + r, y + r]);
  const overlap = ([a, b, c, d], box) => Math.max(0, Math.min(c, box[2]) - Math.max(a, box[0])) * Math.max(0, Math.min(d, box[3]) - Math.max(b, box[1]));
  const found = {};
  points.forEach(({ id, x, y, r, text }, at) => {
    const width = text.length * size * 0.58;
    const choices = [
      { x, y: y + r + size, anchor: "middle" },
      { x, y: y - r - 6, anchor: "middle" },
      { x: x + r + 5, y: y + size * 0.35, anchor: "start" },
      { x: x - r - 5, y: y + size * 0.35, anchor: "end" },
    ].map((choice) => {
      const left = choice.anchor === "middle" ? choice.x - width / 2 : choice.anchor === "start" ? choice.x : choice.x - width;
      const box = [left, choice.y - size * 0.8, left + width, choice.y + size * 0.2];
      return { ...choice, box, cost: taken.reduce((total, other, i) => total + (i === at ? 0 : overlap(other, box)), 0) };
    });
    const best = choices.reduce((a, b) => (b.cost < a.cost - 1 ? b : a));
    taken.push(best.box);
    found[id] = best;
  });
  return found;
}

/** Let the lines that end at a place stand out while it is pointed at. Lines carry `data-ends`, "a b". */
export function showWays(svg, prefix) {
  const mark = (event, on) => {
    const key = event.target.closest("[data-key]")?.dataset.key;
    if (!key?.startsWith(prefix)) return;
    const id = key.slice(prefix.length);
    for (const line of svg.querySelectorAll("[data-ends]")) if (line.dataset.ends.split(" ").includes(id)) line.classList.toggle("hot", on);
  };
  for (const [name, on] of [["mouseover", true], ["focusin", true], ["mouseout", false], ["focusout", false]]) svg.addEventListener(name, (event) => mark(event, on));
  return svg;
}
