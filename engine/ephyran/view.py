"""Ephyran's positions as plain data, as numbers and as a drawing (RULES.md, 15)."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from ...ext import core, ephyran_tables
from ..errors import BadPosition
from ..ruleset import Block, in_order
from .notation import PHASES, card_title
from .rules import AREAS, DIONYSUS, DIONYSUS_CARD, DIONYSUS_HALF, SUPPORTS, Tables

# As in ext/ephyran.pxd.
NOBODY, NO_GOD, NO_CARD, NO_HALF, NO_SUPPORT, UNKNOWN = 4, 4, 127, 255, 8, 7


# ---------------------------------------------------------------------------------------------------------------
# From the kernel's numbers to words.


def _seat(number: int) -> str | None:
    return None if number == NOBODY else f"s{number}"


def _hand(tables: Tables, cards: list[int], dionysus: int, unknown: int = 0) -> list[str]:
    return [tables.cards[card] for card in cards] + [DIONYSUS] * dionysus + ["?"] * unknown


def _token(tables: Tables, token: int) -> dict[str, Any] | None:
    if not token:
        return None
    kind = "?" if token & 7 == UNKNOWN else tables.tokens[(token & 7) - 1]
    return {"kind": kind, "seen_by": [seat for number, seat in enumerate(tables.seats) if token >> 3 + number & 1]}


def _city(tables: Tables, raw: dict[str, Any], seat: int) -> dict[str, Any]:
    city = {}
    for t, territory in enumerate(tables.territories):
        lock = raw["lock"][seat][t]
        city[territory] = {
            "lock": None if lock == NO_CARD else tables.cards[lock],
            "areas": [
                {"half": tables.half_names[half], "token": _token(tables, token)}
                for half, token in zip(
                    raw["area"][seat][AREAS * t : AREAS * (t + 1)],
                    raw["token"][seat][AREAS * t : AREAS * (t + 1)],
                    strict=True,
                )
                if half != NO_HALF
            ],
        }
    return city


def _counts(tables: Tables, counts: list[int]) -> dict[str, int]:
    return dict(zip(tables.tokens, counts, strict=True))


def _describe(tables: Tables, raw: dict[str, Any], pending: int) -> dict[str, Any]:
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
        "gods": {f"s{s}": None if raw["god"][s] == NO_GOD else tables.gods[raw["god"][s]] for s in seats},
        "hands": {
            f"s{s}": _hand(tables, raw["hand"][s], raw["dionysus"][s], raw["n_hand"][s] - len(raw["hand"][s]))
            for s in seats
        },
        "known": {f"s{s}": _hand(tables, raw["known"][s], raw["dionysus"][s]) for s in seats},
        "cities": {f"s{s}": _city(tables, raw, s) for s in seats},
        "unseen": [tables.cards[card] for card in raw["unseen"]],
        "pile_size": raw["pile"],
        "discard": [tables.cards[card] for card in raw["discard"]],
        "tartarus": _hand(tables, raw["tartarus"], raw["dionysus_tartarus"]),
        "unseen_tokens": _counts(tables, raw["unseen_tokens"]),
        "supply_size": raw["supply"],
        "lost": _counts(tables, raw["lost"]),
        "support": None if raw["support"] == NO_SUPPORT else SUPPORTS[raw["support"]],
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


def fields(tables: Tables, state: core.State) -> dict[str, Any]:
    """The whole position."""
    return _describe(tables, ephyran_tables.unpack(tables.rules.packed(), state.raw()), state.pending())


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


def view(tables: Tables, obs: core.Obs) -> dict[str, Any]:
    """What a viewer knows, built from its observation."""
    return _describe(tables, ephyran_tables.unpack(tables.rules.packed(), obs.raw_state()), obs.pending())


def score_sheet(tables: Tables, state: core.State, seat: int) -> dict[str, int]:
    """The prestige of each territory of a seat, and of the finished city (10.2, 10.3)."""
    sheet = ephyran_tables.unpack(tables.rules.packed(), state.raw())["sheets"][seat]
    return dict(zip((*tables.territories, "city"), sheet, strict=True))


# ---------------------------------------------------------------------------------------------------------------
# And back.


def from_fields(tables: Tables, position: dict[str, Any]) -> core.State:
    """The inverse of `fields`. Who is pending follows from the rest."""
    try:
        return tables.rules.state(ephyran_tables.pack(tables.rules.packed(), _raw(tables, position)))
    except (KeyError, ValueError, TypeError, OverflowError, IndexError, AttributeError) as error:
        raise BadPosition(f"not a position of Ephyran: {error!r}") from None


def _raw(tables: Tables, position: dict[str, Any]) -> dict[str, Any]:
    if position["options"] != tables.options:
        raise ValueError(f"options {position['options']}: want {tables.options}")

    def number(seat: str | None) -> int:
        return NOBODY if seat is None else tables.seats.index(seat)

    def cards(names: list[str]) -> list[int]:
        return [tables.cards.index(name) for name in names if name != DIONYSUS]

    def token(described: dict[str, Any] | None) -> int:
        if described is None:
            return 0
        return tables.tokens.index(described["kind"]) + 1 | sum(8 << number(seat) for seat in described["seen_by"])

    def counts(named: dict[str, int]) -> list[int]:
        return [named[name] for name in tables.tokens]

    raw: dict[str, Any] = {
        "hand": [cards(position["hands"][seat]) for seat in tables.seats],
        "known": [cards(position["known"][seat]) for seat in tables.seats],
        "dionysus": [position["hands"][seat].count(DIONYSUS) for seat in tables.seats],
        "god": [NO_GOD if (god := position["gods"][seat]) is None else tables.gods.index(god) for seat in tables.seats],
        "area": [], "token": [], "lock": [],
        "unseen": cards(position["unseen"]), "pile": position["pile_size"],
        "discard": [tables.cards.index(name) for name in position["discard"]],
        "tartarus": cards(position["tartarus"]), "dionysus_tartarus": position["tartarus"].count(DIONYSUS),
        "unseen_tokens": counts(position["unseen_tokens"]), "supply": position["supply_size"],
        "lost": counts(position["lost"]),
        "phase": PHASES.index(position["phase"]), "round": position["round"],
        "first": number(position["first"]), "turn": number(position["turn"]),
        "support": NO_SUPPORT if position["support"] is None else SUPPORTS.index(position["support"]),
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
            halves += [tables.halves[area["half"]] for area in areas] + [NO_HALF] * (AREAS - len(areas))
            tokens += [token(area["token"]) for area in areas] + [0] * (AREAS - len(areas))
            locks.append(NO_CARD if there["lock"] is None else tables.cards.index(there["lock"]))
        raw["area"].append(halves)
        raw["token"].append(tokens)
        raw["lock"].append(locks)
    return raw


# ---------------------------------------------------------------------------------------------------------------
# Numbers for people who learn from games.


def blocks(tables: Tables) -> list[Block]:
    """The layout of `encode`: seats from the viewer on in turn order, places and cards in the order of the rules."""
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
        ("discard", (cards,), "cards of the discard; 2 for the top"),
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


def encode(tables: Tables, obs: core.Obs) -> NDArray[np.float32]:
    """What a viewer knows as numbers, its own seat first (a spectator sits with s0, but sees no hand)."""
    raw = ephyran_tables.unpack(tables.rules.packed(), obs.raw_state())
    layout = blocks(tables)
    vector = np.zeros(layout[-1].start + layout[-1].size, dtype=np.float32)
    part = {b.name: vector[b.start : b.start + b.size].reshape(b.shape) for b in layout}
    n = tables.n_seats
    own = obs.viewer if obs.viewer < n else 0
    for row in range(n):
        seat = (own + row) % n
        part["known"][row, raw["known"][seat]] = 1
        part["dionysus"][row] = raw["dionysus"][seat]
        part["hand_size"][row] = (raw["n_hand"][seat] + raw["dionysus"][seat]) / 10
        part["locked"][row] = [lock != NO_CARD for lock in raw["lock"][seat]]
        if raw["god"][seat] != NO_GOD:
            part["god"][row, raw["god"][seat]] = 1
        part["completed"][row] = seat in raw["completed"]
        for name in ("turn", "first", "target", "asked"):
            part[name][row] = raw[name] == seat
        for place, (half, token) in enumerate(zip(raw["area"][seat], raw["token"][seat], strict=True)):
            if half == DIONYSUS_HALF:
                part["creature"][row, place, -1] = 1
            elif half != NO_HALF:
                creature = tables.half_names[half].rpartition("-")[0]
                part["creature"][row, place, tables.creature_number[creature]] = 1
                part["magic"][row, place] = tables.half_magic[half]
            if token:
                part["token"][row, place, _kind(token)] = 1
    if obs.viewer < n:
        part["hand"][raw["hand"][own]] = 1
    for name in ("unseen", "discard", "looked"):
        part[name][raw[name]] = 1
    if raw["discard"]:
        part["discard"][raw["discard"][-1]] = 2
    part["unseen_tokens"][:] = raw["unseen_tokens"]
    if raw["held"]:
        part["held"][_kind(raw["held"])] = 1
    part["phase"][raw["phase"]] = 1
    if raw["support"] != NO_SUPPORT:
        part["support"][raw["support"]] = 1
    part["round"][0] = raw["round"] / tables.rounds
    part["pile"][0] = raw["pile"] / (len(tables.cards) - tables.left_out)
    part["supply"][0] = raw["supply"] / 10
    part["dry"][0] = raw["dry"] / tables.dry_turns
    for name in ("draws", "fresh", "ending"):
        part[name][0] = raw[name]
    part["to_move"][0] = bool(obs.viewer < n and obs.pending() >> obs.viewer & 1)
    return vector


def _kind(token: int) -> int:
    """The column of a token's kind; the last is for one not seen."""
    return -1 if token & 7 == UNKNOWN else (token & 7) - 1


# ---------------------------------------------------------------------------------------------------------------
# A drawing for the terminal.


def draw(tables: Tables, seen: dict[str, Any], width: int = 80) -> str:
    """The cities side by side with their tokens and locks, and the cards that the viewer knows."""
    column = max(14, (width - 10) // AREAS)
    values = dict(zip(tables.tokens, tables.token_values, strict=True))

    def cell(area: dict[str, Any]) -> str:
        creature = area["half"].rpartition("-")[0] or DIONYSUS
        magic = tables.half_magic.get(tables.halves[area["half"]], 0)
        token = area["token"]
        text = f"+{magic}" if magic else ""
        if token:
            text += "[?]" if token["kind"] == "?" else f"[{values[token['kind']]:+d}]"
        return (creature[: column - 1 - len(text)] + text).ljust(column)

    lines = []
    for seat in tables.seats:
        god, marks = seen["gods"][seat], []
        if seen["first"] == seat:
            marks.append("first player")
        if seat in seen["completed"]:
            marks.append("city completed")
        if seen["scores"]:
            marks.append(f"prestige {seen['scores'][seat]}")
        name = f"{seat} {god.title() if god else ''}".strip()
        lines.append(f"{name}{'  *' if seen['turn'] == seat else ''}  {', '.join(marks)}".rstrip())
        for territory in tables.territories:
            there = seen["cities"][seat][territory]
            cells = "".join(cell(area) for area in there["areas"])
            lines.append(f"{'#' if there['lock'] else ' '}{territory[:8]:<8} {cells}".rstrip())
        lines += _wrap("  hand: ", [_title(tables, card) for card in seen["hands"][seat]], width)
        lines.append("")
    top = _title(tables, seen["discard"][-1]) if seen["discard"] else "nothing"
    near = "   the end is near" if seen["ending"] else ""
    lines.append(f"Round {seen['round']}   pile {seen['pile_size']}   tokens {seen['supply_size']}{near}")
    lines.append(f"Top of the discard: {top}")
    if seen["looked"]:
        lines += _wrap("Looked at: ", [_title(tables, card) for card in seen["looked"]], width)
    lines.append("+n printed magic   [n] token   # locked   * whose turn")
    return "\n".join(lines) + "\n"


def _title(tables: Tables, card: str) -> str:
    if card == "?":
        return "?"
    return card_title(tables, DIONYSUS_CARD if card == DIONYSUS else tables.cards.index(card))


def _wrap(label: str, words: list[str], width: int) -> list[str]:
    lines, line = [], label
    for number, word in enumerate(words):
        text = word + ("; " if number + 1 < len(words) else "")
        if len(line) + len(text.rstrip()) > width and line.strip():
            lines.append(line.rstrip())
            line = " " * len(label)
        line += text
    return [*lines, (line if words else line + "nothing").rstrip()]
