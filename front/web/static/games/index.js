// The games that have a drawing of their own, each loaded when it is needed. Each module offers the same few things; see
// docs/web.md. All others are drawn plainly.

const GAMES = {
  egemonia: () => import("./egemonia.js"),
  ephyran: () => import("./ephyran.js"),
  epireia: () => import("./epireia.js"),
  epix: () => import("./epix.js"),
};

/** What draws a game. */
export async function moduleOf(game) {
  const load = Object.hasOwn(GAMES, game) ? GAMES[game] : () => import("./plain.js");
  return (await load()).default;
}
