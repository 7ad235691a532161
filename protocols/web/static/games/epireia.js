import { h } from "../dom.js";
export default { title: "epireia", tagline: "", about: "", chairs: () => [{ seat: "s0", name: "s0" }, { seat: "s1", name: "s1" }], seatName: (seat) => seat, headline: (t) => [h("strong", {}, t.view.phase)], prompt: () => "Choose.", path: (move) => [[move, move]], words: (move) => move, board: (t) => h("pre", {}, JSON.stringify(t.view, null, 1)) };
