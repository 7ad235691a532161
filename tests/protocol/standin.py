"""A player that counts until it is stopped: what the protocol needs of a search, without one."""

from __future__ import annotations

import time

from petteia.ai.player import Analysis, Decision, Limits, Line, Listener, Player
from petteia.ai.settings import IsmctsSettings
from petteia.ai.stop import Stop
from petteia.ai.trees import KeptTrees
from petteia.engine import Observation

BUDGET = 50  # nodes, without a limit
BELIEVED = 0.25  # how likely it finds each thing that it names


class CountingPlayer(Player):
    """The move is decided by the information alone; thinking is counting."""

    name = "counting"

    def __init__(self, seed: int, pause: float = 0.0002) -> None:
        self.seed = seed
        self.pause = pause

    def decide(
        self,
        observation: Observation,
        limits: Limits | None = None,
        listener: Listener | None = None,
        stop: Stop | None = None,
    ) -> Decision:
        moves = self._legal(observation)
        limits = limits or Limits()
        believed = self._believed(observation)
        started = time.monotonic()
        most = limits.nodes if limits.nodes is not None else None if limits.infinite or limits.seconds else BUDGET
        nodes = 0
        while (most is None or nodes < most) and not (stop is not None and stop.is_set()):
            if limits.seconds is not None and time.monotonic() - started > limits.seconds:
                break
            nodes += 1
            if listener is not None:
                listener(self._analysis(observation, moves, believed, nodes, started))
            time.sleep(self.pause)
        analysis = self._analysis(observation, moves, believed, nodes, started)
        return Decision(analysis.lines[0].move, 0.5, analysis)

    def _believed(self, observation: Observation) -> dict[str, dict[str, float]]:
        """Of each hidden thing, one that it may be: words are made of these, so they must be of this game."""
        rules = observation.ruleset
        secrets = rules.secrets(rules.fields(observation.sample(0)))
        return {name: {things[0]: BELIEVED} for name, things in secrets.items() if things}

    def _analysis(
        self,
        observation: Observation,
        moves: list[str],
        believed: dict[str, dict[str, float]],
        nodes: int,
        started: float,
    ) -> Analysis:
        first = (observation.key ^ self.seed) % len(moves)
        ordered = moves[first:] + moves[:first]
        n_teams = len(observation.sample(0).evaluate())
        values = (0.5, *[0.5 / (n_teams - 1)] * (n_teams - 1)) if n_teams > 1 else (1.0,)
        lines = tuple(Line(move, 0.5, 0.5, nodes, ("?",)) for move in ordered[:5])
        return Analysis(
            observation.seat,
            nodes,
            time.monotonic() - started,
            values,
            0.01,
            lines,
            believed,
        )


def counting(settings: IsmctsSettings, seed: int, trees: KeptTrees) -> Player:
    return CountingPlayer(seed)


if __name__ == "__main__":
    import sys

    from petteia.protocols.process import main

    sys.exit(main("--msgpack" in sys.argv, counting))
