"""Executors: the same results in the same order, whoever does the work and whoever dies of it."""

from __future__ import annotations

import socket
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from petteia.ai.executor import Executor, Lost, Serial, WrongBuild, make_executor
from petteia.ai.executor import base as executor_base
from petteia.ai.executor.base import Build, run_batch
from petteia.ai.executor.driver import AHEAD, Driver, Pace
from petteia.engine import GameError

from .tasks import die_at, fail, slow_square, square, steady_square

try:
    import ray
except ImportError:
    ray = None

needs_ray = pytest.mark.skipif(ray is None, reason="Ray is not installed")
REMOTE = ["processes", pytest.param("ray", marks=needs_ray)]


@pytest.fixture(scope="module", params=REMOTE)
def remote(request: pytest.FixtureRequest) -> Iterator[Executor]:
    with make_executor(request.param, jobs=2) as work:
        yield work


def test_results_come_in_the_order_of_the_tasks(remote: Executor) -> None:
    assert list(remote.map(slow_square, range(12))) == [number * number for number in range(12)]


def test_short_tasks_are_handed_out_in_batches(remote: Executor) -> None:
    assert list(remote.map(square, range(3000))) == [number * number for number in range(3000)]


def test_what_the_work_raises_is_raised_to_the_caller(remote: Executor) -> None:
    with pytest.raises(ValueError, match="no square of"):
        list(remote.map(fail, range(3)))
    assert list(remote.map(square, range(3))) == [0, 1, 4]


def test_tasks_are_taken_as_they_are_needed(remote: Executor) -> None:
    taken: list[int] = []

    def tasks() -> Iterator[int]:
        for number in range(10**9):
            taken.append(number)
            yield number

    results = remote.map(steady_square, tasks())
    assert [next(results) for _ in range(5)] == [0, 1, 4, 9, 16]
    assert len(taken) < 200
    results.close()  # type: ignore[attr-defined]


def test_a_task_whose_worker_dies_is_done_again(remote: Executor, tmp_path: Path) -> None:
    tasks = [(number, 2, str(tmp_path)) for number in range(6)]
    assert list(remote.map(die_at, tasks)) == [number * number for number in range(6)]
    assert len(list(tmp_path.iterdir())) == 2


def test_a_task_that_kills_three_workers_is_left_out(remote: Executor, tmp_path: Path) -> None:
    tasks = [(number, 10**6, str(tmp_path)) for number in range(6)]
    results = list(remote.map(die_at, tasks))
    assert [type(result) for result in results] == [int, int, int, Lost, int, int]
    assert "3 workers died" in results[3].reason  # type: ignore[union-attr]


def test_a_worker_of_another_build_is_refused() -> None:
    other = Build("0.0.1", "000000000000")
    with pytest.raises(WrongBuild, match=r"petteia 0\.0\.1 with signature 000000000000"):
        run_batch(other, square, [1])
    assert run_batch(executor_base.this_build(), square, [3])[0] == [9]


def test_a_batch_is_worth_half_a_second() -> None:
    pace = Pace()
    assert pace.batch_size == 1
    pace.add(10, 0.1)  # ten milliseconds each
    assert pace.batch_size == 50
    pace.add(1, 100)
    assert pace.batch_size == 1


class Instant:
    """Workers that are done at once, out of order."""

    slots = 4

    def __init__(self) -> None:
        self.batches: dict[int, Any] = {}
        self.number = 0

    def submit(self, work: Any, batch: Any) -> int:
        self.number += 1
        self.batches[self.number] = (work, list(batch))
        return self.number

    def wait(self, handles: Any) -> list[int]:
        return [max(handles)]

    def result(self, handle: int) -> tuple[list[Any], float]:
        work, batch = self.batches.pop(handle)
        return [work(task) for task in batch], 0.5 * len(batch)

    def abandon(self, handles: Any) -> None:
        assert not list(handles)


def test_few_results_wait_for_an_earlier_one() -> None:
    """The first batch comes back last: the others may not pile up behind it."""
    driver = Driver[int, int](Instant(), square, enumerate(range(500)))
    most = 0
    for expected, result in enumerate(driver.results()):
        assert result == expected * expected
        most = max(most, len(driver.finished))
    assert most <= AHEAD * Instant.slots + 1


def test_executors_by_name() -> None:
    assert isinstance(make_executor(), Serial)
    assert list(make_executor("serial").map(square, [2])) == [4]
    for wrong in ("threads", "processes:here", "ray:", "serial:1"):
        with pytest.raises(GameError, match="want serial, processes, ray"):
            make_executor(wrong)


def test_without_ray_the_option_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(GameError, match=r"pip install 'petteia\[ray\]'"):
        make_executor("ray")


@needs_ray
@pytest.mark.parametrize("address", ["nowhere", "127.0.0.1:0", "127.0.0.1:port", ":6379"])
def test_a_wrong_form_of_address_is_said(address: str) -> None:
    with pytest.raises(GameError, match="want HOST:PORT"):
        make_executor(f"ray:{address}")


@needs_ray
def test_an_address_where_nobody_listens_is_said_within_seconds() -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    started = time.monotonic()
    with pytest.raises(GameError, match=f"no Ray at '127.0.0.1:{port}'"):
        make_executor(f"ray:127.0.0.1:{port}")
    assert time.monotonic() - started < 60


@needs_ray
def test_an_address_where_somebody_else_listens_is_said_within_seconds() -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]
        started = time.monotonic()
        with pytest.raises(GameError, match=f"no Ray at '127.0.0.1:{port}'"):
            make_executor(f"ray:127.0.0.1:{port}")
        assert time.monotonic() - started < 60
