"""Decisions judged by what their seat knew: a search of its observation, never of the position.

A first look at every decision searches all moves. What looks like a slip is looked at again, with more nodes and
another seed, the choice against the best on equal terms; and again while the loss is near a threshold. The first look
says which moves to compare. It favours the one that it thought best, so it does not count for the loss.
"""

from __future__ import annotations

import math
import statistics
from collections.abc import Sequence
from dataclasses import dataclass

from ...engine import Observation
from ...ext.core import DecisionKind
from ...ext.search.searcher import Searcher
from ..calibration import Calibration
from ..choice import SECRET, Row, chances
from ..levels import FULL, LEVELS
from ..player import randomness
from ..stop import Stop, stopping
from .parts import BLUNDER, INACCURACY, MISTAKE, THRESHOLDS, mark_of

NODES = 6000  # of the first look at a decision
AGAIN = 2  # times as many nodes in a further look, for each of the moves that are compared
LOOKS = 12  # further looks at a decision, at most
FEWEST = 2  # and at least, if it looks like a slip
SUSPECT = 0.6  # of the least loss that is marked: what seems to lose more is looked at again
# Standard errors between a loss and a threshold that end the looking. A blunder should be one for every seed.
SURE = {INACCURACY: 0.7, MISTAKE: 0.7, BLUNDER: 2.5}
ERROR = 0.025  # of the loss in one look, at least: a few looks may agree by chance

IN_MIX = 0.02  # a move that the recommendation plays at least so often is in the mix
COMPARED = 4  # moves at most that a choice is compared with at first: the likeliest of the mix, or the best
FINALISTS = 2  # of public moves, that it is compared with from the second look on


class Stopped(Exception):
    """The review was told to stop."""


@dataclass(frozen=True)
class Verdict:
    """What the search says of a choice."""

    loss: float
    chance: float  # of the seat's side, with the best mix
    share: float  # of the choice in the recommended mix
    better: str = ""  # if the choice lost something
    better_share: float = 0.0
    nodes: int = 0
    shares: tuple[float, ...] = ()  # of all teams, before the choice
    error: float = 0.0

    @property
    def mark(self) -> str:
        return mark_of(self.loss)


@dataclass(frozen=True)
class Look:
    """One search of a decision: of each move, best first, its chance in the mix and the seat's chance after it."""

    moves: list[int]
    mix: list[float]
    values: list[float]
    visits: list[int]
    shares: tuple[float, ...]
    nodes: int
    error: float

    @property
    def value(self) -> float:
        """What the mix is worth."""
        return sum(share * value for share, value in zip(self.mix, self.values, strict=True))

    def share_of(self, move: int) -> float:
        return self.mix[self.moves.index(move)]

    def value_of(self, move: int) -> float | None:
        """None: it was not tried."""
        index = self.moves.index(move)
        return self.values[index] if self.visits[index] else None


Compared = tuple[int, list[float], float, int]  # the best move, the losses that were found, its worth, and the nodes


class Judge:
    """Judges decisions with one seed and so many nodes. Its verdict depends on these and the observation alone."""

    def __init__(self, seed: int = 0, nodes: int = NODES, stop: Stop | None = None) -> None:
        self.seed, self.nodes, self.stop = seed, nodes, stop

    def judge(self, seen: Observation, move: str) -> Verdict:
        chosen = seen.ruleset.parse_move(move)
        first = self._look(seen, 0, self.nodes)
        share = first.share_of(chosen)
        verdict = Verdict(0.0, first.value, share, nodes=first.nodes, shares=first.shares, error=first.error)
        if share >= IN_MIX or len(first.moves) == 1:
            return verdict
        value = first.value_of(chosen)
        if value is not None and first.value - value < SUSPECT * min(THRESHOLDS.values()):
            return verdict
        return self._look_again(seen, chosen, first)

    def _look_again(self, seen: Observation, chosen: int, first: Look) -> Verdict:
        """Compare the choice with what is best, until the loss is clear."""
        secret = seen.core.kind(seen.core.viewer) in SECRET
        compare = self._against_mix if secret else self._against_best
        found = compare(seen, chosen, first)
        if found is None:  # another seed recommends it, so it is in the mix
            return Verdict(0.0, first.value, IN_MIX, nodes=first.nodes, shares=first.shares, error=first.error)
        best, losses, worth, nodes = found
        return Verdict(
            loss=max(0.0, statistics.fmean(losses)),
            chance=worth,
            share=first.share_of(chosen),
            better=seen.ruleset.format_move(best),
            better_share=first.share_of(best) if secret else 1.0,
            nodes=first.nodes + nodes,
            shares=first.shares,
            error=first.error,
        )

    def _against_mix(self, seen: Observation, chosen: int, first: Look) -> Compared | None:
        """A secret choice against the mix, in searches of both: alone, others would know what it is."""
        mixed = dict(zip(first.moves, first.mix, strict=True))
        likeliest = sorted(mixed, key=lambda move: -mixed[move])[:COMPARED]
        losses: list[float] = []
        worth: list[float] = []
        nodes = 0
        for number in range(1, LOOKS + 1):
            look = self._look(seen, number, 2 * AGAIN * self.nodes, [*likeliest, chosen])
            nodes += look.nodes
            if look.share_of(chosen) >= IN_MIX:
                return None
            value = look.value_of(chosen)
            losses.append(look.value - (min(look.values) if value is None else value))
            worth.append(look.value)
            if number >= FEWEST and _is_clear(losses):
                break
        return likeliest[0], losses, statistics.fmean(worth), nodes

    def _against_best(self, seen: Observation, chosen: int, first: Look) -> Compared:
        """A public choice against the best of the moves that looked best, each searched alone and equally long."""
        rivals = [move for move in first.moves[: COMPARED + 1] if move != chosen][:COMPARED]
        values: dict[int, list[float]] = {move: [] for move in (*rivals, chosen)}
        nodes = 0
        for number in range(1, LOOKS + 1):
            for move in values:
                look = self._look(seen, number, AGAIN * self.nodes, [move])
                nodes += look.nodes
                values[move].append(look.value)
            means = {move: statistics.fmean(values[move]) for move in rivals}
            rivals = sorted(rivals, key=lambda move: -means[move])[:FINALISTS]
            values = {move: values[move] for move in (*rivals, chosen)}
            losses = [one - other for one, other in zip(values[rivals[0]], values[chosen], strict=True)]
            if number >= FEWEST and _is_clear(losses):
                break
        return rivals[0], losses, means[rivals[0]], nodes

    def _look(self, seen: Observation, number: int, nodes: int, only: Sequence[int] | None = None) -> Look:
        """The n-th search of a decision. Each has random numbers of its own."""
        if self.stop is not None and self.stop.is_set():
            raise Stopped
        seed = randomness(self.seed, seen, f"review {number}").getrandbits(64)
        search = Searcher(seen.core, ai_seed=seed, moves=None if only is None else list(dict.fromkeys(only)))
        with stopping(self.stop, search.stop):
            search.run(nodes)
        if self.stop is not None and self.stop.is_set():
            raise Stopped
        rows: list[Row] = search.root()
        calibration, team = Calibration(seen), seen.ruleset.rules.teams[seen.core.viewer]
        values = tuple(search.values())
        mix = chances(rows, seen.core.kind(seen.core.viewer), LEVELS[FULL])
        return Look(
            [move for move, *_ in rows],
            mix,
            [calibration.chance(value, team) for *_, value in rows],
            [visits for _, _, visits, _ in rows],
            calibration.shares(values),
            search.nodes,
            calibration.error(search.error(), values[0]),
        )


def _is_clear(losses: Sequence[float]) -> bool:
    """Whether the mean loss is far enough from every threshold for its mark to be trusted."""
    error = max(statistics.stdev(losses), ERROR) / math.sqrt(len(losses))
    mean = statistics.fmean(losses)
    return all(abs(mean - least) > SURE[mark] * error for mark, least in THRESHOLDS.items())


def kind_word(seen: Observation) -> str:
    """public, hidden, simultaneous, bid, guess or reaction."""
    return DecisionKind(seen.core.kind(seen.core.viewer)).name.lower().removesuffix("_choice")
