"""Egemonia's position in words, part by part."""

from __future__ import annotations

from ....block import Block
from ..rules import FACTIONS, Tables
from .words import View, area_name, areas_held, event_name, faction_of, turn


def headline(tables: Tables, view: View) -> str:
    say, names = tables.say, tables.faction_names
    first, second = (names[faction] for faction in FACTIONS)
    m, n = areas_held(view)
    parts = [turn(tables, view)]
    if own := faction_of(view):
        parts.append(say("headline.you", side=names[own]))
    parts.append(say("headline.areas", first=first, m=m, second=second, n=n))
    if view["favoured"]:
        parts.append(say("headline.favour", side=names[view["favoured"]]))
    return " | ".join(parts)


def summary(tables: Tables, view: View, brief: bool = False) -> list[Block]:
    found = [_map(tables, view)]
    if view["placed"]:
        found.append(Block(tables.say("summary.placed"), [_placed(tables, *each) for each in view["placed"]]))
    hands = [_hand(tables, faction, hand) for faction, hand in view["hands"].items()]
    return [*found, Block(tables.say("summary.hands"), hands)]


def _placed(tables: Tables, faction: str, event: str, area: str) -> str:
    name = tables.faction_names[faction]
    if not area:
        return tables.say("summary.placed_none", side=name)
    event, area = event_name(tables, event), area_name(tables, area)
    return tables.say("summary.placed_event", side=name, event=event, area=area)


def _hand(tables: Tables, faction: str, hand: dict[str, int]) -> str:
    say, name = tables.say, tables.faction_names[faction]
    events = []
    for event, n in hand.items():
        if event == "?":
            events.append(say("summary.hidden", n=n))
        else:
            known = event_name(tables, event)
            events.append(say("summary.several", event=known, n=n) if n > 1 else known)
    return say("summary.hand", side=name, events=events) if events else say("summary.hand_empty", side=name)


def _map(tables: Tables, view: View) -> Block:
    say, names = tables.say, tables.faction_names
    lines = []
    for faction in FACTIONS:
        held = []
        for area, (holder, count) in view["influence"].items():
            if holder == faction:
                name = area_name(tables, area)
                held.append(say("summary.twice", area=name) if count == 2 else name)
        key = "summary.holds" if held else "summary.holds_none"
        lines.append(say(key, side=names[faction], n=len(held), areas=held))
    neutral = [area_name(tables, area) for area in tables.areas if area not in view["influence"]]
    lines.append(say("summary.neutral", areas=neutral))
    if view["syracuse"]:
        lines.append(say("summary.syracuse"))
    if view["oracle"] == "delphi":
        lines.append(say("summary.oracle_free"))
    else:
        lines.append(say("summary.oracle_held", side=names[view["oracle"]]))
    return Block(say("summary.map"), lines)
