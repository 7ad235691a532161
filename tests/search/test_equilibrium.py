"""The exact equilibrium of a bid against guesses."""

from __future__ import annotations

import random
from itertools import combinations

import pytest

from petteia.ext.search.equilibrium import bid_equilibrium, guess_sets


def attack(gold: int, unit: int, k: int) -> float:
    """Success is worth 5, the bid is spent either way, a failed attack costs the unit."""
    return bid_equilibrium([5.0 - b for b in range(gold + 1)], [-float(b) - unit for b in range(gold + 1)], k)[0]


@pytest.mark.parametrize(
    ("k", "unit", "golds", "value"),
    [(1, 0, range(3, 11), 7 / 3), (1, 2, range(3, 11), 1.75), (2, 0, range(4, 11), 1.0), (2, 2, range(4, 11), 0.2),
     (2, 2, [3], 0.0)],
)  # fmt: skip
def test_known_values(k: int, unit: int, golds: range, value: float) -> None:
    for gold in golds:
        assert attack(gold, unit, k) == pytest.approx(value, abs=1e-12), gold


def certify(miss: list[float], hit: list[float], k: int) -> None:
    """Each side's strategy keeps the other to the value: that proves the value and both strategies at once."""
    value, bids, covers = bid_equilibrium(miss, hit, k)
    n = len(miss)
    assert sum(bids) == pytest.approx(1)
    assert sum(covers) <= min(k, n) + 1e-9
    assert all(-1e-12 <= p <= 1 + 1e-12 for p in bids + covers)
    for b in range(n):
        assert covers[b] * hit[b] + (1 - covers[b]) * miss[b] <= value + 1e-9
    for named in combinations(range(n), min(k, n)):
        assert sum(p * (hit[b] if b in named else miss[b]) for b, p in enumerate(bids)) >= value - 1e-9
    sets = guess_sets(covers)
    assert sum(chance for chance, _ in sets) == pytest.approx(1)
    assert all(len(set(named)) == len(named) <= min(k, n) for _, named in sets)
    for b in range(n):
        assert sum(chance for chance, named in sets if b in named) == pytest.approx(covers[b], abs=1e-9)


@pytest.mark.parametrize("k", [1, 2, 3])
def test_nobody_can_do_better(k: int) -> None:
    numbers = random.Random(k)
    for _ in range(700):
        n = numbers.randint(1, 9)
        miss = [numbers.random() for _ in range(n)]
        hit = [numbers.random() if numbers.random() < 0.3 else numbers.random() * value for value in miss]
        certify(miss, hit, k)


def test_as_many_guesses_as_bids_cover_everything() -> None:
    value, bids, covers = bid_equilibrium([1.0, 0.9], [0.2, 0.3], 2)
    assert (value, bids, covers) == (0.3, [0.0, 1.0], [1.0, 1.0])


def test_a_bid_that_gains_by_being_guessed_sets_a_floor() -> None:
    value, bids, _ = bid_equilibrium([0.5, 0.6, 0.55], [0.9, 0.0, 0.0], 1)
    assert value == 0.5
    assert bids == [1.0, 0.0, 0.0]


def test_equal_values_do_not_divide_by_zero() -> None:
    assert bid_equilibrium([0.5, 0.5], [0.5, 0.5], 1)[0] == 0.5


def test_wrong_sizes_are_refused() -> None:
    with pytest.raises(ValueError, match="bids"):
        bid_equilibrium([1.0], [0.0, 0.0], 1)
