"""Luck apart from skill: what every move of a finished game gave or took, and that it adds up to the result.

V is what a position is worth to each team: the mean of sensible playouts of the whole position (`ext/core/prospects`).
It needs the full record, so all this is for after the game.

    luck     of a die or a draw: V of what came less the mean of V over what could have come
    choice   V after a move less V before it, as a mean over worlds that the seat could not tell apart
    hidden   V after the move less V before it in the true position, less that mean: how the choice met what was hidden

V is estimated anew for each move, from random numbers of the move's own. The result less the start, the luck, the
choices and what was hidden is the error of these estimates. So it shows how far the figures can be trusted.
"""

from __future__ import annotations

import hashlib
import math
from collections.abc import Callable, Sequence

from ...engine import Game, Observation
from ...engine.ruleset import CHANCE
from ...ext.core import State
from ...ext.core.prospects import luck_of_chance, value_of
from ..stop import Stop
from .judging import Stopped
from .parts import CHOICE, FORCED, HIDDEN, LUCK, Cause, Ledger, Point, Swing
from .steps import Step

PILOT = 200  # playouts that show how much they differ
FEW, MANY = 400, 4000  # playouts for a position, at least and at most
ERROR = 0.0025  # of a position's value, at most
WORLDS = 600  # that a seat cannot tell apart, in which a choice is judged
ALIKE = 8  # worlds that must all be the true position, for nothing to be hidden
SWINGS = 3
DIGITS = 4
LEAST_SWING = 0.04
LEAST_CAUSE = 0.1  # a smaller share of a swing is no cause of it

Shares = list[float]


# ---------------------------------------------------------------------------------------------------------------
# What each move was worth.


def points(steps: Sequence[Step], seed: int, progress: Callable[[], None], stop: Stop | None = None) -> list[Point]:
    """What every move was worth, the beginning first: so the n-th point stands after n moves."""
    chances = _value(steps[0].before, _seed(seed, -1))
    found = [Point(0, steps[0].when, _rounded(chances))]
    for step in steps:
        if stop is not None and stop.is_set():
            raise Stopped
        point = _point(step, found[-1].chances, _seed(seed, step.place))
        found.append(point)
        progress()
    return found


def _point(step: Step, chances: Sequence[float], seed: int) -> Point:
    gain: Sequence[float] = ()
    hidden: Sequence[float] = ()
    part = FORCED
    if step.seat == CHANCE:
        part, gain = LUCK, luck_of_chance(step.before, step.number, _playouts(step.before, seed), seed, settled=True)
        chances = [min(1.0, max(0.0, share + luck)) for share, luck in zip(chances, gain, strict=True)]
    elif step.seen is not None and step.is_choice:
        before, chances = _value(step.before, seed), _value(step.after, seed)
        change = [b - a for a, b in zip(before, chances, strict=True)]
        part, gain = CHOICE, _worth(step.seen, step, change, seed)
        if gain is not change:
            hidden = [whole - known for whole, known in zip(change, gain, strict=True)]
    if step.after.pending() == 0:
        chances = step.after.returns()
    return Point(
        step=step.place + 1,
        when=step.when,
        chances=_rounded(chances),
        seat=step.seat,
        move=step.move,
        what=step.what,
        part=part,
        gain=_rounded(gain),
        hidden=_rounded(hidden),
    )


def _worth(seen: Observation, step: Step, change: Shares, seed: int) -> Shares:
    """What a choice was worth by what the seat knew; the change itself if the seat knew everything."""
    if all(seen.sample(seed, n).digest() == step.before.digest() for n in range(ALIKE)):
        return change
    total = [0.0] * len(change)
    for n in range(WORLDS):
        world = seen.sample(seed, n)
        before = value_of(world, 1, seed + n)[0]
        world.apply(seen.core.viewer, step.number)
        after = value_of(world, 1, seed + n)[0]
        total = [so_far + b - a for so_far, a, b in zip(total, before, after, strict=True)]
    return [each / WORLDS for each in total]


def _value(state: State, seed: int) -> Shares:
    if state.pending() == 0:
        return state.returns()
    return value_of(state, _playouts(state, seed), seed)[0]


def _playouts(state: State, seed: int) -> int:
    """How many playouts bring the error of a position's value down to what it may be."""
    spread = value_of(state, PILOT, seed + 1)[1] * math.sqrt(PILOT)
    return max(FEW, min(MANY, math.ceil((spread / ERROR) ** 2)))


def _seed(seed: int, place: int) -> int:
    """Random numbers of one move's own."""
    return int.from_bytes(hashlib.blake2b(f"{seed}/ledger/{place}".encode(), digest_size=6).digest(), "big")


def _rounded(shares: Sequence[float]) -> tuple[float, ...]:
    return tuple(round(share, DIGITS) for share in shares)


# ---------------------------------------------------------------------------------------------------------------
# What comes of them.


def ledger(game: Game, found: Sequence[Point], seat: str) -> Ledger:
    """Where a seat's result came from. The terms add up to the result, to the last digit that is told."""
    team = game.ruleset.rules.teams[game.ruleset.seat_number(seat)]
    start, result = found[0].chances[team], round(game.state.returns()[team], DIGITS)
    luck = sum(point.gain[team] for point in found if point.part == LUCK)
    hidden = sum(point.hidden[team] for point in found if point.hidden)
    own = sum(point.gain[team] for point in found if point.part == CHOICE and point.seat == seat)
    others = sum(point.gain[team] for point in found if point.part == CHOICE and point.seat != seat)
    terms = [round(term, DIGITS) for term in (start, luck, hidden, own, others)]
    error = round(result - sum(terms), DIGITS)
    return Ledger(terms[0], terms[1], terms[2], terms[3], terms[4], error, result)


def swings(
    steps: Sequence[Step], found: Sequence[Point], team: int, unknown: Callable[[Step], Sequence[str]]
) -> list[Swing]:
    """The three parts of the game that changed a team's chance most: a choice, or several at once, with what chance
    answered.

    ``unknown`` tells what could not be known before a step.
    """
    groups: list[list[Step]] = []
    for step in steps:
        if step.follows:
            groups[-1].append(step)
        else:
            groups.append([step])
    changes = [abs(sum(_change(found[step.place + 1], team) for step in group)) for group in groups]
    order = sorted(range(len(groups)), key=lambda n: (-changes[n], n))[:SWINGS]
    return [_swing(groups[n], found, team, unknown) for n in order if changes[n] >= LEAST_SWING]


def _change(point: Point, team: int) -> float:
    return sum(shares[team] for shares in (point.gain, point.hidden) if shares)


def _swing(group: Sequence[Step], found: Sequence[Point], team: int, unknown: Callable[[Step], Sequence[str]]) -> Swing:
    causes = []
    for step in group:
        point = found[step.place + 1]
        if point.gain:
            causes.append(Cause(point.part, step.what, point.gain[team], point.seat))
        if point.hidden:
            causes.append(Cause(HIDDEN, step.what, point.hidden[team], point.seat))
    most = max(abs(cause.gain) for cause in causes)
    causes = sorted((c for c in causes if abs(c.gain) >= LEAST_CAUSE * most), key=lambda cause: -abs(cause.gain))
    first, until = group[0].place, group[-1].place + 1
    return Swing(
        step=first,
        until=until,
        when=group[0].when,
        before=found[first].chances,
        after=found[until].chances,
        causes=causes,
        story=[sentence for step in group for sentence in step.story],
        unknown=unknown(group[0]),
    )
