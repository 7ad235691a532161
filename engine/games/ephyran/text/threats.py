"""What threatens in Ephyran: a rival's last place, supports that a rival is known to hold, and the end."""

from __future__ import annotations

from collections.abc import Iterator

from ....description import Threat
from ..rules import AREAS, STOPPED_BY, Tables
from . import words
from .words import View


def threats(tables: Tables, view: View) -> list[Threat]:
    """For a spectator, of everybody's last places; what somebody holds is aimed at a seat."""
    if view["phase"] in ("over", "first", "gods", "deal"):
        return []
    found = list(_end(tables, view))
    rivals = [seat for seat in tables.seats if seat != view["you"]]
    for rival in rivals:
        found += _last_place(tables, view, rival)
    if view["you"] in tables.seats:
        for rival in rivals:
            found += _known_supports(tables, view, rival)
    return found


def _filled(view: View, seat: str) -> int:
    return sum(len(there["areas"]) for there in view["cities"][seat].values())


def _end(tables: Tables, view: View) -> Iterator[Threat]:
    """The pile is empty, or will be before the round is over."""
    if view["ending"]:
        yield Threat("end", tables.say("threats.last_round"), True, turns=1)
    elif view["pile_size"] <= len(tables.seats):
        yield Threat("pile", tables.say("threats.pile", n=view["pile_size"]), False, ("pile",))


def _last_place(tables: Tables, view: View, rival: str) -> Iterator[Threat]:
    if _filled(view, rival) == len(tables.places) - 1:
        [place] = [
            f"{territory}-{AREAS}" for territory, there in view["cities"][rival].items() if len(there["areas"]) < AREAS
        ]
        who = words.seat_name(tables, view, rival)
        told = tables.say("threats.last_place", who=who, place=words.place(tables, place))
        yield Threat("last-place", told, True, (f"place:{rival}.{place}",), (rival,))


def _known_supports(tables: Tables, view: View, rival: str) -> Iterator[Threat]:
    """Cards that the viewer has seen going to a rival's hand, and what of its own city they can take."""
    own = view["you"]
    for card in view["hands"][rival]:
        support = tables.supports[tables.cards.index(card)] if card in tables.cards else None
        if support not in ("exchange", "destroy", "steal"):
            continue
        places = list(_within_reach(tables, view, own, rival, support))
        if not places:
            continue
        territories = list(dict.fromkeys(place.rpartition("-")[0] for place in places))
        guard = STOPPED_BY[support]
        guarded = any(
            held in tables.cards and tables.supports[tables.cards.index(held)] == guard for held in view["hands"][own]
        )
        told = tables.say(
            "threats.support",
            who=words.seat_name(tables, view, rival),
            support=tables.support_names[support],
            territories=[words.territory(tables, territory) for territory in territories],
            guarded=guarded,
            guard=tables.support_names[guard],
        )
        yield Threat(support, told, False, tuple(f"place:{own}.{place}" for place in places), (rival,))


def _within_reach(tables: Tables, view: View, own: str, rival: str, support: str) -> Iterator[str]:
    """The places of a city that a support of a rival's can take: none in a locked territory (RULES.md, 7)."""
    for territory, there in view["cities"][own].items():
        if there["lock"]:
            continue
        for number, area in enumerate(there["areas"], 1):
            theirs = view["cities"][rival][territory]
            if support == "exchange" and (theirs["lock"] or len(theirs["areas"]) < number):
                continue
            if support == "destroy" and number < len(there["areas"]):
                continue
            if support == "steal" and area["token"] is None:
                continue
            yield f"{territory}-{number}"
