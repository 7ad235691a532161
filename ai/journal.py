"""Journals: files that a long run appends every finished deal to, so that it can go on after anything ends it.

A journal is a text file with one line of JSON for each deal, after a first line that says what is played. Nothing in it
depends on the clock or on where the games were played. So the journals of two runs of one plan are equal.

    {"journal": 1, "plan": {"game": "epix", ...}, "build": {"version": "0.2.0", "signature": "..."}}
    {"deal": 0, "games": [{"seed": 123, "seating": [0, 1], "returns": [1.0, 0.0], "moves": [...]}, ...]}
    {"deal": 1, "lost": "3 workers died of it: ...", "seed": 456}
"""

from __future__ import annotations

import json
import os
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import IO, Any, Self, TypeVar

from ..engine import GameError
from ..engine.locking import try_lock
from .executor import Executor, Lost
from .executor.base import Build, this_build

FORMAT = 1
SYNC_EVERY = 1.0  # seconds between two requests to the system to write what it has to the disk

Task = TypeVar("Task")
Done = TypeVar("Done")


class Journal:
    """The finished deals of one plan, in a file."""

    def __init__(self, path: Path, plan: dict[str, Any], resume: bool = False) -> None:
        """Begin a journal, or go on with one. It must be of the same plan and the same build of the engine."""
        self.path = path
        self._header = {"journal": FORMAT, "plan": plan, "build": vars(this_build())}
        # Where the line begins of each deal that was there already. Nobody reads again what this run appends, and a run
        # of millions of deals should not grow with every one.
        self._places: dict[int, int] = {}
        self._synced = time.monotonic()
        try:
            self._file = path.open("a+b")
        except OSError as error:
            raise GameError(f"journal {str(path)!r}: {error.strerror}") from None
        try:
            self._lock()
            if os.fstat(self._file.fileno()).st_size == 0:
                self._write(self._header)
            elif resume:
                self._read()
            else:
                raise GameError(f"journal {str(path)!r} is there already: --resume goes on with it, or name another")
        except BaseException:
            self._file.close()
            raise

    def __contains__(self, deal: object) -> bool:
        """Whether the deal was there when the journal was opened."""
        return deal in self._places

    def __getitem__(self, deal: int) -> dict[str, Any]:
        """The entry of a deal that was there when the journal was opened."""
        self._file.seek(self._places[deal])
        entry: dict[str, Any] = json.loads(self._file.readline())
        return entry

    def append(self, deal: int, entry: dict[str, Any]) -> None:
        self._write({"deal": deal, **entry})

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._file.flush()
        os.fsync(self._file.fileno())
        self._file.close()

    def _lock(self) -> None:
        if not try_lock(self._file.fileno()):
            raise GameError(f"journal {str(self.path)!r}: another run is writing to it")

    def _write(self, entry: dict[str, Any]) -> None:
        self._file.seek(0, os.SEEK_END)
        self._file.write(json.dumps(entry, separators=(",", ":"), ensure_ascii=False).encode() + b"\n")
        self._file.flush()
        if time.monotonic() - self._synced > SYNC_EVERY:
            os.fsync(self._file.fileno())
            self._synced = time.monotonic()

    def _read(self) -> None:
        """Find every deal's line. A last line that was torn by a crash is cut off; anything else is an error."""
        self._file.seek(0)
        self._check_header(_read_header(self._file, self.path))
        end = self._file.tell()
        for place, entry in _read_entries(self._file, self.path):
            end = self._file.tell()
            if "lost" in entry:
                self._places.pop(entry["deal"], None)  # to be tried again
            else:
                self._places[entry["deal"]] = place
        self._file.truncate(end)

    def _check_header(self, header: dict[str, Any]) -> None:
        for part, wanted in (("plan", self._header["plan"]), ("build", self._header["build"])):
            there = header.get(part)
            if there == wanted:
                continue
            if not isinstance(there, dict) or not isinstance(wanted, dict):
                raise GameError(f"journal {str(self.path)!r} has no {part}")
            name = next(name for name in {**wanted, **there} if wanted.get(name) != there.get(name))
            raise GameError(
                f"journal {str(self.path)!r} is of another {part}: its {name} is {there.get(name)!r}, here it is "
                f"{wanted.get(name)!r}"
            )


@dataclass(frozen=True)
class Kept:
    """A journal as it lies there, to be read. It may be of another build, and another run may be writing to it."""

    path: Path
    plan: dict[str, Any]
    build: Build

    @classmethod
    def open(cls, path: Path) -> Kept:
        """GameError if the file is no journal, or has none of what a journal begins with."""
        with path.open("rb") as file:
            header = _read_header(file, path)
        try:
            return cls(path, dict(header["plan"]), Build(**header["build"]))
        except (KeyError, TypeError, ValueError):
            raise GameError(f"journal {str(path)!r}: its first line wants a plan and a build") from None

    def entries(self) -> Iterator[dict[str, Any]]:
        """The entry of each deal, in the order of deals; of one that was tried again only the last."""
        with self.path.open("rb") as file:
            _read_header(file, self.path)
            places = {entry["deal"]: place for place, entry in _read_entries(file, self.path)}
            for deal in sorted(places):
                file.seek(places[deal])
                yield _parse(file.readline())


def _read_header(file: IO[bytes], path: Path) -> dict[str, Any]:
    header = _parse(file.readline())
    if not isinstance(header, dict) or header.get("journal") != FORMAT:
        raise GameError(f"{str(path)!r} is no journal of format {FORMAT}")
    return header


def _read_entries(file: IO[bytes], path: Path) -> Iterator[tuple[int, dict[str, Any]]]:
    """Every deal's entry after the first line, and where its line begins. A torn last line is left out."""
    while True:
        place = file.tell()
        line = file.readline()
        if not line.endswith(b"\n"):
            return
        entry = _parse(line)
        if not isinstance(entry, dict) or not isinstance(entry.get("deal"), int):
            raise GameError(f"journal {str(path)!r}: byte {place}: want a line of JSON with a deal")
        yield place, entry


def _parse(line: bytes) -> Any:
    try:
        return json.loads(line)
    except ValueError:
        return None


def journaled(
    journal: Journal | None,
    executor: Executor,
    work: Callable[[Task], Done | Lost],
    tasks: Iterable[tuple[int, Task]],
    encode: Callable[[Done], dict[str, Any]],
    decode: Callable[[dict[str, Any]], Done],
    seed_of: Callable[[Task], int],
) -> Iterator[Done | Lost]:
    """The results of numbered tasks in their order: from the journal where it has them, else played and appended."""
    if journal is None:
        yield from executor.map(work, (task for _, task in tasks))
        return
    waiting: list[tuple[int, Task | None]] = []  # in order; None for what the journal has

    def missing() -> Iterator[Task]:
        for deal, task in tasks:
            known = deal in journal
            waiting.append((deal, None if known else task))
            if not known:
                yield task

    def known() -> Iterator[Done]:
        while waiting and waiting[0][1] is None:
            yield decode(journal[waiting.pop(0)[0]])

    for result in executor.map(work, missing()):
        yield from known()
        deal, task = waiting.pop(0)
        assert task is not None
        if isinstance(result, Lost):
            journal.append(deal, {"lost": result.reason, "seed": seed_of(task)})
        else:
            journal.append(deal, encode(result))
        yield result
    yield from known()
