"""Random games of Epireia played on the kernel and on the reference rules at once."""

from __future__ import annotations

import random
from typing import Any

import pytest

from petteia.engine.epireia import SCENARIOS
from petteia.engine.epireia.rules import MODES
from tests.kernel import KernelGame, compare_a_million, lockstep
from tests.reference.base import CHANCE
from tests.reference.epireia import Epireia

from .table import DATA, rules

# Games for several players come as often as solo games: theirs are longer and have more rules.
SHAPES: list[tuple[int, dict[str, Any]]] = [
    *((2 + number % 3, {}) for number in range(24)),
    *((1, {"scenario": scenario, "enemy": enemy}) for enemy in MODES for scenario in SCENARIOS),
]


class Player:
    """Chooses moves in one of four styles: any move, any verb, what looks best, or a mixture."""

    def __init__(self, kernel: KernelGame, seed: int) -> None:
        self.kernel = kernel
        self.rng = random.Random(seed)
        self.style = seed // len(SHAPES) % 4

    def __call__(self, seat: str, moves: list[str]) -> str:
        if seat in ("", CHANCE):
            return self.rng.choice(moves)
        style = self.style if self.style < 3 else self.rng.randrange(3)
        if style == 0:
            return self.rng.choice(moves)
        if style == 1:
            verb = self.rng.choice(sorted({move.partition(":")[0] for move in moves}))
            return self.rng.choice([move for move in moves if move.partition(":")[0] == verb])
        return self.best(seat, moves)

    def best(self, seat: str, moves: list[str]) -> str:
        """The move after which the own team's share looks best, or any of those with probability one half."""
        rules, state = self.kernel.ruleset, self.kernel.state
        number = rules.seat_number(seat)
        found = []
        for move in moves:
            after = state.clone()
            after.apply(number, rules.parse_move(move))
            found.append((after.evaluate()[rules.rules.teams[number]], self.rng.random(), move))
        return max(found)[2] if self.rng.random() < 0.8 else self.rng.choice(moves)


def play(seed: int) -> int:
    """One game; its shape and how it is played depend on the seed. The number of compared decisions."""
    seats, options = SHAPES[seed % len(SHAPES)]
    kernel = KernelGame(rules(seats, **options))
    return lockstep(kernel, Epireia(seats, options, DATA), Player(kernel, seed))


def test_kernel_and_reference_agree() -> None:
    """Every shape once, in one of the styles."""
    decisions = sum(play(number + len(SHAPES) * (number % 4)) for number in range(0, len(SHAPES), 2))
    assert decisions > 2_000


@pytest.mark.long
@pytest.mark.timeout(0)
def test_kernel_and_reference_agree_on_a_million_decisions() -> None:
    compare_a_million(play, 192)
