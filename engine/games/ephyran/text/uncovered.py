"""What was hidden in a position, in words: for after the game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ..rules import Tables
from . import words
from .words import View


def uncovered(tables: Tables, view: View, secrets: Mapping[str, Sequence[str]]) -> list[str]:
    """Hidden things, named as in `view.secrets`, in sentences."""
    say, found = tables.say, []
    for name, things in secrets.items():
        kind, *rest = name.split()
        if kind == "hands":
            who, cards = words.seat_name(tables, view, rest[0]), [words.card(tables, card) for card in things]
            found.append(say("uncovered.hand" if cards else "uncovered.hand_empty", who=who, cards=cards))
        elif kind == "token":
            seat, territory, number = rest
            where = words.place(tables, f"{territory}-{number}")
            token = words.token(tables, things[0])
            found.append(say("uncovered.token", who=words.seat_name(tables, view, seat), place=where, token=token))
    return found
