"""The last player of Winter (RULES.md, 8): whom the test skips has no winning line, and the test skips many."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from ..position import Fields
from ..variants import with_settings
from .position import DATA, Position, random_last_turn

CHOICES = ("recruit+tax", "recruit+move", "tax+move")
NOBODY_IS_SKIPPED = with_settings(DATA, last_player_rule=False)

both = pytest.mark.usefixtures("implementation")


def ending(fields: Fields) -> Position:
    """A last player's turn, played on whether it may win or not."""
    return Position.load(fields, NOBODY_IS_SKIPPED)


@pytest.mark.parametrize("is_small", [True, False])
def test_8_kernel_and_reference_make_the_same_test(is_small: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    rng = random.Random(1)
    found: Counter[tuple[str, bool]] = Counter()
    for _ in range(900):
        fields = random_last_turn(rng, is_small)
        answers = []
        for implementation in ("reference", "kernel"):
            monkeypatch.setattr(Position, "implementation", implementation)
            answers.append(Position.load(fields).may_win("s0"))
        assert answers[0] == answers[1], fields
        found["+".join(fields["cards"][0]), answers[0]] += 1
    assert all(found[choice, hopes] > 5 for choice in CHOICES for hopes in (True, False)), found


def has_a_winning_line(game: Position, seen: set[str], limit: int) -> bool | None:
    """Whether s0 wins in some way, by every bid and every guess; None if to try them all takes too long."""
    if not game.pending():
        return "s0" in game.winners
    key = repr(game.fields)
    if key in seen:
        return False
    seen.add(key)
    if len(seen) > limit:
        return None
    seat = game.pending()[0]
    for move in game.legal(seat):
        found = has_a_winning_line(game.clone().play(seat, move), seen, limit)
        if found is not False:
            return found
    return False


def check_endings(seed: int, wanted: int, limit: int) -> None:
    """No position in which the test would skip the last player has a winning line; so many are searched through."""
    rng = random.Random(seed)
    searched: Counter[str] = Counter()
    while searched.total() < wanted or min(searched[choice] for choice in CHOICES) < wanted // 10:
        fields = random_last_turn(rng)
        game = ending(fields)
        if not game.may_win("s0"):
            found = has_a_winning_line(game, set(), limit)
            assert found is not True, fields
            searched["+".join(fields["cards"][0])] += found is False


@both
def test_8_nobody_with_a_winning_line_is_skipped() -> None:
    check_endings(8, wanted=120, limit=1_000)


@pytest.mark.long
@pytest.mark.timeout(0)
@pytest.mark.usefixtures("kernel")
def test_8_nobody_with_a_winning_line_is_skipped_in_many_endings() -> None:
    check_endings(9, wanted=1_500, limit=20_000)


@both
def test_8_the_test_is_not_idle() -> None:
    """Most of those whom it lets act in small endings do have a winning line."""
    rng = random.Random(3)
    found: Counter[bool | None] = Counter()
    for _ in range(40):
        game = ending(random_last_turn(rng))
        if game.may_win("s0"):
            found[has_a_winning_line(game, set(), 200)] += 1
    assert found[True] > found[False]
