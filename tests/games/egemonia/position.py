"""A position of Egemonia: set up from a few fields, or played to."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any, Self

from tests.reference.base import CHANCE, components
from tests.reference.egemonia import Egemonia

from .. import position

DATA = components("egemonia")
AREAS = [row["id"] for row in DATA["areas"]["area"]]
EVENTS = [row["id"] for row in DATA["events"]["event"]]
COUNT = {row["id"]: row["count"] for row in DATA["events"]["event"]}
SEAT = {"athens": "s0", "sparta": "s1"}
SCENARIOS = ("standard", "historical")


class Position(position.Position):
    """One game. Its fields do not tell the scenario, so that `load` must."""

    name = "egemonia"

    @staticmethod
    def shape(fields: position.Fields) -> tuple[int, dict[str, str]]:
        return 2, {}

    @classmethod
    def of(cls, scenario: str = "standard", data: position.Data | None = None, **fields: Any) -> Self:
        """Fields left out are as at the start; the cup holds what lies nowhere else."""
        complete = Egemonia.from_fields(fields, data, {"scenario": scenario}).fields()
        return cls.load(complete, data, scenario=scenario)

    @classmethod
    def dealt(cls, athens: str, sparta: str) -> Self:
        """The historical scenario, played until both have drawn these four events; Athens is favoured."""
        return cls.new(scenario="historical").do(*(f"draw:{event}" for event in f"{athens} {sparta}".split()))

    @staticmethod
    def most_moves(seats: int) -> tuple[int, int]:
        return 10 * (6 + 1) + 2, 10 * (8 + 1)

    def play_out(self, rng: random.Random, each: Callable[[], None] = lambda: None) -> None:
        """Random moves to the end of the game."""
        while self.pending():
            (seat,) = self.pending()
            if seat == CHANCE:
                moves, weights = zip(*self.chance()[1], strict=True)
                self.play(seat, rng.choices(moves, weights)[0])
            else:
                self.play(seat, rng.choice(self.legal(seat)))
            each()

    def areas_of(self, event: str, seat: str = "") -> set[str]:
        """Where a seat may place an event now."""
        return set(self.moves(f"place:{event}@", seat))
