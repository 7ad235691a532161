"""The player that plays at random."""

from __future__ import annotations

from ...engine import Observation
from ..player import Decision, Limits, Listener, Player, new_seed, randomness
from ..settings import RandomSettings
from ..stop import Stop


class RandomPlayer(Player):
    """Any legal move, each equally likely."""

    name = "random"
    repeatable = True

    def __init__(self, settings: RandomSettings | None = None, seed: int | None = None) -> None:
        self.settings = settings or RandomSettings()
        self.seed = new_seed() if seed is None else seed

    def decide(
        self,
        observation: Observation,
        limits: Limits | None = None,
        listener: Listener | None = None,
        stop: Stop | None = None,
    ) -> Decision:
        moves = self._legal(observation, limits)
        chance = 1 / len(moves)
        chances = tuple((move, chance) for move in moves) if len(moves) > 1 else ()
        return Decision(randomness(self.seed, observation).choice(moves), chance, chances=chances)
