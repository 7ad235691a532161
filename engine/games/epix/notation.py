"""Epix's moves and events in words."""

from __future__ import annotations

from ....ext.games.epix import state as kernel
from ...codec import Bits, Codec
from ...errors import InvalidMove
from ...tokens import event_codec, join, movers
from ...vocabulary import Names, Pair, numbers
from .rules import CARDS, UNITS, Tables

# The words of the kernel's numbers, in their order.
PHASES = tuple("over" if name == "FINISHED" else name.lower() for name in kernel.Phase.__members__)
PARITIES = tuple(None if name == "UNTOLD" else name.lower() for name in kernel.Parity.__members__)
REASONS = tuple(None if name == "NO_REASON" else name.removeprefix("BY_").lower() for name in kernel.Reason.__members__)
WHYS = tuple(name.removeprefix("BY_").lower() for name in kernel.Why.__members__)
CATAPULT = UNITS[kernel.Unit.CATAPULT]
MISFITS = {
    kernel.MALFORMED: "no such move, amount or seat",
    kernel.NOT_NOW: "not at this point of the game",
    kernel.IMPOSSIBLE: "the rules do not allow it",
}
A, B = Bits.run(4, 10), Bits.run(11, 17)  # of a move
MOST_GOLD = 255
MOST_AMOUNT = 99  # more than anybody can bid: such a bid is a move, though never a legal one
AMOUNTS = numbers(0, MOST_AMOUNT)


def moves(tables: Tables) -> Codec:
    return Codec(
        "move of Epix",
        InvalidMove,
        verb=Bits.run(0, 3),
        layout={"a": A, "b": B, "c": Bits.run(18, 22)},
        words={
            "seat": Names("seat", _seats(tables)),
            "ability": Names("ability", tables.abilities),
            "unit": Names("unit", UNITS),
            "fighter": Names("moving unit", [None if unit == CATAPULT else unit for unit in UNITS]),
            "province": Names("province", tables.provinces),
            "amount": Pair(AMOUNTS.format, _parse_bid),
            "cards": _cards(),
            "card": Names("card", {1 << number: card for number, card in enumerate(CARDS)}),
        },
        patterns={
            "first:{seat:a}": kernel.DO_FIRST,
            "ability:{ability:a}": kernel.DO_ABILITY,
            "recruit:{unit:a}@{province:b}": kernel.DO_RECRUIT,
            "bid:{amount:a}@{ability:b}": kernel.DO_OFFER,
            "pass": kernel.DO_PASS,
            "bid:{amount:a}": kernel.DO_BID,
            "card:{cards:a}": kernel.DO_CARD,
            "play:{card:a}": kernel.DO_PLAY,
            "done": kernel.DO_DONE,
            "move:{fighter:a}@{province:b}>{province:c}": kernel.DO_MOVE,
            "attack:{fighter:a}@{province:b}>{province:c}": kernel.DO_ATTACK,
            f"fire:{CATAPULT}@{{province:b}}>{{province:c}}": kernel.DO_ATTACK | kernel.Unit.CATAPULT << A.shift,
            "stop": kernel.DO_STOP,
            "guess:{amount:a},{amount:b}": kernel.DO_GUESS,
            "guess:{amount:a}": kernel.DO_GUESS | kernel.NO_AMOUNT << B.shift,
            "on": kernel.DO_ON,
            "back": kernel.DO_BACK,
        },
    )


def events(tables: Tables) -> Codec:
    return event_codec(
        "Epix",
        words={
            "mover": movers(_seats(tables)),
            "seat": Names("seat", _seats(tables)),
            "move": moves(tables),
            "amount": AMOUNTS,
            "amounts": Pair(_format_amounts, _parse_amounts),
            "parity": Names("parity", PARITIES),
            "cards": _cards(),
            "unit": Names("unit", UNITS),
            "province": Names("province", tables.provinces),
            "fate": Names("fate", ("removed", "replaced")),
            "gold": numbers(0, MOST_GOLD),
            "why": Names("reason", WHYS),
            "ability": Names("ability", tables.abilities),
            "season": Names("season", (None, *tables.seasons)),
            "winners": Names("winners", _sets(_seats(tables))),
            "reason": Names("reason", REASONS),
        },
        patterns={
            "move {mover:seat} {move:open}": join(kernel.EV_MOVE),
            "secret {seat} {move:private}": join(kernel.EV_SECRET),
            "bid {seat} {amount:open}": join(kernel.EV_BID),
            "guess {seat} {amounts:open}": join(kernel.EV_GUESS),
            "parity {seat} {parity:open}": join(kernel.EV_PARITY),
            "turn {seat} {cards:open}": join(kernel.EV_TURN),
            "forced {seat} {move:open}": join(kernel.EV_FORCED),
            "loss {seat} {unit:0-3}@{province:4-8}": join(kernel.EV_LOSS),
            "capture {seat} {unit:0-3}@{province:4-8} {fate:9}": join(kernel.EV_CAPTURE),
            "gold {seat} {gold:0-7} {why:8-15}": join(kernel.EV_GOLD),
            "owner {seat} {ability:open}": join(kernel.EV_OWNER),
            "season {season:open}": join(kernel.EV_SEASON),
            "skip {seat}": join(kernel.EV_SKIP),
            "over {winners:0-3} {reason:4-7}": join(kernel.EV_OVER),
        },
    )


def _seats(tables: Tables) -> tuple[str, ...]:
    return tuple(f"s{seat}" for seat in range(tables.seats))


def _sets(names: tuple[str, ...]) -> dict[int, str]:
    """The words of all sets of names, by the bits of their members."""
    return {
        members: "+".join(name for number, name in enumerate(names) if members >> number & 1)
        for members in range(1 << len(names))
    }


def _cards() -> Names:
    return Names("cards", _sets(CARDS), f"one or more of {'+'.join(CARDS)}, in this order")


def _parse_bid(word: str) -> int:
    """What nobody can bid is one number: the kernel has no more."""
    return min(AMOUNTS.parse(word), kernel.MAX_BID + 1)


# The amounts that a seat named, of AMOUNT_BITS each; NO_AMOUNT after the last.


def _format_amounts(part: int) -> str:
    found = [part >> kernel.AMOUNT_BITS * n & kernel.NO_AMOUNT for n in range(kernel.MAX_GUESSES)]
    return ",".join(AMOUNTS.format(amount) for amount in found if amount != kernel.NO_AMOUNT)


def _parse_amounts(words: str) -> int:
    found = [AMOUNTS.parse(word) for word in words.split(",")]
    if len(found) > kernel.MAX_GUESSES:
        raise ValueError(f"{words!r}: at most {kernel.MAX_GUESSES} amounts are named")
    found += [kernel.NO_AMOUNT] * (kernel.MAX_GUESSES - len(found))
    return sum(amount << kernel.AMOUNT_BITS * n for n, amount in enumerate(found))
