// The games that have a drawing of their own. Each module offers the same few things; see docs/web.md. All others are
// drawn plainly.

import egemonia from "./egemonia.js";
import ephyran from "./ephyran.js";
import epireia from "./epireia.js";
import epix from "./epix.js";
import plain from "./plain.js";

const GAMES = { epireia, egemonia, epix, ephyran };

export const moduleOf = (game) => (Object.hasOwn(GAMES, game) ? GAMES[game] : plain);
