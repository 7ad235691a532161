"""The games by name, and their rule sets, which are kept: a second game by the same rules reads no file again.

Other packages bring games of their own (`ext/games/registry.py` says how). They are found by name like ours, and
offered beside them. One that cannot be used is named in a warning, and harms no other game.
"""

from __future__ import annotations

import warnings
from functools import cache, lru_cache
from importlib import import_module
from inspect import isabstract
from pathlib import Path

from ..ext.games.registry import installed
from .components import Replacements
from .errors import BrokenGame, UnknownGame
from .games.toys import Attack, Coin, Goofspiel, Kuhn, Leduc, Siege
from .languages import ENGLISH
from .ruleset import Ruleset

# Our games by the names of their folders below ``games``, in the order in which they are offered: one line each.
FOLDERS = (
    "epireia",
    "egemonia",
    "epix",
    "ephyran",
)


def _ruleset_in(folder: str) -> type[Ruleset]:
    """The rule set of a folder: the one class that it offers."""
    module = import_module(f".games.{folder}", __package__)
    found: type[Ruleset] = getattr(module, module.__all__[0])
    return found


GAMES: dict[str, type[Ruleset]] = {game.name: game for game in map(_ruleset_in, FOLDERS)}

# Small games by which the search is checked: found by name, but not offered.
TOYS: dict[str, type[Ruleset]] = {game.name: game for game in (Kuhn, Leduc, Goofspiel, Attack, Siege, Coin)}

KEPT = 32  # rule sets; the one that was asked for longest ago goes first


def find(name: str) -> type[Ruleset]:
    """The game of that name; UnknownGame says which there are."""
    game = GAMES.get(name) or TOYS.get(name)
    if game is not None:
        return game
    if name not in installed():
        raise UnknownGame(f"no game {name!r}: want {' or '.join([*GAMES, *installed()])}")
    return _load(name)


def available() -> dict[str, type[Ruleset]]:
    """All games that can be offered: ours, and those of other packages that work."""
    return {**GAMES, **_others()}


@cache
def _others() -> dict[str, type[Ruleset]]:
    found = {}
    for name in installed():
        try:
            found[name] = _load(name)
        except UnknownGame as error:
            warnings.warn(str(error), BrokenGame, stacklevel=2)
    return found


@cache
def _load(name: str) -> type[Ruleset]:
    """Another package's game; UnknownGame says why it cannot be used."""
    point = installed()[name]
    whose = f"of the package {point.dist.name!r} " if point.dist is not None else ""
    try:
        game = point.load()
        if not (isinstance(game, type) and issubclass(game, Ruleset)):
            raise TypeError(f"{point.value} is {game!r}: want a class that is a Ruleset")
        if isabstract(game):
            raise TypeError(f"{point.value} lacks {', '.join(sorted(game.__abstractmethods__))}")
        if game.name != name:
            raise ValueError(f"{point.value} calls itself {game.name!r}: want {name!r}, as the entry point says")
        game()  # its kernel and its files are there
        _ = game.title, game.about, game.primer
    except Exception as error:
        raise UnknownGame(f"the game {name!r} {whose}cannot be used: {type(error).__name__}: {error}") from error
    return game


def ruleset(
    name: str, seats: int | None = None, data: str | Path | None = None, *, lang: str = ENGLISH, **options: str
) -> Ruleset:
    """A game with its options, components and language fixed. Who asks for the same again gets the same object.

    The files of a ``data`` folder are read each time, and only parsed again if one of them is not what it was.
    """
    kind = find(name)
    replaced = None if data is None else Replacements.read(kind.folder or kind.name, data)
    return kept_ruleset(name, seats, replaced, lang, options)


def kept_ruleset(
    name: str, seats: int | None, replaced: Replacements | None, lang: str, options: dict[str, str]
) -> Ruleset:
    """The same with an owner's files that have been read already."""
    kind = find(name)
    try:
        hash((seats, lang, *options.values()))
    except TypeError:
        return kind(seats, replaced, lang=lang, **options)  # which says what is wrong with them
    return _kept(kind, seats, replaced, lang, **dict(sorted(options.items())))


@lru_cache(maxsize=KEPT, typed=True)  # typed: a wrong 2.0 is not taken for 2
def _kept(kind: type[Ruleset], seats: int | None, data: Replacements | None, lang: str, /, **options: str) -> Ruleset:
    return kind(seats, data, lang=lang, **options)
