"""The search player: information-set Monte Carlo tree search at a level, in a style."""

from __future__ import annotations

from ...engine import Observation
from ...ext.search.searcher import Searcher
from ..beliefs import beliefs
from ..calibration import Calibration
from ..choice import PUBLIC, Row, chances, draw_from, lean
from ..levels import FULL, LEVELS
from ..player import Analysis, Decision, Limits, Line, Listener, Player, new_seed, randomness
from ..settings import IsmctsSettings
from ..stop import Stop, stopping
from ..trees import KeptTrees
from ..tuned import tuned

LINES = 12  # moves that an analysis shows with a continuation
EVIDENCE = 24  # ways to deal the own hand that must all leave the same single move, for it to be played at once


def by_prior(search: Searcher, team: int) -> list[Row]:
    """What to play when there was no time to search: a move with the best prior, drawn if there are several."""
    priors = search.priors()
    best = max(prior for _, prior in priors)
    n_best = sum(prior == best for _, prior in priors)
    expected = search.values()[team]
    return [(move, 1 / n_best if prior == best else 0.0, 0, expected) for move, prior in priors]


class IsmctsPlayer(Player):
    """Searches over worlds that the seat cannot tell apart.

    With a time limit a seat's tree is kept from move to move of a game (`trees`). With ``nodes`` every decision starts
    from an empty tree, so that it depends on the seed and the observation alone.
    """

    name = "ismcts"
    repeatable = True

    def __init__(
        self, settings: IsmctsSettings | None = None, seed: int | None = None, trees: KeptTrees | None = None
    ) -> None:
        """Players that are given the same ``trees`` share its limit of memory; else a player has its own."""
        self.settings = settings or IsmctsSettings()
        self.level = LEVELS[self.settings.level]
        self.seed = new_seed() if seed is None else seed
        self.trees = KeptTrees(self.settings.memory) if trees is None else trees

    def begin(self) -> None:
        self.trees.forget(self)

    def decide(
        self,
        observation: Observation,
        limits: Limits | None = None,
        listener: Listener | None = None,
        stop: Stop | None = None,
    ) -> Decision:
        limits = limits or Limits()
        moves = self._legal(observation, limits)
        kind = observation.core.kind(observation.core.viewer)
        if len(moves) == 1 and kind == PUBLIC and listener is None and self._evident(observation):
            return Decision(moves[0])
        nodes, seconds = self._budget(limits)
        only = None if len(moves) == len(observation.legal()) else moves
        keep = nodes is None and only is None
        search = self._searcher(observation, keep, only)
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
        if self.settings.select == "best":
            likeliest = max(analysis.lines, key=lambda line: line.policy)
            return Decision(likeliest.move, 1.0, analysis)
        index = draw_from([line.policy for line in analysis.lines], randomness(self.seed, observation))
        chosen = analysis.lines[index]
        chances = tuple((line.move, line.policy) for line in analysis.lines if line.policy > 0)
        return Decision(chosen.move, chosen.policy, analysis, chances if len(chances) > 1 else ())

    def ponder(self, observation: Observation, listener: Listener, stop: Stop) -> Analysis:
        """Grow the tree that the seat's next timed decision begins with."""
        calibration = self._calibration(observation)
        search = self._searcher(observation, keep=True)

        def found(search: Searcher) -> Analysis:
            return self._summary(search, observation, calibration)

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
        given = self.settings.nodes
        own = self.level.nodes if given is None else given
        if self.level.number < FULL or given is not None or (limits.nodes is None and limits.seconds is None):
            return min(own, own if limits.nodes is None else limits.nodes), limits.seconds
        return limits.nodes, limits.seconds

    def _searcher(self, observation: Observation, keep: bool, only: list[str] | None = None) -> Searcher:
        kept = self.trees.take(self, observation.seat, observation.ruleset)
        if keep and kept is not None:
            kept.advance(observation.core)  # starts anew if it knows nothing of this
            return kept
        read = observation.ruleset.parse_move
        return Searcher(
            observation.core,
            ai_seed=self.seed,
            memory_mb=self.settings.memory,
            threads=self.settings.threads,
            params={**tuned(observation.ruleset.name, observation.ruleset.n_seats), **self.settings.params},
            moves=None if only is None else [read(move) for move in only],
            evaluate=self.settings.evaluate,
            prior=self.settings.prior,
            batch=self.settings.batch,
        )

    def _calibration(self, observation: Observation) -> Calibration:
        """The game's, which was fitted to the game's own evaluation; another's judgement is told as it is."""
        return Calibration(observation if self.settings.evaluate is None else None)

    def _keep(self, observation: Observation, search: Searcher) -> None:
        self.trees.keep(self, observation.seat, observation.ruleset, search)

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
        """What was found, with beliefs if those are given."""
        words = observation.ruleset.format_move
        calibration = self._calibration(observation)
        team = observation.ruleset.rules.teams[observation.core.viewer]
        rows = search.root()
        if search.nodes or any(visits for _, _, visits, _ in rows):  # a kept tree knows something before its first node
            planned = chances(rows, kind, self.level, observation.ruleset.slips(observation.seat))
            planned = lean(rows, planned, kind, self.settings.style, observation, self.seed)
        else:
            rows = by_prior(search, team)
            planned = [share for _, share, _, _ in rows]
        lines = []
        for index, ((move, _, visits, value), chance) in enumerate(zip(rows, planned, strict=True)):
            expected = search.line(move)[1:] if index < LINES else []  # the first is the move itself
            continuation = tuple("?" if then is None else words(then) for _, then in expected)
            lines.append(Line(words(move), chance, calibration.chance(value, team), visits, continuation))
        return self._summary(search, observation, calibration, tuple(lines), believed)

    @staticmethod
    def _summary(
        search: Searcher,
        observation: Observation,
        calibration: Calibration,
        lines: tuple[Line, ...] = (),
        believed: dict[str, dict[str, float]] | None = None,
    ) -> Analysis:
        values = tuple(search.values())
        return Analysis(
            observation.seat,
            search.nodes,
            search.seconds,
            calibration.shares(values),
            calibration.error(search.error(), values[0]),
            lines,
            believed or {},
        )
