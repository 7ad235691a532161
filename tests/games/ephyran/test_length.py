"""How long games of Ephyran and their turns are (RULES.md, 11)."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from tests.reference.base import CHANCE, Deal, settle

from .position import Position

pytestmark = pytest.mark.usefixtures("implementation")

MOST_MOVES = 256  # that a seat ever has to choose from


def check_the_bounds(seats: int, games: int) -> None:
    rng = random.Random(1000 + seats)
    for seed in range(games):
        game, deal = Position.new(seats), Deal(seed)
        turns: Counter[str] = Counter()
        this_turn, turn = 0, (game.turn, game.round)
        while game.pending():
            if game.pending() == [CHANCE]:
                settle(game, deal)
                continue
            fields, (seat,) = game.fields, game.pending()
            if turn != (fields["turn"], fields["round"]):
                this_turn, turn = 0, (fields["turn"], fields["round"])
            if fields["phase"] == "action" and fields["pile_size"] > 0:
                assert all(len(hand) == 5 for hand in fields["hands"].values())
            legal = game.legal(seat)
            assert len(legal) <= MOST_MOVES
            assert (legal == ["pass"]) <= (fields["phase"] == "react"), "an empty hand is never met"
            turns[seat] += fields["phase"] == "action"
            game.do(rng.choice(legal))
            this_turn += 1
            assert this_turn <= max(5, seats + 2)
        assert game.round <= 120
        assert set(turns.values()) == {game.round}, "all have had equally many turns"


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_11_random_games_and_turns_end_within_the_bound(seats: int) -> None:
    check_the_bounds(seats, 5)


@pytest.mark.long
@pytest.mark.timeout(0)
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_11_many_random_games_and_turns_end_within_the_bound(seats: int) -> None:
    check_the_bounds(seats, 200)
