"""How a player's level and style turn what a search found into chances for its moves.

Where a choice is secret, full strength plays a mixed strategy, so that nobody can guess it. A slip of a weak level
(`levels`) mixes it further. Where a choice is public, full strength plays the best move.
"""

from __future__ import annotations

import math
import random
import statistics
from collections.abc import Sequence

from ..engine import Observation
from ..ext.core import DecisionKind
from ..ext.search.params import PARAMETERS
from .levels import STYLES, Level
from .player import randomness

PUBLIC, HIDDEN = DecisionKind.PUBLIC_CHOICE, DecisionKind.HIDDEN_CHOICE
SECRET = frozenset(DecisionKind) - {PUBLIC, DecisionKind.CHANCE_EVENT}  # played from a mixed strategy

# A hidden placement with more moves than a search can mix over by regrets comes from the search as the fourth power of
# its shares of visits. In Egemonia a power of 8 scored 0.375 (0.25 to 0.52, 40 games) against the single best move: the
# power is raised to 24, so that a move with nine tenths of the visits of the best is played a twelfth as often.
REGRETTED = PARAMETERS["regret_moves"].default
SHARPNESS = 6.0  # on top of the search's

Row = tuple[int, float, int, float]  # of a search's root: move, policy, visits, value

MARGIN = 0.01  # of value: a public move this near to the best may be preferred for its style,
SEARCHED = 0.25  # if it has at least this part of the best one's visits
LEAN = 0.4  # a hidden move is made at most e^LEAN times likelier or less likely
LIKELIEST = 8  # hidden moves that may be leant to or from
NO_WIDTH = 1e-9  # moves whose spreads differ less do not differ
PROBES = 24  # worlds in which a move's spread is estimated
PROBE_DEPTH = 12  # random decisions before it is judged


def chances(rows: Sequence[Row], kind: int, level: Level, slips: float = 1.0) -> list[float]:
    """How likely each move of a search's root (best first) is to be played.

    `slips`: what part of the level's slips this seat makes in this game (`Ruleset.slips`).
    """
    if kind in SECRET:
        policy = [share for _, share, _, _ in rows]
        most = max(policy)
        if kind == HIDDEN and len(rows) > REGRETTED and most > 0:
            policy = [(share / most) ** SHARPNESS for share in policy]
        total = sum(policy)
        strong = [share / total for share in policy] if total > 0 else [1 / len(rows)] * len(rows)
    else:
        strong = [float(index == 0) for index in range(len(rows))]
    if level.slip == 0:
        return strong
    best = rows[0][3]
    # What was not tried did not look good enough to be: it counts as the worst that was.
    worst = max((best - value for _, _, visits, value in rows if visits), default=0.0)
    losses = [max(0.0, best - value if visits else worst) for _, _, visits, value in rows]
    weights = [math.exp(-loss / level.temperature) if loss <= level.cap else 0.0 for loss in losses]
    total = sum(weights)
    if total == 0:
        return strong
    slip = level.slip * slips
    return [(1 - slip) * chance + slip * weight / total for chance, weight in zip(strong, weights, strict=True)]


def lean(
    rows: Sequence[Row], planned: list[float], kind: int, style: str, observation: Observation, seed: int
) -> list[float]:
    """The chances of `chances`, leaning to a style where that does no harm.

    Bids, guesses, simultaneous choices and reactions stay as they are: a lean would be read. A hidden placement keeps
    its support and its chances but for a small factor. A public move gives way only to one of nearly the same value,
    searched nearly as well.
    """
    sign = STYLES[style]
    if sign == 0 or kind not in (PUBLIC, HIDDEN) or len(rows) < 2:
        return planned
    if kind == PUBLIC:
        _, _, visits, value = rows[0]
        near = [i for i, row in enumerate(rows) if row[3] >= value - MARGIN and row[2] >= SEARCHED * visits]
        if len(near) < 2:
            return planned
        spreads = _spreads(observation, [rows[i][0] for i in near], seed)
        preferred = near[max(range(len(near)), key=lambda n: sign * spreads[n])]
        if preferred:
            planned = list(planned)
            planned[preferred] += planned[0]
            planned[0] = 0.0
        return planned
    likely = sorted(range(len(rows)), key=lambda i: -planned[i])[:LIKELIEST]
    spreads = _spreads(observation, [rows[i][0] for i in likely], seed)
    middle, width = statistics.fmean(spreads), statistics.pstdev(spreads)
    if width < NO_WIDTH:
        return planned
    leaning = list(planned)
    for i, spread in zip(likely, spreads, strict=True):
        leaning[i] *= math.exp(LEAN * sign * max(-1.0, min(1.0, (spread - middle) / width)))
    total = sum(leaning)
    return [chance / total for chance in leaning]


def _spreads(observation: Observation, moves: list[int], seed: int) -> list[float]:
    """How widely the seat's share varies after each move: over worlds that it cannot tell apart and random play in
    them.
    """
    seat = observation.ruleset.seat_number(observation.seat)
    team = observation.ruleset.rules.teams[seat]
    numbers = randomness(seed, observation, "style")
    shares: list[list[float]] = [[] for _ in moves]
    for _ in range(PROBES):
        world, luck = observation.sample(numbers.getrandbits(64)), numbers.getrandbits(64)
        for move, found in zip(moves, shares, strict=True):
            after = world.clone()
            after.apply(seat, move)
            after.playout(luck, PROBE_DEPTH)
            found.append(after.evaluate()[team])
    return [statistics.pstdev(found) for found in shares]


def draw_from(chances: list[float], numbers: random.Random) -> int:
    """An index, drawn with these chances (which add up to about 1)."""
    left = numbers.random() * sum(chances)
    for index, chance in enumerate(chances):
        left -= chance
        if left < 0:
            return index
    return max(range(len(chances)), key=chances.__getitem__)  # rounding
