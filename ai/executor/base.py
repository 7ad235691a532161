"""What all executors have in common: what they promise, and how a batch of tasks is carried out."""

from __future__ import annotations

import functools
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from importlib.metadata import version
from types import TracebackType
from typing import Protocol, Self, TypeVar

from ...engine import GameError

Task = TypeVar("Task")
Done = TypeVar("Done")

CHECK_NODES = 50  # iterations for each position of a build's signature: a fifth of a second for all games


@dataclass(frozen=True)
class Lost:
    """Stands in for the result of a task that killed every worker it was given to, or that says so itself."""

    reason: str


class WorkerDied(Exception):
    """The process that had a batch is gone, whatever ended it."""


class WrongBuild(GameError):
    """A worker would play other games than the driver: its engine is another one."""


class Executor(Protocol):
    """Carries out tasks and gives their results in the order of the tasks.

    A task whose worker dies is given to another one. After three deaths a `Lost` takes the place of its result. What
    the work itself raises is raised to the caller.
    """

    def map(self, work: Callable[[Task], Done | Lost], tasks: Iterable[Task]) -> Iterator[Done | Lost]: ...

    def __enter__(self) -> Self: ...

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None: ...


def completed(results: Iterable[Done | Lost]) -> Iterator[Done]:
    """The results without those that were lost."""
    for result in results:
        if not isinstance(result, Lost):
            yield result


@dataclass(frozen=True)
class Build:
    """Which engine this is: two that are equal play equal games."""

    version: str
    signature: str

    def __str__(self) -> str:
        return f"petteia {self.version} with signature {self.signature}"


@functools.cache
def this_build() -> Build:
    """The engine of this process. The signature is of a few short searches, so that any change of behaviour shows."""
    from ..measure.signature import signatures

    return Build(version("petteia"), signatures(CHECK_NODES)["all"])


def run_batch(build: Build, work: Callable[[Task], Done], batch: Sequence[Task]) -> tuple[list[Done], float]:
    """In a worker: the results of a batch, and the seconds that they took."""
    if this_build() != build:
        raise WrongBuild(f"a worker has {this_build()}: want {build}, as here")
    started = time.perf_counter()
    return [work(task) for task in batch], time.perf_counter() - started
