"""How games of Epireia are played at random, so that they meet what uniform play seldom does."""

from __future__ import annotations

import random
from typing import Any

from petteia.engine.components import BOOK, OURS
from petteia.engine.games.epireia import SCENARIOS
from petteia.engine.games.epireia.rules import MODES
from tests.reference.base import CHANCE
from tests.tools.random_play import any_kind

from ..kernel import KernelGame
from ..lockstep import Shape

# Games for several players come as often as solo games: theirs are longer and have more rules.
SHAPES: list[tuple[int, dict[str, Any]]] = [
    *((2 + number % 3, {}) for number in range(24)),
    *((1, {"scenario": scenario, "enemy": enemy}) for enemy in MODES for scenario in SCENARIOS),
]
SEEDS = [2 * number + len(SHAPES) * (number % 4) for number in range(len(SHAPES) // 2)]  # in all of the styles
BATCH = 192


def shape(seed: int) -> Shape:
    """Two games in five are played by the book's readings."""
    seats, options = SHAPES[seed % len(SHAPES)]
    return Shape(seats, options | {"readings": BOOK if seed % 5 < 2 else OURS})


def chooser(seed: int, kernel: KernelGame) -> Player:
    return Player(kernel, seed)


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
            return any_kind(self.rng, moves)
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
