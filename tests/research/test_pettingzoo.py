"""PettingZoo's own suites on our games."""

from __future__ import annotations

import warnings

import numpy as np
import pytest
from pettingzoo.test import api_test, seed_test

from petteia.engine import GAMES, IllegalMove
from petteia.research import pettingzoo

SHAPES = [(name, seats) for name, game in GAMES.items() for seats in game.seat_counts]
CYCLES = 1000  # the suites' own default
every_shape = pytest.mark.parametrize(("name", "seats"), SHAPES)


@every_shape
def test_the_api(name: str, seats: int) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # that agents are not called player_0, and the like
        api_test(pettingzoo.env(name, seats=seats), num_cycles=CYCLES)


@every_shape
def test_seeds(name: str, seats: int) -> None:
    seed_test(lambda: pettingzoo.env(name, seats=seats), num_cycles=CYCLES)


@every_shape
def test_a_whole_game(name: str, seats: int) -> None:
    """The last rewards are the shares of the result, and no agent sees more than its seat knows."""
    env = pettingzoo.env(name, seats=seats)
    env.reset(seed=3)
    numbers = np.random.RandomState(1)
    totals = dict.fromkeys(env.possible_agents, 0.0)
    game = env.unwrapped.game
    for agent in env.agent_iter():
        observation, reward, terminated, truncated, _ = env.last()
        totals[agent] += reward
        assert np.array_equal(observation["observation"], game.observation(agent).to_numpy())
        over = terminated or truncated
        legal = np.flatnonzero(observation["action_mask"])
        env.step(None if over else numbers.choice(legal))
    shares, teams = game.state.returns(), game.ruleset.rules.teams
    assert list(totals.values()) == pytest.approx([shares[team] for team in teams])


def test_an_illegal_action_ends_the_game() -> None:
    env = pettingzoo.env("egemonia")
    env.reset(seed=1)
    wrong = env.unwrapped.ruleset.action_id("keep")
    env.step(wrong)
    assert env.terminations == {"s0": True, "s1": True}
    assert env.rewards["s0"] == pettingzoo.ILLEGAL


def test_the_raw_environment_refuses_it() -> None:
    env = pettingzoo.raw_env("egemonia", render_mode="ansi")
    env.reset(seed=1)
    with pytest.raises(IllegalMove, match="keep"):
        env.step(env.ruleset.action_id("keep"))
    with pytest.raises(ValueError, match="no action of s0"):
        env.step(None)
    assert env.render() == env.game.draw("s0")
    assert env.actions_hash == env.ruleset.actions_hash
