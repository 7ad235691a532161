// The games that can be drawn. Each module offers the same few things; see docs/web.md.

import egemonia from "./egemonia.js";
import ephyran from "./ephyran.js";
import epireia from "./epireia.js";
import epix from "./epix.js";

export const GAMES = { epireia, egemonia, epix, ephyran };
