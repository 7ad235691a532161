"""Random games of Egemonia played on the kernel and on the reference rules at once."""

from __future__ import annotations

import random

import pytest

from petteia.engine import ruleset
from tests.kernel import KernelGame, compare_a_million, lockstep
from tests.reference.egemonia import Egemonia

SCENARIOS = ("standard", "historical")


def play(seed: int) -> int:
    """One game; how it is played depends on the seed too. The number of compared decisions."""
    rng = random.Random(seed)
    scenario = SCENARIOS[seed % 2]
    # In every other game the events pile up in a few areas, for confrontations of many events and lost homes.
    crowded = rng.sample(["athens", "sparta", "delphi", "sicily", "corinth", "thebes"], 3) if seed % 4 >= 2 else []

    def choose(seat: str, moves: list[str]) -> str:
        there = [move for move in moves if move.partition("@")[2] in crowded]
        return rng.choice(there or moves)

    return lockstep(
        KernelGame(ruleset("egemonia", scenario=scenario)), Egemonia(options={"scenario": scenario}), choose
    )


def test_kernel_and_reference_agree() -> None:
    decisions = sum(play(seed) for seed in range(60))
    assert decisions > 2_000


@pytest.mark.long
@pytest.mark.timeout(0)
def test_kernel_and_reference_agree_on_a_million_decisions() -> None:
    compare_a_million(play, 1000)
