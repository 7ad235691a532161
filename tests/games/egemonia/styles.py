"""How games of Egemonia are played at random, so that they meet what uniform play seldom does."""

from __future__ import annotations

import random

from ..kernel import KernelGame
from ..lockstep import Choose, Shape

SCENARIOS = ("standard", "historical")
READINGS = ("ours", "book")
SEEDS = range(60)
BATCH = 1000


def shape(seed: int) -> Shape:
    return Shape(2, {"scenario": SCENARIOS[seed % 2], "readings": READINGS[seed // 4 % 2]})


def chooser(seed: int, kernel: KernelGame) -> Choose:
    """In every other game the events pile up in a few areas, for confrontations of many events and lost homes."""
    rng = random.Random(seed)
    crowded = rng.sample(["athens", "sparta", "delphi", "sicily", "corinth", "thebes"], 3) if seed % 4 >= 2 else []

    def choose(seat: str, moves: list[str]) -> str:
        there = [move for move in moves if move.partition("@")[2] in crowded]
        return rng.choice(there or moves)

    return choose
