"""How games of Ephyran are played at random, so that they meet what uniform play seldom does."""

from __future__ import annotations

import random

from ..kernel import KernelGame
from ..lockstep import Choose, Shape
from ..variants import with_settings
from .variants import RULES

# Finished cities, raids, locks, a dry pile.
STYLES: tuple[tuple[str, ...], ...] = (
    (),
    ("add", "take", "put"),
    ("exchange", "destroy", "steal", "take", "dionysus", "shield", "hecate", "add"),
    ("lock", "unlock", "change", "add", "discard"),
    ("twins", "graeae", "draw:discard", "add", "exchange"),
    ("discard:dionysus", "change:dionysus", "draw:discard", "add:dionysus", "dionysus"),
)
OTHER_SETTINGS = with_settings(
    RULES, destroyed_to="discard", rounds=9, dry_rounds=1, hand=5, left_out_2=60, left_out_3=40, left_out_4=20
)
SEEDS = range(18)
BATCH = 300


def shape(seed: int) -> Shape:
    options = {"gods": "choose" if seed % 10 == 9 else "dealt", "readings": "book" if seed % 4 == 1 else "ours"}
    return Shape(2 + seed % 3, options, OTHER_SETTINGS if seed % 8 == 7 else None)


def chooser(seed: int, kernel: KernelGame) -> Choose:
    rng = random.Random(seed)
    style, zeal = STYLES[seed % len(STYLES)], rng.choice((0.5, 0.8, 0.95))

    def choose(seat: str, moves: list[str]) -> str:
        wanted = [move for move in moves if move.startswith(style)] if style else []
        return rng.choice(wanted if wanted and rng.random() < zeal else moves)

    return choose
