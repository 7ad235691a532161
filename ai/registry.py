"""Players by name: ``random``, ``greedy:worlds=64``, ``pimc:worlds=32``, ``ismcts:level=5,style=cautious``."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from ..engine import GameError
from ..ext.search import DEFAULTS
from .ismcts import IsmctsPlayer
from .levels import FULL, STYLES
from .pimc import PimcPlayer
from .player import Player
from .simple import GreedyPlayer, RandomPlayer


@dataclass(frozen=True)
class Option:
    """One option of a player: what its value may be."""

    want: str
    read: Callable[[str], Any]  # ValueError if the value is wrong


def _whole(low: int, high: int) -> Option:
    def read(text: str) -> int:
        value = int(text)
        if not low <= value <= high:
            raise ValueError
        return value

    return Option(f"a whole number from {low} to {high}", read)


def _number(low: float, high: float) -> Option:
    def read(text: str) -> float:
        value = float(text)
        if not low <= value <= high:
            raise ValueError
        return value

    return Option(f"a number from {low:g} to {high:g}", read)


def _word(words: tuple[str, ...]) -> Option:
    def read(text: str) -> str:
        if text not in words:
            raise ValueError
        return text

    return Option(f"one of {', '.join(words)}", read)


NODES = _whole(1, 10**12)
MEMORY = _whole(1, 1 << 20)  # megabytes
SEARCH_PARAMETER = _number(-1e6, 1e6)

PLAYERS: dict[str, tuple[Callable[..., Player], dict[str, Option]]] = {
    "random": (RandomPlayer, {}),
    "greedy": (GreedyPlayer, {"worlds": _whole(1, 100_000), "ahead": _whole(0, 1000)}),
    "pimc": (
        PimcPlayer,
        {
            "nodes": NODES,
            "worlds": _whole(1, 10_000),
            "exploration": _number(0, 10),
            "cutoff": _whole(-1, 10_000),
            "memory": MEMORY,
        },
    ),
    "ismcts": (
        IsmctsPlayer,
        {
            "level": _whole(1, FULL),
            "style": _word(tuple(STYLES)),
            "nodes": NODES,
            "threads": _whole(1, 256),
            "memory": MEMORY,
            **dict.fromkeys(DEFAULTS, SEARCH_PARAMETER),  # for tuning
        },
    ),
}


def parse_spec(spec: str) -> tuple[str, dict[str, Any]]:
    """The name and the options of a player; GameError says what would have been right."""
    name, colon, rest = spec.partition(":")
    if name not in PLAYERS:
        raise GameError(f"no player {name!r}: want {' or '.join(PLAYERS)}, with options as in 'ismcts:level=5'")
    known = PLAYERS[name][1]
    options: dict[str, Any] = {}
    for part in rest.split(",") if colon else []:
        key, equals, text = part.partition("=")
        if not equals:
            raise GameError(f"{spec!r}: {part!r} is not an option: want {name}:key=value,...")
        if key not in known:
            raise GameError(f"{spec!r}: {name} has no option {key!r}; its options: {', '.join(known) or 'none'}")
        if key in options:
            raise GameError(f"{spec!r}: {key!r} comes twice")
        try:
            options[key] = known[key].read(text)
        except ValueError:
            raise GameError(f"{spec!r}: {key}={text!r}: want {known[key].want}") from None
    return name, options


def make_player(spec: str, seed: int | None = None) -> Player:
    """A player from its description. Without a seed it takes one from the operating system.

    >>> make_player("greedy:worlds=8", seed=1).name
    'greedy'
    """
    name, options = parse_spec(spec)
    params = {key: options.pop(key) for key in list(options) if name == "ismcts" and key in DEFAULTS}
    if params:
        options["params"] = params
    return PLAYERS[name][0](seed=seed, **options)
