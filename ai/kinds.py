"""Kinds of players, and how people write a player: ``KIND:option=value,...`` or ``KIND:WHAT,option=value,...``.

``WHAT`` says who plays, for kinds that seat somebody from elsewhere: a command, or a class. It and every value may be a
JSON string, in which commas, colons and blanks mean nothing:

    ismcts:level=5,style=cautious
    uhi:"nice petteia engine",nodes=500,Level=5
    python:my_players:Bold,courage=0.7

A shell takes the quotes away unless they are quoted themselves. So a command without commas does without them.
"""

from __future__ import annotations

import json
from abc import ABC, abstractmethod
from dataclasses import dataclass

from ..engine import GameError
from .player import Player
from .settings import PlayerSettings

_decoder = json.JSONDecoder()


@dataclass(frozen=True)
class PlayerText:
    """A player as somebody wrote it, taken apart."""

    text: str
    kind: str
    what: str  # who plays; empty for kinds that have no such part
    options: dict[str, str]


def split_player(text: str, has_what: bool) -> PlayerText:
    """Take a player's text apart; GameError says what would have been right.

    >>> split_player('uhi:"engine --books a,b",nodes=500', True).what
    'engine --books a,b'
    """
    kind, colon, rest = text.partition(":")
    at, what = 0, ""
    if has_what:
        what, at = _value(text, rest, 0)
        if not what.strip():
            raise GameError(f"{text!r}: nothing stands after {kind!r}: want {kind}:WHAT,key=value,...")
        if at < len(rest):
            at += 1  # the comma
            colon = ","
        else:
            colon = ""
    options: dict[str, str] = {}
    while colon:
        key, value, at = _option(text, kind, rest, at)
        if key in options:
            raise GameError(f"{text!r}: {key!r} comes twice")
        options[key] = value
        if at == len(rest):
            break
        at += 1
    return PlayerText(text, kind, what, options)


def _option(text: str, kind: str, rest: str, at: int) -> tuple[str, str, int]:
    """One option, and where it ends."""
    end = rest.find(",", at)
    end = len(rest) if end < 0 else end
    key, equals, _ = rest[at:end].partition("=")
    if not equals or not key:
        raise GameError(f"{text!r}: {rest[at:end]!r} is not an option: want {kind}:key=value,...")
    value, end = _value(text, rest, at + len(key) + 1)
    return key, value, end


def _value(text: str, rest: str, at: int) -> tuple[str, int]:
    """A JSON string or all up to the next comma, and where it ends."""
    if not rest.startswith('"', at):
        end = rest.find(",", at)
        end = len(rest) if end < 0 else end
        return rest[at:end], end
    try:
        value, end = _decoder.raw_decode(rest, at)
    except ValueError:
        raise GameError(f'{text!r}: want a JSON string from its quotation mark on, such as "a,b"') from None
    if end < len(rest) and rest[end] != ",":
        raise GameError(f"{text!r}: {rest[end:]!r} stands after the quotation mark: want a comma or nothing")
    return str(value), end


class PlayerKind(ABC):
    """One kind of player: how it is written, and how it is made."""

    has_what: bool = False  # whether something stands before the options that says who plays

    @abstractmethod
    def settings(self, written: PlayerText) -> PlayerSettings:
        """What was written, checked; GameError says what would have been right."""

    @abstractmethod
    def make(self, settings: PlayerSettings, seed: int | None) -> Player: ...

    @abstractmethod
    def help(self) -> list[tuple[str, str]]:
        """How it is written, with every option, and what that means."""
