"""What people call Egemonia's components."""

from __future__ import annotations

from typing import Any

from ..rules import FACTIONS, Tables

View = dict[str, Any]


def event_name(tables: Tables, event: str) -> str:
    return tables.event_names[tables.events.index(event)] if event in tables.events else "an unknown event"


def area_name(tables: Tables, area: str) -> str:
    return tables.area_names[tables.areas.index(area)]


def faction_of(view: View) -> str:
    """The viewer's side; empty for a spectator."""
    return FACTIONS[int(view["you"][1])] if view.get("you") in ("s0", "s1") else ""
