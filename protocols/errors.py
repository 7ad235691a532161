"""What can be wrong with a command: a code for programs, and keys that say what would have been right."""

from __future__ import annotations

from typing import Any

CODES = (
    "unknown-command",
    "syntax",
    "bad-arg",
    "no-game",
    "game-over",
    "busy",
    "wrong-seat",
    "stale",
    "illegal",
    "denied",
    "too-many-games",
    "bad-record",
    "gap",
    "inconsistent",
    "stopped",
    "selfcheck",
    "line-too-long",
    "bad-encoding",
    "bad-length",
    "internal",
)


class ProtocolError(Exception):
    """A command that cannot be carried out. Nothing has changed.

    >>> print(ProtocolError("stale", d=1, want=2))
    stale d=1 want=2
    """

    def __init__(self, code: str, **keys: Any) -> None:
        super().__init__(" ".join([code, *(f"{key}={value}" for key, value in keys.items())]))
        self.code = code
        self.keys = keys


def bad_arg(arg: str, got: object, want: str) -> ProtocolError:
    """An argument with a value that it cannot have."""
    return ProtocolError("bad-arg", arg=arg, got=shorten(got), want=want)


def shorten(got: object, most: int = 64) -> str:
    """What somebody sent, as a text of a size that can be sent back."""
    text = got if isinstance(got, str) else repr(got)
    return text if len(text) <= most else text[: most - 3] + "..."
