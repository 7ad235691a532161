"""What the engine expects, as people are told: how often it comes true (`Ruleset.odds`)."""

from __future__ import annotations

import math

from ..engine import Observation


class Told:
    """Shares of teams, and how sure they are, for one observation."""

    def __init__(self, observation: Observation) -> None:
        self._odds = observation.ruleset.odds(observation.core)

    def chance(self, share: float, team: int = 0) -> float:
        """Of a team that expects this share."""
        if self._odds is None or not 0 < share < 1:
            return share
        if team:
            return 1 - self.chance(1 - share)
        a, b = self._odds
        return 1 / (1 + math.exp(-(a + b * math.log(share / (1 - share)))))

    def shares(self, shares: tuple[float, ...]) -> tuple[float, ...]:
        """Of all teams."""
        if self._odds is None:
            return shares
        first = self.chance(shares[0])
        return (first, 1 - first)

    def error(self, error: float, share: float) -> float:
        """The standard error of the first team's chance, from that of its share: as far as the curve is steep there."""
        if self._odds is None or not 0 < share < 1:
            return error
        chance = self.chance(share)
        return error * self._odds[1] * chance * (1 - chance) / (share * (1 - share))
