"""Epix's board in plain text: who stands where, and what the viewer knows beside."""

from __future__ import annotations

from typing import Any

from ...drawing import map_lines
from ...english import plural
from .rules import Tables

_SIGN = {"soldier": "s", "knight": "k", "camp": "c", "catapult": "x"}


def draw(tables: Tables, seen: dict[str, Any], width: int = 80) -> str:
    """The board with who stands where, and what the viewer knows beside."""
    height = 20
    labels = []
    for at, (x, y) in zip(tables.provinces, tables.positions, strict=True):
        stack = seen["board"].get(at)
        text = f"{at} -" if stack is None else f"{at} {stack['seat']}:{''.join(_SIGN[u] for u in stack['units'])}"
        labels.append((y, x, text))
    lines = map_lines(labels, width, height)
    lines += ["", "s soldier   k knight   c camp   x catapult   - nobody", ""]
    return "\n".join([*lines, *_summary(tables, seen)]) + "\n"


def _summary(tables: Tables, seen: dict[str, Any]) -> list[str]:
    names = dict(zip(tables.abilities, tables.ability_names, strict=True))
    held = [sum(stack["seat"] == f"s{seat}" for stack in seen["board"].values()) for seat in range(tables.seats)]
    when = [seen["season"].title(), *([seen["phase"]] if seen["phase"] != seen["season"] else [])]
    lines = [f"{', '.join(when)}   first player: {seen['first'] or '-'}"]
    for seat in range(tables.seats):
        cards = seen["cards"][seat]
        line = f"s{seat}: {plural(held[seat], 'province')}, {seen['gold'][seat]} gold"
        if cards:
            line += f", {' + '.join(cards)}{'' if seen['shown'][seat] else ' (hidden)'}"
        if seen["secret"][seat]:
            line += f", secretly {seen['secret'][seat]}"
        if seen["turn"] == f"s{seat}":
            line += " <- acts"
        lines.append(line)
        lines += [f"    {names[card]}" for card in seen["abilities"][seat]]
    for card in seen["table"]:
        bid = seen["bids"].get(card)
        lines.append(f"{names[card]}: " + (f"{bid['seat']} bids {bid['gold']}" if bid else "no bid"))
    if seen["auction"] and seen["phase"] == "give":
        lines.append(f"Bids: {', '.join(f's{seat} {bid}' for seat, bid in enumerate(seen['auction']))}")
    if seen["attack"]:
        attack, active = seen["attack"], seen["active"]
        told = f", an {attack['parity']} bid" if attack["parity"] else ""
        lines.append(
            f"{seen['turn']}'s {active['unit']} in {active['at']} against {attack['defender']}'s {attack['against']} "
            f"in {attack['to']}, {attack['guesses']} {'guess' if attack['guesses'] == 1 else 'guesses'}{told}"
        )
    if seen["winners"]:
        lines.append(f"Won by {' and '.join(seen['winners'])}.")
    return lines
