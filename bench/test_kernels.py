"""How fast the kernels copy, list, apply, sample and play, beside the yardsticks: what the machine itself can do.

Absolute times mean little on a shared machine: `make bench-compare` divides by the yardsticks of the same run.
"""

from __future__ import annotations

import itertools
import timeit

from pytest_benchmark.fixture import BenchmarkFixture

from petteia.engine import Game
from petteia.ext.core import measure

from .conftest import middle_of, small


def test_yardstick_copy(benchmark: BenchmarkFixture) -> None:
    """20,000 copies of 512 bytes."""
    benchmark(measure.memcpy_ns, 512, 20_000)


def test_yardstick_random(benchmark: BenchmarkFixture) -> None:
    """100,000 random numbers."""
    benchmark(measure.random_ns, 100_000)


def test_yardstick_call(benchmark: BenchmarkFixture) -> None:
    """A call from Python that does nothing."""
    small(benchmark, middle_of("egemonia").state.noop)


def test_copy(benchmark: BenchmarkFixture, game: Game) -> None:
    small(benchmark, game.state.clone)


def test_legal(benchmark: BenchmarkFixture, game: Game) -> None:
    seat = game.ruleset.seat_number(game.pending[0])
    small(benchmark, game.state.legal, seat)


def test_apply(benchmark: BenchmarkFixture, game: Game) -> None:
    """With the copy that it is made on."""
    seat = game.ruleset.seat_number(game.pending[0])
    move = game.state.legal(seat)[0]
    small(benchmark, lambda: game.state.clone().apply(seat, move))


def test_playout(benchmark: BenchmarkFixture, game: Game) -> None:
    """A random game from the start, without a cut-off. Never the same one again: the processor would learn its branches
    by heart and be twice as fast.
    """
    start, seeds = Game(game.ruleset, 1).state, itertools.count()
    benchmark.pedantic(lambda: start.clone().playout(next(seeds)), iterations=100, rounds=100)


def test_sample(benchmark: BenchmarkFixture, game: Game) -> None:
    """A world that fits what a seat knows."""
    observation, seeds = game.observation(game.pending[0]), itertools.count()
    small(benchmark, lambda: observation.sample(next(seeds)))


def test_copy_costs_at_most_three_calls() -> None:
    """A ratio inside one run: a copy from Python against a call that does nothing."""
    state = middle_of("egemonia").state
    ratios = []
    for _ in range(7):
        nothing = min(timeit.repeat(state.noop, number=50_000, repeat=3))
        copying = min(timeit.repeat(state.clone, number=50_000, repeat=3))
        ratios.append(copying / nothing)
    assert min(ratios) <= 3, f"a copy costs {min(ratios):.2f} calls"
