"""Egemonia for newcomers: what is asked, and what each move would mean."""

from __future__ import annotations

from ..rules import FACTIONS, Tables
from .words import View, event_name, faction_of


def question(tables: Tables, view: View) -> str:
    if view["phase"] in ("setup", "pythia"):
        return tables.say(f"question.{view['phase']}")
    number = sum(faction == faction_of(view) for faction, _, _ in view["placed"]) + 1
    return tables.say("question.place", number=number, most=tables.placements)


def gloss(tables: Tables, view: View, move: str) -> str:
    verb, _, rest = move.partition(":")
    event, at, area = rest.partition("@")
    own = faction_of(view) or FACTIONS[0]
    match verb:
        case "setup" if rest:
            return _neighbours(tables, rest)
        case "place" if at and area:
            return _effect(tables, view, own, event, area)
        case "place" if event:
            return _event(tables, event, own)
        case "pythia" if rest:
            return tables.say("gloss.pythia", event=event_name(tables, rest))
        case "keep" | "pass":
            return tables.say(f"gloss.{verb}")
    return ""


def _neighbours(tables: Tables, area: str) -> str:
    number = tables.areas.index(area)
    ways = (("land", tables.land[number]), ("sea", tables.sea[number]))
    reached = [
        tables.say(f"gloss.{way}", areas=[tables.area_names[other] for other in others])
        for way, others in ways
        if others
    ]
    return tables.say.join("semicolon", reached)


def _event(tables: Tables, event: str, own: str) -> str:
    """Where an event can be placed, what it beats, and for whom it acts."""
    say, number = tables.say, tables.events.index(event)
    kind, favours = tables.event_types[number], tables.favours[number]
    reach = kind if kind in ("military", "influence") else "other"
    found = [say(f"gloss.range.{reach}", way="land" if own == FACTIONS[1] else "sea", own=tables.influence_on_own)]
    if kind == "false_alarm":
        return say.join("semicolon", [*found, say("gloss.bluff")])
    beaten = [say(f"kind.{other}") for other in tables.beats[kind] if other != "false_alarm"]
    if beaten:
        found.append(say("gloss.beats", kinds=beaten))
    if favours:
        found.append(say("gloss.acts_for", side=tables.faction_names[favours]))
    return say.join("semicolon", found)


def _effect(tables: Tables, view: View, own: str, event: str, area: str) -> str:
    """How an area stands, and how it would if the event acts there."""
    say, names, number = tables.say, tables.faction_names, tables.events.index(event)
    faction = tables.favours[number] or own
    holder, count = view["influence"].get(area, ("", 0))
    now = say("gloss.effect.held", side=names[holder], n=count) if count else say("gloss.effect.neutral")
    if tables.event_types[number] != "false_alarm":
        if count and holder != faction:
            would = (
                say("gloss.effect.would_be", side=names[holder], n=count - 1)
                if count > 1
                else say("gloss.effect.would_be_neutral")
            )
        elif area == tables.areas[tables.sicily] and view["syracuse"]:
            would = say("gloss.effect.would_drive_out")
        elif count == 2:
            would = say("gloss.effect.would_stay")
        else:
            would = say("gloss.effect.would_be", side=names[faction], n=count + 1)
        now = say("gloss.effect.both", now=now, would=would)
    there = [
        say("gloss.effect.event", event=event_name(tables, other), side=names[owner])
        for owner, other, at in view["placed"]
        if at == area
    ]
    return say.join("semicolon", [now, *([say("gloss.effect.there", events=there)] if there else [])])
