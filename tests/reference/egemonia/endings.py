"""Egemonia's last placement of the last turn: what the enemy laid face down is all that one does not know.

It is taken to be what the law of sampling says (RULES.md): every labelled history that looks like what the seat saw is
equally likely. What the enemy still holds no longer matters.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

from ..base import Reference, components
from ..solved import Choice, Solver
from .rules import Egemonia
from .worlds import Observer

FaceDown = tuple[str | None, ...]


class Endings(Solver):
    about = "the last placement of turn ten; what lies face down is as likely as the law of sampling says"

    def __init__(self) -> None:
        self.settings = {row["id"]: row["value"] for row in components(Egemonia.NAME)["settings"]["setting"]}

    def is_ending(self, view: dict[str, Any]) -> bool:
        is_last = len(view["placed"]) == 2 * self.settings["placements"] - 1
        return is_last and view["phase"] == "action" and bool(view["turn"] == self.settings["turns"])

    def solve(self, game: Reference, seat: str) -> Choice:
        assert isinstance(game, Egemonia)
        values = dict.fromkeys(game.legal(seat), 0.0)
        ends = Ends(game, seat)
        for events, chance in self.face_down(game, seat).items():
            for move, share in ends.after(events, list(values)):
                values[move] += chance * share
        return Choice(tuple(values.values()))

    @staticmethod
    def face_down(game: Egemonia, seat: str) -> dict[FaceDown, float]:
        """What the enemy may have laid, and how likely it is, whatever it still holds."""
        observer = Observer(seat, None, None)
        observer.rules = game.rules  # of this very scenario
        for entry in game.seen[seat]:
            observer.observe(entry)
        histories: Counter[FaceDown] = Counter()
        for world, number in observer.histories.items():
            histories[world.face_down] += number
        return {events: number / histories.total() for events, number in histories.items()}


class Ends:
    """How the game ends after each last move. Areas are confronted one by one and do not touch each other, so what was
    found for one area serves every world in which the same events lie there.
    """

    def __init__(self, game: Egemonia, seat: str) -> None:
        self.game = game
        self.own = game.seats[seat]
        self.team = list(game.seats).index(seat)
        self.holders: dict[tuple[str, tuple[tuple[str, str | None], ...]], str | None] = {}
        self.shares: dict[tuple[str | None, ...], float] = {}

    def after(self, events: FaceDown, moves: list[str]) -> Iterator[tuple[str, float]]:
        laid = iter(events)
        placed = [
            (faction, event if faction == self.own else next(laid), area) for faction, event, area in self.game.placed
        ]
        here: dict[str, tuple[tuple[str, str | None], ...]] = dict.fromkeys(self.game.rules.areas, ())
        for faction, event, area in placed:
            if area is not None:
                here[area] = (*here[area], (faction, event))
        control = {area: self.holder(area, lying) for area, lying in here.items()}
        for move in moves:
            event, _, area = move.removeprefix("place:").partition("@")
            holder = self.holder(area, (*here[area], (self.own, event)))
            yield move, self.share(control | {area: holder})

    def holder(self, area: str, lying: tuple[tuple[str, str | None], ...]) -> str | None:
        """Who controls an area after its confrontation."""
        if (area, lying) not in self.holders:
            world = self.game.clone()
            world.placed = [(faction, event, area) for faction, event in lying]
            world._confront(area)
            self.holders[area, lying] = world.controls(area)
        return self.holders[area, lying]

    def share(self, control: dict[str, str | None]) -> float:
        """What the seat has of a game that ends with these areas."""
        key = tuple(control.values())
        if key not in self.shares:
            world = self.game.clone()
            world.influence = {area: (faction, 1) for area, faction in control.items() if faction is not None}
            world._nike()
            self.shares[key] = world.returns()[self.team]
        return self.shares[key]
