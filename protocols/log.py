"""The engine's log: to stderr, or to a file of the client's choice.

It says which commands came and how they ended, never their arguments or a fault's message: those may hold secrets.
"""

from __future__ import annotations

import contextlib
import os
import sys
import threading
import time
import traceback
from typing import TextIO

from .files import open_plain


class EngineLog:
    """Lines for whoever looks after the engine. Writing never fails: a log is not worth a game."""

    def __init__(self, stream: TextIO | None = None) -> None:
        self._stream = stream
        self._file: TextIO | None = None
        self._lock = threading.Lock()
        self._faults = 0
        self._start = time.monotonic()

    def open(self, path: str) -> None:
        """Write to a file from now on; an empty path: faults to stderr only. OSError if it cannot be opened."""
        opened = open_plain(path, "a") if path else None
        with self._lock:
            old, self._file = self._file, opened
        if old is not None:
            old.close()

    def command(self, verb: str, outcome: str) -> None:
        """A command and how it ended, for a log file."""
        if self._file is not None:
            self._write(f"{verb} {outcome}")

    def fault(self, error: BaseException) -> str:
        """A fault inside: where it happened. The reference that the client is given."""
        with self._lock:
            self._faults += 1
            ref = f"f{self._faults}"
        places = [
            f"{os.path.basename(place.filename)}:{place.lineno} {place.name}"
            for place in traceback.extract_tb(error.__traceback__)
        ]
        self._write(f"fault ref={ref} {type(error).__name__} at {' < '.join(reversed(places))}")
        return ref

    def _write(self, text: str) -> None:
        line = f"[{time.monotonic() - self._start:10.3f}] {text}\n"
        with self._lock, contextlib.suppress(OSError, ValueError):
            stream = self._file or self._stream or sys.stderr
            stream.write(line)
            stream.flush()
