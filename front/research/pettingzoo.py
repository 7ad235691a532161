"""The games as PettingZoo's: ``env("epix", seats=3)`` is an AEC environment.

An observation is a dictionary of ``observation`` (the vector of `Observation.to_numpy`) and ``action_mask``. When the
game is over every agent is rewarded with its team's share of the result; until then with 0.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium import spaces
from gymnasium.utils import seeding
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from ..engine import Game
from ..engine.registry import ruleset
from .spaces import feature_space

ILLEGAL = -1.0  # the reward of an illegal action, which ends the game


def env(game: str, *, seats: int | None = None, **options: str) -> AECEnv[str, Any, Any]:
    """With PettingZoo's usual checks: an illegal action ends the game with the reward -1, as everywhere there."""
    checked: AECEnv[str, Any, Any] = raw_env(game, seats=seats, **options)
    checked = wrappers.TerminateIllegalWrapper(checked, illegal_reward=ILLEGAL)
    checked = wrappers.AssertOutOfBoundsWrapper(checked)
    return wrappers.OrderEnforcingWrapper(checked)


class raw_env(AECEnv[str, Any, Any]):  # PettingZoo's name for it
    """The same without checks: an illegal action is an IllegalMove, and nothing has changed."""

    metadata = {"name": "petteia_v0", "render_modes": ["ansi"], "is_parallelizable": False}  # noqa: RUF012  as theirs

    def __init__(self, game: str, *, seats: int | None = None, render_mode: str | None = None, **options: str) -> None:
        super().__init__()
        self.ruleset = ruleset(game, seats, **options)
        self.actions_hash = self.ruleset.actions_hash
        self.metadata = {**self.metadata, "name": f"petteia_{game}_v0"}
        self.render_mode = render_mode
        self.possible_agents = list(self.ruleset.seats)
        self.action_spaces = {agent: spaces.Discrete(self.ruleset.n_actions) for agent in self.possible_agents}
        self.observation_spaces = {
            agent: spaces.Dict(
                observation=feature_space(self.ruleset),
                action_mask=spaces.Box(0, 1, (self.ruleset.n_actions,), np.int8),
            )
            for agent in self.possible_agents
        }
        self._numbers, _ = seeding.np_random(None)

    def observation_space(self, agent: str) -> spaces.Dict:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Discrete:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a game. A seed fixes this deal and those of later resets without one."""
        if seed is not None:
            self._numbers, _ = seeding.np_random(seed)
        self.game = Game(self.ruleset, int(self._numbers.integers(1 << 62)))
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.game.pending[0]

    def observe(self, agent: str) -> dict[str, Any]:
        known = self.game.observation(agent)
        asked = agent == self.agent_selection and agent in self.game.pending
        mask = self.ruleset.actions.mask(self.game.legal_actions(agent) if asked else [])
        return {"observation": known.to_numpy(), "action_mask": mask.astype(np.int8)}

    def step(self, action: int | None) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise ValueError(f"no action of {agent}: want one that its mask allows")
        self.game.play_action(agent, int(action))
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        if self.game.pending:
            self.agent_selection = self.game.pending[0]
        else:
            shares, teams = self.game.state.returns(), self.ruleset.rules.teams
            self.rewards = {seat: shares[teams[number]] for number, seat in enumerate(self.possible_agents)}
            self.terminations = dict.fromkeys(self.agents, True)
        self._accumulate_rewards()

    def render(self) -> str | None:
        """The board in plain text, as the agent that acts sees it."""
        return self.game.draw(self.agent_selection) if self.render_mode == "ansi" else None

    def close(self) -> None:
        """There is nothing to let go of."""
