"""What is hidden in a position, in words: what it may be, and for after the game what it was."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence

from ..rules import Tables
from . import words
from .reckoning import View


def uncovered(tables: Tables, view: View, secrets: Mapping[str, Sequence[str]]) -> list[str]:
    """Hidden things, named as in `view.secrets`, in sentences: each league's fronts and decks in one."""
    say, found = tables.say, []
    armies: defaultdict[str, list[str]] = defaultdict(list)
    fronts: defaultdict[tuple[str, str], list[str]] = defaultdict(list)
    for name, things in secrets.items():
        kind, whose, *rest = name.split()
        if not things:
            continue
        if kind == "chosen":
            who = words.seat_name(tables, view, whose)
            found.append(say("uncovered.chosen", who=who, figure=tables.names.get(things[0], things[0])))
        elif kind == "army":
            armies[whose].append(say("summary.powers", deck=tables.names[rest[0]], powers=list(things)))
        elif kind == "column":
            fronts[whose, rest[0]].append(say("uncovered.column", n=int(rest[1]), tokens=things[0]))
        elif things[0] in tables.names:
            fronts[whose, rest[0]].append(say("uncovered.leader", figure=tables.names[things[0]]))
    for league, decks in armies.items():
        found.append(say("uncovered.army", league=words.league(tables, league), decks=decks))
    for (league, front), columns in fronts.items():
        where = words.front(tables, front)
        found.append(say("uncovered.front", league=words.league(tables, league), front=where, columns=columns))
    return found


def believed(tables: Tables, view: View, name: str) -> str:
    """What a hidden thing is called."""
    say = tables.say
    match name.split():
        case ["chosen", seat]:
            return say("believed.chosen", who=words.name(tables, view, seat))
        case ["army", league, deck]:
            return say("believed.army", league=words.league(tables, league), deck=tables.names[deck])
        case ["column", league, front, number]:
            where = words.front(tables, front)
            return say("believed.column", league=words.league(tables, league), front=where, n=int(number))
        case [_, league, front]:
            return say("believed.leader", league=words.league(tables, league), front=words.front(tables, front))
    raise AssertionError(f"{name!r} is nothing hidden")


def thing(tables: Tables, name: str, thing: str) -> str:
    """What a hidden thing may be: a figure, a power of an army, the tokens of a column."""
    kind = name.partition(" ")[0]
    if kind == "column":
        return words.tokens(tables, thing.split())
    if kind == "army":
        return tables.say("believed.power", power=int(thing))
    return tables.names[thing] if thing in tables.names else tables.say("believed.nobody")
