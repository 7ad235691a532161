"""Games that outlive the program: a record that `petteia replay` can read, with a line on who sits where.

The autosave of a running game is written to a new file that takes the old one's place, so that a crash at any moment
leaves a whole record. A lock tells the games of running programs from those that were left.
"""

from __future__ import annotations

import fcntl
import json
import os
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

PLAN = "; play "  # begins the line about the seats; records skip lines that begin with ;


class BadSave(ValueError):
    """A file that is not a saved game."""


@dataclass(frozen=True)
class Saved:
    """A saved game: its record, the settings at this table, and the moves in order."""

    record: str
    plan: dict[str, Any]
    path: Path

    @property
    def label(self) -> str:
        when = time.strftime("%Y-%m-%d %H:%M", time.localtime(self.path.stat().st_mtime))
        return f"{self.plan.get('title', 'a game')}, {self.plan.get('where', '')}, saved {when}"


def state_folder() -> Path:
    """Where the games that go on are kept."""
    base = os.environ.get("XDG_STATE_HOME", "")
    return (Path(base) if base.startswith("/") else Path.home() / ".local" / "state") / "petteia"


def named(name: str) -> Path:
    """The file that a person means: without an ending it is a .uhg record, as other programs know it."""
    path = Path(os.path.expanduser(name))  # unlike Path's own, this takes `~nobody` for a name
    return path if path.suffix or path.exists() else Path(f"{path}.uhg")


def write(path: Path, record: str, plan: dict[str, Any]) -> None:
    """Write a saved game; what was there is replaced only by the whole of it."""
    text = f"{PLAN}{json.dumps(plan, sort_keys=True)}\n{record}"
    handle, name = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)
    try:
        with os.fdopen(handle, "w", encoding="utf-8", newline="\n") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        os.replace(name, path)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise


def read(path: Path) -> Saved:
    """A saved game from its file; BadSave says what is wrong with it."""
    try:
        text = path.read_text("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else "it is not text"
        raise BadSave(f"{str(path)!r} cannot be read: {reason}") from None
    first, _, record = text.partition("\n")
    if not first.startswith(PLAN):
        if "[Format " in text:
            return Saved(text, {}, path)  # a record that was not saved here
        raise BadSave(f"{str(path)!r} is not a saved game: want a file written by `save`, or a .uhg record")
    try:
        plan = json.loads(first.removeprefix(PLAN))
    except ValueError:
        raise BadSave(f"{str(path)!r} is damaged: its first line cannot be read") from None
    if not isinstance(plan, dict):
        raise BadSave(f"{str(path)!r} is damaged: its first line cannot be read")
    return Saved(record, plan, path)


class Autosave:
    """The autosave of one running game; it holds its lock until it is closed or the process ends, however it ends."""

    def __init__(self, folder: Path | None = None, path: Path | None = None) -> None:
        folder = folder or state_folder()
        folder.mkdir(parents=True, exist_ok=True)
        self.path = path or folder / f"{time.strftime('%Y%m%d-%H%M%S')}-{os.getpid()}.uhg"
        self._lock = _lock(self.path)
        if self._lock is None:
            raise BadSave(f"{str(self.path)!r} is being played in another window")

    def write(self, record: str, plan: dict[str, Any]) -> None:
        write(self.path, record, plan)

    def close(self, keep: bool) -> None:
        """Let go of it; a game that is over, or given up, is not kept."""
        if not keep:
            self.path.unlink(missing_ok=True)
        lock_path(self.path).unlink(missing_ok=True)
        if self._lock is not None:
            os.close(self._lock)
            self._lock = None


def lock_path(path: Path) -> Path:
    return path.with_suffix(".lock")


def _lock(path: Path) -> int | None:
    descriptor = os.open(lock_path(path), os.O_CREAT | os.O_RDWR, 0o600)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        os.close(descriptor)
        return None
    return descriptor


def left_behind(folder: Path | None = None) -> list[Saved]:
    """Games that were not finished and that nobody plays now, the latest first."""
    folder = folder or state_folder()
    found = []
    for path in sorted(folder.glob("*.uhg"), key=lambda path: path.stat().st_mtime, reverse=True):
        lock = _lock(path)
        if lock is None:
            continue
        lock_path(path).unlink(missing_ok=True)
        os.close(lock)
        try:
            found.append(read(path))
        except BadSave:
            continue
    return found
