"""Hands out batches of tasks to workers and puts their results into the order of the tasks.

Short tasks are handed out several at a time, so that talking to a worker costs little beside the work. Only a bounded
number of tasks is on its way, so that stopping early is cheap and memory stays flat. If the worker of a batch dies, the
batch's tasks are played again one by one: so the one that kills is found, and the others are not blamed.
"""

from __future__ import annotations

import itertools
import math
from collections import deque
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, Generic, Protocol, TypeVar

from .base import Done, Lost, Task, WorkerDied

WORTHWHILE = 0.5  # seconds that a batch should take
MOST = 256  # tasks in a batch
AHEAD = 4  # batches for each slot that may be handed out or wait for an earlier one
DEATHS = 3  # after so many a task is given up

Handle = TypeVar("Handle", bound=Hashable)


class Workers(Protocol[Handle]):
    """A pool of workers, whatever they are."""

    slots: int  # batches that it can hold at once

    def submit(self, work: Callable[[Any], Any], batch: Sequence[Any]) -> Handle: ...

    def wait(self, handles: Iterable[Handle]) -> Iterable[Handle]:
        """Those of the handles that are finished: at least one."""

    def result(self, handle: Handle) -> tuple[list[Any], float]:
        """What `run_batch` returned; `WorkerDied` if nobody is left to say."""

    def abandon(self, handles: Iterable[Handle]) -> None:
        """Nobody wants these results any more."""


@dataclass
class Batch(Generic[Task]):
    """Some tasks, each with its number."""

    tasks: list[tuple[int, Task]]
    deaths: int = 0  # of workers that had it; only a batch of one is given out again


@dataclass
class Pace:
    """How long a task takes, from the batches that came back."""

    tasks: int = 0
    seconds: float = 0.0

    def add(self, tasks: int, seconds: float) -> None:
        self.tasks += tasks
        self.seconds += seconds

    @property
    def batch_size(self) -> int:
        """As many tasks as are worth a batch; one until the first has come back."""
        if self.seconds <= 0:
            return 1
        return min(MOST, max(1, math.ceil(WORTHWHILE * self.tasks / self.seconds)))


@dataclass
class Driver(Generic[Task, Done]):
    """One run over some tasks."""

    workers: Workers[Any]
    work: Callable[[Task], Done | Lost]
    source: Iterator[tuple[int, Task]]
    again: deque[Batch[Task]] = field(default_factory=deque)
    running: dict[Any, Batch[Task]] = field(default_factory=dict)
    finished: dict[int, Done | Lost] = field(default_factory=dict)  # that wait for an earlier one
    pace: Pace = field(default_factory=Pace)
    on_the_way: int = 0  # tasks that were taken from the source and whose results were not given to the caller yet

    def results(self) -> Iterator[Done | Lost]:
        try:
            yield from self._results()
        finally:  # the caller has enough, or the work raised something
            self.workers.abandon(self.running)

    def _results(self) -> Iterator[Done | Lost]:
        number = 0
        while True:
            self._hand_out()
            while number in self.finished:
                self.on_the_way -= 1
                yield self.finished.pop(number)
                number += 1
                self._hand_out()
            if not self.running:
                return
            for handle in list(self.workers.wait(self.running)):
                self._take(handle)

    def _hand_out(self) -> None:
        while len(self.running) < self.workers.slots:
            batch = self.again.popleft() if self.again else self._next_batch()
            if batch is None:
                return
            self.running[self.workers.submit(self.work, [task for _, task in batch.tasks])] = batch

    def _next_batch(self) -> Batch[Task] | None:
        size = self.pace.batch_size
        if self.on_the_way > AHEAD * self.workers.slots * size:
            return None
        tasks = list(itertools.islice(self.source, size))
        self.on_the_way += len(tasks)
        return Batch(tasks) if tasks else None

    def _take(self, handle: Any) -> None:
        batch = self.running.pop(handle)
        try:
            done, seconds = self.workers.result(handle)
        except WorkerDied as error:
            self._died(batch, error)
            return
        self.pace.add(len(done), seconds)
        for (number, _), result in zip(batch.tasks, done, strict=True):
            self.finished[number] = result

    def _died(self, batch: Batch[Task], error: WorkerDied) -> None:
        if len(batch.tasks) > 1:
            self.again += [Batch([task]) for task in batch.tasks]
            return
        batch.deaths += 1
        if batch.deaths < DEATHS:
            self.again.append(batch)
        else:
            [(number, _)] = batch.tasks
            self.finished[number] = Lost(f"{DEATHS} workers died of it: {error}")


def drive(workers: Workers[Any], work: Callable[[Task], Done | Lost], tasks: Iterable[Task]) -> Iterator[Done | Lost]:
    """The results of all tasks, in their order."""
    return Driver[Task, Done](workers, work, enumerate(tasks)).results()
