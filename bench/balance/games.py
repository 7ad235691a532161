"""The games that are played to measure a balance, and what they say together.

Apart from the command: worker processes cannot import what stands in a package's ``__main__``.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from petteia.ai.executor import Executor
from petteia.ai.journal import Journal
from petteia.ai.match import Plan, Played, deal_seed
from petteia.engine import Ruleset, ruleset

from .. import selfplay
from .egemonia import Egemonia
from .ephyran import Ephyran
from .epireia import ENEMY, Epireia
from .epix import Epix
from .facts import Balance, Bounds, Fact

BALANCES: dict[str, type[Balance]] = {kind.game: kind for kind in (Epireia, Egemonia, Epix, Ephyran)}

Work = tuple[Plan, int]


def play(work: Work) -> list[Fact]:
    """One game, and what it says."""
    plan, deal = work
    rules = ruleset(plan.game, plan.seats, plan.data, **plan.options)
    last = len(plan.players) - 1
    seating = tuple(last if seat == ENEMY else 0 for seat in rules.seats)
    return facts_of(plan, BALANCES[plan.game]().play(plan, deal, seating))


def facts_of(plan: Plan, played: Played) -> list[Fact]:
    balance = BALANCES[plan.game]()
    by_lot = {f"{word.removesuffix(':')} picked" for word in plan.drawn}  # nobody picked what was drawn by lot
    facts = balance.facts(balance.start(plan, played.seed), played.moves, played.returns)
    return [fact for fact in facts if fact.kind not in by_lot]


@dataclass(frozen=True)
class Line:
    """The mean of one kind and name, and what is to be said about it."""

    kind: str
    name: str
    n: int
    mean: float
    low: float
    high: float
    bounds: Bounds | None
    verdict: str  # ok, OUT, unclear (the interval reaches into the bounds), or nothing

    def to_dict(self) -> dict[str, Any]:
        return vars(self)

    def cells(self) -> list[str]:
        bounds = "" if self.bounds is None else f"{self.bounds[0]:.2f} - {self.bounds[1]:.2f}"
        span = f"{self.low:.3f} - {self.high:.3f}"
        return [self.kind, self.name, str(self.n), f"{self.mean:.3f}", span, bounds, self.verdict]


def play_all(plans: Sequence[Plan], games: int, executor: Executor, journal: Journal | None) -> list[list[Fact]]:
    """The facts of every game."""
    return selfplay.play_all(
        # By deals first: with more games the numbers of those before stay, and so does the journal.
        [(plan, deal) for deal in range(games) for plan in plans],
        play,
        lambda work: deal_seed(*work),
        executor,
        journal,
        lambda facts: {"facts": [[fact.kind, fact.name, fact.value] for fact in facts]},
        lambda entry: [Fact(*each) for each in entry["facts"]],
    )


def summed_up(balance: Balance, rules: Ruleset, games: Sequence[Sequence[Fact]], lots: bool = False) -> list[Line]:
    """A line for each kind and name, by kinds in the order in which the game lists them."""
    values: dict[tuple[str, str], list[float]] = defaultdict(list)
    for facts in games:
        for fact in facts:
            values[fact.kind, fact.name].append(fact.value)
    order = list(balance.about)
    lines = []
    for kind, name in sorted(values, key=lambda key: (order.index(key[0]), key[1])):
        mean = balance.mean(kind, values[kind, name], len(games))
        bounds = balance.bounds(kind, name, rules)
        verdict = "" if bounds is None else mean.verdict(*bounds)
        n = len(games) if kind in balance.told_once else len(values[kind, name])
        lines.append(Line(kind, name, n, mean.value, mean.low, mean.high, bounds, verdict))
    for each in balance.estimates(games, lots):
        bounds, found = balance.bounds(each.kind, each.name, rules), each.value
        verdict = "" if bounds is None else found.verdict(*bounds)
        lines.append(Line(each.kind, each.name, each.n, found.value, found.low, found.high, bounds, verdict))
    return lines
