"""What a client gets back: replies, thoughts, best moves, and the errors."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from ..messages import Message

if TYPE_CHECKING:
    from ...ai.review.parts import Review
    from ...engine import Block, Description
    from ...engine.description import Hidden

Args = dict[str, Any]


class EngineError(Exception):
    """The engine refused a request. Nothing has changed."""

    def __init__(self, code: str, keys: Args) -> None:
        super().__init__(" ".join([code, *(f"{key}={value}" for key, value in keys.items())]))
        self.code = code
        self.keys = keys


class EngineDied(Exception):
    """The engine's process has ended."""


class EngineTimeout(Exception):
    """The engine did not answer in time."""


@dataclass
class Reply:
    """The terminal message of a request, and all that came before it."""

    kind: str
    fields: Args
    data: list[Message] = field(default_factory=list)

    def only(self, kind: str) -> list[Args]:
        """The fields of the messages of one kind."""
        return [message.fields for message in self.data if message.kind == kind]

    @property
    def updates(self) -> dict[str, Update]:
        """What viewers know, by seat, as far as the request asked for it (`with_`)."""
        return gather_updates(self.data)


# The games are loaded for this only when somebody asks for words: many clients never do.


def read_description(fields: Args) -> Description:
    from ...engine import Description

    return Description.from_dict(fields["description"])


def read_blocks(fields: Args) -> list[Block]:
    from ...engine import Block

    return [Block.from_dict(block) for block in fields["blocks"]]


def read_review(reply: Reply) -> Review:
    """The review in a reply; its parts come one by one."""
    from ...ai.review.parts import Review

    lists = {"judged": "judged", "graph": "point", "swings": "swing"}
    parts = {name: [fields[kind] for fields in reply.only(kind)] for name, kind in lists.items()}
    told = next((fields["ledger"] for fields in reply.only("ledger")), None)
    return Review.from_dict({**reply.only("review")[0]["review"], **parts, **({"ledger": told} if told else {})})


@dataclass
class Update:
    """What a viewer knows at one moment: of each kind what was asked for. `story` and `events` have numbers."""

    seat: str
    n: int = 0  # of the last event that it was told
    d: int | None = None  # the decision that it is asked for
    view: Args | None = None
    legal: list[str] | None = None
    description: Description | None = None
    summary: list[Block] | None = None
    events: list[tuple[int, str]] = field(default_factory=list)
    story: list[tuple[int, str]] = field(default_factory=list)
    wp: list[float] | None = None  # a quick judgement of what each team may expect

    def take(self, message: Message) -> None:
        """Note what a message says; it is about this viewer."""
        fields = message.fields
        self.d = fields.get("d", self.d)
        self.n = max(self.n, fields.get("n", 0))
        match message.kind:
            case "view":
                self.view = fields["view"]
            case "legal":
                self.legal = list(fields["moves"])
            case "describe":
                self.description = read_description(fields)
            case "summary":
                self.summary = read_blocks(fields)
            case "event":
                self.events.append((fields["n"], fields["text"]))
            case "sentence":
                self.story.append((fields["n"], fields["text"]))
            case "eval":
                self.wp = list(fields["wp"])


UPDATE_KINDS = ("view", "legal", "describe", "summary", "event", "sentence", "eval", "update")


@dataclass
class Hello:
    """What an engine says of itself."""

    name: str
    version: str
    caps: Args
    games: dict[str, Args]  # by name: rules, seats, options, and words for people
    options: dict[str, Args]  # by name: type, default, min, max, var


@dataclass
class Thought:
    """What an engine thinks at one moment."""

    nodes: int
    wp: list[float]  # expected share of each team, in the order of the game's teams
    info: Args  # all that was said, se, nps and best among it
    lines: list[Args] = field(default_factory=list)  # rank, move, policy, ev, pv
    beliefs: dict[str, dict[str, float]] = field(default_factory=dict)
    hidden: dict[str, Hidden] = field(default_factory=dict)  # the words of beliefs, with ``words=True``


@dataclass
class BestMove:
    """The answer to `go`."""

    move: str
    policy: float  # how likely it was to be chosen
    d: int | None  # the decision that it is for
    thought: Thought | None  # the last one


def gather(messages: Sequence[Message]) -> list[Thought]:
    """The thoughts among messages: each begins with an info."""
    found: list[Thought] = []
    for message in messages:
        fields = message.fields
        if message.kind == "info":
            found.append(Thought(fields["nodes"], fields["wp"], fields))
        elif found and message.kind == "line":
            found[-1].lines.append(fields)
        elif found and message.kind == "belief":
            found[-1].beliefs[fields["name"]] = fields["chances"]
        elif found and message.kind == "hidden":
            from ...engine.description import Hidden

            found[-1].hidden[fields["name"]] = Hidden.from_dict(fields["hidden"])
    return found


def gather_updates(messages: Sequence[Message]) -> dict[str, Update]:
    """What each viewer knows, among messages."""
    found: dict[str, Update] = {}
    for message in messages:
        if message.kind in UPDATE_KINDS:
            seat = message.fields["seat"]
            found.setdefault(seat, Update(seat)).take(message)
    return found
