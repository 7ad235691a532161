"""How the cost of a search grows: with its nodes, with the players at the table, with hands and purses.

Playouts go to the end of the game and are uniformly random, so that what is measured is the search and the kernel and
not how soon a position can be judged.
"""

from __future__ import annotations

import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from ...engine import Game, Ruleset, ruleset
from ...engine.registry import find
from ...ext.search.searcher import Searcher
from .signature import SEED, bytes_in_use
from .speed import UNIFORM

MEMORY = 1024  # megabytes
FRESH = 100_000  # up to so many nodes a search is made anew for each point, and the best of ROUNDS counts
ROUNDS = 3
SIZED_NODES = 5_000  # for each number of players, each hand and each purse

# Settings that say how much a player holds, and values for them.
SIZES: dict[str, tuple[str, tuple[int, ...]]] = {
    "egemonia": ("hand", (3, 4)),  # more would be too many different hands for its kernel
    "ephyran": ("hand", (2, 3, 4, 5, 6)),
    "epix": ("start_gold", (5, 10, 15, 20)),
}

Tell = Callable[[str], None]


@dataclass(frozen=True)
class Point:
    """A search of so many nodes from the start of the game."""

    game: str
    nodes: int
    nodes_per_second: float
    bytes: int  # of nodes and edges in use


@dataclass(frozen=True)
class Sized:
    """A search of SIZED_NODES where something has another size."""

    game: str
    what: str  # "seats", or the name of a setting
    size: int
    nodes_per_second: float
    moves_per_second: float
    moves_a_node: float
    bytes_a_node: float


@dataclass(frozen=True)
class Growth:
    points: tuple[Point, ...]
    sized: tuple[Sized, ...]

    def to_dict(self) -> dict[str, Any]:
        return {"nodes": [asdict(point) for point in self.points], "sizes": [asdict(sized) for sized in self.sized]}


def checkpoints(upto: int) -> list[int]:
    """1,000, 3,000, 10,000, ... and the last one itself."""
    found = [digit * 10**power for power in range(3, 13) for digit in (1, 3) if digit * 10**power < upto]
    return [*found, upto]


def grown(games: tuple[str, ...], upto: int, tell: Tell = lambda what: None) -> Growth:
    """Measure all of it; ``tell`` hears of each step, ``steps_of`` says how many there are."""
    points: list[Point] = []
    for name in games:
        points += by_nodes(name, upto, tell)
    sized = []
    for name, what, size, rules in _sizes(games):
        tell(f"{name} {what} {size}")
        sized.append(_sized(name, what, size, rules))
    return Growth(tuple(points), tuple(sized))


def steps_of(games: tuple[str, ...], upto: int) -> int:
    sizes = sum(len(find(name).seat_counts) + len(SIZES.get(name, ("", ()))[1]) for name in games)
    return len(games) * len(checkpoints(upto)) + sizes


def by_nodes(name: str, upto: int, tell: Tell = lambda what: None, memory: int = MEMORY) -> Iterator[Point]:
    """A point for each checkpoint. Beyond FRESH nodes one search goes on and on."""
    rules = find(name)()
    search, seconds = _search(rules, memory), 0.0
    for nodes in checkpoints(upto):
        tell(f"{name} {nodes:,}")
        if nodes <= FRESH:
            tries = []
            for _ in range(ROUNDS):
                search = _search(rules, memory)
                tries.append(_run(search, nodes))
            seconds = min(tries)
        else:
            seconds += _run(search, nodes - search.nodes)
        yield Point(name, nodes, nodes / seconds, bytes_in_use(search))


def _sizes(games: tuple[str, ...]) -> Iterator[tuple[str, str, int, Ruleset]]:
    for name in games:
        for seats in sorted(find(name).seat_counts):
            yield name, "seats", seats, ruleset(name, seats)
        what, values = SIZES.get(name, ("", ()))
        for value in values:
            yield name, what, value, with_setting(name, what, value)


def with_setting(name: str, setting: str, value: int) -> Ruleset:
    """A game with one of its numbers changed."""
    rows = [row for row in find(name)().components if row.file == "settings.toml"]
    text = ""
    for row in rows:
        values = row.values | ({"value": value} if row.values["id"] == setting else {})
        text += "[[setting]]\n" + "".join(f"{key} = {_toml(item)}\n" for key, item in values.items())
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "settings.toml").write_text(text, "utf-8")
        return ruleset(name, data=folder)


def _toml(value: Any) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, str):
        return '"' + value.replace("\\", "\\\\").replace('"', '\\"') + '"'
    return str(value)


def _search(rules: Ruleset, memory: int) -> Searcher:
    game = Game(rules, 1)
    observation = game.observation(game.pending[0])
    return Searcher(observation.core, ai_seed=SEED, memory_mb=memory, params=UNIFORM)


def _run(search: Searcher, nodes: int) -> float:
    started = time.thread_time()
    search.run(nodes)
    return time.thread_time() - started


def _sized(name: str, what: str, size: int, rules: Ruleset) -> Sized:
    tries = []
    for _ in range(ROUNDS):
        search = _search(rules, 64)
        tries.append(_run(search, SIZED_NODES))
    seconds = min(tries)
    return Sized(
        name,
        what,
        size,
        SIZED_NODES / seconds,
        search.decisions / seconds,
        search.decisions / SIZED_NODES,
        bytes_in_use(search) / SIZED_NODES,
    )
