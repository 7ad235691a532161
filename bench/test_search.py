"""How fast a seat's decision is searched, from nothing: as it plays, and with playouts to the end of the game."""

from __future__ import annotations

from collections.abc import Mapping

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from petteia.ai.measure.speed import UNIFORM
from petteia.engine import Game
from petteia.ext.search.searcher import Searcher

NODES = 500


@pytest.mark.parametrize("params", [None, UNIFORM], ids=["as-it-plays", "uniform"])
def test_search(benchmark: BenchmarkFixture, game: Game, params: Mapping[str, float] | None) -> None:
    observation = game.observation(game.pending[0]).core

    def search() -> None:
        searcher = Searcher(observation, ai_seed=1, memory_mb=8, params=params)
        searcher.run(NODES)
        searcher.root()

    benchmark(search)


def test_advance(benchmark: BenchmarkFixture, game: Game) -> None:
    """Keep what is still of use after a move: 2,000 nodes of a tree."""
    seat = game.pending[0]
    before = game.observation(seat).core
    game.play(seat, game.legal(seat)[0])
    after = game.observation(seat).core

    def searched() -> tuple[tuple[Searcher], dict[str, object]]:
        searcher = Searcher(before, ai_seed=1, memory_mb=8)
        searcher.run(2000)
        return (searcher,), {}

    benchmark.pedantic(lambda searcher: searcher.advance(after), setup=searched, rounds=20)
