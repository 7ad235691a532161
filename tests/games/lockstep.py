"""One game played on the kernel and on the reference at once, with all that both can tell compared at each decision."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import pytest

from petteia.engine import Observation
from petteia.ext.core import DecisionKind
from tests.reference.base import CHANCE, Reference

from .kernel import KernelGame

# Decisions whose seats choose in secret: whether another has chosen yet is hidden too.
SECRET_KINDS = {DecisionKind.SIMULTANEOUS, DecisionKind.BID, DecisionKind.GUESS}

Choose = Callable[[str, list[str]], str]  # the move of a seat or of chance; for the seat "", who moves


class Shape(NamedTuple):
    """What is played: the number of seats, the options, and other components than the game's own."""

    seats: int
    options: dict[str, str]
    data: dict[str, Any] | None = None


def check_pending(kernel: KernelGame, own: Observation) -> None:
    """A seat knows who is pending; in a secret choice it cannot tell who of the others has chosen already."""
    pending, known = set(kernel.pending()), set(own.pending)
    assert own.seat in known
    kinds = {kernel.state.kind(kernel.ruleset.seat_number(seat)) for seat in pending}
    if not kinds & SECRET_KINDS:
        assert pending == known
    elif len(set(kernel.ruleset.rules.teams)) == kernel.ruleset.n_seats:  # else a team's seats may choose in turn
        assert pending <= known


def compare_moves(kernel: KernelGame, reference: Reference) -> None:
    """Those who decide have the same moves on both, and by what they have seen alone."""
    pending = reference.pending()
    for seat in pending:
        moves = reference.legal(seat)
        assert kernel.legal(seat) == moves
        if seat != CHANCE:
            own = kernel.observation(seat)
            assert own.legal() == moves, "the observation alone must give the same moves"
            check_pending(kernel, own)
    if pending == [CHANCE]:
        assert kernel.chance() == reference.chance()


def lockstep(kernel: KernelGame, reference: Reference, choose: Choose) -> int:
    """Play one game to its end; the number of decisions that were compared."""
    decisions = 0
    while True:
        pending = reference.pending()
        assert kernel.pending() == pending
        assert kernel.fields() == reference.fields()
        for viewer in kernel.obs:
            assert kernel.view(viewer) == reference.view(viewer), viewer
        if not pending:
            break
        compare_moves(kernel, reference)
        seat = choose("", pending)
        move = choose(seat, reference.legal(seat))
        kernel.play(seat, move)
        reference.play(seat, move)
        decisions += seat != CHANCE
    assert kernel.returns() == pytest.approx(reference.returns())  # the kernel counts in single precision
    return decisions
