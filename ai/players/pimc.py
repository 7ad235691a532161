"""The baseline: determinised UCT. It searches sampled worlds as if everything lay open, and lets them vote."""

from __future__ import annotations

from ...engine import Observation
from ...ext.search.pimc import Pimc
from ..player import Analysis, Decision, Limits, Line, Listener, Player, new_seed
from ..settings import PimcSettings
from ..stop import Stop, stopping

NODES = 5000  # where nobody gives a limit
EVERY = 0.5  # seconds between two analyses for a listener


class PimcPlayer(Player):
    """Determinised UCT. It plays the move with the most visits, also where that gives a secret away."""

    name = "pimc"
    repeatable = True

    def __init__(self, settings: PimcSettings | None = None, seed: int | None = None) -> None:
        self.settings = settings or PimcSettings()
        self.seed = new_seed() if seed is None else seed

    def decide(
        self,
        observation: Observation,
        limits: Limits | None = None,
        listener: Listener | None = None,
        stop: Stop | None = None,
    ) -> Decision:
        moves = self._legal(observation, limits)
        limits = limits or Limits()
        nodes, seconds = limits.nodes, limits.seconds
        if nodes is None and seconds is None and not limits.infinite:
            nodes = self.settings.nodes or NODES
        # Fewer worlds where there are too few iterations to try every move in each of them twice.
        worlds = self.settings.worlds if nodes is None else max(1, min(self.settings.worlds, nodes // (2 * len(moves))))
        search = Pimc(
            observation.core,
            ai_seed=self.seed,
            worlds=worlds,
            memory_mb=self.settings.memory,
            exploration=self.settings.exploration,
            cutoff=self.settings.cutoff,
        )
        with stopping(stop, search.stop):
            if listener is None:
                search.run(nodes, seconds)
            else:
                self._run_told(search, observation, nodes, seconds, listener, stop)
        analysis = self._analysis(search, observation)
        best = next(line for line in analysis.lines if line.move in moves)  # it has tried the others, too
        return Decision(best.move, 1.0, analysis)

    def _run_told(
        self,
        search: Pimc,
        observation: Observation,
        nodes: int | None,
        seconds: float | None,
        listener: Listener,
        stop: Stop | None,
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
