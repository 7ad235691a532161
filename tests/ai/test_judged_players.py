"""Players that search with somebody else's judgement."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from petteia.ai.player import Limits
from petteia.ai.players.ismcts import IsmctsPlayer
from petteia.ai.registry import make_player, parse_player
from petteia.ai.settings import GreedySettings, IsmctsSettings
from petteia.engine import GameError, new
from petteia.ext.search.batch import Leaves


def athens(leaves: Leaves) -> NDArray[np.float64]:
    """Athens wins whatever happens."""
    return np.tile([0.9, 0.1], (len(leaves), 1))


def test_a_player_is_made_with_an_evaluation() -> None:
    game = new("egemonia", seed=3)
    settings = IsmctsSettings(evaluate=athens, batch=16, params={"cutoff": -2})
    first, again = (
        make_player(settings, seed=1).decide(game.observation("s0"), Limits(nodes=300)).analysis for _ in range(2)
    )
    assert first is not None
    assert again is not None
    assert first.lines == again.lines
    assert first.values == pytest.approx((0.9, 0.1))  # as it was judged: the game's curve was fitted to another


def test_it_plays_with_a_clock_and_keeps_its_tree() -> None:
    game = new("egemonia", seed=3)
    player = IsmctsPlayer(IsmctsSettings(evaluate=athens, batch=16), seed=1)
    for _ in range(6):
        seat = game.pending[0]
        game.play(seat, player.decide(game.observation(seat), Limits(seconds=0.02)).move)
    assert len(player.trees) > 0


def test_the_error_of_an_evaluation_comes_through() -> None:
    def broken(leaves: Leaves) -> NDArray[np.float64]:
        raise ZeroDivisionError("the net is not trained")

    player = make_player(IsmctsSettings(evaluate=broken), seed=1)
    with pytest.raises(ZeroDivisionError, match="the net is not trained"):
        player.decide(new("egemonia", seed=3).observation("s0"), Limits(nodes=100))


def test_greedy_takes_an_evaluation_too() -> None:
    def own(leaves: Leaves) -> NDArray[np.float64]:
        return np.array([leaves.state(number).evaluate() for number in range(len(leaves))])

    game = new("egemonia", seed=3)
    while game.pending:
        observation = game.observation(game.pending[0])
        plain, judged = (
            make_player(GreedySettings(worlds=2, evaluate=given), seed=1).decide(observation) for given in (None, own)
        )
        assert judged == plain
        game.play(game.pending[0], plain.move)
    player = make_player(GreedySettings(evaluate=lambda leaves: np.ones((len(leaves), 2))))
    observation = new("egemonia", seed=3).observation("s0")
    with pytest.raises(ValueError, match="evaluate gave leaf 0 the shares"):
        player.decide(observation)


def test_an_evaluation_has_no_text_form() -> None:
    with pytest.raises(GameError, match="ismcts has no option 'evaluate'"):
        parse_player("ismcts:evaluate=mine")
