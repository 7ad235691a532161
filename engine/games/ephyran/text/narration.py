"""Ephyran's events in sentences."""

from __future__ import annotations

from ..rules import DIONYSUS, Tables
from . import words
from .words import HIDDEN, View


def tell(tables: Tables, event: str) -> str | None:
    return _tell(tables, event, {})


def narrate(tables: Tables, before: View, event: str, after: View, cause: str = "") -> str | None:
    """With what the table shows: which card is drawn from the discard, and whose god was dealt.

    Gods are dealt from the first player on, to the first seat without one.
    """
    if event.endswith(" draw:discard") and before["discard"]:
        who = words.name(tables, after, event.split(" ")[1])
        return tables.say("story.draw_open", who=who, card=words.card(tables, before["discard"][-1]))
    god = event.removeprefix("move chance god:")
    if god != event and before["first"]:
        start = tables.seats.index(before["first"])
        order = (*tables.seats[start:], *tables.seats[:start])
        seat = next((seat for seat in order if before["gods"][seat] is None), "")
        if seat:
            return tables.say("story.god", who=words.name(tables, before, seat), god=words.god_name(tables, god))
    match event.replace(":", " ").split(" "):
        case ["move", seat, "swap", place] if before["target"]:
            mine, theirs = (words.area(tables, before, whose, place) for whose in (seat, before["target"]))
            who, where = words.name(tables, after, seat), words.place(tables, place)
            return tables.say("story.swap_for", who=who, place=where, mine=mine, theirs=theirs)
        case ["move", seat, "lose", place]:
            who, where = words.name(tables, after, seat), words.place(tables, place)
            return tables.say("story.lose_area", who=who, area=words.area(tables, before, seat, place), place=where)
    return _tell(tables, event, after)


def _tell(tables: Tables, event: str, view: View) -> str | None:
    """An event for the viewer; without a view, for nobody in particular."""
    say = tables.say
    word, _, rest = event.partition(" ")
    seat, *parts = rest.split(" ")
    who = words.name(tables, view, seat)
    match [word, *parts]:
        case ["move", move]:
            return _tell_move(tables, view, seat, move)
        case ["draw" | "keep" as verb, card]:
            if card == HIDDEN:
                return say(f"story.{verb}_hidden", who=who)
            return say(f"story.{verb}", who=who, card=words.card(tables, card))
        case ["token", kind]:
            if kind == HIDDEN:
                return say("story.token_hidden", who=who)
            return say("story.token", who=who, token=words.token_with_value(tables, kind))
        case ["grab", place, kind]:
            where = words.place(tables, place)
            if kind == HIDDEN:
                return say("story.grab_hidden", who=who, place=where)
            return say("story.grab", who=who, token=words.token_with_value(tables, kind), place=where)
        case ["shown", place, kind]:
            where = words.place(tables, place)
            return say("story.shown", who=who, place=where, token=words.token_with_value(tables, kind))
        case ["shown", card]:
            return say("story.discards", who=who, card=words.card(tables, card))
        case ["turn", number]:
            return say("story.turn", round=int(number), who=who)
        case ["score", points]:
            return say("story.score", who=who, n=int(points))
    return None


def _tell_move(tables: Tables, view: View, seat: str, move: str) -> str | None:
    say, who = tables.say, words.name(tables, view, seat)
    verb, _, rest = move.partition(":")
    what, _, where = rest.partition("@")
    match verb:
        case "add" | "change":
            half, place = words.half(tables, what), _place(tables, what, where)
            return say(f"story.{verb}", who=who, half=half, place=place)
        case "twins" | "graeae" | "take":
            return say("story.play", who=who, support=words.support(tables, what))
        case "exchange" if "," in rest:
            half, _, where = rest.partition(",")[2].partition("@")
            place = _place(tables, half, where)
            return say("story.from_hand", who=who, place=place, half=words.half(tables, half))
        case "exchange" | "destroy" | "steal":
            support, target = words.support(tables, what), words.name(tables, view, where)
            return say("story.play_against", who=who, support=support, target=target)
        case "discard":
            return say("story.discard", who=who, card=words.card(tables, what))
        case "dionysus":
            whose, _, place = where.partition(">")
            half, place = words.half(tables, what), words.place(tables, place)
            return say("story.dionysus", who=who, whose=words.name(tables, view, whose), half=half, place=place)
        case "lock":
            return say("story.lock", who=who, territory=words.territory(tables, where))
        case "unlock":
            seat, _, territory = where.partition(".")
            whose = words.name(tables, view, seat)
            return say(
                "story.unlock",
                who=who,
                territory=words.territory(tables, territory),
                whose=whose,
                own=whose == who != words.YOU,
            )
        case "shield" | "hecate":
            return say("story.stop", who=who, support=words.support(tables, what))
        case "swap" | "lose" | "put":
            return say(f"story.{verb}", who=who, place=words.place(tables, what))
        case "draw" if rest == "discard":
            return say("story.draw_discard", who=who)
        case "under":
            return say("story.discards", who=who, card=words.card(tables, what))
        case "first":
            return say("story.first", who=words.name(tables, view, what))
        case "god":
            god = words.god_name(tables, what)
            return say("story.next_god", god=god) if seat == "chance" else say("story.god", who=who, god=god)
        case "pass":
            return say("story.pass", who=who)
    return None


def _place(tables: Tables, half: str, where: str) -> str:
    """Where a half goes: a creature has its own place, Dionysus the one that is named with him."""
    return words.place(tables, where if half == DIONYSUS else words.place_of(tables, half))


def because(tables: Tables, reason: str) -> str:
    return tables.say.get(f"because.{reason}", "")
