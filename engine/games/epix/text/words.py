"""What people call Epix's components."""

from __future__ import annotations

from typing import Any

from ..rules import Tables

View = dict[str, Any]

CARD_NAMES = {"recruit": "Recruitment", "tax": "Tax", "move": "Move & Attack"}


def card_names(cards: str) -> str:
    """Of action cards as a move names them: ``recruit+tax``."""
    return " and ".join(CARD_NAMES[card] for card in cards.split("+"))


def province_name(tables: Tables, province: str) -> str:
    return tables.province_names[tables.provinces.index(province)]


def ability_name(tables: Tables, ability: str) -> str:
    return tables.ability_names[tables.abilities.index(ability)]


def ability(tables: Tables, card: str, standing: str = "") -> str:
    """An ability card with what it does; ``standing`` is said of it in between."""
    return f"{ability_name(tables, card)}{standing}: {tables.ability_texts[tables.abilities.index(card)]}"


def own_number(view: View) -> int:
    """The viewer's seat; a spectator looks with the first."""
    return int(view["you"][1:]) if str(view.get("you", "")).startswith("s") else 0
