// A player's board: resources, prestige, buildings, figures, treasury and army.

import { capital, h, range, sum } from "../../dom.js";
import { icon } from "../../icons.js";
import { costNow, inWords } from "./cards.js";
import { leagueTone } from "./map.js";
import { goodsIcons, LEAGUES, RESOURCES } from "./words.js";

const TYPES = ["military", "religious", "civil", "political", "administrator"];
const TYPE_ICONS = {
  military: "helmet",
  religious: "temple",
  civil: "wheat",
  political: "scroll",
  administrator: "laurel",
};
export const KIND_ICONS = { hoplites: "hoplites", cavalry: "cavalry", triremes: "triremes" };

/** A figure's card; one that can be chosen (it has a key) says who it is, the others when pointed at. */
export function figureCard(t, id, where, key) {
  const row = t.data.get("figure", id);
  return h(
    "div",
    {
      class: "figure-card",
      "data-key": key,
      title: key ? null : row.text,
    },
    h("strong", {}, row.name),
    h(
      "span",
      { class: "stats" },
      h("span", { title: "power" }, icon("sword", "power"), row.power),
      h("span", { title: "diplomacy" }, icon("scroll", "diplomacy"), row.diplomacy),
    ),
    h("span", { class: "talent" }, inWords(t, row.talent)),
    key ? h("span", { class: "story-text" }, row.text) : null,
    where ? h("span", { class: "whereabouts" }, where) : null,
  );
}

const whereabouts = (t, at) => (at === "" ? "at home" : at === "road" ? "on the road" : `in ${t.data.name(at)}`);

function prestige(t, board) {
  const bonuses = Object.fromEntries(
    (t.data.get("administrator", board.administrator)?.bonus || []).map((bonus) => [bonus.at, bonus]),
  );
  const track = h(
    "div",
    { class: "prestige", role: "img", "aria-label": `Prestige ${board.prestige} of 12` },
    range(13).map((n) =>
      h(
        "span",
        {
          class: `${n <= board.prestige ? "on" : ""} ${n === board.prestige ? "now" : ""} ${bonuses[n] ? "bonus" : ""}`,
          title: bonuses[n] ? `At ${n}: ${inWords(t, bonuses[n])}` : null,
        },
        n,
      ),
    ),
  );
  return h("div", { class: "prestige-row" }, h("span", { class: "label" }, "Prestige"), track);
}

function resources(t, board) {
  const side = LEAGUES.indexOf(board.league);
  const chest = view(t).treasury[side];
  return h(
    "div",
    { class: "chests" },
    h(
      "div",
      { class: "chest" },
      h("span", { class: "label" }, "City"),
      RESOURCES.map((name, i) =>
        h("span", { class: `good ${name}`, title: name }, icon(name, name), board.resources[i]),
      ),
    ),
    chest
      ? h(
          "div",
          { class: "chest" },
          h("span", { class: "label" }, "Treasury"),
          RESOURCES.map((name, i) =>
            h(
              "span",
              {
                class: `good ${name} donate`,
                title: `Donate ${name}`,
                "data-key": board.seat === t.you ? `donate:${name}` : null,
              },
              icon(name, board.seat === t.you ? `Donate ${name}; the treasury has` : name),
              chest[i],
            ),
          ),
        )
      : null,
  );
}

const view = (t) => t.view;

function buildings(t, board) {
  const own = board.seat === t.you;
  return h(
    "div",
    { class: "buildings" },
    TYPES.map((type) =>
      h(
        "div",
        { class: "building-row" },
        h("span", { class: "type", title: capital(type) }, icon(TYPE_ICONS[type], type)),
        t.data
          .rows("building")
          .filter((row) => row.type === type)
          .map((row) => {
            const built = board.buildings.includes(row.id);
            const cost = costNow(t, row.cost, "building_cost");
            return h(
              "div",
              {
                class: `building ${built ? "built" : ""}`,
                "data-key": own ? `build:${row.id}` : null,
                title: inWords(t, row.effect),
              },
              h("strong", {}, row.name),
              built
                ? h("span", { class: "cost" }, icon("star", "built"))
                : h("span", { class: "cost" }, goodsIcons(cost)),
              h("span", { class: "effect" }, inWords(t, row.effect)),
            );
          }),
      ),
    ),
  );
}

/** A token as a small shield: its kind, level and power ("?" if it is face down). */
export function chip(kind, level, power, more = "") {
  return h(
    "span",
    {
      class: `token-chip level-${level} ${more}`,
      role: "img",
      "aria-label": `${kind} ${"I".repeat(level)}, power ${power}`,
    },
    icon(KIND_ICONS[kind]),
    h("b", {}, power),
    h("small", {}, "I".repeat(level)),
  );
}

export function army(t, board) {
  const { data } = t;
  const side = LEAGUES.indexOf(board.league);
  const own = board.seat === t.you;
  return h(
    "div",
    { class: "army" },
    data.rows("deck").map((deck) => {
      const have = t.view.army[side]?.[deck.id] ?? 0;
      const left = t.view.decks[deck.id];
      const cost = costNow(t, deck.cost, "army_cost");
      const chips = Array.isArray(have)
        ? have.flatMap((n, i) => Array(n).fill(i + 1)).map((power) => chip(deck.kind, deck.level, power))
        : range(have).map(() => chip(deck.kind, deck.level, "?"));
      return h(
        "div",
        {
          class: "deck",
          "data-key": own ? `deck:${deck.id}` : null,
        },
        h("span", { class: "deck-name" }, icon(KIND_ICONS[deck.kind]), deck.name),
        h("span", { class: "deck-cost" }, goodsIcons(cost), h("small", {}, `${left} left`)),
        h("span", { class: "chips" }, chips.length ? chips : h("small", {}, "none")),
      );
    }),
  );
}

export function ownBoard(t, board) {
  const admin = t.data.get("administrator", board.administrator);
  const uses = board.buildings.filter((id) => t.data.get("building", id).type === "administrator").length - board.uses;
  return h(
    "section",
    { class: `player-board panel ${leagueTone(board.league)}` },
    h(
      "header",
      {},
      h("h2", {}, t.data.name(board.city)),
      board.league ? h("span", { class: "tag" }, `${capital(board.league)} league`) : null,
      admin
        ? h(
            "span",
            {
              class: "admin",
              title: inWords(t, admin.ability),
              "data-key": "ability",
            },
            icon("laurel"),
            `${admin.name}: ${inWords(t, admin.ability)}`,
            h("small", {}, uses > 0 ? ` (${uses} use${uses === 1 ? "" : "s"})` : ""),
          )
        : null,
      board.actions
        ? h("span", { class: "tag hot" }, `${board.actions} action${board.actions === 1 ? "" : "s"} left`)
        : null,
    ),
    resources(t, board),
    prestige(t, board),
    h(
      "div",
      { class: "two-columns" },
      h("div", {}, h("h3", {}, "Buildings"), buildings(t, board)),
      h(
        "div",
        {},
        h("h3", {}, "Figures"),
        h(
          "div",
          { class: "figures" },
          board.figures.map(([id, at]) => figureCard(t, id, whereabouts(t, at), null)),
        ),
        h("h3", {}, "Army of the league"),
        army(t, board),
      ),
    ),
  );
}

/** Another seat's board in short. */
export function otherBoard(t, board) {
  const side = LEAGUES.indexOf(board.league);
  const tokens = sum(Object.values(t.view.army[side] || {}).map((n) => (Array.isArray(n) ? sum(n) : n)));
  const enemy = board.seat === "enemy";
  return h(
    "section",
    { class: `other-board panel ${leagueTone(board.league)}` },
    h(
      "header",
      {},
      h("h2", {}, enemy ? "Enemy cities" : t.data.name(board.city) || t.name(board.seat)),
      board.league ? h("span", { class: "tag" }, capital(board.league)) : null,
      board.administrator ? h("span", {}, t.data.name(board.administrator)) : null,
    ),
    enemy && t.view.options.enemy !== "rival"
      ? null
      : h(
          "p",
          {},
          goodsIcons(board.resources),
          ` prestige ${board.prestige}`,
          board.buildings.length ? ` · ${board.buildings.map(t.data.name).join(", ")}` : "",
          tokens ? ` · ${tokens} tokens in the league's army` : "",
        ),
    h(
      "div",
      { class: "figures" },
      board.figures.map(([id, at]) => figureCard(t, id, whereabouts(t, at), null)),
    ),
  );
}
