"""The database below the store: made, opened, opened again after an error; what went wrong, in a sentence."""

from __future__ import annotations

import contextlib
import os
import shutil
import sqlite3
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

FILE = "games.db"
VERSION = 1  # of the tables; stands in the database
BUSY_SECONDS = 5.0  # patience with another process that is writing
OPENING_TRIES = 50

TABLES = (
    """
    CREATE TABLE game (
        id TEXT PRIMARY KEY,
        front TEXT NOT NULL,      -- which frontend plays it: terminal or web
        name TEXT NOT NULL,       -- what is played, such as epix
        seats INTEGER,
        people TEXT NOT NULL,     -- JSON: the seats that people play
        levels TEXT NOT NULL,     -- JSON: the seats that the engine plays, and how strong
        begun REAL NOT NULL,      -- seconds since 1970
        changed REAL NOT NULL,
        length INTEGER NOT NULL,  -- decisions so far
        winners TEXT,             -- JSON: seats; NULL while the game goes on
        reason TEXT,              -- why it ended
        settings TEXT NOT NULL,   -- JSON: what its frontend needs to go on
        record TEXT NOT NULL,     -- .uhg, with all secrets
        held INTEGER NOT NULL,    -- how many changes the record holds
        checksum INTEGER NOT NULL,-- of the record
        holder TEXT               -- the lock of the process that plays it
    )
    """,
    # What happened since the record was written, one row a change.
    """
    CREATE TABLE change (
        id TEXT NOT NULL,
        number INTEGER NOT NULL,
        body TEXT NOT NULL,       -- JSON: a verb of the protocol and its arguments
        PRIMARY KEY (id, number)
    ) WITHOUT ROWID
    """,
    # Files of earlier versions that were read once, and what was wrong with them.
    "CREATE TABLE imported (path TEXT PRIMARY KEY, problem TEXT NOT NULL)",
)


class CannotKeep(Exception):
    """The store cannot be written, or not be read: the end of a sentence that says why."""


class Database:
    """A connection that is opened when it is needed, and anew after an error."""

    def __init__(self, folder: Path, made: Callable[[], None] = lambda: None) -> None:
        """``made`` is called when the database has been opened for writing for the first time."""
        self.folder = folder
        self.path = folder / FILE
        self._made = made
        self._is_ready = False
        self._connection: sqlite3.Connection | None = None
        self._copy: Path | None = None  # a folder with a copy, where the database itself cannot be written
        self._mutex = threading.RLock()

    @contextlib.contextmanager
    def writing(self) -> Iterator[sqlite3.Connection]:
        """One transaction, or a part of the one around it: all of it is kept, or nothing; CannotKeep says why not."""
        with self._mutex, self._errors():
            connection = self._opened()
            if self._copy is not None:
                connection = self._open_again()
            if connection.in_transaction:
                yield connection
                return
            connection.execute("BEGIN IMMEDIATE")
            try:
                yield connection
            except BaseException:
                with contextlib.suppress(sqlite3.Error):
                    connection.execute("ROLLBACK")
                raise
            connection.execute("COMMIT")

    @contextlib.contextmanager
    def reading(self) -> Iterator[sqlite3.Connection]:
        """What is kept, also where nothing can be written."""
        with self._mutex:
            try:
                with self._errors():
                    connection = self._opened()
            except CannotKeep:
                if not self.path.exists():
                    raise
                with self._errors():
                    connection = self._open_copy()
            with self._errors():
                yield connection

    def close(self) -> None:
        with self._mutex:
            if self._connection is not None:
                with contextlib.suppress(sqlite3.Error):
                    self._connection.close()
            self._connection = None
            if self._copy is not None:
                shutil.rmtree(self._copy, ignore_errors=True)
            self._copy = None

    @contextlib.contextmanager
    def _errors(self) -> Iterator[None]:
        """Whatever SQLite or the system reports becomes a sentence; the next use opens the database anew."""
        try:
            yield
        except (sqlite3.Error, OSError) as error:
            self.close()
            reason = error.strerror or str(error) if isinstance(error, OSError) else str(error)
            raise CannotKeep(f"{self.path}: {reason}") from error

    def _opened(self) -> sqlite3.Connection:
        return self._connection if self._connection is not None else self._open()

    def _open_again(self) -> sqlite3.Connection:
        self.close()
        return self._open()

    def _open(self) -> sqlite3.Connection:
        self.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        if not self.path.exists():  # SQLite's own files beside it get the same permissions
            os.close(os.open(self.path, os.O_CREAT | os.O_RDWR, 0o600))
        connection = _connect(self.path)
        try:
            _patiently(lambda: connection.execute("PRAGMA journal_mode=WAL"))
            connection.execute("PRAGMA synchronous=FULL")
            _make_tables(connection)
        except BaseException:
            connection.close()
            raise
        self._connection = connection
        return connection if self._is_ready else self._get_ready()

    def _get_ready(self) -> sqlite3.Connection:
        self._is_ready = True
        try:
            self._made()
        except CannotKeep:  # it closed the database
            self._is_ready = False
        connection = self._connection or _connect(self.path)
        self._connection = connection
        return connection

    def _open_copy(self) -> sqlite3.Connection:
        """A folder that cannot be written can be read nevertheless: the database and what was not merged into it."""
        self._copy = Path(tempfile.mkdtemp(prefix="petteia-"))
        for name in (FILE, f"{FILE}-wal"):
            if (self.folder / name).exists():
                shutil.copyfile(self.folder / name, self._copy / name)
        self._connection = _connect(self._copy / FILE)
        return self._connection


def _connect(path: Path) -> sqlite3.Connection:
    # Transactions are begun here, not by the module. `Database` lets one thread in at a time.
    return sqlite3.connect(path, timeout=BUSY_SECONDS, isolation_level=None, check_same_thread=False)


def _patiently(ask: Callable[[], object]) -> None:
    """Two processes that open a new database at once: SQLite does not wait there by itself."""
    for _ in range(OPENING_TRIES):
        try:
            ask()
            return
        except sqlite3.OperationalError as error:
            if "locked" not in str(error):
                raise
            time.sleep(BUSY_SECONDS / OPENING_TRIES)
    ask()


def _make_tables(connection: sqlite3.Connection) -> None:
    version = _version(connection)
    if version > VERSION:
        raise sqlite3.DatabaseError(f"it was written by a newer petteia (version {version} of the tables)")
    if version == VERSION:
        return
    connection.execute("BEGIN IMMEDIATE")
    try:
        if _version(connection) == 0:  # nobody else has done it meanwhile
            for table in TABLES:
                connection.execute(table)
            connection.execute(f"PRAGMA user_version={VERSION}")
        connection.execute("COMMIT")
    except BaseException:
        with contextlib.suppress(sqlite3.Error):
            connection.execute("ROLLBACK")
        raise


def _version(connection: sqlite3.Connection) -> int:
    return int(connection.execute("PRAGMA user_version").fetchone()[0])
