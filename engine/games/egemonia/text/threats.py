"""What threatens in Egemonia: an enemy who needs one more area, a capital under events, the last turn."""

from __future__ import annotations

from collections.abc import Iterator

from ....description import Threat
from ..rules import FACTIONS, Tables
from .words import View, area_name, faction_of


def threats(tables: Tables, view: View) -> list[Threat]:
    """For a spectator, of both sides."""
    if view["phase"] == "over":
        return []
    own = faction_of(view)
    enemies = [faction for faction in FACTIONS if faction != own]
    found = [threat for enemy in enemies for threat in _of(tables, view, enemy, bool(own))]
    return found + list(_last_turn(tables, view, own))


def _seat(faction: str) -> str:
    return f"s{FACTIONS.index(faction)}"


def _held(view: View, faction: str) -> list[str]:
    return [area for area, (holder, _) in view["influence"].items() if holder == faction]


def _of(tables: Tables, view: View, enemy: str, is_yours: bool) -> Iterator[Threat]:
    """What one side may do to the other."""
    say, seat = tables.say, (_seat(enemy),)
    held, name = _held(view, enemy), tables.faction_names[enemy]
    left = tables.turns - view["turn"] + 1
    if view["turn"] and len(held) >= tables.nike - 1:
        words = say("threats.areas", side=name, n=len(held), more=max(tables.nike - len(held), 0), goal=tables.nike)
        yield Threat("areas", words, True, tuple(f"area:{area}" for area in held), seat, left)
    number = 1 - FACTIONS.index(enemy)
    capital = tables.areas[tables.capitals[number]]
    there = sum(faction == enemy and area == capital for faction, _, area in view["placed"])
    if there:
        words = say("threats.capital", n=there, side=name, area=area_name(tables, capital), yours=is_yours)
        yield Threat("capital", words, False, (f"area:{capital}",), seat)


def _last_turn(tables: Tables, view: View, own: str) -> Iterator[Threat]:
    """After the last turn the areas are counted: who is behind has no time left."""
    if view["turn"] != tables.turns:
        return
    counts = {faction: len(_held(view, faction)) for faction in FACTIONS}
    sicily = view["influence"].get(tables.areas[tables.sicily], ("", 0))[0]
    first, second = FACTIONS
    leader = first if counts[first] > counts[second] else second if counts[second] > counts[first] else sicily
    if leader == own and own:
        return
    side = tables.faction_names[leader] if leader else ""
    words = tables.say("threats.last_turn", side=side, led=bool(leader), tied=counts[first] == counts[second])
    yield Threat("last-turn", words, True, seats=(_seat(leader),) if leader else (), turns=1)
