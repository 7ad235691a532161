"""Egemonia: Athens against Sparta, with events placed face down. The rules are in RULES.md."""

from __future__ import annotations

from typing import Any, ClassVar

from ....ext import core
from ...components import READINGS, Data
from ...modules import Modules
from ...ruleset import Ruleset
from . import drawing, notation, picture, view
from .rules import FACTIONS, SCENARIOS, read
from .text import help, narration, offers, summary, things, threats, uncovered, words

__all__ = ["Egemonia"]


class Egemonia(Ruleset):
    """Egemonia with a scenario and components."""

    name = "egemonia"
    seat_counts = (2,)
    partly_hidden = frozenset({"hands", "placed", "discard", "cup"})
    modules = Modules(notation, view, drawing, help, summary, narration, offers, threats, things, uncovered)
    options: ClassVar[dict[str, tuple[str, ...]]] = {"scenario": SCENARIOS, "readings": READINGS}

    def __init__(self, seats: int | None = None, data: Data = None, **options: str) -> None:
        super().__init__(seats, data, **options)
        self.tables = read(self.components, self._chosen["scenario"], self._chosen["readings"])
        self.rules = self.tables.rules

    @classmethod
    def shapes(cls) -> list[tuple[int, dict[str, str]]]:
        """Both scenarios, and the book's readings in one of them: with our components they are ours."""
        ours, book = READINGS
        found = [(2, {"scenario": scenario, "readings": ours}) for scenario in SCENARIOS]
        return [*found, (2, {"scenario": SCENARIOS[0], "readings": book})]

    def seat_name(self, seat: str) -> str:
        return words.side(self.tables, seat) if seat in self.seats else super().seat_name(seat)

    def why_not(self, obs: core.Obs, move: int) -> tuple[str, str]:
        seen, say = self.view(obs), self.words
        verb, _, rest = self.format_move(move).partition(":")
        phases = {"setup": "setup", "draw": "draw", "keep": "pythia", "pythia": "pythia"}
        if phases.get(verb, "action") != seen["phase"]:
            return "not-now", say("why.phase", phase=seen["phase"])
        if verb == "pass":
            return "can-place", say("why.can_place")
        event, _, area = rest.partition("@")
        own = FACTIONS[obs.viewer]
        if verb in ("place", "pythia") and event not in seen["hands"][own]:
            return "not-in-hand", say("why.not_in_hand", event=event, hand=list(seen["hands"][own]))
        if verb == "setup":
            return "not-there", say("why.not_there", area=rest)
        return "out-of-range", say("why.out_of_range", area=area, event=event)

    def picture(self, view_: dict[str, Any]) -> str:
        return picture.picture(self.tables, view_)

    def result(self, view_: dict[str, Any]) -> tuple[tuple[str, ...], str] | None:
        if view_["winner"] is None:
            return None
        if view_["winner"] == "draw":
            return self.seats, "draw"
        return (self.seats[FACTIONS.index(view_["winner"])],), str(view_["reason"])
