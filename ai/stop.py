"""How somebody who thinks is told to stop."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager


class Stopped(Exception):
    """Raised by work that somebody stopped before it had an answer."""


class Stop:
    """A request to stop. It is made once, from any thread, and never taken back."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._is_set = False
        self._callbacks: list[Callable[[], None]] = []

    def set(self) -> None:
        with self._lock:
            self._is_set = True
            callbacks = list(self._callbacks)
        for callback in callbacks:
            callback()

    def is_set(self) -> bool:
        return self._is_set

    def add(self, callback: Callable[[], None]) -> None:
        """Call this when the request is made; at once if it was made already."""
        with self._lock:
            self._callbacks.append(callback)
            late = self._is_set
        if late:
            callback()

    def remove(self, callback: Callable[[], None]) -> None:
        with self._lock:
            self._callbacks.remove(callback)


@contextmanager
def stopping(stop: Stop | None, halt: Callable[[], None]) -> Iterator[None]:
    """While the body thinks, call ``halt`` as soon as ``stop`` is set; before the body if it is set already."""
    if stop is None:
        yield
        return
    stop.add(halt)
    try:
        yield
    finally:
        stop.remove(halt)
