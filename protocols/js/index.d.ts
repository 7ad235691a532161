// The client's own types; those of messages and views are in types.d.ts, which is made from the engine's code.

import type {
  Args,
  BeliefFields,
  BestmoveFields,
  Block,
  CapsFields,
  ComponentFields,
  Description,
  GameFields,
  GoArgs,
  HiddenFields,
  InfoFields,
  JudgedFields,
  LedgerFields,
  LineFields,
  Message,
  OptionFields,
  PointFields,
  ReviewFields,
  SwingFields,
  Verb,
} from "./types.js";

export type * from "./types.js";

export interface EngineOptions {
  /** The engine speaks msgpack; its command must say so, too. */
  msgpack?: boolean;
  /** Milliseconds; searches get what they were given in addition. */
  timeout?: number;
  /** Whether a process that died is started again, with its options and games as they were. */
  restarts?: boolean;
  stderr?: "inherit" | "ignore" | "pipe";
  cwd?: string;
  env?: Record<string, string>;
}

export interface RequestOptions {
  /** Milliseconds; Infinity: for ever. */
  timeout?: number;
  onMessage?: (message: Message) => void;
  /** Stops a search, or ends a subscription. */
  signal?: AbortSignal;
}

export interface Hello {
  name: string;
  version: string;
  caps: CapsFields;
  games: Record<string, GameFields>;
  options: Record<string, OptionFields>;
}

/** What is told with a change, and to whom. */
export interface Wanted {
  with?: Kind[];
  for?: string[];
}

export type Kind = "view" | "legal" | "describe" | "summary" | "events" | "story" | "eval";

/** What a viewer knows at one moment, of each kind what was asked for. */
export interface Update {
  seat: string;
  /** The number of the last event that it was told. */
  n: number;
  /** The decision that it is asked for. */
  d?: number;
  view?: Record<string, unknown>;
  legal?: string[];
  description?: Description;
  summary?: Block[];
  events: { n: number; text: string }[];
  story: { n: number; text: string }[];
  wp?: number[];
}

export interface Thought {
  info: InfoFields;
  lines: LineFields[];
  beliefs: Record<string, BeliefFields["chances"]>;
  /** The words of the beliefs, with `words: true`. */
  hidden: Record<string, HiddenFields["hidden"]>;
}

/** What a game taught a seat (docs/review.md). While the game goes on there are no swings, and the ledger is null. */
export type Review = ReviewFields["review"] & {
  judged: JudgedFields["judged"][];
  graph: PointFields["point"][];
  swings: SwingFields["swing"][];
  ledger: LedgerFields["ledger"] | null;
};

export class EngineError extends Error {
  code: string;
  keys: Record<string, unknown>;
}
export class EngineDied extends Error {}
export class EngineTimeout extends Error {}

export class Reply {
  kind: string;
  fields: Record<string, unknown>;
  data: Message[];
  only<K extends Message["kind"]>(kind: K): Extract<Message, { kind: K }>["fields"][];
  get updates(): Record<string, Update>;
}

export class Engine {
  static start(command?: string[], options?: EngineOptions): Promise<Engine>;
  hello: Hello;
  games: Game[];
  get pid(): number;
  request<V extends Verb>(verb: V, args?: Args[V], options?: RequestOptions): Promise<Reply>;
  setOption(name: string, value: string | number | boolean): Promise<void>;
  ready(): Promise<void>;
  components(name: string): Promise<ComponentFields[]>;
  primer(name: string, options?: { seats?: number; lang?: string }): Promise<string>;
  new(name: string, options?: Omit<Args["new"], "name">): Promise<Game>;
  load(options: Args["load"]): Promise<Game>;
  restart(): Promise<void>;
  quit(): Promise<number | null>;
}

export class Game {
  handle: string;
  teams: string[];
  /** By seat that must decide, the number of its decision. */
  decisions: Record<string, number>;
  kinds: Record<string, string>;
  events: Record<string, string[]>;
  updates: Record<string, Update>;
  result: { winners: string[]; reason: string } | null;
  get waiting(): string[];
  play(seat: string, move: string, wanted?: Wanted & { d?: number }): Promise<Reply>;
  unplay(seat: string, d: number, wanted?: Wanted): Promise<Reply>;
  undo(wanted?: Wanted & { force?: boolean }): Promise<Reply>;
  observe(n: number, text: string): Promise<boolean>;
  view(seat: string): Promise<Record<string, unknown>>;
  legal(seat: string): Promise<string[]>;
  describe(seat: string): Promise<Description>;
  summary(seat: string, options?: { brief?: boolean }): Promise<Block[]>;
  story(seat: string, from?: number): Promise<{ n: number; text: string }[]>;
  look(seat: string, kinds: Kind[], from?: number): Promise<Update>;
  save(seat?: string): Promise<string>;
  go(
    seat: string,
    limits?: Omit<GoArgs, "seat" | "game">,
    options?: { onInfo?: (info: InfoFields) => void; timeout?: number; signal?: AbortSignal },
  ): Promise<BestmoveFields & { info?: InfoFields }>;
  review(
    seat: string,
    options?: { nodes?: number; onInfo?: (info: InfoFields) => void; signal?: AbortSignal },
  ): Promise<Review>;
  analyze(seat: string, limits?: Omit<Args["analyze"], "seat" | "game">): AsyncGenerator<Thought>;
  subscribe(seat: string, kinds: Kind[], from?: number): AsyncGenerator<Update>;
  close(): Promise<void>;
}
