// The form that sets a game up: how many play, the game's options, who sits where.

import { catalog, components } from "./components.js";
import { h, put } from "./dom.js";
import { redraw, segmented } from "./fields.js";
import { setupOf, styles } from "./games/index.js";
import { memory } from "./memory.js";
import { api } from "./net.js";
import { rulesButton } from "./rules.js";
import { notice } from "./shell.js";

/**
 * The form of a game in `place`; `game` is the catalogue's row, in the language that the server prefers. `wanted`: seats,
 * options and level that it begins with.
 */
export async function showSetup(place, game, wanted = null) {
  const [module] = await Promise.all([setupOf(game.name), styles("setup.css"), styles("words.css")]);
  const { lang: preferred } = await catalog();
  const { languages } = game;
  const lang = preferred in languages ? preferred : "en";
  const form = {
    game: game.name,
    seats: module.seats || game.seats[0],
    options: {},
    seating: {},
    help: true,
    lang,
    level: 3,
  };
  for (const [name, values] of Object.entries(game.options))
    form.options[name] = module.optional?.includes(name) ? "" : module.proposed?.[name] || values[0];
  if (wanted) {
    Object.assign(form, { seats: wanted.seats || form.seats, level: wanted.level || form.level });
    Object.assign(form.options, wanted.options);
  }
  let words;
  let data;
  /** The words and the names of things in the language that is chosen. */
  const load = async () => {
    const [{ games }, found] = await Promise.all([catalog(form.lang), components(game.name, form.lang)]);
    words = games.find(({ name }) => name === game.name);
    data = found;
    render();
  };
  const render = () => {
    redraw(
      place,
      h(
        "div",
        { class: "setup-top" },
        h("h2", { lang: form.lang }, words.title),
        rulesButton(game.name, form.lang, form.seats),
      ),
      h("p", { class: "about", lang: form.lang }, words.about),
      Object.keys(languages).length > 1
        ? segmented("Language", Object.entries(languages), form.lang, choose(form, "lang", load))
        : null,
      game.seats.length > 1
        ? segmented(
            "Players",
            [...game.seats].sort().map((n) => [n, n === 1 ? "1 (solo)" : String(n)]),
            form.seats,
            choose(form, "seats", render),
          )
        : null,
      h(
        "div",
        { class: "options", lang: form.lang },
        module.setup ? module.setup(form, words, data, render) : options(form, words, render),
      ),
      h(
        "fieldset",
        { class: "seating" },
        h("legend", {}, "Who plays"),
        seatsOf(form, module, words).map((seat, at) =>
          seatRow(form, seat, at, render, () => startWords(form, module, words)),
        ),
      ),
      more(form, module, words, render),
      h(
        "div",
        { class: "start-bar" },
        h("span", { class: "start-words" }, startWords(form, module, words)),
        h(
          "button",
          { type: "button", class: "primary start", onclick: () => create(form, module, words) },
          "Start the game",
        ),
      ),
    );
  };
  await load();
}

const FOLDED = "readings"; // an option that nobody needs to look at before a game

/** What most games are begun without: how the rules are read, and what help there is. */
function more(form, module, words, render) {
  return h(
    "details",
    {
      class: "more",
      open: form.isMore,
      ontoggle: (event) => {
        form.isMore = event.currentTarget.open;
      },
    },
    h("summary", { "data-choice": "more" }, "More settings"),
    h("div", { lang: form.lang }, words.options[FOLDED] ? optionField(form, words, FOLDED, render) : null),
    notes(form, module),
    h(
      "label",
      { class: "check" },
      h("input", {
        type: "checkbox",
        checked: form.help,
        onchange: (event) => {
          form.help = event.target.checked;
        },
      }),
      "Hints and chances are shown to those who ask",
    ),
  );
}

/** What will be begun, in a few words. */
function startWords(form, module, words) {
  const engines = seatsOf(form, module, words)
    .map(({ seat }) => form.seating[seat])
    .filter((chosen) => chosen?.player === "engine");
  const levels = [...new Set(engines.map(({ level }) => level))].sort((a, b) => a - b);
  return [
    h("strong", { lang: form.lang }, module.describe?.(form, words) || words.title),
    engines.length ? ` · the engine at level ${levels.join(" and ")}` : null,
  ];
}

const noted = new Map(); // what games have beside the printed rules, by how they are set up

/** What the game has beside the printed rules; nothing while it cannot be set up like this. */
function notes(form, module) {
  const place = h("div", { class: "notes about", lang: form.lang });
  const { game, seats, lang } = form;
  const body = { game, seats, options: chosenOptions(form, module), lang };
  const key = JSON.stringify(body);
  if (!noted.has(key))
    noted.set(
      key,
      api("/api/notes", { body }).catch(() => []),
    );
  noted.get(key).then((told) => {
    if (!told.length) return;
    const list = told.map((note) => h("li", {}, note));
    put(place, h("p", { lang: "en" }, "Beside the printed rules:"), h("ul", {}, list));
  });
  return place;
}

const choose = (holder, name, render) => (value) => {
  holder[name] = value;
  render();
};

/** An option as a row of buttons, and what the chosen value means. `values`: those that are offered. */
export function optionField(form, words, name, render, values = Object.keys(words.words[name].values)) {
  const { title, values: called } = words.words[name];
  const titles = values.map((value) => [value, called[value]?.title || value]);
  return [
    segmented(title, titles, form.options[name], choose(form.options, name, render)),
    called[form.options[name]]?.about ? h("p", { class: "about" }, called[form.options[name]].about) : null,
  ];
}

/** The same with what every value means, where one must know that to choose. */
export function optionFieldWithAll(form, words, name, render) {
  const { title, values: called } = words.words[name];
  const titles = Object.keys(called).map((value) => [value, called[value].title || value]);
  return [
    segmented(title, titles, form.options[name], choose(form.options, name, render)),
    h(
      "dl",
      { class: "about meanings" },
      Object.values(called).map((value) => [h("dt", {}, value.title), h("dd", {}, value.about)]),
    ),
  ];
}

const options = (form, words, render) =>
  Object.keys(words.options)
    .filter((name) => name !== FOLDED)
    .map((name) => optionField(form, words, name, render));

const ADVICE = [
  [2, "for a first game: it errs often"],
  [4, "once the rules are known"],
  [6, "a good game"],
  [8, "hard to beat"],
  [10, "as strong as it gets; it thinks longer"],
];
const adviceOn = (level) => ADVICE.find(([most]) => level <= most)[1];

/** The seats of a set-up: { seat, name, tone, engine }. */
function seatsOf(form, module, words) {
  const named = Object.entries(words.names?.[form.seats] || {}).map(([seat, name], at) => ({ seat, name, tone: at }));
  return module.seating ? module.seating(form, named) : named;
}

/** `summed()`: what will be begun, in words, for the bar below. */
function seatRow(form, seat, at, render, summed) {
  form.seating[seat.seat] ||= { player: at === 0 && !seat.engine ? "here" : "engine", level: form.level, name: "" };
  const chosen = form.seating[seat.seat];
  const level = h("span", { class: "level-number" }, String(chosen.level));
  const advice = h("small", { class: "advice" }, adviceOn(chosen.level));
  const kinds = [
    ["here", "Person here"],
    ["link", "Person by link"],
    ["engine", "Engine"],
  ];
  return h(
    "div",
    { class: `seat-setup tone-${seat.tone}` },
    h("span", { class: "chip", "aria-hidden": "true" }),
    h("span", { class: "seat-name", lang: form.lang }, seat.name),
    segmented(`${seat.name} is played by`, kinds, chosen.player, choose(chosen, "player", render)),
    chosen.player === "engine"
      ? h(
          "label",
          { class: "level" },
          "Level ",
          h("input", {
            type: "range",
            min: 1,
            max: 10,
            value: chosen.level,
            "aria-label": `Level of ${seat.name}`,
            oninput: (event) => {
              chosen.level = Number(event.target.value);
              level.textContent = event.target.value;
              put(level.closest(".setup").querySelector(".start-words"), ...summed());
              advice.textContent = adviceOn(chosen.level);
            },
          }),
          level,
          advice,
        )
      : h("input", {
          type: "text",
          class: "player-name",
          placeholder: "Name",
          maxlength: 40,
          value: chosen.name,
          "aria-label": `Name of ${seat.name}`,
          oninput: (event) => {
            chosen.name = event.target.value;
          },
        }),
  );
}

/** The options as they are sent: what is empty is left to the game. */
export const chosenOptions = (form, module) =>
  Object.fromEntries(Object.entries(module.options ? module.options(form) : form.options).filter(([, value]) => value));

async function create(form, module, words) {
  const seats = seatsOf(form, module, words).map(({ seat }) => seat);
  const seating = seats.map((seat) => {
    const chosen = form.seating[seat];
    return {
      seat,
      player: chosen.player === "engine" ? "engine" : "person",
      level: chosen.level,
      name: chosen.player === "engine" ? "" : chosen.name,
    };
  });
  const { game, help, lang } = form;
  try {
    const made = await api("/api/games", {
      body: { game, seats: form.seats, options: chosenOptions(form, module), seating, help, lang },
    });
    const here = made.seating.filter(
      (each) => each.token && each.seat !== "pub" && form.seating[each.seat]?.player === "here",
    );
    const watching = here.length ? here : made.seating.filter(({ seat }) => seat === "pub");
    memory.keep(made.id, {
      game,
      owner: made.owner,
      at: Date.now(),
      title: module.describe?.(form, words) || "",
      tokens: Object.fromEntries(watching.map(({ seat, token }) => [seat, token])),
    });
    if (seats.some((seat) => form.seating[seat].player === "link")) sessionStorage.setItem("petteia.links", made.id);
    location.assign(`/g/${made.id}`);
  } catch (error) {
    notice(error.message, true);
  }
}
