"""What every reference game shares: the interface, the deal's random numbers, and perft.

A reference is written for reading, not for speed: plain dictionaries and lists, the rulebook's words, no
import from ``petteia``. It takes the same component data as the kernel (the parsed TOML files), because data
are facts; everything that is *done* with the data is written a second time here.
"""

from __future__ import annotations

import copy
import functools
import tomllib
from abc import ABC, abstractmethod
from pathlib import Path
from typing import Any, ClassVar, Self

CHANCE = "chance"
GAMES = Path(__file__).resolve().parents[2] / "engine" / "games"

_GAMMA = 0x9E3779B97F4A7C15
_MASK = (1 << 64) - 1


def mix(z: int) -> int:
    """Scramble 64 bits (the output function of SplitMix64)."""
    z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
    z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & _MASK
    return z ^ (z >> 31)


def bounded(state: int, n: int) -> int:
    """An unbiased number below ``n`` from the SplitMix64 stream that starts at ``state``."""
    while True:
        state = (state + _GAMMA) & _MASK
        product = (mix(state) >> 32) * n
        low = product & 0xFFFFFFFF
        if low >= n or low >= (2**32 - n) % n:
            return product >> 32


class Deal:
    """The luck of one game: the n-th draw from a source depends on (seed, source, n) and on nothing else."""

    def __init__(self, seed: int) -> None:
        self.seed = seed & _MASK
        self.drawn: dict[int, int] = {}

    def choose(self, source: int, outcomes: list[tuple[str, int]]) -> str:
        """Draw one of ``(outcome, weight)`` for the next draw of this source."""
        n = self.drawn.get(source, 0)
        self.drawn[source] = n + 1
        key = mix((self.seed + (source + 1) * _GAMMA) & _MASK)
        start = mix((key + (n + 1) * _GAMMA) & _MASK)
        r = bounded(start, sum(weight for _, weight in outcomes))
        for outcome, weight in outcomes:
            if r < weight:
                return outcome
            r -= weight
        raise AssertionError("weights do not add up")


class Reference(ABC):
    """One game in progress. Seats are ``s0``, ``s1``...; chance is the seat ``chance``."""

    NAME: ClassVar[str]
    SEATS: ClassVar[tuple[int, ...]]

    @abstractmethod
    def __init__(
        self, seats: int = 2, options: dict[str, Any] | None = None, data: dict[str, Any] | None = None
    ) -> None:
        """A game from the start; ``data`` are other components than the game's own."""

    @classmethod
    @abstractmethod
    def from_fields(
        cls, fields: dict[str, Any], data: dict[str, Any] | None = None, options: dict[str, Any] | None = None
    ) -> Self:
        """The position that ``fields()`` describes; ``options`` are those that fields do not tell."""

    @abstractmethod
    def pending(self) -> list[str]:
        """Who must decide now, in seat order; ``["chance"]`` for chance; empty when the game is over."""

    @abstractmethod
    def legal(self, seat: str) -> list[str]:
        """The legal moves of a pending seat (for chance: the possible outcomes), in the order of the rules page."""

    @abstractmethod
    def chance(self) -> tuple[int, list[tuple[str, int]]]:
        """While chance is pending: its source, and each outcome with its whole-number weight."""

    @abstractmethod
    def play(self, seat: str, move: str) -> None:
        """Make a legal move."""

    @abstractmethod
    def fields(self) -> dict[str, Any]:
        """The whole position as plain data, with the names that the game's RULES.md lists."""

    @abstractmethod
    def view(self, seat: str) -> dict[str, Any]:
        """What a seat may see of ``fields()``, built from what it may see."""

    @abstractmethod
    def returns(self) -> list[float]:
        """At the end: one number per team, adding up to 1."""

    @abstractmethod
    def check(self) -> None:
        """Fail unless the position is one that can be."""

    def clone(self) -> Self:
        return copy.deepcopy(self)


def data_folder(game: str) -> Path:
    """Where a game keeps its component files."""
    return GAMES / game / "data"


def load_data(folder: Path) -> dict[str, Any]:
    """Every TOML file of a data folder, by file stem."""
    return {path.stem: tomllib.loads(path.read_text("utf-8")) for path in sorted(folder.glob("*.toml"))}


@functools.cache
def components(game: str) -> dict[str, Any]:
    """A game's own components, read once: who wants others makes a copy."""
    return load_data(data_folder(game))


def settle(game: Reference, deal: Deal) -> None:
    """Let the deal answer for chance until a seat must decide or the game is over."""
    while game.pending() == [CHANCE]:
        source, outcomes = game.chance()
        game.play(CHANCE, deal.choose(source, outcomes))


def perft(game: Reference, deal: Deal, depth: int) -> int:
    """Count the move sequences of ``depth`` decisions; chance comes from the deal and is not counted.

    Of several pending seats the first in seat order decides first. A game that ends earlier counts nothing.
    """
    game, deal = game.clone(), copy.deepcopy(deal)
    settle(game, deal)
    if depth == 0:
        return 1
    total = 0
    for seat in game.pending()[:1]:
        for move in game.legal(seat):
            after = game.clone()
            after.play(seat, move)
            total += perft(after, deal, depth - 1)
    return total
