"""VectorEnv and its kernel called with wrong numbers, shapes and types: errors, and never the end of the program."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest

from petteia.engine import GAMES
from petteia.engine.vector import Step, VectorEnv
from petteia.ext.core.vector import Batch

CALLS, MANY_CALLS = 4_000, 400_000  # over all games


class Fuzzer:
    """An environment in which games go on, and calls that are mostly wrong."""

    SORTS = (np.int64, np.int32, np.int8, np.uint64, np.float32, np.float64, np.bool_, np.uint8, object)

    def __init__(self, name: str, seed: int) -> None:
        self.rng = random.Random(f"{name} {seed}")
        self.rules = GAMES[name](self.rng.choice(GAMES[name].seat_counts))
        self.env = VectorEnv(self.rules, 3, seed=seed, threads=self.rng.choice((1, 2)))
        self.env.reset()

    def number(self) -> Any:
        near = [
            -2,
            -1,
            0,
            1,
            2,
            3,
            7,
            self.rules.n_actions - 1,
            self.rules.n_actions,
            1 << 31,
            (1 << 63) - 1,
            -(1 << 63),
        ]
        return self.rng.choice([*near, self.rng.randrange(self.rules.n_actions)])

    def array(self) -> Any:
        """Of any shape and type; some numbers are legal actions."""
        legal = self.env.random_actions()
        numbers = [self.number() if self.rng.random() < 0.2 else int(action) for action in legal]
        shape = self.rng.choice([3, 3, 3, 2, 4, 0, (3, 1), (1, 3), ()])
        with np.errstate(all="ignore"):
            flat = np.array(numbers, dtype=np.int64).astype(self.rng.choice(self.SORTS))
        return np.resize(flat, shape)

    def call(self) -> None:
        arrays = [self.array() for _ in range(6)]
        kind = self.rng.choice(["step", "step", "out", "batch", "settings", "reset", "choose"])
        if kind == "step":
            self.env.step(arrays[0])
        elif kind == "out":
            names = [*Step._fields, "seeds", "other"]
            VectorEnv(self.rules, 3, out={self.rng.choice(names): arrays[0]})
        elif kind == "batch":
            Batch(self.rules.rules, self.number(), self.number(), *arrays)
        elif kind == "settings":
            VectorEnv(
                self.rules, self.rng.choice([0, -1, 1.5, None, "2", 3]), threads=self.number(), seed=self.number()
            )
        elif kind == "reset":
            self.env.reset(self.number())
        else:
            self.env._batch.choose(arrays[0])


def call_all(name: str, calls: int) -> None:
    refused = 0
    for seed in range(max(1, calls // 500)):
        fuzzer = Fuzzer(name, seed)
        for number in range(min(calls, 500)):
            try:
                fuzzer.call()
            except (ValueError, TypeError, OverflowError, BufferError):
                refused += 1
            if number % 3 == 0:
                fuzzer.env.step(fuzzer.env.random_actions())
    assert refused > calls // 4


@pytest.mark.parametrize("name", GAMES)
def test_wrong_calls_raise_errors(name: str) -> None:
    call_all(name, CALLS // len(GAMES))


@pytest.mark.long
@pytest.mark.timeout(7200)
@pytest.mark.parametrize("name", GAMES)
def test_very_many_wrong_calls_raise_errors(name: str) -> None:
    call_all(name, MANY_CALLS // len(GAMES))
