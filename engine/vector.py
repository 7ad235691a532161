"""Many games at once, in arrays: for who learns from games.

env = petteia.VectorEnv("egemonia", 1024, seed=7)
env.reset()
while training:
    env.step(policy(env.observations, env.masks))
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ..ext.core.vector import MAX_GAMES, MAX_THREADS, Batch
from .registry import ruleset
from .ruleset import Ruleset

SEEDS = 1 << 64


class Step(NamedTuple):
    """The arrays of a `VectorEnv`. They are the same objects at every step, and written in place."""

    observations: NDArray[np.float32]  # n x size: what the seat that acts knows, as `Observation.to_numpy`
    masks: NDArray[np.uint8]  # n x actions: 1 for what it may do
    rewards: NDArray[np.float32]  # n x seats: the team's share when a game has ended, else 0
    to_act: NDArray[np.int8]  # n: the number of the seat that acts
    done: NDArray[np.bool_]  # n: whether the last step ended a game; what stands here is of the next one


class VectorEnv:
    """n games by the same rules, each with its next decision in a row of the arrays. Chance is played inside.

    The first game of row i has the deal ``seed + i``, as ``petteia.new(game, seed=seed + i)``; when it ends, the one
    with ``n`` more begins at once. Seats that decide at the same time are asked one after the other, and none sees
    what the others chose. Results do not depend on ``threads``.
    """

    def __init__(
        self,
        game: str | Ruleset,
        n: int,
        *,
        seats: int | None = None,
        seed: int | None = None,
        threads: int = 1,
        out: Mapping[str, NDArray[Any]] | None = None,
        data: str | Path | None = None,
        **options: str,
    ) -> None:
        """``out`` has arrays of the caller's, by the names in `Step` and ``seeds``; those not given are made here."""
        self.ruleset = game if isinstance(game, Ruleset) else ruleset(game, seats, data, **options)
        for name, value, most in (("n", n, MAX_GAMES), ("threads", threads, MAX_THREADS)):
            if isinstance(value, bool) or not isinstance(value, int) or not 1 <= value <= most:
                raise ValueError(f"{name}={value!r}: want a whole number from 1 to {most}")
        self.n, self.seats = n, self.ruleset.rules.n_seats  # in solo Epireia an enemy may have a seat, too
        self.n_actions, self.n_features = self.ruleset.n_actions, self.ruleset.rules.n_features
        self.seed = _seed(seed)
        arrays = self._arrays(dict(out or {}))
        self.seeds: NDArray[np.uint64] = arrays.pop("seeds")  # of the games in progress
        self.current = Step(**arrays)
        self.observations, self.masks, self.rewards, self.to_act, self.done = self.current
        self._batch = Batch(
            self.ruleset.rules, n, threads, self.observations, self.masks, self.rewards, self.to_act,
            self.done.view(np.uint8), self.seeds,
        )  # fmt: skip
        self._chosen = np.zeros(n, dtype=np.int32)

    def _arrays(self, given: dict[str, NDArray[Any]]) -> dict[str, Any]:
        shapes: dict[str, tuple[tuple[int, ...], Any]] = {
            "observations": ((self.n, self.n_features), np.float32),
            "masks": ((self.n, self.n_actions), np.uint8),
            "rewards": ((self.n, self.seats), np.float32),
            "to_act": ((self.n,), np.int8),
            "done": ((self.n,), np.bool_),
            "seeds": ((self.n,), np.uint64),
        }
        for name, array in given.items():
            if name not in shapes:
                raise ValueError(f"out has {name!r}: want some of {', '.join(shapes)}")
            _want(name, array, *shapes[name])
        _want_apart(given)
        return {name: given.get(name, np.zeros(*shapes[name])) for name in shapes}

    def reset(self, seed: int | None = None) -> Step:
        """Begin anew, with the deals of the same seed or of another."""
        if seed is not None:
            self.seed = _seed(seed)
        self.seeds[:] = [(self.seed + row) % SEEDS for row in range(self.n)]
        self._batch.reset()
        return self.current

    def step(self, actions: ArrayLike) -> Step:
        """One action for each game. ValueError says which is wrong, and then nothing has changed."""
        given = np.asarray(actions)
        if given.dtype.kind not in "iu":
            raise ValueError(f"actions of type {given.dtype}: want whole numbers")
        if given.shape != (self.n,):
            raise ValueError(f"actions of shape {given.shape}: want ({self.n},)")
        numbers = np.ascontiguousarray(given, dtype=np.int64)
        wrong = self._batch.step(numbers)
        if wrong >= 0:
            raise ValueError(self._refusal(wrong, int(given[wrong])))
        return self.current

    def _refusal(self, row: int, action: int) -> str:
        if not 0 <= action < self.n_actions:
            return f"actions[{row}] = {action}: want 0 to {self.n_actions - 1}"
        move = self.ruleset.move_of(action)
        seat = self.ruleset.seat_word(int(self.to_act[row]))
        return f"actions[{row}] = {action} ({move}) is not legal for {seat} now: masks[{row}] says what is"

    def random_actions(self) -> NDArray[np.int32]:
        """A legal action for each game, each as likely as the others, chosen without the GIL.

        The array is the same at every call.
        """
        self._batch.choose(self._chosen)
        return self._chosen


def _seed(seed: int | None) -> int:
    if seed is None:
        return int.from_bytes(os.urandom(8), "big") >> 1
    if isinstance(seed, bool) or not isinstance(seed, int | np.integer) or not 0 <= seed < SEEDS:
        raise ValueError(f"seed={seed!r}: want 0..{SEEDS - 1}")
    return int(seed)


def _want(name: str, array: object, shape: tuple[int, ...], dtype: Any) -> None:
    """ValueError if the caller's array cannot be written as it is."""
    want = f"want a writable C-contiguous array of {np.dtype(dtype).name} and shape {shape}"
    if not isinstance(array, np.ndarray):
        raise ValueError(f"out[{name!r}] is a {type(array).__name__}: {want}")
    if array.dtype != dtype or array.shape != shape:
        raise ValueError(f"out[{name!r}] has {array.dtype} and shape {array.shape}: {want}")
    if not array.flags.c_contiguous or not array.flags.writeable or not array.flags.aligned:
        raise ValueError(f"out[{name!r}] is not contiguous, aligned and writable: {want}")


def _want_apart(given: dict[str, NDArray[Any]]) -> None:
    """ValueError if two arrays share memory: one would overwrite the other."""
    names = list(given)
    for number, name in enumerate(names):
        for other in names[:number]:
            if np.shares_memory(given[name], given[other]):
                raise ValueError(f"out[{name!r}] and out[{other!r}] share memory: want arrays of their own")
