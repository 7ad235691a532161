"""The last player of Winter (RULES.md, 8): who has a winning line acts, and nobody else."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from petteia.ext import core
from petteia.ext.games.epix import last_player

from ..kernel import KernelGame
from ..position import Fields
from ..variants import with_settings
from .position import ABILITIES, DATA, Position, fields_of, random_last_turn

CHOICES = ("recruit+tax", "recruit+move", "tax+move")
READINGS = ("ours", "book")
NOBODY_IS_SKIPPED = with_settings(DATA, last_player_rule=False)

both = pytest.mark.usefixtures("implementation")


@pytest.mark.parametrize("is_small", [True, False])
def test_8_kernel_and_reference_give_the_same_answer(is_small: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    rng = random.Random(1)
    found: Counter[tuple[str, bool]] = Counter()
    for number in range(600):
        fields = random_last_turn(rng, is_small)
        answers = []
        for implementation in ("reference", "kernel"):
            monkeypatch.setattr(Position, "implementation", implementation)
            answers.append(Position.load(fields, readings=READINGS[number % 2]).may_win("s0"))
        assert answers[0] == answers[1], fields
        found["+".join(fields["cards"][0]), answers[0]] += 1
    assert all(found[choice, hopes] > 5 for choice in CHOICES for hopes in (True, False)), found


# ---------------------------------------------------------------------------------------------------------------
# Against every order, move, bid and guess. The search of section 8 has no part in it: nobody is skipped there.


def has_a_winning_line(state: core.State, seen: set[bytes], limit: int) -> bool | None:
    """Whether s0 wins or shares in some way; None if to try them all takes too long."""
    mask = state.pending()
    if not mask:
        return state.returns()[0] > 0
    key = state.raw()
    if key in seen:
        return False
    seen.add(key)
    if len(seen) > limit:
        return None
    seat = (mask & -mask).bit_length() - 1
    for move in state.legal(seat):
        after = state.clone()
        after.apply(seat, move)
        found = has_a_winning_line(after, seen, limit)
        if found is not False:
            return found
    return False


def check_endings(seed: int, wanted: int, limit: int) -> None:
    """So many endings of each answer, with every ability on both sides, are searched through."""
    rng = random.Random(seed)
    searched: Counter[tuple[str, bool]] = Counter()
    abilities: Counter[tuple[int, str, bool]] = Counter()
    number = left_out = 0
    while searched.total() < 2 * wanted or min(searched[each, yes] for each in CHOICES for yes in (0, 1)) < wanted / 10:
        fields, number = random_last_turn(rng), number + 1
        readings = READINGS[number % 2]
        game = Position.load(fields, NOBODY_IS_SKIPPED, readings=readings).game
        assert isinstance(game, KernelGame)
        found = has_a_winning_line(game.state, set(), limit)
        if found is None:
            left_out += 1
            continue
        if searched["+".join(fields["cards"][0]), found] > wanted / 2:
            continue  # enough of these
        raw = (game.ruleset.rules.packed(), game.state.raw(), 0)
        assert last_player.possible(*raw) == found, (readings, fields)
        searched["+".join(fields["cards"][0]), found] += 1
        abilities.update((seat, card, found) for seat in (0, 1) for card in fields["abilities"][seat])
    assert left_out < number / 10
    missing = [key for seat in (0, 1) for card in ABILITIES for yes in (False, True)
               if not abilities[key := (seat, card, yes)]]  # fmt: skip
    assert not missing


@pytest.mark.usefixtures("kernel")
def test_8_the_answer_is_exact() -> None:
    check_endings(8, wanted=200, limit=4_000)


@pytest.mark.long
@pytest.mark.timeout(0)
@pytest.mark.usefixtures("kernel")
def test_8_the_answer_is_exact_in_many_endings() -> None:
    check_endings(9, wanted=1_500, limit=40_000)


# ---------------------------------------------------------------------------------------------------------------
# What makes the difference, one by one.


def last_turn(board: dict[str, str], gold: tuple[int, int], cards: str) -> Fields:
    """s0 is the last of two players."""
    fields = fields_of(board, season="winter", first="s1", phase="order", todo=[], gold=list(gold), shown=[True, True])
    return fields | {"cards": [cards.split("+"), ["tax", "move"]]}


@both
@pytest.mark.parametrize(("gold", "acts"), [(1, False), (2, True)])
def test_8_an_attack_with_one_gold_must_fail(gold: int, acts: bool) -> None:
    """One province against two: only a success against the camp makes them even, and s0 the richer."""
    board = {"A1": "s0 soldier", "B": "s1 soldier", "C2": "s1 camp"}
    assert Position.load(last_turn(board, (gold, 1), "recruit+move")).may_win("s0") is acts


@both
@pytest.mark.parametrize(("unit", "acts"), [("soldier", False), ("knight", True)])
def test_8_a_soldier_and_a_camp_in_one_province_are_one_province(unit: str, acts: bool) -> None:
    """s0 beats the camp. Only a knight goes on, and leaves the camp behind as a second province."""
    board = {"A1": f"s0 {unit}", "B": "s1 soldier", "B1": "s1 soldier", "C2": "s1 camp"}
    assert Position.load(last_turn(board, (0, 0), "tax+move")).may_win("s0") is acts


@both
@pytest.mark.parametrize(("readings", "acts"), [("ours", False), ("book", True)])
def test_8_by_the_book_an_empty_castle_counts(readings: str, acts: bool) -> None:
    board = {"A1": "s0 soldier", "B": "s1 soldier", "B1": "s1 camp"}
    assert Position.load(last_turn(board, (1, 0), "recruit+move"), readings=readings).may_win("s0") is acts
