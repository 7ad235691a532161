"""What is hidden in a position, in words: what it may be, and for after the game what it was."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ..rules import Tables
from .words import View, area_name, event_name


def uncovered(tables: Tables, view: View, secrets: Mapping[str, Sequence[str]]) -> list[str]:
    """Hidden things, named as in `view.secrets`, in sentences."""
    say, found = tables.say, []
    for name, things in secrets.items():
        kind, *rest = name.split()
        events = [event_name(tables, event) for event in things]
        if kind == "hands":
            side = tables.faction_names[rest[0]]
            found.append(say("uncovered.hand" if events else "uncovered.hand_empty", side=side, events=events))
        elif kind == "placed":
            side, area = tables.faction_names[rest[1]], area_name(tables, rest[2])
            found.append(say("uncovered.placed", side=side, area=area, event=events[0]))
        else:
            found.append(say("uncovered.discard", event=events[0]))
    return found


def believed(tables: Tables, view: View, name: str) -> str:
    """What a hidden thing is called."""
    match name.split():
        case ["hands", side]:
            return tables.say("believed.hand", side=tables.faction_names[side])
        case ["placed", number, side, area]:
            return tables.say(
                "believed.placed", side=tables.faction_names[side], area=area_name(tables, area), n=int(number)
            )
    return tables.say("believed.discard")


def thing(tables: Tables, name: str, thing: str) -> str:
    """What a hidden thing may be."""
    return event_name(tables, thing)
