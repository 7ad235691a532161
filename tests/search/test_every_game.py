"""The search's promises again, for every game of the registry and every number of players."""

from __future__ import annotations

import random
import resource

import pytest

from petteia.engine import GAMES, Game, Observation, ruleset
from petteia.ext.core import Obs
from petteia.ext.search.searcher import Searcher

SHAPES = [(name, seats) for name, game in GAMES.items() for seats in sorted(game.seat_counts)]
every_shape = pytest.mark.parametrize(("name", "seats"), SHAPES, ids=[f"{name}-{seats}" for name, seats in SHAPES])
every_game = pytest.mark.parametrize("name", GAMES)


def played(name: str, seats: int | None = None, seed: int = 1, decisions: int = 10) -> Game:
    """A game after some random decisions, with a choice to make."""
    game, numbers = Game(ruleset(name, seats), seed=seed), random.Random(seed)
    while decisions > 0 or len(game.legal(game.pending[0])) < 2:
        game.play(game.pending[0], numbers.choice(game.legal(game.pending[0])))
        decisions -= 1
    return game


def asked(name: str, seats: int | None = None, seed: int = 1) -> Obs:
    """What the seat knows that has the choice."""
    game = played(name, seats, seed)
    return game.observation(game.pending[0]).core


def found(obs: Obs, nodes: int, threads: int = 1) -> list[tuple[int, float, int, float]]:
    search = Searcher(obs, ai_seed=3, threads=threads)
    search.run(nodes=nodes)
    return search.root()


@every_shape
def test_it_knows_what_its_seat_was_told_and_nothing_else(name: str, seats: int) -> None:
    """From the words that a seat heard alone, in another process as it were, the same visits to the last bit."""
    game = played(name, seats, 4)
    seat = game.pending[0]
    heard = Observation.start(game.ruleset, seat)
    for event in game.events(seat):
        heard = heard.see(event)
    assert found(heard.core, 1000) == found(game.observation(seat).core, 1000)


@every_shape
def test_the_same_every_time(name: str, seats: int) -> None:
    for seed, threads in enumerate((1, 2, 3, 4)):
        obs = asked(name, seats, seed)
        first = found(obs, 300, threads)
        assert all(found(obs, 300, threads) == first for _ in range(3))


@pytest.mark.long
@every_game
@pytest.mark.parametrize("threads", [1, 2, 3, 4])
def test_a_hundred_runs_give_the_same(name: str, threads: int) -> None:
    obs = asked(name, seed=threads)
    first = found(obs, 3000, threads)
    assert all(found(obs, 3000, threads) == first for _ in range(99))


@every_shape
def test_in_two_parts_as_in_one(name: str, seats: int) -> None:
    obs = asked(name, seats, 5)
    whole, parts = Searcher(obs, ai_seed=1), Searcher(obs, ai_seed=1)
    whole.run(nodes=800)
    parts.run(nodes=300)
    parts.run(nodes=500)
    assert whole.root() == parts.root()


@every_shape
def test_two_copies_an_iteration_at_most(name: str, seats: int) -> None:
    search = Searcher(asked(name, seats, 6), ai_seed=1)
    search.run(nodes=1000)
    assert search.nodes <= search.copies <= 2 * search.nodes


@every_shape
def test_a_full_tree_goes_on(name: str, seats: int) -> None:
    """Within its memory, and still trying every move that it began with."""
    search = Searcher(asked(name, seats, 7), ai_seed=1, memory_mb=1)
    search.run(nodes=12_000)
    full = search.used
    before = {move: visits for move, _, visits, _ in search.root()}
    search.run(nodes=3000)
    print(f"\n{name}, {seats} players: nodes and edges {full}, then {search.used}")
    assert search.memory <= 1 << 20
    assert search.nodes == 15_000
    after = {move: visits for move, _, visits, _ in search.root()}
    if sum(before.values()):  # a bid against a guess counts otherwise
        assert sum(after.values()) > sum(before.values())
        assert all(after[move] >= visits for move, visits in before.items())


@pytest.mark.long
@every_game
@pytest.mark.parametrize("threads", [1, 2])
def test_a_million_iterations_fit_into_64_megabytes(name: str, threads: int) -> None:
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    search = Searcher(asked(name), ai_seed=1, memory_mb=64, threads=threads)
    search.run(nodes=1_000_000)
    grown = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before
    print(f"\n{name}, {threads} threads: {search.memory} bytes, the process grew by {grown} kB")
    assert search.nodes == 1_000_000
    assert search.memory <= 64 << 20
    assert grown <= 66 << 10


@pytest.mark.long
@every_game
def test_ten_thousand_searches_leave_nothing_behind(name: str) -> None:
    obs = asked(name)

    def searches(n: int) -> int:
        for seed in range(n):
            Searcher(obs, ai_seed=seed).run(nodes=100)
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss

    before = searches(200)
    after = searches(10_000)
    print(f"\n{name}: after 200 searches {before} kB, after 10,200 {after} kB")
    assert after - before < 10_240
