"""What a player is: it gets an observation and limits, and answers with a decision. It never gets a game or a state."""

from __future__ import annotations

import os
import time
from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from ..engine import GameError, IllegalMove, Observation, WrongSeat
from .stop import Stop

if TYPE_CHECKING:
    import random

PONDER_BATCH = 32  # playouts between two looks at whether to stop


class PlayerFailed(GameError):
    """A player gave no move that can be played. The message says who it was and quotes what it answered."""


@dataclass(frozen=True)
class Limits:
    """When to stop thinking: whichever comes first. With none of them a player uses its level's own budget."""

    nodes: int | None = None  # iterations
    seconds: float | None = None
    infinite: bool = False  # until told to stop
    moves: tuple[str, ...] | None = None  # only these are to be looked at; None: all that are legal


@dataclass(frozen=True)
class Line:
    """One move that was considered."""

    move: str
    policy: float  # how often the player means to play it; a secret choice is drawn from this
    value: float  # the share that the deciding seat's team expects if it is played
    visits: int
    continuation: tuple[str, ...] = ()  # moves expected next; "?" for what the seat will not see


@dataclass(frozen=True)
class Analysis:
    """What a player thinks, as plain data."""

    seat: str
    nodes: int
    seconds: float
    values: tuple[float, ...]  # expected share of each team, adding up to 1
    error: float  # standard error of the values
    lines: tuple[Line, ...]  # best first
    # Of hidden things: what may be there, and how likely.
    beliefs: dict[str, dict[str, float]] = field(default_factory=dict)

    def to_dict(self) -> dict[str, Any]:
        return {
            "seat": self.seat,
            "nodes": self.nodes,
            "seconds": round(self.seconds, 3),
            "values": [round(value, 4) for value in self.values],
            "error": round(self.error, 4),
            "lines": [
                {
                    "move": line.move,
                    "policy": round(line.policy, 4),
                    "value": round(line.value, 4),
                    "visits": line.visits,
                    "continuation": list(line.continuation),
                }
                for line in self.lines
            ],
            "beliefs": self.beliefs,
        }


@dataclass(frozen=True)
class Decision:
    """The move to play, how likely it was to be chosen, and what was thought on the way.

    A player that leaves a choice to a lot tells the chances: each move's, as they were when it drew. None are told
    where no lot decided, or where nobody knows.
    """

    move: str
    policy: float = 1.0
    analysis: Analysis | None = None
    chances: tuple[tuple[str, float], ...] = ()


Listener = Callable[[Analysis], None]


class Player(ABC):
    """Decides for a seat from its observation."""

    name: str

    # Whether a decision without a time limit depends on the seed and the observation alone. Then the same player with
    # another seed shows what else this one might have done.
    repeatable = False

    @abstractmethod
    def decide(
        self,
        observation: Observation,
        limits: Limits | None = None,
        listener: Listener | None = None,
        stop: Stop | None = None,
    ) -> Decision:
        """A decision for the observing seat, which must be asked.

        ``listener`` is told now and then what is thought so far, from the thinking thread; when ``stop`` is set the
        player answers at once with the best that it has.
        """

    def ponder(self, observation: Observation, listener: Listener, stop: Stop) -> Analysis:
        """Think ahead for a seat that is not asked, until ``stop``.

        Of use are what it finds on the way and, to players that keep their trees, the next `decide`. A player that
        keeps nothing plays on at random from worlds that the seat thinks possible.
        """
        seed = randomness(0, observation, "ponder").getrandbits(64)
        started = time.monotonic()
        totals: list[float] = [0.0] * len(observation.sample(seed).evaluate())
        nodes = 0
        while True:
            for _ in range(PONDER_BATCH):
                world = observation.sample(seed, nodes)
                world.playout(seed + nodes & (1 << 64) - 1)
                totals = [total + share for total, share in zip(totals, world.returns(), strict=True)]
                nodes += 1
            mean = tuple(total / nodes for total in totals)
            error = max(share * (1 - share) / nodes for share in mean) ** 0.5
            found = Analysis(observation.seat, nodes, time.monotonic() - started, mean, error, ())
            if stop.is_set():
                return found
            listener(found)
            time.sleep(0)  # other threads go first

    def begin(self) -> None:  # noqa: B027  most players keep nothing
        """A new game is going to be played: forget what was kept for the last one."""

    def close(self) -> None:  # noqa: B027  most players hold nothing
        """Nobody will ask this player again: let go of what it holds elsewhere."""

    def _legal(self, observation: Observation, limits: Limits | None = None) -> list[str]:
        """The moves to choose from, in the order of the rules: all that are legal, or those that the limits name."""
        moves = observation.legal()
        if not moves:
            raise WrongSeat(f"{observation.seat!r} is not asked now: want {', '.join(observation.pending) or 'nobody'}")
        if limits is None or limits.moves is None:
            return moves
        strange = [move for move in limits.moves if move not in moves]
        if strange or not limits.moves:
            raise IllegalMove(f"{strange[:1]!r} of the moves to choose from: want some of {', '.join(moves)}")
        return [move for move in moves if move in limits.moves]


def new_seed() -> int:
    """A seed of the player's own, from the operating system: never from the deal, never shown while a game goes on."""
    return int.from_bytes(os.urandom(8), "big")


def randomness(seed: int, observation: Observation, purpose: str = "choice") -> random.Random:
    """Random numbers that depend on the player's seed and on what its seat saw, and on nothing else."""
    import hashlib  # here, because an engine that only referees does without
    import random

    name = f"{seed}/{observation.seat}/{observation.key}/{purpose}"
    return random.Random(int.from_bytes(hashlib.blake2b(name.encode(), digest_size=16).digest(), "big"))
