"""Tokens: what one viewer sees of one event, as one number. The layout is that of ``ext/core/types.pxd``."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from ..ext import core
from ..ext.core import types
from .codec import Bits, Codec
from .errors import BadPosition
from .ruleset import CHANCE
from .vocabulary import Names, Pair, Vocabulary

TYPE = Bits(types.TYPE_SHIFT, 0xFF)
SEAT = Bits(types.SEAT_SHIFT, types.SEAT_MASK)
OPEN = Bits(types.OPEN_SHIFT, types.PART_MASK)
SECRET = types.PART_MASK
SEEN = 1 << types.PRIVY_SHIFT  # the viewer sees the secret part
UNSEEN_WORD = "?"


class Token(NamedTuple):
    """The parts of a token. What they mean is the game's own (``ext/games/<game>/state.pxd``)."""

    type: int
    seat: int  # that the event is about; CHANCE where it is about none
    open: int  # what everybody sees who notices the event
    secret: int | None  # None: the viewer does not see it


def split(token: int) -> Token:
    """Take a token apart."""
    return Token(TYPE.of(token), SEAT.of(token), OPEN.of(token), token & SECRET if token & SEEN else None)


def join(type_: int, seat: int = core.CHANCE, open_part: int = 0, secret: int | None = 0) -> int:
    """The inverse of `split`. An event without a secret part hides nothing: its secret is 0, not None."""
    token = type_ << TYPE.shift | seat << SEAT.shift | open_part << OPEN.shift
    return token if secret is None else token | SEEN | secret


def movers(seats: Sequence[str]) -> Names:
    """Words for who makes a move: a seat or chance."""
    return Names("seat", {**dict(enumerate(seats)), core.CHANCE: CHANCE})


def hidden(words: Vocabulary) -> Pair:
    """Words for a secret part that only some see: the bits ``secret`` of an event, in a field such as ``{card?}``."""

    def format(secret: int) -> str:
        return words.format(secret & SECRET) if secret & SEEN else UNSEEN_WORD

    def parse(word: str) -> int:
        return 0 if word == UNSEEN_WORD else SEEN | words.parse(word)

    return Pair(format, parse)


def event_codec(title: str, words: Mapping[str, Vocabulary], patterns: Mapping[str, int]) -> Codec:
    """The words of a game's events.

    The bits of a field are ``seat``, ``open``, numbers within the open part, ``secret`` (for `hidden` words), or
    ``private``: a secret part of an event that nobody else notices, so that who has the token sees all of it.
    """
    layout = {"seat": SEAT, "open": OPEN, "secret": Bits(0, SEEN | SECRET), "private": Bits(0, SECRET)}
    return Codec(f"event of {title}", BadPosition, TYPE, layout, words, patterns, OPEN.shift)
