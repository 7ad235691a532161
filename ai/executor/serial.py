"""One task after the other, in this process."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from types import TracebackType
from typing import Self

from .base import Done, Lost, Task


class Serial:
    """The plainest executor. If a task kills it, it kills the caller too."""

    def map(self, work: Callable[[Task], Done | Lost], tasks: Iterable[Task]) -> Iterator[Done | Lost]:
        for task in tasks:
            yield work(task)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        pass
