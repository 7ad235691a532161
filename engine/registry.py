"""The games by name, and their rule sets, which are kept: a second game by the same rules reads no file again."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

from .components import Replacements
from .errors import UnknownGame
from .games.egemonia import Egemonia
from .games.ephyran import Ephyran
from .games.epireia import Epireia
from .games.epix import Epix
from .games.toys import Attack, Coin, Goofspiel, Kuhn, Leduc, Siege
from .ruleset import Ruleset

GAMES: dict[str, type[Ruleset]] = {
    game.name: game
    for game in (
        Epireia,
        Egemonia,
        Epix,
        Ephyran,
    )
}

# Small games by which the search is checked: found by name, but not offered.
TOYS: dict[str, type[Ruleset]] = {game.name: game for game in (Kuhn, Leduc, Goofspiel, Attack, Siege, Coin)}

KEPT = 32  # rule sets; the one that was asked for longest ago goes first


def find(name: str) -> type[Ruleset]:
    """The game of that name; UnknownGame says which there are."""
    game = GAMES.get(name) or TOYS.get(name)
    if game is None:
        raise UnknownGame(f"no game {name!r}: want {' or '.join(GAMES)}")
    return game


def ruleset(name: str, seats: int | None = None, data: str | Path | None = None, **options: str) -> Ruleset:
    """A game with its options and components fixed. Who asks for the same again gets the same object.

    The files of a ``data`` folder are read each time, and only parsed again if one of them is not what it was.
    """
    kind = find(name)
    replaced = None if data is None else Replacements.read(kind.folder or kind.name, data)
    return kept_ruleset(name, seats, replaced, options)


def kept_ruleset(name: str, seats: int | None, replaced: Replacements | None, options: dict[str, str]) -> Ruleset:
    """The same with an owner's files that have been read already."""
    kind = find(name)
    try:
        hash((seats, *options.values()))
    except TypeError:
        return kind(seats, replaced, **options)  # which says what is wrong with them
    return _kept(kind, seats, replaced, **dict(sorted(options.items())))


@lru_cache(maxsize=KEPT, typed=True)  # typed: a wrong 2.0 is not taken for 2
def _kept(kind: type[Ruleset], seats: int | None, data: Replacements | None, /, **options: str) -> Ruleset:
    return kind(seats, data, **options)
