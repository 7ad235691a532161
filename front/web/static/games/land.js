// A landmass from a map's own lines: places that are joined by land grow together, the others are islands.

import { s } from "../dom.js";

export function landmass(rows, places, kind, width = 74) {
  const byId = Object.fromEntries(rows.map((row) => [row.id, row]));
  const shapes = (extra, name) => {
    const joined = rows.flatMap((row) =>
      row[kind]
        .filter((other) => other > row.id)
        .map((other) => {
          const [[x1, y1], [x2, y2]] = [places[row.id], places[other]];
          return s("line", { x1, y1, x2, y2, "stroke-width": width + extra, class: name });
        }),
    );
    const joins = (a, b) => byId[a][kind].includes(b);
    const ids = rows.map((row) => row.id);
    const filled = ids.flatMap((a) =>
      byId[a][kind].flatMap((b) =>
        byId[b][kind]
          .filter((c) => a < b && b !== c && a < c)
          .flatMap((c) => {
            if (joins(a, c)) return [[a, b, c]];
            return byId[c][kind].filter((d) => d !== b && d > b && joins(d, a)).map((d) => [a, b, c, d]);
          }),
      ),
    );
    const fields = filled.map((corners) =>
      s("polygon", { points: corners.map((id) => places[id].join(",")).join(" "), class: `${name} spot` }),
    );
    const spots = rows.map((row) =>
      s("circle", {
        cx: places[row.id][0],
        cy: places[row.id][1],
        r: (width + extra) / 2 + (row[kind].length ? 6 : 2),
        class: `${name} spot`,
      }),
    );
    return s("g", {}, joined, fields, spots);
  };
  return s(
    "g",
    { class: "landmass", "aria-hidden": "true" },
    shapes(22, "shallows"),
    shapes(6, "shore"),
    shapes(0, "soil"),
  );
}

const overlap = ([a, b, c, d], [e, f, g, h]) =>
  Math.max(0, Math.min(c, g) - Math.max(a, e)) * Math.max(0, Math.min(d, h) - Math.max(b, f));

const ROUNDS = 8; // after which nothing moves any more on our maps
const NEARBY = 3; // an overlap of so many square units is worth as much as the next place in a thing's list

/**
 * Put each thing into one of its places so that as little as possible lies over anything else. `things`: for each the
 * list of its places, the best first, each with the `boxes` [left, top, right, bottom] that it covers; `fixed` boxes
 * stay. The answer: for each thing its place.
 */
function settle(things, fixed) {
  const at = things.map(() => 0);
  const boxes = (i) => things[i][at[i]].boxes;
  const cost = (i, place) => {
    const others = [...fixed, ...things.flatMap((_, k) => (k === i ? [] : boxes(k)))];
    return place.boxes.reduce((total, box) => total + others.reduce((sum, other) => sum + overlap(box, other), 0), 0);
  };
  for (let round = 0; round < ROUNDS; round += 1) {
    things.forEach((places, i) => {
      const costs = places.map((place, rank) => cost(i, place) + rank * NEARBY);
      at[i] = costs.indexOf(Math.min(...costs));
    });
  }
  return things.map((places, i) => places[at[i]]);
}

const NAME_DIRECTIONS = [
  [0, 1],
  [0, -1],
  [1, 0],
  [-1, 0],
  [1, 1],
  [-1, 1],
  [1, -1],
  [-1, -1],
  [0.5, 1], // below or above, not quite in the middle
  [-0.5, 1],
  [0.5, -1],
  [-0.5, -1],
];

// What lies at a place stands above it, if it can.
const TRAY_DIRECTIONS = [
  [1, -1],
  [-1, -1],
  [0, -1],
  [1, 0],
  [-1, 0],
  [1, 1],
  [-1, 1],
  [0, 1],
];

/**
 * Where names are written, and beside them what lies at a place, so that none covers another: below the node, else
 * above, right or left of it, or between.
 *
 * `points`: [{ id, x, y, r, text, tray, below }]. `tray`, [width, height], is room for what lies at the place; `below` is
 * the height of what stands below the name, or below the node if the name is elsewhere. `fixed` boxes are left free. The
 * answer: by id the name's `x`, `y` and `anchor`, and `tray`, [left, top].
 */
export function labels(points, size, { width, height }, fixed = []) {
  const nodes = points.map(({ x, y, r }) => [x - r, y - r, x + r, y + r]);
  const far = 1e4;
  const outside = [
    [-far, -far, 0, far],
    [width, -far, far, far],
    [-far, -far, far, 0],
    [-far, height, far, far],
  ];
  const names = points.map((point) => NAME_DIRECTIONS.map(([dx, dy]) => namePlace(point, size, dx, dy)));
  const trays = points.map(({ x, y, r, tray }) => {
    if (!tray) return [{ boxes: [] }];
    const [w, t] = tray;
    return TRAY_DIRECTIONS.map(([dx, dy]) => {
      const beside = (from, direction, length) => from + direction * r * 0.8 - (direction < 0 ? length : 0);
      const left = dx ? beside(x, dx, w) : x - w / 2;
      const top = dy ? beside(y, dy, t) : y - t / 2;
      return { left, top, boxes: [[left, top, left + w, top + t]] };
    });
  });
  const settled = settle([...trays, ...names], [...nodes, ...nodes, ...nodes, ...outside, ...fixed]); // to cover a place is worst
  return Object.fromEntries(
    points.map(({ id }, i) => {
      const { left, top } = settled[i];
      return [id, { ...settled[points.length + i], tray: [left, top] }];
    }),
  );
}

function namePlace({ x, y, r, text, below = 0 }, size, dx, dy) {
  const width = text.length * size * 0.62;
  const isDiagonal = Math.abs(dx) === 1 && dy;
  const anchor = Math.abs(dx) < 1 ? "middle" : dx > 0 ? "start" : "end";
  const at = {
    x: x + dx * (anchor === "middle" ? width * 0.7 : isDiagonal ? r * 0.7 : r + 5),
    y: y + (dy === 0 ? size * 0.35 : dy > 0 ? r * (isDiagonal ? 0.75 : 1) + size : -r * (isDiagonal ? 0.75 : 1) - 6),
    anchor,
  };
  const left = anchor === "middle" ? at.x - width / 2 : anchor === "start" ? at.x : at.x - width;
  const isBelow = dx === 0 && dy > 0;
  const box = [left, at.y - size * 0.8, left + width, at.y + size * 0.25 + (isBelow ? below : 0)];
  return { ...at, boxes: [box, ...(below && !isBelow ? [[x - r, y + r, x + r, y + r + below]] : [])] };
}

/** Let the lines that end at a place stand out while it is pointed at. Lines carry `data-ends`, "a b". */
export function showWays(svg, prefix) {
  const mark = (event, on) => {
    const key = event.target.closest("[data-key]")?.dataset.key;
    if (!key?.startsWith(prefix)) return;
    const id = key.slice(prefix.length);
    for (const line of svg.querySelectorAll("[data-ends]"))
      if (line.dataset.ends.split(" ").includes(id)) line.classList.toggle("hot", on);
  };
  for (const [name, on] of [
    ["mouseover", true],
    ["focusin", true],
    ["mouseout", false],
    ["focusout", false],
  ])
    svg.addEventListener(name, (event) => mark(event, on));
  return svg;
}
