// Which page is shown.

import { showHome } from "./home.js";
import { showReplay } from "./replay.js";
import { applyTheme } from "./shell.js";
import { showTable } from "./table.js";

function route() {
  const main = document.getElementById("main");
  main.replaceChildren();
  const table = location.pathname.match(/^\/g\/([a-z0-9]+)$/);
  if (table) showTable(main, table[1]);
  else if (location.pathname === "/replay") showReplay(main);
  else showHome(main);
}

applyTheme(localStorage.getItem("petteia.theme") || "auto");
addEventListener("hashchange", () => location.reload());
// A page that the browser kept for its Back button may be somebody else's at this screen: it is made anew.
addEventListener("pagehide", () => document.getElementById("main").replaceChildren());
addEventListener("pageshow", (event) => event.persisted && location.reload());
route();
