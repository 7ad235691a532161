// An engine and the games in it. Requests may run side by side; each is answered under its own id.

import { randomBytes } from "node:crypto";
import { EngineProcess } from "./process.js";
import { TERMINAL } from "./tables.js";

const TIMEOUT = 30_000; // milliseconds; searches get what they were given in addition
const GRACE = 2000;
const MANY_NODES = 100_000; // who can say how long more than these take?

/** The engine refused a request; nothing has changed. `code` and `keys` are the protocol's. */
export class EngineError extends Error {
  constructor(code, keys) {
    super([code, ...Object.entries(keys).map(([key, value]) => `${key}=${value}`)].join(" "));
    this.name = "EngineError";
    this.code = code;
    this.keys = keys;
  }
}

/** The process has ended. */
export class EngineDied extends Error {}

/** There was no answer in time. */
export class EngineTimeout extends Error {}

/** The terminal message of a request (`kind`, `fields`) and all messages before it (`data`). */
export class Reply {
  constructor(kind, fields, data) {
    this.kind = kind;
    this.fields = fields;
    this.data = data;
  }

  /** The fields of the messages of one kind. */
  only(kind) {
    return this.data.filter((message) => message.kind === kind).map((message) => message.fields);
  }

  /** What `with` brought, by viewer: view, description, summary, legal, events, story, wp. */
  get updates() {
    return gatherUpdates(this.data);
  }
}

function gatherUpdates(messages) {
  const found = {};
  const of = ({ seat, n = 0, d }) => {
    found[seat] ??= { seat, n: 0, events: [], story: [] };
    found[seat].n = Math.max(found[seat].n, n);
    if (d !== undefined) found[seat].d = d;
    return found[seat];
  };
  const take = {
    view: (fields) => Object.assign(of(fields), { view: fields.view }),
    legal: (fields) => Object.assign(of(fields), { legal: fields.moves }),
    describe: (fields) => Object.assign(of(fields), { description: fields.description }),
    summary: (fields) => Object.assign(of(fields), { summary: fields.blocks }),
    event: (fields) => of(fields).events.push({ n: fields.n, text: fields.text }),
    sentence: (fields) => of(fields).story.push({ n: fields.n, text: fields.text }),
    eval: (fields) => Object.assign(of(fields), { wp: fields.wp }),
    update: (fields) => of(fields),
  };
  for (const { kind, fields } of messages) take[kind]?.(fields);
  return found;
}

// ---------------------------------------------------------------------------------------------------------------

export class Engine {
  #process = null;
  #waiting = new Map(); // by id: what is not answered yet
  #settings = new Map();
  #generation = 0;
  #restarting = null;
  #next = 1;

  constructor(command, options = {}) {
    const { msgpack = false, timeout = TIMEOUT, restarts = true, stderr, cwd, env } = options;
    this.command = command ?? ["petteia", "engine", ...(msgpack ? ["--msgpack"] : [])];
    this.timeout = timeout;
    this.restarts = restarts;
    this.hello = null; // what the engine says of itself
    this.games = [];
    this.spawning = { msgpack, stderr, cwd, env };
  }

  /**
   * Start an engine and shake hands. `options`: `msgpack` (the command must say so, too), `timeout` in milliseconds,
   * `restarts` (false: a process that died stays dead), `stderr`, `cwd` and `env` as for a child process.
   */
  static async start(command, options) {
    const engine = new Engine(command, options);
    await engine.#start();
    return engine;
  }

  async #start() {
    const process = new EngineProcess(this.command, {
      ...this.spawning,
      onMessage: (message) => this.#take(message),
      onEnd: (reason) => this.#process === process && this.#fail(reason),
    });
    this.#process = process;
    try {
      const reply = await this.request("uhi", { version: 1 });
      const [id] = reply.only("id");
      const named = (kind) => Object.fromEntries(reply.only(kind).map((fields) => [fields.name, fields]));
      const caps = reply.only("caps")[0] ?? {};
      this.hello = { name: id.name, version: id.version, caps, games: named("game"), options: named("option") };
    } catch (error) {
      await process.kill();
      throw error;
    }
  }

  /** Start the process anew, with the options that were set and the games that were open, as they stood. */
  restart() {
    return this.#restart(this.#generation);
  }

  async #restart(generation) {
    if (generation !== this.#generation) return this.#restarting; // somebody else does, or did
    this.#generation += 1;
    this.#restarting = (async () => {
      await this.#process.kill();
      await this.#start();
      for (const [name, value] of this.#settings) await this.request("setoption", { name, value });
      for (const game of this.games) await game.reopen();
    })();
    return this.#restarting;
  }

  /** Ask the process to end, and see to it; its exit status. */
  async quit() {
    try {
      await this.request("quit", {}, { timeout: GRACE });
    } catch (error) {
      if (!(error instanceof EngineDied || error instanceof EngineTimeout)) throw error;
    }
    return this.#process.close();
  }

  get pid() {
    return this.#process.child.pid;
  }

  #fail(reason) {
    const waiting = [...this.#waiting.values()];
    this.#waiting.clear();
    for (const { reject } of waiting) reject(new EngineDied(reason));
  }

  #take({ id, kind, fields }) {
    const waiting = this.#waiting.get(String(id));
    if (!waiting) return;
    if (!TERMINAL.includes(kind)) {
      waiting.data.push({ id, kind, fields });
      waiting.onMessage?.({ id, kind, fields });
      return;
    }
    this.#waiting.delete(String(id));
    if (kind === "error") {
      const { code, ...keys } = fields;
      waiting.reject(new EngineError(code, keys));
    } else {
      waiting.resolve(new Reply(kind, fields, waiting.data));
    }
  }

  /**
   * Send one request and wait for its answer. `timeout` in milliseconds (Infinity: for ever); `onMessage` gets every
   * message before the terminal one; an AbortSignal `signal` stops a search or ends a subscription.
   */
  request(verb, args = {}, { timeout = this.timeout, onMessage, signal } = {}) {
    if (!this.#process || this.#process.ended) return Promise.reject(new EngineDied("the engine is not running"));
    const id = String(this.#next++);
    const giveUp = () => this.#abandon(id, verb);
    return new Promise((resolve, reject) => {
      const late = () => {
        const error = new EngineTimeout(`no answer to ${verb} within ${timeout} ms`);
        const fail = done(() => reject(error));
        const end = setTimeout(fail, GRACE);
        const ended = () => {
          clearTimeout(end);
          fail();
        };
        if (this.#waiting.has(id)) Object.assign(this.#waiting.get(id), { resolve: ended, reject: ended });
        giveUp(); // the game is free when the caller is told, if the engine listens at all
      };
      const timer = Number.isFinite(timeout) ? setTimeout(late, timeout) : undefined;
      const done = (settle) => (value) => {
        clearTimeout(timer);
        signal?.removeEventListener("abort", giveUp);
        settle(value);
      };
      this.#waiting.set(id, { resolve: done(resolve), reject: done(reject), onMessage, data: [] });
      this.#process.send(id, verb, args);
      if (signal?.aborted) giveUp();
      else signal?.addEventListener("abort", giveUp, { once: true });
    });
  }

  /** Nobody wants this any more: the engine is told to end it. */
  #abandon(id, verb) {
    if (!this.#waiting.has(id) || this.#process.ended) return;
    this.#process.send(String(this.#next++), verb === "subscribe" ? "unsubscribe" : "stop", { id });
  }

  /** A request about a game, or about none, repeated once if the engine dies over it. */
  async ask(game, verb, args = {}, options = {}) {
    const generation = this.#generation;
    const send = () => this.request(verb, game ? { ...args, game: game.handle } : args, options);
    try {
      return await send();
    } catch (error) {
      if (!(error instanceof EngineDied) || !this.restarts) throw error;
      await this.#restart(generation);
      return send();
    }
  }

  async setOption(name, value) {
    await this.ask(null, "setoption", { name, value });
    this.#settings.set(name, value);
  }

  /** Wait until everything is loaded. */
  async ready() {
    await this.ask(null, "isready");
  }

  /** All that is in a game's box: `{ file, table, row }` each. */
  async components(name) {
    return (await this.ask(null, "components", { name })).only("component");
  }

  /** A game's rules in a few paragraphs. */
  async primer(name, { seats, lang } = {}) {
    return (await this.ask(null, "primer", { name, seats, lang })).only("primer")[0].primer;
  }

  /**
   * Open a game. `options`: `seats`, `seat` (sit at one seat of somebody else's table), `deal`, `chance`, `analysis`,
   * `lang`, the game's own options, and `with` and `for`. Without `deal` one is drawn here, so that the game can be set
   * up again if the engine dies.
   */
  new(name, options = {}) {
    const drawn = options.seat || options.chance === "client" ? {} : { deal: randomBytes(6).readUIntBE(0, 6) };
    return Game.open(this, "new", { name, ...drawn, ...options });
  }

  /** Open a record: `{ path }` or `{ record }`. */
  load(options) {
    return Game.open(this, "load", options);
  }
}

// ---------------------------------------------------------------------------------------------------------------

/** A game in an engine, followed from its messages. */
export class Game {
  #changes; // all that made the game what it is

  constructor(engine, verb, args) {
    this.engine = engine;
    this.handle = "";
    this.teams = []; // in the order of all shares
    this.decisions = {}; // by seat that must decide, the number of its decision
    this.kinds = {}; // and its kind
    this.events = {}; // by seat, number 1 first
    this.updates = {}; // what `with` brought with the last change, by viewer
    this.result = null; // { winners, reason } at the end
    const { with: _with, for: _for, ...kept } = args;
    this.#changes = [[verb, kept]];
  }

  static async open(engine, verb, args) {
    const game = new Game(engine, verb, args);
    const reply = await engine.ask(null, verb, args);
    game.#opened(reply);
    engine.games.push(game);
    return game;
  }

  /** The seats that must decide. */
  get waiting() {
    return Object.keys(this.decisions);
  }

  #opened(reply) {
    this.handle = reply.fields.game;
    this.teams = reply.only("teams")[0]?.teams ?? [];
    this.decisions = {};
    this.events = {};
    this.#follow(reply);
  }

  #follow(reply) {
    this.updates = reply.updates;
    for (const { seat, text } of reply.only("event")) {
      if (seat === "pub") continue;
      this.events[seat] ??= [];
      this.events[seat].push(text);
    }
    for (const { seat, d, kind } of reply.only("request")) {
      this.decisions[seat] = d;
      this.kinds[seat] = kind;
    }
    const [result] = reply.only("result");
    const { waiting } = reply.fields;
    if (waiting || result) {
      const still = waiting ?? [];
      this.decisions = Object.fromEntries(still.map((seat) => [seat, this.decisions[seat]]));
    }
    this.result = result ? { winners: result.winners, reason: result.reason } : null;
  }

  /** Do everything again in a new process. */
  async reopen() {
    for (const [number, [verb, args]] of this.#changes.entries()) {
      const reply = await this.engine.request(verb, number === 0 ? args : { ...args, game: this.handle });
      if (number === 0) this.#opened(reply);
      else this.#follow(reply);
    }
  }

  async #change(verb, args, wanted = {}) {
    const reply = await this.engine.ask(this, verb, { ...args, with: wanted.with, for: wanted.for });
    this.#changes.push([verb, args]);
    this.#follow(reply);
    return reply;
  }

  // What changes the game. `wanted`: `with` (what is told with the answer: view, describe, story...) and `for` (whom);
  // it is in `updates` then.

  /** Make a move for a seat that is asked. */
  play(seat, move, { d = this.decisions[seat] ?? 1, ...wanted } = {}) {
    return this.#change("play", { seat, d, move }, wanted);
  }

  /** Take back a secret choice while others are awaited. */
  unplay(seat, d, wanted) {
    return this.#change("unplay", { seat, d }, wanted);
  }

  undo({ force, ...wanted } = {}) {
    return this.#change("undo", { force }, wanted);
  }

  /** Tell an engine that sits at one seat what it saw; whether its seat is asked. */
  async observe(n, text) {
    return (await this.#change("obs", { n, text })).fields.asked === 1;
  }

  // What does not.

  async #tell(verb, kind, args) {
    return (await this.engine.ask(this, verb, args)).only(kind);
  }

  async view(seat) {
    return (await this.#tell("view", "view", { seat }))[0].view;
  }

  async legal(seat) {
    return (await this.#tell("legal", "legal", { seat }))[0].moves;
  }

  async describe(seat) {
    return (await this.#tell("describe", "describe", { seat }))[0].description;
  }

  async summary(seat, { brief } = {}) {
    return (await this.#tell("summary", "summary", { seat, brief }))[0].blocks;
  }

  /** Sentences for people from event number `from` on: `{ n, text }` each. */
  async story(seat, from = 1) {
    return (await this.#tell("story", "sentence", { seat, from })).map(({ n, text }) => ({ n, text }));
  }

  /** Several of these at once, as in `updates`. */
  async look(seat, kinds, from = 1) {
    return (await this.engine.ask(this, "look", { seat, with: kinds, from })).updates[seat];
  }

  /** The game's record; with a seat, what that seat saw of it. */
  async save(seat) {
    return (await this.#tell("save", "record", { seat }))[0].record;
  }

  /**
   * The engine's move for a seat, from that seat's knowledge alone; it is not played. `limits`: nodes, movetime, clock
   * (`{ s0: 60000 }`), inc, infinite, moves, level, style, d. `options`: `onInfo`, `timeout`, `signal` (stops it).
   * Resolves to `{ move, p, d, info }`, with the last thought.
   */
  async go(seat, limits = {}, { onInfo, timeout = this.#patience(limits), signal } = {}) {
    const onMessage = onInfo && (({ kind, fields }) => kind === "info" && onInfo(fields));
    const args = { seat, ...limits, clock: writeClock(limits.clock) };
    const reply = await this.engine.ask(this, "go", args, { timeout, onMessage, signal });
    return { ...reply.fields, info: reply.only("info").at(-1) };
  }

  /**
   * What the game taught a seat, as in docs/review.md: `{ seat, names, team, over, judged, graph, swings, ledger }`.
   * `options`: `nodes`, `onInfo` (how far it is: `done` and `of`), `signal` (stops it: what was judged so far).
   */
  async review(seat, { nodes, onInfo, signal } = {}) {
    const onMessage = onInfo && (({ kind, fields }) => kind === "info" && onInfo(fields));
    const limits = { timeout: Number.POSITIVE_INFINITY, onMessage, signal };
    const reply = await this.engine.ask(this, "review", { seat, nodes }, limits);
    const all = (kind) => reply.only(kind).map((fields) => fields[kind]);
    const [head] = all("review");
    const [ledger] = all("ledger");
    return { ...head, judged: all("judged"), graph: all("point"), swings: all("swing"), ledger: ledger ?? null };
  }

  /**
   * What the engine thinks of a seat's moves: `for await (const thought of game.analyze("s0"))`. Each thought has
   * `info`, `lines` and `beliefs`, with `words: true` also `hidden`. Without limits it goes on until the loop is left.
   */
  async *analyze(seat, limits = {}) {
    const limited = ["nodes", "movetime", "clock"].some((name) => name in limits);
    const args = { seat, ...(limited ? {} : { infinite: true }), ...limits };
    let thought = null;
    for await (const { kind, fields } of this.#stream("analyze", args)) {
      if (kind === "info") {
        if (thought) yield thought;
        thought = { info: fields, lines: [], beliefs: {}, hidden: {} };
      } else if (kind === "line") thought.lines.push(fields);
      else if (kind === "belief") thought.beliefs[fields.name] = fields.chances;
      else if (kind === "hidden") thought.hidden[fields.name] = fields.hidden;
    }
    if (thought) yield thought;
  }

  /** What a viewer knows, now and after every change that it notices: `for await (const update of ...)`. */
  async *subscribe(seat, kinds, from = 1) {
    let held = [];
    for await (const message of this.#stream("subscribe", { seat, with: kinds, from })) {
      held.push(message);
      if (message.kind === "update") {
        yield gatherUpdates(held)[seat];
        held = [];
      }
    }
  }

  /** The messages of a request that lasts; leaving the loop ends it. */
  async *#stream(verb, args) {
    const held = [];
    let wake = () => {};
    let over = false;
    const ending = new AbortController();
    const done = this.engine
      .ask(this, verb, args, {
        timeout: Number.POSITIVE_INFINITY,
        signal: ending.signal,
        onMessage: (message) => {
          held.push(message);
          wake();
        },
      })
      .finally(() => {
        over = true;
        wake();
      });
    done.catch(() => {}); // told below, to who still listens
    try {
      while (!over || held.length) {
        if (held.length) yield held.shift();
        else await new Promise((resolve) => (wake = resolve));
      }
      await done;
    } finally {
      ending.abort();
      await done.catch(() => {});
    }
  }

  #patience({ infinite, nodes = 0, movetime = 0, clock = {} }) {
    if (infinite || nodes > MANY_NODES) return Number.POSITIVE_INFINITY;
    return this.engine.timeout + movetime + Math.max(0, ...Object.values(clock));
  }

  async close() {
    this.engine.games = this.engine.games.filter((game) => game !== this);
    await this.engine.ask(this, "close");
  }
}

function writeClock(clock) {
  return (
    clock &&
    Object.entries(clock)
      .map(([seat, left]) => `${seat}:${left}`)
      .join(",")
  );
}
