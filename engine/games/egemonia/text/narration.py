"""Egemonia's events in sentences."""

from __future__ import annotations

from ....english import sentence
from ..rules import FACTIONS, Tables
from .words import View, area_name, event_name

_REASONS = {
    "areas": "the winner has more areas",
    "sicily": "both have the same number of areas, and the winner controls Sicily",
    "draw": "both have the same number of areas, and nobody controls Sicily",
}


def _side(seat: str) -> str:
    return FACTIONS[int(seat[1])].title()


def tell(tables: Tables, event: str) -> str | None:
    match event.split(" "):
        case ["influence", area, faction, count]:
            where = area_name(tables, area)
            if count == "0":  # "Sparta is neutral now" would sound as if the side were, and not the area
                return f"Nobody has influence in {where} now."
            return f"{faction.title()} has {count} influence in {where} now."
        case ["draw", who, what]:
            return None if what == "?" else sentence(f"{_side(who)} draws {event_name(tables, what)}")
        case ["pythia", who, what]:
            discarded = "an event" if what == "?" else event_name(tables, what)
            return sentence(f"{_side(who)} asks Pythia and discards {discarded}")
        case ["keep", who]:
            return f"{_side(who)} keeps the Oracle for later."
        case ["favour", who]:
            return f"The gods favour {_side(who)}."
        case ["place", who, area, what]:
            placed = "an event" if what == "?" else event_name(tables, what)
            return f"{_side(who)} places {placed} face down on {area_name(tables, area)}."
        case ["pass", who]:
            return f"{_side(who)} can place nothing and passes."
        case ["reveal", who, _, area, what]:
            return f"{_side(who)} reveals {event_name(tables, what)} on {area_name(tables, area)}."
        case ["syracuse"]:
            return "Syracuse loses its hold on Sicily."
        case ["fate", who, what, "opponent"]:
            other = "s1" if who == "s0" else "s0"
            return f"{event_name(tables, what)} passes from {_side(who)} to {_side(other)}."
        case ["fate", _, what, "out"]:
            return f"The event {event_name(tables, what)} leaves the game."
        case ["oracle", who]:
            return f"{_side(who)} takes the Oracle of Delphi."
        case ["next", "draw", "s0", turn]:
            return f"Turn {turn}."
        case ["over", who, _]:
            return "The game is drawn." if who == "nobody" else f"{_side(who)} wins."
    return None


def narrate(tables: Tables, before: View, event: str, after: View, cause: str = "") -> str | None:
    return tell(tables, event)


def because(tables: Tables, reason: str) -> str:
    return _REASONS.get(reason, "")
