"""What a finished game says about the things that were in it, and the bounds that these should keep to.

A game has a module here with a subclass of `Balance`. It goes through finished games and yields facts: a kind of thing,
which of them it was, and a number. Facts of one kind and name are averaged over all games.
"""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar

from petteia.ai.match import Plan, Played, play_game
from petteia.ai.stats import Z95, Interval, Scores, interval
from petteia.engine import Game, Ruleset, new

Bounds = tuple[float, float]

CHANCE = "chance"
NEAR = 0.05  # by how much a seat's share may miss an equal one


@dataclass(frozen=True)
class Fact:
    """One observation."""

    kind: str
    name: str
    value: float


@dataclass(frozen=True)
class Estimate:
    """A number that follows from many games together."""

    kind: str
    name: str
    n: int  # observations that it is from
    value: Interval


class Balance(ABC):
    """What is asked of one game."""

    game: ClassVar[str]
    lots: ClassVar[tuple[str, ...]] = ()  # beginnings of the moves that `--lots` draws
    counted: ClassVar[frozenset[str]] = frozenset({"length"})  # kinds whose numbers are no shares
    told_once: ClassVar[frozenset[str]] = frozenset({"ended by"})  # kinds with one fact a game: the others were not so
    about: ClassVar[Mapping[str, str]]  # what the number of each kind is

    def shapes(self, rules: Ruleset) -> list[dict[str, str]]:
        """The sets of options that are measured where none is given, each with as many games."""
        return [{}]

    def start(self, plan: Plan, seed: int) -> Game:
        """A game of the plan at its start."""
        return new(plan.game, seats=plan.seats, seed=seed, data=plan.data, **plan.options)

    def play(self, plan: Plan, deal: int, seating: tuple[int, ...]) -> Played:
        """One game; with ``plan.drawn`` what is chosen at the start is drawn by lot."""
        return play_game(plan, deal, seating)

    def estimates(self, games: Sequence[Sequence[Fact]], lots: bool) -> Iterable[Estimate]:
        """What is told beside the means of the facts."""
        return ()

    @abstractmethod
    def facts(self, game: Game, moves: Sequence[tuple[str, str]], returns: Sequence[float]) -> Iterator[Fact]:
        """What a game of these moves says. ``game`` is at its start, and is played to its end."""

    @abstractmethod
    def bounds(self, kind: str, name: str, rules: Ruleset) -> Bounds | None:
        """Where the mean should lie; None if it is only told."""

    def mean(self, kind: str, values: Sequence[float], games: int) -> Interval:
        if kind in self.told_once:
            values = [*values, *[0.0] * (games - len(values))]
        if kind not in self.counted:
            return interval(values)
        found = Scores.of(values)
        half = Z95 * math.sqrt(found.variance / found.n)
        return Interval(found.mean, found.mean - half, found.mean + half)


def of_seats(moves: Sequence[tuple[str, str]]) -> Iterator[tuple[str, str]]:
    """The moves that were chosen; those of chance follow from the deal's seed."""
    return ((seat, move) for seat, move in moves if seat != CHANCE)


def picks(game: Game, seat: str, move: str) -> Iterator[Fact]:
    """How a choice such as ``city:athens`` went: 1 for what was taken and 0 for what was offered with it."""
    kind = move.partition(":")[0]
    for offered in game.legal(seat):
        yield Fact(f"{kind} picked", offered.partition(":")[2], float(offered == move))


def seat_shares(game: Game, returns: Sequence[float]) -> Iterator[Fact]:
    for seat, share in zip(game.seats, returns, strict=True):
        yield Fact("seat", seat, share)


def equal_share(rules: Ruleset) -> Bounds:
    """For a seat of a game in which each one plays for itself."""
    share = 1 / len(rules.seats)
    return share - NEAR, share + NEAR
