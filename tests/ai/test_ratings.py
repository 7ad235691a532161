"""Ratings: known answers, intervals that hold what they promise, and what cannot be rated."""

from __future__ import annotations

import math
import random

import pytest

from petteia.ai.ratings import ELO, Encounter, connected, expected_score, ratings
from petteia.ai.stats import Z95, Scores, elo


def met(first: str, second: str, *scores: float, times: int = 1) -> Encounter:
    return Encounter(first, second, Scores.of(scores * times))


def test_two_players_differ_by_the_elo_of_their_score() -> None:
    found = ratings([met("b", "a", 1, 1, 1, 0, times=25)], "a")
    assert found["a"].value == found["a"].low == found["a"].high == 0
    assert found["b"].value == pytest.approx(elo(0.75))
    # The deviation of the mean through the slope of the log odds, 1 / (p (1 - p)).
    half = Z95 * ELO * math.sqrt(0.75 * 0.25 / 99) / (0.75 * 0.25)
    assert found["b"].high - found["b"].value == pytest.approx(half, rel=1e-6)
    assert found["b"].value - found["b"].low == pytest.approx(half, rel=1e-6)


def test_draws_and_shares_are_fractions() -> None:
    assert ratings([met("b", "a", 0.5, times=10)], "a")["b"].value == pytest.approx(0, abs=1e-6)
    by_shares = ratings([met("b", "a", 0.75, 0.5, times=10)], "a")["b"]
    by_wins = ratings([met("b", "a", 1, 1, 1, 1, 1, 0, 0, 0, times=10)], "a")["b"]
    assert by_shares.value == pytest.approx(by_wins.value)
    assert by_shares.high - by_shares.low < by_wins.high - by_wins.low  # they vary less


def test_what_everybody_expects_is_found_again() -> None:
    """Scores that are exactly those of known ratings, everybody against everybody."""
    true = {"a": 0.0, "b": 120.0, "c": -35.0, "d": 310.0}
    names = list(true)
    encounters = []
    for place, first in enumerate(names):
        for second in names[:place]:
            p = expected_score(true[first] - true[second])
            encounters.append(met(first, second, p - 0.1, p + 0.1, times=20 + 7 * place))
    found = ratings(encounters, "b")
    for name, value in true.items():
        assert found[name].value == pytest.approx(value - true["b"], abs=1e-6)


def test_intervals_add_up_along_a_chain() -> None:
    """Who is farther from the anchor is known less well: the variances of independent steps add."""
    steps = [met("b", "a", 1, 1, 0, times=50), met("c", "b", 1, 1, 0, times=50), met("d", "c", 1, 1, 0, times=50)]
    found = ratings(steps, "a")
    widths = [found[name].high - found[name].value for name in "bcd"]
    assert widths[1] == pytest.approx(math.sqrt(2) * widths[0])
    assert widths[2] == pytest.approx(math.sqrt(3) * widths[0])
    assert found["d"].value == pytest.approx(3 * elo(2 / 3))


def test_the_anchor_only_shifts() -> None:
    steps = [met("b", "a", 1, 1, 0, times=9), met("c", "b", 1, 0, 1, 0, 1, times=9), met("c", "a", 1, 1, 1, 0, times=9)]
    one, other = ratings(steps, "a"), ratings(steps, "c")
    for name in "abc":
        assert one[name].value - other[name].value == pytest.approx(one["c"].value)


def test_who_won_everything_has_a_finite_rating_that_says_little() -> None:
    found = ratings([met("b", "a", 1, times=20), met("c", "b", 1, 0, times=20)], "a")
    assert found["b"].value == pytest.approx(elo(20.5 / 21))
    assert found["b"].high - found["b"].value > 150
    assert ratings([met("b", "a", 0, times=20)], "a")["b"].value == pytest.approx(-elo(20.5 / 21))
    assert ratings([met("b", "a", 1)], "a")["b"].high > ratings([met("b", "a", 1)], "a")["b"].value + 100


def test_who_never_met_the_anchor_is_not_rated() -> None:
    encounters = [met("b", "a", 1, 0), met("d", "c", 1, 0), met("c", "b")]  # the last has not been played
    assert set(ratings(encounters, "a")) == {"a", "b"}
    assert set(ratings(encounters, "d")) == {"c", "d"}
    assert set(ratings([], "a")) == {"a"}
    assert connected([met("c", "b", 1), met("b", "a", 1)], "a") == ["a", "b", "c"]


def test_intervals_hold_the_truth_as_often_as_they_say() -> None:
    """Deals whose two games share their luck: less noise than coins have, and more chains than one."""
    rng = random.Random(7)
    true = {"a": 0.0, "b": 80.0, "c": 200.0}
    held = coin_width = width = 0.0
    for _ in range(300):
        encounters = []
        for first, second in (("b", "a"), ("c", "b"), ("c", "a")):
            p = expected_score(true[first] - true[second])
            scores = Scores()
            for _ in range(80):
                luck = rng.random()  # the good hand is once the one's and once the other's
                scores.add(((luck < p) + (1 - luck < p)) / 2)
            encounters.append(Encounter(first, second, scores))
        found = ratings(encounters, "a")["c"]
        held += found.low <= true["c"] <= found.high
        width += found.high - found.low
        coins = [Encounter(one.first, one.second, _as_coins(one.scores)) for one in encounters]
        wide = ratings(coins, "a")["c"]
        coin_width += wide.high - wide.low
    assert 0.91 <= held / 300 <= 0.985
    assert width < 0.75 * coin_width


def _as_coins(scores: Scores) -> Scores:
    """As many deals of the same mean, each won or lost."""
    return Scores(scores.n, scores.mean, scores.n * scores.mean * (1 - scores.mean))
