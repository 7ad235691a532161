"""Egemonia's map in plain text: who stands where, the events on it, and what the viewer holds."""

from __future__ import annotations

from typing import Any

from ...drawing import map_lines
from .rules import FACTIONS, Tables
from .text import words

_LAND, _SEA = ".", "~"
_SIGN = {"athens": "A", "sparta": "S"}


def draw(tables: Tables, seen: dict[str, Any], width: int = 80) -> str:
    """The map with who stands where, the events on it, and what the viewer holds."""
    height = 22
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
    lines = map_lines(labels, width, height, _ways(tables))
    lines += [_legend(tables), tables.say("drawing.ways", land=_LAND, sea=_SEA)]
    return "\n".join([*lines, *_summary(tables, seen)]) + "\n"


def _ways(tables: Tables) -> list[tuple[tuple[int, int], tuple[int, int], str]]:
    """The lines of the map: by land, and by sea."""
    found = []
    for neighbours, sign in ((tables.land, _LAND), (tables.sea, _SEA)):
        for area, others in enumerate(neighbours):
            (x, y) = tables.positions[area]
            found += [((y, x), tables.positions[other][::-1], sign) for other in others if area < other]
    return found


def _legend(tables: Tables) -> str:
    first, second = (tables.faction_names[faction] for faction in FACTIONS)
    a, s = (_SIGN[faction] for faction in FACTIONS)
    signs = {"a": a, "aa": 2 * a, "s": s, "ss": 2 * s, "as": f"{a}{s}".lower()}
    return tables.say("drawing.legend", first=first, second=second, **signs)


def _summary(tables: Tables, seen: dict[str, Any]) -> list[str]:
    say, sides = tables.say, tables.faction_names
    m, n = words.areas_held(seen)
    first, second = (sides[faction] for faction in FACTIONS)
    head = [words.turn(tables, seen), say("drawing.areas", first=first, m=m, second=second, n=n)]
    if seen["favoured"]:
        head.append(say("drawing.favour", side=sides[seen["favoured"]]))
    lines = ["   ".join(head)]
    if seen["oracle"] != "delphi":
        lines.append(say("drawing.oracle", side=sides[seen["oracle"]]))
    if seen["divine_help"]:
        lines.append(say("drawing.divine_help", side=sides[seen["divine_help"]]))
    for faction, event, area in seen["placed"]:
        if event not in (None, "?"):
            where, what = words.area_name(tables, area), words.event_name(tables, event)
            lines.append(say("drawing.event", side=sides[faction], area=where, event=what))
    lines += [_hand(tables, sides[faction], hand) for faction, hand in seen["hands"].items()]
    if seen["winner"] == "draw":
        lines.append(say("story.drawn"))
    elif seen["winner"]:
        lines.append(say("drawing.won", side=sides[seen["winner"]]))
    return lines


def _hand(tables: Tables, side: str, hand: dict[str, int]) -> str:
    say = tables.say
    if "?" in hand:
        return say("drawing.hidden", side=side, n=hand["?"])
    events = []
    for event, n in hand.items():
        name = words.event_name(tables, event)
        events.append(say("drawing.several", event=name, n=n) if n > 1 else name)
    return say("drawing.hand", side=side, events=events) if events else say("drawing.hand_empty", side=side)
