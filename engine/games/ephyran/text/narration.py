"""Ephyran's events in sentences."""

from __future__ import annotations

from ..rules import DIONYSUS, Tables
from . import words
from .words import View


def tell(tables: Tables, event: str) -> str | None:
    match event.split(" "):
        case ["move", who, move]:
            return _tell_move(tables, who, move)
        case ["draw", who, card]:
            return f"{who} draws {words.card(tables, card, 'a card')} from the pile."
        case ["token", who, kind]:
            return f"{who} takes {words.token(tables, kind, 'a token')}."
        case ["keep", who, card]:
            return f"{who} keeps {words.card(tables, card, 'one of the cards')}."
        case ["grab", who, place, kind]:
            return f"{who} steals {words.token(tables, kind, 'the token')} from {words.place(place)}."
        case ["shown", who, place, kind]:
            return f"{who}'s token on {words.place(place)} is {words.token(tables, kind)}."
        case ["shown", who, card]:
            return f"{who} puts {words.card(tables, card)} on the discard."
        case ["turn", who, number]:
            return f"Round {number}: {who}'s turn."
        case ["score", who, points]:
            return f"{who} has {points} prestige."
    return None


def _tell_move(tables: Tables, who: str, move: str) -> str | None:
    verb, _, rest = move.partition(":")
    what, _, where = rest.partition("@")
    match verb:
        case "add":
            return f"{who} adds {words.half(tables, what)} on {_place(tables, what, where)}."
        case "change":
            return f"{who} changes {_place(tables, what, where)} to {words.half(tables, what)}."
        case "twins" | "graeae" | "take":
            return f"{who} plays {words.support(tables, what)}."
        case "exchange" if "," in rest:
            half, _, where = rest.partition(",")[2].partition("@")
            place = _place(tables, half, where)
            return f"{who} exchanges the area on {place} for {words.half(tables, half)} from hand."
        case "exchange" | "destroy" | "steal":
            return f"{who} plays {words.support(tables, what)} against {where}."
        case "discard":
            return f"{who} discards {words.card(tables, what)}."
        case "dionysus":
            whose, _, place = where.partition(">")
            half = words.half(tables, what)
            return f"{who} takes Dionysus from {whose} for {half} and puts him on {words.place(place)}."
        case "lock":
            return f"{who} locks {_territory(tables, where)} with Athena's shield."
        case "unlock":
            whose, _, territory = where.partition(".")
            return f"{who} unlocks {_territory(tables, territory)} in {whose}'s city with Hecate's magic."
        case "shield" | "hecate":
            return f"{who} stops it with {words.support(tables, what)}."
        case "swap":
            return f"{who} swaps {words.place(what)}."
        case "lose":
            return f"{who} loses the area on {words.place(what)}."
        case "put":
            return f"{who} puts the token on {words.place(what)}."
        case "draw" if rest == "discard":
            return f"{who} draws the top of the discard."
        case "under":
            return f"{who} puts {words.card(tables, what)} on the discard."
        case "first":
            return f"{what} is the first player."
        case "god":
            name = tables.god_names[tables.gods.index(what)]
            return f"{'The next player' if who == 'chance' else who} is {name}."
        case "pass":
            return f"{who} passes."
    return None


def _place(tables: Tables, half: str, where: str) -> str:
    """Where a half goes: a creature has its own place, Dionysus the one that is named with him."""
    return words.place(where if half == DIONYSUS else words.place_of(tables, half))


def _territory(tables: Tables, territory: str) -> str:
    return tables.territory_names[tables.territories.index(territory)]


def narrate(tables: Tables, before: View, event: str, after: View, cause: str = "") -> str | None:
    """With what the table shows: which card is drawn from the discard, and whose god was dealt.

    Gods are dealt from the first player on, to the first seat without one.
    """
    if event.endswith(" draw:discard") and before["discard"]:
        who = event.split(" ")[1]
        return f"{who} draws {words.card(tables, before['discard'][-1])} from the discard."
    god = event.removeprefix("move chance god:")
    if god != event and before["first"]:
        start = tables.seats.index(before["first"])
        order = (*tables.seats[start:], *tables.seats[:start])
        seat = next((seat for seat in order if before["gods"][seat] is None), "")
        if seat:
            return f"{seat} is {god.title()}."
    return tell(tables, event)


def because(tables: Tables, reason: str) -> str:
    return ""
