"""Players of one's own, for the kind `python`: in a module, so that they can be named."""

from __future__ import annotations

from typing import Any

from petteia.ai.player import Decision, Limits, Listener, Player
from petteia.ai.players.random import RandomPlayer
from petteia.ai.stop import Stop
from petteia.engine import Observation

closed: list[object] = []


class Last:
    """Not a `Player`, but it decides."""

    def __init__(self, back: int = 1) -> None:
        self.back = back

    def decide(self, observation: Observation, limits: Limits | None) -> str:
        moves = observation.legal()
        return moves[-min(self.back, len(moves))]

    def close(self) -> None:
        closed.append(self)


class Seeded(RandomPlayer):
    """A `Player` that takes a seed."""

    def __init__(self, seed: int | None = None, words: str = "") -> None:
        super().__init__(seed=seed)
        self.words = words


class Wrong(Player):
    """Decides what it is told to, whatever that is."""

    def __init__(self, move: Any = None) -> None:
        self.move = move

    def decide(
        self,
        observation: Observation,
        limits: Limits | None = None,
        listener: Listener | None = None,
        stop: Stop | None = None,
    ) -> Decision:
        return self.move  # type: ignore[no-any-return]


class Nobody:
    pass
