// A game without a drawing of its own: the position in words.

import { h } from "../dom.js";
import { blocks } from "../panels.js";

export default {
  isPlain: true,
  board: (t) => h("div", { class: "html-board blocks" }, blocks(t.summary)),
};
