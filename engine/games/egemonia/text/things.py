"""What is drawn of Egemonia's position, in words. Keys beside those of the moves: ``map``, ``side:SIDE``, ``hands``."""

from __future__ import annotations

from ....description import Thing
from ..rules import FACTIONS, Tables
from . import help
from .words import View, area_name, areas_held, event_name, faction_of


def things(tables: Tables, view: View) -> dict[str, Thing]:
    say, own = tables.say, faction_of(view)
    found = {"map": Thing(say("things.map"), (say("things.legend"),)), "hands": _hands(tables, view, own)}
    for faction, n in zip(FACTIONS, areas_held(view), strict=True):
        name = tables.faction_names[faction]
        found[f"side:{faction}"] = Thing(say("things.score", side=name, n=n), (say("things.of", n=tables.nike),))
    for area in tables.areas:
        found[f"area:{area}"] = Thing(area_name(tables, area), says=_area(tables, view, area))
    for event in view["hands"].get(own, {}):
        found[f"hand:{event}"] = Thing(event_name(tables, event), (help.gloss(tables, view, f"place:{event}"),))
    return found


def _area(tables: Tables, view: View, area: str) -> str:
    """Who holds an area, and the events on it: those that lie there, or that were revealed there last."""
    say, names = tables.say, tables.faction_names
    holder, count = view["influence"].get(area, ("", 0))
    state = say("things.influence", side=names[holder], n=count) if count else say("gloss.effect.neutral")
    if not count and view["syracuse"] and area == tables.areas[tables.sicily]:
        state = say("summary.syracuse")
    events = []
    for side, event, where in view["placed"] or view["revealed"]:
        if where == area:
            what = say("things.face_down") if event == "?" else event_name(tables, event)
            events.append(say("gloss.effect.event", event=what, side=names[side]))
    return say("things.area", area=area_name(tables, area), states=[state, *events])


def _hands(tables: Tables, view: View, own: str) -> Thing:
    """How many events others hold, and how many are in the cup."""
    say = tables.say
    others = [
        say("things.holds", side=tables.faction_names[side], n=sum(view["hands"].get(side, {}).values()))
        for side in FACTIONS
        if side != own
    ]
    return Thing(say("summary.hands"), (*others, say("things.cup", n=view["cup_size"])))
