"""Egemonia's components, checked and turned into the kernel's tables."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ....ext import core
from ....ext.games.egemonia import packing
from ....ext.games.egemonia import state as kernel
from ...components import OURS, Components, Row, unique
from ...errors import BadData
from ...languages import Catalogue
from ...numbers import by_number

FACTIONS = by_number({kernel.ATHENS: "athens", kernel.SPARTA: "sparta"})  # the order of the seats
SCENARIOS = ("standard", "historical")
TYPES = by_number(
    {
        kernel.MILITARY: "military",
        kernel.INFLUENCE: "influence",
        kernel.COUP: "coup",
        kernel.FALSE_ALARM: "false_alarm",
        kernel.DIVINE_HELP: "divine_help",
        kernel.OLYMPICS: "olympics",
    }
)
FATES = by_number({kernel.TO_CUP: "cup", kernel.OUT_OF_GAME: "out", kernel.TO_OPPONENT: "opponent"})
RESULTS = {"lose": -1, "draw": 0, "win": 1}


@dataclass(frozen=True)
class Tables:
    """The names behind the kernel's numbers, in order, the words for people, and the packed rules."""

    say: Catalogue
    faction_names: dict[str, str]  # by id
    areas: tuple[str, ...]
    area_names: tuple[str, ...]
    positions: tuple[tuple[int, int], ...]  # of each area, in percent from the left and from the top
    land: tuple[tuple[int, ...], ...]
    sea: tuple[tuple[int, ...], ...]
    events: tuple[str, ...]
    event_names: tuple[str, ...]
    event_types: tuple[str, ...]
    favours: tuple[str, ...]  # the faction for which each event acts; empty: for whoever places it
    beats: dict[str, tuple[str, ...]]  # by the type of an event, the types that lose to it
    counts: tuple[int, ...]  # of each event, in all
    sicily: int
    capitals: tuple[int, ...]  # of each faction
    capital_wins_draws: bool
    influence_on_own: bool  # the wider reading of 4.2
    nike: int  # areas that win
    turns: int
    hand: int
    placements: int
    rules: core.Rules


def read(components: Components, scenario: str, readings: str = OURS) -> Tables:
    """Check every row and pack the rules; BadData names the file, the row and the reason."""
    areas = unique(components.table("area"))
    if len(areas) > kernel.MAX_AREAS:
        raise BadData(f"areas.toml: {len(areas)} areas; at most {kernel.MAX_AREAS} fit")
    index = {name: number for number, name in enumerate(areas)}
    lines = {way: _lines(areas, index, way) for way in ("land", "sea")}
    events = unique(components.table("event"))
    if len(events) > kernel.MAX_KINDS:
        raise BadData(f"events.toml: {len(events)} kinds of event; at most {kernel.MAX_KINDS} fit")
    tables: dict[str, Any] = {
        **lines,
        "count": [row.number("count", 0, 15) for row in events.values()],
        "type": [TYPES.index(row.choice("type", TYPES)) for row in events.values()],
        "favours": [_faction(row, "favours") for row in events.values()],
        "fate": [FATES.index(row.choice("fate", FATES)) for row in events.values()],
        "table": _confrontation_table(components),
        **_settings(components, index, readings),
        **_setup(components, index, scenario),
    }
    _check_cup(tables)
    return Tables(
        say=components.words,
        faction_names={name: str(row.get("name", str)) for name, row in unique(components.table("faction")).items()},
        areas=tuple(areas),
        area_names=tuple(str(row.get("name", str)) for row in areas.values()),
        positions=tuple(_position(row) for row in areas.values()),
        land=tuple(map(tuple, lines["land"])),
        sea=tuple(map(tuple, lines["sea"])),
        events=tuple(events),
        event_names=tuple(str(row.get("name", str)) for row in events.values()),
        event_types=tuple(TYPES[kind] for kind in tables["type"]),
        favours=tuple((*FACTIONS, "")[faction] for faction in tables["favours"]),
        beats={
            kind: tuple(other for other, result in zip(TYPES, results, strict=True) if result == RESULTS["win"])
            for kind, results in zip(TYPES, tables["table"], strict=True)
        },
        counts=tuple(tables["count"]),
        sicily=tables["sicily"],
        capitals=tuple(tables["capital"]),
        capital_wins_draws=bool(tables["capital_wins_draws"]),
        influence_on_own=bool(tables["influence_on_own"]),
        nike=tables["nike"],
        turns=tables["turns"],
        hand=tables["hand"],
        placements=tables["placements"],
        rules=core.Rules("egemonia", packing.make_rules(tables)),
    )


def _faction(row: Row, key: str) -> int:
    """A faction's number, or NOBODY where none is named."""
    return FACTIONS.index(row.choice(key, FACTIONS)) if key in row.values else kernel.NOBODY


def _area(row: Row, key: str, index: dict[str, int]) -> int:
    name = row.get(key, str)
    if name not in index:
        row.fail(f"{key} = {name!r}: no such area")
    return index[name]


def _position(row: Row) -> tuple[int, int]:
    at = row.get("at", list)
    if len(at) != 2 or not all(isinstance(value, int) and 0 <= value <= 100 for value in at):
        row.fail(f"at = {at!r}: want two numbers from 0 to 100")
    return at[0], at[1]


def _lines(areas: dict[str, Row], index: dict[str, int], way: str) -> list[list[int]]:
    """The neighbours of each area by land or by sea; every line must be written at both of its ends."""
    for name, row in areas.items():
        for other in row.get(way, list):
            if other not in areas:
                row.fail(f"{way} line to {other!r}: no such area")
            if other == name:
                row.fail(f"{way} line to itself")
            if name not in areas[other].get(way, list):
                row.fail(f"{way} line to {other!r} is one-way: {other!r} does not list {name!r} under {way}")
    return [[index[other] for other in row.get(way, list)] for row in areas.values()]


def _confrontation_table(components: Components) -> list[list[int]]:
    table: list[list[int | None]] = [[None] * len(TYPES) for _ in TYPES]
    for row in components.table("result"):
        attacker = TYPES.index(row.choice("attacker", TYPES))
        defender = TYPES.index(row.choice("defender", TYPES))
        if table[attacker][defender] is not None:
            row.fail(f"{TYPES[attacker]} against {TYPES[defender]} comes twice")
        table[attacker][defender] = RESULTS[row.choice("result", list(RESULTS))]
    full: list[list[int]] = []
    for attacker, cells in enumerate(table):
        full.append([])
        for defender, cell in enumerate(cells):
            if cell is None:
                raise BadData(f"table.toml: no row for attacker {TYPES[attacker]}, defender {TYPES[defender]}")
            full[-1].append(cell)
    return full


def _settings(components: Components, index: dict[str, int], readings: str) -> dict[str, Any]:
    settings = components.settings(readings)

    return {
        "turns": settings.number("turns", 1, 99),
        "hand": settings.number("hand", 1, 6),
        "draws": settings.number("draws", 0, 6),
        "draw_up_to_hand": settings.flag("draw_up_to_hand"),
        "hand_limit": settings.number("hand_limit", 1, 12),
        "placements": settings.number("placements", 1, kernel.MAX_SLOTS),
        "nike": settings.number("nike", 1, kernel.MAX_AREAS),
        "military_range": settings.number("military_range", 0, kernel.MAX_AREAS),
        "own_way_range": settings.number("military_range_own_way", 0, kernel.MAX_AREAS),
        "military_on_own": settings.flag("military_on_own_area"),
        "influence_on_own": settings.flag("influence_on_own_area"),
        "sicily_counts": settings.number("sicily_counts", 0, 9),
        "delphi": _area(settings["oracle_area"], "value", index),
        "sicily": _area(settings["neutral_area"], "value", index),
    }


def _setup(components: Components, index: dict[str, int], scenario: str) -> dict[str, Any]:
    factions = unique(components.table("faction"))
    if set(factions) != set(FACTIONS):
        raise BadData(f"setup.toml: the factions must be {' and '.join(FACTIONS)}, not {', '.join(factions)}")
    start_one: list[list[int]] = [[], []]
    start_two: list[list[int]] = [[], []]
    taken: set[tuple[str, int]] = set()
    for row in components.table("influence"):  # every scenario's rows are checked, this one's are used
        where = row.choice("scenario", SCENARIOS)
        faction, area, count = _faction(row, "faction"), _area(row, "area", index), row.number("count", 1, 2)
        if (where, area) in taken:
            row.fail("influence stands there already")
        taken.add((where, area))
        if where == scenario:
            start_one[faction].append(area)
            if count == 2:
                start_two[faction].append(area)
    choice: list[list[int]] = [[], []]
    for row in components.table("choose"):
        barred = row.get("not_in", list)
        for name in barred:
            if name not in index:
                row.fail(f"not_in has {name!r}: no such area")
        allowed = [number for name, number in index.items() if name not in barred]
        if row.choice("scenario", SCENARIOS) == scenario:
            choice[_faction(row, "faction")] = allowed
    if choice[1] and not choice[0]:
        raise BadData(f"setup.toml: in {scenario!r} Sparta chooses an area but Athens, who goes first, does not")
    rules = {"blocked_ways": False, "capital_wins_draws": False}
    for row in components.table("rule"):
        name = row.choice("id", list(rules))
        if row.choice("scenario", SCENARIOS) == scenario:
            rules[name] = row.get("value", bool)
    return {
        "capital": [_area(factions[name], "capital", index) for name in FACTIONS],
        "own_way_is_sea": [factions[name].choice("own_way", ("land", "sea")) == "sea" for name in FACTIONS],
        "start_one": start_one,
        "start_two": start_two,
        "choice": choice,
        **rules,
    }


def _check_cup(tables: dict[str, Any]) -> None:
    """The cup must never run short, and the possible hands must fit the kernel's table."""
    staying = sum(n for n, fate in zip(tables["count"], tables["fate"], strict=True) if fate != FATES.index("out"))
    needed = 2 * (tables["hand"] + 1) + 1
    if staying < needed:
        raise BadData(f"events.toml: only {staying} events stay in the game; hands of {tables['hand']} need {needed}")
    if tables["hand"] < tables["placements"]:
        raise BadData(f"settings.toml: a hand of {tables['hand']} is too small for {tables['placements']} placements")
    if tables["hand_limit"] < tables["hand"]:
        limit = tables["hand_limit"]
        raise BadData(f"settings.toml: hand_limit = {limit} is less than a hand of {tables['hand']}")
    largest = max(tables["hand_limit"], tables["hand"] + 1)
    hands = [1] + [0] * largest  # the number of different hands of each size
    for count in tables["count"]:
        hands = [sum(hands[size - n] for n in range(min(count, size) + 1)) for size in range(len(hands))]
    most = kernel.MAX_HOLDINGS
    if max(hands) > most:
        raise BadData(f"events.toml: {max(hands)} different hands of {largest} are possible; at most {most} fit")
