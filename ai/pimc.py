"""The baseline: determinised UCT, which searches sampled worlds as if all lay open and lets them vote."""

from __future__ import annotations

import threading

from ..engine import Observation
from ..ext.pimc import Pimc
from .player import Analysis, Decision, Limits, Line, Listener, Player, new_seed, stopping

NODES = 5000  # where nobody gives a limit
EVERY = 0.5  # seconds between two analyses for a listener


class PimcPlayer(Player):
    """Determinised UCT. It plays the move with the most visits, also where that gives a secret away."""

    name = "pimc"

    def __init__(
        self,
        seed: int | None = None,
        nodes: int | None = None,
        worlds: int = 16,
        exploration: float = 0.5,
        cutoff: int = -1,
        memory: int = 64,
    ) -> None:
        self.seed = new_seed() if seed is None else seed
        self.nodes = nodes
        self.worlds = worlds
        self.exploration = exploration
        self.cutoff = cutoff
        self.memory = memory

    def decide(
        self,
        observation: Observation,
        limits: Limits | None = None,
        listener: Listener | None = None,
        stop: threading.Event | None = None,
    ) -> Decision:
        moves = self._legal(observation)
        limits = limits or Limits()
        nodes, seconds = limits.nodes, limits.seconds
        if nodes is None and seconds is None and not limits.infinite:
            nodes = self.nodes or NODES
        # Fewer worlds where there are too few iterations to try every move in each of them twice.
        worlds = self.worlds if nodes is None else max(1, min(self.worlds, nodes // (2 * len(moves))))
        search = Pimc(
            observation.core,
            ai_seed=self.seed,
            worlds=worlds,
            memory_mb=self.memory,
            exploration=self.exploration,
            cutoff=self.cutoff,
        )
        with stopping(stop, search.stop):
            if listener is None:
                search.run(nodes, seconds)
            else:
                self._run_told(search, observation, nodes, seconds, listener, stop)
        analysis = self._analysis(search, observation)
        return Decision(analysis.lines[0].move, 1.0, analysis)

    def _run_told(
        self,
        search: Pimc,
        observation: Observation,
        nodes: int | None,
        seconds: float | None,
        listener: Listener,
        stop: threading.Event | None,
    ) -> None:
        while True:
            left = None if seconds is None else seconds - search.seconds
            search.run(nodes, EVERY if left is None else min(left, EVERY))
            listener(self._analysis(search, observation))
            if search.nodes == nodes or (stop is not None and stop.is_set()):
                return
            if seconds is not None and search.seconds >= seconds:
                return

    def _analysis(self, search: Pimc, observation: Observation) -> Analysis:
        words = observation.ruleset.format_move
        lines = tuple(Line(words(move), votes, value, visits) for move, votes, visits, value in search.root())
        return Analysis(observation.seat, search.nodes, search.seconds, tuple(search.values()), search.error(), lines)
