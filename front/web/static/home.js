// The first page: choose a game, or go on with one.

import { catalog } from "./components.js";
import { h, put } from "./dom.js";
import { emblem } from "./emblems.js";
import { memory } from "./memory.js";
import { api } from "./net.js";
import { saveRecord } from "./saving.js";
import { dialog, heading, notice } from "./shell.js";

export async function showHome(main) {
  heading("");
  const { games, lang } = await catalog();
  const setup = h("section", { class: "setup", "aria-live": "polite" });
  const start = async (game, wanted) => {
    for (const card of main.querySelectorAll(".game-card"))
      card.classList.toggle("chosen", card.dataset.game === game.name);
    const { showSetup } = await import("./setup.js");
    await showSetup(setup, game, wanted);
    setup.scrollIntoView({ behavior: "smooth", block: "start" });
  };
  const cards = games.map((game) =>
    h(
      "button",
      {
        type: "button",
        class: `game-card card-${game.name}`,
        "data-game": game.name,
        onclick: () => start(game),
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
    Object.keys(memory.all()).length ? null : first(lang),
    h("section", { class: "cards", "aria-label": "Games" }, cards),
    setup,
    known(games, start),
    h(
      "section",
      { class: "foot" },
      open,
      h("label", { for: "record", class: "button quiet" }, "Replay a record from a file"),
    ),
  );
}

/** For who has not played here: a game that explains itself. */
function first(lang) {
  const begin = async () => (await import("./guide.js")).beginGuided(lang);
  return h(
    "section",
    { class: "first-game" },
    h(
      "button",
      { type: "button", class: "primary", onclick: () => begin().catch((error) => notice(error.message, true)) },
      "New here? A guided first game",
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

/** What is known of a game that was played in this browser, once the server has said how it came out. */
const OUTCOMES = { won: "Won", lost: "Lost", drawn: "Drawn", shared: "Over", open: "Goes on" };

/** Games that were played in this browser; `start(suggestion)` opens the form for the next one. */
function known(offered, start) {
  const titles = new Map(offered.map((game) => [game.name, game]));
  const games = Object.entries(memory.all()).filter(([, entry]) => titles.has(entry.game));
  if (!games.length) return null;
  games.sort(([, a], [, b]) => (b.at || 0) - (a.at || 0));
  const rows = new Map(games.map(([id, entry]) => [id, gameRow(id, entry, titles.get(entry.game))]));
  const lists = h("div", {});
  const place = h(
    "section",
    { class: "panel known" },
    h("h2", {}, "Your games"),
    h("ul", {}, [...rows.values()].slice(0, SHOWN)),
    lists,
  );
  if (rows.size > SHOWN) {
    const all = h(
      "button",
      {
        type: "button",
        class: "quiet",
        onclick: () => put(place.querySelector("ul"), [...rows.values()]) || all.remove(),
      },
      `All ${rows.size} games`,
    );
    place.append(all);
  }
  tellOutcomes(games, rows, titles, lists, start);
  return place;
}

const SHOWN = 12;

const wordOf = (entry) => entry.owner || Object.values(entry.tokens || {})[0];

/** How the games came out, statistics, and what to play next: the server knows. */
async function tellOutcomes(games, rows, titles, place, start) {
  const tokens = Object.fromEntries(games.map(([id, entry]) => [id, wordOf(entry)]).filter(([, word]) => word));
  let found;
  try {
    found = await api("/api/known", { body: { tokens } });
  } catch {
    return; // the list is there without it
  }
  for (const { id, outcome, level, length, changed } of found.games) {
    const over = outcome !== "open";
    put(
      rows.get(id).querySelector(".how"),
      h("span", { class: `outcome ${outcome}` }, OUTCOMES[outcome]),
      ` · ${[level ? `level ${level}` : "", `${length} decisions`, when(changed * 1000)].filter(Boolean).join(" · ")}`,
    );
    if (over) put(rows.get(id).querySelector(".acts"), actions(id));
  }
  const { suggestion, statistics } = found;
  const wanted = suggestion && titles.get(suggestion.name);
  put(
    place,
    wanted
      ? h(
          "p",
          { class: "suggestion" },
          h("strong", {}, "Next? "),
          suggestion.why,
          " ",
          h("button", { type: "button", onclick: () => start(wanted, suggestion) }, `Play ${wanted.title}`),
        )
      : null,
    statistics.length ? table(statistics, titles) : null,
  );
}

const when = (at) => new Date(at).toLocaleString([], { dateStyle: "medium", timeStyle: "short" });

function table(statistics, titles) {
  const heads = ["", "Level", "Played", "Won", "Lost", "Drawn"];
  const scenario = ({ name, kind }) => titles.get(name)?.words.scenario?.values[kind]?.title || kind;
  return h(
    "details",
    {},
    h("summary", {}, "How they came out"),
    h(
      "div",
      { class: "table", tabindex: "0", role: "region", "aria-label": "How they came out" },
      h(
        "table",
        { class: "statistics" },
        h(
          "thead",
          {},
          h(
            "tr",
            {},
            heads.map((head) => h(head ? "th" : "td", { scope: head ? "col" : null }, head)),
          ),
        ),
        h(
          "tbody",
          {},
          statistics.map((row) =>
            h(
              "tr",
              {},
              h("th", { scope: "row" }, `${titles.get(row.name)?.title || row.name}, ${scenario(row)}`),
              [row.level ?? "", row.played, row.won, row.lost, row.drawn].map((cell) => h("td", {}, cell)),
            ),
          ),
        ),
      ),
    ),
  );
}

/** What can be done with a game that is over. Its own page has the review. */
function actions(id) {
  const entry = memory.get(id);
  const owns = Boolean(entry.owner);
  const act = (words, onclick) => h("button", { type: "button", class: "quiet", onclick }, words);
  return [
    h("a", { class: "button quiet", href: `/g/${id}` }, "Review"),
    act("Replay", () => {
      const [seat] = Object.keys(entry.tokens || {}).filter((each) => each !== "pub");
      sessionStorage.setItem("petteia.replay", JSON.stringify({ id, token: wordOf(entry), seat }));
      location.assign("/replay");
    }),
    owns ? act("Save", () => saveRecord(id, entry)) : null,
    owns ? act("Same deal", async () => (await import("./again.js")).sameDeal(id)) : null,
  ];
}

function gameRow(id, entry, game) {
  return h(
    "li",
    {},
    h(
      "span",
      { class: "who" },
      h("a", { href: `/g/${id}` }, game.title),
      entry.title ? ` · ${entry.title}` : "",
      h("span", { class: "how" }, entry.at ? when(entry.at) : ""),
    ),
    h("span", { class: "acts" }),
    h(
      "button",
      {
        type: "button",
        class: "quiet",
        "aria-label": `Forget ${game.title}`,
        onclick: ({ currentTarget }) => askToForget(id, currentTarget.closest("li")),
      },
      "✕",
    ),
  );
}

/** What this browser forgets it cannot find again by itself; who set a game up may throw it away for good. */
function askToForget(id, item) {
  const { owner } = memory.get(id) || {};
  const remove = async () => {
    try {
      await api(`/api/games/${id}/remove`, { body: {}, token: owner });
      forget();
    } catch (error) {
      notice(error.message, true);
    }
  };
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
    owner
      ? h("p", {}, "Or throw it away for everybody: its record is gone then, and its links open nothing any more.")
      : null,
    owner ? h("button", { type: "button", class: "remove", onclick: remove }, "Delete it for good") : null,
  );
}
