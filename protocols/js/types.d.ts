// Made from docs/schema by `make schemas`.

export type Id = string | null;

/** Any message of an engine. */
export type Message = 
  | { id: Id; kind: "id"; fields: IdFields }
  | { id: Id; kind: "caps"; fields: CapsFields }
  | { id: Id; kind: "game"; fields: GameFields }
  | { id: Id; kind: "option"; fields: OptionFields }
  | { id: Id; kind: "uhiok"; fields: UhiokFields }
  | { id: Id; kind: "readyok"; fields: ReadyokFields }
  | { id: Id; kind: "ok"; fields: OkFields }
  | { id: Id; kind: "bestmove"; fields: BestmoveFields }
  | { id: Id; kind: "error"; fields: ErrorFields }
  | { id: Id; kind: "teams"; fields: TeamsFields }
  | { id: Id; kind: "event"; fields: EventFields }
  | { id: Id; kind: "sentence"; fields: SentenceFields }
  | { id: Id; kind: "request"; fields: RequestFields }
  | { id: Id; kind: "view"; fields: ViewFields }
  | { id: Id; kind: "legal"; fields: LegalFields }
  | { id: Id; kind: "describe"; fields: DescribeFields }
  | { id: Id; kind: "summary"; fields: SummaryFields }
  | { id: Id; kind: "primer"; fields: PrimerFields }
  | { id: Id; kind: "update"; fields: UpdateFields }
  | { id: Id; kind: "result"; fields: ResultFields }
  | { id: Id; kind: "info"; fields: InfoFields }
  | { id: Id; kind: "line"; fields: LineFields }
  | { id: Id; kind: "belief"; fields: BeliefFields }
  | { id: Id; kind: "hidden"; fields: HiddenFields }
  | { id: Id; kind: "review"; fields: ReviewFields }
  | { id: Id; kind: "point"; fields: PointFields }
  | { id: Id; kind: "swing"; fields: SwingFields }
  | { id: Id; kind: "judged"; fields: JudgedFields }
  | { id: Id; kind: "ledger"; fields: LedgerFields }
  | { id: Id; kind: "record"; fields: RecordFields }
  | { id: Id; kind: "text"; fields: TextFields }
  | { id: Id; kind: "component"; fields: ComponentFields }
  | { id: Id; kind: "hash"; fields: HashFields }
  | { id: Id; kind: "eval"; fields: EvalFields }
  | { id: Id; kind: "perft"; fields: PerftFields }
  | { id: Id; kind: "bench"; fields: BenchFields };

export type Verb = "uhi" | "isready" | "ping" | "quit" | "setoption" | "new" | "position" | "load" | "save" | "close" | "view" | "legal" | "describe" | "summary" | "events" | "story" | "look" | "subscribe" | "unsubscribe" | "components" | "primer" | "play" | "unplay" | "undo" | "result" | "obs" | "go" | "analyze" | "ponder" | "review" | "stop" | "d" | "eval" | "belief" | "hash" | "perft" | "bench" | "selfcheck";

/** The arguments of each verb. */
export type Args = {
  uhi: UhiArgs;
  isready: IsreadyArgs;
  ping: PingArgs;
  quit: QuitArgs;
  setoption: SetoptionArgs;
  new: NewArgs;
  position: PositionArgs;
  load: LoadArgs;
  save: SaveArgs;
  close: CloseArgs;
  view: ViewArgs;
  legal: LegalArgs;
  describe: DescribeArgs;
  summary: SummaryArgs;
  events: EventsArgs;
  story: StoryArgs;
  look: LookArgs;
  subscribe: SubscribeArgs;
  unsubscribe: UnsubscribeArgs;
  components: ComponentsArgs;
  primer: PrimerArgs;
  play: PlayArgs;
  unplay: UnplayArgs;
  undo: UndoArgs;
  result: ResultArgs;
  obs: ObsArgs;
  go: GoArgs;
  analyze: AnalyzeArgs;
  ponder: PonderArgs;
  review: ReviewArgs;
  stop: StopArgs;
  d: DArgs;
  eval: EvalArgs;
  belief: BeliefArgs;
  hash: HashArgs;
  perft: PerftArgs;
  bench: BenchArgs;
  selfcheck: SelfcheckArgs;
};

/** The engine's name */
export type IdFields = {
  name: string;
  version: string;
};

/** What the engine can do: a word for each thing */
export type CapsFields = {
  with?: true;
  /** that may be open */
  games: number;
  /** new GAME seat=SEAT */
  seatmode?: true;
  analyze?: true;
  belief?: true;
  msgpack?: true;
  /** describe, summary, primer */
  describe?: true;
  subscribe?: true;
  /** go ... moves= */
  moves?: true;
  review?: true;
};

/** A game that the engine plays */
export type GameFields = {
  name: string;
  /** the version; any: it plays by the moves that it is handed */
  rules: number | "any";
  /** how many there may be, the default first */
  seats: number[];
  /** the values of each, the default first */
  options: Record<string, string[]>;
  title?: string;
  /** a sentence */
  about?: string;
  /** by option */
  words?: Record<string, OptionWords>;
  /** by the number of seats: what people call each seat */
  names?: Record<string, Record<string, string>>;
};

/** An option of a game for people */
export type OptionWords = {
  title: string;
  values: Record<string, ValueWords>;
};

/** A value of an option for people */
export type ValueWords = {
  title: string;
  /** a sentence */
  about?: string;
};

/** An option of the engine */
export type OptionFields = {
  name: string;
  type: "spin" | "check" | "combo" | "string";
  default: number | boolean | string;
  /** of a spin */
  min?: number;
  max?: number;
  /** of a combo: its values */
  var?: string[];
};

/** The end of the handshake */
export type UhiokFields = {
  version: 1;
};

/** Everything is loaded */
export type ReadyokFields = Record<string, never>;

/** It is done. Which fields there are depends on the command */
export type OkFields = {
  /** the handle of the game that was opened */
  game?: string;
  /** who must decide now */
  waiting?: string[];
  nodes?: number;
  /** a search or analysis was stopped */
  stopped?: 1;
  /** the engine's seat must decide */
  asked?: 1;
  /** it had been told that */
  dup?: 1;
  /** there was nothing to stop */
  none?: 1;
  /** the game of a subscription was closed */
  closed?: 1;
  positions?: number;
  worlds?: number;
  nps?: number;
  signature?: string;
};

/** The end of a search */
export type BestmoveFields = {
  move: string;
  /** the decision that it is for; not in seat mode, unless `go` said it */
  d?: number;
  /** how likely it was to be chosen */
  p: number;
};

/** The command was refused, and nothing has changed */
export type ErrorFields = {
  code: "unknown-command" | "syntax" | "bad-arg" | "no-game" | "game-over" | "busy" | "wrong-seat" | "stale" | "illegal" | "denied" | "too-many-games" | "bad-record" | "gap" | "inconsistent" | "stopped" | "selfcheck" | "line-too-long" | "bad-encoding" | "bad-length" | "internal";
  /** which argument */
  arg?: string;
  /** what was sent */
  got?: string;
  /** what would have been right */
  want?: string | number;
  /** of the command that runs */
  id?: string | number;
  seat?: string;
  waiting?: string[];
  d?: number;
  n?: number;
  move?: string;
  reason?: string;
  need?: string;
  max?: number;
  /** a byte of the line, from 0 */
  at?: number;
  /** where stderr says more */
  ref?: string;
};

/** The order of all shares */
export type TeamsFields = {
  /** seats joined by +, or house */
  teams: string[];
};

/** What a viewer saw */
export type EventFields = {
  /** a seat, or pub for a spectator */
  seat: string;
  /** counted for each viewer, from 1 */
  n: number;
  /** ? for what it did not see */
  text: string;
};

/** The same for people */
export type SentenceFields = {
  /** a seat, or pub for a spectator */
  seat: string;
  /** of the event */
  n: number;
  text: string;
};

/** A seat must decide that was not asked before */
export type RequestFields = {
  /** a seat (s0, s1, ... or what else the game names, such as enemy), or chance */
  seat: string;
  /** the number of the decision, for `play` */
  d: number;
  /** public, hidden, simultaneous, bid, guess, reaction; for chance, the first word of the moves */
  kind: string;
};

/** What a viewer knows */
export type ViewFields = {
  /** all: the whole position */
  seat: string;
  /** after this event */
  n?: number;
  /** as in the game's own schema */
  view: Record<string, unknown>;
};

/** The moves of a seat that is asked */
export type LegalFields = {
  /** a seat (s0, s1, ... or what else the game names, such as enemy), or chance */
  seat: string;
  /** not in seat mode */
  d?: number;
  moves: string[];
};

/** The decision as people meet it */
export type DescribeFields = {
  /** a seat, or pub for a spectator */
  seat: string;
  n: number;
  /** if the seat is asked; not in seat mode */
  d?: number;
  description: Description;
};

/** All of it for one viewer */
export type Description = {
  /** where the game stands, in one line */
  headline: string;
  /** what is asked and what it decides; if nothing is asked, for whom one waits; at the end, who won */
  question: string;
  /** whether the viewer must decide */
  asked: boolean;
  /** the question in a few words */
  prompt?: string;
  /** who must decide, as far as the viewer knows */
  waiting?: string[];
  /** what people call each seat */
  names?: Record<string, string>;
  groups?: Group[];
  /** in the order in which people should see them */
  moves?: Offer[];
  unpaid?: Unpaid[];
  threats?: Threat[];
  /** what is drawn */
  things?: Record<string, Thing>;
  result?: Ending | null;
};

/** Moves that begin with the same step */
export type Group = {
  id: string;
  /** what the step is about */
  key: string;
  /** in a few words */
  label: string;
  /** what its moves have in common */
  does?: string;
  /** what is asked when it is chosen */
  ask?: string;
  /** the group that it is in; empty: none */
  group?: string;
  /** it only makes lists shorter: who draws what is in it needs no step for it */
  listing?: boolean;
};

/** A legal move */
export type Offer = {
  /** in notation */
  move: string;
  /** in words, complete: "Place Coup! on Samos" */
  label: string;
  /** what its last step is about */
  key: string;
  /** what it is called within its group: "Samos"; empty: as its label */
  step?: string;
  /** what comes of it */
  does?: string;
  /** the group that it is in; empty: none */
  group?: string;
  /** if the moves of its group are amounts of one thing, how much */
  amount?: number | null;
  /** what is paid, by what it is paid in */
  cost?: Record<string, number>;
  /** the same in words */
  price?: string;
  odds?: Odds | null;
  /** the same in words */
  chance?: string;
  also?: Place[];
};

/** How often something succeeds: in ``n`` of ``of`` cases that are equally likely */
export type Odds = {
  n: number;
  of: number;
};

/** Where else a move is found: pairs that are named in either order are found in both */
export type Place = {
  group: string;
  key: string;
  step: string;
};

/** What could be done now if it could be paid */
export type Unpaid = {
  label: string;
  key: string;
  cost: Record<string, number>;
  price: string;
  /** what is missing of it */
  lacks: Record<string, number>;
  /** the same in words */
  why: string;
  does?: string;
  /** where it would be found */
  group?: string;
};

/** What may go wrong for the viewer; for a spectator, what may soon happen to anybody */
export type Threat = {
  /** a word for programs */
  kind: string;
  /** a sentence */
  words: string;
  /** it may decide the game */
  grave?: boolean;
  /** the things that it is about */
  keys?: string[];
  /** by whom */
  seats?: string[];
  /** how many turns are left, this one included */
  turns?: number | null;
};

/** Something that a frontend draws, in words: a place, a card, a caption */
export type Thing = {
  /** what it is called; empty for a place with nothing on it */
  label: string;
  /** what stands on it or below it, in a few words each */
  notes?: string[];
  /** all of it in words, for who points at it or hears it; empty: its label */
  says?: string;
  /** what it costs the viewer now */
  cost?: Record<string, number>;
  /** the same in words */
  price?: string;
  /** of something that is striven for: how much of it there is */
  have?: number | null;
  /** and how much is needed */
  need?: number | null;
};

/** How the game ended */
export type Ending = {
  /** nobody, if a side without a seat won */
  winners: string[];
  /** a word for programs */
  reason: string;
  words: string;
};

/** The position in words */
export type SummaryFields = {
  /** a seat, or pub for a spectator */
  seat: string;
  n: number;
  blocks: Block[];
};

/** ``heads`` names the columns of ``rows``; ``lines`` stand above them */
export type Block = {
  title: string;
  lines?: string[];
  heads?: string[];
  rows?: string[][];
  /** whose it is, for a colour */
  seat?: string;
};

/** A game's rules in a few paragraphs */
export type PrimerFields = {
  name: string;
  primer: string;
};

/** The end of what a subscription told this time */
export type UpdateFields = {
  /** a seat, or pub for a spectator */
  seat: string;
  n: number;
  /** if the seat is asked */
  d?: number;
};

/** How the game ended */
export type ResultFields = {
  /** nobody, if a side without a seat won */
  winners?: string[];
  reason?: string;
  /** it has not */
  none?: true;
};

/** What a search thinks so far */
export type InfoFields = {
  nodes: number;
  nps?: number;
  /** what each team may expect, in the order of teams */
  wp: number[];
  /** the error of it */
  se: number;
  best?: string;
  /** of a review: steps that are done, */
  done?: number;
  /** of so many */
  of?: number;
};

/** A move of an analysis */
export type LineFields = {
  rank: number;
  move: string;
  /** its share of the recommended mix */
  policy: number;
  /** what the seat's team may expect of it */
  ev: number;
  /** how it may go on; ? for what the seat will not see */
  pv?: string;
};

/** What a hidden thing may be */
export type BeliefFields = {
  name: string;
  chances: Record<string, number>;
};

/** The words of the belief before it */
export type HiddenFields = {
  name: string;
  hidden: Hidden;
};

/** A hidden thing: what it is called, and what it may be */
export type Hidden = {
  title: string;
  /** in words, each by its name */
  things?: Record<string, string>;
};

/** The beginning of a review */
export type ReviewFields = {
  seat: string;
  review: ReviewHead;
};

/** What a review is about */
export type ReviewHead = {
  seat: string;
  /** of the teams, for people */
  names: string[];
  /** the seat's, among them */
  team: number;
  /** whether the game is over: if not, there are `judged` and its own estimates as `point` alone */
  over: boolean;
  nodes: number;
  /** who won and why, in words */
  result?: string;
};

/** A point of a review's graph */
export type PointFields = {
  seat: string;
  point: Point;
};

/** A point of the graph: where a game stood after a move, chance's included */
export type Point = {
  /** moves of the record so far; while the game goes on, the seat's decisions so far */
  step: number;
  when: string;
  /** of each team */
  chances: number[];
  /** who moved, or chance; empty: a seat's own estimate before its decision */
  seat?: string;
  move?: string;
  /** what happened, in words */
  what?: string;
  /** choice, luck or forced */
  part?: string;
  /** for each team: what the choice was worth by what its seat knew, or the luck */
  gain?: number[];
  /** for each team: what it gave or took that the seat did not know everything */
  hidden?: number[];
};

/** One of the steps that changed a side's chance most, the greatest first */
export type SwingFields = {
  seat: string;
  swing: Swing;
};

/** A turning point: one step of the game that changed a side's chance much */
export type Swing = {
  /** moves of the record before it */
  step: number;
  /** and after it */
  until: number;
  when: string;
  /** the chances of each team */
  before: number[];
  after: number[];
  /** the greatest first */
  causes?: Cause[];
  /** what happened, in sentences */
  story?: string[];
  /** what the seat could not know then, in sentences */
  unknown?: string[];
};

/** One reason for a swing */
export type Cause = {
  /** choice, luck, hidden */
  kind: string;
  /** in words; empty: what was hidden has none */
  what?: string;
  /** for the seat's side */
  gain?: number;
  /** whose choice, or chance */
  seat?: string;
};

/** A decision, judged by what its seat knew */
export type JudgedFields = {
  seat: string;
  judged: Judged;
};

/** One decision of a seat, judged by what the seat knew then */
export type Judged = {
  /** among the seat's decisions, from 1 on */
  number: number;
  /** where the game stood, in a few words */
  when: string;
  /** what was chosen */
  move: string;
  /** the same in words */
  label: string;
  /** fine, inaccuracy, mistake, blunder */
  mark: string;
  /** of the seat's chance to win, against the best mix; 0 for what is in the mix */
  loss: number;
  /** the seat's side's chance to win before it, with the best mix */
  chance: number;
  /** public, hidden, simultaneous, bid, guess, reaction */
  kind?: string;
  /** of the recommended mix that the choice has */
  share?: number;
  /** of a marked choice: the move that was recommended most */
  better?: string;
  better_label?: string;
  /** of the recommended mix */
  better_share?: number;
  /** why it was better, from cost, odds and effect; empty: these do not say it */
  reason?: string;
  /** moves of the record before it; None while the game goes on */
  step?: number | null;
};

/** Where the result came from */
export type LedgerFields = {
  seat: string;
  ledger: Ledger;
};

/** Where the result came from, for a seat's side. `start` and all the others add up to `result` */
export type Ledger = {
  /** the chance at the beginning */
  start: number;
  /** of dice and draws */
  luck: number;
  /** of choices, anybody's, that met what their seats could not know */
  hidden: number;
  /** the seat's choices, by what it knew */
  own: number;
  /** everybody else's choices, by what they knew */
  others: number;
  /** of the estimate itself */
  error: number;
  result: number;
};

/** A record as text */
export type RecordFields = {
  record: string;
};

/** A line of a drawing */
export type TextFields = {
  text: string;
};

/** A thing in a game's box */
export type ComponentFields = {
  file: string;
  table: string;
  /** as in the game's own schema */
  row: Record<string, unknown>;
};

/** All that a viewer was told, in 64 bits */
export type HashFields = {
  /** all: the whole position */
  seat: string;
  n?: number;
  key: string;
};

/** A quick judgement */
export type EvalFields = {
  /** a seat, or pub for a spectator */
  seat: string;
  wp: number[];
};

/** How many sequences begin with a move */
export type PerftFields = {
  /** a seat (s0, s1, ... or what else the game names, such as enemy), or chance */
  seat: string;
  move: string;
  count: number;
};

/** How fast a game is searched */
export type BenchFields = {
  name: string;
  nodes: number;
  nps: number;
  signature: string;
};

/** uhi 1 [lang=XX] */
export type UhiArgs = {
  version: 1;
  lang?: string;
};

/** isready */
export type IsreadyArgs = Record<string, never>;

/** ping */
export type PingArgs = Record<string, never>;

/** quit */
export type QuitArgs = Record<string, never>;

/** setoption name NAME value VALUE */
export type SetoptionArgs = {
  name: string;
  value: string | number | boolean;
};

/** new GAME [seats=N] [seat=SEAT] [KEY=VALUE]... */
export type NewArgs = {
  name: string;
  seats?: number;
  seat?: string;
  deal?: number;
  chance?: "engine" | "client";
  analysis?: boolean;
  with?: ("view" | "legal" | "describe" | "summary" | "events" | "story" | "eval")[];
  for?: string[];
  lang?: string;
  [option: string]: unknown;
};

/** position GAME [seats=N] [deal=SEED] moves MOVE... | seat=SEAT obs EVENT... */
export type PositionArgs = {
  name: string;
  seats?: number;
  seat?: string;
  deal?: number;
  chance?: "engine" | "client";
  analysis?: boolean;
  with?: ("view" | "legal" | "describe" | "summary" | "events" | "story" | "eval")[];
  for?: string[];
  lang?: string;
  moves?: string[];
  obs?: string[];
  [option: string]: unknown;
};

/** load path=FILE | record=TEXT [lang=XX] */
export type LoadArgs = {
  game?: string;
  path?: string;
  record?: string;
  lang?: string;
  with?: ("view" | "legal" | "describe" | "summary" | "events" | "story" | "eval")[];
  for?: string[];
};

/** save [seat=SEAT] [path=FILE] */
export type SaveArgs = {
  game?: string;
  seat?: string;
  path?: string;
};

/** close [GAME] */
export type CloseArgs = {
  game?: string;
};

/** view SEAT */
export type ViewArgs = {
  seat: string;
  game?: string;
};

/** legal SEAT */
export type LegalArgs = {
  seat: string;
  game?: string;
};

/** describe SEAT */
export type DescribeArgs = {
  seat: string;
  game?: string;
};

/** summary SEAT [brief] */
export type SummaryArgs = {
  seat: string;
  brief?: boolean;
  game?: string;
};

/** events SEAT [from=N] */
export type EventsArgs = {
  seat: string;
  game?: string;
  from?: number;
};

/** story SEAT [from=N] */
export type StoryArgs = {
  seat: string;
  game?: string;
  from?: number;
};

/** look SEAT with=KINDS [from=N] */
export type LookArgs = {
  seat: string;
  with: ("view" | "legal" | "describe" | "summary" | "events" | "story" | "eval")[];
  from?: number;
  game?: string;
};

/** subscribe SEAT with=KINDS [from=N] */
export type SubscribeArgs = {
  seat: string;
  with: ("view" | "legal" | "describe" | "summary" | "events" | "story" | "eval")[];
  from?: number;
  game?: string;
};

/** unsubscribe [@ID] */
export type UnsubscribeArgs = {
  id?: string | number;
};

/** components GAME [lang=XX] */
export type ComponentsArgs = {
  name: string;
  lang?: string;
};

/** primer GAME [seats=N] [lang=XX] */
export type PrimerArgs = {
  name: string;
  seats?: number;
  lang?: string;
};

/** play SEAT d=N MOVE */
export type PlayArgs = {
  seat: string;
  d: number;
  move: string;
  with?: ("view" | "legal" | "describe" | "summary" | "events" | "story" | "eval")[];
  for?: string[];
  game?: string;
};

/** unplay SEAT d=N */
export type UnplayArgs = {
  seat: string;
  d: number;
  with?: ("view" | "legal" | "describe" | "summary" | "events" | "story" | "eval")[];
  for?: string[];
  game?: string;
};

/** undo [force=1] */
export type UndoArgs = {
  force?: boolean;
  with?: ("view" | "legal" | "describe" | "summary" | "events" | "story" | "eval")[];
  for?: string[];
  game?: string;
};

/** result */
export type ResultArgs = {
  game?: string;
};

/** obs N EVENT */
export type ObsArgs = {
  n: number;
  text: string;
  game?: string;
};

/** go SEAT [nodes=N] [movetime=MS] [clock=SEAT:MS,...] [inc=MS] [infinite] [moves=MOVE,...] [level=N] [style=STYLE] */
export type GoArgs = {
  seat: string;
  d?: number;
  nodes?: number;
  movetime?: number;
  clock?: Record<string, number>;
  inc?: number;
  infinite?: boolean;
  level?: number;
  style?: "balanced" | "aggressive" | "cautious";
  moves?: string[];
  game?: string;
};

/** analyze SEAT [multipv=N] [every=MS] [nodes=N] [movetime=MS] [infinite] [level=N] [style=STYLE] [words] */
export type AnalyzeArgs = {
  seat: string;
  nodes?: number;
  movetime?: number;
  clock?: Record<string, number>;
  inc?: number;
  infinite?: boolean;
  level?: number;
  style?: "balanced" | "aggressive" | "cautious";
  multipv?: number;
  every?: number;
  words?: boolean;
  game?: string;
};

/** ponder SEAT */
export type PonderArgs = {
  seat: string;
  game?: string;
};

/** review SEAT [nodes=N] */
export type ReviewArgs = {
  seat: string;
  nodes?: number;
  game?: string;
};

/** stop [@ID] */
export type StopArgs = {
  id?: string | number;
};

/** d [SEAT] */
export type DArgs = {
  seat?: string;
  game?: string;
};

/** eval [SEAT] */
export type EvalArgs = {
  seat?: string;
  game?: string;
};

/** belief [SEAT] [words] */
export type BeliefArgs = {
  seat?: string;
  words?: boolean;
  game?: string;
};

/** hash [SEAT] */
export type HashArgs = {
  seat?: string;
  game?: string;
};

/** perft N [divide] */
export type PerftArgs = {
  depth: number;
  divide?: boolean;
  game?: string;
};

/** bench [GAME] [nodes=N] */
export type BenchArgs = {
  name?: string;
  nodes?: number;
};

/** selfcheck [SEAT] [positions=N] */
export type SelfcheckArgs = {
  seat?: string;
  positions?: number;
  game?: string;
};

/** The engine's name */
export type MessagesFieldsId = {
  name: string;
  version: string;
};

/** What the engine can do: a word for each thing */
export type MessagesFieldsCaps = {
  with?: true;
  /** that may be open */
  games: number;
  /** new GAME seat=SEAT */
  seatmode?: true;
  analyze?: true;
  belief?: true;
  msgpack?: true;
  /** describe, summary, primer */
  describe?: true;
  subscribe?: true;
  /** go ... moves= */
  moves?: true;
  review?: true;
};

/** A game that the engine plays */
export type MessagesFieldsGame = {
  name: string;
  /** the version; any: it plays by the moves that it is handed */
  rules: number | "any";
  /** how many there may be, the default first */
  seats: number[];
  /** the values of each, the default first */
  options: Record<string, string[]>;
  title?: string;
  /** a sentence */
  about?: string;
  /** by option */
  words?: Record<string, MessagesFieldsOptionWords>;
  /** by the number of seats: what people call each seat */
  names?: Record<string, Record<string, string>>;
};

/** An option of a game for people */
export type MessagesFieldsOptionWords = {
  title: string;
  values: Record<string, MessagesFieldsValueWords>;
};

/** A value of an option for people */
export type MessagesFieldsValueWords = {
  title: string;
  /** a sentence */
  about?: string;
};

/** An option of the engine */
export type MessagesFieldsOption = {
  name: string;
  type: "spin" | "check" | "combo" | "string";
  default: number | boolean | string;
  /** of a spin */
  min?: number;
  max?: number;
  /** of a combo: its values */
  var?: string[];
};

/** The end of the handshake */
export type MessagesFieldsUhiok = {
  version: 1;
};

/** Everything is loaded */
export type MessagesFieldsReadyok = Record<string, never>;

/** It is done. Which fields there are depends on the command */
export type MessagesFieldsOk = {
  /** the handle of the game that was opened */
  game?: string;
  /** who must decide now */
  waiting?: string[];
  nodes?: number;
  /** a search or analysis was stopped */
  stopped?: 1;
  /** the engine's seat must decide */
  asked?: 1;
  /** it had been told that */
  dup?: 1;
  /** there was nothing to stop */
  none?: 1;
  /** the game of a subscription was closed */
  closed?: 1;
  positions?: number;
  worlds?: number;
  nps?: number;
  signature?: string;
};

/** The end of a search */
export type MessagesFieldsBestmove = {
  move: string;
  /** the decision that it is for; not in seat mode, unless `go` said it */
  d?: number;
  /** how likely it was to be chosen */
  p: number;
};

/** The command was refused, and nothing has changed */
export type MessagesFieldsError = {
  code: "unknown-command" | "syntax" | "bad-arg" | "no-game" | "game-over" | "busy" | "wrong-seat" | "stale" | "illegal" | "denied" | "too-many-games" | "bad-record" | "gap" | "inconsistent" | "stopped" | "selfcheck" | "line-too-long" | "bad-encoding" | "bad-length" | "internal";
  /** which argument */
  arg?: string;
  /** what was sent */
  got?: string;
  /** what would have been right */
  want?: string | number;
  /** of the command that runs */
  id?: string | number;
  seat?: string;
  waiting?: string[];
  d?: number;
  n?: number;
  move?: string;
  reason?: string;
  need?: string;
  max?: number;
  /** a byte of the line, from 0 */
  at?: number;
  /** where stderr says more */
  ref?: string;
};

/** The order of all shares */
export type MessagesFieldsTeams = {
  /** seats joined by +, or house */
  teams: string[];
};

/** What a viewer saw */
export type MessagesFieldsEvent = {
  /** a seat, or pub for a spectator */
  seat: string;
  /** counted for each viewer, from 1 */
  n: number;
  /** ? for what it did not see */
  text: string;
};

/** The same for people */
export type MessagesFieldsSentence = {
  /** a seat, or pub for a spectator */
  seat: string;
  /** of the event */
  n: number;
  text: string;
};

/** A seat must decide that was not asked before */
export type MessagesFieldsRequest = {
  /** a seat (s0, s1, ... or what else the game names, such as enemy), or chance */
  seat: string;
  /** the number of the decision, for `play` */
  d: number;
  /** public, hidden, simultaneous, bid, guess, reaction; for chance, the first word of the moves */
  kind: string;
};

/** What a viewer knows */
export type MessagesFieldsView = {
  /** all: the whole position */
  seat: string;
  /** after this event */
  n?: number;
  /** as in the game's own schema */
  view: Record<string, unknown>;
};

/** The moves of a seat that is asked */
export type MessagesFieldsLegal = {
  /** a seat (s0, s1, ... or what else the game names, such as enemy), or chance */
  seat: string;
  /** not in seat mode */
  d?: number;
  moves: string[];
};

/** The decision as people meet it */
export type MessagesFieldsDescribe = {
  /** a seat, or pub for a spectator */
  seat: string;
  n: number;
  /** if the seat is asked; not in seat mode */
  d?: number;
  description: MessagesFieldsDescription;
};

/** All of it for one viewer */
export type MessagesFieldsDescription = {
  /** where the game stands, in one line */
  headline: string;
  /** what is asked and what it decides; if nothing is asked, for whom one waits; at the end, who won */
  question: string;
  /** whether the viewer must decide */
  asked: boolean;
  /** the question in a few words */
  prompt?: string;
  /** who must decide, as far as the viewer knows */
  waiting?: string[];
  /** what people call each seat */
  names?: Record<string, string>;
  groups?: MessagesFieldsGroup[];
  /** in the order in which people should see them */
  moves?: MessagesFieldsOffer[];
  unpaid?: MessagesFieldsUnpaid[];
  threats?: MessagesFieldsThreat[];
  /** what is drawn */
  things?: Record<string, MessagesFieldsThing>;
  result?: MessagesFieldsEnding | null;
};

/** Moves that begin with the same step */
export type MessagesFieldsGroup = {
  id: string;
  /** what the step is about */
  key: string;
  /** in a few words */
  label: string;
  /** what its moves have in common */
  does?: string;
  /** what is asked when it is chosen */
  ask?: string;
  /** the group that it is in; empty: none */
  group?: string;
  /** it only makes lists shorter: who draws what is in it needs no step for it */
  listing?: boolean;
};

/** A legal move */
export type MessagesFieldsOffer = {
  /** in notation */
  move: string;
  /** in words, complete: "Place Coup! on Samos" */
  label: string;
  /** what its last step is about */
  key: string;
  /** what it is called within its group: "Samos"; empty: as its label */
  step?: string;
  /** what comes of it */
  does?: string;
  /** the group that it is in; empty: none */
  group?: string;
  /** if the moves of its group are amounts of one thing, how much */
  amount?: number | null;
  /** what is paid, by what it is paid in */
  cost?: Record<string, number>;
  /** the same in words */
  price?: string;
  odds?: MessagesFieldsOdds | null;
  /** the same in words */
  chance?: string;
  also?: MessagesFieldsPlace[];
};

/** How often something succeeds: in ``n`` of ``of`` cases that are equally likely */
export type MessagesFieldsOdds = {
  n: number;
  of: number;
};

/** Where else a move is found: pairs that are named in either order are found in both */
export type MessagesFieldsPlace = {
  group: string;
  key: string;
  step: string;
};

/** What could be done now if it could be paid */
export type MessagesFieldsUnpaid = {
  label: string;
  key: string;
  cost: Record<string, number>;
  price: string;
  /** what is missing of it */
  lacks: Record<string, number>;
  /** the same in words */
  why: string;
  does?: string;
  /** where it would be found */
  group?: string;
};

/** What may go wrong for the viewer; for a spectator, what may soon happen to anybody */
export type MessagesFieldsThreat = {
  /** a word for programs */
  kind: string;
  /** a sentence */
  words: string;
  /** it may decide the game */
  grave?: boolean;
  /** the things that it is about */
  keys?: string[];
  /** by whom */
  seats?: string[];
  /** how many turns are left, this one included */
  turns?: number | null;
};

/** Something that a frontend draws, in words: a place, a card, a caption */
export type MessagesFieldsThing = {
  /** what it is called; empty for a place with nothing on it */
  label: string;
  /** what stands on it or below it, in a few words each */
  notes?: string[];
  /** all of it in words, for who points at it or hears it; empty: its label */
  says?: string;
  /** what it costs the viewer now */
  cost?: Record<string, number>;
  /** the same in words */
  price?: string;
  /** of something that is striven for: how much of it there is */
  have?: number | null;
  /** and how much is needed */
  need?: number | null;
};

/** How the game ended */
export type MessagesFieldsEnding = {
  /** nobody, if a side without a seat won */
  winners: string[];
  /** a word for programs */
  reason: string;
  words: string;
};

/** The position in words */
export type MessagesFieldsSummary = {
  /** a seat, or pub for a spectator */
  seat: string;
  n: number;
  blocks: MessagesFieldsBlock[];
};

/** ``heads`` names the columns of ``rows``; ``lines`` stand above them */
export type MessagesFieldsBlock = {
  title: string;
  lines?: string[];
  heads?: string[];
  rows?: string[][];
  /** whose it is, for a colour */
  seat?: string;
};

/** A game's rules in a few paragraphs */
export type MessagesFieldsPrimer = {
  name: string;
  primer: string;
};

/** The end of what a subscription told this time */
export type MessagesFieldsUpdate = {
  /** a seat, or pub for a spectator */
  seat: string;
  n: number;
  /** if the seat is asked */
  d?: number;
};

/** How the game ended */
export type MessagesFieldsResult = {
  /** nobody, if a side without a seat won */
  winners?: string[];
  reason?: string;
  /** it has not */
  none?: true;
};

/** What a search thinks so far */
export type MessagesFieldsInfo = {
  nodes: number;
  nps?: number;
  /** what each team may expect, in the order of teams */
  wp: number[];
  /** the error of it */
  se: number;
  best?: string;
  /** of a review: steps that are done, */
  done?: number;
  /** of so many */
  of?: number;
};

/** A move of an analysis */
export type MessagesFieldsLine = {
  rank: number;
  move: string;
  /** its share of the recommended mix */
  policy: number;
  /** what the seat's team may expect of it */
  ev: number;
  /** how it may go on; ? for what the seat will not see */
  pv?: string;
};

/** What a hidden thing may be */
export type MessagesFieldsBelief = {
  name: string;
  chances: Record<string, number>;
};

/** The words of the belief before it */
export type MessagesFieldsHidden = {
  name: string;
  hidden: MessagesFieldsHidden;
};

/** A hidden thing: what it is called, and what it may be */
export type MessagesFieldsHidden = {
  title: string;
  /** in words, each by its name */
  things?: Record<string, string>;
};

/** The beginning of a review */
export type MessagesFieldsReview = {
  seat: string;
  review: MessagesFieldsReviewHead;
};

/** What a review is about */
export type MessagesFieldsReviewHead = {
  seat: string;
  /** of the teams, for people */
  names: string[];
  /** the seat's, among them */
  team: number;
  /** whether the game is over: if not, there are `judged` and its own estimates as `point` alone */
  over: boolean;
  nodes: number;
  /** who won and why, in words */
  result?: string;
};

/** A point of a review's graph */
export type MessagesFieldsPoint = {
  seat: string;
  point: MessagesFieldsPoint;
};

/** A point of the graph: where a game stood after a move, chance's included */
export type MessagesFieldsPoint = {
  /** moves of the record so far; while the game goes on, the seat's decisions so far */
  step: number;
  when: string;
  /** of each team */
  chances: number[];
  /** who moved, or chance; empty: a seat's own estimate before its decision */
  seat?: string;
  move?: string;
  /** what happened, in words */
  what?: string;
  /** choice, luck or forced */
  part?: string;
  /** for each team: what the choice was worth by what its seat knew, or the luck */
  gain?: number[];
  /** for each team: what it gave or took that the seat did not know everything */
  hidden?: number[];
};

/** One of the steps that changed a side's chance most, the greatest first */
export type MessagesFieldsSwing = {
  seat: string;
  swing: MessagesFieldsSwing;
};

/** A turning point: one step of the game that changed a side's chance much */
export type MessagesFieldsSwing = {
  /** moves of the record before it */
  step: number;
  /** and after it */
  until: number;
  when: string;
  /** the chances of each team */
  before: number[];
  after: number[];
  /** the greatest first */
  causes?: MessagesFieldsCause[];
  /** what happened, in sentences */
  story?: string[];
  /** what the seat could not know then, in sentences */
  unknown?: string[];
};

/** One reason for a swing */
export type MessagesFieldsCause = {
  /** choice, luck, hidden */
  kind: string;
  /** in words; empty: what was hidden has none */
  what?: string;
  /** for the seat's side */
  gain?: number;
  /** whose choice, or chance */
  seat?: string;
};

/** A decision, judged by what its seat knew */
export type MessagesFieldsJudged = {
  seat: string;
  judged: MessagesFieldsJudged;
};

/** One decision of a seat, judged by what the seat knew then */
export type MessagesFieldsJudged = {
  /** among the seat's decisions, from 1 on */
  number: number;
  /** where the game stood, in a few words */
  when: string;
  /** what was chosen */
  move: string;
  /** the same in words */
  label: string;
  /** fine, inaccuracy, mistake, blunder */
  mark: string;
  /** of the seat's chance to win, against the best mix; 0 for what is in the mix */
  loss: number;
  /** the seat's side's chance to win before it, with the best mix */
  chance: number;
  /** public, hidden, simultaneous, bid, guess, reaction */
  kind?: string;
  /** of the recommended mix that the choice has */
  share?: number;
  /** of a marked choice: the move that was recommended most */
  better?: string;
  better_label?: string;
  /** of the recommended mix */
  better_share?: number;
  /** why it was better, from cost, odds and effect; empty: these do not say it */
  reason?: string;
  /** moves of the record before it; None while the game goes on */
  step?: number | null;
};

/** Where the result came from */
export type MessagesFieldsLedger = {
  seat: string;
  ledger: MessagesFieldsLedger;
};

/** Where the result came from, for a seat's side. `start` and all the others add up to `result` */
export type MessagesFieldsLedger = {
  /** the chance at the beginning */
  start: number;
  /** of dice and draws */
  luck: number;
  /** of choices, anybody's, that met what their seats could not know */
  hidden: number;
  /** the seat's choices, by what it knew */
  own: number;
  /** everybody else's choices, by what they knew */
  others: number;
  /** of the estimate itself */
  error: number;
  result: number;
};

/** A record as text */
export type MessagesFieldsRecord = {
  record: string;
};

/** A line of a drawing */
export type MessagesFieldsText = {
  text: string;
};

/** A thing in a game's box */
export type MessagesFieldsComponent = {
  file: string;
  table: string;
  /** as in the game's own schema */
  row: Record<string, unknown>;
};

/** All that a viewer was told, in 64 bits */
export type MessagesFieldsHash = {
  /** all: the whole position */
  seat: string;
  n?: number;
  key: string;
};

/** A quick judgement */
export type MessagesFieldsEval = {
  /** a seat, or pub for a spectator */
  seat: string;
  wp: number[];
};

/** How many sequences begin with a move */
export type MessagesFieldsPerft = {
  /** a seat (s0, s1, ... or what else the game names, such as enemy), or chance */
  seat: string;
  move: string;
  count: number;
};

/** How fast a game is searched */
export type MessagesFieldsBench = {
  name: string;
  nodes: number;
  nps: number;
  signature: string;
};

/** uhi 1 [lang=XX] */
export type CommandsFieldsUhi = {
  version: 1;
  lang?: string;
};

/** isready */
export type CommandsFieldsIsready = Record<string, never>;

/** ping */
export type CommandsFieldsPing = Record<string, never>;

/** quit */
export type CommandsFieldsQuit = Record<string, never>;

/** setoption name NAME value VALUE */
export type CommandsFieldsSetoption = {
  name: string;
  value: string | number | boolean;
};

/** new GAME [seats=N] [seat=SEAT] [KEY=VALUE]... */
export type CommandsFieldsNew = {
  name: string;
  seats?: number;
  seat?: string;
  deal?: number;
  chance?: "engine" | "client";
  analysis?: boolean;
  with?: ("view" | "legal" | "describe" | "summary" | "events" | "story" | "eval")[];
  for?: string[];
  lang?: string;
  [option: string]: unknown;
};

/** position GAME [seats=N] [deal=SEED] moves MOVE... | seat=SEAT obs EVENT... */
export type CommandsFieldsPosition = {
  name: string;
  seats?: number;
  seat?: string;
  deal?: number;
  chance?: "engine" | "client";
  analysis?: boolean;
  with?: ("view" | "legal" | "describe" | "summary" | "events" | "story" | "eval")[];
  for?: string[];
  lang?: string;
  moves?: string[];
  obs?: string[];
  [option: string]: unknown;
};

/** load path=FILE | record=TEXT [lang=XX] */
export type CommandsFieldsLoad = {
  game?: string;
  path?: string;
  record?: string;
  lang?: string;
  with?: ("view" | "legal" | "describe" | "summary" | "events" | "story" | "eval")[];
  for?: string[];
};

/** save [seat=SEAT] [path=FILE] */
export type CommandsFieldsSave = {
  game?: string;
  seat?: string;
  path?: string;
};

/** close [GAME] */
export type CommandsFieldsClose = {
  game?: string;
};

/** view SEAT */
export type CommandsFieldsView = {
  seat: string;
  game?: string;
};

/** legal SEAT */
export type CommandsFieldsLegal = {
  seat: string;
  game?: string;
};

/** describe SEAT */
export type CommandsFieldsDescribe = {
  seat: string;
  game?: string;
};

/** summary SEAT [brief] */
export type CommandsFieldsSummary = {
  seat: string;
  brief?: boolean;
  game?: string;
};

/** events SEAT [from=N] */
export type CommandsFieldsEvents = {
  seat: string;
  game?: string;
  from?: number;
};

/** story SEAT [from=N] */
export type CommandsFieldsStory = {
  seat: string;
  game?: string;
  from?: number;
};

/** look SEAT with=KINDS [from=N] */
export type CommandsFieldsLook = {
  seat: string;
  with: ("view" | "legal" | "describe" | "summary" | "events" | "story" | "eval")[];
  from?: number;
  game?: string;
};

/** subscribe SEAT with=KINDS [from=N] */
export type CommandsFieldsSubscribe = {
  seat: string;
  with: ("view" | "legal" | "describe" | "summary" | "events" | "story" | "eval")[];
  from?: number;
  game?: string;
};

/** unsubscribe [@ID] */
export type CommandsFieldsUnsubscribe = {
  id?: string | number;
};

/** components GAME [lang=XX] */
export type CommandsFieldsComponents = {
  name: string;
  lang?: string;
};

/** primer GAME [seats=N] [lang=XX] */
export type CommandsFieldsPrimer = {
  name: string;
  seats?: number;
  lang?: string;
};

/** play SEAT d=N MOVE */
export type CommandsFieldsPlay = {
  seat: string;
  d: number;
  move: string;
  with?: ("view" | "legal" | "describe" | "summary" | "events" | "story" | "eval")[];
  for?: string[];
  game?: string;
};

/** unplay SEAT d=N */
export type CommandsFieldsUnplay = {
  seat: string;
  d: number;
  with?: ("view" | "legal" | "describe" | "summary" | "events" | "story" | "eval")[];
  for?: string[];
  game?: string;
};

/** undo [force=1] */
export type CommandsFieldsUndo = {
  force?: boolean;
  with?: ("view" | "legal" | "describe" | "summary" | "events" | "story" | "eval")[];
  for?: string[];
  game?: string;
};

/** result */
export type CommandsFieldsResult = {
  game?: string;
};

/** obs N EVENT */
export type CommandsFieldsObs = {
  n: number;
  text: string;
  game?: string;
};

/** go SEAT [nodes=N] [movetime=MS] [clock=SEAT:MS,...] [inc=MS] [infinite] [moves=MOVE,...] [level=N] [style=STYLE] */
export type CommandsFieldsGo = {
  seat: string;
  d?: number;
  nodes?: number;
  movetime?: number;
  clock?: Record<string, number>;
  inc?: number;
  infinite?: boolean;
  level?: number;
  style?: "balanced" | "aggressive" | "cautious";
  moves?: string[];
  game?: string;
};

/** analyze SEAT [multipv=N] [every=MS] [nodes=N] [movetime=MS] [infinite] [level=N] [style=STYLE] [words] */
export type CommandsFieldsAnalyze = {
  seat: string;
  nodes?: number;
  movetime?: number;
  clock?: Record<string, number>;
  inc?: number;
  infinite?: boolean;
  level?: number;
  style?: "balanced" | "aggressive" | "cautious";
  multipv?: number;
  every?: number;
  words?: boolean;
  game?: string;
};

/** ponder SEAT */
export type CommandsFieldsPonder = {
  seat: string;
  game?: string;
};

/** review SEAT [nodes=N] */
export type CommandsFieldsReview = {
  seat: string;
  nodes?: number;
  game?: string;
};

/** stop [@ID] */
export type CommandsFieldsStop = {
  id?: string | number;
};

/** d [SEAT] */
export type CommandsFieldsD = {
  seat?: string;
  game?: string;
};

/** eval [SEAT] */
export type CommandsFieldsEval = {
  seat?: string;
  game?: string;
};

/** belief [SEAT] [words] */
export type CommandsFieldsBelief = {
  seat?: string;
  words?: boolean;
  game?: string;
};

/** hash [SEAT] */
export type CommandsFieldsHash = {
  seat?: string;
  game?: string;
};

/** perft N [divide] */
export type CommandsFieldsPerft = {
  depth: number;
  divide?: boolean;
  game?: string;
};

/** bench [GAME] [nodes=N] */
export type CommandsFieldsBench = {
  name?: string;
  nodes?: number;
};

/** selfcheck [SEAT] [positions=N] */
export type CommandsFieldsSelfcheck = {
  seat?: string;
  positions?: number;
  game?: string;
};

/** What a viewer knows */
export type EpireiaFieldsView = {
  game: "epireia";
  /** the viewer */
  you: string;
  /** who must decide, as far as the viewer knows */
  pending: string[];
  /** the viewer's moves; empty if it is not asked */
  legal: string[];
  /** as given */
  options: Record<string, string | number>;
  phase: "city" | "league" | "administrator" | "figure" | "muster" | "reveal" | "development" | "diplomacy" | "empires" | "territories" | "cities" | "collection" | "placement" | "leaders" | "battle" | "over";
  /** 0 in setup */
  turn: number;
  /** within the phase (RULES.md) */
  step: number;
  substep: number;
  /** in seat order; alone, the enemy's is the second */
  boards: EpireiaFieldsBoard[];
  /** by league: wheat, wood, copper */
  treasury: number[][];
  territories: Record<string, EpireiaFieldsLand>;
  /** by city */
  joined: Record<string, "delian" | "peloponnesian">;
  /** 0 to 3 */
  act: number;
  /** the open one */
  card: string;
  /** whether the card's demand is met */
  met: boolean;
  /** cards so far */
  drawn: string[];
  /** alone: which objectives are met */
  goals: boolean[];
  /** what is still to be done: draw LEAGUE DECK, figure SEAT, give SEAT */
  agenda: string[][];
  /** in the space that is being resolved: each league's, and the brigands' */
  rolls: Record<string, number>;
  battle: EpireiaFieldsBattle;
  /** at the end, the share of each team */
  result: number[];
  decks: Record<string, number>;
  /** by league; of the other's only how many */
  army: (Record<string, number[]> | Record<string, number>)[];
  /** by seat, the figure; the own only */
  chosen: Record<string, string>;
  /** by league */
  slots: Record<string, string[][]>[];
  /** by league: by front, the figure */
  leaders: Record<string, string>[];
  /** not for spectators */
  unseen?: Record<string, number[]>;
};

/** The whole position */
export type EpireiaFieldsPosition = {
  /** as given */
  options: Record<string, string | number>;
  phase: "city" | "league" | "administrator" | "figure" | "muster" | "reveal" | "development" | "diplomacy" | "empires" | "territories" | "cities" | "collection" | "placement" | "leaders" | "battle" | "over";
  /** 0 in setup */
  turn: number;
  /** within the phase (RULES.md) */
  step: number;
  substep: number;
  /** in seat order; alone, the enemy's is the second */
  boards: EpireiaFieldsBoard[];
  /** by league: wheat, wood, copper */
  treasury: number[][];
  territories: Record<string, EpireiaFieldsLand>;
  /** by city */
  joined: Record<string, "delian" | "peloponnesian">;
  /** 0 to 3 */
  act: number;
  /** the open one */
  card: string;
  /** whether the card's demand is met */
  met: boolean;
  /** cards so far */
  drawn: string[];
  /** alone: which objectives are met */
  goals: boolean[];
  /** what is still to be done: draw LEAGUE DECK, figure SEAT, give SEAT */
  agenda: string[][];
  /** in the space that is being resolved: each league's, and the brigands' */
  rolls: Record<string, number>;
  battle: EpireiaFieldsBattle;
  /** at the end, the share of each team */
  result: number[];
  decks: Record<string, number[]>;
  /** by league */
  army: Record<string, number[]>[];
  /** by seat, the figure */
  chosen: Record<string, string>;
  /** by league */
  slots: Record<string, string[][]>[];
  /** by league: by front, the figure */
  leaders: Record<string, string>[];
};

export type EpireiaFieldsComponents = {
  "acts.toml scenario"?: {
    id: string;
    act: number;
    name: string;
    story: string;
    objective: {
      kind: string;
      type?: string;
      n: number;
      where?: string;
      of?: string;
      army?: string;
      level?: number;
    };
    reward: string[];
    constraint: ({
      do: string;
      at?: string[] | string;
      of?: string;
      n?: number;
      type?: string;
    })[];
    mark: string;
  };
  "administrators.toml administrator"?: {
    id: string;
    name: string;
    text: string;
    bonus: {
      at: number;
      do: string;
      wheat?: number;
      wood?: number;
      copper?: number;
      deck?: string;
      cost?: number[];
      n?: number;
    }[];
    ability: {
      do: string;
      n?: number;
      give?: number;
      get?: number;
      wheat?: number;
      wood?: number;
      copper?: number;
    };
    mark: string;
  };
  "army.toml deck"?: {
    id: string;
    name: string;
    kind: string;
    level: number;
    cost: number[];
    powers: number[];
    mark: string;
  };
  "augur.toml card"?: {
    id: string;
    name: string;
    omen: string;
    text: string;
    effects: ({
      do: string;
      wheat?: number;
      wood?: number;
      copper?: number;
      n?: number;
      deck?: string;
      of?: string;
      at?: string[] | string;
      type?: string;
    })[];
    mark: string;
  };
  "buildings.toml building"?: {
    id: string;
    name: string;
    type: string;
    cost: number[];
    effect: {
      do: string;
      kind?: string;
      n?: number;
      of?: string;
    };
    mark: string;
    note: string;
  };
  "cities.toml city"?: {
    id: string;
    name: string;
    yield: number[];
    first: string;
    prestige_every: number;
    league: string;
    target: number;
    tribute: number[];
    brings: string[];
    mark: string;
    note?: string;
  };
  "die.toml row"?: {
    roll: number;
    athens: string;
    sparta: string;
    corinth: string;
    delphi: string;
    larissa: string;
    elis: string;
    mark: string;
  };
  "empires.toml empire"?: {
    id: string;
    name: string;
    target: number;
    reward: number[];
    token: string;
    mark: string;
  };
  "figures.toml figure"?: {
    id: string;
    name: string;
    city: string;
    text: string;
    power: number;
    diplomacy: number;
    talent: {
      do: string;
      n: number;
      of?: string;
      at?: string;
    };
    mark: string;
    note?: string;
  };
  "fronts.toml front"?: {
    id: string;
    name: string;
    kind: string;
    seat: number;
    tie: number;
    mark: string;
  };
  "settings.toml setting"?: {
    id: string;
    value: number | (number | string)[] | boolean;
    book?: number | unknown[] | boolean;
    mark: string;
    note?: string;
  };
  "solo.toml scenario"?: {
    id: string;
    grade: number;
    name: string;
    story: string;
    turns: number;
    city: string;
    league: string;
    objectives: {
      kind: string;
      where?: string;
      n?: number;
      when: string;
      type?: string;
      army?: string;
      level?: number;
      of?: string;
      at?: string[];
    }[];
    enemies: {
      city: string;
      figures: string[];
    }[];
    constraint: ({
      do: string;
      at?: string[] | string;
      of?: string;
      n?: number;
    })[];
    flank: string[][];
    center: string[][];
    maritime: string[][];
    rival_army: string[];
    rival_income: number[];
    administrator: string;
    mark: string;
  };
  "territories.toml territory"?: {
    id: string;
    name: string;
    kind: string;
    yield: number[];
    mark: string;
  };
};

/** A seat's board */
export type EpireiaFieldsBoard = {
  seat: string;
  league: "" | "delian" | "peloponnesian";
  city: string;
  administrator: string;
  /** wheat, wood, copper */
  resources: number[];
  prestige: number;
  /** how many prestige bonuses were reached */
  bonuses: number;
  buildings: string[];
  /** of the administrator's ability */
  uses: number;
  /** left in this development turn */
  actions: number;
  favour: number;
  /** each with where it is: nothing (at home), road, or the space */
  figures: string[][];
  donations: number;
  empires: string[];
  cities: number;
  victories: number;
};

/** A territory */
export type EpireiaFieldsLand = {
  /** a city */
  holder: string;
  /** the turn, 0 if nobody holds it */
  since: number;
  brigands: boolean;
  /** whether the brigands leave when the turn ends */
  passing: boolean;
};

/** The Great Battle */
export type EpireiaFieldsBattle = {
  /** columns so far, 0 to 9 */
  revealed: number;
  /** who is asked now */
  stage: "" | "first" | "answer" | "second" | "reply";
  first: "" | "delian" | "peloponnesian";
  /** by league, of the column revealed last */
  power: number[];
  /** by front and league */
  engaged: Record<string, boolean[]>;
  /** won, by front and league */
  columns: Record<string, number[]>;
  /** a league, or none: of those that are finished */
  fronts: Record<string, string>;
};

/** What a viewer knows */
export type EgemoniaFieldsView = {
  game: "egemonia";
  /** the viewer: a seat, or pub */
  you: string;
  /** who must decide, as far as the viewer knows */
  pending: string[];
  /** the viewer's moves; empty if it is not asked */
  legal: string[];
  /** 0 during setup, then 1 to 10 */
  turn: number;
  phase: "setup" | "draw" | "pythia" | "pythia_draw" | "action" | "over";
  /** by area: the faction and how much, 1 or 2 */
  influence: Record<string, (string | number)[]>;
  /** whether it stands */
  syracuse: boolean;
  /** events that each still takes from the cup, during `draw` */
  to_draw: Record<string, number>;
  /** who holds it */
  oracle: "delphi" | "athens" | "sparta";
  /** who has the favour of the gods, during `action` */
  favoured: "athens" | "sparta" | null;
  winner: "athens" | "sparta" | "draw" | null;
  reason: null | "areas" | "sicily" | "draw";
  /** events and how many; "?" for those not known */
  hands: Record<string, Record<string, number>>;
  cup_size: number;
  /** special events that left the game */
  out: string[];
  /** this turn's, in order */
  placed: ((string | null)[])[];
  /** of the last confrontation */
  revealed: ((string | null)[])[];
  /** the event that waits to return to the cup; "?": not known */
  discard: string | null;
  /** who is known to hold it */
  divine_help: "athens" | "sparta" | null;
};

/** The whole position */
export type EgemoniaFieldsPosition = {
  /** 0 during setup, then 1 to 10 */
  turn: number;
  phase: "setup" | "draw" | "pythia" | "pythia_draw" | "action" | "over";
  /** by area: the faction and how much, 1 or 2 */
  influence: Record<string, (string | number)[]>;
  /** whether it stands */
  syracuse: boolean;
  /** events that each still takes from the cup, during `draw` */
  to_draw: Record<string, number>;
  /** who holds it */
  oracle: "delphi" | "athens" | "sparta";
  /** who has the favour of the gods, during `action` */
  favoured: "athens" | "sparta" | null;
  winner: "athens" | "sparta" | "draw" | null;
  reason: null | "areas" | "sicily" | "draw";
  /** events and how many */
  hands: Record<string, Record<string, number>>;
  /** events and how many */
  cup: Record<string, number>;
  /** special events that left the game */
  out: string[];
  /** this turn's, in order */
  placed: ((string | null)[])[];
  /** the event that waits to return to the cup */
  discard: string | null;
};

export type EgemoniaFieldsComponents = {
  "areas.toml area"?: {
    id: string;
    name: string;
    land: string[];
    sea: string[];
    at: number[];
    mark: string;
    note?: string;
  };
  "events.toml event"?: {
    id: string;
    name: string;
    type: string;
    count: number;
    fate: string;
    mark: string;
    note: string;
    favours?: string;
  };
  "settings.toml setting"?: {
    id: string;
    value: number | boolean | string;
    mark: string;
    note: string;
    book?: boolean;
  };
  "setup.toml faction"?: {
    id: string;
    name: string;
    capital: string;
    own_way: string;
    mark: string;
  };
  "setup.toml influence"?: {
    scenario: string;
    faction: string;
    area: string;
    count: number;
    mark: string;
  };
  "setup.toml choose"?: {
    scenario: string;
    faction: string;
    not_in: string[];
    mark: string;
    note: string;
  };
  "setup.toml rule"?: {
    scenario: string;
    id: string;
    value: boolean;
    mark: string;
    note: string;
  };
  "table.toml result"?: {
    attacker: string;
    defender: string;
    result: string;
    mark: string;
    note: string;
  };
};

/** What a viewer knows */
export type EpixFieldsView = {
  game: "epix";
  /** the viewer: a seat, or pub */
  you: string;
  /** who must decide, as far as the viewer knows */
  pending: string[];
  /** the viewer's moves; empty if it is not asked */
  legal: string[];
  players: number;
  /** basic or advanced */
  rules: string;
  phase: "deal_first" | "deal_ability" | "draft" | "auction" | "give" | "cards" | "order" | "recruit" | "act" | "unit" | "fight" | "press" | "over" | "between";
  /** draft, then the four seasons */
  season: string;
  /** who holds the First Player card */
  first: string | null;
  /** who acts */
  turn: string | null;
  /** for each seat */
  gold: number[];
  /** by province, the occupied ones */
  board: Record<string, EpixFieldsStack>;
  /** for each seat */
  supply: Record<string, number>[];
  /** ability cards face up */
  table: string[];
  /** by ability, in the draft */
  bids: Record<string, EpixFieldsBid>;
  /** for each seat, in the draft */
  passed: boolean[];
  /** for each seat */
  abilities: string[][];
  /** for each seat, once they are shown */
  auction: number[];
  /** for each seat, whether its cards are revealed */
  shown: boolean[];
  /** what `turn` still plays */
  todo: ("recruit" | "tax" | "move")[];
  /** units that have finished, as UNIT@PROVINCE */
  spent: string[];
  active: EpixFieldsActive | null;
  attack: EpixFieldsAttack | null;
  /** for each seat, how often it was used this season */
  valour: number[];
  winners: string[];
  /** the viewer */
  seat: string;
  /** for each seat, what it has submitted; the viewer's only */
  secret: (string | null)[];
  /** for each seat, the own and those shown */
  cards: (("recruit" | "tax" | "move")[] | null)[];
};

/** The whole position */
export type EpixFieldsPosition = {
  players: number;
  /** basic or advanced */
  rules: string;
  phase: "deal_first" | "deal_ability" | "draft" | "auction" | "give" | "cards" | "order" | "recruit" | "act" | "unit" | "fight" | "press" | "over" | "between";
  /** draft, then the four seasons */
  season: string;
  /** who holds the First Player card */
  first: string | null;
  /** who acts */
  turn: string | null;
  /** for each seat */
  gold: number[];
  /** by province, the occupied ones */
  board: Record<string, EpixFieldsStack>;
  /** for each seat */
  supply: Record<string, number>[];
  /** ability cards face up */
  table: string[];
  /** by ability, in the draft */
  bids: Record<string, EpixFieldsBid>;
  /** for each seat, in the draft */
  passed: boolean[];
  /** for each seat */
  abilities: string[][];
  /** for each seat, once they are shown */
  auction: number[];
  /** for each seat, whether its cards are revealed */
  shown: boolean[];
  /** what `turn` still plays */
  todo: ("recruit" | "tax" | "move")[];
  /** units that have finished, as UNIT@PROVINCE */
  spent: string[];
  active: EpixFieldsActive | null;
  attack: EpixFieldsAttack | null;
  /** for each seat, how often it was used this season */
  valour: number[];
  winners: string[];
  /** for each seat, what it has submitted: bid:3, guess:2,5 */
  secret: (string | null)[];
  /** for each seat, chosen this season */
  cards: (("recruit" | "tax" | "move")[] | null)[];
};

export type EpixFieldsComponents = {
  "abilities.toml ability"?: {
    id: string;
    name: string;
    text: string;
    effect: string;
    value: number;
    units: string[];
    gold: number;
    mark: string;
    note: string;
  };
  "board2.toml province"?: {
    id: string;
    name: string;
    kind: string;
    seat?: number;
    next: string[];
    income: number;
    double: string[];
    bans: string[];
    catapult_proof: boolean;
    catapult_range: number;
    at: number[];
    mark: string;
    note: string;
    around?: boolean;
  };
  "board3.toml province"?: {
    id: string;
    name: string;
    kind: string;
    seat?: number;
    next: string[];
    income: number;
    double: string[];
    bans: string[];
    catapult_proof: boolean;
    catapult_range: number;
    at: number[];
    mark: string;
    note: string;
    around?: boolean;
  };
  "board4.toml province"?: {
    id: string;
    name: string;
    kind: string;
    seat?: number;
    next: string[];
    income: number;
    double: string[];
    bans: string[];
    catapult_proof: boolean;
    catapult_range: number;
    at: number[];
    mark: string;
    note: string;
  };
  "settings.toml setting"?: {
    id: string;
    value: (string | number)[] | number | string | boolean;
    mark: string;
    note?: string;
    book?: boolean;
  };
  "units.toml unit"?: {
    id: string;
    name: string;
    count: number;
    cost: number;
    moves: string;
    attacks: string;
    defends: number;
    income: number;
    captured: boolean;
    mark: string;
    note?: string;
  };
};

/** Units in a province */
export type EpixFieldsStack = {
  /** a seat: s0, s1, ... */
  seat: string;
  units: ("soldier" | "knight" | "camp" | "catapult")[];
};

/** A standing bid of the draft */
export type EpixFieldsBid = {
  seat: string | null;
  gold: number;
};

/** The unit in action */
export type EpixFieldsActive = {
  unit: "soldier" | "knight" | "camp" | "catapult";
  /** its province */
  at: string;
  may_move: boolean;
  /** provinces that it may not attack */
  barred: string[];
};

/** The attack that is being fought */
export type EpixFieldsAttack = {
  /** the province */
  to: string;
  defender: string | null;
  against: "soldier" | "knight" | "camp" | "catapult" | "garrison" | "province";
  /** how many amounts the defender may name */
  guesses: number;
  /** what was told of the bid */
  parity: "even" | "odd" | null;
};

/**  */
export type EphyranFieldsView = {
  game: "ephyran";
  /** the viewer: a seat, or pub */
  you: string;
  /** who must decide: seats, or chance */
  pending: string[];
  /** the viewer's moves; empty if it is not asked */
  legal: string[];
  /** with which the game was opened */
  options: Record<string, string>;
  phase: "first" | "gods" | "deal" | "action" | "react" | "refill" | "swap" | "lose" | "grab" | "token" | "put" | "draw" | "pile" | "look" | "keep" | "under" | "extra" | "over";
  /** 0 before the first turn */
  round: number;
  /** the first player */
  first: string | null;
  /** whose turn it is */
  turn: string | null;
  /** whose help each has; null before they are dealt or chosen */
  gods: Record<string, string | null>;
  /** cards; "?" for each that is not known */
  hands: Record<string, string[]>;
  /** cards of that hand that everybody knows */
  known: Record<string, string[]>;
  /** by territory */
  cities: Record<string, Record<string, EphyranFieldsTerritory>>;
  /** cards that may be in the pile, left out or in other hands */
  unseen: string[];
  pile_size: number;
  /** the top last */
  discard: string[];
  /** cards that are out of the game */
  tartarus: string[];
  /** by kind */
  unseen_tokens: Record<string, number>;
  /** tokens in the supply */
  supply_size: number;
  /** tokens by kind */
  lost: Record<string, number>;
  /** what is being carried out */
  support: "twins" | "graeae" | "exchange" | "take" | "destroy" | "steal" | "shield" | "hecate" | null;
  /** at whom it is aimed */
  target: string | null;
  /** who may stop it */
  asked: string | null;
  /** who gets the card */
  drawer: string | null;
  /** to come, this one included */
  draws: number;
  /** cards that are looked at with the Graeae; "?" for each that is not known */
  looked: string[];
  /** the token to be put */
  held: EphyranFieldsToken | null;
  /** turns since a card left the pile */
  dry: number;
  /** whether the top of the discard was put there this turn */
  fresh: boolean;
  /** whether the end is near */
  ending: boolean;
  /** who has filled sixteen places, in order */
  completed: string[];
  /** prestige at the end; null before */
  scores: Record<string, number> | null;
  /** prestige of each city as it stands, without tokens that the viewer does not know */
  running: Record<string, number>;
};

/** The whole position, or what a viewer knows of it: the names are the same */
export type EphyranFieldsPosition = {
  /** with which the game was opened */
  options: Record<string, string>;
  phase: "first" | "gods" | "deal" | "action" | "react" | "refill" | "swap" | "lose" | "grab" | "token" | "put" | "draw" | "pile" | "look" | "keep" | "under" | "extra" | "over";
  /** who must decide: seats, or chance */
  pending: string[];
  /** 0 before the first turn */
  round: number;
  /** the first player */
  first: string | null;
  /** whose turn it is */
  turn: string | null;
  /** whose help each has; null before they are dealt or chosen */
  gods: Record<string, string | null>;
  /** cards; "?" for each that is not known */
  hands: Record<string, string[]>;
  /** cards of that hand that everybody knows */
  known: Record<string, string[]>;
  /** by territory */
  cities: Record<string, Record<string, EphyranFieldsTerritory>>;
  /** cards that may be in the pile, left out or in other hands */
  unseen: string[];
  pile_size: number;
  /** the top last */
  discard: string[];
  /** cards that are out of the game */
  tartarus: string[];
  /** by kind */
  unseen_tokens: Record<string, number>;
  /** tokens in the supply */
  supply_size: number;
  /** tokens by kind */
  lost: Record<string, number>;
  /** what is being carried out */
  support: "twins" | "graeae" | "exchange" | "take" | "destroy" | "steal" | "shield" | "hecate" | null;
  /** at whom it is aimed */
  target: string | null;
  /** who may stop it */
  asked: string | null;
  /** who gets the card */
  drawer: string | null;
  /** to come, this one included */
  draws: number;
  /** cards that are looked at with the Graeae; "?" for each that is not known */
  looked: string[];
  /** the token to be put */
  held: EphyranFieldsToken | null;
  /** turns since a card left the pile */
  dry: number;
  /** whether the top of the discard was put there this turn */
  fresh: boolean;
  /** whether the end is near */
  ending: boolean;
  /** who has filled sixteen places, in order */
  completed: string[];
  /** prestige at the end; null before */
  scores: Record<string, number> | null;
};

export type EphyranFieldsComponents = {
  "cards.toml card"?: {
    id: string;
    upper: string;
    upper_magic: string;
    lower: string;
    lower_magic: string;
    mark: string;
  };
  "creatures.toml creature"?: {
    id: string;
    name: string;
    territory: string;
    mark: string;
    note: string;
  };
  "gods.toml god"?: {
    id: string;
    name: string;
    territory: string;
    mark: string;
  };
  "settings.toml setting"?: {
    id: string;
    value: number | boolean | string;
    mark: string;
    note: string;
    book?: number | boolean;
  };
  "supports.toml support"?: {
    id: string;
    name: string;
    family: string;
    count: number;
    stopped_by: string;
    asked: string;
    effect: string;
    mark: string;
  };
  "territories.toml territory"?: {
    id: string;
    name: string;
    colour: string;
    mark: string;
    note: string;
  };
  "tokens.toml token"?: {
    id: string;
    name: string;
    value: number;
    count: number;
    printed: number;
    mark: string;
    note: string;
  };
};

/** A territory of a city */
export type EphyranFieldsTerritory = {
  /** the id of the card that locks it */
  lock: string | null;
  /** from place 1 upwards */
  areas: EphyranFieldsArea[];
};

/** A place that is filled */
export type EphyranFieldsArea = {
  /** the half of a card that lies up, CREATURE-NUMBER (its creature has a row in the box), or dionysus */
  half: string;
  token: EphyranFieldsToken | null;
};

/** A token in a place */
export type EphyranFieldsToken = {
  /** "?": not known */
  kind: string;
  seen_by: string[];
};
