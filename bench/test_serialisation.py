"""How fast games are started, saved, loaded, recorded, viewed and turned into numbers."""

from __future__ import annotations

from pytest_benchmark.fixture import BenchmarkFixture

from petteia.engine import Game, Observation, new

SECOND_START = 0.2e-3  # seconds that another game by the same rules may take


def test_second_start(benchmark: BenchmarkFixture, game: Game) -> None:
    """Another game by rules that are kept: nothing is read or parsed."""
    benchmark(new, game.ruleset.name, seed=1)
    if benchmark.stats is not None:  # there are none with --benchmark-disable
        assert benchmark.stats.stats.min <= SECOND_START


def test_save(benchmark: BenchmarkFixture, game: Game) -> None:
    benchmark(game.save)


def test_load(benchmark: BenchmarkFixture, game: Game) -> None:
    saved = game.save()
    benchmark(Game.load, saved)


def test_replay(benchmark: BenchmarkFixture, game: Game) -> None:
    """Play the moves of a record again."""
    record = game.record()
    benchmark(Game.replay, record)


def test_view(benchmark: BenchmarkFixture, game: Game) -> None:
    observation = game.observation(game.pending[0])
    benchmark(observation.view)


def test_numbers(benchmark: BenchmarkFixture, game: Game) -> None:
    observation = game.observation(game.pending[0])
    benchmark(observation.to_numpy)


def test_fold(benchmark: BenchmarkFixture, game: Game) -> None:
    """An observation from the words of all that its seat was told."""
    seat = game.pending[0]
    events = game.events(seat)

    def fold() -> None:
        observation = Observation.start(game.ruleset, seat)
        for event in events:
            observation = observation.see(event)

    benchmark(fold)
