"""Egemonia's position in words, part by part."""

from __future__ import annotations

from ....block import Block
from ....english import plural
from ..rules import FACTIONS, Tables
from .words import View, area_name, event_name, faction_of


def headline(tables: Tables, view: View) -> str:
    counts = [sum(holder == faction for holder, _ in view["influence"].values()) for faction in FACTIONS]
    parts = ["Setup" if view["turn"] == 0 else f"Turn {view['turn']} of {tables.turns}"]
    if own := faction_of(view):
        parts.append(f"you are {own.title()}")
    parts.append(f"areas: Athens {counts[0]}, Sparta {counts[1]}")
    if view["favoured"]:
        parts.append(f"favour: {view['favoured'].title()}")
    return " | ".join(parts)


def summary(tables: Tables, view: View, brief: bool = False) -> list[Block]:
    found = [_map(tables, view)]
    if view["placed"]:
        placed = [
            f"{faction.title()}: {event_name(tables, event)} on {area_name(tables, area)}"
            if area
            else f"{faction.title()}: passed"
            for faction, event, area in view["placed"]
        ]
        found.append(Block("Events face down, in their order", placed))
    hands = []
    for faction, hand in view["hands"].items():
        cards = [
            (plural(n, "event") if event == "?" else f"{event_name(tables, event)}{f' ({n})' if n > 1 else ''}")
            for event, n in hand.items()
        ]
        hands.append(f"{faction.title()}: {', '.join(cards) or 'nothing'}")
    return [*found, Block("Hands", hands)]


def _map(tables: Tables, view: View) -> Block:
    lines = []
    for faction in FACTIONS:
        held = [
            f"{area_name(tables, area)}{' (2)' if count == 2 else ''}"
            for area, (holder, count) in view["influence"].items()
            if holder == faction
        ]
        lines.append(f"{faction.title()} holds {plural(len(held), 'area')}: {', '.join(held) or 'none'}")
    neutral = [area_name(tables, area) for area in tables.areas if area not in view["influence"]]
    lines.append(f"Neutral: {', '.join(neutral)}")
    if view["syracuse"]:
        lines.append("Syracuse stands in Sicily")
    oracle = view["oracle"]
    lines.append(f"The Oracle is {'at Delphi' if oracle == 'delphi' else f'held by {oracle.title()}'}")
    return Block("The map", lines)
