"""What is hidden in a position, in words: what it may be, and for after the game what it was."""

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


def believed(tables: Tables, view: View, name: str) -> str:
    """What a hidden thing is called."""
    match name.split():
        case ["hands", seat]:
            return tables.say("believed.hand", who=words.name(tables, view, seat))
        case ["token", seat, territory, number]:
            where = words.place(tables, f"{territory}-{number}")
            return tables.say("believed.token", who=words.name(tables, view, seat), place=where)
    return tables.say(f"believed.{name}")


def thing(tables: Tables, name: str, thing: str) -> str:
    """What a hidden thing may be: a card or a token."""
    is_token = name == "held" or name.startswith("token ")
    return words.token(tables, thing) if is_token else words.card(tables, thing)
