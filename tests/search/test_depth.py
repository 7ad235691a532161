"""Walking past hands that were never met before: how far a search sees where almost every hidden hand is new."""

from __future__ import annotations

import random

import pytest

from petteia.engine import Game
from petteia.engine.registry import ruleset
from petteia.ext.core import Obs
from petteia.ext.search.searcher import Searcher

EPHYRAN = ruleset("ephyran")


def asked(seed: int, decisions: int = 12) -> Obs:
    """What a seat with a choice knows after some random moves."""
    game, numbers = Game(EPHYRAN, seed=seed), random.Random(seed)
    while decisions > 0 or len(game.legal(game.pending[0])) < 2:
        game.play(game.pending[0], numbers.choice(game.legal(game.pending[0])))
        decisions -= 1
    return game.observation(game.pending[0]).core


def searched(obs: Obs, visits: int, nodes: int = 4000, memory: int = 64) -> Searcher:
    search = Searcher(obs, ai_seed=1, memory_mb=memory, params={"expand_through": visits})
    search.run(nodes=nodes)
    return search


def plan(search: Searcher) -> list[tuple[int, int | None]]:
    best = max(search.root(), key=lambda row: row[2])[0]
    return search.line(best, 40)


def test_the_plan_reaches_past_the_opponent() -> None:
    """Where each new hand ends the tree, it ends with the opponent's next choice in almost every iteration."""
    flat = through = 0
    for seed in range(10):
        obs = asked(seed)
        short, long = searched(obs, 0), searched(obs, 4)
        assert long.transitions > short.transitions
        flat += len(plan(short))
        through += len(plan(long))
    print(f"\nmoves in the plan: {flat / 10} without, {through / 10} with")
    assert through > 1.5 * flat


def test_transient_nodes_leave_little_behind() -> None:
    """A hand that was met once costs a node, and no edges."""
    search = searched(asked(3), 1, nodes=20_000)
    nodes, edges = search.used
    print(f"\n{nodes / 20_000:.2f} nodes and {edges / 20_000:.2f} edges an iteration")
    assert nodes > 40_000
    assert edges < 4 * 20_000


@pytest.mark.parametrize("threads", [1, 2])
def test_a_full_tree_walks_as_far_as_before(threads: int) -> None:
    """Its last nodes are made and taken back in each iteration."""
    obs = asked(5)
    search = Searcher(obs, ai_seed=1, memory_mb=threads, threads=threads, params={"expand_through": 4})
    walked, full = [], []
    for _ in range(12):
        before = search.transitions
        search.run(nodes=2000)
        walked.append((search.transitions - before) / 2000)
        full.append(search.used[0])
    print(f"\ntransitions an iteration: {' '.join(f'{length:.1f}' for length in walked)}; nodes {full}")
    assert full[-1] == full[-2] == full[-3]  # nothing is added any more
    assert walked[-1] >= walked[0]
    assert search.memory <= threads << 20


def test_the_same_every_time() -> None:
    obs = asked(7)
    assert searched(obs, 4, 6000, 1).root() == searched(obs, 4, 6000, 1).root()
