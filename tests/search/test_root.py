"""At the root no move starves, and moves are compared in the same worlds."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from bench.endings import sets
from bench.endings.regret import Asked, Regret, answers, work
from petteia.engine import Game
from petteia.engine.registry import ruleset
from petteia.ext.search.batch import Leaves
from petteia.ext.search.searcher import Searcher

NODES = 60


def worlds(same_worlds: int) -> tuple[int, set[int]]:
    """How many worlds a search looked at, and which, by the other seat's hand: two moves in turns, judged at once."""
    game = Game(ruleset("egemonia"), seed=3)
    while len(game.pending) > 1 or len(game.legal(game.pending[0])) < 10:
        game.play(game.pending[0], game.legal(game.pending[0])[0])
    obs = game.observation(game.pending[0]).core
    seen: list[int] = []

    def judge(leaves: Leaves) -> NDArray[np.float32]:
        seen.append(leaves.state(0).secrets(1 - obs.viewer))
        return np.full((1, 2), 0.5, np.float32)

    params = {"cutoff": -2, "resample": 0, "prior": 0, "root_early_ucb": 100, "same_worlds": same_worlds}
    Searcher(obs, ai_seed=1, evaluate=judge, batch=1, moves=obs.legal()[:2], params=params).run(nodes=NODES)
    return len(seen), set(seen)


def test_moves_are_compared_in_the_same_worlds() -> None:
    tried, found = worlds(same_worlds=1)
    assert tried == NODES
    assert NODES / 2 - 3 <= len(found) <= NODES / 2 + 3
    tried, found = worlds(same_worlds=0)
    assert tried == NODES
    assert len(found) > 0.8 * NODES


@pytest.mark.parametrize("name", ["epireia", "egemonia", "ephyran"])
def test_no_move_starves(name: str) -> None:
    """In solved endings the search loses much less than one that may give up a move after two unlucky tries."""
    endings = sets.read(name)

    def lost(player: str) -> float:
        asked = Asked(player, 2000, 1)
        return Regret(name, asked, tuple(each for one in work(endings, asked) for each in answers(one))).total

    assert lost("ismcts") < 0.7 * lost("ismcts:root_early_ucb=0,same_worlds=0")
