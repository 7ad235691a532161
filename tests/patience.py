"""Times and waiting in tests, on a machine that others use too."""

from __future__ import annotations

import time
from collections.abc import Callable


def quickest(seconds: Callable[[], float], enough: float, tries: int = 200) -> float:
    """The best of many times, from as few tries as are needed for one that is good enough."""
    best = seconds()
    for _ in range(tries - 1):
        if best < enough:
            break
        best = min(best, seconds())
    return best


def wait_until(holds: Callable[[], bool], patience: float = 60.0) -> None:
    """Look again and again; fail if it never becomes true."""
    until = time.monotonic() + patience
    while not holds():
        assert time.monotonic() < until, f"not in {patience:g} seconds"
        time.sleep(0.02)
