"""Epix's components, checked and turned into the kernel's tables."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ....ext import core
from ....ext.games.epix import packing
from ....ext.games.epix import state as kernel
from ...components import Components, Row, unique
from ...errors import BadData
from ...languages import Catalogue

RULES = ("basic", "advanced")
DEFENDERS = tuple(name.lower() for name in kernel.Unit.__members__)  # what an attack can be against
UNITS = DEFENDERS[: kernel.Unit.GARRISON]
CARDS = tuple(name.removesuffix("_CARD").lower() for name in kernel.Card.__members__)
KINDS = ("castle", "land", "wild")
EFFECTS = tuple(name.lower() for name in kernel.Effect.__members__)
LARGEST = {  # values; of others 9
    "extra_steps": 1,
    "guesses": kernel.MAX_GUESSES,
    "castle_guesses": kernel.MAX_GUESSES,
    "catapult_range": kernel.MAX_RANGE,
}
ABOUT = {"extra_steps": ("soldier",), "valour": ("knight",)}  # what some effects can only be about

# What the kernel takes for granted of each unit: moves, attacks, place in the order of defence, captured.
NATURES: dict[str, tuple[str, str, int, bool]] = {
    "soldier": ("step", "melee", 1, False),
    "knight": ("ride", "melee", 2, False),
    "camp": ("no", "no", 3, True),
    "catapult": ("no", "fire", 0, True),
}


@dataclass(frozen=True)
class AbilityEffect:
    """What an ability card does, as its row has it."""

    effect: str
    value: int
    units: tuple[str, ...]


@dataclass(frozen=True)
class Tables:
    """The names behind the kernel's numbers, in order, the words for people, and the packed rules."""

    say: Catalogue
    seats: int
    variant: str  # basic or advanced
    readings: str  # ours or book
    provinces: tuple[str, ...]
    province_names: tuple[str, ...]
    positions: tuple[tuple[int, int], ...]  # of each province, in percent from the left and from the top
    neighbours: tuple[tuple[int, ...], ...]
    castles: tuple[int, ...]  # of each seat
    incomes: tuple[int, ...]  # of each province
    unit_names: tuple[str, ...]
    counts: tuple[int, ...]  # of each unit
    costs: tuple[int, ...]  # of each unit, in gold
    abilities: tuple[str, ...]
    ability_names: tuple[str, ...]
    ability_texts: tuple[str, ...]
    effects: dict[str, AbilityEffect]  # of each ability
    bans: dict[str, frozenset[str]]  # by unit, the provinces that it may not enter
    min_attack_bid: int
    empty_castles: bool  # count for their owners
    seasons: tuple[str, ...]
    n_table: int
    rules: core.Rules

    def held(self, board: dict[str, Any], seat: str) -> int:
        """How many provinces count for a seat (RULES.md, 6)."""
        castle = self.provinces[self.castles[int(seat[1:])]]
        found: int = sum(stack["seat"] == seat for stack in board.values())
        return found + int(self.empty_castles and castle not in board)

    @property
    def packed(self) -> bytes:
        return self.rules.packed()


def read(components: Components, seats: int, variant: str, readings: str) -> Tables:
    """Check every row and pack the rules; BadData names the file, the row and the reason."""
    file = f"board{seats}.toml"
    board = unique([row for row in components.table("province") if row.file == file])
    if len(board) > kernel.MAX_PROVINCES:
        raise BadData(f"{file}: {len(board)} provinces; at most {kernel.MAX_PROVINCES} fit")
    units = unique(components.table("unit"))
    abilities = unique(components.table("ability"))
    if len(abilities) > kernel.MAX_ABILITIES:
        raise BadData(f"abilities.toml: {len(abilities)} cards; at most {kernel.MAX_ABILITIES} fit")
    settings = _settings(components, readings)
    n_dealt = seats + settings["extra_abilities"] if variant == "advanced" else 0
    if n_dealt > min(len(abilities), kernel.MAX_TABLE):
        wanted = f"there must be as many, at most {kernel.MAX_TABLE}"
        raise BadData(f"abilities.toml: {n_dealt} cards are dealt to {seats} players; {wanted}")
    tables: dict[str, Any] = {
        "seats": seats,
        **_board(board, seats),
        **_units(units),
        **_abilities(abilities),
        **settings,
        "n_dealt": n_dealt,
    }
    _check_gold(tables)
    return Tables(
        say=components.words,
        seats=seats,
        variant=variant,
        readings=readings,
        provinces=tuple(board),
        province_names=tuple(str(row.get("name", str)) for row in board.values()),
        positions=tuple(_position(row) for row in board.values()),
        neighbours=tuple(tuple(b for b in range(len(board)) if tables["next"][a] >> b & 1) for a in range(len(board))),
        castles=tuple(tables["castle"]),
        incomes=tuple(tables["income"]),
        unit_names=tuple(str(row.get("name", str)) for row in units.values()),
        counts=tuple(tables["count"]),
        costs=tuple(tables["cost"]),
        abilities=tuple(abilities),
        ability_names=tuple(str(row.get("name", str)) for row in abilities.values()),
        ability_texts=tuple(str(row.get("text", str)) for row in abilities.values()),
        effects={
            name: AbilityEffect(row.values["effect"], row.values["value"], tuple(row.values["units"]))
            for name, row in abilities.items()
        },
        bans={unit: frozenset(name for name, row in board.items() if unit in row.values["bans"]) for unit in UNITS},
        min_attack_bid=tables["min_attack_bid"],
        empty_castles=tables["empty_castles"],
        seasons=tuple(tables["seasons"]),
        n_table=n_dealt,
        rules=core.Rules("epix", packing.make_rules(tables)),
    )


def _position(row: Row) -> tuple[int, int]:
    at = row.get("at", list)
    if len(at) != 2 or not all(isinstance(value, int) and 0 <= value <= 100 for value in at):
        row.fail(f"at = {at!r}: want two numbers from 0 to 100")
    return at[0], at[1]


def _unit_set(row: Row, key: str) -> int:
    """A list of units as a bit for each."""
    found = 0
    for name in row.get(key, list):
        if name not in UNITS:
            row.fail(f"{key} has {name!r}: want {', '.join(UNITS)}")
        found |= 1 << UNITS.index(name)
    return found


def _board(board: dict[str, Row], seats: int) -> dict[str, Any]:
    index = {name: number for number, name in enumerate(board)}
    borders = [0] * len(board)
    castle: list[int | None] = [None] * seats
    lands = [0] * seats
    bans, double, proof = [0] * len(UNITS), [0] * len(UNITS), 0
    for at, (name, row) in enumerate(board.items()):
        for other in row.get("next", list):
            if other not in board:
                row.fail(f"border with {other!r}: no such province")
            if other == name:
                row.fail("border with itself")
            if name not in board[other].get("next", list):
                row.fail(f"border with {other!r} is one-way: {other!r} does not list {name!r} under next")
            borders[at] |= 1 << index[other]
        row.get("around", bool, False)  # for the page: drawn as a band about the whole board
        kind = row.choice("kind", KINDS)
        for unit in range(len(UNITS)):
            bans[unit] |= (_unit_set(row, "bans") >> unit & 1) << at
            double[unit] |= (_unit_set(row, "double") >> unit & 1) << at
        proof |= row.get("catapult_proof", bool) << at
        if "seat" in row.values:
            seat = row.number("seat", 0, seats - 1)
            lands[seat] |= 1 << at
            if kind == "castle":
                if castle[seat] is not None:
                    row.fail(f"seat {seat} has a castle already")
                castle[seat] = at
        if kind == "castle":
            if "seat" not in row.values:
                row.fail("a castle belongs to a seat")
            if "camp" not in row.get("bans", list):
                row.fail("camps must be banned in castles")
    for seat, found in enumerate(castle):
        if found is None:
            raise BadData(f"board{seats}.toml: no castle of seat {seat}")
    return {
        "next": borders,
        "castle": castle,
        "lands": lands,
        "bans": bans,
        "double": double,
        "catapult_proof": proof,
        "range": [row.number("catapult_range", 0, kernel.MAX_RANGE) for row in board.values()],
        "income": [row.number("income", 0, 9) for row in board.values()],
    }


def _units(units: dict[str, Row]) -> dict[str, Any]:
    if tuple(units) != UNITS:
        raise BadData(f"units.toml: the units must be {', '.join(UNITS)}, in this order, not {', '.join(units)}")
    for name, row in units.items():
        nature = (
            row.get("moves", str),
            row.get("attacks", str),
            row.number("defends", 0, 3),
            row.get("captured", bool),
        )
        if nature != NATURES[name]:
            row.fail(f"moves, attacks, defends, captured = {nature}: only {NATURES[name]} can be played")
        if row.number("income", 0, 9) and name != "camp":
            row.fail("only camps have an income")
    return {
        "count": [row.number("count", 0, 9) for row in units.values()],
        "cost": [row.number("cost", 0, kernel.MAX_BID) for row in units.values()],
        "camp_income": units["camp"].number("income", 0, 9),
    }


def _abilities(abilities: dict[str, Row]) -> dict[str, Any]:
    effects, values, about, gold = [], [], [], []
    for row in abilities.values():
        effect = row.choice("effect", EFFECTS)
        low, high = (2, 2) if effect == "parity" else (0 if effect == "price" else 1, LARGEST.get(effect, 9))
        units = _unit_set(row, "units")
        if effect in ABOUT and row.get("units", list) != list(ABOUT[effect]):
            row.fail(f"units: the effect {effect!r} is about {' and '.join(ABOUT[effect])}")
        if effect == "enter" and units >> UNITS.index("camp") & 1:
            row.fail("units: camps never enter castles")
        effects.append(EFFECTS.index(effect))
        values.append(row.number("value", low, high))
        about.append(units)
        gold.append(row.number("gold", -9, 9))
    return {"effect": effects, "value": values, "about": about, "gold": gold}


def _settings(components: Components, readings: str) -> dict[str, Any]:
    settings = components.settings(readings)
    seasons, chosen = settings["seasons"].get("value", list), settings["cards_chosen"].get("value", list)
    if not seasons or len(seasons) > kernel.MAX_SEASONS or not all(isinstance(name, str) for name in seasons):
        settings["seasons"].fail(f"want 1 to {kernel.MAX_SEASONS} names")
    if len(chosen) != len(seasons) or not all(value in (1, 2) for value in chosen):
        settings["cards_chosen"].fail("want 1 or 2 for each season")
    if tuple(settings["action_cards"].get("value", list)) != CARDS:
        settings["action_cards"].fail(f"want {', '.join(CARDS)}")
    start = settings["start_unit"]
    return {
        "seasons": seasons,
        "cards_chosen": chosen,
        "start_gold": settings.number("start_gold", 0, kernel.MAX_BID),
        "start_unit": UNITS.index(start.choice("value", ("soldier", "knight", "catapult"))),
        "extra_abilities": settings.number("extra_abilities", 0, kernel.MAX_TABLE),
        "min_ability_bid": settings.number("min_ability_bid", 0, kernel.MAX_BID),
        "min_auction_bid": settings.number("min_auction_bid", 0, 0),  # who has no gold must be able to bid
        "min_attack_bid": settings.number("min_attack_bid", 0, 9),
        "tax": settings.number("tax", 0, 9),
        "single_defence": settings.number("single_defence", 1, kernel.MAX_GUESSES),
        "double_defence": settings.number("double_defence", 1, kernel.MAX_GUESSES),
        "garrison_defence": settings.number("garrison_defence", 1, kernel.MAX_GUESSES),
        "last_player_rule": settings.flag("last_player_rule"),
        "last_income": settings.flag("last_income"),
        "empty_castles": settings.flag("empty_castles"),
    }


def _check_gold(tables: dict[str, Any]) -> None:
    """Nobody may get more gold than can be bid (RULES.md, 9): every source at its best, every season."""
    seasons = len(tables["seasons"])
    income = tables["count"][UNITS.index("camp")] * tables["camp_income"] + sum(tables["income"])
    gains = []
    for effect, value, gold in zip(tables["effect"], tables["value"], tables["gold"], strict=True):
        by_season = {
            "income": value,
            "tax": max(value - tables["tax"], 0),
            "province_income": sum(max(value - income, 0) for income in tables["income"] if income),
            "tribute": value * (tables["seats"] - 1),
        }
        gains.append(by_season.get(EFFECTS[effect], 0) * seasons + max(gold, 0))
    most = tables["start_gold"] + (tables["tax"] + income) * seasons
    most += sum(sorted(gains, reverse=True)[: tables["n_dealt"]])
    if most > kernel.MAX_BID:
        raise BadData(f"settings.toml: a player could have {most} gold; at most {kernel.MAX_BID} can be bid")
