"""Work for executors: in a module of its own, so that workers can import it."""

from __future__ import annotations

import os
import signal
import time
from pathlib import Path


def square(number: int) -> int:
    return number * number


def slow_square(number: int) -> int:
    """Later tasks are quicker: results would come out of order."""
    time.sleep(max(0.0, 0.2 - 0.02 * number))
    return number * number


def fail(number: int) -> int:
    raise ValueError(f"no square of {number}")


def die_at(task: tuple[int, int, str]) -> int:
    """Square a number. At one number kill the own process, as long as the folder has fewer than so many marks."""
    number, deaths, folder = task
    marks = list(Path(folder).glob("*"))
    if number == 3 and len(marks) < deaths:
        (Path(folder) / str(len(marks))).touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return number * number


def steady_square(number: int) -> int:
    time.sleep(0.1)
    return number * number
