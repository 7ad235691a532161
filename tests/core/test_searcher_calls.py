"""A Searcher made and asked with wrong numbers, types and judgements: errors, and never the end of the program."""

from __future__ import annotations

import math
import random
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from petteia.engine import GAMES
from petteia.ext.core import Obs
from petteia.ext.search.batch import Leaves
from petteia.ext.search.params import MAX_MEMORY_MB, MAX_THREADS, PARAMETERS
from petteia.ext.search.searcher import Searcher

from .test_checked import REFUSALS, WRONG, Fuzzer

CALLS, MANY_CALLS = 2_000, 200_000  # over all games
CALLS_EACH = 100  # in one game
MOST_NODES = 40
METHODS = {
    "run": "nodes seconds every", "advance": "obs", "policy": "number", "line": "move length", "root": "", "values": "",
    "error": "", "priors": "", "stop": "",
}  # fmt: skip


class Misjudged(Exception):
    """What an evaluation may raise."""


def judgements(numbers: random.Random) -> list[Any]:
    """Evaluations: right ones, those that give nonsense, and what is none."""

    def right(leaves: Leaves) -> Any:
        return np.full((len(leaves), leaves.rules.n_teams), 1 / leaves.rules.n_teams)

    def shaped(leaves: Leaves) -> Any:
        shape = numbers.choice([(), (0,), (len(leaves),), (len(leaves) + 1, leaves.rules.n_teams), (len(leaves), 9)])
        return np.full(shape, 0.5, numbers.choice([np.float32, np.float64, np.int8, np.complex64, object]))

    def filled(leaves: Leaves) -> Any:
        return np.full((len(leaves), leaves.rules.n_teams), numbers.choice([math.nan, math.inf, -1.0, 2.0, 1e300]))

    def raising(leaves: Leaves) -> Any:
        raise Misjudged

    def other(leaves: Leaves) -> Any:
        return numbers.choice([None, "", b"1", [], {}, [[0.5]], object()])

    return [right, right, shaped, filled, raising, other]


class SearcherFuzzer(Fuzzer):
    """Searchers over a game that goes on."""

    def __init__(self, name: str, numbers: random.Random) -> None:
        super().__init__(name, numbers)
        self.search = Searcher(self.obs[0], ai_seed=1, memory_mb=1)

    def wrong_or(self, *right: Any) -> Any:
        return self.numbers.choice(WRONG) if self.numbers.random() < 0.3 else self.numbers.choice(right)

    def settings(self) -> dict[str, Any]:
        """Some arguments of a Searcher."""
        numbers = self.numbers
        legal = self.state.legal(0) or [0]
        made: dict[str, Callable[[], Any]] = {
            "memory_mb": lambda: numbers.choice([0, 1, 2, 3, -1, MAX_MEMORY_MB + 1, 1 << 62, 1.5, "1", None]),
            "threads": lambda: numbers.choice([0, 1, 1, 2, 3, -1, MAX_THREADS + 1, 1 << 62, None]),
            "params": lambda: {
                numbers.choice([*PARAMETERS, "other", 1]): self.wrong_or(0, 1, 0.5, -1, -2, 100)
                for _ in range(numbers.randrange(4))
            },
            "moves": lambda: [self.wrong_or(*legal) for _ in range(numbers.randrange(4))],
            "evaluate": lambda: self.wrong_or(*judgements(numbers)),
            "prior": lambda: self.wrong_or(None, len),
            "batch": lambda: self.wrong_or(1, 2, 16),
        }
        names = [name for name in made if numbers.random() < 0.25]
        return {name: made[name]() for name in names} | {"ai_seed": self.wrong_or(1, numbers.getrandbits(64))}

    def given(self, sort: str) -> Any:
        known = {
            "nodes": (0, 1, MOST_NODES), "seconds": (None, 0.0, -1.0, math.nan), "every": (0.5, 0.0, -1.0, math.nan),
            "length": (0, 1, 8, -1), "obs": (*self.obs, None, self.state), "move": tuple(self.obs[0].legal() or [0]),
            "number": (0, self.numbers.getrandbits(64)),
        }  # fmt: skip
        found = self.numbers.choice(known[sort]) if sort in ("seconds", "every") else self.wrong_or(*known[sort])
        many = found is None or (isinstance(found, int | float) and found > MOST_NODES)
        return MOST_NODES if sort == "nodes" and many else found  # more would be right, and take for ever

    def call_searcher(self) -> None:
        """Make another searcher, or ask the one that is there."""
        if self.numbers.random() < 0.3:
            obs: Any = self.numbers.choice([*self.obs, *self.obs, None])
            self.search = Searcher(obs, **({"memory_mb": 1} | self.settings()))
        method = self.numbers.choice(list(METHODS))
        arguments = [self.given(sort) for sort in METHODS[method].split()]
        if method == "run":
            nodes, seconds, every = arguments
            self.search.run(nodes, seconds, self.numbers.choice([None, lambda search: None]), every)
        else:
            getattr(self.search, method)(*arguments)


def call_all(name: str, calls: int) -> None:
    refused = 0
    for seed in range(calls // CALLS_EACH):
        fuzzer = SearcherFuzzer(name, random.Random(f"{name} searcher {seed}"))
        for number in range(CALLS_EACH):
            try:
                fuzzer.call_searcher()
            except (*REFUSALS, Misjudged):
                refused += 1
            if number % 4 == 0:
                fuzzer.step()
        fuzzer.search = Searcher(fuzzer.obs[0], ai_seed=1, memory_mb=1)
        fuzzer.search.run(nodes=MOST_NODES)
        assert fuzzer.search.nodes == MOST_NODES
    assert calls // 10 < refused < calls


def test_every_method_is_called() -> None:
    assert {name for name in dir(Searcher) if not name.startswith("_") and callable(getattr(Searcher, name))} == set(
        METHODS
    )


def test_fuzzed_observations_are_real() -> None:
    fuzzer = SearcherFuzzer("epix", random.Random(1))
    assert all(isinstance(obs, Obs) for obs in fuzzer.obs)


@pytest.mark.parametrize("name", GAMES)
def test_wrong_calls_of_a_searcher_raise_errors(name: str) -> None:
    call_all(name, CALLS // len(GAMES))


@pytest.mark.long
@pytest.mark.timeout(7200)
@pytest.mark.parametrize("name", GAMES)
def test_very_many_wrong_calls_of_a_searcher_raise_errors(name: str) -> None:
    call_all(name, MANY_CALLS // len(GAMES))
