"""The values of the search's parameters that were tuned, by game and number of seats: ``tuned.toml``."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib.resources import files

from ..engine.toml import read_toml
from ..ext.search.params import PARAMETERS

FILE = "tuned.toml"


@cache
def _all() -> Mapping[str, Mapping[str, Mapping[str, float]]]:
    found = read_toml(FILE, (files(__package__) / FILE).read_bytes())
    return {
        game: {
            seats: {name: PARAMETERS[name].check(value) for name, value in values.items()}
            for seats, values in by_seats.items()
        }
        for game, by_seats in found.items()
    }


def tuned(game: str, n_seats: int) -> Mapping[str, float]:
    """What to search a game with, where it is not the search's or the game's own value."""
    return _all().get(game, {}).get(str(n_seats), {})
