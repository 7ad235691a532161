"""The games, by name: an explicit list."""

from __future__ import annotations

from pathlib import Path

from .egemonia import Egemonia
from .ephyran import Ephyran
from .errors import UnknownGame
from .ruleset import Ruleset

GAMES: dict[str, type[Ruleset]] = {game.name: game for game in (Egemonia, Ephyran)}


def find(name: str) -> type[Ruleset]:
    """The game of that name; UnknownGame says which there are."""
    if name not in GAMES:
        raise UnknownGame(f"no game {name!r}: want {' or '.join(GAMES)}")
    return GAMES[name]


def ruleset(name: str, seats: int | None = None, data: str | Path | None = None, **options: str) -> Ruleset:
    """A game with its options and components fixed."""
    return find(name)(seats, data, **options)
