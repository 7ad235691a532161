"""A player of one's own: a class in any module that Python finds, such as a file in the current folder."""

from __future__ import annotations

import importlib
import inspect
import json
import os
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from ...engine import GameError, Observation
from ..kinds import PlayerKind, PlayerText
from ..player import Decision, Limits, Listener, Player, PlayerFailed
from ..settings import PlayerSettings
from ..stop import Stop


@dataclass(frozen=True)
class PythonSettings(PlayerSettings):
    """A class and the keyword arguments that it is made with."""

    name = "python"
    target: str = ""  # module:Class
    arguments: Mapping[str, Any] = field(default_factory=dict, hash=False)

    def __str__(self) -> str:
        return f"{self.name}:{self.target}"


class PythonKind(PlayerKind):
    """``python:MODULE:CLASS,argument=value,...``"""

    has_what = True

    def settings(self, written: PlayerText) -> PythonSettings:
        arguments = {name: _plain(value) for name, value in written.options.items()}
        settings = PythonSettings(written.what, arguments)
        find_class(settings)  # now, and not in the middle of a match
        return settings

    def make(self, settings: PlayerSettings, seed: int | None) -> Player:
        assert isinstance(settings, PythonSettings)
        found, arguments = find_class(settings), dict(settings.arguments)
        if "seed" not in arguments and _takes(found, "seed"):
            arguments["seed"] = seed
        try:
            made = found(**arguments)
        except TypeError as error:
            raise GameError(f"{settings}: cannot be made with {arguments}: {error}") from None
        return PythonPlayer(settings, made)

    def help(self) -> list[tuple[str, str]]:
        about = "A class of yours: a Player, or anything with decide(observation, limits) that answers with a move. "
        about += "Options are its keyword arguments; it gets a seed= if it takes one."
        return [("python:MODULE:CLASS", about)]


class PythonPlayer(Player):
    """Somebody's class at a seat. It is given observations, as every player is."""

    name = "python"

    def __init__(self, settings: PythonSettings, made: Any) -> None:
        self.settings = settings
        self.made = made

    def decide(
        self,
        observation: Observation,
        limits: Limits | None = None,
        listener: Listener | None = None,
        stop: Stop | None = None,
    ) -> Decision:
        if isinstance(self.made, Player):
            decision: Any = self.made.decide(observation, limits, listener, stop)
        else:
            decision = self.made.decide(observation, limits)
        if isinstance(decision, str):
            return Decision(decision)
        if not isinstance(decision, Decision):
            raise PlayerFailed(f"{self.settings} decided {decision!r}: want a Decision, or a move as text")
        return decision

    def begin(self) -> None:
        self._tell("begin")

    def close(self) -> None:
        self._tell("close")

    def _tell(self, what: str) -> None:
        told = getattr(self.made, what, None)
        if told is not None:
            told()


def find_class(settings: PythonSettings) -> Callable[..., Any]:
    """The class that was named; GameError if there is none, or if it is no player."""
    module_name, colon, name = settings.target.partition(":")
    if not colon or not name.isidentifier() or not all(part.isidentifier() for part in module_name.split(".")):
        raise GameError(f"{str(settings)!r}: want python:MODULE:CLASS, as in python:my_players:Bold")
    if os.getcwd() not in sys.path:
        sys.path.append(os.getcwd())  # last, so that a file there hides no library
    try:
        module = importlib.import_module(module_name)
    except ModuleNotFoundError as error:
        if error.name is None or not f"{module_name}.".startswith(f"{error.name}."):
            raise GameError(f"{settings}: {module_name} needs a module that is not there: {error}") from error
        raise GameError(f"{settings}: no module {error.name!r}: want one that is installed or in this folder") from None
    except Exception as error:
        raise GameError(f"{settings}: importing {module_name} failed: {type(error).__name__}: {error}") from error
    found = getattr(module, name, None)
    if found is None:
        there = [key for key, value in vars(module).items() if inspect.isclass(value) and _decides(value)]
        raise GameError(f"{settings}: {module_name} has no {name!r}; its players: {', '.join(there) or 'none'}")
    if not callable(found) or not _decides(found):
        raise GameError(f"{settings}: no player: want a class with a method decide(observation, limits)")
    made: Callable[..., Any] = found
    return made


def _decides(found: Any) -> bool:
    return callable(getattr(found, "decide", None))


def _takes(found: Callable[..., Any], name: str) -> bool:
    try:
        parameters = inspect.signature(found).parameters
    except (TypeError, ValueError):  # some classes that are written in C say nothing
        return False
    return name in parameters


def _plain(text: str) -> Any:
    """A number, true, false or null as JSON has them; anything else is text."""
    try:
        value = json.loads(text)
    except ValueError:
        return text
    return text if isinstance(value, dict | list) else value
