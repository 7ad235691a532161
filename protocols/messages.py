"""What goes over the wire, whatever the encoding: requests in, messages out.

A message has a kind and named fields. The text puts some fields before the ``key=value`` part of its line and at most
one after it (`SHAPES`); the binary encoding sends the names of all.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from .errors import ProtocolError

VERSION = 1
TERMINAL = frozenset({"uhiok", "readyok", "ok", "bestmove", "error"})

Id = str | int | None


@dataclass(frozen=True)
class Request:
    """A command: its id (None if the client gave none), its verb and its arguments by name."""

    id: Id
    verb: str
    args: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Message:
    """One line or frame from the engine. Every request has exactly one terminal message, its last."""

    id: Id
    kind: str
    fields: dict[str, Any] = field(default_factory=dict)

    @property
    def terminal(self) -> bool:
        return self.kind in TERMINAL

    @classmethod
    def error(cls, id: Id, error: ProtocolError) -> Message:
        return cls(id, "error", {"code": error.code, **error.keys})


Write = Callable[[Message], None]
Data = list[tuple[str, dict[str, Any]]]  # messages before the terminal one: kind and fields


@dataclass
class Answer:
    """A terminal message and what comes before it."""

    fields: dict[str, Any] = field(default_factory=dict)
    data: Data = field(default_factory=list)
    kind: str = "ok"


@dataclass(frozen=True)
class Shape:
    """Where the fields of a kind stand in its line: some first, then ``key=value``, then one that takes the rest."""

    first: tuple[str, ...] = ()
    rest: str | None = None


SHAPES: dict[str, Shape] = {
    "uhiok": Shape(("version",)),
    "game": Shape(("name",)),
    "teams": Shape(("teams",)),
    "event": Shape(("seat", "n"), "text"),
    "sentence": Shape(("seat", "n"), "text"),
    "request": Shape(("seat",)),
    "view": Shape(("seat",), "view"),
    "legal": Shape(("seat",), "moves"),
    "line": Shape(("rank", "move")),
    "belief": Shape(("name",), "chances"),
    "hash": Shape(("seat",)),
    "eval": Shape(("seat",)),
    "perft": Shape(("seat", "move")),
    "bench": Shape(("name",)),
    "record": Shape((), "record"),
    "text": Shape((), "text"),
    "component": Shape(("file", "table"), "row"),
    "bestmove": Shape(("move",)),
    "error": Shape(("code",)),
}

# How a client reads the values of a text line; what is not named here is a string.
WHOLE = frozenset(
    {"n", "d", "nodes", "nps", "version", "rank", "games", "rules", "none", "dup", "stopped", "asked", "max", "at"}
    | {"positions", "worlds", "count"}
)
REAL = frozenset({"p", "se", "policy", "ev"})
LISTS = frozenset({"wp", "waiting", "winners", "seats", "teams"})
