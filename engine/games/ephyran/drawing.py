"""Ephyran's cities in plain text: their areas, tokens and locks, and the cards that the viewer knows."""

from __future__ import annotations

from typing import Any

from .rules import AREAS, DIONYSUS, Tables
from .text import words


def draw(tables: Tables, seen: dict[str, Any], width: int = 80) -> str:
    """The cities side by side with their tokens and locks, and the cards that the viewer knows."""
    column = max(14, (width - 10) // AREAS)
    values = dict(zip(tables.tokens, tables.token_values, strict=True))

    def cell(area: dict[str, Any]) -> str:
        creature = area["half"].rpartition("-")[0] or DIONYSUS
        magic = words.printed_magic(tables, area["half"])
        token = area["token"]
        text = f"{magic:+d}" if magic else ""
        if token:
            text += "[?]" if token["kind"] == "?" else f"[{values[token['kind']]:+d}]"
        return (creature[: column - 1 - len(text)] + text).ljust(column)

    lines = []
    for seat in tables.seats:
        god, marks = seen["gods"][seat], []
        if seen["first"] == seat:
            marks.append("first player")
        if seat in seen["completed"]:
            marks.append("city completed")
        if god:
            marks.append(f"{words.territory_of(tables, god)} counts double")
        if seen["scores"]:
            marks.append(f"prestige {seen['scores'][seat]}")
        name = f"{seat} {god.title() if god else ''}".strip()
        lines.append(f"{name}{'  *' if seen['turn'] == seat else ''}  {', '.join(marks)}".rstrip())
        for territory in tables.territories:
            there = seen["cities"][seat][territory]
            cells = "".join(cell(area) for area in there["areas"])
            lines.append(f"{'#' if there['lock'] else ' '}{territory[:8]:<8} {cells}".rstrip())
        lines += _wrap("  hand: ", [words.card(tables, card, "?") for card in seen["hands"][seat]], width)
        lines.append("")
    top = words.card(tables, seen["discard"][-1]) if seen["discard"] else "nothing"
    near = "   the end is near" if seen["ending"] else ""
    lines.append(f"Round {seen['round']}   pile {seen['pile_size']}   tokens {seen['supply_size']}{near}")
    lines.append(f"Top of the discard: {top}")
    if seen["looked"]:
        lines += _wrap("Looked at: ", [words.card(tables, card, "?") for card in seen["looked"]], width)
    lines.append("+n printed magic   [n] token   # locked   * whose turn")
    return "\n".join(lines) + "\n"


def _wrap(label: str, words: list[str], width: int) -> list[str]:
    lines, line = [], label
    for number, word in enumerate(words):
        text = word + ("; " if number + 1 < len(words) else "")
        if len(line) + len(text.rstrip()) > width and line.strip():
            lines.append(line.rstrip())
            line = " " * len(label)
        line += text
    return [*lines, (line if words else line + "nothing").rstrip()]
