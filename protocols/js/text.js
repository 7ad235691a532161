// UHI as lines of text: requests into lines, lines into messages. What stands where is in tables.js.

import { LINES, READERS, VERBS } from "./tables.js";

const PLAIN = /^[^\s"{[][^\s"]*$/;
const KEY = /([A-Za-z][\w-]*)=/y;
const STRING = /"(?:[^"\\]|\\.)*"/y;

// ---------------------------------------------------------------------------------------------------------------
// Values: a word where that can stand in a line, else JSON.

/** A value as a word of a line. */
export function writeValue(value) {
  if (Array.isArray(value)) {
    const words = value.map(writeValue);
    return words.some((word) => /^["{[]|,/.test(word)) ? JSON.stringify(value) : words.join(",") || '""';
  }
  if (typeof value === "boolean") return value ? "1" : "0";
  if (typeof value === "object" && value !== null) return JSON.stringify(value);
  const text = String(value);
  return PLAIN.test(text) ? text : JSON.stringify(text);
}

/** Where the JSON value that starts here ends. */
function endOfJson(text, start) {
  let depth = 0;
  let at = start;
  while (at < text.length) {
    if (text[at] === '"') {
      STRING.lastIndex = at;
      if (!STRING.test(text)) break;
      at = STRING.lastIndex;
    } else {
      if ("{[".includes(text[at])) depth += 1;
      if ("}]".includes(text[at])) depth -= 1;
      at += 1;
    }
    if (depth === 0) return at;
  }
  throw new SyntaxError(`JSON without an end: ${text.slice(start, start + 60)}`);
}

/** The value that starts here, as JSON if it looks like it and else as a word, and where it ends. */
function readValue(text, at) {
  if (text[at] === '"' || text[at] === "{" || text[at] === "[") {
    const end = endOfJson(text, at);
    return [JSON.parse(text.slice(at, end)), end];
  }
  const end = text.indexOf(" ", at);
  return end < 0 ? [text.slice(at), text.length] : [text.slice(at, end), end];
}

/** A number of a line; one that JavaScript cannot hold exactly is a BigInt; what is no number stays text. */
function readNumber(word) {
  if (!/^-?\d+(\.\d+)?$/.test(word)) return word;
  const value = Number(word);
  return Number.isInteger(value) && !Number.isSafeInteger(value) ? BigInt(word) : value;
}

const list = (item) => (word) => (word === "" ? [] : word.split(",").map(item));
const READ = {
  whole: readNumber,
  number: readNumber,
  words: list(String),
  numbers: list(readNumber),
  wholes: list(readNumber),
  id: (word) => word.replace(/^@/, ""),
};

function readField(name, value) {
  return typeof value === "string" && Object.hasOwn(READERS, name) ? READ[READERS[name]](value) : value;
}

// ---------------------------------------------------------------------------------------------------------------
// The last field of a line.

const REST = {
  text: (text) => text,
  json: (text) => JSON.parse(text),
  words(text) {
    const words = [];
    for (let at = 0; at < text.length; at += 1) {
      let word;
      [word, at] = readValue(text, at);
      words.push(word);
    }
    return words;
  },
  chances(text) {
    const chances = {};
    for (let at = 0; at < text.length; at += 1) {
      const end = text[at] === '"' ? endOfJson(text, at) : text.indexOf("=", at);
      const what = text[at] === '"' ? JSON.parse(text.slice(at, end)) : text.slice(at, end);
      let chance;
      [chance, at] = readValue(text, end + 1);
      chances[what] = Number(chance);
    }
    return chances;
  },
};
const WITHOUT_KEYS = new Set(["text", "chances"]); // what looks like a key there belongs to the field

// ---------------------------------------------------------------------------------------------------------------
// Whole lines.

function readFields(kind, text) {
  const { lead = "", first = [], texts = [], rest: [how, last] = [] } = LINES[kind] ?? {};
  const fields = {};
  let at = lead ? lead.length + 1 : 0;
  let value;
  for (const name of first) {
    if (at >= text.length) break;
    [value, at] = readValue(text, at);
    fields[name] = texts.includes(name) ? value : readField(name, value);
    at += 1;
  }
  while (at < text.length && !WITHOUT_KEYS.has(how)) {
    KEY.lastIndex = at;
    const key = KEY.exec(text);
    if (key) {
      [value, at] = readValue(text, KEY.lastIndex);
      fields[key[1]] = readField(key[1], value);
    } else if (how) {
      break;
    } else {
      [value, at] = readValue(text, at);
      fields[value] = true;
    }
    at += 1;
  }
  if (how) fields[last] = REST[how](text.slice(at));
  return fields;
}

/** `name NAME type TYPE default VALUE [min N max N] [var WORD]...`, as in UCI. */
function readOption(text) {
  const fields = {};
  for (let at = 0; at < text.length; at += 1) {
    let key;
    let value;
    [key, at] = readValue(text, at);
    [value, at] = readValue(text, at + 1);
    if (key === "var") fields.var = [...(fields.var ?? []), value];
    else fields[key] = key === "min" || key === "max" ? readNumber(value) : value;
  }
  if (fields.type === "spin") fields.default = readNumber(fields.default);
  if (fields.type === "check") fields.default = fields.default === "true";
  return fields;
}

/** What an engine said: `{ id, kind, fields }`. */
export function parseMessage(line) {
  const [, , id = null, kind, rest = ""] = /^(@(\S+) )?(\S+)(?: (.*))?$/s.exec(line) ?? [];
  if (kind === undefined) throw new SyntaxError(`not a message: ${line.slice(0, 60)}`);
  return { id, kind, fields: kind === "option" ? readOption(rest) : readFields(kind, rest) };
}

/** The line of a request. */
export function formatRequest(id, verb, args) {
  const given = Object.entries(args).filter(([, value]) => value !== undefined && value !== null && value !== false);
  const head = `@${id} ${verb}`;
  if (verb === "setoption") return `${head} name ${args.name} value ${writeValue(args.value)}`;
  const { words = [], lists = [], rest } = VERBS[verb] ?? {};
  const named = Object.fromEntries(given);
  const word = (name) => (name === "id" ? `@${String(named[name]).replace(/^@/, "")}` : writeValue(named[name]));
  const early = rest ? [] : words.slice(0, 1);
  const keys = given.filter(([key]) => !words.includes(key) && !lists.includes(key) && key !== rest);
  return [
    head,
    ...early.filter((name) => name in named).map(word),
    ...keys.map(([key, value]) => (value === true ? key : `${key}=${writeValue(value)}`)),
    ...words
      .slice(early.length)
      .filter((name) => name in named)
      .map(word),
    ...(rest in named ? [String(named[rest])] : []),
    ...lists.filter((name) => name in named).flatMap((name) => [name, ...named[name].map(writeValue)]),
  ].join(" ");
}
