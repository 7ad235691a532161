"""What goes over the wire, whatever the encoding: requests in, messages out.

A message has a kind and named fields. `shapes` says where they stand in a line of text.
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
