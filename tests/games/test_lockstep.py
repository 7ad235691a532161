"""Random games of every game played on the kernel and on the reference rules at once.

`styles.py` of a game says what is played and how: its shapes, the seeds that the default tests play, and moves that
lead to what uniform play seldom meets.
"""

from __future__ import annotations

from concurrent.futures import ProcessPoolExecutor
from functools import partial
from importlib import import_module
from typing import Any

import pytest

from petteia.engine import GAMES
from tests.reference import REFERENCES

from .kernel import KernelGame, kernel_rules
from .lockstep import lockstep


def styles(game: str) -> Any:
    return import_module(f"tests.games.{game}.styles")


def play(game: str, seed: int) -> int:
    """One game; the number of compared decisions."""
    seats, options, data = styles(game).shape(seed)
    kernel = KernelGame(kernel_rules(game, seats, options, data))
    return lockstep(kernel, REFERENCES[game](seats, options, data), styles(game).chooser(seed, kernel))


@pytest.mark.parametrize("game", GAMES)
def test_kernel_and_reference_agree(game: str) -> None:
    assert sum(play(game, seed) for seed in styles(game).SEEDS) > 2_000


@pytest.mark.long
@pytest.mark.timeout(0)
@pytest.mark.parametrize("game", GAMES)
def test_kernel_and_reference_agree_on_a_million_decisions(game: str) -> None:
    """In two processes; it says how far it is now and then."""
    decisions, seed, batch = 0, 1_000, styles(game).BATCH
    with ProcessPoolExecutor(2) as pool:
        while decisions < 1_000_000:
            seeds = range(seed, seed + batch)
            decisions += sum(pool.map(partial(play, game), seeds, chunksize=max(batch // 20, 1)))
            seed += batch
            print(f"{decisions} decisions compared in {seed - 1_000} games", flush=True)
