"""Several tasks at once, on the cores of this machine."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from types import TracebackType
from typing import Any, Self

from .base import Done, Lost, Task, WorkerDied, run_batch, this_build
from .driver import drive


class Processes:
    """Each worker is a pool of one process, so that it is known whose batch a dead one had."""

    def __init__(self, jobs: int) -> None:
        self.slots = jobs
        self._build = this_build()
        self._idle = [_new_pool() for _ in range(jobs)]
        self._pool_of: dict[Future[Any], ProcessPoolExecutor] = {}
        self._leaving: list[ProcessPoolExecutor] = []

    def map(self, work: Callable[[Task], Done | Lost], tasks: Iterable[Task]) -> Iterator[Done | Lost]:
        return drive(self, work, tasks)

    def submit(self, work: Callable[[Any], Any], batch: Sequence[Any]) -> Future[Any]:
        pool = self._idle.pop()
        try:
            future: Future[Any] = pool.submit(run_batch, self._build, work, batch)
        except BrokenProcessPool:  # it died while it had nothing to do
            pool.shutdown(wait=False)
            pool = _new_pool()
            future = pool.submit(run_batch, self._build, work, batch)
        self._pool_of[future] = pool
        return future

    def wait(self, handles: Iterable[Future[Any]]) -> Iterable[Future[Any]]:
        return wait(handles, return_when=FIRST_COMPLETED).done

    def result(self, handle: Future[Any]) -> tuple[list[Any], float]:
        pool = self._pool_of.pop(handle)
        try:
            found: tuple[list[Any], float] = handle.result()
        except BrokenProcessPool:
            pool.shutdown(wait=False)
            pool = _new_pool()
            raise WorkerDied("a process ended without an answer") from None
        finally:
            self._idle.append(pool)
        return found

    def abandon(self, handles: Iterable[Future[Any]]) -> None:
        for handle in handles:
            pool = self._pool_of.pop(handle)
            pool.shutdown(wait=False, cancel_futures=True)  # it ends with its batch
            self._idle.append(_new_pool())
            self._leaving.append(pool)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        for pool in [*self._idle, *self._leaving]:
            pool.shutdown(wait=True, cancel_futures=True)


def _new_pool() -> ProcessPoolExecutor:
    # A fresh interpreter: a forked one would inherit threads in the middle of something.
    return ProcessPoolExecutor(1, multiprocessing.get_context("spawn"), initializer=_begin_worker)


def _begin_worker() -> None:
    """Ctrl-C is for the process that hands out the tasks. If that is killed, nobody wants its workers any more."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_driver, daemon=True).start()


def _end_with_driver() -> None:
    driver = multiprocessing.parent_process()
    if driver is not None:
        driver.join()
        os._exit(1)  # the queues of the pool do not notice, since a worker has both ends of them
