"""Epix's position in words, part by part."""

from __future__ import annotations

from ....block import Block
from ..rules import Tables
from .words import (
    View,
    ability,
    ability_name,
    ability_text,
    name,
    own_number,
    province_name,
    season_name,
    seat_name,
    unit_names,
)


def headline(tables: Tables, view: View) -> str:
    own, you = own_number(view), view.get("you")
    held = [tables.held(view["board"], f"s{n}") for n in range(view["players"])]
    seats = [own, *(n for n in range(view["players"]) if n != own)]
    stand = [
        tables.say(
            f"headline.{'you' if f's{n}' == you else 'seat'}",
            seat=seat_name(tables, f"s{n}"),
            n=held[n],
            gold=view["gold"][n],
        )
        for n in seats
    ]
    return " | ".join([season_name(tables, view["season"]), *stand])


def summary(tables: Tables, view: View, brief: bool = False) -> list[Block]:
    found = [_seat(tables, view, number) for number in range(view["players"])]
    found.append(_map(tables, view))
    if view["table"]:
        cards = [_on_table(tables, view, card) for card in view["table"]]
        found.append(Block(tables.say("summary.abilities"), cards))
    return found


def _on_table(tables: Tables, view: View, card: str) -> str:
    """An ability card, with the bid that lies on it."""
    bid = view["bids"].get(card)
    if not bid:
        return ability(tables, card)
    words = {"name": ability_name(tables, card), "text": ability_text(tables, card)}
    return tables.say("ability.bid", who=name(tables, view, bid["seat"]), gold=bid["gold"], **words)


def _seat(tables: Tables, view: View, number: int) -> Block:
    say, seat = tables.say, f"s{number}"
    lines = [say("summary.gold", gold=view["gold"][number])]
    for province, stack in view["board"].items():
        if stack["seat"] == seat:
            units = unit_names(tables, stack["units"])
            lines.append(say("summary.stack", where=_with_id(tables, province), units=units))
    supply = [say(f"unit.many.{unit}", n=n) for unit, n in view["supply"][number].items() if n]
    lines.append(say("summary.supply", units=supply) if supply else say("summary.supply_empty"))
    if cards := view["cards"][number]:
        lines.append(say("summary.cards", cards=[say(f"card.{card}") for card in cards]))
    lines += [ability(tables, card) for card in view["abilities"][number]]
    marks = [say("summary.you")] if seat == view.get("you") else []
    marks += [say("summary.first")] if view["first"] == seat else []
    title = seat_name(tables, seat)
    return Block(say("summary.seat", seat=title, marks=marks) if marks else title, lines, seat=seat)


def _map(tables: Tables, view: View) -> Block:
    say = tables.say
    free = [province for province in tables.provinces if province not in view["board"]]
    borders = [
        (_with_id(tables, province), say.join("comma", [tables.provinces[n] for n in tables.neighbours[number]]))
        for number, province in enumerate(tables.provinces)
    ]
    line = say("summary.free", provinces=free) if free else say("summary.none_free")
    return Block(say("summary.map"), [line], ("", say("summary.touches")), borders)


def _with_id(tables: Tables, province: str) -> str:
    """A province's name, and the id by which moves call it if the name does not have it."""
    called = province_name(tables, province)
    return called if province in called.split(" ") else tables.say("summary.with_id", name=called, id=province)
