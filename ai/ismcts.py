"""The search player: information-set Monte Carlo tree search at a level, in a style."""

from __future__ import annotations

import threading

from ..engine import GameError, Observation, Ruleset
from ..ext.search import Searcher
from .beliefs import beliefs
from .levels import FULL, LEVELS, PUBLIC, STYLES, chances, lean
from .player import Analysis, Decision, Limits, Line, Listener, Player, draw_from, new_seed, randomness, stopping
from .told import Told

LINES = 12  # moves that an analysis shows with a continuation
EVIDENCE = 24  # ways to deal the own hand that must all leave the same single move, for it to be played at once


class IsmctsPlayer(Player):
    """Searches over worlds that the seat cannot tell apart.

    With a time limit the tree is kept from move to move of a game; with ``nodes`` every decision starts from an empty
    tree, so that it depends on the seed and the observation alone.
    """

    name = "ismcts"

    def __init__(
        self,
        seed: int | None = None,
        level: int = FULL,
        style: str = "balanced",
        nodes: int | None = None,
        threads: int = 1,
        memory: int = 64,
        params: dict[str, float] | None = None,
    ) -> None:
        if level not in LEVELS:
            raise GameError(f"level={level}: want {min(LEVELS)} to {max(LEVELS)}")
        if style not in STYLES:
            raise GameError(f"style={style!r}: want {', '.join(STYLES)}")
        self.seed = new_seed() if seed is None else seed
        self.level = LEVELS[level]
        self.style = style
        self.nodes = nodes
        self.threads = threads
        self.memory = memory
        self.params = params
        # By seat, with the rules that it plays by: a tree is never read by another seat's search.
        self._kept: dict[str, tuple[Ruleset, Searcher]] = {}

    def begin(self) -> None:
        self._kept.clear()

    def decide(
        self,
        observation: Observation,
        limits: Limits | None = None,
        listener: Listener | None = None,
        stop: threading.Event | None = None,
    ) -> Decision:
        moves = self._legal(observation)
        kind = observation.core.kind(observation.core.viewer)
        if len(moves) == 1 and kind == PUBLIC and listener is None and self._evident(observation):
            return Decision(moves[0])
        nodes, seconds = self._budget(limits or Limits())
        keep = nodes is None
        search = self._searcher(observation, keep)
        believed: dict[str, dict[str, float]] = {}

        def tell(search: Searcher) -> None:
            assert listener is not None
            listener(self._analysis(search, observation, kind, believed))

        if listener is not None:  # once for a decision: they depend on the observation alone
            believed = beliefs(observation, seed=self.seed)
        with stopping(stop, search.stop):
            search.run(nodes, seconds, tell if listener is not None else None)
        if keep:
            self._keep(observation, search)
        return self.conclude(search, observation, believed if listener is not None else None)

    def conclude(
        self, search: Searcher, observation: Observation, believed: dict[str, dict[str, float]] | None = None
    ) -> Decision:
        """What this player makes of a search: at its level, in its style, by its own random numbers."""
        kind = observation.core.kind(observation.core.viewer)
        analysis = self._analysis(search, observation, kind, believed)
        index = draw_from([line.policy for line in analysis.lines], randomness(self.seed, observation))
        chosen = analysis.lines[index]
        return Decision(chosen.move, chosen.policy, analysis)

    def ponder(self, observation: Observation, listener: Listener, stop: threading.Event) -> Analysis:
        """Grow the tree that the seat's next timed decision begins with."""

        def found(search: Searcher) -> Analysis:
            return self._told(search, observation, told, ())

        told = Told(observation)
        search = self._searcher(observation, keep=True)
        with stopping(stop, search.stop):
            search.run(None, None, lambda search: listener(found(search)))
        self._keep(observation, search)
        return found(search)

    def _budget(self, limits: Limits) -> tuple[int | None, float | None]:
        """Iterations and seconds. A weak level counts iterations; for it a time limit only keeps a slow machine from
        being late.
        """
        if limits.infinite:
            return None, None
        own = self.nodes if self.nodes is not None else self.level.nodes
        if self.level.number < FULL or self.nodes is not None or (limits.nodes is None and limits.seconds is None):
            return min(own, own if limits.nodes is None else limits.nodes), limits.seconds
        return limits.nodes, limits.seconds

    def _searcher(self, observation: Observation, keep: bool) -> Searcher:
        rules, seat = observation.ruleset, observation.seat
        kept = self._kept.pop(seat, None)
        if keep and kept is not None and kept[0] is rules:
            search = kept[1]
            search.advance(observation.core)  # starts anew if it knows nothing of this
        else:
            search = Searcher(
                observation.core,
                ai_seed=self.seed,
                memory_mb=self.memory,
                threads=self.threads,
                params=self.params,
            )
        return search

    def _keep(self, observation: Observation, search: Searcher) -> None:
        self._kept[observation.seat] = (observation.ruleset, search)

    def _evident(self, observation: Observation) -> bool:
        """Whether anybody can see that there is only one move: an instant answer then says nothing about the hand."""
        number = observation.core.viewer
        numbers = randomness(self.seed, observation, "evident")
        return all(
            len(observation.core.sample(numbers.getrandbits(64), 0, True).legal(number)) == 1 for _ in range(EVIDENCE)
        )

    def _analysis(
        self, search: Searcher, observation: Observation, kind: int, believed: dict[str, dict[str, float]] | None
    ) -> Analysis:
        """What was found; with continuations and beliefs if those are given."""
        words = observation.ruleset.format_move
        told = Told(observation)
        team = observation.ruleset.rules.teams[observation.core.viewer]
        rows = search.root()
        planned = lean(rows, chances(rows, kind, self.level), kind, self.style, observation, self.seed)
        lines = []
        for index, ((move, _, visits, value), chance) in enumerate(zip(rows, planned, strict=True)):
            expected = (
                search.line(move)[1:] if believed is not None and index < LINES else []
            )  # the first is the move itself
            continuation = tuple("?" if then is None else words(then) for _, then in expected)
            lines.append(Line(words(move), chance, told.chance(value, team), visits, continuation))
        return self._told(search, observation, told, tuple(lines), believed)

    def _told(
        self,
        search: Searcher,
        observation: Observation,
        told: Told,
        lines: tuple[Line, ...],
        believed: dict[str, dict[str, float]] | None = None,
    ) -> Analysis:
        values = tuple(search.values())
        return Analysis(
            observation.seat,
            search.nodes,
            search.seconds,
            told.shares(values),
            told.error(search.error(), values[0]),
            lines,
            believed or {},
        )
