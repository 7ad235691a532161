"""Positions for the benchmarks, and the clock by which they are timed."""

from __future__ import annotations

import random
import time
from collections.abc import Callable

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from petteia.engine import GAMES, Game, ruleset

# This thread's processor time is far less noisy than the clock where others use the machine. Where two processes
# talk only the clock will do.
CPU = pytest.mark.benchmark(timer=time.thread_time)
CLOCK = pytest.mark.benchmark(timer=time.perf_counter)


def small(benchmark: BenchmarkFixture, work: Callable[..., object], *args: object) -> None:
    """Time something that takes less than reading the clock does: a thousand of them in a round.

    The rounds last long enough for a neighbour on the machine to go away again: the best one counts.
    """
    started = time.thread_time()
    for _ in range(1000):
        work(*args)
    rounds = max(50, round(0.4 / (time.thread_time() - started)))
    benchmark.pedantic(work, args=args, iterations=1000, rounds=rounds)


def middle_of(name: str) -> Game:
    """A position of a random game, some way in, with a choice to make."""
    game = Game(ruleset(name), 1)
    rng = random.Random(1)
    step = 0
    while step < 25 or len(game.legal(game.pending[0])) < 2:
        seat = game.pending[0]
        game.play(seat, rng.choice(game.legal(seat)))
        step += 1
    return game


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if item.get_closest_marker("benchmark") is None:
            item.add_marker(CPU)


@pytest.fixture(params=list(GAMES))
def game(request: pytest.FixtureRequest) -> Game:
    return middle_of(request.param)
