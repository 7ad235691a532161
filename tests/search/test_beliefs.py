"""Worlds by how plausible the others' secret choices are in them."""

from __future__ import annotations

import random
import statistics
from collections import Counter

import pytest

from petteia.engine import Game
from petteia.engine.registry import ruleset
from petteia.ext.core import SPECTATOR
from petteia.ext.search.searcher import Searcher

EGEMONIA = ruleset("egemonia")


def before_placing(seed: int, placed: int) -> Game:
    """A random game in its action phase, with so many events on the map."""
    game, numbers = Game(EGEMONIA, seed=seed), random.Random(seed)
    while True:
        fields = EGEMONIA.fields(game.state)
        if fields["phase"] == "action" and fields["turn"] > 2 and len(fields["placed"]) == placed:
            return game
        game.play(game.pending[0], numbers.choice(game.legal(game.pending[0])))


@pytest.mark.parametrize("seed", range(8))
def test_over_all_that_a_seat_could_lay_it_is_one(seed: int) -> None:
    """It says how much likelier than at random: over random choices that is 1 on average."""
    game = before_placing(seed, 0)
    seat = game.pending[0]
    faction = ["athens", "sparta"][int(seat[1])]
    hand = Counter(EGEMONIA.fields(game.state)["hands"][faction])
    found = []
    for move in game.legal(seat):
        state = game.state.clone()
        state.apply(int(seat[1]), EGEMONIA.parse_move(move))
        event = move.removeprefix("place:").partition("@")[0]
        found += [state.plausible(1 - int(seat[1]))] * hand[event]
        assert state.plausible(int(seat[1])) == 1  # its own choice is no secret to it
    assert statistics.mean(found) == pytest.approx(1)
    assert max(found) > 1.2 > 0.6 > min(found)


def test_what_takes_an_area_is_more_plausible_than_what_does_nothing() -> None:
    game = Game(EGEMONIA, seed=0, chance="client")
    game.play("s0", "setup:megara")
    game.play("s1", "setup:corinth")
    for event in ("military", "influence", "coup", "false_alarm", "military", "influence", "coup", "olympics"):
        game.play("chance", f"draw:{event}")
    seat = game.pending[0]
    states = {}
    for move in game.legal(seat):
        states[move] = game.state.clone()
        states[move].apply(int(seat[1]), EGEMONIA.parse_move(move))
    plausible = {move: state.plausible(SPECTATOR) for move, state in states.items()}
    enemy = "corinth" if seat == "s0" else "megara"
    assert plausible[f"place:coup@{enemy}"] > 2 * plausible[f"place:coup@{'megara' if seat == 's0' else 'corinth'}"]


def test_the_search_draws_again_where_a_world_is_odd() -> None:
    obs = before_placing(3, 3).observation("s0").core
    for share, least, most in ((0, 1, 1), (0.9, 1.05, 2)):
        search = Searcher(obs, ai_seed=1, params={"belief": share})
        search.run(nodes=2000)
        assert least <= search.copies / search.nodes <= most
