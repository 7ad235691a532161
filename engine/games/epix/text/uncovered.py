"""What was hidden in a position, in words: for after the game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ..rules import Tables
from . import narration
from .words import View, seat_name


def uncovered(tables: Tables, view: View, secrets: Mapping[str, Sequence[str]]) -> list[str]:
    """Hidden things, named as in `view.secrets`, in sentences."""
    found = []
    for name, things in secrets.items():
        kind, seat = name.split()
        if kind == "secret":
            found.append(narration.tell(tables, f"secret {seat} {things[0]}") or "")
        else:
            cards = [tables.say(f"card.{card}") for card in things]
            found.append(tables.say("uncovered.cards", who=seat_name(tables, seat), cards=cards))
    return found
