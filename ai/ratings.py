"""Ratings from results: which strengths make what was played likeliest (Bradley and Terry), in Elo.

A player that is d Elo stronger than another is expected to score 1 / (1 + 10^(-d / 400)) against it. Shares of a game
count as what they are: a drawn game is half a point for each side. The unit is the deal, as everywhere in `stats`.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from .stats import Z95, Interval, Scores

ELO = 400 / math.log(10)  # of a unit of log odds
STEPS = 200  # of Newton's method; it needs about ten
LONGEST_STEP = 1.0  # in log odds: a longer one may overshoot where a player won nearly everything
CLOSE = 1e-10  # log odds


@dataclass(frozen=True)
class Encounter:
    """What two players did against each other."""

    first: str
    second: str
    scores: Scores  # of deals, for the first player

    @property
    def mean(self) -> float:
        """The mean score. A side that lost every deal gets half a deal, since no finite rating explains nothing."""
        n, mean = self.scores.n, self.scores.mean
        return (n * mean + 0.5) / (n + 1) if mean in (0, 1) else mean

    @property
    def variance(self) -> float:
        """Of one deal's score. Where the deals are too few or too alike to tell, what a coin of that mean has."""
        n, spread = self.scores.n, self.mean * (1 - self.mean)
        if n == 1 or self.scores.mean in (0, 1):
            return spread
        return max(self.scores.variance, spread / n)


def connected(encounters: Iterable[Encounter], anchor: str) -> list[str]:
    """The anchor first, then everybody whom a chain of encounters connects with it."""
    links = [(one.first, one.second) for one in encounters if one.scores.n]
    found, before = {anchor: None}, 0
    while len(found) > before:
        before = len(found)
        for first, second in links:
            if first in found or second in found:
                found |= {first: None, second: None}
    return list(found)


def ratings(encounters: Sequence[Encounter], anchor: str) -> dict[str, Interval]:
    """The likeliest ratings with 95 % intervals, where the anchor's is 0. Who never met it, even by others, has none.

    The intervals are the sandwich estimator's: the curvature of the likelihood on both sides, and between them how much
    the deals really varied. The games of a deal share their luck, so a deal varies less than the likelihood believes.
    """
    names = connected(encounters, anchor)
    known = [one for one in encounters if one.scores.n and one.first in names]
    if len(names) == 1:
        return {anchor: Interval(0.0, 0.0, 0.0)}
    signs = np.zeros((len(known), len(names)))
    for row, one in enumerate(known):
        signs[row, names.index(one.first)] = 1
        signs[row, names.index(one.second)] = -1
    signs = signs[:, 1:]  # the anchor's rating is no unknown
    n = np.array([float(one.scores.n) for one in known])
    mean = np.array([one.mean for one in known])
    found = _likeliest(signs, n, mean)
    expected = _expected(signs @ found)
    curvature = np.linalg.inv(_weighted(signs, n * expected * (1 - expected)))
    variance = np.array([one.variance for one in known]) + (mean - expected) ** 2
    spread = np.sqrt(np.diagonal(curvature @ _weighted(signs, n * variance) @ curvature))
    intervals = {anchor: Interval(0.0, 0.0, 0.0)}
    for name, value, half in zip(names[1:], ELO * found, Z95 * ELO * spread, strict=True):
        intervals[name] = Interval(float(value), float(value - half), float(value + half))
    return intervals


def expected_score(difference: float) -> float:
    """Of a player that is so many Elo stronger."""
    return 1 / (1 + math.exp(-difference / ELO))


Vector = NDArray[np.float64]


def _expected(log_odds: Vector) -> Vector:
    return 1 / (1 + np.exp(-log_odds))


def _weighted(signs: Vector, weights: Vector) -> Vector:
    found: Vector = signs.T @ (weights[:, None] * signs)
    return found


def _likeliest(signs: Vector, n: Vector, mean: Vector) -> Vector:
    """The log odds by Newton's method: the likelihood has one summit."""
    found = np.zeros(signs.shape[1])
    for _ in range(STEPS):
        expected = _expected(signs @ found)
        step = np.linalg.solve(_weighted(signs, n * expected * (1 - expected)), signs.T @ (n * (mean - expected)))
        longest = float(np.abs(step).max())
        found += step * min(1.0, LONGEST_STEP / longest) if longest > 0 else 0.0
        if longest < CLOSE:
            break
    return found
