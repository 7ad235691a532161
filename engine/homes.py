"""Where a game's files are: its components, its words and its rules page."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..ext.games.registry import installed

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable


def home(game: str) -> Traversable:
    """The folder of a game, ours or in the package that brings it."""
    from importlib.resources import files  # it takes as long to load as all the rest here

    if game in installed():
        return files(installed()[game].module)
    return files(__package__) / "games" / game
