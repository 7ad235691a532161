"""What is hidden in a position, in words: what it may be, and for after the game what it was."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ..rules import Tables
from . import narration, words
from .words import View, card_names, seat_name


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


def believed(tables: Tables, view: View, name: str) -> str:
    """What a hidden thing is called."""
    kind, seat = name.split()
    return tables.say(f"believed.{kind}", who=words.name(tables, view, seat))


def thing(tables: Tables, name: str, thing: str) -> str:
    """What a hidden thing may be: an action card, or a choice as the move that makes it."""
    verb, _, what = thing.rpartition(":")
    if verb == "bid":
        return tables.say("believed.gold", gold=int(what))
    if verb == "guess":
        return tables.say("believed.guess", amounts=what.split(","))
    return tables.say("believed.cards_named", cards=card_names(tables, what))
