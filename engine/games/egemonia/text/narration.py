"""Egemonia's events in sentences."""

from __future__ import annotations

from ..rules import FACTIONS, Tables
from .words import YOU, View, any_event, area_name, areas_held, event_name, side


def tell(tables: Tables, event: str) -> str | None:
    return _tell(tables, event, "")


def narrate(tables: Tables, before: View, event: str, after: View, cause: str = "") -> str | None:
    """With what lies on the map: which event meets which and why it wins, and why the gods favour a side."""
    viewer = str(after.get("you", ""))
    match event.split(" "):
        case ["clash", first, second, outcome]:
            return _clash(tables, before, int(first), int(second), outcome)
        case ["favour", who]:
            name = YOU if who == viewer else side(tables, who)
            return tables.say("story.favour_because", who=name, why=_why_favoured(tables, before))
    return _tell(tables, event, viewer)


def _clash(tables: Tables, view: View, first: int, second: int, outcome: str) -> str:
    """Two events that meet (RULES.md, Confrontation); a special fights for the side that it favours."""
    say = tables.say
    meeting = []
    area = view["placed"][first][2]
    for faction, event, _ in (view["placed"][first], view["placed"][second]):
        number = tables.events.index(event)
        owner = tables.favours[number] or faction
        meeting.append((event_name(tables, event), tables.event_types[number], tables.faction_names[owner]))
    (event, kind, owner), (other, other_kind, against) = meeting
    met = say("story.clash", area=area_name(tables, area), event=event, side=owner, other=other, against=against)
    if outcome == "draws":
        return say("story.clash_how", met=met, how=say("story.clash_draw"))
    if outcome == "loses":
        (event, kind, owner), (other, other_kind, against) = meeting[1], meeting[0]
    if other_kind == "false_alarm":
        how = say("story.clash_alarm", event=event)
    elif other_kind in tables.beats[kind]:
        how = say("story.clash_beats", kind=say(f"kind.{kind}"), other=say(f"kind.{other_kind}"), event=event)
    else:
        how = say("story.clash_capital", side=owner, event=event)
    return say("story.clash_how", met=met, how=how)


def _why_favoured(tables: Tables, view: View) -> str:
    """The first of the rules that tells the sides apart (RULES.md, Favour of the gods)."""
    areas = areas_held(view)
    if areas[0] != areas[1]:
        return tables.say("story.favour_areas", most=max(areas), least=min(areas))
    influence = [0, 0]
    for area, (holder, n) in view["influence"].items():
        influence[FACTIONS.index(holder)] += 2 * n if area == tables.areas[tables.sicily] else n
    if influence[0] != influence[1]:
        return tables.say("story.favour_influence", most=max(influence), least=min(influence))
    delphi = "delphi" in view["influence"]
    return tables.say("story.favour_delphi" if delphi else "story.favour_turn")


def _tell(tables: Tables, event: str, viewer: str) -> str | None:
    """An event for the person at a seat; the others are called by their side."""
    say = tables.say

    def name(seat: str) -> str:
        return YOU if seat == viewer else side(tables, seat)

    match event.split(" "):
        case ["influence", area, faction, count]:
            where = area_name(tables, area)
            if count == "0":  # "Sparta is neutral now" would sound as if the side were, and not the area
                return say("story.no_influence", area=where)
            who = name(f"s{FACTIONS.index(faction)}")
            return say("story.influence", who=who, n=int(count), area=where)
        case ["draw", who, what]:
            return None if what == "?" else say("story.draw", who=name(who), event=event_name(tables, what))
        case ["pythia", who, what]:
            return say("story.pythia", who=name(who), event=any_event(tables, what))
        case ["keep" | "favour" | "pass" | "oracle" as word, who]:
            return say(f"story.{word}", who=name(who))
        case ["place", who, area, what]:
            return say("story.place", who=name(who), event=any_event(tables, what), area=area_name(tables, area))
        case ["reveal", who, _, area, what]:
            return say("story.reveal", who=name(who), event=event_name(tables, what), area=area_name(tables, area))
        case ["syracuse"]:
            return say("story.syracuse")
        case ["fate", who, what, "opponent"]:
            other = "s1" if who == "s0" else "s0"
            return say("story.passes_on", event=event_name(tables, what), who=name(who), other=name(other))
        case ["fate", _, what, "out"]:
            return say("story.leaves", event=event_name(tables, what))
        case ["next", "draw", "s0", turn]:
            return say("story.turn", turn=int(turn))
        case ["over", "nobody", _]:
            return say("story.drawn")
        case ["over", who, _]:
            return say("story.wins", who=name(who))
    return None


def because(tables: Tables, reason: str) -> str:
    return tables.say.get(f"because.{reason}", "")
