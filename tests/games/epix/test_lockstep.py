"""Random games of Epix played on the kernel and on the reference rules at once."""

from __future__ import annotations

import random

import pytest

from petteia.engine import ruleset
from tests.kernel import KernelGame, compare_a_million, lockstep
from tests.reference.base import load_data
from tests.reference.epix import DATA, Epix

SHAPES = [(seats, rules) for rules in ("basic", "advanced") for seats in (2, 3, 4)]
DATA_ROWS = load_data(DATA)


class Chooser:
    """How a game is played depends on its number: at random, quarrelsome, or saving for Winter."""

    def __init__(self, seed: int) -> None:
        self.rng = random.Random(seed)
        self.style = ("random", "quarrelsome", "quarrelsome", "thrifty")[seed // len(SHAPES) % 4]

    def __call__(self, seat: str, moves: list[str]) -> str:
        rng = self.rng
        if not seat or self.style == "random":
            return rng.choice(moves)
        if self.style == "thrifty":
            moves = [move for move in moves if not move.startswith("done")] or moves
        fierce = [move for move in moves if move.split(":")[0] in ("attack", "fire", "on") or "move" in move]
        if fierce and rng.random() < 0.7:
            castles = [move for move in fierce if move[-2:] in (">A", ">B", ">C", ">D")]
            return rng.choice(castles if castles and self.style == "quarrelsome" else fierce)
        cheap = [move for move in moves if not move.startswith("bid:") or int(move[4:].split("@")[0]) <= 2]
        return rng.choice(cheap if cheap and rng.random() < 0.8 else moves)


def play(seed: int) -> int:
    """One game; the number of compared decisions."""
    seats, rules = SHAPES[seed % len(SHAPES)]
    kernel = KernelGame(ruleset("epix", seats, rules=rules))
    return lockstep(kernel, Epix(seats, {"rules": rules}, DATA_ROWS), Chooser(seed))


def test_kernel_and_reference_agree() -> None:
    decisions = sum(play(seed) for seed in range(48))
    assert decisions > 2_000


@pytest.mark.long
@pytest.mark.timeout(0)
def test_kernel_and_reference_agree_on_a_million_decisions() -> None:
    compare_a_million(play, 480)
