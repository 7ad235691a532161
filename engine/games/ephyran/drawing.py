"""Ephyran's cities in plain text: their areas, tokens and locks, and the cards that the viewer knows."""

from __future__ import annotations

from typing import Any

from .rules import AREAS, Tables
from .text import words


def draw(tables: Tables, seen: dict[str, Any], width: int = 80) -> str:
    """The cities side by side with their tokens and locks, and the cards that the viewer knows."""
    say = tables.say
    column = max(14, (width - 10) // AREAS)
    values = dict(zip(tables.tokens, tables.token_values, strict=True))

    def cell(area: dict[str, Any]) -> str:
        creature = area["half"].rpartition("-")[0]
        name = tables.creature_names[creature] if creature else say("thing.dionysus")
        magic = words.printed_magic(tables, area["half"])
        token = area["token"]
        text = f"{magic:+d}" if magic else ""
        if token:
            text += "[?]" if token["kind"] == "?" else f"[{values[token['kind']]:+d}]"
        return (name[: column - 1 - len(text)] + text).ljust(column)

    lines = []
    for seat in tables.seats:
        lines.append(_head(tables, seen, seat))
        for territory in tables.territories:
            there = seen["cities"][seat][territory]
            cells = "".join(cell(area) for area in there["areas"])
            lines.append(f"{'#' if there['lock'] else ' '}{words.territory(tables, territory):<9} {cells}".rstrip())
        lines += _wrap(tables, f"  {say('drawing.hand')} ", seen["hands"][seat], width)
        lines.append("")
    numbers = {"round": seen["round"], "pile": seen["pile_size"], "tokens": seen["supply_size"]}
    lines.append(say("drawing.table", near=bool(seen["ending"]), **numbers))
    top = words.card(tables, seen["discard"][-1]) if seen["discard"] else say("drawing.nothing")
    lines.append(say("drawing.discard", card=top))
    if seen["looked"]:
        lines += _wrap(tables, f"{say('drawing.looked')} ", seen["looked"], width)
    lines.append(say("drawing.legend"))
    return "\n".join(lines) + "\n"


def _head(tables: Tables, seen: dict[str, Any], seat: str) -> str:
    """Who builds a city, and what is to be said of it."""
    say, god, marks = tables.say, seen["gods"][seat], []
    if seen["first"] == seat:
        marks.append(say("drawing.first"))
    if seat in seen["completed"]:
        marks.append(say("drawing.completed"))
    if god:
        territory = words.territory(tables, words.territory_of(tables, god))
        marks.append(say("drawing.double", territory=territory))
    if seen["scores"]:
        marks.append(say("drawing.prestige", n=seen["scores"][seat]))
    name = words.seat_name(tables, seen, seat)
    return f"{name}{'  *' if seen['turn'] == seat else ''}  {say.join('comma', marks)}".rstrip()


def _wrap(tables: Tables, label: str, cards: list[str], width: int) -> list[str]:
    """Cards behind a label, in as many lines as they need."""
    shown = ["?" if card == words.HIDDEN else words.card(tables, card) for card in cards]
    lines, line = [], label
    for number, word in enumerate(shown):
        text = word + ("; " if number + 1 < len(shown) else "")
        if len(line) + len(text.rstrip()) > width and line.strip():
            lines.append(line.rstrip())
            line = " " * len(label)
        line += text
    return [*lines, (line if shown else line + tables.say("drawing.nothing")).rstrip()]
