"""VectorEnv: the same games as `Game`, whatever the threads; wrong arguments change nothing."""

from __future__ import annotations

import threading
from typing import Any

import numpy as np
import pytest

import petteia
from petteia.engine import GAMES, Game
from petteia.engine.registry import TOYS
from petteia.engine.vector import Step, VectorEnv

SHAPES = [(name, seats, options) for name, game in GAMES.items() for seats, options in game.shapes()]
SHAPES += [(name, 2, {}) for name in TOYS]


def label(shape: tuple[str, int, dict[str, str]]) -> str:
    return "-".join([shape[0], str(shape[1]), *shape[2].values()])


every_shape = pytest.mark.parametrize("shape", SHAPES, ids=label)


def made(shape: tuple[str, int, dict[str, str]], n: int, **settings: Any) -> VectorEnv:
    name, seats, options = shape
    return VectorEnv(name, n, seats=seats, **settings, **options)


def rewards_of(game: Game) -> list[float]:
    rules = game.ruleset.rules
    return [np.float32(game.state.returns()[team]) for team in rules.teams]


class Beside:
    """Games of the public API, played beside the rows of an environment."""

    def __init__(self, env: VectorEnv) -> None:
        self.env = env
        self.games = [self.begun(row) for row in range(env.n)]

    def begun(self, row: int) -> Game:
        return Game(self.env.ruleset, int(self.env.seeds[row]))

    def compare(self) -> None:
        env = self.env
        for row, game in enumerate(self.games):
            seat = game.pending[0]
            assert game.seats[env.to_act[row]] == seat
            assert np.array_equal(env.masks[row].astype(bool), game.action_mask(seat))
            assert np.array_equal(env.observations[row], game.observation(seat).to_numpy())

    def step(self, actions: np.ndarray[Any, Any]) -> int:
        """Play on in both; how many games ended."""
        for game, action in zip(self.games, actions, strict=True):
            game.play_action(game.pending[0], int(action))
        self.env.step(actions)
        for row, game in enumerate(self.games):
            assert self.env.done[row] == (not game.pending)
            assert self.env.rewards[row].tolist() == (rewards_of(game) if not game.pending else [0] * self.env.seats)
            if not game.pending:
                self.games[row] = self.begun(row)
        return int(self.env.done.sum())


@every_shape
def test_the_same_games_as_the_public_api(shape: tuple[str, int, dict[str, str]]) -> None:
    env = made(shape, 3, seed=11)
    env.reset()
    beside = Beside(env)
    ended = 0
    for number in range(700):
        if number % 5 == 0:
            beside.compare()
        ended += beside.step(env.random_actions().copy())
        if ended >= 4:
            break
    assert ended, "no game ended, so that resets were not seen"
    assert env.seeds.max() > 13


@every_shape
def test_threads_change_nothing(shape: tuple[str, int, dict[str, str]]) -> None:
    one, three = made(shape, 7, seed=5), made(shape, 7, seed=5, threads=3)
    one.reset()
    three.reset()
    for _ in range(60):
        actions = one.random_actions()
        assert np.array_equal(actions, three.random_actions())
        for mine, other in zip(one.step(actions), three.step(actions), strict=True):
            assert np.array_equal(mine, other)


def test_reset_begins_the_same_games_again() -> None:
    env = VectorEnv("epix", 4, seed=3)
    first = [array.copy() for array in env.reset()]
    for _ in range(40):
        env.step(env.random_actions())
    assert all(np.array_equal(before, now) for before, now in zip(first, env.reset(), strict=True))
    env.reset(seed=4)
    assert env.seeds.tolist() == [4, 5, 6, 7]


def test_seeds_wrap_around() -> None:
    env = VectorEnv("kuhn", 2, seed=(1 << 64) - 1)
    env.reset()
    assert env.seeds.tolist() == [(1 << 64) - 1, 0]


def test_simultaneous_choices_do_not_leak() -> None:
    """Goofspiel: whatever the first seat plays, the second sees the same."""
    rows = 4
    env = VectorEnv("goofspiel", rows, seed=1)
    env.reset()
    assert env.to_act.tolist() == [0] * rows
    env.step(np.arange(rows))
    assert env.to_act.tolist() == [1] * rows
    assert (env.observations == env.observations[0]).all()
    assert (env.masks == env.masks[0]).all()


def test_arrays_may_be_the_callers() -> None:
    rules = GAMES["egemonia"]()
    own = {
        "observations": np.full((5, rules.rules.n_features), 9, np.float32),
        "masks": np.full((5, rules.n_actions), 9, np.uint8),
        "rewards": np.full((5, 2), 9, np.float32),
        "to_act": np.full(5, 9, np.int8),
        "done": np.ones(5, np.bool_),
        "seeds": np.zeros(5, np.uint64),
    }
    env, plain = VectorEnv(rules, 5, seed=2, out=own), VectorEnv(rules, 5, seed=2)
    for array, other in zip(env.reset(), plain.reset(), strict=True):
        assert any(array is mine for mine in own.values())
        assert np.array_equal(array, other)


def wrong_arrays() -> list[tuple[str, Any, str]]:
    rules = GAMES["egemonia"]().rules
    size, fixed = rules.n_features, np.zeros((5, rules.n_features), np.float32)
    fixed.flags.writeable = False
    return [
        ("observations", np.zeros((5, size)), "float64"),
        ("observations", np.zeros((5, size + 1), np.float32), "shape"),
        ("observations", np.zeros((size, 5), np.float32).T, "contiguous"),
        ("observations", fixed, "writable"),
        ("observations", [[0.0]], "list"),
        ("masks", np.zeros((4, rules.n_actions), np.uint8), "shape"),
        ("rewards", np.zeros(5, np.float32), "shape"),
        ("done", np.zeros(5, np.uint8), "uint8"),
        ("nonsense", np.zeros(5), "want some of observations"),
    ]


@pytest.mark.parametrize(("name", "array", "complaint"), wrong_arrays())
def test_wrong_arrays_are_refused(name: str, array: Any, complaint: str) -> None:
    with pytest.raises(ValueError, match=complaint):
        VectorEnv("egemonia", 5, out={name: array})


def test_arrays_that_share_memory_are_refused() -> None:
    both = np.zeros((2, 2), np.float32)
    rules = TOYS["kuhn"]()
    other = both.reshape(-1).view(np.uint64)
    with pytest.raises(ValueError, match="share memory"):
        VectorEnv(rules, 2, out={"rewards": both, "seeds": other})


WRONG_ACTIONS: list[tuple[Any, str]] = [
    ([0, 0], "shape"),
    ([0.0, 0.0, 0.0], "float64"),
    (["a", "b", "c"], "want whole numbers"),
    ([True, True, True], "bool"),
    ([[0], [0], [0]], "shape"),
    ([0, -1, 0], r"actions\[1\] = -1: want 0 to"),
    ([0, 0, 1 << 40], r"actions\[2\] = 1099511627776: want 0 to"),
]


@pytest.mark.parametrize(("actions", "complaint"), WRONG_ACTIONS)
def test_wrong_actions_change_nothing(actions: Any, complaint: str) -> None:
    env = VectorEnv("egemonia", 3, seed=1)
    env.reset()
    legal = env.random_actions()
    given = [int(legal[row]) if value == 0 else value for row, value in enumerate(actions)] \
        if np.asarray(actions).dtype.kind in "iu" and np.shape(actions) == (3,) else actions  # fmt: skip
    before = [array.copy() for array in env.current]
    with pytest.raises(ValueError, match=complaint):
        env.step(given)
    assert all(np.array_equal(old, new) for old, new in zip(before, env.current, strict=True))
    env.step(legal)  # and it goes on


def test_an_illegal_action_is_named() -> None:
    env = VectorEnv("egemonia", 2, seed=1)
    env.reset()
    actions = env.random_actions().copy()
    actions[1] = env.ruleset.action_id("keep")
    with pytest.raises(ValueError, match=r"actions\[1\] = \d+ \(keep\) is not legal for s0 now"):
        env.step(actions)


@pytest.mark.parametrize(
    ("settings", "complaint"),
    [
        ({"n": 0}, "n=0"),
        ({"n": -3}, "n=-3"),
        ({"n": 2.0}, "n=2.0"),
        ({"n": True}, "n=True"),
        ({"n": 1 << 30}, "from 1 to"),
        ({"threads": 0}, "threads=0"),
        ({"threads": 1000}, "threads=1000"),
        ({"seed": -1}, "seed=-1"),
        ({"seed": 1 << 64}, "seed="),
        ({"seed": 0.5}, "seed=0.5"),
        ({"seats": 9}, "seats=9"),
        ({"colour": "red"}, "no option 'colour'"),
    ],
)
def test_wrong_settings_are_refused(settings: dict[str, Any], complaint: str) -> None:
    with pytest.raises(ValueError, match=complaint):
        VectorEnv(**{"game": "kuhn", "n": 2, **settings})


def test_reset_comes_first() -> None:
    env = VectorEnv("kuhn", 2)
    with pytest.raises(ValueError, match="reset first"):
        env.step([0, 0])
    with pytest.raises(ValueError, match="reset first"):
        env.random_actions()


def test_petteia_offers_it() -> None:
    assert petteia.VectorEnv is VectorEnv
    assert Step._fields == ("observations", "masks", "rewards", "to_act", "done")


def test_two_threads_of_python_do_not_share_it() -> None:
    """One of them is told so; nothing is damaged."""
    env = VectorEnv("ephyran", 2_000, seed=1)
    env.reset()
    refused = []

    def stepping() -> None:
        for _ in range(30):
            try:
                env.step(env.random_actions().copy())
            except ValueError as error:
                refused.append(str(error))

    threads = [threading.Thread(target=stepping) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert all("one at a time" in error or "is not legal" in error for error in refused)
    assert (env.masks.sum(axis=1) > 0).all()
