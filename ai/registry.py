"""Players by name: ``random``, ``greedy:worlds=64``, ``pimc:worlds=32``, ``ismcts:level=5,style=cautious``."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ..engine import GameError
from ..ext.search.params import PARAMETERS, Parameter
from .player import Player
from .players.greedy import GreedyPlayer
from .players.ismcts import IsmctsPlayer
from .players.pimc import PimcPlayer
from .players.random import RandomPlayer
from .settings import (
    GreedySettings,
    IsmctsSettings,
    PimcSettings,
    PlayerSettings,
    RandomSettings,
    Values,
)

PLAYERS: dict[str, tuple[type[PlayerSettings], Callable[..., Player]]] = {
    "random": (RandomSettings, RandomPlayer),
    "greedy": (GreedySettings, GreedyPlayer),
    "pimc": (PimcSettings, PimcPlayer),
    "ismcts": (IsmctsSettings, IsmctsPlayer),
}


class SearchValues(Values):
    """The values that a parameter of the search may have."""

    def __init__(self, parameter: Parameter) -> None:
        self.parameter = parameter
        self.want = parameter.want

    def parse(self, text: str) -> float:
        return self.parameter.check(int(text) if self.parameter.whole else float(text))

    def allow(self, value: Any) -> bool:
        try:
            self.parameter.check(value)
        except ValueError:
            return False
        return True


# The search's own parameters are written beside the other settings of ismcts, for tuning.
SEARCH_PARAMETERS = {name: SearchValues(parameter) for name, parameter in PARAMETERS.items()}


def settings_of(name: str) -> dict[str, Values]:
    """What may be written after a player's name, and the values of each."""
    values = PLAYERS[name][0].values()
    return {**values, **SEARCH_PARAMETERS} if name == "ismcts" else values


def parse_player(text: str) -> PlayerSettings:
    """The settings that somebody wrote as ``name:setting=value,...``; GameError says what would have been right.

    >>> parse_player("greedy:worlds=8")
    GreedySettings(worlds=8, ahead=0)
    """
    name, colon, rest = text.partition(":")
    if name not in PLAYERS:
        raise GameError(f"no player {name!r}: want {' or '.join(PLAYERS)}, with options as in 'ismcts:level=5'")
    known = settings_of(name)
    chosen: dict[str, Any] = {}
    for part in rest.split(",") if colon else []:
        key, equals, value = part.partition("=")
        if not equals:
            raise GameError(f"{text!r}: {part!r} is not an option: want {name}:key=value,...")
        if key not in known:
            raise GameError(f"{text!r}: {name} has no option {key!r}; its options: {', '.join(known) or 'none'}")
        if key in chosen:
            raise GameError(f"{text!r}: {key!r} comes twice")
        try:
            chosen[key] = known[key].parse(value)
        except ValueError:
            raise GameError(f"{text!r}: {key}={value!r}: want {known[key].want}") from None
    params = {key: chosen.pop(key) for key in SEARCH_PARAMETERS if key in chosen}
    return PLAYERS[name][0](**chosen, **({"params": params} if params else {}))


def option_help() -> list[tuple[str, str]]:
    """Every option of every player, as people write it, with what it does and what it may be."""
    rows = []
    for name, (settings, _) in PLAYERS.items():
        about = settings.about()
        if name == "ismcts":
            about |= {key: f"{one.about} Default {one.default}." for key, one in PARAMETERS.items()}
        for key, values in settings_of(name).items():
            rows.append((f"{name}:{key}=", f"{about[key]} Want {values.want}."))
    return rows


def make_player(player: PlayerSettings | str, seed: int | None = None) -> Player:
    """A player from its settings, or from their text. Without a seed it takes one from the operating system.

    >>> make_player("greedy:worlds=8", seed=1).name
    'greedy'
    """
    settings = parse_player(player) if isinstance(player, str) else player
    return PLAYERS[settings.name][1](settings, seed)
