"""Players by name: ``random``, ``greedy:worlds=64``, ``pimc:worlds=32``, ``ismcts:level=5,style=cautious``.

Players from elsewhere have kinds of their own. ``python:MODULE:CLASS`` is here. Others are entry points of the group
``petteia.players``, which an installed package declares; that is how ``uhi:"COMMAND"`` comes in, since this layer may
not import the protocols, and how anybody else's kind would. A kind is loaded when somebody names it, in every worker
process anew, so a plan stays a few words of text.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

from ..engine import GameError
from ..ext.search.params import PARAMETERS, Parameter
from .kinds import PlayerKind, PlayerText, split_player
from .player import Player
from .players.greedy import GreedyPlayer
from .players.ismcts import IsmctsPlayer
from .players.pimc import PimcPlayer
from .players.python import PythonKind
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


class OwnKind(PlayerKind):
    """A player of ours: settings with names, values and defaults."""

    def __init__(self, name: str) -> None:
        self.name = name

    def settings(self, written: PlayerText) -> PlayerSettings:
        known, text, name = settings_of(self.name), written.text, self.name
        chosen: dict[str, Any] = {}
        for key, value in written.options.items():
            if key not in known:
                raise GameError(f"{text!r}: {name} has no option {key!r}; its options: {', '.join(known) or 'none'}")
            try:
                chosen[key] = known[key].parse(value)
            except ValueError:
                raise GameError(f"{text!r}: {key}={value!r}: want {known[key].want}") from None
        params = {key: chosen.pop(key) for key in SEARCH_PARAMETERS if key in chosen}
        return PLAYERS[name][0](**chosen, **({"params": params} if params else {}))

    def make(self, settings: PlayerSettings, seed: int | None) -> Player:
        return PLAYERS[self.name][1](settings, seed)

    def help(self) -> list[tuple[str, str]]:
        about = PLAYERS[self.name][0].about()
        if self.name == "ismcts":
            about |= {key: f"{one.about} Default {one.default}." for key, one in PARAMETERS.items()}
        options = settings_of(self.name).items()
        return [(f"{self.name}:{key}=", f"{about[key]} Want {values.want}.") for key, values in options]


KINDS: dict[str, PlayerKind] = {**{name: OwnKind(name) for name in PLAYERS}, "python": PythonKind()}
GROUP = "petteia.players"  # of entry points: each names a PlayerKind


@cache
def installed_kinds() -> dict[str, Any]:
    """Entry points by name: kinds that packages bring, not loaded yet."""
    from importlib.metadata import entry_points  # it takes a while, and most players do without

    return {point.name: point for point in entry_points(group=GROUP)}


@cache
def find_kind(name: str) -> PlayerKind:
    """A kind of player by its name; GameError says which there are."""
    if name in KINDS:
        return KINDS[name]
    points = installed_kinds()
    if name not in points:
        known = " or ".join([*KINDS, *points])
        raise GameError(f"no player {name!r}: want {known}, with options as in 'ismcts:level=5'")
    kind = points[name].load()
    if not isinstance(kind, PlayerKind):
        raise GameError(f"the entry point {name!r} of {GROUP} is {kind!r}: want a PlayerKind")
    return kind


def parse_player(text: str) -> PlayerSettings:
    """The settings that somebody wrote as ``name:setting=value,...``; GameError says what would have been right.

    >>> parse_player("greedy:worlds=8")
    GreedySettings(worlds=8, ahead=0)
    """
    kind = find_kind(text.partition(":")[0])
    return kind.settings(split_player(text, kind.has_what))


def option_help() -> list[tuple[str, str]]:
    """Every option of every player, as people write it, with what it does and what it may be."""
    return [row for name in [*KINDS, *installed_kinds()] for row in find_kind(name).help()]


def make_player(player: PlayerSettings | str, seed: int | None = None) -> Player:
    """A player from its settings, or from their text. Without a seed it takes one from the operating system.

    >>> make_player("greedy:worlds=8", seed=1).name
    'greedy'
    """
    settings = parse_player(player) if isinstance(player, str) else player
    return find_kind(settings.name).make(settings, seed)
