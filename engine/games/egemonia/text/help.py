"""Egemonia for newcomers: what is asked, and what each move would mean."""

from __future__ import annotations

from ....english import several
from ..rules import FACTIONS, Tables
from .words import View, event_name, faction_of

PRIMER = """\
Athens and Sparta fight for the areas of Greece with events. Each turn both draw up to four events, then lay three each
face down on the map, by turns. All are revealed together: in each area the first event of one side meets the first of
the other, the second the second. What survives acts once: it removes one influence of the other side, or if there is
none adds one of yours (two at most).

Military beats a coup, a coup beats influence, influence beats military; like against like, both are removed. Divine
help beats nearly everything and goes to the opponent afterwards; the Olympics draw with all; a false alarm only looks
like an event. Specials act for the side that they favour, whoever places them.

Who controls ten areas at the end of a turn wins; after ten turns, who has more. The side with more areas has the favour
of the gods and places first. Who gains Delphi takes the Oracle, and may once exchange an event.
"""

_RANGES = {
    "military": "within two lines of your areas, three by {way}",
    "influence": "in your areas or next to them",
}


def question(tables: Tables, view: View) -> str:
    if view["phase"] == "setup":
        return "Where do you put one more influence before the first turn? From there your events reach further."
    if view["phase"] == "pythia":
        return "You hold the Oracle: discard an event unseen and draw another, or keep the Oracle for later?"
    number = sum(faction == faction_of(view) for faction, _, _ in view["placed"]) + 1
    return (
        f"Place event {number} of {tables.placements} face down: which, and where? The other side sees the "
        "area and the order, not the event. All are revealed when both are done."
    )


def gloss(tables: Tables, view: View, move: str) -> str:
    verb, _, rest = move.partition(":")
    event, at, area = rest.partition("@")
    own = faction_of(view) or FACTIONS[0]
    if verb == "setup" and rest:
        return _neighbours(tables, rest)
    if verb == "place" and at and area:
        return _effect(tables, view, own, event, area)
    if verb == "place" and event:
        return _event(tables, event, own)
    if verb == "pythia" and rest:
        return f"discard {event_name(tables, rest)} and draw an event"
    return {"keep": "use the Oracle another time", "pass": "nothing that you hold can be placed"}.get(verb, "")


def _neighbours(tables: Tables, area: str) -> str:
    number = tables.areas.index(area)
    ways = (("land", tables.land[number]), ("sea", tables.sea[number]))
    return "; ".join(
        f"by {way} to {', '.join(tables.area_names[other] for other in others)}" for way, others in ways if others
    )


def _event(tables: Tables, event: str, own: str) -> str:
    """Where an event can be placed, what it beats, and for whom it acts."""
    number = tables.events.index(event)
    kind, favours = tables.event_types[number], tables.favours[number]
    where = _RANGES.get(kind, "anywhere").format(way="land" if own == FACTIONS[1] else "sea")
    if kind == "false_alarm":
        return f"{where}; never acts: a bluff"
    beaten = [other.replace("_", " ") for other in tables.beats[kind] if other != "false_alarm"]
    fights = f"; beats {several(beaten)}" if beaten else ""
    acts = f"; acts for {favours.title()}, whoever places it" if favours else ""
    return f"{where}{fights}{acts}"


def _effect(tables: Tables, view: View, own: str, event: str, area: str) -> str:
    """How an area stands, and how it would if the event acts there."""
    number = tables.events.index(event)
    faction = tables.favours[number] or own
    holder, count = view["influence"].get(area, ("", 0))
    there = [f"{event_name(tables, other)} of {owner.title()}" for owner, other, at in view["placed"] if at == area]
    waiting = f"; there already: {', '.join(there)}" if there else ""
    now = f"{holder.title()} {count}" if count else "neutral"
    if tables.event_types[number] == "false_alarm":
        return f"{now}{waiting}"
    if count and holder != faction:
        would = f"would be {holder.title()} {count - 1}" if count > 1 else "would be neutral"
    elif area == tables.areas[tables.sicily] and view["syracuse"]:
        would = "would drive out Syracuse"
    else:
        would = "would stay" if count == 2 else f"would be {faction.title()} {count + 1}"
    return f"{now}, {would}{waiting}"
