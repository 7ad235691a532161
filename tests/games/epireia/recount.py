"""``python -m tests.games.epireia.recount [ID]...``: count the rows of perft.toml anew, after the components changed.

The reference counts, never the kernel. A row keeps its position where its moves are still legal; otherwise random play
finds another one of the phase that the row's name ends with.
"""

from __future__ import annotations

import random
import re
import sys
import textwrap
import tomllib
from pathlib import Path
from typing import Any

from tests.reference.base import CHANCE, Deal, perft
from tests.reference.epireia import Epireia

from .table import DATA

ROWS = Path(__file__).parent / "perft.toml"
FEWEST = 150  # nodes: a position that counts fewer says little
LONGEST = 400  # decisions on the way to a position


class Position:
    """A game of the reference and the decisions that led to it."""

    def __init__(self, row: dict[str, Any]) -> None:
        options = {name: row[name] for name in ("scenario", "enemy") if name in row}
        self.game, self.deal = Epireia(row["seats"], options, DATA), Deal(row["deal"])
        self.moves: list[str] = []
        self._settle()

    def _settle(self) -> None:
        while self.game.pending() == [CHANCE]:
            self.game.play(CHANCE, self.deal.choose(*self.game.chance()))

    @property
    def legal(self) -> list[str]:
        """Of the first pending seat; none when the game is over."""
        return self.game.legal(self.game.pending()[0]) if self.game.pending() else []

    def play(self, move: str) -> None:
        self.game.play(self.game.pending()[0], move)
        self.moves.append(move)
        self._settle()

    def count(self, depth: int) -> int:
        return perft(self.game, self.deal, depth)


def as_written(row: dict[str, Any]) -> Position | None:
    """The row's own position, if its moves are still legal."""
    position = Position(row)
    for move in row["prefix"]:
        if move not in position.legal:
            return None
        position.play(move)
    return position


def another(row: dict[str, Any]) -> Position:
    """A position of the same phase, from random play in which each kind of move is as likely."""
    phase = row["id"].rpartition("-")[2]
    for seed in range(1000):
        position, numbers = Position(row), random.Random(seed)
        while position.legal and (position.game.fields()["phase"] != phase or not position.moves):
            verb = numbers.choice(sorted({move.partition(":")[0] for move in position.legal}))
            position.play(numbers.choice([move for move in position.legal if move.partition(":")[0] == verb]))
        if position.legal and len(position.moves) < LONGEST and position.count(row["depth"]) >= FEWEST:
            return position
    raise SystemExit(f"{row['id']}: no game in a thousand came to a {phase} worth counting")


def with_moves(block: str, moves: list[str]) -> str:
    """A row of the file with these moves."""
    quoted = ", ".join(f'"{move}"' for move in moves)
    lines = textwrap.fill(
        quoted, 116, initial_indent="    ", subsequent_indent="    ", break_long_words=False, break_on_hyphens=False
    )
    return re.sub(r"prefix = \[.*?\]\n", lambda _: f"prefix = [\n{lines},\n]\n", block, count=1, flags=re.DOTALL)


def main(only: list[str]) -> None:
    text = ROWS.read_text("utf-8")
    rows = tomllib.loads(text)["perft"]
    unknown = set(only) - {row["id"] for row in rows}
    if unknown:
        raise SystemExit(f"no row {', '.join(sorted(unknown))}: want {', '.join(row['id'] for row in rows)}")
    head, *blocks = re.split(r"(?m)^(?=\[\[perft\]\])", text)
    for index, row in enumerate(rows):
        if only and row["id"] not in only:
            continue
        found = as_written(row)
        position = found or another(row)
        nodes = position.count(row["depth"])
        print(f"{row['id']}: {row['nodes']} -> {nodes}{'' if found else ', at another position'}")
        blocks[index] = re.sub(r"nodes = \d+", f"nodes = {nodes}", blocks[index], count=1)
        if not found:
            blocks[index] = with_moves(blocks[index], position.moves)
        ROWS.write_text(head + "".join(blocks), "utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
