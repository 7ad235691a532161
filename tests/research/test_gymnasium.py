"""Gymnasium's own check on our games, for one seat against players of ours."""

from __future__ import annotations

import subprocess
import sys

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

from petteia.engine import GAMES, GameError
from petteia.research.gymnasium import ENVIRONMENTS, ILLEGAL, SeatEnv

SHAPES = [(name, seats) for name, game in GAMES.items() for seats in game.seat_counts]


@pytest.mark.parametrize("name", ENVIRONMENTS)
def test_made_by_name(name: str) -> None:
    env = gymnasium.make(name)
    check_env(env.unwrapped, skip_render_check=True)


@pytest.mark.parametrize(("name", "seats"), SHAPES)
def test_every_seat(name: str, seats: int) -> None:
    for seat in range(seats):
        check_env(SeatEnv(name, seats=seats, seat=f"s{seat}", render_mode="ansi"), skip_render_check=True)


def played(env: SeatEnv, seed: int) -> tuple[list[float], float]:
    """A whole episode of random legal actions: what was seen, in short, and the last reward."""
    numbers = np.random.RandomState(seed)
    vector, info = env.reset(seed=seed)
    seen, over, reward = [float(vector.sum())], False, 0.0
    while not over:
        assert reward == 0
        vector, reward, over, truncated, info = env.step(numbers.choice(np.flatnonzero(info["action_mask"])))
        assert not truncated
        seen.append(float(vector.sum()))
    assert not info["action_mask"].any()
    return seen, reward


@pytest.mark.parametrize(("name", "seats"), SHAPES)
def test_whole_episodes(name: str, seats: int) -> None:
    env = SeatEnv(name, seats=seats)
    first = played(env, 4)
    assert played(env, 4) == first
    assert first[1] == pytest.approx(env.game.state.returns()[env._team])
    with pytest.raises(GameError, match="want reset"):
        env.step(0)


def test_against_a_level() -> None:
    env = SeatEnv("egemonia", seat="s1", opponent="ismcts:level=1", nodes=30)
    _, reward = played(env, 1)
    assert 0 <= reward <= 1


def test_an_illegal_action_loses() -> None:
    env = SeatEnv("egemonia")
    env.reset(seed=1)
    _, reward, terminated, truncated, info = env.step(env.ruleset.action_id("keep"))
    assert (reward, terminated, truncated, info["illegal"]) == (ILLEGAL, True, False, True)
    with pytest.raises(GameError, match="want reset"):
        env.step(0)


def test_wrong_settings_are_refused() -> None:
    with pytest.raises(GameError, match="no seat 's7'"):
        SeatEnv("egemonia", seat="s7")
    with pytest.raises(GameError, match="no player 'nobody'"):
        SeatEnv("egemonia", opponent="nobody")


def test_one_import_is_enough() -> None:
    code = (
        "import gymnasium, petteia.research.gymnasium\n"
        "print(gymnasium.make('petteia/EpireiaSolo-v0').unwrapped.ruleset.name)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "epireia\n"
