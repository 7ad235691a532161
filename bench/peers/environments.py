"""Environments in Python for learning: RLCard and PettingZoo, one random move after the other."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator

from . import small_games as ours
from .contest import Contest

STEPS = 3_000  # in a turn


def rlcard() -> Iterator[Contest]:
    """Raises ImportError where it is not installed."""
    yield Contest("leduc", "steps/s from Python", "RLCard", ours.stepping("leduc", STEPS), (stepping_rlcard(),))


def pettingzoo() -> Iterator[Contest]:
    """Raises ImportError where it, or what its card games need, is not installed."""
    yield Contest("leduc", "steps/s from Python", "PettingZoo", ours.stepping("leduc", STEPS), (stepping_pettingzoo(),))


def stepping_rlcard() -> Callable[[], int]:
    import rlcard

    environment = rlcard.make("leduc-holdem", config={"seed": 1})

    def work() -> int:
        numbers = random.Random(1)
        state, _ = environment.reset()
        for _ in range(STEPS):
            state, _ = environment.step(numbers.choice(list(state["legal_actions"])))
            if environment.is_over():
                state, _ = environment.reset()
        return STEPS

    return work


def stepping_pettingzoo() -> Callable[[], int]:
    from pettingzoo.classic import leduc_holdem_v4

    environment = leduc_holdem_v4.raw_env()  # without the wrappers that check the caller

    def work() -> int:
        numbers = random.Random(1)
        environment.reset(seed=1)
        steps = 0
        while steps < STEPS:
            observation, _, terminated, truncated, _ = environment.last()
            if terminated or truncated:
                environment.reset()
                continue
            legal = [action for action, can in enumerate(observation["action_mask"]) if can]
            environment.step(numbers.choice(legal))
            steps += 1
        return STEPS

    return work
