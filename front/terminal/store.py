"""Games of the terminal: those that the store keeps, and files that a person saves.

A file is a record that `petteia replay` can read, with a first line on who sits where. The autosave of a running game
is in the store; it is claimed, so that no other window goes on with it.
"""

from __future__ import annotations

import json
import os
import secrets
import time
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from ..shared.files import state_folder, write_atomically
from ..shared.store import CannotKeep, GameStore
from ..shared.store.games import TERMINAL, Result
from ..shared.store.migration import PLAY_LINE, BadFile, play_of, read_play


class BadSave(ValueError):
    """A file that is not a saved game."""


@dataclass(frozen=True)
class Saved:
    """A saved game: its record, and the settings at this terminal (none in a record from elsewhere)."""

    record: str
    settings: Mapping[str, Any]
    path: Path | None = None  # of a file
    id: str = ""  # of a game in the store
    changed: float = 0.0

    @property
    def name(self) -> str:
        """What an error calls it."""
        return repr(str(self.path)) if self.path else "the game that was left"

    @property
    def label(self) -> str:
        when = time.strftime("%Y-%m-%d %H:%M", time.localtime(self.changed))
        parts = [self.settings.get("title", "a game"), self.settings.get("where", ""), f"saved {when}"]
        return ", ".join(part for part in parts if part)


# Files.


def path_of(name: str) -> Path:
    """The file that a person means: without an ending it is a .uhg record, as other programs know it."""
    path = Path(os.path.expanduser(name))  # unlike Path's own, this takes `~nobody` for a name
    return path if path.suffix or path.exists() else Path(f"{path}.uhg")


def write(path: Path, record: str, settings: Mapping[str, Any]) -> None:
    """Write a saved game; what was there is replaced only by the whole of it."""
    write_atomically(path, f"{PLAY_LINE}{json.dumps(settings, sort_keys=True)}\n{record}")


def read(path: Path) -> Saved:
    """A saved game from its file; BadSave says what is wrong with it."""
    try:
        text, changed = path.read_text("utf-8"), path.stat().st_mtime
    except (OSError, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else "it is not text"
        raise BadSave(f"{str(path)!r} cannot be read: {reason}") from None
    try:
        settings, record = read_play(text)
    except BadFile as error:
        raise BadSave(f"{str(path)!r} is damaged: {error}") from None
    if settings is None and "[Format " not in text:
        raise BadSave(f"{str(path)!r} is not a saved game: want a file written by `save`, or a .uhg record")
    return Saved(record, settings or {}, path, changed=changed)


# The store.


class Autosave:
    """The autosave of one running game. It is this process's until it is closed or the process ends."""

    def __init__(self, folder: Path | None = None, id: str = "") -> None:
        """``id``: of a game that goes on. CannotKeep if there is no telling whether another window plays it."""
        self.store = GameStore(folder or state_folder())
        self.id = id or f"{time.strftime('%Y%m%d-%H%M%S')}-{secrets.token_hex(4)}"
        if id and not self.store.claim(id):
            raise BadSave("that game is being played in another window")

    def write(self, record: str, settings: Mapping[str, Any], result: Result | None = None) -> None:
        """The game as it stands; CannotKeep says why that cannot be."""
        self.store.keep(replace(play_of(self.id, dict(settings)), result=result), record)

    def close(self, keep: bool) -> None:
        """Let go of it; a game that was given up is not kept."""
        try:
            if keep:
                self.store.release(self.id)
            else:
                self.store.remove(self.id)
        except CannotKeep:
            pass  # that was said when it could not be written
        finally:
            self.store.close()


def unfinished_games(folder: Path | None = None) -> list[Saved]:
    """Games that were left before their end and that nobody plays now, the latest first.

    CannotKeep if the store cannot be read.
    """
    store = GameStore(folder or state_folder())
    if not store.folder.exists():
        return []  # looking makes nothing
    try:
        found = store.games(TERMINAL, finished=False, idle=True)
        return [Saved(store.record(game.id)[0], game.settings, None, game.id, game.changed) for game in found]
    finally:
        store.close()
