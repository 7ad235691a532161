// The form that sets a game up: how many play, the game's options, who sits where.

import { components } from "./components.js";
import { h } from "./dom.js";
import { redraw, segmented } from "./fields.js";
import { GAMES } from "./games/index.js";
import { memory } from "./memory.js";
import { api } from "./net.js";
import { rulesButton } from "./rules.js";
import { notice } from "./shell.js";

/** The form of a game in `place`. */
export async function showSetup(place, game) {
  const module = GAMES[game.name];
  const data = await components(game.name);
  const form = { game: game.name, seats: module.seats || game.seats[0], options: {}, seating: {}, help: true };
  for (const [name, values] of Object.entries(game.options))
    form.options[name] = module.optional?.includes(name) ? "" : values[0];
  const start = h(
    "button",
    { type: "button", class: "primary start", onclick: () => create(form, module) },
    "Start the game",
  );
  const render = () => {
    const seating = module.seating(form);
    redraw(
      place,
      h("div", { class: "setup-top" }, h("h2", {}, module.title), rulesButton(game.name)),
      h("p", { class: "about" }, module.about),
      game.seats.length > 1
        ? segmented(
            "Players",
            [...game.seats].sort().map((n) => [n, n === 1 ? "1 (solo)" : String(n)]),
            form.seats,
            (n) => {
              form.seats = n;
              render();
            },
          )
        : null,
      module.setup ? module.setup(form, data, render) : options(form, game, module, render),
      h(
        "fieldset",
        { class: "seating" },
        h("legend", {}, "Who plays"),
        seating.map((seat, at) => seatRow(form, seat, at, render)),
      ),
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
      start,
    );
  };
  render();
}

function options(form, game, module, render) {
  return Object.entries(game.options).map(([name, values]) =>
    segmented(
      module.optionNames?.[name] || name,
      values.map((value) => [value, module.valueNames?.[value] || value.replaceAll("_", " ")]),
      form.options[name],
      (value) => {
        form.options[name] = value;
        render();
      },
    ),
  );
}

function seatRow(form, seat, at, render) {
  form.seating[seat.seat] ||= { player: at === 0 && !seat.engine ? "here" : "engine", level: 6, name: "" };
  const chosen = form.seating[seat.seat];
  const level = h("span", { class: "level-number" }, String(chosen.level));
  const kinds = [
    ["here", "Person here"],
    ["link", "Person by link"],
    ["engine", "Engine"],
  ];
  return h(
    "div",
    { class: `seat-setup tone-${seat.tone ?? at}` },
    h("span", { class: "chip", "aria-hidden": "true" }),
    h("span", { class: "seat-name" }, seat.name),
    segmented(`${seat.name} is played by`, kinds, chosen.player, (value) => {
      chosen.player = value;
      render();
    }),
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
            },
          }),
          level,
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

async function create(form, module) {
  const seats = module.seating(form).map(({ seat }) => seat);
  const seating = seats.map((seat) => {
    const chosen = form.seating[seat];
    return {
      seat,
      player: chosen.player === "engine" ? "engine" : "person",
      level: chosen.level,
      name: chosen.player === "engine" ? "" : chosen.name,
    };
  });
  const options = module.options ? module.options(form) : form.options;
  try {
    const made = await api("/api/games", {
      body: { game: form.game, seats: form.seats, options, seating, help: form.help },
    });
    const here = made.seating.filter(
      (each) => each.token && each.seat !== "pub" && form.seating[each.seat]?.player === "here",
    );
    const watching = here.length ? here : made.seating.filter(({ seat }) => seat === "pub");
    memory.keep(made.id, {
      game: form.game,
      owner: made.owner,
      at: Date.now(),
      title: module.describe?.(form) || "",
      tokens: Object.fromEntries(watching.map(({ seat, token }) => [seat, token])),
    });
    if (seats.some((seat) => form.seating[seat].player === "link")) sessionStorage.setItem("petteia.links", made.id);
    location.assign(`/g/${made.id}`);
  } catch (error) {
    notice(error.message, true);
  }
}
