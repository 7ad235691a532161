"""Every move that a seat can make has an action id of its own, in every game and shape, the small games' too."""

from __future__ import annotations

import random
from itertools import pairwise

import numpy as np
import pytest

from petteia.engine import GAMES, Game, InvalidMove, Observation, Ruleset, WrongSeat
from petteia.engine.registry import TOYS

from .test_contract import positions

GAMES_EACH = 12


def check_actions(rules: Ruleset, games: int) -> None:
    for game in positions(rules, games):
        for seat in game.pending:
            moves, actions = game.legal(seat), game.legal_actions(seat)
            assert len(set(actions)) == len(actions)
            assert [rules.move_of(action) for action in actions] == moves
            assert [rules.action_id(move) for move in moves] == actions


def test_every_legal_move_has_an_action(rules: Ruleset) -> None:
    check_actions(rules, GAMES_EACH)


@pytest.mark.parametrize("name", TOYS)
def test_every_legal_move_of_a_small_game_has_an_action(name: str) -> None:
    for seats, options in TOYS[name].shapes():
        check_actions(TOYS[name](seats, None, **options), 3)


def test_every_action_is_a_move_of_its_own(rules: Ruleset) -> None:
    moves = [rules.move_of(action) for action in range(rules.n_actions)]
    assert len(set(moves)) == rules.n_actions
    assert [rules.action_id(move) for move in moves] == list(range(rules.n_actions))


def test_the_layout_covers_all_actions(rules: Ruleset) -> None:
    blocks = rules.actions.layout()
    assert sum(block.size for block in blocks) == rules.n_actions
    assert len({block.name for block in blocks}) == len(blocks), "a shape in two places"
    for before, after in pairwise(blocks):
        assert after.start == before.start + before.size
    for block in blocks:
        first = rules.move_of(block.start)
        assert first.partition(":")[0] == block.name.partition(":")[0]


def test_masks(rules: Ruleset) -> None:
    for game in positions(rules, 2, share=0.2):
        for seat in rules.seats:
            observation = game.observation(seat)
            mask = observation.action_mask()
            assert mask.shape == (rules.n_actions,)
            assert mask.dtype == np.bool_
            assert sorted(np.flatnonzero(mask)) == sorted(observation.legal_actions())
            if seat in game.pending:
                assert np.array_equal(mask, game.action_mask(seat))
        assert not game.observation("pub").action_mask().any()


def test_games_can_be_played_by_actions(rules: Ruleset) -> None:
    rng = random.Random(3)
    by_word, by_number = Game(rules, 5), Game(rules, 5)
    while by_word.pending:
        seat = rng.choice(by_word.pending)
        action = rng.choice(by_number.legal_actions(seat))
        by_word.play(seat, rules.move_of(action))
        by_number.play_action(seat, action)
    assert by_word.record() == by_number.record()


def test_equal_rules_have_equal_actions(rules: Ruleset) -> None:
    again = type(rules)(rules.n_seats, None, **rules.chosen)
    assert again.actions_hash == rules.actions_hash
    assert len(rules.actions_hash) == 16


def test_other_shapes_have_other_hashes() -> None:
    assert GAMES["epix"](2).actions_hash != GAMES["epix"](3).actions_hash
    assert GAMES["ephyran"](2).actions_hash != GAMES["ephyran"](3).actions_hash


def test_what_is_no_action_is_refused(rules: Ruleset) -> None:
    for wrong in (-1, rules.n_actions, 1 << 30):
        with pytest.raises(InvalidMove, match=f"want 0 to {rules.n_actions - 1}"):
            rules.move_of(wrong)
    game = Game(rules, 1)
    with pytest.raises(WrongSeat, match="chance has no actions"):
        game.legal_actions("chance")
    seat = game.pending[0]
    illegal = next(action for action in range(rules.n_actions) if action not in game.legal_actions(seat))
    before = game.save()
    with pytest.raises(ValueError, match="is not legal"):
        game.play_action(seat, illegal)
    assert game.save() == before


def test_an_outcome_of_chance_is_no_action() -> None:
    rules = GAMES["egemonia"]()
    with pytest.raises(InvalidMove, match="no seat of Egemonia can ever make"):
        rules.action_id(next(move for move in ("draw:" + event for event in rules.tables.events)))


def test_who_is_not_asked_has_no_actions() -> None:
    assert Observation.start(GAMES["egemonia"](), "s1").legal_actions() == []
