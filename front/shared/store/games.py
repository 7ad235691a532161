"""The games in the store: kept, found, listed; who is playing one now."""

from __future__ import annotations

import contextlib
import json
import secrets
import sqlite3
import time
import zlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from ..files import FileLock, lock_path
from .database import CannotKeep, Database

OLD_LOCK = 24 * 3600.0  # seconds
TERMINAL, WEB = "terminal", "web"  # the frontends

Change = tuple[str, dict[str, Any]]  # a verb of the protocol and its arguments
Result = tuple[list[str], str]  # who has won, and why


@dataclass(frozen=True)
class KeptGame:
    """What is known of a game besides its record. It holds secrets: the settings of its frontend."""

    id: str
    front: str  # TERMINAL or WEB
    name: str  # of the game
    seats: int | None
    people: Sequence[str]  # the seats that people play
    levels: Mapping[str, int]  # the seats that the engine plays, and how strong
    settings: Mapping[str, Any] = field(default_factory=dict)  # what its frontend needs to go on
    length: int = 0  # decisions so far
    result: Result | None = None
    begun: float = 0.0  # seconds since 1970
    changed: float = 0.0

    @property
    def level(self) -> int | None:
        """Of the strongest engine in it; None if people play among themselves."""
        return max(self.levels.values(), default=None)

    @property
    def opponent(self) -> str:
        """Whom the first person plays against."""
        if self.levels:
            return "engine and people" if len(self.people) > 1 else "engine"
        return "people" if len(self.people) > 1 else "the game"


class GameStore:
    """The games in a folder. Several programs may use it at once; `CannotKeep` says why something cannot be kept."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.database = Database(folder, self._import_old)
        self._lock: FileLock | None = None  # of this process: as long as it is held, so are its games
        self._holder = ""

    def close(self) -> None:
        """Let go of all games."""
        self.database.close()
        if self._lock is not None:
            self._lock.release()
        self._lock = None

    # Keeping.

    def keep(self, game: KeptGame, record: str, held: int = 0, *, claim: bool = True) -> None:
        """A game as a whole: the record holds all its changes, ``held`` in number.

        ``claim``: this process plays it.
        """
        now = time.time()
        winners, reason = (None, None) if game.result is None else (json.dumps(game.result[0]), game.result[1])
        values = {
            "id": game.id,
            "front": game.front,
            "name": game.name,
            "seats": game.seats,
            "people": json.dumps(list(game.people)),
            "levels": json.dumps(dict(game.levels)),
            "begun": game.begun or now,
            "changed": game.changed or now,
            "length": game.length,
            "winners": winners,
            "reason": reason,
            "settings": json.dumps(game.settings, ensure_ascii=False),
            "record": record,
            "held": held,
            "checksum": checksum(record),
            "holder": self._own_lock() if claim else None,
        }
        renewed = ", ".join(f"{name}=excluded.{name}" for name in values if name not in ("id", "begun"))
        with self.database.writing() as database:
            database.execute(
                f"INSERT INTO game ({', '.join(values)}) VALUES ({', '.join(f':{name}' for name in values)}) "
                f"ON CONFLICT (id) DO UPDATE SET {renewed}",
                values,
            )
            database.execute("DELETE FROM change WHERE id=?", (game.id,))

    def keep_changes(
        self, id: str, first: int, changes: Sequence[Change], length: int, result: Result | None = None
    ) -> None:
        """Changes since the record, the first of them with this number: all are kept, or none."""
        rows = [
            (id, number, json.dumps(change, ensure_ascii=False, separators=(",", ":")))
            for number, change in enumerate(changes, first)
        ]
        winners, reason = (None, None) if result is None else (json.dumps(result[0]), result[1])
        with self.database.writing() as database:
            database.executemany("INSERT OR REPLACE INTO change (id, number, body) VALUES (?, ?, ?)", rows)
            done = database.execute(
                "UPDATE game SET changed=?, length=?, winners=?, reason=? WHERE id=?",
                (time.time(), length, winners, reason, id),
            )
            if done.rowcount == 0:
                raise CannotKeep(f"{self.database.path}: the game itself was not kept yet")

    def remove(self, id: str) -> None:
        """Throw a game away."""
        with self.database.writing() as database:
            database.execute("DELETE FROM game WHERE id=?", (id,))
            database.execute("DELETE FROM change WHERE id=?", (id,))

    # Finding.

    def game(self, id: str) -> KeptGame:
        """KeyError if there is no such game."""
        with self.database.reading() as database:
            found = [_read(row) for row in _rows(database, "WHERE id=?", (id,))]
        if not found:
            raise KeyError(id)
        return found[0]

    def games(self, front: str | None = None, finished: bool | None = None, idle: bool = False) -> list[KeptGame]:
        """Those of a frontend, those that are over or not; ``idle``: that nobody plays now. The latest first."""
        conditions, values = ["1"], []
        if front is not None:
            conditions.append("front=?")
            values.append(front)
        if finished is not None:
            conditions.append(f"winners IS {'NOT ' if finished else ''}NULL")
        try:
            with self.database.reading() as database:
                where = f"WHERE {' AND '.join(conditions)} ORDER BY changed DESC, id"
                rows = list(_rows(database, where, tuple(values)))
        except CannotKeep:
            if self.database.path.exists():
                raise
            return []  # nothing was ever kept, and nothing can be
        held = {holder for holder in {row["holder"] for row in rows} if idle and self._is_held(holder)}
        return list(_readable(row for row in rows if row["holder"] not in held))

    def record(self, id: str) -> tuple[str, int, list[Change]]:
        """The record, how many changes it holds, and those that followed; KeyError if there is no such game."""
        with self.database.reading() as database:
            found = database.execute("SELECT record, held FROM game WHERE id=?", (id,)).fetchone()
            rows = database.execute("SELECT number, body FROM change WHERE id=? ORDER BY number", (id,)).fetchall()
        if found is None:
            raise KeyError(id)
        record, held = found
        return record, held, list(_following(held, rows))

    # Who plays.

    def claim(self, id: str) -> bool:
        """Take a game for this process, until it lets go of it or ends; False if another process plays it."""
        mine = self._own_lock()
        with self.database.writing() as database:
            found = database.execute("SELECT holder FROM game WHERE id=?", (id,)).fetchone()
            if found is not None and found[0] != mine and self._is_held(found[0]):
                return False
            database.execute("UPDATE game SET holder=? WHERE id=?", (mine, id))
        return True

    def release(self, id: str) -> None:
        with self.database.writing() as database:
            database.execute("UPDATE game SET holder=NULL WHERE id=? AND holder=?", (id, self._holder))

    def _own_lock(self) -> str:
        if self._lock is None:
            try:
                self.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
                self._holder = f"player-{secrets.token_hex(8)}"
                self._lock = FileLock.take(self.folder / self._holder)
                self._remove_old_locks()
            except OSError as error:
                raise CannotKeep(f"{self.folder}: {error.strerror}") from None
        return self._holder

    def _remove_old_locks(self) -> None:
        """Of processes that were killed before they played anything: nobody asks for those any more."""
        for path in self.folder.glob("player-*.lock"):
            with contextlib.suppress(FileNotFoundError):
                if time.time() - path.stat().st_mtime > OLD_LOCK:
                    self._is_held(path.stem)

    def _is_held(self, holder: str | None) -> bool:
        """Whether the process of this lock is alive. A lock that nobody holds any more is removed."""
        if not holder or not lock_path(self.folder / holder).exists():
            return False
        if holder == self._holder:
            return True
        try:
            lock = FileLock.take(self.folder / holder)
        except OSError:
            return False
        if lock is None:
            return True
        lock.release()
        return False

    def _import_old(self) -> None:
        from .migration import import_old

        import_old(self)


def checksum(record: str) -> int:
    return zlib.crc32(record.encode("utf-8"))


def _rows(database: sqlite3.Connection, where: str, values: tuple[Any, ...]) -> Iterable[dict[str, Any]]:
    names = (
        "id", "front", "name", "seats", "people", "levels", "begun", "changed", "length", "winners", "reason",
        "settings", "holder",
    )  # fmt: skip
    for row in database.execute(f"SELECT {', '.join(names)} FROM game {where}", values):
        yield dict(zip(names, row, strict=True))


def _read(row: Mapping[str, Any]) -> KeptGame:
    try:
        result = None if row["winners"] is None else (list(json.loads(row["winners"])), str(row["reason"]))
        people, levels, settings = (json.loads(row[name]) for name in ("people", "levels", "settings"))
    except (ValueError, TypeError):
        raise KeyError(row["id"]) from None
    return KeptGame(
        row["id"], row["front"], row["name"], row["seats"], people, levels, settings, row["length"], result,
        row["begun"], row["changed"],
    )  # fmt: skip


def _readable(rows: Iterable[Mapping[str, Any]]) -> Iterable[KeptGame]:
    """Those that are not damaged; `petteia doctor` names the others."""
    for row in rows:
        with contextlib.suppress(KeyError):
            yield _read(row)


def _following(held: int, rows: Iterable[tuple[int, str]]) -> Iterable[Change]:
    """The changes after those that the record holds, up to a gap."""
    expected = held + 1
    for number, body in rows:
        if number < expected:
            continue
        if number > expected:
            return
        try:
            verb, args = json.loads(body)
        except ValueError:
            return
        yield verb, args
        expected += 1
