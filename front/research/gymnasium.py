"""One seat of a game as a Gymnasium environment: ``gymnasium.make("petteia/EpireiaSolo-v0")``.

Importing this module tells Gymnasium of the environments, as is usual there. The other seats are played by one of our
players, such as ``ismcts:level=3``. An observation is the vector of `Observation.to_numpy`; ``info["action_mask"]``
says what is legal. The reward is the team's share of the result when the game is over and 0 until then. An illegal
action ends the episode with the reward -1.
"""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from ..ai.player import Limits, Player
from ..ai.registry import make_player
from ..engine import Game, GameError
from ..engine.registry import ruleset
from .spaces import feature_space

ILLEGAL = -1.0  # the reward of an illegal action, which ends the episode
ENVIRONMENTS: dict[str, dict[str, Any]] = {
    "petteia/EpireiaSolo-v0": {"game": "epireia", "seats": 1},
    "petteia/Epireia-v0": {"game": "epireia", "seats": 2},
    "petteia/Egemonia-v0": {"game": "egemonia"},
    "petteia/Epix-v0": {"game": "epix"},
    "petteia/Ephyran-v0": {"game": "ephyran"},
}


class SeatEnv(gymnasium.Env[Any, Any]):
    """One seat against players of ours.

    ``opponent`` plays all other seats: ``random``, ``greedy``, or a level such as ``ismcts:level=3``. ``nodes`` bounds
    what it thinks about each decision.
    """

    metadata = {"render_modes": ["ansi"]}  # noqa: RUF012  as Gymnasium has it

    def __init__(
        self,
        game: str,
        *,
        seat: str = "s0",
        opponent: str = "random",
        nodes: int | None = None,
        seats: int | None = None,
        render_mode: str | None = None,
        **options: str,
    ) -> None:
        self.ruleset = ruleset(game, seats, **options)
        self.actions_hash = self.ruleset.actions_hash
        if seat not in self.ruleset.seats:
            raise GameError(f"no seat {seat!r}: want {', '.join(self.ruleset.seats)}")
        make_player(opponent)  # says at once what is wrong with it
        self.seat, self.opponent, self.render_mode = seat, opponent, render_mode
        self._limits = Limits(nodes=nodes)
        self._team = self.ruleset.rules.teams[self.ruleset.seat_number(seat)]
        self.observation_space = feature_space(self.ruleset)
        self.action_space = spaces.Discrete(self.ruleset.n_actions)
        self._players: dict[str, Player] = {}
        self._over = True

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[np.float32], dict[str, Any]]:
        """Begin a game. A seed fixes this deal, the opponents, and the resets without a seed that follow."""
        super().reset(seed=seed)
        deal, own = (int(number) for number in self.np_random.integers(1 << 62, size=2))
        self.game = Game(self.ruleset, deal)
        self._players = {
            other: make_player(self.opponent, own + number)
            for number, other in enumerate(self.ruleset.seats)
            if other != self.seat
        }
        self._others_play()
        if not self.game.pending:  # nobody asked the seat: rare, and nothing to learn from
            return self.reset()
        self._over = False
        return self._seen()

    def _others_play(self) -> None:
        """Until the seat is asked, or the game is over. Who decides at the same time does so before it."""
        while True:
            others = [other for other in self.game.pending if other != self.seat]
            if not others:
                return
            known = self.game.observation(others[0])
            self.game.play(others[0], self._players[others[0]].decide(known, self._limits).move)

    def _seen(self) -> tuple[NDArray[np.float32], dict[str, Any]]:
        known = self.game.observation(self.seat)
        return known.to_numpy(), {"action_mask": self.action_masks()}

    def action_masks(self) -> NDArray[np.int8]:
        """1 for each action that is legal now: the name under which other libraries look for it."""
        asked = self.seat in self.game.pending and not self._over
        legal = self.game.legal_actions(self.seat) if asked else []
        return self.ruleset.actions.mask(legal).astype(np.int8)

    def step(self, action: np.int64 | int) -> tuple[NDArray[np.float32], float, bool, bool, dict[str, Any]]:
        if self._over:
            raise GameError("the episode is over: want reset")
        if int(action) not in self.game.legal_actions(self.seat):
            self._over = True
            vector, info = self._seen()
            return vector, ILLEGAL, True, False, {**info, "illegal": True}
        self.game.play_action(self.seat, int(action))
        self._others_play()
        self._over = not self.game.pending
        reward = self.game.state.returns()[self._team] if self._over else 0.0
        vector, info = self._seen()
        return vector, float(reward), self._over, False, info

    def render(self) -> str | None:
        """The board in plain text, as the seat sees it."""
        return self.game.draw(self.seat) if self.render_mode == "ansi" else None


for _name, _settings in ENVIRONMENTS.items():
    if _name not in gymnasium.registry:
        gymnasium.register(id=_name, entry_point=f"{__name__}:SeatEnv", kwargs=_settings)
