// The first page: choose a game, set it up, go on with one.

import { h, put } from "./dom.js";
import { emblem } from "./emblems.js";
import { redraw, segmented } from "./fields.js";
import { GAMES } from "./games/index.js";
import { api, box, memory } from "./net.js";
import { rulesButton } from "./rules.js";
import { heading, notice } from "./shell.js";

export async function showHome(main) {
  heading("");
  const catalog = await api("/api/catalog");
  const games = catalog.games.filter(({ name }) => GAMES[name]);
  const setup = h("section", { class: "setup", "aria-live": "polite" });
  const cards = games.map((game) => {
    const module = GAMES[game.name];
    return h(
      "button",
      {
        type: "button",
        class: `game-card card-${game.name}`,
        "data-game": game.name,
        onclick: async (event) => {
          for (const card of main.querySelectorAll(".game-card")) card.classList.toggle("chosen", card === event.currentTarget);
          await showSetup(setup, game);
          setup.scrollIntoView({ behavior: "smooth", block: "start" });
        },
      },
      emblem(game.name),
      h("span", { class: "title" }, module.title),
      h("span", { class: "about" }, module.tagline),
      h("span", { class: "count" }, players(game.seats)),
    );
  });
  const open = h("input", { type: "file", accept: ".uhg,text/plain", id: "record", class: "visually-hidden", onchange: (event) => openRecord(event.target.files[0]) });
  put(main, 
    h("section", { class: "hero" }, h("div", { class: "meander", "aria-hidden": "true" }), h("h2", {}, "Board games of hidden information"), h("p", {}, "against an engine that plays by the rules and never peeks"), h("div", { class: "meander", "aria-hidden": "true" })),
    h("section", { class: "cards", "aria-label": "Games" }, cards),
    setup,
    known(),
    h("section", { class: "foot" }, open, h("label", { for: "record", class: "button quiet" }, "Replay a record from a file")),
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
function known() {
  const games = Object.entries(memory.all()).filter(([, entry]) => GAMES[entry.game]);
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
          h("a", { href: `/g/${id}` }, GAMES[entry.game].title),
          h("span", { class: "who" }, [entry.title, entry.at ? new Date(entry.at).toLocaleString([], { dateStyle: "medium", timeStyle: "short" }) : ""].filter(Boolean).join(" · ")),
          h("button", { type: "button", class: "quiet", "aria-label": "Forget this game", onclick: (event) => { memory.forget(id); event.currentTarget.closest("li").remove(); } }, "✕"),
        ),
      ),
    ),
  );
}

async function showSetup(place, game) {
  const module = GAMES[game.name];
  const data = await box(game.name);
  const form = { game: game.name, seats: module.seats || game.seats[0], options: {}, chairs: {}, help: true };
  for (const [name, values] of Object.entries(game.options)) form.options[name] = module.optional?.includes(name) ? "" : values[0];
  const start = h("button", { type: "button", class: "primary start", onclick: () => create(form, module) }, "Start the game");
  const render = () => {
    const chairs = module.chairs(form);
    redraw(
      place,
      h("div", { class: "setup-top" }, h("h2", {}, module.title), rulesButton(game.name)),
      h("p", { class: "about" }, module.about),
      game.seats.length > 1 ? segmented("Players", [...game.seats].sort().map((n) => [n, n === 1 ? "1 (solo)" : String(n)]), form.seats, (n) => { form.seats = n; render(); }) : null,
      module.setup ? module.setup(form, game, data, render) : options(form, game, module, render),
      h("fieldset", { class: "chairs" }, h("legend", {}, "Who plays"), chairs.map((chair, at) => chairRow(form, chair, at, render))),
      h("label", { class: "check" }, h("input", { type: "checkbox", checked: form.help, onchange: (event) => { form.help = event.target.checked; } }), "Hints and chances are shown to those who ask"),
      start,
    );
  };
  render();
}

function options(form, game, module, render) {
  return Object.entries(game.options).map(([name, values]) =>
    segmented(module.optionNames?.[name] || name, values.map((value) => [value, module.valueNames?.[value] || value.replaceAll("_", " ")]), form.options[name], (value) => { form.options[name] = value; render(); }),
  );
}

function chairRow(form, chair, at, render) {
  const wish = (form.chairs[chair.seat] ||= { player: at === 0 && !chair.engine ? "here" : "engine", level: 6, name: "" });
  const level = h("span", { class: "level-number" }, String(wish.level));
  const kinds = [["here", "Person here"], ["link", "Person by link"], ["engine", "Engine"]];
  return h(
    "div",
    { class: `chair tone-${chair.tone ?? at}` },
    h("span", { class: "chip", "aria-hidden": "true" }),
    h("span", { class: "seat-name" }, chair.name),
    segmented(`${chair.name} is played by`, kinds, wish.player, (value) => { wish.player = value; render(); }),
    wish.player === "engine"
      ? h("label", { class: "level" }, "Level ", h("input", { type: "range", min: 1, max: 10, value: wish.level, "aria-label": `Level of ${chair.name}`, oninput: (event) => { wish.level = Number(event.target.value); level.textContent = event.target.value; } }), level)
      : h("input", { type: "text", class: "player-name", placeholder: "Name", maxlength: 40, value: wish.name, "aria-label": `Name of ${chair.name}`, oninput: (event) => { wish.name = event.target.value; } }),
  );
}

async function create(form, module) {
  const seats = module.chairs(form).map(({ seat }) => seat);
  const chairs = seats.map((seat) => {
    const wish = form.chairs[seat];
    return { seat, player: wish.player === "engine" ? "engine" : "person", level: wish.level, name: wish.player === "engine" ? "" : wish.name };
  });
  const options = module.options ? module.options(form) : form.options;
  try {
    const made = await api("/api/games", { body: { game: form.game, seats: form.seats, options, chairs, help: form.help } });
    const here = made.chairs.filter((chair) => chair.token && chair.seat !== "pub" && form.chairs[chair.seat]?.player === "here");
    const watching = here.length ? here : made.chairs.filter((chair) => chair.seat === "pub");
    memory.keep(made.id, { game: form.game, owner: made.owner, at: Date.now(), title: module.describe?.(form) || "", tokens: Object.fromEntries(watching.map((chair) => [chair.seat, chair.token])) });
    if (seats.some((seat) => form.chairs[seat].player === "link")) sessionStorage.setItem("petteia.links", made.id);
    location.assign(`/g/${made.id}`);
  } catch (error) {
    notice(error.message, true);
  }
}
