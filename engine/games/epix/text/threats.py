"""What threatens in Epix: a castle that can be attacked with the next Move & Attack card, and winter's end."""

from __future__ import annotations

from collections.abc import Iterator

from ....description import Threat
from ..rules import Tables
from .words import View, province_name, seat_name


def threats(tables: Tables, view: View) -> list[Threat]:
    """For a spectator, of every castle."""
    if view["phase"] in ("over", "draft") or view["phase"].startswith("deal"):
        return []
    found = []
    for number in range(view["players"]):
        if view["you"] in (f"s{number}", "pub"):
            found += [threat for other in range(view["players"]) for threat in _attack(tables, view, number, other)]
    return found


def _attack(tables: Tables, view: View, number: int, other: int) -> Iterator[Threat]:
    """Whether a seat's castle can be attacked by another's units."""
    enemy, castle = f"s{other}", tables.castles[number]
    if other == number or view["gold"][other] < tables.min_attack_bid or not _may_act(tables, view, other):
        return
    found = sorted(_attackers(tables, view, enemy, castle))
    if not found:
        return
    say = tables.say
    units = [say("threats.unit", unit=say(f"unit.one.{unit}"), place=province_name(tables, at)) for unit, at in found]
    name = tables.provinces[castle]
    stack = view["board"].get(name)
    guarded = bool(stack and set(stack["units"]) & {"soldier", "knight"})
    words = say(
        "threats.castle",
        who=seat_name(tables, enemy),
        whose=seat_name(tables, f"s{number}"),
        yours=view["you"] == f"s{number}",
        units=units,
        guarded=guarded,
    )
    keys = (f"place:{name}", *(f"unit:{unit}@{at}" for unit, at in found))
    yield Threat("castle", words, True, keys, (enemy,))


def _may_act(tables: Tables, view: View, number: int) -> bool:
    """Whether a seat may yet play a Move & Attack card: in the last season not after its turn (RULES.md, 8)."""
    if view["season"] != tables.seasons[-1] or not view["shown"][number]:
        return True
    if view["turn"] != f"s{number}":
        return False
    left = view["cards"][number] if view["phase"] == "order" else view["todo"]
    return "move" in left


def _attackers(tables: Tables, view: View, enemy: str, castle: int) -> set[tuple[str, str]]:
    """A seat's units that could attack a castle with one Move & Attack card (RULES.md, 5.4)."""
    found = set()
    for name, stack in view["board"].items():
        if stack["seat"] == enemy:
            start = tables.provinces.index(name)
            for unit in stack["units"]:
                if unit in ("soldier", "knight") and _reaches(tables, view, enemy, unit, start, castle):
                    found.add((unit, name))
    return found


def _reaches(tables: Tables, view: View, seat: str, unit: str, start: int, castle: int) -> bool:
    """Whether a unit can come to stand beside a castle: a knight rides far, a soldier as far as abilities let it."""
    steps = len(tables.provinces) if unit == "knight" else _extra_steps(tables, view, seat)
    found, edge = {start}, {start}
    for _ in range(steps):
        edge = {to for at in edge for to in tables.neighbours[at] if _is_open(tables, view, seat, unit, to)} - found
        found |= edge
    return castle not in found and any(castle in tables.neighbours[at] for at in found)


def _extra_steps(tables: Tables, view: View, seat: str) -> int:
    own = view["abilities"][int(seat[1:])]
    return sum(tables.effects[card].value for card in own if tables.effects[card].effect == "extra_steps")


def _is_open(tables: Tables, view: View, seat: str, unit: str, at: int) -> bool:
    """Whether a unit can walk into a province: nobody's or its own, no enemy castle, and not banned there."""
    name = tables.provinces[at]
    stack = view["board"].get(name)
    if stack is not None and stack["seat"] != seat:
        return False
    if at in tables.castles and tables.castles.index(at) != int(seat[1:]):
        return False
    own = view["abilities"][int(seat[1:])]
    may_enter = any(tables.effects[card].effect == "enter" and unit in tables.effects[card].units for card in own)
    return may_enter or name not in tables.bans[unit]
