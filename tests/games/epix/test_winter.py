"""The last player of Winter (RULES.md, 8): the kernel's test against the reference's, and against trying everything."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from petteia.ext import core, epix_winter
from tests.reference.epix import Epix

from .table import DATA_ROWS, random_last_turn, rules_of

CHOICES = ("recruit+tax", "recruit+move", "tax+move")


def may_win(state: core.State) -> bool:
    return epix_winter.possible(state.rules.packed(), state.raw(), 0)


@pytest.mark.parametrize("is_small", [True, False])
def test_8_kernel_and_reference_make_the_same_test(is_small: bool) -> None:
    rng = random.Random(1)
    found = Counter()
    for _ in range(900):
        fields = random_last_turn(rng, is_small)
        state = rules_of(fields["players"], "advanced").from_fields(fields)
        hopes = Epix.from_fields(fields, DATA_ROWS).can_possibly_win("s0")
        assert may_win(state) == hopes, fields
        found["+".join(fields["cards"][0]), hopes] += 1
    assert all(found[choice, hopes] > 5 for choice in CHOICES for hopes in (True, False)), found


def has_a_winning_line(state: core.State, seat: int, seen: set[bytes], limit: int) -> bool | None:
    """Try everything, every bid and every guess, from the end of the list of moves; None if that takes too long."""
    pending = state.pending()
    if not pending:
        return state.returns()[seat] > 0
    decider = (pending & -pending).bit_length() - 1
    for move in state.legal(decider):
        after = state.clone()
        after.apply(decider, move)
        key = after.raw()
        if key in seen:
            continue
        seen.add(key)
        if len(seen) > limit:
            return None
        found = has_a_winning_line(after, seat, seen, limit)
        if found is not False:
            return found
    return False


def check_endings(seed: int, wanted: int, limit: int) -> Counter[str]:
    """No position in which the test would skip the last player has a winning line. How many were searched through."""
    rng = random.Random(seed)
    searched: Counter[str] = Counter()
    while searched.total() < wanted or min(searched[choice] for choice in CHOICES) < wanted // 10:
        fields = random_last_turn(rng)
        state = rules_of(fields["players"], "advanced").from_fields(fields)
        if not may_win(state):
            found = has_a_winning_line(state, 0, set(), limit)
            assert found is not True, fields
            searched["+".join(fields["cards"][0])] += found is False
    return searched


def test_8_nobody_with_a_winning_line_is_skipped() -> None:
    assert check_endings(8, wanted=240, limit=2_000).total() >= 240


@pytest.mark.long
@pytest.mark.timeout(0)
def test_8_nobody_with_a_winning_line_is_skipped_in_many_endings() -> None:
    print(check_endings(9, wanted=5_000, limit=50_000))


def test_8_the_test_is_not_idle() -> None:
    """Most of those whom it lets act in small endings do have a winning line."""
    rng = random.Random(3)
    found: Counter[bool | None] = Counter()
    for _ in range(150):
        fields = random_last_turn(rng)
        state = rules_of(fields["players"], "advanced").from_fields(fields)
        if may_win(state):
            found[has_a_winning_line(state, 0, set(), 1_000)] += 1
    assert found[True] > found[False]
