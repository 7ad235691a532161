"""Is the store sound? Every game in it is read and played again; nothing is changed."""

from __future__ import annotations

import json
import os
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from petteia.engine import GameError
from petteia.protocols.records import uhg

from .database import CannotKeep
from .games import GameStore, checksum

OTHER_COMPONENTS = "needs other components"  # begins the refusal of a game whose data folder is not at hand


@dataclass(frozen=True)
class Problem:
    """Something that is wrong, and what to do about it; two sentences."""

    what: str
    advice: str


@dataclass
class StoreReport:
    """What is kept where, and what is wrong with it."""

    path: Path
    n_games: int = 0
    n_finished: int = 0
    problems: list[Problem] = field(default_factory=list)

    def add(self, what: str, advice: str) -> None:
        self.problems.append(Problem(what, advice))


def check_store(folder: Path) -> StoreReport:
    """Look at the store in a folder. One that does not exist is not made."""
    store = GameStore(folder)
    report = StoreReport(store.database.path)
    _check_folder(folder, report)
    if not store.database.path.exists():
        return report
    try:
        _check_games(store, report)
    except CannotKeep as error:
        report.add(
            f"The store cannot be read: {error}.",
            "Move it to another place and start again: a new one is made. What is in the old one may still be "
            "rescued with the sqlite3 program's .recover.",
        )
    finally:
        store.close()
    return report


def _check_folder(folder: Path, report: StoreReport) -> None:
    there = next(path for path in (folder, *folder.parents) if path.exists())
    if not there.is_dir():
        report.add(f"{there} is no folder, so that games cannot be kept.", "Move it away.")
    elif not os.access(there, os.W_OK):
        report.add(
            f"{there} cannot be written, so that games are not kept.",
            "Make it writable, or name another place with XDG_STATE_HOME.",
        )


def _check_games(store: GameStore, report: StoreReport) -> None:
    with store.database.reading() as database:
        verdict = [str(row[0]) for row in database.execute("PRAGMA quick_check(5)")]
        rows = database.execute("SELECT id, name, record, checksum, settings, winners FROM game").fetchall()
        changes = database.execute("SELECT id, number, body FROM change").fetchall()
        unread = database.execute("SELECT path, problem FROM imported WHERE problem<>''").fetchall()
    if verdict != ["ok"]:
        report.add(
            f"The file {store.database.path} is damaged: {'; '.join(verdict)}.",
            "Copy it, save the games that can still be opened, then move it away.",
        )
    for id, name, record, expected, settings, winners in rows:
        report.n_games += 1
        report.n_finished += winners is not None
        if problem := _problem_of(record, expected, settings):
            report.add(
                f"The game {id} ({name}) is damaged: {problem}.",
                "It cannot be gone on with; all others can.",
            )
    for id, number, body in changes:
        if not _is_change(body):
            report.add(f"Change {number} of the game {id} is damaged.", "That game goes on from the change before it.")
    for path, problem in unread:
        report.add(
            f"{path}, kept by an earlier version, could not be read: {problem}.",
            "Delete it, or mend it and start anew.",
        )


def _problem_of(record: str, expected: int, settings: str) -> str:
    """What is wrong with a game; nothing if it can be played again from its beginning."""
    try:
        known: dict[str, Any] = json.loads(settings)
        if checksum(record) != expected:
            return "its record is not what was written"
        uhg.read(record).replay(known.get("data"))
    except GameError as error:
        return "" if str(error).startswith(OTHER_COMPONENTS) else str(error)
    except (ValueError, TypeError, AttributeError) as error:
        return str(error) or type(error).__name__
    return ""


def _is_change(body: str) -> bool:
    try:
        verb, args = json.loads(body)
    except (ValueError, TypeError):
        return False
    return isinstance(verb, str) and isinstance(args, dict)
