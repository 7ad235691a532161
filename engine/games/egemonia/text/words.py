"""What people call Egemonia's components."""

from __future__ import annotations

from typing import Any

from ..rules import FACTIONS, Tables

View = dict[str, Any]
YOU = "you"  # for `who` in a message


def event_name(tables: Tables, event: str) -> str:
    if event not in tables.events:
        return tables.say("unknown.event")
    return tables.event_names[tables.events.index(event)]


def any_event(tables: Tables, event: str) -> str:
    """The same of an event that somebody may keep hidden."""
    return tables.say("unknown.any") if event == "?" else event_name(tables, event)


def area_name(tables: Tables, area: str) -> str:
    return tables.area_names[tables.areas.index(area)]


def side(tables: Tables, seat: str) -> str:
    """The side of a seat."""
    return tables.faction_names[FACTIONS[int(seat[1])]]


def turn(tables: Tables, view: View) -> str:
    if view["turn"] == 0:
        return tables.say("turn.setup")
    return tables.say("turn.turn", turn=view["turn"], turns=tables.turns)


def areas_held(view: View) -> list[int]:
    """The number of areas of each side."""
    return [sum(holder == faction for holder, _ in view["influence"].values()) for faction in FACTIONS]


def faction_of(view: View) -> str:
    """The viewer's side; empty for a spectator."""
    return FACTIONS[int(view["you"][1])] if view.get("you") in ("s0", "s1") else ""
