// The coast around Egemonia's areas, drawn as on a schematic map: where cities lie close together, the land is wider.
// mark: authored (the printed map is lost). The outlines are degrees of longitude and latitude.

import { ISLANDS, LANDS } from "../epireia/coast.js";

const WEST = [
  [
    [12, 38.2],
    [13.3, 38.25],
    [14.4, 38.05],
    [15.55, 38.3],
    [15.2, 37.75],
    [15.1, 37.4],
    [15.35, 37.05],
    [15.1, 36.65],
    [14.3, 36.9],
    [13, 37.3],
    [12, 37.6],
  ], // Sicily
  [
    [12, 42.5],
    [12, 41.3],
    [14, 40.6],
    [15.3, 40],
    [15.75, 39.6],
    [16.1, 38.9],
    [15.7, 38.2],
    [16.1, 37.95],
    [16.6, 38.4],
    [17.1, 38.95],
    [16.6, 39.7],
    [16.9, 40.4],
    [17.6, 40.3],
    [18.4, 39.85],
    [18.5, 40.15],
    [17.9, 40.65],
    [16.6, 41.3],
    [16, 42.5],
  ], // Italy
];

// Where these degrees lie on the map, in percent; what is between them is spread evenly.
const LONGITUDES = [
  [12, -8],
  [15, 1],
  [19.9, 12],
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
  return [...LANDS, ...WEST, ...islands].map(
    (points) =>
      `M${points
        .map((point) =>
          at(place(point))
            .map((n) => n.toFixed(1))
            .join(" "),
        )
        .join("L")}Z`,
  );
}
