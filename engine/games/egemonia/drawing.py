"""Egemonia's map in plain text: who stands where, the events on it, and what the viewer holds."""

from __future__ import annotations

from typing import Any

from ...drawing import map_lines
from ...english import plural
from .rules import FACTIONS, Tables

_SIGN = {"athens": "A", "sparta": "S"}


def draw(tables: Tables, seen: dict[str, Any], width: int = 80) -> str:
    """The map with who stands where, the events on it, and what the viewer holds."""
    height = 24
    labels = []
    for area, name, (x, y) in zip(tables.areas, tables.area_names, tables.positions, strict=True):
        owner = seen["influence"].get(area)
        mark = _SIGN[owner[0]] * owner[1] if owner else "-"
        if area == tables.areas[tables.sicily] and seen["syracuse"]:
            mark = "*"
        events = "".join(
            _SIGN[faction].lower() for faction, _, where in seen["placed"] if where == area and faction is not None
        )
        labels.append((y, x, f"{name} {mark}" + (f" [{events}]" if events else "")))
    lines = map_lines(labels, width, height)
    lines += ["", "Influence: A AA Athens, S SS Sparta, * Syracuse, - nobody. [as] events face down", ""]
    return "\n".join([*lines, *_summary(tables, seen)]) + "\n"


def _summary(tables: Tables, seen: dict[str, Any]) -> list[str]:
    areas = {faction: sum(owner[0] == faction for owner in seen["influence"].values()) for faction in FACTIONS}
    names = dict(zip(tables.events, tables.event_names, strict=True))
    turn = "Setup" if seen["phase"] == "setup" else f"Turn {seen['turn']} of {tables.turns}"
    lines = [f"{turn}   areas: Athens {areas['athens']}, Sparta {areas['sparta']}"]
    if seen["favoured"]:
        lines[0] += f"   favour of the gods: {seen['favoured'].title()}"
    if seen["oracle"] != "delphi":
        lines.append(f"{seen['oracle'].title()} holds the Oracle.")
    if seen["divine_help"]:
        lines.append(f"{seen['divine_help'].title()} is known to have Divine help.")
    for faction, event, area in seen["placed"]:
        if event not in (None, "?"):
            owner = "Athens'" if faction == "athens" else "Sparta's"
            lines.append(f"{owner} event on {tables.area_names[tables.areas.index(area)]} is {names[event]}.")
    for faction, hand in seen["hands"].items():
        if "?" in hand:
            lines.append(f"{faction.title()} holds {plural(hand['?'], 'event')}.")
        else:
            held = ", ".join(names[event] + (f" x{count}" if count > 1 else "") for event, count in hand.items())
            lines.append(f"{faction.title()} holds {held or 'nothing'}.")
    if seen["winner"]:
        lines.append("The game is drawn." if seen["winner"] == "draw" else f"{seen['winner'].title()} has won.")
    return lines
