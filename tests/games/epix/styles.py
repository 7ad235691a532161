"""How games of Epix are played at random, so that they meet what uniform play seldom does."""

from __future__ import annotations

import random

from ..kernel import KernelGame
from ..lockstep import Shape

SHAPES = [(seats, rules) for rules in ("basic", "advanced") for seats in (2, 3, 4)]
READINGS = ("ours", "book")  # by turns
SEEDS = range(60)
BATCH = 480


def shape(seed: int) -> Shape:
    seats, rules = SHAPES[seed % len(SHAPES)]
    return Shape(seats, {"rules": rules, "readings": READINGS[seed // len(SHAPES) % 2]})


class Chooser:
    """How a game is played depends on its number: at random, quarrelsome, or saving for Winter."""

    def __init__(self, seed: int) -> None:
        self.rng = random.Random(seed)
        self.style = ("random", "quarrelsome", "quarrelsome", "thrifty")[seed // len(SHAPES) % 5 % 4]

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


def chooser(seed: int, kernel: KernelGame) -> Chooser:
    return Chooser(seed)
