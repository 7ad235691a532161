"""What a client gets back: replies, thoughts, best moves, and the errors."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from ..messages import Message

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


@dataclass
class Hello:
    """What an engine says of itself."""

    name: str
    version: str
    caps: Args
    games: dict[str, Args]  # by name: rules, seats, options
    options: dict[str, Args]  # by name: type, default, min, max, var


@dataclass
class Thought:
    """What an engine thinks at one moment."""

    nodes: int
    wp: list[float]  # expected share of each team, in the order of the game's teams
    info: Args  # all that was said, se, nps and best among it
    lines: list[Args] = field(default_factory=list)  # rank, move, policy, ev, pv
    beliefs: dict[str, dict[str, float]] = field(default_factory=dict)


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
    return found
