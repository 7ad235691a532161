"""What seats and spectators see of Epireia, in games played from the start."""

from __future__ import annotations

import random

import pytest

from .position import Position

pytestmark = pytest.mark.usefixtures("implementation")


@pytest.mark.parametrize("seats", [3, 4])
def test_partners_share_a_view(seats: int) -> None:
    """But for a figure that each chooses in secret."""
    position, rng = Position.new(seats), random.Random(5)
    while position.pending():
        for league in ("delian", "peloponnesian"):
            views = [position.view(board["seat"]) for board in position.boards if board["league"] == league]
            for view in views:
                del view["you"], view["chosen"]
            assert all(view == views[0] for view in views)
        seat = rng.choice(position.pending())
        position.play(seat, rng.choice(position.legal(seat)))


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_spectator_sees_how_many_tokens_a_league_has(seats: int) -> None:
    position, rng = Position.new(seats), random.Random(5)
    while position.pending():
        army, view = position.army, position.view("pub")
        assert "unseen" not in view
        if position.phase != "placement":  # where a league's tokens go is not seen yet
            assert view["army"] == [{deck: sum(counts) for deck, counts in side.items()} for side in army]
        seat = rng.choice(position.pending())
        position.play(seat, rng.choice(position.legal(seat)))
