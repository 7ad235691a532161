"""What a review says, as plain data: judged decisions, the graph, the turning points and the ledger."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from ...engine.description import Part

FINE, INACCURACY, MISTAKE, BLUNDER = "fine", "inaccuracy", "mistake", "blunder"
THRESHOLDS = {INACCURACY: 0.05, MISTAKE: 0.10, BLUNDER: 0.15}  # of the chance to win that a choice lost, at least
CHOICE, LUCK, HIDDEN, FORCED = "choice", "luck", "hidden", "forced"


def mark_of(loss: float) -> str:
    """The mark of a choice that lost so much of the chance to win.

    >>> [mark_of(loss) for loss in (0.0, 0.0499, 0.05, 0.12, 0.4)]
    ['fine', 'fine', 'inaccuracy', 'mistake', 'blunder']
    """
    return next((mark for mark, least in reversed(THRESHOLDS.items()) if loss >= least), FINE)


@dataclass(frozen=True)
class Judged(Part):
    """One decision of a seat, judged by what the seat knew then."""

    number: int  # among the seat's decisions, from 1 on
    when: str  # where the game stood, in a few words
    move: str  # what was chosen
    label: str  # the same in words
    mark: str  # fine, inaccuracy, mistake, blunder
    loss: float  # of the seat's chance to win, against the best mix; 0 for what is in the mix
    chance: float  # the seat's side's chance to win before it, with the best mix
    kind: str = ""  # public, hidden, simultaneous, bid, guess, reaction
    share: float = 0.0  # of the recommended mix that the choice has
    better: str = ""  # of a marked choice: the move that was recommended most
    better_label: str = ""
    better_share: float = 0.0  # of the recommended mix
    reason: str = ""  # why it was better, from cost, odds and effect; empty: these do not say it
    step: int | None = None  # moves of the record before it; None while the game goes on


@dataclass(frozen=True)
class Point(Part):
    """A point of the graph: where a game stood after a move, chance's included."""

    step: int  # moves of the record so far; while the game goes on, the seat's decisions so far
    when: str
    chances: Sequence[float]  # of each team
    seat: str = ""  # who moved, or chance; empty: a seat's own estimate before its decision
    move: str = ""
    what: str = ""  # what happened, in words
    part: str = ""  # choice, luck or forced
    gain: Sequence[float] = ()  # for each team: what the choice was worth by what its seat knew, or the luck
    hidden: Sequence[float] = ()  # for each team: what it gave or took that the seat did not know everything


@dataclass(frozen=True)
class Cause(Part):
    """One reason for a swing."""

    kind: str  # choice, luck, hidden
    what: str = ""  # in words; empty: what was hidden has none
    gain: float = 0.0  # for the seat's side
    seat: str = ""  # whose choice, or chance


@dataclass(frozen=True)
class Swing(Part):
    """A turning point: one step of the game that changed a side's chance much."""

    step: int  # moves of the record before it
    until: int  # and after it
    when: str
    before: Sequence[float]  # the chances of each team
    after: Sequence[float]
    causes: Sequence[Cause] = field(default=(), metadata={"of": Cause})  # the greatest first
    story: Sequence[str] = ()  # what happened, in sentences
    unknown: Sequence[str] = ()  # what the seat could not know then, in sentences


@dataclass(frozen=True)
class Ledger(Part):
    """Where the result came from, for a seat's side. `start` and all the others add up to `result`."""

    start: float  # the chance at the beginning
    luck: float  # of dice and draws
    hidden: float  # of choices, anybody's, that met what their seats could not know
    own: float  # the seat's choices, by what it knew
    others: float  # everybody else's choices, by what they knew
    error: float  # of the estimate itself
    result: float


@dataclass(frozen=True)
class Review(Part):
    """All of it for one seat."""

    seat: str
    names: Sequence[str]  # of the teams, in words
    team: int  # the seat's
    over: bool = field(metadata={"always": True})  # whether the game is over; else there are marks alone
    nodes: int = 0  # that were searched
    judged: Sequence[Judged] = field(default=(), metadata={"of": Judged})
    graph: Sequence[Point] = field(default=(), metadata={"of": Point})
    swings: Sequence[Swing] = field(default=(), metadata={"of": Swing})  # the greatest first
    ledger: Ledger | None = field(default=None, metadata={"of": Ledger})
    result: str = ""  # who won and why, in words

    def count(self, mark: str) -> int:
        """How many choices have a mark."""
        return sum(each.mark == mark for each in self.judged)
