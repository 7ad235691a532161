"""One measurement for both sides, turn by turn, in processor time: the best turn of each is shown, and the ratio is
that of the median pair of turns."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from petteia.ai.measure.rates import Rate, amount

Work = Callable[[], int]  # does something and says how often

ROUND = 0.3  # seconds of both sides' turns

COLUMNS = ("game", "what", "petteia", "peer", "who", "ratio", "bar")


@dataclass(frozen=True)
class Outcome:
    """How many a second, here and there."""

    game: str
    what: str
    peer: str
    ours: Rate
    theirs: Rate
    bar: float | None = None  # what the ratio must be at least

    @property
    def ratio(self) -> float:
        return statistics.median(a / b for a, b in zip(self.ours.rounds, self.theirs.rounds, strict=True))

    @property
    def missed(self) -> bool:
        return self.bar is not None and self.ratio < self.bar

    def cells(self) -> list[str]:
        bar = "" if self.bar is None else f"{self.bar:g}" + (" (missed)" if self.missed else "")
        return [
            self.game, self.what, amount(self.ours.best), amount(self.theirs.best), self.peer, f"{self.ratio:.2f}", bar,
        ]  # fmt: skip

    def to_dict(self) -> dict[str, Any]:
        return {
            "game": self.game,
            "what": self.what,
            "peer": self.peer,
            "ours": self.ours.to_dict(),
            "theirs": self.theirs.to_dict(),
            "ratio": round(self.ratio, 3),
            "bar": self.bar,
        }


@dataclass(frozen=True)
class Contest:
    """What is done here, and there in one or several ways, of which their fastest counts."""

    game: str
    what: str
    peer: str
    ours: Work
    theirs: tuple[Work, ...]
    bar: float | None = None

    def run(self, rounds: int) -> Outcome:
        """At least so many turns of each, and as many of a short work as fill the time of long ones."""
        ours: list[float] = []
        theirs: list[list[float]] = [[] for _ in self.theirs]
        started = time.thread_time()
        while len(ours) < rounds or time.thread_time() - started < rounds * ROUND:
            ours.append(rate_of(self.ours))
            for work, found in zip(self.theirs, theirs, strict=True):
                found.append(rate_of(work))
        fastest = max((Rate(tuple(found)) for found in theirs), key=lambda rate: rate.best)
        return Outcome(self.game, self.what, self.peer, Rate(tuple(ours)), fastest, self.bar)


def rate_of(work: Work) -> float:
    started = time.thread_time()
    done = work()
    return done / (time.thread_time() - started)
