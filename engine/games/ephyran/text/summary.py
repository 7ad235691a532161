"""Ephyran's position in words, part by part."""

from __future__ import annotations

from ....block import Block
from ....english import plural
from ..rules import Tables
from . import words
from .words import View


def headline(tables: Tables, view: View) -> str:
    god = view["gods"].get(view.get("you", ""), None)
    you = [f"you are {view['you']}{f' ({god.title()})' if god else ''}"] if view.get("you", "pub") != "pub" else []
    near = ["the end is near"] if view["ending"] else []
    return " | ".join([f"Round {view['round']}", *you, f"{plural(view['pile_size'], 'card')} in the pile", *near])


def summary(tables: Tables, view: View, brief: bool = False) -> list[Block]:
    return [*(_city(tables, view, seat) for seat in tables.seats), _table(tables, view)]


def _city(tables: Tables, view: View, seat: str) -> Block:
    god = view["gods"][seat]
    marks = ["you"] if seat == view.get("you") else []
    marks += ["first player"] if view["first"] == seat else []
    marks += [f"prestige {view['scores'][seat]}"] if view["scores"] else []
    title = seat + (f", {god.title()}" if god else "") + (f" ({', '.join(marks)})" if marks else "")
    lines = []
    for territory, there in view["cities"][seat].items():
        places = [f"{territory}-{number}" for number in range(1, len(there["areas"]) + 1)]
        areas = [words.area(tables, view, seat, place) for place in places]
        double = ", counts double" if god and words.territory_of(tables, god) == territory else ""
        locked = ", locked" if there["lock"] else ""
        lines.append(f"{territory.title()}{double}{locked}: {', '.join(areas) or 'empty'}")
    known = [words.card(tables, card) for card in view["hands"][seat] if card != "?"]
    unknown = view["hands"][seat].count("?")
    hand = known + ([plural(unknown, "unknown card")] if unknown else [])
    lines.append(f"Hand: {'; '.join(hand) or 'nothing'}")
    return Block(title, lines, seat=seat)


def _table(tables: Tables, view: View) -> Block:
    top = words.card(tables, view["discard"][-1]) if view["discard"] else "nothing"
    lines = [f"{plural(view['pile_size'], 'card')} in the pile, {plural(view['supply_size'], 'token')} left"]
    lines.append(f"On top of the discard: {top}")
    if view["looked"]:
        lines.append(f"Looked at: {'; '.join(words.card(tables, card) for card in view['looked'])}")
    return Block("The table", lines)
