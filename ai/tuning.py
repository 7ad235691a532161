"""Finding better values of the search's parameters by games: SPSA, simultaneous perturbation.

The parameters in question are moved together: each a step up or down, by lot. A player with these values meets one with
the opposite steps on a few deals, and all values go a little towards the side that won more. The steps and the moves
shrink as it goes. No single parameter is ever judged alone, so many parameters cost as many games as few.

A value is moved on a scale from 0 to 1 between its `sensible` bounds, by factors where the lower bound is above 0. The
result is the mean of the second half of the way, which has less noise than its end.

Everything follows from the plan and the results of the deals. So a run with a journal goes on after anything.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from ..engine import GameError, Ruleset
from ..ext.search.params import PARAMETERS, Parameter, as_the_game_says
from .executor import Executor, Lost, Serial
from .journal import Journal, journaled
from .match import (
    Plan,
    Played,
    Task,
    deal_score,
    deal_seed,
    deal_shares,
    derived_seed,
    from_entry,
    play_deal,
    seatings,
    to_entry,
)
from .stats import Scores

# The gains of SPSA: the exponents of Spall, by which steps and moves shrink.
MOVE_DECAY, STEP_DECAY = 0.602, 0.101
CALM = 0.1  # share of all rounds that the first moves are held back by
DIGITS = 4  # of a value, where it is written


@dataclass(frozen=True)
class Axis:
    """A parameter as a scale from 0 to 1."""

    parameter: Parameter

    @property
    def bounds(self) -> tuple[float, float]:
        if self.parameter.sensible is None:
            raise GameError(f"{self.parameter.name}: no question of more or less; want {', '.join(tunable())}")
        return self.parameter.sensible

    @property
    def by_factors(self) -> bool:
        return self.bounds[0] > 0

    def value(self, place: float) -> float:
        """What stands at a place; of a whole number the nearest."""
        low, high = self.bounds
        place = min(max(place, 0.0), 1.0)
        found = low * (high / low) ** place if self.by_factors else low + (high - low) * place
        return round(found) if self.parameter.whole else float(f"{found:.{DIGITS}g}")

    def place(self, value: float) -> float:
        """Where a value stands; one outside of the sensible bounds at the nearer end."""
        low, high = self.bounds
        value = min(max(value, low), high)
        return math.log(value / low) / math.log(high / low) if self.by_factors else (value - low) / (high - low)


def tunable() -> list[str]:
    """The parameters of which better values can be looked for."""
    return [name for name, parameter in PARAMETERS.items() if parameter.sensible is not None]


@dataclass(frozen=True)
class TuningPlan:
    """What is to be tuned, and by how many games. Two equal plans give equal results."""

    match: Plan  # the game, its options, limits and seed; its players and its number of games do not count
    names: tuple[str, ...]  # of the parameters
    start: tuple[float, ...]  # their values before
    rounds: int
    batch: int = 8  # deals of a round
    step: float = 0.12  # by which every value is moved to either side in the first round, on its scale
    gain: float = 0.25  # how far the first round moves a value that wins every game: times the step

    def to_dict(self) -> dict[str, Any]:
        found = self.match.to_dict()
        del found["players"]
        return {
            **found,
            "tuned": dict(zip(self.names, self.start, strict=True)),
            "rounds": self.rounds,
            "batch": self.batch,
            "step": self.step,
            "gain": self.gain,
        }

    @property
    def axes(self) -> tuple[Axis, ...]:
        return tuple(Axis(PARAMETERS[name]) for name in self.names)


def starting_values(rules: Ruleset, names: Sequence[str], given: dict[str, float]) -> tuple[float, ...]:
    """What the search uses now, for the parameters that are to be tuned."""
    for name in names:
        if name not in PARAMETERS:
            raise GameError(f"no parameter {name!r}: want {', '.join(tunable())}")
    used = as_the_game_says(rules.rules, given)
    for name in names:
        low, high = Axis(PARAMETERS[name]).bounds
        if not low <= used[name] <= high:
            raise GameError(f"{name} is {used[name]:g} in {rules.name}: want a start from {low:g} to {high:g}")
    return tuple(float(used[name]) for name in names)


def text_of(names: Sequence[str], values: Sequence[float]) -> str:
    """The player with these values, as text."""
    return "ismcts:" + ",".join(f"{name}={value:g}" for name, value in zip(names, values, strict=True))


@dataclass
class Round:
    """What a round of games said."""

    places: tuple[float, ...]  # where the values stood before it
    score: float  # of the values that were moved by the signs, against the opposite ones


@dataclass
class Tuning:
    """The state of a run: all follows from the rounds that were played."""

    plan: TuningPlan
    rounds: list[Round] = field(default_factory=list)
    games: int = 0
    lost_deals: list[tuple[int, int, str]] = field(default_factory=list)  # deal, its seed, why it has no result
    interrupted: bool = False

    def __post_init__(self) -> None:
        start = zip(self.plan.axes, self.plan.start, strict=True)
        self.places = tuple(axis.place(value) for axis, value in start)

    def signs(self, number: int) -> list[int]:
        numbers = random.Random(derived_seed(self.plan.match.seed, "signs", number))
        return [numbers.choice((-1, 1)) for _ in self.plan.names]

    def step(self, number: int) -> float:
        return float(self.plan.step / (number + 1) ** STEP_DECAY)

    def pair(self, number: int) -> tuple[str, str]:
        """The two players of a round."""
        step, signs = self.step(number), self.signs(number)
        names, axes = self.plan.names, self.plan.axes
        both = []
        for side in (1, -1):
            moved = (
                axis.value(place + side * sign * step)
                for axis, place, sign in zip(axes, self.places, signs, strict=True)
            )
            both.append(text_of(names, list(moved)))
        return both[0], both[1]

    def learn(self, number: int, scores: Scores) -> None:
        """Go towards the side that won more."""
        self.rounds.append(Round(self.places, scores.mean if scores.n else 0.5))
        if scores.n == 0:
            return
        calm = CALM * self.plan.rounds
        gain = self.plan.gain * self.plan.step * ((calm + 1) / (calm + number + 1)) ** MOVE_DECAY
        signs, lead = self.signs(number), 2 * (scores.mean - 0.5)
        self.places = tuple(
            min(max(place + gain * lead * sign, 0.0), 1.0) for place, sign in zip(self.places, signs, strict=True)
        )

    @property
    def values(self) -> dict[str, float]:
        """What was found: the mean of the second half of the way."""
        way = [round.places for round in self.rounds[len(self.rounds) // 2 :]] + [self.places]
        means = (sum(places) / len(way) for places in zip(*way, strict=True))
        return {name: axis.value(mean) for name, axis, mean in zip(self.plan.names, self.plan.axes, means, strict=True)}

    def way(self, name: str) -> list[float]:
        """The values of a parameter, before each round and at the end."""
        at = self.plan.names.index(name)
        places = [round.places[at] for round in self.rounds] + [self.places[at]]
        return [self.plan.axes[at].value(place) for place in places]

    def to_dict(self) -> dict[str, Any]:
        plan = self.plan
        return {
            "game": plan.match.game,
            "seats": plan.match.seats,
            "options": dict(plan.match.options),
            "nodes": plan.match.nodes,
            "seconds": plan.match.seconds,
            "seed": plan.match.seed,
            "rounds": len(self.rounds),
            "games": self.games,
            "interrupted": self.interrupted,
            "lost_deals": [{"deal": deal, "seed": seed, "reason": why} for deal, seed, why in self.lost_deals],
            "start": dict(zip(plan.names, plan.start, strict=True)),
            "found": self.values,
            "player": text_of(plan.names, list(self.values.values())),
            "way": {name: self.way(name) for name in plan.names},
        }


def tune(
    plan: TuningPlan,
    rules: Ruleset,
    executor: Executor | None = None,
    journal: Journal | None = None,
    on_round: Callable[[Tuning], None] | None = None,
) -> Tuning:
    """Play all rounds. ``on_round`` is called after each. Ctrl-C ends the run with what has been found so far."""
    tuning = Tuning(plan)
    seated = seatings(rules.rules.teams, 2)
    try:
        for number in range(plan.rounds):
            scores = Scores()
            for deal, games in _played(tuning, number, seated, executor or Serial(), journal):
                if isinstance(games, Lost):
                    tuning.lost_deals.append((deal, deal_seed(plan.match, deal), games.reason))
                    continue
                tuning.games += len(games)
                scores.add(deal_score(deal_shares(games)))
            tuning.learn(number, scores)
            if on_round is not None:
                on_round(tuning)
    except KeyboardInterrupt:
        tuning.interrupted = True
    return tuning


def _played(
    tuning: Tuning, number: int, seated: tuple[tuple[int, ...], ...], executor: Executor, journal: Journal | None
) -> Iterator[tuple[int, list[Played] | Lost]]:
    """The deals of a round. No deal is ever played twice, so that nothing is tuned to a few of them."""
    plan = tuning.plan
    one = replace(plan.match, players=tuning.pair(number))
    deals = range(number * plan.batch, (number + 1) * plan.batch)
    tasks = ((deal, Task(one, deal, seated)) for deal in deals)
    results = journaled(
        journal, executor, play_deal, tasks, to_entry, from_entry, lambda task: deal_seed(one, task.deal)
    )
    yield from zip(deals, results, strict=True)
