"""Positions and counts of move sequences, from each game's `perft.toml`. A row says:

seats, and options    the number of players, and the game's options by their names
deal                  the seed of the deal, which answers for chance throughout; chance is not counted as a decision
prefix                the moves that lead from the start to the position, each by the first seat that is pending
phase                 the phase of that position
depth, nodes          how many decisions are made from there, and in how many ways; a game that ends earlier counts
                      nothing. Of several pending seats the first decides first.
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from pathlib import Path

from petteia.ext import core
from tests.reference import REFERENCES
from tests.reference.base import Deal, Reference, settle

from .kernel import kernel_rules

NAMES = ("id", "seats", "deal", "phase", "prefix", "depth", "nodes")
MOST_BY_REFERENCE = 100_000  # nodes: what the reference counts within minutes


@dataclass(frozen=True)
class Row:
    """One row of a game's file."""

    game: str
    options: dict[str, str]
    id: str
    seats: int
    deal: int
    phase: str
    prefix: list[str]
    depth: int
    nodes: int


def path_of(game: str) -> Path:
    return Path(__file__).parent / game / "perft.toml"


def read(game: str) -> tuple[list[Row], int]:
    """The rows of a game, and the largest count that the reference makes in a moment."""
    file = tomllib.loads(path_of(game).read_text("utf-8"))
    rows = []
    for values in file["perft"]:
        options = {name: value for name, value in values.items() if name not in NAMES}
        rows.append(Row(game, options, **{name: values[name] for name in NAMES}))
    return rows, file["most_by_reference"]


def reference_at(row: Row) -> tuple[Reference, Deal]:
    game, deal = REFERENCES[row.game](row.seats, row.options), Deal(row.deal)
    settle(game, deal)
    for move in row.prefix:
        game.play(game.pending()[0], move)
        settle(game, deal)
    return game, deal


def kernel_at(row: Row) -> tuple[core.State, core.DealRng]:
    rules, deal = kernel_rules(row.game, row.seats, row.options), core.DealRng(row.deal)
    state = rules.rules.start()
    for move in ("", *row.prefix):
        if move:
            state.apply(rules.seat_number(rules.pending_seats(state.pending())[0]), rules.parse_move(move))
        while state.pending() == core.PENDING_CHANCE:
            state.apply(core.CHANCE, deal.draw(state))
    return state, deal
