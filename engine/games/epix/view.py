"""Epix's positions as plain data and as numbers."""

from __future__ import annotations

from typing import Any

from ....ext import core
from ....ext.games.epix import packing
from ....ext.games.epix import state as kernel
from ...encoding import Feature, in_order
from ...errors import BadPosition
from .fields import Active, Attack, Position, Public, Stack, View
from .notation import MOST_GOLD, PARITIES, PHASES, REASONS
from .rules import CARDS, DEFENDERS, UNITS, Tables

MOST_AMOUNT = kernel.NO_AMOUNT - 1  # that a field of the kernel can hold

IN_SEASON = tuple(PHASES[PHASES.index("auction") :])  # an auction has begun


def _seat(number: int) -> str | None:
    return None if number == kernel.NO_SEAT else f"s{number}"


def _bits(number: int, n: int) -> list[bool]:
    return [bool(number >> bit & 1) for bit in range(n)]


def _cards(cards: int) -> list[str] | None:
    return [name for number, name in enumerate(CARDS) if cards >> number & 1] or None


def _board(tables: Tables, raw: dict[str, Any]) -> dict[str, Stack]:
    stacks: dict[int, Stack] = {}
    for seat, units in enumerate(raw["units"]):
        for unit, provinces in enumerate(units):
            while provinces:
                at = (provinces & -provinces).bit_length() - 1
                provinces &= provinces - 1
                stacks.setdefault(at, {"seat": f"s{seat}", "units": []})["units"].append(UNITS[unit])
    return {tables.provinces[at]: stacks[at] for at in sorted(stacks)}


def _public(tables: Tables, raw: dict[str, Any]) -> Public:
    """What everybody sees, from the kernel's numbers."""
    n, phase = tables.seats, PHASES[raw["phase"]]
    active: Active | None = None
    attack: Attack | None = None
    if raw["active"] != kernel.NO_UNIT:
        active = {
            "unit": UNITS[raw["active"]],
            "at": tables.provinces[raw["at"]],
            "may_move": bool(raw["may_move"]),
            "barred": [name for at, name in enumerate(tables.provinces) if raw["barred"] >> at & 1],
        }
    if raw["target"] != kernel.NO_PROVINCE:
        attack = {
            "to": tables.provinces[raw["target"]],
            "defender": _seat(raw["defender"]),
            "against": DEFENDERS[raw["against"]],
            "guesses": raw["guesses"],
            "parity": PARITIES[raw["parity"]],
        }
    return {
        "players": n,
        "rules": tables.variant,
        "phase": phase,
        "season": ("draft", *tables.seasons)[raw["season"]],
        "first": _seat(raw["first"]),
        "turn": _seat(raw["turn"]),
        "gold": raw["gold"],
        "board": _board(tables, raw),
        "supply": [dict(zip(UNITS, counts, strict=True)) for counts in raw["supply"]],
        "table": [tables.abilities[card] for card, _, _ in raw["table"]],
        "bids": {
            tables.abilities[card]: {"seat": _seat(seat), "gold": gold}
            for card, gold, seat in raw["table"]
            if seat != kernel.NO_SEAT
        },
        "passed": _bits(raw["passed"], n),
        "abilities": [
            [name for card, name in enumerate(tables.abilities) if owned >> card & 1] if owned else []
            for owned in raw["owns"]
        ],
        "auction": raw["bid"] if phase in IN_SEASON and phase != "auction" else [],
        "shown": _bits(raw["shown"], n),
        "todo": [CARDS[card.bit_length() - 1] for card in raw["todo"]],
        "spent": [
            f"{UNITS[unit]}@{name}"
            for at, name in enumerate(tables.provinces)
            for unit in range(len(UNITS))
            if raw["spent"][unit] >> at & 1
        ]
        if any(raw["spent"])
        else [],
        "active": active,
        "attack": attack,
        "valour": raw["valour"],
        "winners": [f"s{seat}" for seat in range(n) if raw["winners"] >> seat & 1],
    }


def _secret(raw: dict[str, Any], seat: int) -> str | None:
    """What a seat has submitted and what is not decided yet."""
    phase = PHASES[raw["phase"]]
    if phase == "auction" and raw["bid"][seat] != kernel.NO_AMOUNT:
        return f"bid:{raw['bid'][seat]}"
    if phase == "fight" and seat == raw["turn"] and raw["stake"] != kernel.NO_AMOUNT:
        return f"bid:{raw['stake']}"
    if phase == "fight" and seat == raw["defender"] and raw["named"]:
        return f"guess:{','.join(map(str, raw['named']))}"
    return None


def fields(tables: Tables, state: core.State) -> Position:
    """The whole position (RULES.md, Fields)."""
    raw = packing.unpack(tables.packed, state.raw())
    return {
        **_public(tables, raw),
        "secret": [_secret(raw, seat) for seat in range(tables.seats)],
        "cards": [_cards(cards) for cards in raw["card"]],
    }


def secrets(fields: dict[str, Any]) -> dict[str, list[str]]:
    """Bids and guesses that are not revealed, and action cards."""
    found = {f"secret s{seat}": [secret] for seat, secret in enumerate(fields["secret"]) if secret is not None}
    found |= {f"cards s{seat}": cards for seat, cards in enumerate(fields["cards"]) if cards}
    return found


def view(tables: Tables, obs: core.Obs) -> View:
    """What a viewer knows (RULES.md, Fields), built from its observation."""
    raw = packing.unpack(tables.packed, obs.raw_state())
    return {
        "seat": "pub" if obs.viewer == core.SPECTATOR else f"s{obs.viewer}",
        **_public(tables, raw),
        "secret": [_secret(raw, seat) if seat == obs.viewer else None for seat in range(tables.seats)],
        "cards": [_cards(cards) for cards in raw["card"]],
    }


def from_fields(tables: Tables, position: dict[str, Any]) -> core.State:
    """The inverse of `fields`. The supply follows from the rest; who has no choice has made it."""
    try:
        return tables.rules.state(packing.pack(tables.packed, _raw(tables, position)))
    except (KeyError, ValueError, TypeError, OverflowError, IndexError, AttributeError) as error:
        raise BadPosition(f"not a position of Epix: {error}") from None


def _raw(tables: Tables, position: dict[str, Any]) -> dict[str, Any]:
    n = tables.seats
    if position["players"] != n or position["rules"] != tables.variant:
        raise ValueError(f"it is of {position['players']} players with {position['rules']} rules")
    seats: dict[str | None, int] = {f"s{seat}": seat for seat in range(n)} | {None: kernel.NO_SEAT}

    def per_seat(values: list[Any]) -> list[Any]:
        if len(values) != n:
            raise ValueError(f"{values!r}: want one for each of {n} seats")
        return values

    def bits(flags: list[bool]) -> int:
        return sum(bool(flag) << seat for seat, flag in enumerate(per_seat(flags)))

    def cards(names: list[str] | None) -> int:
        return sum(1 << CARDS.index(name) for name in names or [])

    units = [[0] * len(UNITS) for _ in range(n)]
    for name, stack in position["board"].items():
        at = tables.provinces.index(name)
        for unit in stack["units"]:
            units[seats[stack["seat"]]][UNITS.index(unit)] |= 1 << at
    per_seat(position["secret"])
    offers = position["bids"]
    if len(position["table"]) > tables.n_table or len(position["todo"]) > 2:
        raise ValueError("too many cards")
    return {
        "units": units,
        "owns": [sum(1 << tables.abilities.index(name) for name in owned) for owned in per_seat(position["abilities"])],
        "gold": _numbers(per_seat(position["gold"])),
        "valour": _numbers(per_seat(position["valour"])),
        "season": ("draft", *tables.seasons).index(position["season"]),
        "phase": PHASES.index(position["phase"]),
        "first": seats[position["first"]],
        "turn": seats[position["turn"]],
        "winners": sum(1 << seats[seat] for seat in position["winners"]),
        "reason": _reason(tables, position, units),
        "table": [
            (tables.abilities.index(name), offers.get(name, {"gold": 0})["gold"],
             seats[offers[name]["seat"]] if name in offers else kernel.NO_SEAT)
            for name in position["table"]
        ],
        "passed": bits(position["passed"]),
        "shown": bits(position["shown"]),
        "todo": [cards([card]) for card in position["todo"]],
        "card": [cards(chosen) for chosen in per_seat(position["cards"])],
        **_raw_units_at_work(tables, position),
        **_raw_attack(tables, position["attack"], seats),
        **_raw_amounts(position, n),
    }  # fmt: skip


def _numbers(values: list[int], most: int = MOST_GOLD) -> list[int]:
    if not all(isinstance(value, int) and 0 <= value <= most for value in values):
        raise ValueError(f"{values!r}: want numbers from 0 to {most}")
    return values


def _raw_units_at_work(tables: Tables, position: dict[str, Any]) -> dict[str, Any]:
    """The units that have acted, and the one that is in action."""
    spent = [0] * len(UNITS)
    for word in position["spent"]:
        unit, _, name = word.partition("@")
        spent[UNITS.index(unit)] |= 1 << tables.provinces.index(name)
    active = position["active"] or {"unit": None, "at": None, "may_move": False, "barred": []}
    return {
        "spent": spent,
        "active": kernel.NO_UNIT if active["unit"] is None else UNITS.index(active["unit"]),
        "at": kernel.NO_PROVINCE if active["at"] is None else tables.provinces.index(active["at"]),
        "may_move": bool(active["may_move"]),
        "barred": sum(1 << tables.provinces.index(name) for name in active["barred"]),
    }


def _raw_attack(tables: Tables, attack: dict[str, Any] | None, seats: dict[str | None, int]) -> dict[str, Any]:
    return {
        "target": tables.provinces.index(attack["to"]) if attack else kernel.NO_PROVINCE,
        "defender": seats[attack["defender"]] if attack else kernel.NO_SEAT,
        "against": DEFENDERS.index(attack["against"]) if attack else kernel.NO_UNIT,
        "guesses": attack["guesses"] if attack else 0,
        "parity": PARITIES.index(attack["parity"]) if attack else kernel.Parity.UNTOLD,
    }


def _raw_amounts(position: dict[str, Any], n_seats: int) -> dict[str, Any]:
    """What is bid and guessed, secretly or openly."""
    bids = _numbers(position["auction"], MOST_AMOUNT) or [kernel.NO_AMOUNT] * n_seats
    stake, named = kernel.NO_AMOUNT, []
    for seat, secret in enumerate(position["secret"]):
        if secret is not None:
            verb, _, amounts = secret.partition(":")
            found = _numbers([int(amount) for amount in amounts.split(",")], MOST_AMOUNT)
            match position["phase"], verb:
                case "auction", "bid":
                    bids[seat] = found[0]
                case "fight", "bid" if f"s{seat}" == position["turn"]:
                    stake = found[0]
                case "fight", "guess" if len(found) <= kernel.MAX_GUESSES:
                    named = found
                case phase, _:
                    raise ValueError(f"{secret!r}: not a secret of s{seat} in the phase {phase!r}")
    return {"bid": bids, "stake": stake, "named": named}


def _reason(tables: Tables, position: dict[str, Any], units: list[list[int]]) -> int:
    """Why a game that is over was won; 0 while it goes on."""
    if position["phase"] != "over":
        return 0
    held = [soldiers | knights | camps | catapults for soldiers, knights, camps, catapults in units]
    foreign = [sum(1 << at for other, at in enumerate(tables.castles) if other != seat) for seat in range(tables.seats)]
    if any(own & castles for own, castles in zip(held, foreign, strict=True)):
        return REASONS.index("castle")
    if len(position["winners"]) > 1:
        return REASONS.index("split")
    counts = [tables.held(position["board"], f"s{seat}") for seat in range(tables.seats)]
    return REASONS.index("gold" if counts.count(max(counts)) > 1 else "provinces")


# ---------------------------------------------------------------------------------------------------------------
# Numbers for people who learn from games.


def layout(tables: Tables) -> list[Feature]:
    """The layout of what ext/games/epix/encoding writes; docs/observations.md shows it and a test compares."""
    n, provinces, units, cards = tables.seats, len(tables.provinces), len(UNITS), len(tables.abilities)
    shapes: list[tuple[str, tuple[int, ...], str]] = [
        ("units", (provinces, n, units), "units in each province by owner and kind; owners clockwise from the viewer"),
        ("spent", (provinces, units), "units that have finished in this Move & Attack"),
        ("gold", (n,), "gold, as a part of 15"),
        ("supply", (n, units), "units in the supply"),
        ("abilities", (n, cards), "ability cards owned"),
        ("table", (cards,), "ability cards face up"),
        ("bids", (cards, n), "standing bids of the draft, as a part of 15"),
        ("passed", (n,), "who has passed in the draft"),
        ("auction", (n,), "bids shown of this season's auction, as a part of 15"),
        ("cards", (n, len(CARDS)), "cards of this season: the own, and those shown"),
        ("todo", (len(CARDS),), "cards that are still to be played this turn"),
        (
            "own_secret",
            (1 + kernel.MAX_GUESSES,),
            "the own bid and guesses that are not decided yet, as a part of 15; 0 for none",
        ),
        ("season", (len(tables.seasons) + 1,), f"one-hot: draft, {', '.join(tables.seasons)}"),
        ("phase", (len(PHASES),), f"one-hot: {', '.join(PHASES)}"),
        ("first", (n,), "who holds the First Player card"),
        ("turn", (n,), "whose turn it is"),
        ("active", (provinces, units), "the unit in action"),
        ("may_move", (1,), "whether it may move"),
        ("barred", (provinces,), "what it may not attack"),
        ("target", (provinces,), "the province attacked"),
        ("against", (len(DEFENDERS),), f"one-hot: {', '.join(DEFENDERS)}"),
        ("guesses", (1,), "how many amounts the defender may name"),
        ("parity", (2,), "one-hot: even, odd; if it was told"),
        ("valour", (n,), "times Valour was used this season"),
        ("to_move", (1,), "1 if the viewer is to decide"),
    ]
    return in_order(shapes)
