"""Ephyran's components, checked and turned into the kernel's tables."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import Any

from ....ext import core
from ....ext.games.ephyran import packing
from ....ext.games.ephyran import state as kernel
from ...components import Components, Row, unique
from ...errors import BadData
from ...languages import Catalogue

AREAS = kernel.N_AREAS  # of a territory
SUPPORTS = tuple(name.lower() for name in kernel.Support.__members__)
STOPPED_BY = {"exchange": "shield", "destroy": "shield", "steal": "hecate", "take": "hecate"}
GODS = ("dealt", "choose")
DIONYSUS = "dionysus"


@dataclass(frozen=True)
class Tables:
    """The names behind the kernel's numbers, in order, the words for people, and the packed rules."""

    say: Catalogue
    n_seats: int
    options: dict[str, str]
    territories: tuple[str, ...]
    territory_names: tuple[str, ...]
    places: tuple[str, ...]
    creature_names: dict[str, str]  # by id
    creature_number: dict[str, int]  # of a creature within its territory
    cards: tuple[str, ...]  # named by their upper halves
    halves: dict[str, int]  # the kernel's number of each territory half, and of Dionysus
    half_names: dict[int, str]
    half_places: dict[int, int]  # of each territory half
    half_magic: dict[int, int]  # its printed magic, as prestige
    supports: tuple[str | None, ...]  # of each card
    support_names: dict[str, str]
    support_effects: dict[str, str]  # what each does, in a sentence
    gods: tuple[str, ...]
    god_names: tuple[str, ...]
    tokens: tuple[str, ...]
    token_names: tuple[str, ...]
    token_values: tuple[int, ...]
    rounds: int
    left_out: int
    dry_turns: int
    rules: core.Rules

    @property
    def seats(self) -> tuple[str, ...]:
        return tuple(f"s{number}" for number in range(self.n_seats))

    def card(self, number: int) -> str:
        return DIONYSUS if number == kernel.DIONYSUS_CARD else self.cards[number]


def read(components: Components, n_seats: int, options: dict[str, str]) -> Tables:
    """Check every row and pack the rules; BadData names the file, the row and the reason."""
    territories = unique(components.table("territory"))
    if len(territories) != kernel.N_TERRITORIES:
        raise BadData(f"territories.toml: {len(territories)} territories; want {kernel.N_TERRITORIES}")
    places = tuple(f"{territory}-{area}" for territory in territories for area in range(1, AREAS + 1))
    tokens = unique(components.table("token"))
    if len(tokens) != 4:
        raise BadData(f"tokens.toml: {len(tokens)} kinds of token; want 4")
    gods = unique(components.table("god"))
    if len(gods) != 4:
        raise BadData(f"gods.toml: {len(gods)} gods; want 4")
    supports = unique(components.table("support"))
    if set(supports) != set(SUPPORTS):
        raise BadData(f"supports.toml: the supports must be {', '.join(SUPPORTS)}, not {', '.join(supports)}")
    for name, row in supports.items():
        if row.get("stopped_by", str) != STOPPED_BY.get(name, "none"):
            row.fail(f"stopped_by = {row.values['stopped_by']!r}: {name} is stopped by {STOPPED_BY.get(name, 'none')}")
    creatures = unique(components.table("creature"))
    numbers = _creature_numbers(creatures, list(territories))
    magic = {"none": 0} | {name: row.number("value", -20, 20) for name, row in tokens.items()}
    known = _halves(creatures, numbers, places)
    cards = unique(components.table("card"))
    packed = [_card(row, known, magic) for row in cards.values()]
    _check_cards(cards, supports)
    settings = _settings(components, n_seats, len(cards), options["readings"])
    rules = {
        "seats": n_seats,
        "cards": packed,
        "n_creatures": max(numbers.values()) + 1,
        "token_count": [row.number("count", 0, 50) for row in tokens.values()],
        "token_value": [magic[name] for name in tokens],
        "god_territory": [list(territories).index(row.choice("territory", list(territories))) for row in gods.values()],
        "choose_gods": options["gods"] == "choose",
        **settings,
    }
    halves = {row.values[side]: 2 * n + i for n, row in enumerate(cards.values())
              for i, side in enumerate(("upper", "lower")) if row.values[side] in known}  # fmt: skip
    return Tables(
        say=components.words,
        n_seats=n_seats,
        options=dict(options),
        territories=tuple(territories),
        territory_names=tuple(str(row.get("name", str)) for row in territories.values()),
        places=places,
        creature_names={name: str(row.get("name", str)) for name, row in creatures.items()},
        creature_number=numbers,
        cards=tuple(cards),
        halves=halves | {DIONYSUS: kernel.DIONYSUS_HALF},
        half_names={number: name for name, number in halves.items()} | {kernel.DIONYSUS_HALF: DIONYSUS},
        half_places={number: known[name][0] for name, number in halves.items()},
        half_magic={2 * n + i: half[2] for n, (both, _) in enumerate(packed) for i, half in enumerate(both)},
        supports=tuple(None if support is None else SUPPORTS[support] for _, support in packed),
        support_names={name: str(row.get("name", str)) for name, row in supports.items()},
        support_effects={name: str(row.get("effect", str)) for name, row in supports.items()},
        gods=tuple(gods),
        god_names=tuple(str(row.get("name", str)) for row in gods.values()),
        tokens=tuple(tokens),
        token_names=tuple(str(row.get("name", str)) for row in tokens.values()),
        token_values=tuple(rules["token_value"]),
        rounds=settings["rounds"],
        left_out=settings["left_out"],
        dry_turns=settings["dry_turns"],
        rules=core.Rules("ephyran", packing.make_rules(rules)),
    )


def _creature_numbers(creatures: dict[str, Row], territories: list[str]) -> dict[str, int]:
    """Each creature's number within its territory."""
    count: Counter[str] = Counter()
    numbers = {}
    for name, row in creatures.items():
        territory = row.choice("territory", territories)
        numbers[name] = count[territory]
        count[territory] += 1
        if count[territory] > 32:
            row.fail(f"more than 32 creatures live in {territory!r}")
    return numbers


def _halves(creatures: dict[str, Row], numbers: dict[str, int], places: tuple[str, ...]) -> dict[str, tuple[int, int]]:
    """Every territory half that may be printed: its place and its creature."""
    found = {}
    for name, row in creatures.items():
        for area in range(1, AREAS + 1):
            place = places.index(f"{row.values['territory']}-{area}")
            found[f"{name}-{area}"] = place, numbers[name]
    return found


def _card(
    row: Row, known: dict[str, tuple[int, int]], magic: dict[str, int]
) -> tuple[list[tuple[int, int, int]], int | None]:
    """A card as the kernel wants it: its territory halves as (place, creature, magic), and its support."""
    halves, support = [], None
    for side in ("upper", "lower"):
        half, printed = row.get(side, str), magic[row.choice(f"{side}_magic", list(magic))]
        if half in known:
            halves.append((*known[half], printed))
        elif side == "lower" and half in SUPPORTS:
            support = SUPPORTS.index(half)
        else:
            row.fail(f"{side} = {half!r}: no such half")
    if row.values["id"] != row.values["upper"]:
        row.fail(f"the card must be named by its upper half {row.values['upper']!r}")
    return halves, support


def _check_cards(cards: dict[str, Row], supports: dict[str, Row]) -> None:
    if len(cards) > kernel.MAX_CARDS:
        raise BadData(f"cards.toml: {len(cards)} cards; at most {kernel.MAX_CARDS} fit")
    halves: set[str] = set()
    count: Counter[str] = Counter()
    for row in cards.values():
        for side in ("upper", "lower"):
            half = row.values[side]
            if half in SUPPORTS:
                count[half] += 1
            elif half in halves:
                row.fail(f"{side} = {half!r} is printed on another card, too")
            halves.add(half)
    for name, row in supports.items():
        if row.number("count", 0, kernel.MAX_CARDS) != count[name]:
            row.fail(f"count = {row.values['count']}, but cards.toml has {count[name]}")


def _settings(components: Components, n_seats: int, n_cards: int, readings: str) -> dict[str, Any]:
    settings = components.settings(readings)
    hand = settings.number("hand", 1, 8)
    if settings.number("dionysus", 0, 4) < n_seats:
        settings["dionysus"].fail(f"each of {n_seats} players gets one")
    most = n_cards - n_seats * hand - 1
    return {
        "hand": hand,
        "left_out": settings.number(f"left_out_{n_seats}", 0, most),
        "rounds": settings.number("rounds", 1, 200),
        "dry_turns": settings.number("dry_rounds", 1, 50) * n_seats,
        "retake_own": settings.flag("retake_own"),
        "twins_draws": settings.number("twins_draws", 1, 3),
        "graeae_looks": settings.number("graeae_looks", 1, 3),
        "destroyed_to_discard": settings["destroyed_to"].choice("value", ("tartarus", "discard")) == "discard",
        "creature_points": settings.number("creature_points", 0, 9),
        "creatures_bonus": settings.number("creatures_bonus", 0, 9),
        "own_times": settings.number("own_territory_times", 0, 9),
        "bonus_first": settings.number("city_bonus_first", 0, 99),
        "bonus_others": settings.number("city_bonus_others", 0, 99),
    }
