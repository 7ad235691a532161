"""Speeds that were measured several times, and what changed between two runs beyond their noise."""

from __future__ import annotations

import math
import statistics
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

# Two runs of the same program differ by this much even on a quiet machine: code and memory land elsewhere.
LEAST_NOISE = 0.05


@dataclass(frozen=True)
class Rate:
    """How many a second, in each round. What else the machine does can only slow a round down: the best one counts."""

    rounds: tuple[float, ...]

    @property
    def best(self) -> float:
        return max(self.rounds)

    @property
    def noise(self) -> float:
        """How far a usual round stays behind the best, as a part of it."""
        return 1 - statistics.median(self.rounds) / self.best if self.best > 0 else 0.0

    def to_dict(self) -> dict[str, Any]:
        return {"best": self.best, "noise": round(self.noise, 4), "rounds": list(self.rounds)}

    @classmethod
    def from_dict(cls, saved: dict[str, Any]) -> Rate:
        return cls(tuple(float(value) for value in saved["rounds"]))


@dataclass(frozen=True)
class Change:
    """A speed then and now; the ratio is corrected for how fast the machine itself was in each run."""

    name: str
    before: float
    after: float
    ratio: float
    noise: float

    @property
    def real(self) -> bool:
        """Whether it exceeds the noise."""
        return abs(math.log(self.ratio)) > math.log1p(self.noise) if self.ratio > 0 else True

    @property
    def verdict(self) -> str:
        if not self.real:
            return ""
        return "faster" if self.ratio > 1 else "SLOWER"

    def cells(self) -> list[str]:
        return [
            self.name,
            amount(self.before),
            amount(self.after),
            f"{100 * (self.ratio - 1):+.1f} %",
            f"{100 * self.noise:.1f} %",
            self.verdict,
        ]


COLUMNS = ("what", "before", "now", "change", "noise", "")


def compare(before: dict[str, Rate], after: dict[str, Rate], machine: float = 1.0) -> list[Change]:
    """What is in both; ``machine`` is how many times faster the machine itself was in the second run."""
    changes = []
    for name, new in after.items():
        old = before.get(name)
        if old is not None and old.best > 0:
            noise = max(LEAST_NOISE, math.hypot(old.noise, new.noise))
            changes.append(Change(name, old.best, new.best, new.best / old.best / machine, noise))
    return changes


def speed_of_machine(yardsticks: Iterable[tuple[float, float]]) -> float:
    """How many times faster the machine was, from pairs of what the same yardstick gave before and now."""
    ratios = [after / before for before, after in yardsticks if before > 0 and after > 0]
    return statistics.geometric_mean(ratios) if ratios else 1.0


def amount(value: float) -> str:
    """Three digits and a word: 8.21 million, 431 thousand, 12.3."""
    for size, word in ((1e9, " billion"), (1e6, " million"), (1e3, " thousand")):
        if value >= 0.9995 * size:
            return f"{_three(value / size)}{word}"
    return _three(value)


def _three(value: float) -> str:
    return f"{value:.0f}" if value >= 100 else f"{value:.1f}" if value >= 10 else f"{value:.2f}"
