"""What was hidden in a position, in words: for after the game."""

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
