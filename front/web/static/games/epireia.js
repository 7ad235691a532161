// Epireia: the map, a player's board, the card of the turn, objectives, and the Great Battle.

import { h } from "../dom.js";
import { battlefield, isOn, placing, reservePlace, suspense, unfolding } from "./epireia/battle.js";
import { otherBoard, ownBoard } from "./epireia/board.js";
import { adminCards, figureChoice, objectives, openCard } from "./epireia/cards.js";
import { isSolo, LEAGUES } from "./epireia/kinds.js";
import { map, report } from "./epireia/map.js";

const own = (t) => t.view.boards.find((board) => board.seat === t.you);
const sideOf = (t) => {
  const board = own(t);
  return board?.league ? LEAGUES.indexOf(board.league) : 0;
};

export default {
  headings: ["turn"],
  threats: ["objective"], // they stand beside the map, with how far one is

  /** What a throw of the die brings is told with it. */
  joins: (text, before) => /^(won|lost|held|reward) /.test(text) && /^(won|lost|held|reward) /.test(before),

  /** The die as it fell. */
  sign(text) {
    const rolled = text.match(/^move chance roll:(\d+)/);
    return rolled ? h("span", { class: "die" }, rolled[1]) : null;
  },

  suspense,

  tone(seat, t) {
    const board = t.view.boards.find((each) => each.seat === seat);
    if (board?.league) return LEAGUES.indexOf(board.league);
    return seat === "enemy" ? "house" : Number(seat.slice(1)) % 2;
  },

  /** The army is placed token by token, from the reserve that is drawn. */
  paths: (t, offer) => placing(t, sideOf(t), offer),

  /** What the choices in the tray are about. */
  asksAbout: (t) => (t.view.phase === "placement" ? ".column.placing" : ".column.current"),

  board(t) {
    const { view } = t;
    const solo = isSolo(view);
    const mine = own(t);
    const others = view.boards.filter((board) => board !== mine && (board.city || board.figures.length));
    const battle = isOn(view);
    const cards = [openCard(t), objectives(t), solo ? report(t) : null];
    const standing =
      !battle &&
      view.slots.some((side) => Object.values(side).some((columns) => columns.some((column) => column.length)));
    return h(
      "div",
      { class: `html-board epireia ${battle ? "at-war" : ""}` },
      adminCards(t),
      figureChoice(t),
      battle ? [reservePlace(t, sideOf(t)), unfolding(t, sideOf(t))] : null,
      // Where one decides comes first: the own board in development, the map otherwise, and while it is told what
      // happened there.
      view.phase === "development" && !t.telling.current.length
        ? [h("div", { class: "cards-row" }, cards), ownBoard(t, mine || view.boards[0]), map(t)]
        : [
            h("div", { class: "atlas" }, map(t), h("div", { class: "cards-column" }, cards)),
            mine?.city ? ownBoard(t, mine) : null,
          ],
      standing
        ? h(
            "details",
            { class: "panel standing", "data-fold": "standing" },
            h("summary", {}, t.thing("standing").label),
            battlefield(t, sideOf(t)),
          )
        : null,
      h(
        "div",
        { class: "other-boards" },
        others.map((board) => otherBoard(t, board)),
      ),
    );
  },
};
