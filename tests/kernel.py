"""A kernel behind the interface of the reference rules, so that one test can be run against both."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from typing import Any

import pytest

from petteia.engine import Observation, Ruleset
from petteia.engine.game import PUBLIC
from petteia.ext import core

from .reference.base import CHANCE, Reference

SIMULTANEOUS = 2  # a DecisionKind (ext/types.pxd)


class KernelGame(Reference):
    """A state of the kernel, with the observations of all viewers if it was played from the start."""

    def __init__(self, ruleset: Ruleset, state: core.State | None = None) -> None:
        self.ruleset = ruleset
        self.state = ruleset.rules.start() if state is None else state
        self.obs: dict[str, core.Obs] = {}
        if state is None:
            viewers = (*ruleset.seats, PUBLIC)
            self.obs = {viewer: ruleset.rules.observe(ruleset.seat_number(viewer)) for viewer in viewers}

    def clone(self) -> KernelGame:
        other = KernelGame(self.ruleset, self.state.clone())
        other.obs = {viewer: obs.clone() for viewer, obs in self.obs.items()}
        return other

    def pending(self) -> list[str]:
        return list(self.ruleset.words(self.state.pending()))

    def legal(self, seat: str) -> list[str]:
        return [self.ruleset.format_move(move) for move in self.state.legal(self.ruleset.seat_number(seat))]

    def chance(self) -> tuple[int, list[tuple[str, int]]]:
        outcomes = self.state.legal(core.CHANCE)
        weights = [(self.ruleset.format_move(outcome), self.state.weight(outcome)) for outcome in outcomes]
        return self.state.source(), weights

    def play(self, seat: str, move: str) -> None:
        if seat not in self.pending() or move not in self.legal(seat):
            raise ValueError(f"{move!r} is not legal for {seat!r} now")
        told = self.state.apply_told(self.ruleset.seat_number(seat), self.ruleset.parse_move(move))
        assert self.state.check() == 0, f"check {self.state.check()} after {seat} {move}"
        for obs, tokens in zip(self.obs.values(), told, strict=False):
            for token in tokens:
                misfit = obs.fold(token)
                assert misfit == 0, f"misfit {misfit}: {self.ruleset.format_token(token)}"

    def fields(self) -> dict[str, Any]:
        return self.ruleset.fields(self.state)

    def view(self, seat: str) -> dict[str, Any]:
        if not self.obs:
            pytest.skip("a position that was set up by hand has no history to observe")
        return self.ruleset.view(self.obs[seat])

    def observation(self, seat: str) -> Observation:
        return Observation(self.ruleset, seat, self.obs[seat])

    def returns(self) -> list[float]:
        return self.state.returns()


# Decisions whose seats choose in secret: whether another has chosen yet is hidden too.
SECRET_KINDS = {2, 3, 4}  # SIMULTANEOUS, BID and GUESS of ext/types.pxd


def check_pending(kernel: KernelGame, own: Observation) -> None:
    """A seat knows who is pending; in a secret choice it cannot tell who of the others has chosen already."""
    pending, known = set(kernel.pending()), set(own.pending)
    assert own.seat in known
    kinds = {kernel.state.kind(kernel.ruleset.seat_number(seat)) for seat in pending}
    if not kinds & SECRET_KINDS:
        assert pending == known
    elif len(set(kernel.ruleset.rules.teams)) == kernel.ruleset.n_seats:  # else a team's seats may choose in turn
        assert pending <= known


def lockstep(kernel: KernelGame, reference: Reference, choose: Any) -> int:
    """Play one game on both, comparing everything that both can tell, and count the decisions.

    ``choose(seat, moves)`` picks the move of a pending seat or the outcome of chance.
    """
    decisions = 0
    while True:
        pending = reference.pending()
        assert kernel.pending() == pending
        assert kernel.fields() == reference.fields()
        for viewer in kernel.obs:
            assert kernel.view(viewer) == reference.view(viewer), viewer
        if not pending:
            break
        for seat in pending:
            moves = reference.legal(seat)
            assert kernel.legal(seat) == moves
            if seat != CHANCE:
                own = kernel.observation(seat)
                assert own.legal() == moves, "the observation alone must give the same moves"
                check_pending(kernel, own)
        if pending == [CHANCE]:
            assert kernel.chance() == reference.chance()
        seat = choose("", pending)
        move = choose(seat, reference.legal(seat))
        kernel.play(seat, move)
        reference.play(seat, move)
        decisions += seat != CHANCE
    assert kernel.returns() == pytest.approx(reference.returns())  # the kernel counts in single precision
    return decisions


def compare_a_million(play: Callable[[int], int], batch: int) -> None:
    """Play games by seed, in two processes, until a million decisions were compared; say how far it is now and then."""
    decisions, seed = 0, 1_000
    with ProcessPoolExecutor(2) as pool:
        while decisions < 1_000_000:
            decisions += sum(pool.map(play, range(seed, seed + batch), chunksize=max(batch // 20, 1)))
            seed += batch
            print(f"{decisions} decisions compared in {seed - 1_000} games", flush=True)
