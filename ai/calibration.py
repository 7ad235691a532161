"""Chances that come true: what a search expects, corrected by how often such expectations were right.

A game whose search is too hopeful or too gloomy gives the curve for that (`Ruleset.calibration`). Others leave shares
as they are.
"""

from __future__ import annotations

import math

from ..engine import Observation


class Calibration:
    """The correction for one observation, or none."""

    def __init__(self, observation: Observation | None) -> None:
        """None: nothing is corrected."""
        self._odds = None if observation is None else observation.ruleset.calibration(observation.core)

    def chance(self, share: float, team: int = 0) -> float:
        """How likely a team is to win that expects this share."""
        if self._odds is None or not 0 < share < 1:
            return share
        if team:
            return 1 - self.chance(1 - share)
        a, b = self._odds
        return 1 / (1 + math.exp(-(a + b * math.log(share / (1 - share)))))

    def shares(self, shares: tuple[float, ...]) -> tuple[float, ...]:
        """The shares of all teams, corrected."""
        if self._odds is None:
            return shares
        first = self.chance(shares[0])
        return (first, 1 - first)

    def error(self, error: float, share: float) -> float:
        """The standard error of the first team's chance: that of its share, times the slope of the curve there."""
        if self._odds is None or not 0 < share < 1:
            return error
        chance = self.chance(share)
        return error * self._odds[1] * chance * (1 - chance) / (share * (1 - share))
