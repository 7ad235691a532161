"""Where games are played: here, or in other processes. Anything with the same `map` will do."""

from __future__ import annotations

import multiprocessing
import signal
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from types import TracebackType
from typing import Protocol, Self, TypeVar

Task = TypeVar("Task")
Done = TypeVar("Done")


class Executor(Protocol):
    """Does tasks and gives their results in the order of the tasks."""

    def map(self, work: Callable[[Task], Done], tasks: Iterable[Task]) -> Iterator[Done]: ...

    def __enter__(self) -> Self: ...

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None: ...


class Serial:
    """One task after the other, in this process."""

    def map(self, work: Callable[[Task], Done], tasks: Iterable[Task]) -> Iterator[Done]:
        for task in tasks:
            yield work(task)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        pass


class Processes:
    """Several tasks at once, each in a process of its own. Only a few are handed out ahead, so that stopping early is
    cheap.
    """

    def __init__(self, jobs: int) -> None:
        self.jobs = jobs
        # A fresh interpreter for each: a forked one would inherit threads in the middle of something.
        self._pool = ProcessPoolExecutor(jobs, multiprocessing.get_context("spawn"), initializer=_quiet)

    def map(self, work: Callable[[Task], Done], tasks: Iterable[Task]) -> Iterator[Done]:
        waiting: deque[Future[Done]] = deque()
        for task in tasks:
            waiting.append(self._pool.submit(work, task))
            if len(waiting) > 2 * self.jobs:
                yield waiting.popleft().result()
        while waiting:
            yield waiting.popleft().result()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._pool.shutdown(wait=True, cancel_futures=True)


def _quiet() -> None:
    """Ctrl-C is for the process that hands out the tasks."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def executor(jobs: int) -> Executor:
    return Serial() if jobs <= 1 else Processes(jobs)
