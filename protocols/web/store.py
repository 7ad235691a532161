"""Where games are kept: a folder with three files for each game.

    ID.json    who sits where, and the secret words of the seats' links
    ID.uhg     the record, as the engine writes it; its first line says how many changes it holds
    ID.tail    changes since then, one line each

A change is in the tail before anybody is told of it, so a server that is killed loses nothing; the record is written
now and then and empties the tail. All three hold secrets: nobody but their owner may read them.
"""

from __future__ import annotations

import contextlib
import json
import os
import re
from collections.abc import Iterator
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

_ID = re.compile(r"[a-z0-9]{12}\Z")
_HOLDS = re.compile(r"; changes (\d{1,9})\n")

Change = tuple[str, dict[str, Any]]  # a verb of the protocol and its arguments


@dataclass
class Chair:
    """A seat of a game and who sits there."""

    seat: str
    player: str  # "person" or "engine"
    name: str = ""
    level: int = 6
    token: str = ""  # of its link; empty for an engine


@dataclass
class Sheet:
    """What is known of a game besides its record."""

    id: str
    game: str
    seats: int | None
    options: dict[str, str]
    owner: str  # the secret of who set the game up
    help: bool = True  # hints and analysis are offered
    chairs: list[Chair] = field(default_factory=list)


def default_folder() -> Path:
    """Below the user's state directory."""
    state = os.environ.get("XDG_STATE_HOME") or str(Path.home() / ".local" / "state")
    return Path(state) / "petteia" / "web"


class Store:
    """The files of all games."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)

    def _path(self, id: str, kind: str) -> Path:
        if not _ID.match(id):
            raise KeyError(id)
        return self.folder / f"{id}.{kind}"

    def _write(self, path: Path, text: str) -> None:
        """Whole or not at all."""
        fresh = path.with_name(path.name + ".new")
        with open(os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w", encoding="utf-8") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        fresh.replace(path)

    def keep_sheet(self, sheet: Sheet) -> None:
        self._write(self._path(sheet.id, "json"), json.dumps(asdict(sheet), indent=1, ensure_ascii=False) + "\n")

    def sheet(self, id: str) -> Sheet:
        """KeyError if there is no such game."""
        try:
            kept = json.loads(self._path(id, "json").read_text("utf-8"))
            return Sheet(**{**kept, "chairs": [Chair(**chair) for chair in kept["chairs"]]})
        except (OSError, ValueError, TypeError):
            raise KeyError(id) from None

    def keep_record(self, id: str, record: str, n_changes: int) -> None:
        """The record after so many changes; the tail is not needed any more."""
        self._write(self._path(id, "uhg"), f"; changes {n_changes}\n{record}")
        with contextlib.suppress(FileNotFoundError):
            self._path(id, "tail").unlink()

    def keep_change(self, id: str, number: int, change: Change) -> None:
        line = json.dumps([number, *change], ensure_ascii=False, separators=(",", ":")) + "\n"
        with open(os.open(self._path(id, "tail"), os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600), "a") as file:
            file.write(line)

    def record(self, id: str) -> tuple[str, int, list[Change]]:
        """The record, how many changes it holds, and those that followed."""
        try:
            text = self._path(id, "uhg").read_text("utf-8")
        except (OSError, UnicodeDecodeError):
            raise KeyError(id) from None
        first = _HOLDS.match(text)
        held = int(first.group(1)) if first else 0
        return text, held, [change for number, change in self._tail(id) if number > held]

    def _tail(self, id: str) -> Iterator[tuple[int, Change]]:
        try:
            lines = self._path(id, "tail").read_text("utf-8").splitlines()
        except OSError:
            return
        for line in lines:
            try:
                number, verb, args = json.loads(line)
            except ValueError:
                return  # cut off by a power failure: it was not told to anybody
            yield number, (verb, args)
