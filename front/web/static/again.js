// Another game after one that is over: the same people and settings, the same deal, the next scenario, or on from a
// position of the old one.

import { catalog } from "./components.js";
import { h } from "./dom.js";
import { memory } from "./memory.js";
import { api } from "./net.js";
import { notice } from "./shell.js";

/** Go to a game that was made from game `old`: whoever sat at this screen sits here again. */
function enter(made, old, title) {
  const here = Object.keys(memory.get(old)?.tokens || {});
  const tokens = made.seating.filter(({ seat, token }) => token && here.includes(seat));
  memory.keep(made.id, {
    game: made.game,
    owner: made.owner,
    at: Date.now(),
    title,
    tokens: Object.fromEntries(tokens.map(({ seat, token }) => [seat, token])),
  });
  const elsewhere = made.seating.some(({ seat, token }) => token && seat !== "pub" && !here.includes(seat));
  if (elsewhere) sessionStorage.setItem("petteia.links", made.id);
  location.assign(`/g/${made.id}`);
}

async function make(id, path, body, title) {
  try {
    enter(await api(`/api/games/${id}/${path}`, { body, token: memory.get(id).owner }), id, title);
  } catch (error) {
    notice(error.message, true);
  }
}

export const rematch = (id) => make(id, "again", {}, memory.get(id).title);
export const sameDeal = (id) => make(id, "again", { deal: "same" }, memory.get(id).title);
export const branch = (id, step) => make(id, "branch", { step }, memory.get(id).title);

/** Buttons for more games; only who set the game up has them. */
export async function moreGames(id, game, options, lang) {
  if (!memory.get(id)?.owner) return [];
  const button = (words, act, quiet) =>
    h("button", { type: "button", class: quiet ? "quiet" : "", lang: "en", onclick: act }, words);
  const { games } = await catalog(lang);
  const words = games.find(({ name }) => name === game);
  const scenarios = words?.options.scenario || [];
  const next = scenarios[Math.max(0, scenarios.indexOf(options.scenario)) + 1];
  const title = next && words.words.scenario.values[next].title;
  return [
    button("Rematch", () => rematch(id)),
    next
      ? h(
          "button",
          { type: "button", onclick: () => make(id, "again", { options: { scenario: next } }, title) },
          h("span", { lang: "en" }, "Next scenario: "),
          h("span", { lang }, title),
        )
      : null,
    button("The same deal again", () => sameDeal(id), true),
  ].filter(Boolean);
}
