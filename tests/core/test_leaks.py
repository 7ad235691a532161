"""No array of a seat changes when what it cannot know is drawn anew, or chosen otherwise by another seat."""

from __future__ import annotations

import random
from itertools import groupby
from typing import Any

import numpy as np
import pytest

from petteia.engine import GAMES, Game, Ruleset
from petteia.engine.registry import TOYS

from .test_vector import every_shape

IN_CI, IN_FULL = 150, 5_000  # positions
WORLDS = 2  # drawn for each


def arrays(game: Game, seat: str) -> list[Any]:
    """What a learner at that seat is shown: its vector, and its mask by the position and by what it knows."""
    observation = game.observation(seat)
    masks = [observation.action_mask()]
    if seat in game.pending:
        masks.append(game.action_mask(seat))
    return [observation.to_numpy(), *masks]


def same(one: list[Any], other: list[Any]) -> bool:
    return len(one) == len(other) and all(np.array_equal(a, b) for a, b in zip(one, other, strict=True))


def check_worlds(game: Game, rng: random.Random) -> None:
    """Put another hidden world under what a seat saw."""
    for seat in game.seats:
        for _ in range(WORLDS):
            other = game.clone()
            other.state = game.observation(seat).sample(rng.getrandbits(60))
            assert other.state.check() == 0
            assert same(arrays(other, seat), arrays(game, seat))
            if seat in game.pending:
                legal = other.state.legal_actions(game.ruleset.seat_number(seat))
                assert legal == game.observation(seat).legal_actions()


def check_choices(game: Game, rng: random.Random) -> None:
    """Who decides at the same time as another is shown the same, whatever the other chose."""
    if game.ruleset.rules.n_teams < len(game.seats):
        return  # a league sees what its own seats choose
    for seat in game.pending:
        actions = game.legal_actions(seat)
        shown = []
        for action in rng.sample(actions, min(3, len(actions))):
            after = game.clone()
            after.play_action(seat, action)
            shown.append([arrays(after, other) for other in game.pending if other != seat and other in after.pending])
        for views in shown[1:]:
            assert len(views) == len(shown[0])
            assert all(same(one, other) for one, other in zip(views, shown[0], strict=True))


def check_positions(rules: Ruleset, positions: int) -> None:
    rng = random.Random(f"{rules.name} leaks")
    seen = number = 0
    while seen < positions:
        game = Game(rules, number)
        number += 1
        while game.pending and seen < positions:
            if rng.random() < 0.25:
                check_worlds(game, rng)
                check_choices(game, rng)
                seen += 1
            seat = rng.choice(game.pending)
            game.play_action(seat, rng.choice(game.legal_actions(seat)))


@every_shape
def test_nothing_leaks(shape: tuple[str, int, dict[str, str]]) -> None:
    name, seats, options = shape
    check_positions((GAMES | TOYS)[name](seats, None, **options), IN_CI)


@pytest.mark.long
@pytest.mark.timeout(7200)
@pytest.mark.parametrize("name", GAMES)
def test_nothing_leaks_in_many_positions(name: str) -> None:
    shapes = GAMES[name].shapes()
    for seats, options in shapes:
        check_positions(GAMES[name](seats, None, **options), IN_FULL // len(shapes) + 1)


def test_events_face_down_look_alike() -> None:
    """Egemonia: whatever event lies in an area, the enemy's arrays are the same."""
    rules, rng, compared = GAMES["egemonia"](), random.Random(1), 0
    game = Game(rules, 3)
    while compared < 200:
        if not game.pending:
            game = Game(rules, compared)
        seat = game.pending[0]
        moves = [move for move in game.legal(seat) if move.startswith("place:")]
        ends_the_turn = sum(1 for _ in game.view("pub")["placed"]) == 2 * 3 - 1
        for _, there in groupby(sorted(moves, key=lambda move: move.split("@")[1]), lambda move: move.split("@")[1]):
            shown = []
            for move in [] if ends_the_turn else there:
                after = game.clone()
                after.play(seat, move)
                shown.append(arrays(after, "s1" if seat == "s0" else "s0"))
                compared += len(shown) > 1
                assert same(shown[0], shown[-1])
        game.play_action(seat, rng.choice(game.legal_actions(seat)))
