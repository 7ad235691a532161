// The coast around Egemonia's areas, drawn as on a schematic map: where cities lie close together, the land is wider.
// mark: authored (the printed map is lost). The outlines are degrees of longitude and latitude.

import { ISLANDS, LANDS } from "../epireia/coast.js";

// Sicily and Italy, drawn nearer than they are and smaller: in percent of the map.
const WEST = [
  [
    [-5, 73],
    [0, 71.5],
    [4, 72.5],
    [9, 71],
    [8, 74.5],
    [7.4, 77],
    [8.4, 80],
    [7.6, 85],
    [4, 83],
    [0, 81],
    [-5, 79],
  ],
  [
    [-5, 4],
    [1, 8],
    [3.5, 14],
    [7, 20],
    [8.6, 25],
    [8, 27.5],
    [6, 26],
    [4.6, 29],
    [4.4, 36],
    [6.4, 41],
    [7, 47],
    [5, 50],
    [5.4, 56],
    [4.2, 62],
    [2.6, 66.5],
    [1, 65],
    [2.4, 57],
    [1, 49],
    [-1.5, 42],
    [-5, 36],
  ],
];

// Where these degrees lie on the map, in percent; what is between them is spread evenly.
const LONGITUDES = [
  [17.5, -3],
  [19.3, 11],
  [19.9, 13],
  [20.2, 17],
  [21.6, 24],
  [22.4, 36],
  [22.9, 44],
  [23.3, 55],
  [23.75, 65],
  [25.3, 78],
  [27, 91],
  [29, 96],
  [31, 106],
];
const LATITUDES = [
  [43, -14],
  [41.2, 3],
  [40.8, 12],
  [40.2, 23],
  [39.6, 30],
  [38.5, 43],
  [38, 57.5],
  [37.65, 69],
  [37.4, 75],
  [37.05, 82],
  [36.7, 91],
  [36, 103],
  [34.9, 118],
];

function between(knots, value) {
  const next = Math.max(
    1,
    knots.findIndex(([from], i) => i > 0 && (from - value) * (knots[1][0] - knots[0][0]) >= 0),
  );
  const [[a, p], [b, q]] = [knots[next - 1], knots[next]];
  return p + ((value - a) / (b - a)) * (q - p);
}

const place = ([longitude, latitude]) => [between(LONGITUDES, longitude), between(LATITUDES, latitude)];

const CORNERS = 14; // of an island's outline

/** Outlines of land, for a map on which `at` turns percents from the left and from the top into its own units. */
export function outlines(at) {
  const islands = ISLANDS.map(([longitude, latitude, width, height]) =>
    Array.from({ length: CORNERS }, (_, i) => {
      const turn = (2 * Math.PI * i) / CORNERS;
      return [longitude + (Math.cos(turn) * width) / 88, latitude + (Math.sin(turn) * height) / 98];
    }),
  );
  const percents = [...[...LANDS, ...islands].map((points) => points.map(place)), ...WEST];
  const written = (point) =>
    at(point)
      .map((n) => n.toFixed(1))
      .join(" ");
  return percents.map((points) => `M${points.map(written).join("L")}Z`);
}
