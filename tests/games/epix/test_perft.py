"""Counts of move sequences of Epix, for all numbers of players, both rule sets and every phase."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest

from petteia.ext import core
from petteia.ext import perft as kernel_perft
from tests.reference.base import Deal, perft, settle
from tests.reference.epix import Epix

from .table import DATA_ROWS, rules_of

ROWS: list[dict[str, Any]] = tomllib.loads((Path(__file__).parent / "perft.toml").read_text("utf-8"))["perft"]
SMALL, LARGE, LARGEST = 350, 20_000, 3_000_000


def rows(low: int, high: int) -> list[Any]:
    return [pytest.param(row, id=row["id"]) for row in ROWS if low < row["nodes"] <= high]


@pytest.mark.parametrize("row", rows(0, LARGEST))
def test_perft_of_the_kernel(row: dict[str, Any]) -> None:
    rules, luck = rules_of(row["seats"], row["rules"]), core.Luck(row["deal"])
    state = rules.rules.start()
    while state.pending() == core.PENDING_CHANCE:
        state.apply(core.CHANCE, luck.draw(state))
    for line in row["prefix"]:
        seat, move = line.split(" ")
        state.apply(rules.seat_number(seat), rules.parse_move(move))
    assert kernel_perft.perft(state, luck, row["depth"]) == row["nodes"]


@pytest.mark.long
@pytest.mark.parametrize("row", rows(LARGEST, 100_000_000))
def test_perft_of_the_kernel_large(row: dict[str, Any]) -> None:
    test_perft_of_the_kernel(row)


@pytest.mark.parametrize("row", rows(0, SMALL))
def test_perft_of_the_reference(row: dict[str, Any]) -> None:
    game, deal = Epix(row["seats"], {"rules": row["rules"]}, DATA_ROWS), Deal(row["deal"])
    settle(game, deal)
    for line in row["prefix"]:
        game.play(*line.split(" "))
    assert perft(game, deal, row["depth"]) == row["nodes"]


@pytest.mark.long
@pytest.mark.timeout(0)
@pytest.mark.parametrize("row", rows(SMALL, LARGE))
def test_perft_of_the_reference_large(row: dict[str, Any]) -> None:
    test_perft_of_the_reference(row)


def test_every_phase_is_counted() -> None:
    phases = {row["id"].rsplit("-", 1)[1] for row in ROWS if row["prefix"]}
    assert phases == {"auction", "give", "cards", "order", "recruit", "act", "unit", "fight", "press"}
