"""Egemonia: Athens against Sparta, with events placed face down. The rules are in RULES.md."""

from __future__ import annotations

from pathlib import Path
from typing import Any, ClassVar

from ...ext import core
from ..guided import GuidedRuleset
from . import guide, notation, picture, view
from .rules import FACTIONS, SCENARIOS, read

__all__ = ["Egemonia"]


class Egemonia(GuidedRuleset):
    """Egemonia with a scenario and components."""

    name = "egemonia"
    title = "Egemonia"
    about = "Athens against Sparta: events placed face down, revealed and resolved"
    primer = guide.PRIMER
    seat_counts = (2,)
    notation = notation
    looks = view
    options: ClassVar[dict[str, tuple[str, ...]]] = {"scenario": SCENARIOS}

    def __init__(self, seats: int | None = None, data: str | Path | None = None, **options: str) -> None:
        super().__init__(seats, data, **options)
        self.tables = read(self.components, self.chosen["scenario"])
        self.rules = self.tables.rules
        self.guide = guide.Guide(self.tables, self.components)

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

    def draw(self, view_: dict[str, Any], width: int = 80) -> str:
        return view.draw(self.tables, view_, width)

    def picture(self, view_: dict[str, Any]) -> str:
        return picture.picture(self.tables, view_)

    def because(self, reason: str) -> str:
        return guide.because(reason)

    def result(self, view_: dict[str, Any]) -> tuple[tuple[str, ...], str] | None:
        if view_["winner"] is None:
            return None
        if view_["winner"] == "draw":
            return self.seats, "draw"
        return (self.seats[FACTIONS.index(view_["winner"])],), str(view_["reason"])
