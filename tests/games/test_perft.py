"""The kernel and the reference count the same sequences of decisions, from positions of every phase."""

from __future__ import annotations

import random
from typing import Any

import pytest

from petteia.engine import GAMES, Game
from petteia.ext.core import perft as kernel_perft
from tests.reference.base import perft

from .kernel import kept_rules
from .perft import MOST_BY_REFERENCE, Row, kernel_at, read, reference_at

MOST_BY_KERNEL = 5_000_000  # nodes; larger rows take the kernel more than a second or two


def rows(low: int, high: int) -> list[Any]:
    """The rows of all games with so many nodes."""
    found = [row for game in GAMES for row in read(game)[0] if low < row.nodes <= high or low == row.nodes == 0]
    return [pytest.param(row, id=f"{row.game}-{row.id}") for row in found]


def small_rows(are_small: bool) -> list[Any]:
    """Rows that the reference counts in a moment, or those that take it longer."""
    small = {game: read(game)[1] for game in GAMES}
    return [
        each for each in rows(0, MOST_BY_REFERENCE) if (each.values[0].nodes <= small[each.values[0].game]) == are_small
    ]


@pytest.mark.parametrize("row", rows(0, MOST_BY_KERNEL))
def test_the_kernel_counts(row: Row) -> None:
    state, deal = kernel_at(row)
    assert kept_rules(row.game, row.seats, **row.options).fields(state)["phase"] == row.phase
    assert kernel_perft.perft(state, deal, row.depth) == row.nodes
    assert sum(n for *_, n in kernel_perft.divide(state, deal, row.depth)) == row.nodes


@pytest.mark.long
@pytest.mark.timeout(0)
@pytest.mark.parametrize("row", rows(MOST_BY_KERNEL, 10**9))
def test_the_kernel_counts_large_rows(row: Row) -> None:
    test_the_kernel_counts(row)


@pytest.mark.parametrize("row", small_rows(True))
def test_the_reference_counts(row: Row) -> None:
    game, deal = reference_at(row)
    assert perft(game, deal, row.depth) == row.nodes


@pytest.mark.long
@pytest.mark.timeout(0)
@pytest.mark.parametrize("row", small_rows(False))
def test_the_reference_counts_large_rows(row: Row) -> None:
    test_the_reference_counts(row)


@pytest.mark.parametrize("game", GAMES)
def test_every_phase_with_a_decision_is_counted(game: str) -> None:
    found = set()
    for seats, options in GAMES[game].shapes():
        for seed in range(6):
            played, rng = Game(kept_rules(game, seats, **options), seed), random.Random(seed)
            while played.pending:
                found.add(played.view("pub")["phase"])
                played.play(played.pending[0], rng.choice(played.legal(played.pending[0])))
    assert {row.phase for row in read(game)[0]} >= found
