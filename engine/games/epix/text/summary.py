"""Epix's position in words, part by part."""

from __future__ import annotations

from ....block import Block
from ....english import plural
from ..rules import Tables
from .words import View, ability, own_number, province_name


def headline(tables: Tables, view: View) -> str:
    own = own_number(view)
    held = [sum(stack["seat"] == f"s{n}" for stack in view["board"].values()) for n in range(view["players"])]
    seats = [own, *(n for n in range(view["players"]) if n != own)]
    stand = [
        f"{f'you (s{n})' if n == own else f's{n}'}: {plural(held[n], 'province')}, {view['gold'][n]} gold"
        for n in seats
    ]
    return " | ".join([view["season"].title(), *stand])


def summary(tables: Tables, view: View, brief: bool = False) -> list[Block]:
    found = [_seat(tables, view, number) for number in range(view["players"])]
    found.append(_map(tables, view))
    if view["table"]:
        cards = []
        for card in view["table"]:
            bid = view["bids"].get(card)
            cards.append(ability(tables, card, f" ({bid['seat']} bids {bid['gold']})" if bid else ""))
        found.append(Block("Ability cards", cards))
    return found


def _seat(tables: Tables, view: View, number: int) -> Block:
    seat = f"s{number}"
    stacks = [
        f"{_with_id(tables, name)}: {', '.join(stack['units'])}"
        for name, stack in view["board"].items()
        if stack["seat"] == seat
    ]
    lines = [f"{view['gold'][number]} gold", *stacks]
    supply = [plural(n, unit) for unit, n in view["supply"][number].items() if n]
    lines.append(f"In supply: {', '.join(supply) or 'nothing'}")
    if view["cards"][number]:
        lines.append(f"Cards: {', '.join(view['cards'][number])}")
    lines += [ability(tables, card) for card in view["abilities"][number]]
    marks = ["you"] if seat == view.get("you") else []
    marks += ["first player"] if view["first"] == seat else []
    return Block(f"{seat} ({', '.join(marks)})" if marks else seat, lines, seat=seat)


def _map(tables: Tables, view: View) -> Block:
    free = [name for name in tables.provinces if name not in view["board"]]
    borders = [
        (_with_id(tables, name), ", ".join(tables.provinces[other] for other in tables.neighbours[number]))
        for number, name in enumerate(tables.provinces)
    ]
    return Block("The map", [f"Nobody is in {', '.join(free) or 'no province'}"], ("", "touches"), borders)


def _with_id(tables: Tables, province: str) -> str:
    """A province's name, and the id by which moves call it if the name does not have it."""
    name = province_name(tables, province)
    return name if province in name.split(" ") else f"{name} ({province})"
