"""Games that earlier versions kept as files: read once into the store. The files stay where they are.

The terminal had ``NAME.uhg`` (its first line says who sits where), the server three files a game, by default in a
folder ``web``:

    ID.json    who sits where, and the secret tokens of the seats' links
    ID.uhg     the record; its first line says how many changes it holds
    ID.tail    changes since then, one line each; a power failure may have cut the last one off
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..files import FileLock, lock_path
from .games import TERMINAL, WEB, Change, KeptGame

if TYPE_CHECKING:
    from .games import GameStore

OLD_WEB_FOLDER = "web"
MOST_SEATS = 16  # more than any game has
PLAY_LINE = "; play "  # begins the first line of the terminal's saves
_ID = re.compile(r"[a-z0-9]{12}\Z")
_HOLDS = re.compile(r"; changes (\d{1,9})\n")


class BadFile(ValueError):
    """A file that is no kept game: the sentence says what is wrong."""


def import_old(store: GameStore) -> None:
    """Read every file that was not read before. Each is one step: a crash in between repeats nothing."""
    folder = store.folder
    with store.database.reading() as database:
        known = {path for (path,) in database.execute("SELECT path FROM imported")}
    for path in sorted(folder.glob("*.uhg")):
        if not path.with_suffix(".json").exists() and str(path) not in known:
            _import(store, path, _import_play)
    for path in sorted([*folder.glob("*.json"), *(folder / OLD_WEB_FOLDER).glob("*.json")]):
        if _ID.match(path.stem) and str(path) not in known:
            _import(store, path, _import_web)


def _import(store: GameStore, path: Path, read: Callable[[GameStore, Path], None]) -> None:
    """One file, if no other process has read it since: what was played on since then must not be overwritten."""
    with store.database.writing() as database:
        if database.execute("SELECT 1 FROM imported WHERE path=?", (str(path),)).fetchone() is None:
            read(store, path)


def _import_play(store: GameStore, path: Path) -> None:
    if lock_path(path).exists():
        lock = FileLock.take(path)
        if lock is None:
            return  # an earlier version plays it at this moment: another time
        lock.release()
    try:
        settings, record = read_play(path.read_text("utf-8"))
        if settings is None:
            raise BadFile("its first line does not say who plays")
        game = play_of(path.stem, settings, path.stat().st_mtime)
    except (OSError, ValueError) as error:
        _note(store, path, str(error))
        return
    store.keep(game, record, claim=False)
    _note(store, path)


def read_play(text: str) -> tuple[dict[str, Any] | None, str]:
    """The settings in the first line of a terminal's save, and the record; None if it has no such line."""
    first, _, record = text.partition("\n")
    if not first.startswith(PLAY_LINE):
        return None, text
    try:
        settings = json.loads(first.removeprefix(PLAY_LINE))
    except (ValueError, RecursionError):
        settings = None
    if not isinstance(settings, dict):
        raise BadFile("its first line cannot be read")
    return settings, record


def play_of(id: str, settings: dict[str, Any], changed: float = 0.0) -> KeptGame:
    """A game of the terminal, from its settings; BadFile if they are not such."""
    try:
        people = [str(seat) for seat in settings.get("people", [])]
        history = list(settings.get("history", []))
        name, seats, level = str(settings["game"]), _seats(settings), int(settings.get("level", 0))
        options = dict(settings.get("options", {}))
        given = {str(seat): int(number) for seat, number in dict(settings.get("levels", {})).items()}
    except (KeyError, TypeError, ValueError, OverflowError):
        raise BadFile("its first line does not say who plays what") from None
    others = [seat for seat in (f"s{n}" for n in range(seats or 0)) if seat not in people]
    if seats == 1 and options.get("enemy") == "ai":
        others = ["enemy"]
    levels = {seat: given.get(seat, level) for seat in others}
    return KeptGame(id, TERMINAL, name, seats, people, levels, settings, len(history), None, changed, changed)


def _seats(settings: dict[str, Any]) -> int | None:
    seats = settings.get("seats")
    if seats is not None and (type(seats) is not int or not 0 < seats <= MOST_SEATS):
        raise BadFile(f"seats={str(seats)[:20]}: want 1 to {MOST_SEATS}")
    return seats


def _import_web(store: GameStore, path: Path) -> None:
    try:
        settings = json.loads(path.read_text("utf-8"))
        settings.setdefault("seating", settings.pop("chairs", None))  # its name in the first games
        record = path.with_suffix(".uhg").read_text("utf-8")
        first = _HOLDS.match(record)
        held = int(first.group(1)) if first else 0
        changed = path.with_suffix(".uhg").stat().st_mtime
        game = web_of(path.stem, settings, 0, changed)
    except (OSError, ValueError, TypeError, AttributeError, RecursionError) as error:
        _note(store, path, str(error))
        return
    changes = [change for number, change in _tail(path.with_suffix(".tail")) if number > held]
    store.keep(game, record, held, claim=False)
    store.keep_changes(game.id, held + 1, changes, len(changes))
    _note(store, path)


def web_of(id: str, settings: dict[str, Any], length: int, changed: float = 0.0) -> KeptGame:
    """A game of the server, from how it was set up; BadFile if that does not say who plays."""
    try:
        seating = [seat for seat in settings["seating"] if seat["seat"] != "pub"]
        people = [seat["seat"] for seat in seating if seat["player"] == "person"]
        levels = {seat["seat"]: int(seat["level"]) for seat in seating if seat["player"] != "person"}
        name, seats = str(settings["game"]), _seats(settings)
    except (KeyError, TypeError, ValueError, OverflowError):
        raise BadFile("it does not say who plays what") from None
    return KeptGame(id, WEB, name, seats, people, levels, settings, length, None, changed, changed)


def _tail(path: Path) -> Iterator[tuple[int, Change]]:
    try:
        lines = path.read_text("utf-8", "replace").splitlines()
    except OSError:
        return
    for line in lines:
        try:
            number, verb, args = json.loads(line)
        except (ValueError, TypeError, RecursionError):
            return  # cut off by a power failure: it was not told to anybody
        if type(number) is not int or not isinstance(verb, str) or not isinstance(args, dict):
            return
        yield number, (verb, args)


def _note(store: GameStore, path: Path, problem: str = "") -> None:
    with store.database.writing() as database:
        database.execute("INSERT OR REPLACE INTO imported VALUES (?, ?)", (str(path), problem))
