// The first page: choose a game, or go on with one.

import { catalog } from "./components.js";
import { h, put } from "./dom.js";
import { emblem } from "./emblems.js";
import { memory } from "./memory.js";
import { showSetup } from "./setup.js";
import { dialog, heading } from "./shell.js";

export async function showHome(main) {
  heading("");
  const { games, lang } = await catalog();
  const setup = h("section", { class: "setup", "aria-live": "polite" });
  const cards = games.map((game) =>
    h(
      "button",
      {
        type: "button",
        class: `game-card card-${game.name}`,
        "data-game": game.name,
        onclick: async (event) => {
          for (const card of main.querySelectorAll(".game-card"))
            card.classList.toggle("chosen", card === event.currentTarget);
          await showSetup(setup, game);
          setup.scrollIntoView({ behavior: "smooth", block: "start" });
        },
      },
      emblem(game.name),
      h("span", { class: "title", lang }, game.title),
      h("span", { class: "about", lang }, game.about),
      h("span", { class: "count" }, players(game.seats)),
    ),
  );
  const open = h("input", {
    type: "file",
    accept: ".uhg,text/plain",
    id: "record",
    class: "visually-hidden",
    onchange: (event) => openRecord(event.target.files[0]),
  });
  put(
    main,
    h(
      "section",
      { class: "hero" },
      h("div", { class: "meander", "aria-hidden": "true" }),
      h("h1", {}, "Board games of hidden information"),
      h("p", {}, "against an engine that plays by the rules and never peeks"),
      h("div", { class: "meander", "aria-hidden": "true" }),
    ),
    h("section", { class: "cards", "aria-label": "Games" }, cards),
    setup,
    known(games),
    h(
      "section",
      { class: "foot" },
      open,
      h("label", { for: "record", class: "button quiet" }, "Replay a record from a file"),
    ),
  );
}

function players(counts) {
  const sorted = [...counts].sort();
  if (sorted.length === 1) return `${sorted[0]} players`;
  return `${sorted[0]} to ${sorted.at(-1)} players`;
}

async function openRecord(file) {
  if (!file) return;
  sessionStorage.setItem("petteia.replay", JSON.stringify({ record: await file.text() }));
  location.assign("/replay");
}

/** Games that were played in this browser. */
function known(offered) {
  const titles = new Map(offered.map(({ name, title }) => [name, title]));
  const games = Object.entries(memory.all()).filter(([, entry]) => titles.has(entry.game));
  if (!games.length) return null;
  games.sort(([, a], [, b]) => (b.at || 0) - (a.at || 0));
  return h(
    "section",
    { class: "panel known" },
    h("h2", {}, "Your games"),
    h(
      "ul",
      {},
      games.slice(0, 12).map(([id, entry]) =>
        h(
          "li",
          {},
          h("a", { href: `/g/${id}` }, titles.get(entry.game)),
          h(
            "span",
            { class: "who" },
            [
              entry.title,
              entry.at ? new Date(entry.at).toLocaleString([], { dateStyle: "medium", timeStyle: "short" }) : "",
            ]
              .filter(Boolean)
              .join(" · "),
          ),
          h(
            "button",
            {
              type: "button",
              class: "quiet",
              "aria-label": `Forget ${titles.get(entry.game)}`,
              onclick: ({ currentTarget }) => askToForget(id, currentTarget.closest("li")),
            },
            "✕",
          ),
        ),
      ),
    ),
  );
}

/** What this browser forgets it cannot find again by itself. */
function askToForget(id, item) {
  const forget = () => {
    memory.forget(id);
    asked.close();
    item.remove();
  };
  const asked = dialog(
    "Forget this game?",
    "forget",
    h("p", {}, "This browser forgets its links: without one of them you cannot go on with the game."),
    h("p", {}, "The game itself stays with the server, and whoever has a link can still open it."),
    h("button", { type: "button", class: "primary", onclick: forget }, "Forget it"),
  );
}
