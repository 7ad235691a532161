// The games that have a drawing of their own, each loaded when it is needed, with its style sheet. Each module offers the
// same few things; see docs/web.md. All others are drawn plainly.

import { h } from "../dom.js";

/** The module, and parts of it: they are asked for together, so that none waits for another. */
const GAMES = {
  egemonia: () => [import("./egemonia.js"), import("./land.js")],
  ephyran: () => [import("./ephyran.js")],
  epireia: () => [
    import("./epireia.js"),
    import("./epireia/battle.js"),
    import("./epireia/board.js"),
    import("./epireia/cards.js"),
    import("./epireia/coast.js"),
    import("./epireia/kinds.js"),
    import("./epireia/map.js"),
    import("./land.js"),
  ],
  epix: () => [import("./epix.js"), import("./land.js")],
};

/** What a game's form for setting up has beside its options. */
const SETUPS = { epireia: () => import("./epireia/setup.js") };

export async function setupOf(game) {
  if (!Object.hasOwn(SETUPS, game)) return {};
  const [module] = await Promise.all([SETUPS[game](), styles(`games/${game}.css`)]);
  return module.default;
}

/** What draws a game. */
export async function moduleOf(game) {
  if (!Object.hasOwn(GAMES, game)) return (await import("./plain.js")).default;
  const [[module]] = await Promise.all([Promise.all(GAMES[game]()), styles(`games/${game}.css`)]);
  return module.default;
}

/** A style sheet that not every page needs; when it is there, or cannot be had. */
export function styles(name) {
  const href = `/static/${name}`;
  if (document.querySelector(`link[href="${href}"]`)) return null;
  return new Promise((done) => {
    document.head.append(h("link", { rel: "stylesheet", href, onload: done, onerror: done }));
  });
}
