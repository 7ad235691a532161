#!/usr/bin/env node
// A whole engine in one file: it speaks UHI's seat mode (docs/protocol.md, One seat only) and knows no rule of any game.
//
//   petteia match 'uhi:node examples/frequency_engine.mjs' ismcts --game epix
//   petteia conformance --seat-engine -- node examples/frequency_engine.mjs
//
// It chooses among the moves that `go` hands it. Where it must guess somebody's bid, it names what the others bid most
// often so far; where it bids itself, it bids what they named least. All else is chance, and never `pass` if there is
// anything else to do. It is a weak player and a complete engine.

import { createInterface } from "node:readline";

const GAMES = { epireia: "3,1,2,4", egemonia: "2", epix: "2,3,4", ephyran: "2,3,4" };
const MAX_LINE = 65_536; // bytes
const PASSIVE = new Set(["pass", "done", "stop"]);

const games = new Map(); // by handle: the seat it sits at and what it was told there
let latest = null;
let opened = 0;
let seed = -1; // AISeed; below 0 nobody can repeat what it does

/** A command that cannot be carried out; `keys` say what would have been right. */
class Refusal extends Error {
  constructor(code, keys = {}) {
    super(code);
    this.keys = keys;
  }
}

// -------------------------------------------------------------------------------------------------------------
// Lines: `[@id] verb word... key=value...`.

/** The word or JSON value that starts here, and where it ends. */
function readValue(text, at) {
  const closing = { '"': /^"(?:[^"\\]|\\.)*"/, "[": /^\[(?:[^"\]]|"(?:[^"\\]|\\.)*")*\]/ }[text[at]];
  if (closing) {
    const found = closing.exec(text.slice(at));
    if (!found) throw new Refusal("syntax", { want: "a JSON value that ends" });
    return [JSON.parse(found[0]), at + found[0].length];
  }
  const end = text.indexOf(" ", at);
  return end < 0 ? [text.slice(at), text.length] : [text.slice(at, end), end];
}

/** Words and keys; after `most` words the rest of the line is one more. */
function readArguments(text, most) {
  const words = [];
  const keys = {};
  let at = 0;
  while (at < text.length) {
    const key = /^([A-Za-z][\w-]*)=/.exec(text.slice(at));
    let value;
    if (text[at] === " ") {
      at += 1;
    } else if (words.length === most) {
      words.push(text.slice(at));
      break;
    } else if (key) {
      [value, at] = readValue(text, at + key[0].length);
      keys[key[1]] = value;
    } else {
      [value, at] = readValue(text, at);
      words.push(value);
    }
  }
  return { words, keys };
}

function writeValue(value) {
  const text = String(value);
  return /^[^\s"{[][^\s"]*$/.test(text) ? text : JSON.stringify(text);
}

function writeKeys(keys) {
  return Object.entries(keys)
    .map(([key, value]) => ` ${key}=${writeValue(value)}`)
    .join("");
}

// -------------------------------------------------------------------------------------------------------------
// Choosing.

/** Random numbers between 0 and 1 that follow from a text (mulberry32). */
function randomFrom(text) {
  let state = 2_166_136_261;
  for (const char of text) state = Math.imul(state ^ char.codePointAt(0), 16_777_619);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** The events that hold: `undo to=N` takes back all after number N. */
function standing(told) {
  let numbers = [];
  told.forEach((event, index) => {
    const undone = /^undo to=(\d+)$/.exec(event);
    if (undone) numbers = numbers.filter((n) => n <= Number(undone[1]));
    else numbers.push(index + 1);
  });
  return numbers.map((n) => told[n - 1]);
}

/** How often the other seats bid or named each amount; every amount counts a little before it was ever seen. */
function frequencies(game, word) {
  const counts = new Map();
  for (const event of standing(game.told)) {
    const [kind, seat, amounts] = event.split(" ");
    if (kind !== word || seat === game.seat || !amounts) continue;
    for (const amount of amounts.split(",")) counts.set(amount, (counts.get(amount) ?? 0) + 1);
  }
  return (amount) => (counts.get(amount) ?? 0) + 0.25;
}

/** How likely each move is to be chosen. */
function weigh(game, moves) {
  const kinds = new Set(moves.map((move) => move.split(":")[0]));
  if (kinds.size === 1 && kinds.has("guess")) {
    const bids = frequencies(game, "bid");
    return moves.map(
      (move) =>
        move
          .slice(6)
          .split(",")
          .reduce((sum, amount) => sum + bids(amount), 0) ** 2,
    );
  }
  if (kinds.size === 1 && kinds.has("bid")) {
    const named = frequencies(game, "guess");
    return moves.map((move) => 1 / named(move.slice(4).split("@")[0]));
  }
  const active = moves.some((move) => !PASSIVE.has(move));
  return moves.map((move) => (active && PASSIVE.has(move) ? 0 : 1));
}

function choose(game, moves) {
  const weights = weigh(game, moves);
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const random = seed < 0 ? Math.random : randomFrom(`${seed} ${game.seat} ${game.told.join("\n")}`);
  let left = random() * total;
  let index = 0;
  while (index < moves.length - 1 && left >= weights[index]) {
    left -= weights[index];
    index += 1;
  }
  return [moves[index], weights[index] / total];
}

// -------------------------------------------------------------------------------------------------------------
// Commands. Each returns its terminal line, and may say other lines before it.

function find(keys) {
  const game = games.get(keys.game ?? latest);
  if (!game) throw new Refusal("no-game");
  return game;
}

const COMMANDS = {
  uhi({ words: [version] }, say) {
    if (version !== "1") throw new Refusal("bad-arg", { arg: "version", got: version ?? "", want: 1 });
    say("id name frequency 1.0");
    say("caps games=64 seatmode moves");
    for (const [name, seats] of Object.entries(GAMES)) say(`game ${name} rules=any seats=${seats} options={}`);
    say(`option name AISeed type spin default -1 min -1 max ${2n ** 63n - 1n}`);
    return "uhiok 1";
  },
  isready: () => "readyok",
  ping: () => "ok",
  stop: () => "ok none=1", // it answers before anybody could stop it
  quit: () => "ok",
  setoption({ words: [, name, , value] }) {
    if (name?.toLowerCase() !== "aiseed")
      throw new Refusal("bad-arg", { arg: "name", got: name ?? "", want: "AISeed" });
    if (!/^(-1|\d{1,19})$/.test(value)) throw new Refusal("bad-arg", { arg: "AISeed", got: value, want: "-1..2^63-1" });
    seed = BigInt(value);
    return "ok";
  },
  new({ words: [name], keys }) {
    if (!(name in GAMES))
      throw new Refusal("bad-arg", { arg: "name", got: name ?? "", want: Object.keys(GAMES).join() });
    if (!keys.seat) throw new Refusal("denied", { need: "seat" }); // it referees no game
    latest = `g${++opened}`;
    games.set(latest, { seat: keys.seat, told: [] });
    return `ok game=${latest}`;
  },
  obs({ words: [number, event], keys }) {
    const n = Number(number);
    if (!Number.isInteger(n) || n < 1 || event === undefined) throw new Refusal("syntax", { want: "obs N EVENT" });
    const { told } = find(keys);
    if (n > told.length + 1) throw new Refusal("gap", { want: told.length + 1 });
    if (n === told.length + 1) {
      told.push(event);
      return "ok";
    }
    if (told[n - 1] !== event) throw new Refusal("inconsistent", { n, reason: "told-otherwise" });
    return "ok dup=1";
  },
  go({ words: [seat], keys }) {
    if (!seat) throw new Refusal("syntax", { want: "go SEAT moves=MOVE,..." });
    const game = find(keys);
    if (seat !== game.seat) throw new Refusal("bad-arg", { arg: "seat", got: seat, want: game.seat });
    if (!keys.moves?.length) throw new Refusal("syntax", { want: "go SEAT moves=MOVE,..." });
    const [move, chance] = choose(game, Array.isArray(keys.moves) ? keys.moves : keys.moves.split(","));
    return `bestmove ${move}${keys.d ? ` d=${keys.d}` : ""} p=${Math.max(chance, 0.0001).toFixed(4)}`;
  },
  close({ words: [handle], keys }) {
    find({ game: handle ?? keys.game });
    games.delete(handle ?? keys.game ?? latest);
    return "ok";
  },
};
const WORDS = { obs: 1, setoption: 3 }; // after so many words the rest of the line is one

/** Carry out a line; false if it was the last. */
function answer(line) {
  const [, id = "", rest] = /^(@[\w.-]{1,64} )?(.*)$/s.exec(line.replaceAll("\t", " ").trim());
  if (!rest || rest.startsWith("#")) return true;
  const say = (text) => process.stdout.write(`${id}${text}\n`);
  const [verb] = rest.split(" ", 1);
  try {
    if (Buffer.byteLength(line) > MAX_LINE) throw new Refusal("line-too-long", { max: MAX_LINE });
    if (!Object.hasOwn(COMMANDS, verb)) {
      throw new Refusal("unknown-command", { got: verb.slice(0, 64), want: Object.keys(COMMANDS).join() });
    }
    say(COMMANDS[verb](readArguments(rest.slice(verb.length), WORDS[verb]), say));
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    say(`error ${error.message}${writeKeys(error.keys)}`);
  }
  return verb !== "quit";
}

for await (const line of createInterface({ input: process.stdin, crlfDelay: Number.POSITIVE_INFINITY })) {
  if (!answer(line)) process.exit(0);
}
