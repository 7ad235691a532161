"""How long an answer takes over the protocol: another process, a pipe there and a pipe back."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from petteia.engine import GAMES
from petteia.protocols.client import SimpleEngine

from .conftest import CLOCK

pytestmark = CLOCK


@pytest.fixture(scope="module")
def engine() -> Iterator[SimpleEngine]:
    with SimpleEngine.popen() as engine:
        yield engine


def test_ping(benchmark: BenchmarkFixture, engine: SimpleEngine) -> None:
    """The least that a command costs."""
    benchmark(engine.ping)


@pytest.mark.parametrize("name", GAMES)
def test_play_and_undo(benchmark: BenchmarkFixture, engine: SimpleEngine, name: str) -> None:
    """A move with what every seat is told of it, and its taking back: two commands."""
    game = engine.new(name, deal=7, analysis=1)
    seat = game.waiting[0]
    move = game.legal(seat)[0]

    def play_and_undo() -> None:
        game.play(seat, move)
        game.undo(force=True)

    benchmark(play_and_undo)
    game.close()


@pytest.mark.parametrize("name", GAMES)
def test_remote_view(benchmark: BenchmarkFixture, engine: SimpleEngine, name: str) -> None:
    game = engine.new(name, deal=7)
    benchmark(game.view, game.waiting[0])
    game.close()


@pytest.mark.parametrize("name", GAMES)
def test_go(benchmark: BenchmarkFixture, engine: SimpleEngine, name: str) -> None:
    """A search of one node: all that is not thinking."""
    game = engine.new(name, deal=7)
    benchmark(lambda: game.go(game.waiting[0], nodes=1))
    game.close()


def test_stop(benchmark: BenchmarkFixture, engine: SimpleEngine) -> None:
    """From `stop` to the answer of a search that would go on for ever."""
    game = engine.new("egemonia", deal=7)
    seat = game.waiting[0]

    def thinking() -> tuple[tuple[threading.Thread], dict[str, object]]:
        search = threading.Thread(target=game.go, args=(seat,), kwargs={"infinite": True})
        search.start()
        time.sleep(0.05)
        return (search,), {}

    def stop(search: threading.Thread) -> None:
        engine.request("stop")
        search.join()

    benchmark.pedantic(stop, setup=thinking, rounds=20)
    game.close()
