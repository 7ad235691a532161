"""What is drawn of Ephyran's position, in words.

Keys beside those of the moves: ``held`` (a token that is to be put), ``token:KIND`` and the caption ``tokens``.
"""

from __future__ import annotations

from ....description import Thing
from ..rules import AREAS, DIONYSUS, Tables
from . import words
from .words import HIDDEN, View


def things(tables: Tables, view: View) -> dict[str, Thing]:
    say = tables.say
    found: dict[str, Thing] = {}
    for seat in tables.seats:
        found |= _city(tables, view, seat)
    for card in (*view["hands"].get(view.get("you"), ()), *view["looked"]):
        if card != HIDDEN:
            found |= _card(tables, card)
    for kind in tables.tokens:
        found[f"token:{kind}"] = Thing(words.token(tables, kind), says=words.token_with_value(tables, kind))
    found["pile"] = Thing(say("things.pile"), says=say("headline.pile", n=view["pile_size"]))
    found["tokens"] = Thing(say("things.tokens"))
    top = words.card(tables, view["discard"][-1]) if view["discard"] else say("drawing.nothing")
    found["discard"] = Thing(top, (say("things.discard"),), say("drawing.discard", card=top))
    if view["held"]:
        found["held"] = Thing(words.token(tables, view["held"]["kind"]), (say("things.to_be_put"),))
    return found


def _city(tables: Tables, view: View, seat: str) -> dict[str, Thing]:
    """A city, its territories and their places."""
    say, name, god = tables.say, words.seat_name(tables, view, seat), view["gods"][seat]
    title = say("summary.marked", name=name, marks=[say("summary.first")]) if view["first"] == seat else name
    found = {f"city:{seat}": Thing(title, _standing(tables, view, seat), say("things.city", who=name))}
    for territory, there in view["cities"][seat].items():
        land = words.territory(tables, territory)
        double = bool(god and words.territory_of(tables, god) == territory)
        notes = [say("things.double")] if double else [say("things.locked")] if there["lock"] else []
        says = say("things.land", territory=land, who=name, notes=notes, n=len(notes))
        found[f"land:{seat}.{territory}"] = Thing(say("things.name", name=land), notes, says)
        for number in range(1, AREAS + 1):
            place = f"{territory}-{number}"
            filled = there["areas"][number - 1]["half"] if number <= len(there["areas"]) else ""
            creature = _creature(tables, filled) if filled else ""
            what = words.area(tables, view, seat, place) or say("things.free")
            says = say("things.place", place=words.place(tables, place), who=name, what=what)
            found[f"place:{seat}.{place}"] = Thing(creature, says=says)
    return found


def _creature(tables: Tables, half: str) -> str:
    return tables.say("thing.dionysus") if half == DIONYSUS else tables.creature_names[half.rpartition("-")[0]]


def _standing(tables: Tables, view: View, seat: str) -> tuple[str, ...]:
    """A seat's prestige, as far as it can be seen, and its hand; at the end, its prestige alone."""
    if view["scores"]:
        return (tables.say("summary.prestige", n=view["scores"][seat]),)
    prestige = tables.say("summary.prestige", n=view["running"][seat]) if view["gods"][seat] else ""
    return tuple(filter(None, (prestige, _hand(tables, view, seat))))


def _hand(tables: Tables, view: View, seat: str) -> str:
    """How many cards a seat holds, and those that are known."""
    hand = view["hands"][seat]
    known = [words.half(tables, card) for card in hand if card != HIDDEN] if seat != view.get("you") else []
    return tables.say("things.hand_known" if known else "things.hand", n=len(hand), cards=known)


def _card(tables: Tables, card: str) -> dict[str, Thing]:
    """A card that the viewer sees, and its halves."""
    found = {f"look:{card}": Thing(words.card(tables, card))}
    if card == DIONYSUS:
        return found | {f"half:{card}": Thing(words.half(tables, card), (tables.say("things.anywhere"),))}
    number = tables.cards.index(card)
    halves, support = [card], tables.supports[number]
    if support is None:
        halves.append(tables.half_names[2 * number + 1])
    else:
        found[f"sup:{card}"] = Thing(tables.support_names[support], (tables.support_effects[support],))
    for half in halves:
        place = tables.say("things.name", name=words.place(tables, words.place_of(tables, half)))
        found[f"half:{half}"] = Thing(_creature(tables, half), (place,))
    return found
