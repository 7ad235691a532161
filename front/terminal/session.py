"""One start of ``petteia play``: a game, and others that the person resumes from inside it."""

from __future__ import annotations

import dataclasses
from typing import Any

from petteia.protocols.client import EngineDied, EngineError, EngineTimeout, SimpleEngine

from ..shared.errors import RunFailed
from ..shared.store import CannotKeep
from .after import Again
from .game import TerminalGame
from .leaving import Leave, Switch
from .screen import Screen
from .settings import PlaySettings, settings_of
from .store import Autosave, BadSave, Saved

PATIENCE = 600.0  # seconds for an answer of the engine; the strongest level on a busy machine takes long


def play_games(
    screen: Screen, settings: PlaySettings, saved: Saved | None, given: dict[str, Any], autosaves: bool
) -> None:
    """Play the game of the settings, or the saved one, and then each that the person goes over to.

    ``given`` are settings from the command line: in saved games they replace those that were saved.
    """
    if saved is None:
        settings.settle()
    try:
        with SimpleEngine.popen(own_group=True, timeout=PATIENCE) as engine:
            while True:
                if saved is not None:
                    settings = dataclasses.replace(settings_of(saved), **given)
                    settings.settle()
                following = _play_one(screen, engine, settings, saved, autosaves)
                if following is None:
                    return
                if isinstance(following, PlaySettings):
                    settings, saved = following, None
                else:
                    saved = following
    except BadSave as error:
        raise RunFailed(str(error)) from None
    except (EngineDied, EngineTimeout, EngineError) as error:
        raise RunFailed(f"the engine: {error}; `petteia play --resume` goes on") from None


def _play_one(
    screen: Screen, engine: SimpleEngine, settings: PlaySettings, saved: Saved | None, autosaves: bool
) -> Saved | PlaySettings | None:
    """A game to its end; the saved one to go on with, or what to play next, if the person asked for one."""
    watched = screen.is_terminal
    engine.set_option("DataDir", settings.data or "")
    engine.set_option("Toys", settings.toys)
    engine.greet(settings.lang)
    autosave = _autosave(screen, saved) if autosaves and watched else None
    try:
        game = TerminalGame.open(screen, engine, settings, saved, autosave)
    except EngineError as error:
        if autosave is not None:
            autosave.close(keep=True)
        what = saved.name if saved is not None else repr(settings.game)
        raise RunFailed(f"{what} cannot be opened: {error.keys.get('reason') or error}") from None
    game.watched = watched
    if watched:
        game.welcome = _welcome(game, saved)
        screen.say()
        game.greet()
    keep = True
    try:
        game.play()
        return None
    except Switch as switch:
        return switch.saved
    except Again as again:
        return again.settings
    except Leave as leave:
        keep = leave.keep or game.game.result is not None  # a game that is over stays
        if leave.keep and autosave is not None:
            if game.is_kept:
                screen.say("The game is kept. `petteia play` or `petteia play --resume` goes on with it.")
            else:
                game.save("")  # the store cannot be written; this folder may
        return None
    finally:
        if autosave is not None:
            autosave.close(keep)


def _autosave(screen: Screen, saved: Saved | None) -> Autosave | None:
    """Where the game is kept; None if that cannot be, which is no reason not to play.

    An autosave that is resumed goes on as the same game. A file that the person saved is left as it is.
    """
    try:
        return Autosave(id=saved.id if saved is not None else "")
    except CannotKeep as error:
        screen.say(f"The game will not be kept: {error}. `save FILE` may.")
        return None


def _welcome(game: TerminalGame, saved: Saved | None) -> list[str]:
    """The first lines; everybody may read them."""
    settings, people = game.settings, [game.names[seat] for seat in game.settings.people]
    you = f"you are {people[0]}" if len(people) == 1 else f"people play {', '.join(people)}"
    level = f" Level {settings.level}."
    if settings.is_solo:
        you = "you lead one city, the engine the others"
    if settings.is_solo and settings.options.get("enemy") == "die":
        you, level = "you lead one city, and a die moves the figures of the others", ""
    lines = [
        f"{game.title}: {you}.{level}",
        "Answer with a number or a name; `help` shows what else can be typed, `rules` what it is all about.",
    ]
    if saved is not None:
        return [*lines, "The game goes on where it was left."]
    aim = "" if settings.is_solo else settings.aim  # alone, the first question tells it
    return [*lines[:1], *([aim] if aim else []), *lines[1:]]
