// Which page is shown.

import { h, put } from "./dom.js";
import { applyTheme, heading } from "./shell.js";

function route() {
  const main = document.getElementById("main");
  main.replaceChildren();
  const game = location.pathname.match(/^\/g\/([a-z0-9]+)$/);
  if (game) import("./play.js").then(({ showGame }) => showGame(main, game[1]));
  else if (location.pathname === "/replay") import("./replay.js").then(({ showReplay }) => showReplay(main));
  else if (location.pathname === "/") import("./home.js").then(({ showHome }) => showHome(main));
  else {
    heading("Nothing here");
    put(
      main,
      h(
        "section",
        { class: "panel narrow" },
        h("p", {}, "There is nothing at this address."),
        h("p", {}, h("a", { href: "/" }, "All games")),
      ),
    );
  }
}

applyTheme(localStorage.getItem("petteia.theme") || "auto");
addEventListener("hashchange", () => location.reload());
// A page that the browser kept for its Back button may be somebody else's at this screen: it is made anew.
addEventListener("pagehide", () => document.getElementById("main").replaceChildren());
addEventListener("pageshow", (event) => event.persisted && location.reload());
route();
