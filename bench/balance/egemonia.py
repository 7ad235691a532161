"""Egemonia: the two sides, how long a game is, and how often events meet."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import ClassVar

from petteia.engine import Game, Ruleset

from .facts import Balance, Bounds, Fact, of_seats

SIDES = (0.45, 0.55)
CONTACT = (0.40, 1.00)


class Egemonia(Balance):
    game = "egemonia"
    about: ClassVar = {
        "side": "share of the games that Athens takes, by scenario",
        "contact": "share of counters that meet one of the enemy's in their area",
        "event": "share of an event's counters that meet one of the enemy's",
        "ended by": "share of the games that end so",
        "length": "turns",
    }

    def shapes(self, rules: Ruleset) -> list[dict[str, str]]:
        return [{"scenario": scenario} for scenario in rules.options["scenario"]]

    def facts(self, game: Game, moves: Sequence[tuple[str, str]], returns: Sequence[float]) -> Iterator[Fact]:
        for seat, move in of_seats(moves):
            game.play(seat, move)
        scenario, view = game.ruleset.chosen["scenario"], game.view("pub")
        yield Fact("side", f"athens, {scenario}", returns[0])
        yield Fact("length", scenario, view["turn"])
        yield Fact("ended by", str(view["reason"]), 1.0)
        for event, meets in counters(game.events()):
            yield Fact("contact", scenario, float(meets))
            yield Fact("event", event, float(meets))

    def bounds(self, kind: str, name: str, rules: Ruleset) -> Bounds | None:
        return {"side": SIDES, "contact": CONTACT}.get(kind)


def counters(events: Sequence[str]) -> Iterator[tuple[str, bool]]:
    """Every counter that was turned up, and whether an enemy's lay in the same area."""
    turned: list[tuple[str, str, str]] = []  # of one turn: whose, where, what
    for event in [*events, ""]:
        match event.split():
            case ["reveal", seat, _, area, kind]:
                turned.append((seat, area, kind))
            case _ if turned:
                there: dict[str, set[str]] = defaultdict(set)
                for seat, area, _ in turned:
                    there[area].add(seat)
                yield from ((kind, len(there[area]) > 1) for _, area, kind in turned)
                turned = []
