"""Epireia's law of sampling (RULES.md): tokens as labelled pieces, and every way to place them."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

Tokens = tuple[tuple[int, int], ...]  # (level, power) of each


def pieces(counts: list[int]) -> list[int]:
    """Tokens as labelled pieces: their powers."""
    return [power for power, n in enumerate(counts, 1) for _ in range(n)]


def _choices(army: Tokens, column: int) -> Iterator[tuple[int, ...]]:
    """The labelled pieces that can go into a column, by their places in the army."""
    after = 2 - column
    least = max(min(len(army), 2 * after + 2) - 2 * after, 0)
    for n in (0, 1, 2):
        if n >= least:
            yield from combinations(range(len(army)), n)


def histories(army: Tokens) -> Iterator[list[Tokens]]:
    """Every way to place labelled pieces into three columns."""

    def go(left: Tokens, column: int) -> Iterator[list[Tokens]]:
        if column == 3:
            yield []
            return
        for chosen in _choices(left, column):
            rest = tuple(piece for place, piece in enumerate(left) if place not in chosen)
            for later in go(rest, column + 1):
                yield [tuple(sorted((left[place] for place in chosen), reverse=True)), *later]

    return go(army, 0)
