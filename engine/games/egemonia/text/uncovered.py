"""What was hidden in a position, in words: for after the game."""

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
