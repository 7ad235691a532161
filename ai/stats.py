"""The statistics of matches: intervals, Elo differences, and when to stop.

The unit is the deal, not the game: the games of one deal, with the seats swapped, share their luck, so only their mean
is one observation. A deal's score is 1 if the first player took everything in all of its games, 0 if it took nothing.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Self

Z95 = 1.959963984540054  # the normal distribution's 97.5 % point
ROUNDING = 1e-9  # a mean of many scores may miss a bound by its last bits


@dataclass(frozen=True)
class Interval:
    """An estimate with its 95 % confidence interval."""

    value: float
    low: float
    high: float

    def to_dict(self) -> dict[str, float]:
        return {name: round(number, 6) for name, number in vars(self).items()}

    def verdict(self, low: float, high: float) -> str:
        """``ok`` within bounds, ``OUT`` outside; ``unclear`` if the interval reaches into them: it may be bad luck."""
        if low - ROUNDING <= self.value <= high + ROUNDING:
            return "ok"
        return "unclear" if self.low <= high and self.high >= low else "OUT"


@dataclass
class Moments:
    """The mean and the spread of numbers as they come in, without keeping them.

    Welford's recurrence: exact enough for millions of numbers, and the same for the same numbers in the same order.
    """

    n: int = 0
    mean: float = 0.0
    squares: float = 0.0  # sum of squared distances from the mean

    @classmethod
    def of(cls, scores: Iterable[float]) -> Self:
        found = cls()
        for score in scores:
            found.add(score)
        return found

    def add(self, score: float) -> None:
        self.n += 1
        step = score - self.mean
        self.mean += step / self.n
        self.squares += step * (score - self.mean)

    @property
    def variance(self) -> float:
        return self.squares / (self.n - 1) if self.n > 1 else 0.0


@dataclass
class Scores(Moments):
    """The scores of deals as they come in: their mean and spread, and how often each came."""

    counts: dict[float, int] = field(default_factory=dict)  # a deal's games are few, so there are few different scores

    def add(self, score: float) -> None:
        super().add(score)
        self.counts[score] = self.counts.get(score, 0) + 1

    def mirrored(self) -> Scores:
        """The same deals from the other side."""
        return Scores(self.n, 1 - self.mean, self.squares, {1 - score: count for score, count in self.counts.items()})


def interval(scores: Scores | Sequence[float], z: float = Z95) -> Interval:
    """The mean of deals' scores (each from 0 to 1) with a confidence interval.

    Wilson's interval, with the variance scaled to what was seen: the bounds p solve (mean - p)^2 = z^2 r p(1 - p) / n,
    where r = s^2 / (mean (1 - mean)) is 1 for deals that are all or nothing and smaller where the seats share a deal.
    Like Wilson's, and unlike mean +- z s / sqrt(n), it stays within 0..1 and keeps a width when all deals went one way.
    """
    found = scores if isinstance(scores, Scores) else Scores.of(scores)
    n, mean = found.n, found.mean
    if n == 0:
        return Interval(0.5, 0.0, 1.0)
    spread = mean * (1 - mean)
    ratio = 1.0 if n == 1 or spread < 1e-12 else max(found.variance / spread, 1 / n)
    t = z * z * ratio / n
    centre = (mean + t / 2) / (1 + t)
    half = math.sqrt(t * spread + t * t / 4) / (1 + t)
    low = 0.0 if mean <= 0 else max(0.0, centre - half)
    high = 1.0 if mean >= 1 else min(1.0, centre + half)
    return Interval(mean, low, high)


def difference_interval(scores: Scores, z: float = Z95) -> Interval:
    """The mean of deals' differences (each from -1 to 1) with a confidence interval.

    Both sides of a difference played the same deal, so luck that they shared is not in it.
    """
    half = z * math.sqrt(scores.variance / scores.n) if scores.n > 1 else 1.0
    return Interval(scores.mean, max(-1.0, scores.mean - half), min(1.0, scores.mean + half))


def mean_interval(found: Moments, z: float = Z95) -> Interval:
    """The mean of numbers without bounds (corrected scores) with a confidence interval: Student's."""
    if found.n < 2:
        return Interval(found.mean if found.n else 0.5, -math.inf, math.inf)
    half = student_t(z, found.n - 1) * math.sqrt(found.variance / found.n)
    return Interval(found.mean, found.mean - half, found.mean + half)


def student_t(z: float, freedom: int) -> float:
    """What z is with so many degrees of freedom: exact for 1 and 2, within half a percent beyond (at 95 %)."""
    tail = math.erfc(z / math.sqrt(2)) / 2
    if freedom == 1:
        return math.tan(math.pi * (0.5 - tail))
    if freedom == 2:
        return (1 - 2 * tail) / math.sqrt(2 * tail * (1 - tail))
    terms = (
        (z**3 + z) / 4,
        (5 * z**5 + 16 * z**3 + 3 * z) / 96,
        (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384,
        (79 * z**9 + 776 * z**7 + 1482 * z**5 - 1920 * z**3 - 945 * z) / 92160,
    )
    return z + sum(term / float(freedom) ** power for power, term in enumerate(terms, 1))


def elo(score: float) -> float:
    """The difference in Elo at which a score is expected: score = 1 / (1 + 10^(-elo / 400))."""
    if score <= 0:
        return -math.inf
    if score >= 1:
        return math.inf
    return 400 * math.log10(score / (1 - score))


def elo_interval(scores: Interval) -> Interval:
    return Interval(elo(scores.value), elo(scores.low), elo(scores.high))


# ---------------------------------------------------------------------------------------------------------------
# Sequential testing.

PSEUDO = 1e-3  # counted for each of five results, so that no likelihood is zero


def _likeliest(counts: Sequence[tuple[float, float]], mean: float) -> float:
    """The x of the likeliest distribution that has this mean: p_i / (1 + x (a_i - mean)), where a_i came p_i of the
    time.

    x solves sum of p_i (a_i - mean) / (1 + x (a_i - mean)) = 0, which falls from +inf to -inf between the poles.
    """
    lowest, highest = min(a for a, _ in counts), max(a for a, _ in counts)
    low, high = -1 / (highest - mean), 1 / (mean - lowest)
    for _ in range(200):
        x = (low + high) / 2
        if sum(p * (a - mean) / (1 + x * (a - mean)) for a, p in counts) > 0:
            low = x
        else:
            high = x
    return (low + high) / 2


def log_likelihood_ratio(scores: Scores | Sequence[float], h0: float, h1: float) -> float:
    """Of "the expected score is h1" against "it is h0", each with the likeliest distribution of deals' scores that has
    that mean.

    With the two games of a deal the scores are 0, 1/4, 1/2, 3/4 and 1 (pentanomial); shared games may add others. For
    scores 0 and 1 alone it is the binomial's: wins log(h1 / h0) + losses log((1 - h1) / (1 - h0)).
    """
    counted: dict[float, float] = dict.fromkeys((0.0, 0.25, 0.5, 0.75, 1.0), PSEUDO)
    found = scores if isinstance(scores, Scores) else Scores.of(scores)
    for score, count in found.counts.items():
        counted[score] = counted.get(score, 0.0) + count
    total = sum(counted.values())
    shares = [(a, count / total) for a, count in sorted(counted.items())]
    x0, x1 = _likeliest(shares, h0), _likeliest(shares, h1)
    return total * sum(p * math.log((1 + x0 * (a - h0)) / (1 + x1 * (a - h1))) for a, p in shares)


PRIOR_DEALS = 4  # that a normal likelihood counts beside those played, so that a few alike do not look certain,
PRIOR_VARIANCE = 0.125  # with the spread of two independent games


def normal_log_likelihood_ratio(found: Moments, h0: float, h1: float) -> float:
    """As `log_likelihood_ratio`, for scores of any size: each hypothesis with the likeliest normal distribution."""
    n = found.n + PRIOR_DEALS
    squares = found.squares + PRIOR_DEALS * PRIOR_VARIANCE
    apart0, apart1 = (found.n * (found.mean - h) ** 2 for h in (h0, h1))
    return n / 2 * math.log((squares + apart0) / (squares + apart1))


@dataclass(frozen=True)
class Sprt:
    """Wald's sequential test of "the score is at most h0" against "it is at least h1".

    It takes the scores of deals, or the moments of scores that were corrected and have no bounds.
    """

    h0: float = 0.5
    h1: float = 0.55
    alpha: float = 0.05  # the chance to accept h1 where h0 holds
    beta: float = 0.05  # the chance to accept h0 where h1 holds

    def __post_init__(self) -> None:
        if not 0 < self.h0 < self.h1 < 1:
            raise ValueError(f"h0={self.h0}, h1={self.h1}: want 0 < h0 < h1 < 1")
        if not (0 < self.alpha < 0.5 and 0 < self.beta < 0.5):
            raise ValueError(f"alpha={self.alpha}, beta={self.beta}: want numbers between 0 and 0.5")

    @property
    def bounds(self) -> tuple[float, float]:
        """Stop when the log likelihood ratio leaves log(beta / (1 - alpha)) .. log((1 - beta) / alpha)."""
        return math.log(self.beta / (1 - self.alpha)), math.log((1 - self.beta) / self.alpha)

    def ratio(self, scores: Moments | Sequence[float]) -> float:
        """The log likelihood ratio of h1 against h0."""
        if isinstance(scores, Moments) and not isinstance(scores, Scores):
            return normal_log_likelihood_ratio(scores, self.h0, self.h1)
        return log_likelihood_ratio(scores, self.h0, self.h1)

    def verdict(self, scores: Moments | Sequence[float]) -> str | None:
        """``"h0"``, ``"h1"``, or None to go on."""
        ratio = self.ratio(scores)
        low, high = self.bounds
        return "h1" if ratio >= high else "h0" if ratio <= low else None

    def to_dict(self, scores: Moments | Sequence[float]) -> dict[str, float | str | list[float] | None]:
        return {
            "h0": self.h0,
            "h1": self.h1,
            "alpha": self.alpha,
            "beta": self.beta,
            "llr": round(self.ratio(scores), 4),
            "bounds": [round(bound, 4) for bound in self.bounds],
            "verdict": self.verdict(scores),
        }


# ---------------------------------------------------------------------------------------------------------------
# Control variates.


class ControlVariates:
    """Takes noise that was observed off scores: score - sum of coefficient * noise.

    The noise has the mean zero whatever came before, so what is left has the mean of the scores. The coefficients for a
    score come from the scores before it alone. So they do not bend that mean, and a sequential test may look after
    every score. They are learnt by least squares, recursively, starting from what is believed beforehand.
    """

    def __init__(self, beliefs: Sequence[float], doubt: float) -> None:
        """``doubt``: the variance of the beliefs in relation to that of the corrected scores."""
        self.coefficients = list(beliefs)
        self.corrected = Moments()
        self._doubts = [[doubt * (i == j) for j in range(len(beliefs))] for i in range(len(beliefs))]

    def add(self, score: float, noise: Sequence[float]) -> float:
        """Correct a score, then learn from it."""
        taken = sum(c * x for c, x in zip(self.coefficients, noise, strict=True))
        mean = self.corrected.mean if self.corrected.n else score - taken
        gain = [sum(d * x for d, x in zip(row, noise, strict=True)) for row in self._doubts]
        scale = 1 + sum(g * x for g, x in zip(gain, noise, strict=True))
        surprise = score - mean - taken
        self.coefficients = [c + g * surprise / scale for c, g in zip(self.coefficients, gain, strict=True)]
        self._doubts = [
            [d - a * b / scale for d, b in zip(row, gain, strict=True)]
            for row, a in zip(self._doubts, gain, strict=True)
        ]
        self.corrected.add(score - taken)
        return score - taken
