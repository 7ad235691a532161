"""Perft of Ephyran: the kernel and the reference count the same sequences of decisions."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest

from petteia.engine import ruleset
from petteia.ext import core
from petteia.ext import perft as kernel_perft
from tests.reference.base import Deal, perft, settle
from tests.reference.ephyran import Ephyran

from .variants import RULES

PERFT: list[dict[str, Any]] = tomllib.loads((Path(__file__).parent / "perft.toml").read_text("utf-8"))["perft"]
SMALL = 150  # what the reference counts in a moment


def rows(most: int) -> list[Any]:
    return [pytest.param(row, id=row["id"]) for row in PERFT if row["nodes"] <= most]


@pytest.mark.parametrize("row", rows(10**9))
def test_perft_of_the_kernel(row: dict[str, Any]) -> None:
    rules, luck = ruleset("ephyran", row["seats"], gods=row["gods"]), core.Luck(row["deal"])
    state = rules.rules.start()
    for move in ["", *row["prefix"].split()]:
        if move:
            state.apply(rules.seat_number(rules.words(state.pending())[0]), rules.parse_move(move))
        while state.pending() == core.PENDING_CHANCE:
            state.apply(core.CHANCE, luck.draw(state))
    assert kernel_perft.perft(state, luck, row["depth"]) == row["nodes"]


@pytest.mark.parametrize("row", rows(SMALL))
def test_perft_of_the_reference(row: dict[str, Any]) -> None:
    game, deal = Ephyran(row["seats"], {"gods": row["gods"]}, RULES), Deal(row["deal"])
    settle(game, deal)
    for move in row["prefix"].split():
        game.play(game.pending()[0], move)
        settle(game, deal)
    assert perft(game, deal, row["depth"]) == row["nodes"]


@pytest.mark.long
@pytest.mark.timeout(0)
@pytest.mark.parametrize("row", [row for row in rows(10**9) if row.values[0]["nodes"] > SMALL])
def test_perft_of_the_reference_large(row: dict[str, Any]) -> None:
    test_perft_of_the_reference(row)
