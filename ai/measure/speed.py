"""How fast each game is searched and played out, beside what the machine itself can do in the same run.

Rounds go through everything in turn, so that all figures see the same machine. What one thread does is measured in
seconds of its processor time: others who use the machine count less. What two threads do is measured by the clock.
"""

from __future__ import annotations

import math
import statistics
import threading
import time
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from ... import __version__
from ...engine import GAMES, Game
from ...engine.registry import find
from ...ext.core import measure
from ...ext.search.searcher import Searcher
from .rates import Rate
from .signature import MEMORY, NODES, SEED, SIZES, Tally, joined, tally

ROUNDS = 3
TURNS, TURN = 5, 0.05  # of each measurement without a fixed number of nodes, and seconds of each turn
COPY_NS = 6.6  # on the machine for which figures are stated: a copy of 512 bytes
UNIFORM = {"cutoff": -1, "guided": 0}  # a search whose playouts are uniformly random and go to the end of the game

Tell = Callable[[str], None]


@dataclass(frozen=True)
class Machine:
    """What bounds everything else."""

    copy_ns: float  # to copy 512 bytes that lie in the cache
    random_ns: float  # for a random number

    def to_dict(self) -> dict[str, float]:
        return {"copy_512_ns": self.copy_ns, "random_ns": self.random_ns}


@dataclass(frozen=True)
class GameSpeed:
    """One game's figures."""

    game: str
    tally: Tally  # of one round: all are alike
    search: Rate  # iterations, as it plays
    playout: Rate  # random decisions from the start to the end of the game
    uniform: Rate  # decisions of a search with UNIFORM playouts, from the same start
    uniform_share: float  # of the playouts' decisions, in the median pair of turns: both saw the same machine
    gain: float  # how many times more iterations two threads make than one,
    loop_gain: float  # and how many times more random numbers at the same time

    def rates(self) -> dict[str, Rate]:
        return {
            f"{self.game} search": self.search,
            f"{self.game} playout": self.playout,
            f"{self.game} uniform search": self.uniform,
        }

    def to_dict(self, machine: Machine) -> dict[str, Any]:
        nodes = self.tally.nodes
        return {
            "signature": self.tally.signature,
            "nodes": nodes,
            "nodes_per_second": self.search.to_dict(),
            "transitions_per_second": self.search.best * self.tally.transitions / nodes,
            "transitions_per_node": self.tally.transitions / nodes,
            "copies_per_node": self.tally.copies / nodes,
            "bytes_per_node": self.tally.bytes / nodes,
            "playout_moves_per_second": self.playout.to_dict(),
            "playout_moves_per_second_at_6_6_ns": self.playout.best * machine.copy_ns / COPY_NS,
            "uniform_moves_per_second": self.uniform.to_dict(),
            "uniform_share_of_playout": self.uniform_share,
            "two_threads": self.gain,
            "two_threads_of_a_bare_loop": self.loop_gain,
            "two_threads_share": self.gain / self.loop_gain,
        }


@dataclass(frozen=True)
class Report:
    """A whole run."""

    machine: Machine
    games: tuple[GameSpeed, ...]
    signature: str
    nodes: int  # for each position
    rounds: int

    @property
    def n_nodes(self) -> int:
        return sum(game.tally.nodes for game in self.games)

    def rates(self) -> dict[str, Rate]:
        return {name: rate for game in self.games for name, rate in game.rates().items()}

    def to_dict(self) -> dict[str, Any]:
        return {
            "petteia": __version__,
            "signature": self.signature,
            "nodes": self.n_nodes,
            "nodes_for_each_position": self.nodes,
            "rounds": self.rounds,
            "edge_bytes": SIZES["edge"],
            "machine": self.machine.to_dict(),
            "games": {game.game: game.to_dict(self.machine) for game in self.games},
        }


def steps_of(games: Iterable[str], rounds: int) -> int:
    """How often ``measured`` tells."""
    return rounds * (1 + len(tuple(games)))


class Counted:
    """What was done in several turns, and how long it took."""

    def __init__(self) -> None:
        self.done, self.seconds = 0, 0.0

    def add(self, done: int, seconds: float) -> float:
        """One more turn; says how many a second it did."""
        self.done += done
        self.seconds += seconds
        return done / seconds

    @property
    def rate(self) -> float:
        return self.done / self.seconds


class _Rounds:
    """What is collected from round to round for one game."""

    def __init__(self, name: str, nodes: int) -> None:
        self.name, self.nodes = name, nodes
        game = Game(find(name)(), 1)
        self.state = game.state
        self.observation = game.observation(game.pending[0])
        self.tally = Tally()
        self.search: list[float] = []
        self.playout: list[float] = []
        self.uniform: list[float] = []
        self.shares: list[float] = []
        self.scaling = Scaling(self._searcher(1), self._searcher(2))

    def round(self) -> None:
        self.tally = tally(self.name, self.nodes)
        self.search.append(self.tally.nps)
        self._playouts()
        self.scaling.round()

    def _playouts(self) -> None:
        """Random games, alone and at the ends of a search."""
        search = self._searcher(params=UNIFORM)
        alone, searching = Counted(), Counted()
        for _ in range(TURNS):
            _, decisions, seconds = measure.playouts(self.state, TURN)
            rate = alone.add(decisions, seconds)
            before, started = search.decisions, time.thread_time()
            search.run(seconds=TURN)
            self.shares.append(searching.add(search.decisions - before, time.thread_time() - started) / rate)
        self.playout.append(alone.rate)
        self.uniform.append(searching.rate)

    def _searcher(self, threads: int = 1, params: Mapping[str, float] | None = None) -> Searcher:
        return Searcher(self.observation.core, ai_seed=SEED, memory_mb=MEMORY, threads=threads, params=params)

    def done(self) -> GameSpeed:
        search, playout, uniform = (Rate(tuple(found)) for found in (self.search, self.playout, self.uniform))
        share = statistics.median(self.shares)
        return GameSpeed(self.name, self.tally, search, playout, uniform, share, *self.scaling.gains())


class Scaling:
    """One thread against two, a search against a bare loop: short turns, so that all four see the same machine."""

    def __init__(self, one: Searcher, two: Searcher) -> None:
        self.searches = (one, two)
        self.numbers = [0.0, 0.0]

    def round(self) -> None:
        for _ in range(TURNS):
            for index, search in enumerate(self.searches):
                self.numbers[index] += spinning(index + 1, TURN)
                search.run(seconds=TURN)

    def gains(self) -> tuple[float, float]:
        """How many times more two threads do: the search, and the loop."""
        one, two = self.searches
        return two.nodes / two.seconds * one.seconds / one.nodes, self.numbers[1] / self.numbers[0]


def spinning(threads: int, seconds: float) -> float:
    """Random numbers a second by the clock, from so many threads."""
    made = [0] * threads

    def spin(number: int) -> None:
        made[number], _ = measure.spin(seconds)

    others = [threading.Thread(target=spin, args=(number,)) for number in range(1, threads)]
    started = time.perf_counter()
    for other in others:
        other.start()
    spin(0)
    for other in others:
        other.join()
    return sum(made) / (time.perf_counter() - started)


def measured(
    games: Iterable[str] = tuple(GAMES), nodes: int = NODES, rounds: int = ROUNDS, tell: Tell = lambda what: None
) -> Report:
    """Measure these games; ``tell`` hears what is measured next."""
    found = [_Rounds(name, nodes) for name in games]
    copy_ns = random_ns = math.inf
    for _ in range(rounds):
        tell("machine")
        copy_ns = min(copy_ns, measure.memcpy_ns())
        random_ns = min(random_ns, measure.random_ns())
        for game in found:
            tell(game.name)
            game.round()
    signature = joined([game.tally for game in found]).signature
    speeds = tuple(game.done() for game in found)
    return Report(Machine(copy_ns, random_ns), speeds, signature, nodes, rounds)
