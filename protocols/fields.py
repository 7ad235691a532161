"""The fields of every message and their types, as msgpack has them and as a client reads them from a line.

`shapes` says where they stand in a line. docs/schema/messages.json is made from this, with the comments, and the tests
hold real traffic to it. What is in a view is the game's own affair (`fields.py` in its folder).
"""

from __future__ import annotations

from typing import Annotated, Any, Literal, NotRequired, TypedDict

from ..ai.review.parts import Judged, Ledger, Point, Swing
from ..engine.block import Block
from ..engine.description import Description, Hidden
from .errors import CODES

Viewer = Annotated[str, "a seat, or pub for a spectator"]
Seat = Annotated[str, "a seat (s0, s1, ... or what else the game names, such as enemy), or chance"]


class Id(TypedDict):
    """The engine's name."""

    name: str
    version: str


_WithCap = TypedDict("_WithCap", {"with": NotRequired[Literal[True]]})  # a keyword of Python: no class can name it


class Caps(_WithCap):
    """What the engine can do: a word for each thing."""

    games: int  # that may be open
    seatmode: NotRequired[Literal[True]]  # new GAME seat=SEAT
    analyze: NotRequired[Literal[True]]
    belief: NotRequired[Literal[True]]
    msgpack: NotRequired[Literal[True]]
    describe: NotRequired[Literal[True]]  # describe, summary, primer
    subscribe: NotRequired[Literal[True]]
    moves: NotRequired[Literal[True]]  # go ... moves=
    review: NotRequired[Literal[True]]


class ValueWords(TypedDict):
    """A value of an option for people."""

    title: str
    about: NotRequired[str]  # a sentence


class OptionWords(TypedDict):
    """An option of a game for people."""

    title: str
    values: dict[str, ValueWords]


class Game(TypedDict):
    """A game that the engine plays."""

    name: str
    rules: int | Literal["any"]  # the version; any: it plays by the moves that it is handed
    seats: list[int]  # how many there may be, the default first
    options: dict[str, list[str]]  # the values of each, the default first
    title: NotRequired[str]
    about: NotRequired[str]  # a sentence
    words: NotRequired[dict[str, OptionWords]]  # by option
    names: NotRequired[dict[str, dict[str, str]]]  # by the number of seats: what people call each seat


class Option(TypedDict):
    """An option of the engine."""

    name: str
    type: Literal["spin", "check", "combo", "string"]
    default: int | bool | str
    min: NotRequired[int]  # of a spin
    max: NotRequired[int]
    var: NotRequired[list[str]]  # of a combo: its values


class UhiOk(TypedDict):
    """The end of the handshake."""

    version: Literal[1]


class ReadyOk(TypedDict):
    """Everything is loaded."""


class Ok(TypedDict):
    """It is done. Which fields there are depends on the command."""

    game: NotRequired[str]  # the handle of the game that was opened
    waiting: NotRequired[list[Seat]]  # who must decide now
    nodes: NotRequired[int]
    stopped: NotRequired[Literal[1]]  # a search or analysis was stopped
    asked: NotRequired[Literal[1]]  # the engine's seat must decide
    dup: NotRequired[Literal[1]]  # it had been told that
    none: NotRequired[Literal[1]]  # there was nothing to stop
    closed: NotRequired[Literal[1]]  # the game of a subscription was closed
    positions: NotRequired[int]
    worlds: NotRequired[int]
    nps: NotRequired[int]
    signature: NotRequired[str]


class BestMove(TypedDict):
    """The end of a search."""

    move: str
    d: NotRequired[int]  # the decision that it is for; not in seat mode, unless `go` said it
    p: float  # how likely it was to be chosen


class Error(TypedDict):
    """The command was refused, and nothing has changed."""

    code: Annotated[str, CODES]
    arg: NotRequired[str]  # which argument
    got: NotRequired[str]  # what was sent
    want: NotRequired[str | int]  # what would have been right
    id: NotRequired[str | int]  # of the command that runs
    seat: NotRequired[str]
    waiting: NotRequired[list[Seat]]
    d: NotRequired[int]
    n: NotRequired[int]
    move: NotRequired[str]
    reason: NotRequired[str]
    need: NotRequired[str]
    max: NotRequired[int]
    at: NotRequired[int]  # a byte of the line, from 0
    ref: NotRequired[str]  # where stderr says more


class Teams(TypedDict):
    """The order of all shares."""

    teams: list[str]  # seats joined by +, or house


class Event(TypedDict):
    """What a viewer saw."""

    seat: Viewer
    n: int  # counted for each viewer, from 1
    text: str  # ? for what it did not see


class Sentence(TypedDict):
    """The same for people."""

    seat: Viewer
    n: int  # of the event
    text: str


class Asked(TypedDict):
    """A seat must decide that was not asked before."""

    seat: Seat
    d: int  # the number of the decision, for `play`
    kind: str  # public, hidden, simultaneous, bid, guess, reaction; for chance, the first word of the moves


class View(TypedDict):
    """What a viewer knows."""

    seat: str  # all: the whole position
    n: NotRequired[int]  # after this event
    view: dict[str, Any]  # as in the game's own schema


class Legal(TypedDict):
    """The moves of a seat that is asked."""

    seat: Seat
    d: NotRequired[int]  # not in seat mode
    moves: list[str]


class Describe(TypedDict):
    """The decision as people meet it."""

    seat: Viewer
    n: int
    d: NotRequired[int]  # if the seat is asked; not in seat mode
    description: Description


class Summary(TypedDict):
    """The position in words."""

    seat: Viewer
    n: int
    blocks: list[Block]


class Primer(TypedDict):
    """A game's rules in a few paragraphs."""

    name: str
    primer: str


class Update(TypedDict):
    """The end of what a subscription told this time."""

    seat: Viewer
    n: int
    d: NotRequired[int]  # if the seat is asked


class Result(TypedDict):
    """How the game ended."""

    winners: NotRequired[list[str]]  # nobody, if a side without a seat won
    reason: NotRequired[str]
    none: NotRequired[Literal[True]]  # it has not


class Info(TypedDict):
    """What a search thinks so far."""

    nodes: int
    nps: NotRequired[int]
    wp: list[float]  # what each team may expect, in the order of teams
    se: float  # the error of it
    best: NotRequired[str]
    done: NotRequired[int]  # of a review: steps that are done,
    of: NotRequired[int]  # of so many


class Line(TypedDict):
    """A move of an analysis."""

    rank: int
    move: str
    policy: float  # its share of the recommended mix
    ev: float  # what the seat's team may expect of it
    pv: NotRequired[str]  # how it may go on; ? for what the seat will not see


class Belief(TypedDict):
    """What a hidden thing may be."""

    name: str
    chances: dict[str, float]


class HiddenThing(TypedDict):
    """The words of the belief before it."""

    name: str
    hidden: Hidden


class ReviewHead(TypedDict):
    """What a review is about."""

    seat: str
    names: list[str]  # of the teams, for people
    team: int  # the seat's, among them
    over: bool  # whether the game is over: if not, there are `judged` and its own estimates as `point` alone
    nodes: int
    result: NotRequired[str]  # who won and why, in words


class ReviewOf(TypedDict):
    """The beginning of a review."""

    seat: str
    review: ReviewHead


class GraphPoint(TypedDict):
    """A point of a review's graph."""

    seat: str
    point: Point


class TurningPoint(TypedDict):
    """One of the steps that changed a side's chance most, the greatest first."""

    seat: str
    swing: Swing


class JudgedDecision(TypedDict):
    """A decision, judged by what its seat knew."""

    seat: str
    judged: Judged


class LuckAndSkill(TypedDict):
    """Where the result came from."""

    seat: str
    ledger: Ledger


class Record(TypedDict):
    """A record as text."""

    record: str


class Text(TypedDict):
    """A line of a drawing."""

    text: str


class Component(TypedDict):
    """A thing in a game's box."""

    file: str
    table: str
    row: dict[str, Any]  # as in the game's own schema


class Hash(TypedDict):
    """All that a viewer was told, in 64 bits."""

    seat: str  # all: the whole position
    n: NotRequired[int]
    key: str


class Eval(TypedDict):
    """A quick judgement."""

    seat: Viewer
    wp: list[float]


class Perft(TypedDict):
    """How many sequences begin with a move."""

    seat: Seat
    move: str
    count: int


class Bench(TypedDict):
    """How fast a game is searched."""

    name: str
    nodes: int
    nps: int
    signature: str


MESSAGES: dict[str, type] = {
    "id": Id,
    "caps": Caps,
    "game": Game,
    "option": Option,
    "uhiok": UhiOk,
    "readyok": ReadyOk,
    "ok": Ok,
    "bestmove": BestMove,
    "error": Error,
    "teams": Teams,
    "event": Event,
    "sentence": Sentence,
    "request": Asked,
    "view": View,
    "legal": Legal,
    "describe": Describe,
    "summary": Summary,
    "primer": Primer,
    "update": Update,
    "result": Result,
    "info": Info,
    "line": Line,
    "belief": Belief,
    "hidden": HiddenThing,
    "review": ReviewOf,
    "point": GraphPoint,
    "swing": TurningPoint,
    "judged": JudgedDecision,
    "ledger": LuckAndSkill,
    "record": Record,
    "text": Text,
    "component": Component,
    "hash": Hash,
    "eval": Eval,
    "perft": Perft,
    "bench": Bench,
}
