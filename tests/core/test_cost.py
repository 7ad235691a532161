"""What it costs that the Python handles check their arguments.

The aim is at most twice the bare move. The limit here is wider, so that a busy machine does not decide; `pytest -s` on
this file prints the figures.
"""

from __future__ import annotations

import random
import time

import pytest

from petteia.engine import GAMES, ruleset
from petteia.ext.core import Rules

from .test_checked import asked

LIMIT = 3.0  # times the bare move; the aim is 2


def replay_time(rules: Rules, moves: list[tuple[int, int]], method: str) -> float:
    """Seconds of processor time to make these moves from the start."""
    make = getattr(rules.start(), method)
    start = time.thread_time()
    for seat, move in moves:
        make(seat, move)
    return time.thread_time() - start


@pytest.mark.parametrize("name", GAMES)
def test_a_checked_move_costs_little_more_than_the_bare_one(name: str) -> None:
    rules, numbers = ruleset(name).rules, random.Random(name)
    checked = bare = 0.0
    for _ in range(5):
        state, moves = rules.start(), []
        while state.pending():
            seat = asked(state)
            moves.append((seat, numbers.choice(state.legal(seat))))
            state.apply(*moves[-1])
        rounds = [[replay_time(rules, moves, way) for way in ("apply", "apply_unchecked")] for _ in range(15)]
        checked += min(one for one, _ in rounds)
        bare += min(two for _, two in rounds)
    print(f"\n{name}: a checked move costs {checked / bare:.2f} times the bare one")
    assert checked <= LIMIT * bare
