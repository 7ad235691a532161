"""How fast the kernels copy, list, apply, sample and play: beside what the machine itself can do in the same run.

Absolute times mean little on a shared machine. What is judged is the ratio to the yardsticks: a copy of 512 bytes and
a random number.
"""

from __future__ import annotations

import random

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from petteia.engine import GAMES, Game, ruleset
from petteia.ext import measure

COPY_NS = 6.6  # what the stated figures assume for a copy of 512 bytes


def middle_of(name: str) -> Game:
    """A position of a random game, some way in, with a decision to make."""
    game = Game(ruleset(name), 1)
    rng = random.Random(1)
    for _ in range(25):
        seat = game.pending[0]
        game.play(seat, rng.choice(game.legal(seat)))
    return game


@pytest.fixture(params=list(GAMES))
def game(request: pytest.FixtureRequest) -> Game:
    return middle_of(request.param)


def test_noop(benchmark: BenchmarkFixture) -> None:
    benchmark(middle_of("egemonia").state.noop)


def test_clone(benchmark: BenchmarkFixture, game: Game) -> None:
    benchmark(game.state.clone)


def test_legal(benchmark: BenchmarkFixture, game: Game) -> None:
    seat = game.ruleset.seat_number(game.pending[0])
    benchmark(game.state.legal, seat)


def test_apply(benchmark: BenchmarkFixture, game: Game) -> None:
    seat = game.ruleset.seat_number(game.pending[0])
    move = game.state.legal(seat)[0]

    def on_a_copy() -> None:
        game.state.clone().apply(seat, move)

    benchmark(on_a_copy)


def test_sample(benchmark: BenchmarkFixture, game: Game) -> None:
    observation = game.observation(game.pending[0])
    benchmark(observation.sample, 1)


def test_save_and_load(benchmark: BenchmarkFixture, game: Game) -> None:
    benchmark(lambda: Game.load(game.save()))


def test_playouts(benchmark: BenchmarkFixture, game: Game) -> None:
    """Random decisions a second (those with two or more options), and the yardsticks of the same moment."""
    start = Game(game.ruleset, 1).state
    rates, copies, numbers = [], [], []
    for _ in range(5):  # interleaved, so that all see the same machine
        copies.append(measure.memcpy_ns())
        _, decisions, seconds = measure.playouts(start, 0.3)
        rates.append(decisions / seconds)
        numbers.append(measure.random_ns())
    copy, rate = min(copies), max(rates)
    benchmark.extra_info.update(
        decisions_per_second=round(rate),
        copy_512_ns=round(copy, 2),
        random_ns=round(min(numbers), 2),
        decisions_per_second_at_6_6_ns=round(rate * copy / COPY_NS),
    )
    print(
        f"\n{game.ruleset.name}: {rate / 1e6:.2f} million random decisions a second (copying 512 bytes took "
        f"{copy:.1f} ns, a random number {min(numbers):.2f} ns); where a copy takes {COPY_NS} ns: "
        f"{rate * copy / COPY_NS / 1e6:.2f} million"
    )
    benchmark.pedantic(start.clone().playout, args=(1,), rounds=1)


def test_clone_costs_at_most_three_calls() -> None:
    """A ratio inside one run: a copy from Python against a call that does nothing."""
    import timeit

    state = middle_of("egemonia").state
    ratios = []
    for _ in range(7):
        nothing = min(timeit.repeat(state.noop, number=50_000, repeat=3))
        copying = min(timeit.repeat(state.clone, number=50_000, repeat=3))
        ratios.append(copying / nothing)
    print(f"\na clone costs {min(ratios):.2f} no-op calls")
    assert min(ratios) <= 3
