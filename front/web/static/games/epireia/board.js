// A player's board: resources, prestige, buildings, figures, treasury and army.

import { about } from "../../about.js";
import { h, range } from "../../dom.js";
import { icon } from "../../icons.js";
import { costIcons } from "../../offers.js";
import { figureCard } from "./cards.js";
import { KIND_ICONS, LEAGUES, leagueTone, RESOURCES, TYPE_ICONS } from "./kinds.js";

function prestige(t, board) {
  const { label, says, have, need } = t.thing(`prestige:${board.seat}`);
  const bonuses = (t.data.get("administrator", board.administrator)?.bonus || []).map(({ at }) => at);
  const told = t.thing(`admin:${board.administrator}`).notes.slice(1);
  const track = h(
    "div",
    { class: "prestige", role: "img", "aria-label": says },
    range(need + 1).map((n) =>
      h(
        "span",
        {
          class: `${n <= have ? "on" : ""} ${n === have ? "now" : ""} ${bonuses.includes(n) ? "bonus" : ""}`,
          ...about(told[bonuses.indexOf(n)]),
        },
        n,
      ),
    ),
  );
  return h("div", { class: "prestige-row" }, h("span", { class: "label" }, label), track);
}

function chest(t, caption, amounts, isOwn) {
  return h(
    "div",
    { class: "chest" },
    h("span", { class: "label" }, t.thing(caption).label),
    RESOURCES.map((name, i) => {
      const { label } = t.thing(`resource:${name}`);
      return h(
        "span",
        {
          class: `good ${name} ${isOwn ? "donate" : ""}`,
          ...about(isOwn ? t.thing(`donate:${name}`).label : label),
          "data-key": isOwn ? `donate:${name}` : null,
        },
        icon(name, label),
        amounts[i],
      );
    }),
  );
}

function resources(t, board) {
  const treasury = t.view.treasury[LEAGUES.indexOf(board.league)];
  return h(
    "div",
    { class: "chests" },
    chest(t, "city", board.resources, false),
    treasury ? chest(t, "treasury", treasury, board.seat === t.you) : null,
  );
}

function building(t, row, isBuilt, isOwn) {
  const { label, notes, cost, price } = t.thing(`build:${row.id}`);
  return h(
    "div",
    { class: `building ${isBuilt ? "built" : ""}`, "data-priced": true, "data-key": isOwn ? `build:${row.id}` : null },
    h("strong", {}, label),
    h("span", { class: "cost" }, isBuilt ? icon("star", t.thing("built").label) : costIcons(cost, price)),
    h("span", { class: "effect" }, notes),
  );
}

function buildings(t, board) {
  return h(
    "div",
    { class: "buildings" },
    Object.keys(TYPE_ICONS).map((type) =>
      h(
        "div",
        { class: "building-row" },
        h(
          "span",
          { class: "type", ...about(t.thing(`type:${type}`).label) },
          icon(TYPE_ICONS[type], t.thing(`type:${type}`).label),
        ),
        t.data
          .rows("building")
          .filter((row) => row.type === type)
          .map((row) => building(t, row, board.buildings.includes(row.id), board.seat === t.you)),
      ),
    ),
  );
}

/** A token as a small shield: its kind, level and power ("?" if it is face down). */
const chip = (kind, level, power) =>
  h(
    "span",
    { class: `token-chip level-${level}`, "aria-hidden": "true" },
    icon(KIND_ICONS[kind]),
    h("b", {}, power),
    h("small", {}, "I".repeat(level)),
  );

function army(t, board) {
  const side = LEAGUES.indexOf(board.league);
  return h(
    "div",
    { class: "army" },
    t.data.rows("deck").map((deck) => {
      const {
        label,
        notes: [left, ...counts],
        cost,
        price,
      } = t.thing(`deck:${deck.id}`);
      const have = t.view.army[side]?.[deck.id] ?? 0;
      const powers = Array.isArray(have) ? have.flatMap((n, i) => Array(n).fill(i + 1)) : Array(have).fill("?");
      const chips = powers.map((power) => chip(deck.kind, deck.level, power));
      return h(
        "div",
        { class: "deck", "data-priced": true, "data-key": board.seat === t.you ? `deck:${deck.id}` : null },
        h("span", { class: "deck-name" }, icon(KIND_ICONS[deck.kind]), label),
        h("span", { class: "deck-cost" }, costIcons(cost, price), h("small", {}, left)),
        h("span", { class: `chips ${chips.length ? "" : "none"}` }, chips, h("span", { class: "counted" }, counts)),
      );
    }),
  );
}

function header(t, board) {
  const { label, notes } = t.thing(`board:${board.seat}`);
  const {
    label: admin,
    notes: [ability, uses],
  } = t.thing("ability");
  return h(
    "header",
    {},
    h("h2", {}, label),
    admin && board.seat === t.you
      ? h(
          "span",
          { class: "admin", "data-key": "ability" },
          icon("laurel"),
          `${admin}: ${ability}`,
          h("small", {}, uses),
        )
      : null,
    board.actions ? h("span", { class: "tag hot" }, notes[0]) : null,
  );
}

export function ownBoard(t, board) {
  return h(
    "section",
    { class: `player-board panel ${leagueTone(board.league)}` },
    header(t, board),
    resources(t, board),
    prestige(t, board),
    h(
      "div",
      { class: "two-columns" },
      h("div", {}, h("h3", {}, t.thing("buildings").label), buildings(t, board)),
      h(
        "div",
        {},
        h("h3", {}, t.thing("figures").label),
        h(
          "div",
          { class: "figures" },
          board.figures.map(([id]) => figureCard(t, id)),
        ),
        h("h3", {}, t.thing("army").label),
        army(t, board),
      ),
    ),
  );
}

/** Another seat's board in short. */
export function otherBoard(t, board) {
  const { label, notes } = t.thing(`board:${board.seat}`);
  const isShadow = board.seat === "enemy" && t.view.options.enemy !== "rival"; // it has figures and an army, no city
  const stock = Object.fromEntries(RESOURCES.map((name, i) => [name, board.resources[i]]).filter(([, n]) => n));
  return h(
    "section",
    { class: `other-board panel ${leagueTone(board.league)}` },
    h("header", {}, h("h2", {}, label), board.administrator ? h("span", {}, t.data.name(board.administrator)) : null),
    isShadow ? null : h("p", {}, costIcons(stock, t.thing("city").label), " ", notes.join(" · ")),
    h(
      "div",
      { class: "figures" },
      board.figures.map(([id]) => figureCard(t, id)),
    ),
  );
}
