#!/usr/bin/env node
// A playable frontend in one file: you are one seat, the engine plays the others. It plays every game, because it knows
// none: it shows what `describe`, `summary` and `story` say, and sends back the move that was chosen.
//
//   node examples/text_frontend.mjs ephyran s0          (with petteia on the PATH)

import { createInterface } from "node:readline/promises";
import { Engine } from "../protocols/js/index.js";

const [name = "ephyran", me = "s0", nodes = "400"] = process.argv.slice(2);
const command = JSON.parse(process.env.PETTEIA_ENGINE ?? '["petteia", "engine"]');
const terminal = createInterface({ input: process.stdin });
const input = terminal[Symbol.asyncIterator]();
const say = (text = "") => process.stdout.write(`${text}\n`);

/** The next line that somebody types; null at the end of the input. */
async function ask(prompt) {
  process.stdout.write(prompt);
  const { value, done } = await input.next();
  return done ? null : value.trim();
}

function show(blocks) {
  for (const { title, lines = [], heads = [], rows = [] } of blocks) {
    say(`\n${title}`);
    for (const line of lines) say(`  ${line}`);
    const table = heads.length ? [heads, ...rows] : rows;
    const widths = table[0]?.map((_, column) => Math.max(...table.map((row) => row[column].length))) ?? [];
    for (const row of table) say(`  ${row.map((cell, column) => cell.padEnd(widths[column])).join("  ")}`.trimEnd());
  }
}

/** What can be chosen in a group: the groups and moves that are in it, in the order of the moves. */
function choices({ groups = [], moves }, group) {
  const parent = (id) => groups.find((each) => each.id === id)?.group ?? "";
  const found = [];
  for (const move of moves) {
    let at = move.group ?? "";
    if (at === group) {
      found.push({
        label: (group && move.step) || move.label,
        does: move.does,
        price: move.price,
        chance: move.chance,
        move,
      });
      continue;
    }
    while (at && parent(at) !== group) at = parent(at);
    if (at && !found.some((each) => each.into?.id === at)) {
      const into = groups.find((each) => each.id === at);
      found.push({ label: `${into.label} ...`, does: into.does, into });
    }
  }
  return found;
}

/** Let somebody find a move, step by step; null if they leave. */
async function choose(description, summary) {
  let group = null;
  for (;;) {
    const offered = choices(description, group?.id ?? "");
    say(`\n${group ? group.ask || group.label : description.question}`);
    offered.forEach(({ label, does, price, chance }, index) => {
      const more = [price, chance].filter(Boolean).join(", ");
      say(`  ${index + 1}  ${label}${more ? ` (${more})` : ""}${does ? `: ${does}` : ""}`);
    });
    for (const { label, price, why, group: place = "" } of description.unpaid ?? []) {
      if (place === (group?.id ?? "")) say(`  -  ${label} (${price}): ${why}`);
    }
    const typed = await ask(`A number, ? for the position, ${group ? "b for back" : "q to leave"}: `);
    if (typed === null || typed === "q") return null;
    const chosen = offered[Number(typed) - 1];
    if (typed === "?") show(summary);
    else if (typed === "b") group = description.groups?.find(({ id }) => id === group?.group) ?? null;
    else if (!chosen) say(`There is no ${JSON.stringify(typed)}: want 1 to ${offered.length}.`);
    else if (chosen.into) group = chosen.into;
    else return chosen.move.move;
  }
}

const engine = await Engine.start(command);
say(await engine.primer(name));
const game = await engine.new(name, { with: ["describe", "summary", "story"], for: [me] });
let known = game.updates[me];
let told = 0;
while (true) {
  for (const { n, text } of known.story) if (n > told) say(`- ${text}`);
  told = known.n;
  say(`\n${known.description.headline}`);
  if (game.result) break;
  const wanted = { with: ["describe", "summary", "story"], for: [me] };
  if (game.waiting.includes(me)) {
    for (const { words } of known.description.threats ?? []) say(`! ${words}`);
    const move = await choose(known.description, known.summary);
    if (move === null) break;
    await game.play(me, move, wanted);
  } else {
    const [seat] = game.waiting;
    await game.play(seat, (await game.go(seat, { nodes: Number(nodes) })).move, wanted);
  }
  known = game.updates[me];
}
say(known.description.result?.words ?? "You left the game.");
terminal.close();
await engine.quit();
