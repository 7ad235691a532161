"""What is drawn of Epix's position, in words.

Keys beside those of the moves: ``map``, ``seat:SEAT``, ``kind:UNIT``, ``held:ABILITY``, ``attack``, and the captions
``gold``, ``first`` and ``supply``.
"""

from __future__ import annotations

from ....description import Thing
from ..rules import CARDS, UNITS, Tables
from . import help
from .words import View, ability_name, ability_text, name, own_number, price, province_name, seat_name


def things(tables: Tables, view: View) -> dict[str, Thing]:
    say = tables.say
    found = {key: Thing(say(f"things.{key}")) for key in ("map", "gold", "first", "supply")}
    found |= {f"card:{card}": Thing(say(f"card.{card}"), (say(f"gloss.card.{card}"),)) for card in CARDS}
    for province in tables.provinces:
        found |= _province(tables, view, province)
    for number in range(view["players"]):
        found |= _seat(tables, view, number)
    for unit in UNITS:
        found[f"kind:{unit}"] = Thing(tables.unit_names[UNITS.index(unit)], says=help.unit_use(tables, unit))
        found[f"supply:{unit}"] = _supply(tables, view, unit)
    for card in view["table"]:
        notes, bid = [ability_text(tables, card)], view["bids"].get(card)
        if bid:
            notes.append(say("things.bid", who=name(tables, view, bid["seat"]), gold=bid["gold"]))
        found[f"ability:{card}"] = Thing(ability_name(tables, card), notes)
    if view["attack"] and view["active"]:
        found["attack"] = _attack(tables, view)
    return found


def place_name(tables: Tables, province: str) -> str:
    """A province; a castle by whose it is."""
    number = tables.provinces.index(province)
    if number not in tables.castles:
        return province_name(tables, province)
    return tables.say("things.castle", seat=seat_name(tables, f"s{tables.castles.index(number)}"))


def _province(tables: Tables, view: View, province: str) -> dict[str, Thing]:
    """A province and the units in it."""
    say, place, stack = tables.say, place_name(tables, province), view["board"].get(province)
    if not stack:
        return {f"place:{province}": Thing(place, says=say("things.empty", place=place))}
    holder, found = seat_name(tables, stack["seat"]), {}
    found[f"place:{province}"] = Thing(place, says=say("things.held", place=place, seat=holder))
    for unit in stack["units"]:
        kind, spent = tables.unit_names[UNITS.index(unit)], f"{unit}@{province}" in view["spent"]
        words = say("things.unit", unit=say(f"unit.{unit}"), seat=holder, place=place, spent=spent)
        found[f"unit:{unit}@{province}"] = Thing(kind, says=words)
    return found


def _seat(tables: Tables, view: View, number: int) -> dict[str, Thing]:
    """A seat: what it holds, which cards it chose, what it bid; and its abilities."""
    say, seat = tables.say, f"s{number}"
    notes = [say("things.provinces", n=tables.held(view["board"], seat))]
    if cards := view["cards"][number]:
        names = [say(f"card.{card}") for card in cards]
        notes.append(say("things.plays" if view["shown"][number] else "things.chose", cards=names))
    if view["auction"]:
        notes.append(say("things.auction", gold=view["auction"][number]))
    found = {f"seat:{seat}": Thing(seat_name(tables, seat), notes)}
    for card in view["abilities"][number]:
        found[f"held:{card}"] = Thing(ability_name(tables, card), says=ability_text(tables, card))
    return found


def _supply(tables: Tables, view: View, unit: str) -> Thing:
    own, cost = own_number(view), price(tables, view, unit)
    left, paid = tables.say("things.left", n=view["supply"][own][unit]), tables.say("offers.gold", n=cost)
    return Thing(tables.unit_names[UNITS.index(unit)], (left,), cost={"gold": cost} if cost else {}, price=paid)


def _attack(tables: Tables, view: View) -> Thing:
    say, attack = tables.say, view["attack"]
    against = attack["against"]
    words = {
        "who": name(tables, view, view["turn"]),
        "unit": say(f"unit.one.{view['active']['unit']}"),
        "place": place_name(tables, attack["to"]),
        "against": against,
        "defender": say(f"unit.one.{against}") if against in UNITS else "",
        "whose": seat_name(tables, attack["defender"] or ""),
    }
    says = say("things.fight", n=attack["guesses"], parity=attack["parity"] or "", **words)
    return Thing(say("things.attack"), says=says)
