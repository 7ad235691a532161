"""Saved games of the terminal: a record that `petteia replay` can read, with a first line on who sits where.

The autosave of a running game replaces its file as a whole after every move, so that a crash at any moment leaves a
whole record. A lock tells the games of running programs from those that were left.
"""

from __future__ import annotations

import json
import os
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ..shared.files import FileLock, state_folder, write_atomically

FIRST_LINE = "; play "  # begins the line on who sits where; other readers of records skip lines that begin with ;


class BadSave(ValueError):
    """A file that is not a saved game."""


@dataclass(frozen=True)
class Saved:
    """A saved game: its record, and the settings at this terminal (none in a record from elsewhere)."""

    record: str
    settings: dict[str, Any]
    path: Path

    @property
    def label(self) -> str:
        when = time.strftime("%Y-%m-%d %H:%M", time.localtime(self.path.stat().st_mtime))
        parts = [self.settings.get("title", "a game"), self.settings.get("where", ""), f"saved {when}"]
        return ", ".join(part for part in parts if part)


def path_of(name: str) -> Path:
    """The file that a person means: without an ending it is a .uhg record, as other programs know it."""
    path = Path(os.path.expanduser(name))  # unlike Path's own, this takes `~nobody` for a name
    return path if path.suffix or path.exists() else Path(f"{path}.uhg")


def write(path: Path, record: str, settings: dict[str, Any]) -> None:
    """Write a saved game; what was there is replaced only by the whole of it."""
    write_atomically(path, f"{FIRST_LINE}{json.dumps(settings, sort_keys=True)}\n{record}")


def read(path: Path) -> Saved:
    """A saved game from its file; BadSave says what is wrong with it."""
    try:
        text = path.read_text("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else "it is not text"
        raise BadSave(f"{str(path)!r} cannot be read: {reason}") from None
    first, _, record = text.partition("\n")
    if not first.startswith(FIRST_LINE):
        if "[Format " in text:
            return Saved(text, {}, path)  # a record that was not saved here
        raise BadSave(f"{str(path)!r} is not a saved game: want a file written by `save`, or a .uhg record")
    try:
        settings = json.loads(first.removeprefix(FIRST_LINE))
    except ValueError:
        settings = None
    if not isinstance(settings, dict):
        raise BadSave(f"{str(path)!r} is damaged: its first line cannot be read")
    return Saved(record, settings, path)


class Autosave:
    """The autosave of one running game. It is locked until it is closed or the process ends."""

    def __init__(self, folder: Path | None = None, path: Path | None = None) -> None:
        folder = folder or state_folder()
        folder.mkdir(parents=True, exist_ok=True)
        self.path = path or folder / f"{time.strftime('%Y%m%d-%H%M%S')}-{os.getpid()}.uhg"
        lock = FileLock.take(self.path)
        if lock is None:
            raise BadSave(f"{str(self.path)!r} is being played in another window")
        self._lock = lock

    def write(self, record: str, settings: dict[str, Any]) -> None:
        write(self.path, record, settings)

    def close(self, keep: bool) -> None:
        """Let go of it; a game that is over, or given up, is not kept."""
        if not keep:
            self.path.unlink(missing_ok=True)
        self._lock.release()


def unfinished_games(folder: Path | None = None) -> list[Saved]:
    """Games that were left before their end and that nobody plays now, the latest first."""
    folder = folder or state_folder()
    found = []
    for path in sorted(folder.glob("*.uhg"), key=lambda path: path.stat().st_mtime, reverse=True):
        lock = FileLock.take(path)
        if lock is None:
            continue
        lock.release()
        try:
            found.append(read(path))
        except BadSave:
            continue
    return found
