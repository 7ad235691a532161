"""Random games of Ephyran played on the kernel and on the reference rules at once."""

from __future__ import annotations

import random

import pytest

from tests.kernel import KernelGame, compare_a_million, lockstep
from tests.reference.ephyran import Ephyran

from .variants import RULES, kernel_rules, with_settings

SEATS = (2, 3, 4)

# Ways to play that lead to what uniform play seldom meets: finished cities, raids, locks, a dry pile.
STYLES: tuple[tuple[str, ...], ...] = (
    (),
    ("add", "take", "put"),
    ("exchange", "destroy", "steal", "take", "dionysus", "shield", "hecate", "add"),
    ("lock", "unlock", "change", "add", "discard"),
    ("twins", "graeae", "draw:discard", "add", "exchange"),
)
OTHER_SETTINGS = with_settings(
    destroyed_to="discard", rounds=9, dry_rounds=1, hand=5, left_out_2=60, left_out_3=40, left_out_4=20
)


def play(seed: int) -> int:
    """One game; how it is played depends on the seed too. The number of compared decisions."""
    rng = random.Random(seed)
    seats = SEATS[seed % 3]
    options = {"gods": "choose" if seed % 10 == 9 else "dealt"}
    data = OTHER_SETTINGS if seed % 8 == 7 else RULES
    style, zeal = STYLES[seed % len(STYLES)], rng.choice((0.5, 0.8, 0.95))

    def choose(seat: str, moves: list[str]) -> str:
        wanted = [move for move in moves if move.startswith(style)] if style else []
        return rng.choice(wanted if wanted and rng.random() < zeal else moves)

    return lockstep(KernelGame(kernel_rules(seats, options, data)), Ephyran(seats, options, data), choose)


def test_kernel_and_reference_agree() -> None:
    assert sum(play(seed) for seed in range(15)) > 2_000


@pytest.mark.long
@pytest.mark.timeout(0)
def test_kernel_and_reference_agree_on_a_million_decisions() -> None:
    compare_a_million(play, 300)
