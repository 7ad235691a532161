"""What people call Epix's components."""

from __future__ import annotations

from typing import Any

from ..rules import UNITS, Tables

View = dict[str, Any]
YOU = "you"  # for `who` in a message


def card_names(tables: Tables, cards: str) -> list[str]:
    """Of action cards as a move names them: ``recruit+tax``."""
    return [tables.say(f"card.{card}") for card in cards.split("+")]


def unit_names(tables: Tables, units: list[str]) -> list[str]:
    return [tables.say(f"unit.{unit}") for unit in units]


def season_name(tables: Tables, season: str) -> str:
    return tables.say.get(f"season.{season}", season)  # other components may have other seasons


def province_name(tables: Tables, province: str) -> str:
    return tables.province_names[tables.provinces.index(province)]


def ability_name(tables: Tables, ability: str) -> str:
    return tables.ability_names[tables.abilities.index(ability)]


def ability_text(tables: Tables, ability: str) -> str:
    return tables.ability_texts[tables.abilities.index(ability)]


def ability(tables: Tables, card: str) -> str:
    """An ability card with what it does."""
    return tables.say("ability.card", name=ability_name(tables, card), text=ability_text(tables, card))


def seat_name(tables: Tables, seat: str) -> str:
    return tables.say.get(f"seats.{seat}", seat)


def name(tables: Tables, view: View, seat: str) -> str:
    """A seat as the viewer is told of it."""
    return YOU if seat == view.get("you") else seat_name(tables, seat)


def price(tables: Tables, view: View, unit: str) -> int:
    """What a unit costs the viewer now: abilities do not work in the draft yet (RULES.md, 3)."""
    cost = tables.costs[UNITS.index(unit)]
    if view["phase"] == "draft":
        return cost
    own = (tables.effects[card] for card in view["abilities"][own_number(view)])
    return min([cost, *(each.value for each in own if each.effect == "price" and unit in each.units)])


def own_number(view: View) -> int:
    """The viewer's seat; a spectator looks with the first."""
    return int(view["you"][1:]) if str(view.get("you", "")).startswith("s") else 0
