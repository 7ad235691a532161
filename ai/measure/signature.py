"""A number that changes only when the engine's behaviour does: fixed positions, seeds and nodes, one thread.

What is hashed is what the strongest level would play and how its search spent its iterations. Shares are written with
six digits: they may come from the C library's power function, whose last bit differs between systems.
"""

from __future__ import annotations

import hashlib
import time
import tomllib
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from ...engine import GAMES, Game, Observation
from ...engine.registry import find
from ...ext.search import tree
from ...ext.search.searcher import Searcher
from ..player import Decision
from ..players.ismcts import IsmctsPlayer
from ..stop import Stop, Stopped, stopping

SEED = 1
MEMORY = 64  # megabytes: none of these searches fills them
NODES = 2000  # for each position
DEPTHS = (0, 5, 10, 16, 23, 31)  # decisions before each position

SIZES = tree.sizes()


def recorded() -> dict[str, str]:
    """The signatures of each game and of all, as they stood when this version was made."""
    text = Path(__file__).with_name("signature.toml").read_text("utf-8")
    return {str(name): str(value) for name, value in tomllib.loads(text)["signature"].items()}


def positions(name: str, depths: tuple[int, ...] = DEPTHS) -> Iterator[Observation]:
    """What a seat that has a choice knows, in several games of one kind, for each number of players in turn."""
    seat_counts = find(name).seat_counts
    for deal, depth in enumerate(depths, 1):
        game = Game(find(name)(seat_counts[(deal - 1) % len(seat_counts)]), deal)
        step = 0
        while game.pending:
            moves = game.legal(game.pending[0])
            if step >= depth and len(moves) > 1:
                yield game.observation(game.pending[0])
                break
            game.play(game.pending[0], moves[(7919 * step + 104_729 * deal) % len(moves)])
            step += 1


class Tally:
    """Searches that were made: how much, how fast, and what came out."""

    def __init__(self) -> None:
        self.nodes = self.transitions = self.decisions = self.copies = self.bytes = 0
        self.seconds = 0.0
        self._seen = hashlib.sha256()

    def add(self, search: Searcher, seconds: float, decision: Decision) -> None:
        analysis = decision.analysis
        assert analysis is not None
        self.nodes += search.nodes
        self.transitions += search.transitions
        self.decisions += search.decisions
        self.copies += search.copies
        self.bytes += bytes_in_use(search)
        self.seconds += seconds
        words = [decision.move, f"{decision.policy:.6f}", str(search.nodes), str(search.decisions)]
        words += [f"{value:.6f}" for value in analysis.values]
        words += [f"{line.move}={line.visits}" for line in sorted(analysis.lines, key=lambda line: line.move)]
        self._seen.update((" ".join(words) + "\n").encode())

    def join(self, other: Tally) -> None:
        """Add another game's."""
        for name in ("nodes", "transitions", "decisions", "copies", "bytes", "seconds"):
            setattr(self, name, getattr(self, name) + getattr(other, name))
        self._seen.update(other._seen.digest())

    @property
    def signature(self) -> str:
        return self._seen.hexdigest()[:12]

    @property
    def nps(self) -> float:
        """Iterations a second."""
        return self.nodes / self.seconds if self.seconds > 0 else 0.0


def bytes_in_use(search: Searcher) -> int:
    """Bytes of the nodes and edges that a search has made, with the nodes' places in the hash tables."""
    nodes, edges = search.used
    return nodes * (SIZES["node"] + SIZES["slot"]) + edges * SIZES["edge"]


def tally(name: str, nodes: int = NODES, stop: Stop | None = None) -> Tally:
    """Search a game's positions. Raises Stopped when ``stop`` is set."""
    found = Tally()
    player = IsmctsPlayer(seed=SEED)
    for observation in positions(name):
        search = Searcher(observation.core, ai_seed=SEED, memory_mb=MEMORY)
        started = time.thread_time()
        with stopping(stop, search.stop):
            search.run(nodes)
        seconds = time.thread_time() - started
        if stop is not None and stop.is_set():
            raise Stopped
        found.add(search, seconds, player.conclude(search, observation))
    return found


def joined(tallies: Sequence[Tally]) -> Tally:
    """Several games in one. A single one stays as it is, and so does its signature."""
    if len(tallies) == 1:
        return tallies[0]
    total = Tally()
    for one in tallies:
        total.join(one)
    return total


def signatures(nodes: int = NODES, games: Iterable[str] = tuple(GAMES)) -> dict[str, str]:
    """The signature of each game, and of all of these under ``all``."""
    found = {name: tally(name, nodes) for name in games}
    return {name: one.signature for name, one in found.items()} | {"all": joined([*found.values()]).signature}
