"""Two games that a seat cannot tell apart although something in them differs, made by playing.

Both begin with the same moves. From some point on the second one chooses otherwise wherever the viewer sees the same
of it; the pair ends when that is no longer possible, or after a while.
"""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import Any

from petteia.engine import Game, new

TRIES = 12  # moves that are tried at a decision before the first game's own is taken
SPAN = 40  # decisions, chance's included, after the games part


@dataclass(frozen=True)
class Twins:
    viewer: str
    one: list[tuple[str, str]]  # (seat, move)
    other: list[tuple[str, str]]


def find_twins(name: str, options: dict[str, Any], seed: int) -> Twins:
    """A pair that differs, for some viewer. Games are tried until there is one."""
    chooser = random.Random(f"{name} {sorted(options.items())} {seed}")
    while True:
        one = new(name, chance="client", **options)
        for _ in range(chooser.randrange(5, 150)):
            before = one.clone()
            _decide(one, chooser)
            if not one.pending:
                one = before
                break
        viewer = chooser.choice(one.seats)
        other = one.clone()
        for _ in range(SPAN):
            if not _step(one, other, viewer, chooser):
                break
        seats = [seat for seat in one.seats if seat != viewer]
        # (Two tokens drawn in another order are other events and the same position.)
        if one.digest != other.digest and any(one.events(seat) != other.events(seat) for seat in seats):
            return Twins(viewer, one.moves, other.moves)


def _decide(game: Game, chooser: random.Random) -> None:
    seat = chooser.choice(game.pending)
    game.play(seat, chooser.choice(game.legal(seat)))


def _step(one: Game, other: Game, viewer: str, chooser: random.Random) -> bool:
    """One decision in both; False, and nothing is played, if the second game cannot follow."""
    if not one.pending or one.pending != other.pending:
        return False
    seat = chooser.choice(one.pending)
    move = chooser.choice(one.legal(seat))
    after = one.clone()
    after.play(seat, move)
    if not after.pending:
        return False  # at the end all is revealed
    legal = other.legal(seat)
    own = [move] if move in legal else []
    if seat == viewer:
        choices = own
    else:
        others = [choice for choice in legal if choice != move]
        choices = chooser.sample(others, min(TRIES, len(others))) + own
    for choice in choices:
        tried = other.clone()
        tried.play(seat, choice)
        if tried.events(viewer) == after.events(viewer) and tried.pending == after.pending:
            one.play(seat, move)
            other.play(seat, choice)
            return True
    return False


def n_shared(pair: Twins) -> int:
    """How many moves the two games have in common at their beginning."""
    same = zip(pair.one, pair.other, strict=False)
    return next((n for n, (one, other) in enumerate(same) if one != other), min(len(pair.one), len(pair.other)))
