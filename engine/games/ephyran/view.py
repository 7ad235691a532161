"""Ephyran's positions as plain data and as numbers (RULES.md, 15)."""

from __future__ import annotations

from typing import Any

from ....ext import core
from ....ext.games.ephyran import packing
from ....ext.games.ephyran import state as kernel
from ...encoding import Feature, in_order
from ...errors import BadPosition
from .fields import Position, Territory, Token, View
from .notation import PHASES
from .rules import AREAS, DIONYSUS, SUPPORTS, Tables

# ---------------------------------------------------------------------------------------------------------------
# From the kernel's numbers to words.


def _seat(number: int) -> str | None:
    return None if number == kernel.NOBODY else f"s{number}"


def _hand(tables: Tables, cards: list[int], dionysus: int, unknown: int = 0) -> list[str]:
    return [tables.cards[card] for card in cards] + [DIONYSUS] * dionysus + ["?"] * unknown


def _token(tables: Tables, token: int) -> Token | None:
    if token == kernel.NO_TOKEN:
        return None
    kind = "?" if token & kernel.KIND_MASK == kernel.UNKNOWN else tables.tokens[(token & kernel.KIND_MASK) - 1]
    seen = token >> kernel.SEEN_SHIFT
    return {"kind": kind, "seen_by": [seat for number, seat in enumerate(tables.seats) if seen >> number & 1]}


def _city(tables: Tables, raw: dict[str, Any], seat: int) -> dict[str, Territory]:
    city: dict[str, Territory] = {}
    for t, territory in enumerate(tables.territories):
        lock = raw["lock"][seat][t]
        city[territory] = {
            "lock": None if lock == kernel.NO_CARD else tables.cards[lock],
            "areas": [
                {"half": tables.half_names[half], "token": _token(tables, token)}
                for half, token in zip(
                    raw["area"][seat][AREAS * t : AREAS * (t + 1)],
                    raw["token"][seat][AREAS * t : AREAS * (t + 1)],
                    strict=True,
                )
                if half != kernel.NO_HALF
            ],
        }
    return city


def _counts(tables: Tables, counts: list[int]) -> dict[str, int]:
    return dict(zip(tables.tokens, counts, strict=True))


def _describe(tables: Tables, raw: dict[str, Any], pending: int) -> Position:
    """All keys, from the numbers of a state or of an observation's: what is unknown there is ``?`` here."""
    over = PHASES[raw["phase"]] == "over"
    seats = range(tables.n_seats)
    return {
        "options": dict(tables.options),
        "phase": PHASES[raw["phase"]],
        "pending": ["chance"] if pending == core.PENDING_CHANCE else [f"s{s}" for s in seats if pending >> s & 1],
        "round": raw["round"],
        "first": _seat(raw["first"]),
        "turn": _seat(raw["turn"]),
        "gods": {f"s{s}": None if raw["god"][s] == kernel.NO_GOD else tables.gods[raw["god"][s]] for s in seats},
        "hands": {
            f"s{s}": _hand(tables, raw["hand"][s], raw["dionysus"][s], raw["n_hand"][s] - len(raw["hand"][s]))
            for s in seats
        },
        "known": {f"s{s}": _hand(tables, raw["known"][s], raw["dionysus"][s]) for s in seats},
        "cities": {f"s{s}": _city(tables, raw, s) for s in seats},
        "unseen": [tables.cards[card] for card in raw["unseen"]],
        "pile_size": raw["pile"],
        "discard": [tables.card(card) for card in raw["discard"]],
        "tartarus": _hand(tables, raw["tartarus"], raw["dionysus_tartarus"]),
        "unseen_tokens": _counts(tables, raw["unseen_tokens"]),
        "supply_size": raw["supply"],
        "lost": _counts(tables, raw["lost"]),
        "support": None if raw["support"] == kernel.NO_SUPPORT else SUPPORTS[raw["support"]],
        "target": _seat(raw["target"]),
        "asked": _seat(raw["asked"]),
        "drawer": _seat(raw["drawer"]),
        "draws": raw["draws"],
        "looked": _hand(tables, raw["looked"], 0, raw["n_looked"] - len(raw["looked"])),
        "held": _token(tables, raw["held"]),
        "dry": raw["dry"],
        "fresh": bool(raw["fresh"]),
        "ending": bool(raw["ending"]),
        "completed": [f"s{s}" for s in raw["completed"]],
        "scores": {f"s{s}": sum(raw["sheets"][s]) for s in seats} if over else None,
    }


def fields(tables: Tables, state: core.State) -> Position:
    """The whole position."""
    return _describe(tables, packing.unpack(tables.rules.packed(), state.raw()), state.pending())


def secrets(fields: dict[str, Any]) -> dict[str, list[str]]:
    """Hands, tokens that lie face down, and what a seat is just looking at."""
    found = {f"hands {seat}": hand for seat, hand in fields["hands"].items()}
    for seat, city in fields["cities"].items():
        for territory, there in city.items():
            for number, area in enumerate(there["areas"], 1):
                if area["token"] is not None:
                    found[f"token {seat} {territory} {number}"] = [area["token"]["kind"]]
    if fields["held"] is not None:
        found["held"] = [fields["held"]["kind"]]
    if fields["looked"]:
        found["looked"] = fields["looked"]
    return found


def view(tables: Tables, obs: core.Obs) -> View:
    """What a viewer knows, built from its observation."""
    raw = packing.unpack(tables.rules.packed(), obs.raw_state())
    running = {seat: sum(raw["sheets"][number]) for number, seat in enumerate(tables.seats)}
    return {**_describe(tables, raw, obs.pending()), "running": running}


def score_sheet(tables: Tables, state: core.State, seat: int) -> dict[str, int]:
    """The prestige of each territory of a seat, and of the finished city (10.2, 10.3)."""
    sheet = packing.unpack(tables.rules.packed(), state.raw())["sheets"][seat]
    return dict(zip((*tables.territories, "city"), sheet, strict=True))


# ---------------------------------------------------------------------------------------------------------------
# And back.


def from_fields(tables: Tables, position: dict[str, Any]) -> core.State:
    """The inverse of `fields`. Who is pending follows from the rest."""
    try:
        return tables.rules.state(packing.pack(tables.rules.packed(), _raw(tables, position)))
    except (KeyError, ValueError, TypeError, OverflowError, IndexError, AttributeError) as error:
        raise BadPosition(f"not a position of Ephyran: {error!r}") from None


def _raw(tables: Tables, position: dict[str, Any]) -> dict[str, Any]:
    if position["options"] != tables.options:
        raise ValueError(f"options {position['options']}: want {tables.options}")

    def number(seat: str | None) -> int:
        return kernel.NOBODY if seat is None else tables.seats.index(seat)

    def god(name: str | None) -> int:
        return kernel.NO_GOD if name is None else tables.gods.index(name)

    def cards(names: list[str]) -> list[int]:
        return [tables.cards.index(name) for name in names if name != DIONYSUS]

    def token(described: dict[str, Any] | None) -> int:
        if described is None:
            return kernel.NO_TOKEN
        seen = sum(1 << number(seat) for seat in described["seen_by"])
        return tables.tokens.index(described["kind"]) + 1 | seen << kernel.SEEN_SHIFT

    def counts(named: dict[str, int]) -> list[int]:
        return [named[name] for name in tables.tokens]

    raw: dict[str, Any] = {
        "hand": [cards(position["hands"][seat]) for seat in tables.seats],
        "known": [cards(position["known"][seat]) for seat in tables.seats],
        "dionysus": [position["hands"][seat].count(DIONYSUS) for seat in tables.seats],
        "god": [god(position["gods"][seat]) for seat in tables.seats],
        "area": [], "token": [], "lock": [],
        "unseen": cards(position["unseen"]), "pile": position["pile_size"],
        "discard": [
            kernel.DIONYSUS_CARD if name == DIONYSUS else tables.cards.index(name) for name in position["discard"]
        ],
        "tartarus": cards(position["tartarus"]), "dionysus_tartarus": position["tartarus"].count(DIONYSUS),
        "unseen_tokens": counts(position["unseen_tokens"]), "supply": position["supply_size"],
        "lost": counts(position["lost"]),
        "phase": PHASES.index(position["phase"]), "round": position["round"],
        "first": number(position["first"]), "turn": number(position["turn"]),
        "support": kernel.NO_SUPPORT if position["support"] is None else SUPPORTS.index(position["support"]),
        "target": number(position["target"]), "asked": number(position["asked"]), "drawer": number(position["drawer"]),
        "draws": position["draws"], "looked": cards(position["looked"]), "held": token(position["held"]),
        "dry": position["dry"], "fresh": position["fresh"], "ending": position["ending"],
        "completed": [number(seat) for seat in position["completed"]],
    }  # fmt: skip
    for seat in tables.seats:
        halves, tokens, locks = [], [], []
        for territory in tables.territories:
            there = position["cities"][seat][territory]
            areas = there["areas"]
            if len(areas) > AREAS:
                raise ValueError(f"{len(areas)} areas in the {territory} of {seat}")
            halves += [tables.halves[area["half"]] for area in areas] + [kernel.NO_HALF] * (AREAS - len(areas))
            tokens += [token(area["token"]) for area in areas] + [kernel.NO_TOKEN] * (AREAS - len(areas))
            locks.append(kernel.NO_CARD if there["lock"] is None else tables.cards.index(there["lock"]))
        raw["area"].append(halves)
        raw["token"].append(tokens)
        raw["lock"].append(locks)
    return raw


# ---------------------------------------------------------------------------------------------------------------
# Numbers for people who learn from games.


def layout(tables: Tables) -> list[Feature]:
    """The layout of what ext/games/ephyran/encoding writes: seats from the viewer on, the rest in rules order."""
    seats, cards, places = tables.n_seats, len(tables.cards), len(tables.places)
    kinds, creatures = len(tables.tokens), max(tables.creature_number.values()) + 1
    shapes: list[tuple[str, tuple[int, ...], str]] = [
        ("hand", (cards,), "own hand without Dionysus"),
        ("known", (seats, cards), "cards that all know to be in each hand"),
        ("dionysus", (seats,), "Dionysus in each hand"),
        ("hand_size", (seats,), "cards in each hand, a tenth for each"),
        ("creature", (seats, places, creatures + 1), "the creature in each place, one-hot; the last is Dionysus"),
        ("magic", (seats, places), "printed magic in each place, as prestige"),
        ("token", (seats, places, kinds + 1), f"one-hot: {', '.join(tables.tokens)}, a token not seen"),
        ("locked", (seats, len(tables.territories)), "1 for a locked territory"),
        ("god", (seats, len(tables.gods)), f"one-hot: {', '.join(tables.gods)}"),
        ("completed", (seats,), "1 for who has filled sixteen places"),
        ("unseen", (cards,), "cards that the viewer cannot place"),
        ("discard", (cards + 1,), "cards of the discard, the last is Dionysus; the top counts twice"),
        ("looked", (cards,), "cards that the viewer looks at with the Graeae"),
        ("unseen_tokens", (kinds,), "tokens that the viewer has not seen, by kind"),
        ("held", (kinds + 1,), "the token to be put, one-hot; the last is one not seen"),
        ("turn", (seats,), "whose turn it is"),
        ("first", (seats,), "who is the first player"),
        ("target", (seats,), "whom the support is aimed at"),
        ("asked", (seats,), "who is asked to stop it"),
        ("phase", (len(PHASES),), f"one-hot: {', '.join(PHASES)}"),
        ("support", (len(SUPPORTS),), f"one-hot: {', '.join(SUPPORTS)}"),
        ("round", (1,), "round, as a part of all rounds"),
        ("pile", (1,), "cards left to draw, as a part of all"),
        ("supply", (1,), "tokens in the supply, a tenth for each"),
        ("draws", (1,), "draws to come"),
        ("dry", (1,), "turns since a card left the pile, as a part of those that close the discard"),
        ("fresh", (1,), "1 if the top of the discard was put there this turn"),
        ("ending", (1,), "1 when the end is near"),
        ("to_move", (1,), "1 if the viewer is to decide"),
    ]
    return in_order(shapes)
