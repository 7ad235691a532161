"""What people call Ephyran's components."""

from __future__ import annotations

from typing import Any

from ..rules import DIONYSUS, Tables

View = dict[str, Any]
YOU = "you"  # for `who` in a message
HIDDEN = "?"


def seat_name(tables: Tables, view: View, seat: str) -> str:
    """A seat is called by its god, as soon as it has one."""
    god = view.get("gods", {}).get(seat)
    if god:
        return god_name(tables, god)
    return tables.say("seats.any", n=tables.seats.index(seat) + 1) if seat in tables.seats else seat


def name(tables: Tables, view: View, seat: str) -> str:
    """A seat as the viewer is told of it."""
    return YOU if seat == view.get("you") else seat_name(tables, view, seat)


def god_name(tables: Tables, god: str) -> str:
    return tables.god_names[tables.gods.index(god)]


def territory(tables: Tables, territory: str) -> str:
    """``lagoon``: within a sentence."""
    return tables.say.get(f"territory.{territory}", territory)  # other components may have other territories


def place(tables: Tables, place: str) -> str:
    """``lagoon 1``."""
    where, _, number = place.rpartition("-")
    return tables.say("thing.place", territory=territory(tables, where), n=int(number))


def half(tables: Tables, half: str) -> str:
    """``Nereid 1``."""
    if half == DIONYSUS:
        return tables.say("thing.dionysus")
    creature, _, area = half.rpartition("-")
    return tables.say("thing.half", creature=tables.creature_names[creature], n=int(area))


def card(tables: Tables, card: str) -> str:
    """``Nereid 1 / Take a magical token``."""
    if card == HIDDEN:
        return tables.say("thing.card_hidden")
    if card == DIONYSUS:
        return tables.say("thing.dionysus")
    number = tables.cards.index(card)
    support = tables.supports[number]
    lower = half(tables, tables.half_names[2 * number + 1]) if support is None else tables.support_names[support]
    return tables.say("thing.card", upper=half(tables, card), lower=lower)  # a card is called by its upper half


def support(tables: Tables, card: str) -> str:
    """The support on a card."""
    return tables.support_names[str(tables.supports[tables.cards.index(card)])]


def token(tables: Tables, kind: str) -> str:
    if kind not in tables.tokens:
        return tables.say("thing.token_hidden")
    return tables.token_names[tables.tokens.index(kind)]


def token_with_value(tables: Tables, kind: str) -> str:
    """``Athena's owl (+1)``."""
    if kind not in tables.tokens:
        return token(tables, kind)
    value = tables.token_values[tables.tokens.index(kind)]
    return tables.say("thing.token", token=token(tables, kind), value=value)


def printed_magic(tables: Tables, half: str) -> int:
    """What is printed on a creature, as prestige."""
    return tables.half_magic.get(tables.halves[half], 0)


def place_of(tables: Tables, half: str) -> str:
    """The place that a creature fills."""
    return tables.places[tables.half_places[tables.halves[half]]]


def territory_of(tables: Tables, god: str) -> str:
    """The territory that counts double for a god."""
    return tables.territories[tables.gods.index(god)]


def area(tables: Tables, view: View, seat: str, place: str) -> str:
    """What fills a place of a city; empty if nothing does."""
    territory, _, number = place.rpartition("-")
    areas = view["cities"].get(seat, {}).get(territory, {"areas": []})["areas"]
    if int(number) > len(areas):
        return ""
    there = areas[int(number) - 1]
    counts = [tables.say("thing.magic", n=magic)] if (magic := printed_magic(tables, there["half"])) else []
    counts += [token_with_value(tables, there["token"]["kind"])] if there["token"] else []
    filled = half(tables, there["half"])
    return tables.say("thing.area", half=filled, counts=counts) if counts else filled
