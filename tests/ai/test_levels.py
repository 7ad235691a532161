"""Levels are budgets and slips; styles lean where it does no harm."""

from __future__ import annotations

import math
import random

import pytest

from petteia.ai import choice
from petteia.ai.choice import SECRET, chances, lean
from petteia.ai.levels import FULL, LEVELS, STYLES
from petteia.ai.player import Limits
from petteia.ai.players.ismcts import IsmctsPlayer
from petteia.ai.settings import IsmctsSettings
from petteia.engine import Game, new
from petteia.ext.core import DecisionKind

Row = choice.Row
KINDS = [kind for kind in DecisionKind if kind != DecisionKind.CHANCE_EVENT]


def some_rows(seed: int, n: int = 12) -> list[Row]:
    numbers = random.Random(seed)
    policy = [numbers.random() ** 3 for _ in range(n)]
    total = sum(policy)
    rows = [(move, share / total, numbers.randrange(0, 200), numbers.random()) for move, share in enumerate(policy)]
    return sorted(rows, key=lambda row: -row[1])


def test_there_are_ten_levels_each_with_more_nodes_and_fewer_slips() -> None:
    assert list(LEVELS) == list(range(1, 11))
    for lower, higher in zip(LEVELS.values(), list(LEVELS.values())[1:], strict=False):
        assert lower.nodes < higher.nodes
        assert lower.slip > higher.slip
        assert lower.cap > higher.cap
        assert lower.temperature > higher.temperature
    assert LEVELS[FULL].slip == 0


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("level", LEVELS)
def test_chances_are_chances(kind: int, level: int) -> None:
    for seed in range(50):
        rows = some_rows(seed)
        planned = chances(rows, kind, LEVELS[level])
        assert sum(planned) == pytest.approx(1)
        assert min(planned) >= 0


@pytest.mark.parametrize("level", LEVELS)
def test_a_slip_never_loses_more_than_the_cap(level: int) -> None:
    for seed in range(50):
        rows = some_rows(seed)
        worst = min(row[3] for row in rows if row[2])
        for row, chance in zip(rows[1:], chances(rows, choice.PUBLIC, LEVELS[level])[1:], strict=True):
            if chance > 0:
                # A move that was not tried counts as the worst that was.
                assert rows[0][3] - (row[3] if row[2] else worst) <= LEVELS[level].cap


@pytest.mark.parametrize("kind", sorted(SECRET))
@pytest.mark.parametrize("level", LEVELS)
def test_a_secret_choice_stays_mixed(kind: int, level: int) -> None:
    """Every move keeps its chance but for the slips, and at full strength exactly."""
    for seed in range(50):
        rows = some_rows(seed, choice.REGRETTED)
        for row, chance in zip(rows, chances(rows, kind, LEVELS[level]), strict=True):
            assert chance >= (1 - LEVELS[level].slip) * row[1] - 1e-12
            if level == FULL:
                assert chance == pytest.approx(row[1])


def test_hidden_placements_are_sharpened_but_stay_mixed() -> None:
    """Among many hidden placements those with nearly the most visits are played, each of them sometimes."""
    visits = (100, 97, 94, 94, *[60] * 10)
    total = sum(n**4 for n in visits)
    rows = [(move, n**4 / total, n, 0.5) for move, n in enumerate(visits)]
    planned = chances(rows, choice.HIDDEN, LEVELS[FULL])
    assert sum(planned) == pytest.approx(1)
    assert planned == sorted(planned, reverse=True)
    assert 0.3 < planned[0] < 0.7
    assert planned[3] > 0.05
    assert 0 < sum(planned[4:]) < 0.05


def test_a_seat_may_make_a_part_of_the_slips_only() -> None:
    rows = some_rows(1)
    often, seldom, never = (chances(rows, choice.PUBLIC, LEVELS[4], part) for part in (1.0, 0.5, 0.0))
    assert never == chances(rows, choice.PUBLIC, LEVELS[FULL])
    assert sum(seldom) == pytest.approx(1)
    assert seldom == pytest.approx([(a + b) / 2 for a, b in zip(often, never, strict=True)])
    enemies = {seat: new("epireia", seats=1, enemy="ai").ruleset.slips(seat) for seat in ("s0", "enemy")}
    assert enemies["enemy"] < enemies["s0"] == 1
    assert new("epireia", seats=1, enemy="rival").ruleset.slips("enemy") == 1


def test_full_strength_plays_the_best_public_move() -> None:
    rows = some_rows(1)
    assert chances(rows, choice.PUBLIC, LEVELS[FULL]) == [1.0] + [0.0] * (len(rows) - 1)


def test_weak_levels_lose_more_value() -> None:
    """The expected loss falls from level to level, for the same search."""
    rows = [(move, float(move == 0), 50, 0.7 - 0.03 * move) for move in range(20)]

    def loss(number: int) -> float:
        planned = chances(rows, choice.PUBLIC, LEVELS[number])
        return sum(chance * (0.7 - row[3]) for row, chance in zip(rows, planned, strict=True))

    losses = [loss(number) for number in LEVELS]
    assert losses == sorted(losses, reverse=True)
    assert losses[-1] == 0


def test_a_level_counts_iterations_and_does_not_look_at_the_clock() -> None:
    for number in range(1, FULL):
        player = IsmctsPlayer(IsmctsSettings(number), seed=1)
        nodes = LEVELS[number].nodes
        assert player._budget(Limits()) == (nodes, None)
        # A generous time limit changes nothing; a smaller budget of the caller's holds.
        assert player._budget(Limits(seconds=60))[0] == nodes
        assert player._budget(Limits(nodes=10)) == (10, None)
        assert player._budget(Limits(nodes=10**9)) == (nodes, None)
    full = IsmctsPlayer(seed=1)
    assert full._budget(Limits()) == (LEVELS[FULL].nodes, None)
    assert full._budget(Limits(seconds=0.05)) == (None, 0.05)
    assert full._budget(Limits(nodes=10**9)) == (10**9, None)
    assert full._budget(Limits(infinite=True)) == (None, None)


@pytest.mark.parametrize("style", ["aggressive", "cautious"])
@pytest.mark.parametrize("kind", sorted(SECRET - {choice.HIDDEN}))
def test_a_style_leaves_bids_and_guesses_alone(style: str, kind: int, twins: tuple[Game, Game]) -> None:
    rows = some_rows(2)
    planned = chances(rows, kind, LEVELS[FULL])
    assert lean(rows, planned, kind, style, twins[0].observation("s0"), 1) == planned


@pytest.mark.parametrize("kind", [choice.PUBLIC, choice.HIDDEN])
def test_styles_lean_both_ways_and_only_a_little(kind: int, twins: tuple[Game, Game]) -> None:
    observation = twins[0].observation("s0")
    moves = observation.core.legal()[:6]
    rows = [(move, 1 / 6, 100, 0.6 - 0.001 * index) for index, move in enumerate(moves)]
    rows.append((observation.core.legal()[6], 0.0, 100, 0.4))
    planned = chances(rows, kind, LEVELS[FULL])
    found = {style: lean(rows, planned, kind, style, observation, 1) for style in STYLES}
    assert found["balanced"] == planned
    assert found["aggressive"] != found["cautious"]
    for leaning in found.values():
        assert sum(leaning) == pytest.approx(1)
        assert leaning[-1] == 0  # the move that loses value is not preferred by any style
        if kind == choice.HIDDEN:
            for chance, before in zip(leaning[:-1], planned[:-1], strict=True):
                assert math.exp(-2 * choice.LEAN) <= chance / before <= math.exp(2 * choice.LEAN)
