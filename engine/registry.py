"""The games, by name: an explicit list."""

from __future__ import annotations

from pathlib import Path

from .egemonia import Egemonia
from .ephyran import Ephyran
from .epireia import Epireia
from .epix import Epix
from .errors import UnknownGame
from .ruleset import Ruleset
from .toys import Attack, Coin, Goofspiel, Kuhn, Leduc, Siege

GAMES: dict[str, type[Ruleset]] = {game.name: game for game in (Epireia, Egemonia, Epix, Ephyran)}


# Small games by which the search is checked: found by name, but not offered.
TOYS: dict[str, type[Ruleset]] = {game.name: game for game in (Kuhn, Leduc, Goofspiel, Attack, Siege, Coin)}


def find(name: str) -> type[Ruleset]:
    """The game of that name; UnknownGame says which there are."""
    game = GAMES.get(name) or TOYS.get(name)
    if game is None:
        raise UnknownGame(f"no game {name!r}: want {' or '.join(GAMES)}")
    return game


def ruleset(name: str, seats: int | None = None, data: str | Path | None = None, **options: str) -> Ruleset:
    """A game with its options and components fixed."""
    return find(name)(seats, data, **options)
