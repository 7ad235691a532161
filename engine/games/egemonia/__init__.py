"""Egemonia: Athens against Sparta, with events placed face down. The rules are in RULES.md."""

from __future__ import annotations

from typing import Any, ClassVar

from ....ext import core
from ...components import Data
from ...modules import Modules
from ...ruleset import Ruleset
from . import drawing, notation, picture, view
from .rules import FACTIONS, SCENARIOS, read
from .text import help, narration, summary

__all__ = ["Egemonia"]


class Egemonia(Ruleset):
    """Egemonia with a scenario and components."""

    name = "egemonia"
    title = "Egemonia"
    about = "Athens against Sparta: events placed face down, revealed and resolved"
    primer = help.PRIMER
    seat_counts = (2,)
    modules = Modules(notation, view, drawing, help, summary, narration)
    options: ClassVar[dict[str, tuple[str, ...]]] = {"scenario": SCENARIOS}

    def __init__(self, seats: int | None = None, data: Data = None, **options: str) -> None:
        super().__init__(seats, data, **options)
        self.tables = read(self.components, self._chosen["scenario"])
        self.rules = self.tables.rules

    def seat_name(self, seat: str) -> str:
        return FACTIONS[self.seat_number(seat)].title() if seat in self.seats else super().seat_name(seat)

    def why_not(self, obs: core.Obs, move: int) -> tuple[str, str]:
        seen = view.view(self.tables, obs)
        verb, _, rest = self.format_move(move).partition(":")
        phases = {"setup": "setup", "draw": "draw", "keep": "pythia", "pythia": "pythia"}
        if phases.get(verb, "action") != seen["phase"]:
            return "not-now", f"this is the phase {seen['phase']!r}"
        if verb == "pass":
            return "can-place", "a player that can place an event must"
        event, _, area = rest.partition("@")
        own = FACTIONS[obs.viewer]
        if verb in ("place", "pythia") and event not in seen["hands"][own]:
            return "not-in-hand", f"{event!r} is not in hand; the hand is {', '.join(seen['hands'][own])}"
        if verb == "setup":
            return "not-there", f"the second influence cannot go to {rest!r}"
        return "out-of-range", f"{area!r} is out of range for {event!r}"

    def picture(self, view_: dict[str, Any]) -> str:
        return picture.picture(self.tables, view_)

    def result(self, view_: dict[str, Any]) -> tuple[tuple[str, ...], str] | None:
        if view_["winner"] is None:
            return None
        if view_["winner"] == "draw":
            return self.seats, "draw"
        return (self.seats[FACTIONS.index(view_["winner"])],), str(view_["reason"])
