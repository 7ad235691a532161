"""What every game must keep to (`petteia.engine.contract`). A new game gets this suite by standing in the registry."""

from __future__ import annotations

import random
from itertools import islice

import pytest

from petteia.engine import Ruleset
from petteia.engine.contract import CHECKS, check_nothing_leaks, positions


@pytest.mark.parametrize("check", CHECKS)
def test_contract(rules: Ruleset, check: str) -> None:
    CHECKS[check](rules)


@pytest.mark.long
@pytest.mark.timeout(0)
def test_nothing_leaks_on_5000_positions(rules: Ruleset) -> None:
    rng = random.Random(5)
    for game in islice(positions(rules, 1_000_000, seed=2, share=0.3), 5_000):
        check_nothing_leaks(game, rng)
