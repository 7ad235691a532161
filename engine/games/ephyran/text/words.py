"""What people call Ephyran's components."""

from __future__ import annotations

from typing import Any

from ....english import several
from ..rules import DIONYSUS, Tables

View = dict[str, Any]


def place(place: str) -> str:
    """``lagoon 1``."""
    return place.replace("-", " ")


def half(tables: Tables, half: str) -> str:
    """``Nereid 1``."""
    if half == DIONYSUS:
        return "Dionysus"
    creature, _, area = half.rpartition("-")
    return f"{tables.creature_names[creature]} {area}"


def card(tables: Tables, card: str, unknown: str = "an unknown card") -> str:
    """``Nereid 1 / Take a magical token``."""
    if card == "?":
        return unknown
    if card == DIONYSUS:
        return "Dionysus"
    number = tables.cards.index(card)
    support = tables.supports[number]
    lower = half(tables, tables.half_names[2 * number + 1]) if support is None else tables.support_names[support]
    return f"{half(tables, card)} / {lower}"  # a card is called by its upper half


def support(tables: Tables, card: str) -> str:
    """The support on a card."""
    return tables.support_names[str(tables.supports[tables.cards.index(card)])]


def token(tables: Tables, kind: str, unknown: str = "an unknown token") -> str:
    return tables.token_names[tables.tokens.index(kind)] if kind in tables.tokens else unknown


def token_with_value(tables: Tables, kind: str) -> str:
    """``Athena's owl (+1)``."""
    value = f" ({tables.token_values[tables.tokens.index(kind)]:+d})" if kind in tables.tokens else ""
    return f"{token(tables, kind)}{value}"


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
    counts = [f"magic {magic:+d}"] if (magic := printed_magic(tables, there["half"])) else []
    counts += [token_with_value(tables, there["token"]["kind"])] if there["token"] else []
    return half(tables, there["half"]) + (f" with {several(counts)}" if counts else "")
