"""Where games are kept: a folder with three files for each game.

    ID.json    who sits where, and the secret tokens of the seats' links
    ID.uhg     the record, as the engine writes it; its first line says how many changes it holds
    ID.tail    changes since then, one line each

A change is in the tail before anybody is told of it, so a server that is killed loses nothing; the record is written
now and then and empties the tail. All three hold secrets: nobody but their owner may read them.
"""

from __future__ import annotations

import contextlib
import hmac
import json
import os
import re
from collections.abc import Iterator
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from ..shared.files import state_folder, write_atomically

_ID = re.compile(r"[a-z0-9]{12}\Z")
_HOLDS = re.compile(r"; changes (\d{1,9})\n")

PERSON, ENGINE = "person", "engine"  # who plays a seat
DEFAULT_LEVEL = 6

Change = tuple[str, dict[str, Any]]  # a verb of the protocol and its arguments


@dataclass
class SeatSetup:
    """A seat of a game and who plays it."""

    seat: str
    player: str  # PERSON or ENGINE
    name: str = ""
    level: int = DEFAULT_LEVEL
    token: str = ""  # of its link; empty for an engine


@dataclass
class GameSetup:
    """How a game was set up: all that is known of it besides its record."""

    id: str
    game: str
    seats: int | None
    options: dict[str, str]
    owner: str  # the secret of who set the game up
    help: bool = True  # hints and analysis are offered
    seating: list[SeatSetup] = field(default_factory=list)

    def seat_of(self, token: str) -> str | None:
        """Whose link this is; all are compared, each in constant time."""
        found = None
        for each in self.seating:
            if each.token and hmac.compare_digest(each.token.encode(), token.encode()):
                found = each.seat
        return found

    def is_owner(self, token: str) -> bool:
        return hmac.compare_digest(self.owner.encode(), token.encode())


def default_folder() -> Path:
    """Below the user's state directory."""
    return state_folder() / "web"


class Store:
    """The files of all games."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)

    def _path(self, id: str, kind: str) -> Path:
        if not _ID.match(id):
            raise KeyError(id)
        return self.folder / f"{id}.{kind}"

    def keep_setup(self, setup: GameSetup) -> None:
        write_atomically(self._path(setup.id, "json"), json.dumps(asdict(setup), indent=1, ensure_ascii=False) + "\n")

    def setup(self, id: str) -> GameSetup:
        """KeyError if there is no such game."""
        try:
            kept = json.loads(self._path(id, "json").read_text("utf-8"))
            kept.setdefault("seating", kept.pop("chairs", None))  # its name in games of version 0.1
            return GameSetup(**{**kept, "seating": [SeatSetup(**seat) for seat in kept["seating"]]})
        except (OSError, ValueError, TypeError, KeyError):
            raise KeyError(id) from None

    def keep_record(self, id: str, record: str, n_changes: int) -> None:
        """The record after so many changes; the tail is not needed any more."""
        write_atomically(self._path(id, "uhg"), f"; changes {n_changes}\n{record}")
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
