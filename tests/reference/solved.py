"""Solved endings: what every choice of a seat is worth, exactly, by the reference rules alone.

`<game>/endings.py` says which positions of its game can be solved, and solves them. A choice is told as it was solved:
`Choice` where each move has a value of its own, `Bid` and `Guess` where two seats choose at the same time. A policy is
a list of chances in the order of the legal moves; `worth` is what it brings its seat, `best` the most that any brings.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate, combinations, pairwise
from typing import Any, ClassVar

from .base import Reference

DIGITS = 6  # of a stored value
CLOSE = 1e-9


class TooLarge(Exception):
    """There is too much to look at: the position is left out."""


class Unsolved(Exception):
    """The position has no value that this way of solving can tell: it is left out."""


class Solved(ABC):
    """A decision of one seat whose value is known."""

    kind: ClassVar[str]

    @property
    @abstractmethod
    def n_moves(self) -> int: ...

    @property
    @abstractmethod
    def best(self) -> float:
        """The share of the game that the best policy brings."""

    @abstractmethod
    def worth(self, policy: Sequence[float]) -> float:
        """The share that this policy brings; whoever chooses at the same time knows the policy, and answers best."""

    @abstractmethod
    def optimal(self) -> list[float]:
        """A policy that is worth `best`."""

    @abstractmethod
    def numbers(self) -> dict[str, Any]:
        """What `read` makes it from again."""

    def regret(self, policy: Sequence[float]) -> float:
        if len(policy) != self.n_moves:
            raise ValueError(f"a policy of {len(policy)} moves for a choice of {self.n_moves}")
        return self.best - self.worth(policy)

    def blind_loss(self) -> float:
        """The regret of choosing without looking: how much the decision matters."""
        return self.regret([1 / self.n_moves] * self.n_moves)


@dataclass(frozen=True)
class Choice(Solved):
    """Nobody chooses at the same time: every move has a value of its own."""

    values: tuple[float, ...]
    kind = "choice"

    @property
    def n_moves(self) -> int:
        return len(self.values)

    @property
    def best(self) -> float:
        return max(self.values)

    def worth(self, policy: Sequence[float]) -> float:
        return sum(share * value for share, value in zip(policy, self.values, strict=True))

    def optimal(self) -> list[float]:
        return [float(index == self.values.index(self.best)) for index in range(self.n_moves)]

    def numbers(self) -> dict[str, Any]:
        return {"values": list(self.values)}


@dataclass(frozen=True)
class _Fight(Solved):
    """A hidden bid against guesses. For each bid, lowest first, what the attacker has if it is missed or named."""

    missed: tuple[float, ...]
    named: tuple[float, ...]
    guesses: int

    def value(self) -> float:
        """What the attacker can be sure of, by halving: the defender can hold it down to this, and no further."""
        if len(self.missed) <= self.guesses:
            return max(self.named)
        low, high = 0.0, 1.0
        while high - low > CLOSE / 100:
            middle = (low + high) / 2
            low, high = (low, middle) if self._covers(middle) is not None else (middle, high)
        return high

    def _covers(self, level: float) -> list[float] | None:
        """How often the defender must name each bid for the attacker to have no more than this; None: it cannot."""
        least, most = [], []
        for missed, named in zip(self.missed, self.named, strict=True):
            if min(missed, named) > level:
                return None
            least.append((missed - level) / (missed - named) if missed > level else 0.0)
            most.append((level - missed) / (named - missed) if named > level else 1.0)
        if not sum(least) <= self.guesses <= sum(most):
            return None
        # Exactly so many are named: what is not needed goes where there is room.
        spare = self.guesses - sum(least)
        for index, room in enumerate(most):
            more = min(spare, room - least[index])
            least[index] += more
            spare -= more
        return least

    def numbers(self) -> dict[str, Any]:
        return {"missed": list(self.missed), "named": list(self.named), "guesses": self.guesses}


@dataclass(frozen=True)
class Bid(_Fight):
    """The attacker's choice; a policy is worth what it brings against the guesses that hurt it most."""

    kind = "bid"

    @property
    def n_moves(self) -> int:
        return len(self.missed)

    @property
    def best(self) -> float:
        return self.value()

    def worth(self, policy: Sequence[float]) -> float:
        pairs = list(zip(policy, self.missed, self.named, strict=True))
        hurt = sorted((share * (missed - named) for share, missed, named in pairs), reverse=True)
        return sum(share * missed for share, missed, _ in pairs) - sum(hurt[: self.guesses])

    def optimal(self) -> list[float]:
        level = self.value()
        sure = [named if self.n_moves <= self.guesses else min(named, missed) for missed, named in self._pairs()]
        if max(sure) >= level - CLOSE:
            return [float(index == sure.index(max(sure))) for index in range(self.n_moves)]
        weights = [1 / (missed - named) if missed > level else 0.0 for missed, named in self._pairs()]
        return [weight / sum(weights) for weight in weights]

    def _pairs(self) -> list[tuple[float, float]]:
        return list(zip(self.missed, self.named, strict=True))


@dataclass(frozen=True)
class Guess(_Fight):
    """The defender's choice among all sets of so many bids, in the order of the rules page; likewise."""

    kind = "guess"

    @property
    def sets(self) -> list[tuple[int, ...]]:
        return list(combinations(range(len(self.missed)), self.guesses))

    @property
    def n_moves(self) -> int:
        return len(self.sets)

    @property
    def best(self) -> float:
        return 1 - self.value()

    def worth(self, policy: Sequence[float]) -> float:
        cover = [0.0] * len(self.missed)
        for share, chosen in zip(policy, self.sets, strict=True):
            for bid in chosen:
                cover[bid] += share
        pairs = zip(cover, self.missed, self.named, strict=True)
        return 1 - max(missed - share * (missed - named) for share, missed, named in pairs)

    def optimal(self) -> list[float]:
        """Sets that name each bid as often as it must be: the bids side by side, and marks one apart laid over them."""
        cover = self._covers(self.value())
        assert cover is not None
        ends = [0.0, *accumulate(cover)]
        cuts = sorted({0.0, 1.0, *(end % 1 for end in ends)})
        policy = dict.fromkeys(self.sets, 0.0)
        for start, stop in pairwise(cuts):
            if stop - start < CLOSE:
                continue  # rounding: the ends do not meet
            marks = [(start + stop) / 2 + number for number in range(self.guesses)]
            chosen = tuple(next(bid for bid, end in enumerate(ends[1:]) if mark < end) for mark in marks)
            policy[chosen] += stop - start
        return [share / sum(policy.values()) for share in policy.values()]


def read(kind: str, numbers: dict[str, Any]) -> Solved:
    """The other way round of `kind` and `numbers`."""
    if kind == Choice.kind:
        return Choice(tuple(numbers["values"]))
    fight = Bid if kind == Bid.kind else Guess
    return fight(tuple(numbers["missed"]), tuple(numbers["named"]), numbers["guesses"])


def rounded(solved: Solved) -> Solved:
    """With values as they are stored."""
    return read(
        solved.kind,
        {
            name: [round(value, DIGITS) for value in given] if isinstance(given, list) else given
            for name, given in solved.numbers().items()
        },
    )


class Solver(ABC):
    """Solves the endings of one game in progress; what it worked out serves the other positions of that game."""

    about: ClassVar[str]  # which positions, and what is taken for granted about the other seats: for people

    @abstractmethod
    def is_ending(self, view: dict[str, Any]) -> bool:
        """Whether a seat that has this view, and must choose, has a decision of the kind that is solved here."""

    @abstractmethod
    def solve(self, game: Reference, seat: str) -> Solved:
        """What the decision is worth; TooLarge or Unsolved if it must be left out."""
