"""``python -m tests.games.recount GAME [ID]...``: count the rows of a game's perft.toml anew.

That is wanted after its components changed. The reference counts; only rows that would take it hours are left to the
kernel, and the output says which. A row keeps its position where that is still one of its phase; otherwise random play
finds another.
"""

from __future__ import annotations

import random
import re
import sys
import textwrap
from dataclasses import replace

from petteia.ext.core import perft as kernel_perft
from tests.reference import REFERENCES
from tests.reference.base import perft, settle
from tests.tools.random_play import any_kind

from .perft import MOST_BY_REFERENCE, Row, kernel_at, path_of, read, reference_at

FEWEST = 150  # nodes: a position that counts fewer says little
LONGEST = 400  # decisions on the way to a position


def count(row: Row) -> int:
    if row.nodes > MOST_BY_REFERENCE:
        return int(kernel_perft.perft(*kernel_at(row), row.depth))
    return perft(*reference_at(row), row.depth)


def is_still_there(row: Row) -> bool:
    """Whether the row's moves still lead to its phase."""
    try:
        game, _ = reference_at(row)
    except (AssertionError, ValueError, IndexError):  # a move is not legal any more, or the game ends before it
        return False
    return bool(game.fields()["phase"] == row.phase)


def another(row: Row) -> Row:
    """A position of the same phase, from random play in which each kind of move is as likely."""
    for seed in range(1000):
        rng, prefix = random.Random(seed), list[str]()
        game, deal = reference_at(replace(row, prefix=[]))
        while game.pending() and len(prefix) < LONGEST and (game.fields()["phase"] != row.phase or not prefix):
            prefix.append(any_kind(rng, game.legal(game.pending()[0])))
            game.play(game.pending()[0], prefix[-1])
            settle(game, deal)
        if game.pending() and game.fields()["phase"] == row.phase and perft(game, deal, row.depth) >= FEWEST:
            return replace(row, prefix=prefix)
    raise SystemExit(f"{row.id}: no game in a thousand came to a {row.phase} worth counting")


def with_moves(block: str, moves: list[str]) -> str:
    """A row of the file with these moves."""
    quoted = ", ".join(f'"{move}"' for move in moves)
    lines = textwrap.fill(
        quoted, 116, initial_indent="    ", subsequent_indent="    ", break_long_words=False, break_on_hyphens=False
    )
    return re.sub(r"prefix = \[.*?\]\n", lambda _: f"prefix = [\n{lines},\n]\n", block, count=1, flags=re.DOTALL)


def main(game: str, only: list[str]) -> None:
    rows, _ = read(game)
    unknown = set(only) - {row.id for row in rows}
    if unknown:
        raise SystemExit(f"no row {', '.join(sorted(unknown))}: want {', '.join(row.id for row in rows)}")
    head, *blocks = re.split(r"(?m)^(?=\[\[perft\]\])", path_of(game).read_text("utf-8"))
    for index, row in enumerate(rows):
        if only and row.id not in only:
            continue
        kept = is_still_there(row)
        position = row if kept else another(row)
        nodes = count(position)
        by = ", by the kernel" if row.nodes > MOST_BY_REFERENCE else ""
        print(f"{row.id}: {row.nodes} -> {nodes}{by}{'' if kept else ', at another position'}", flush=True)
        blocks[index] = re.sub(r"nodes = \d+", f"nodes = {nodes}", blocks[index], count=1)
        if not kept:
            blocks[index] = with_moves(blocks[index], position.prefix)
        path_of(game).write_text(head + "".join(blocks), "utf-8")


if __name__ == "__main__":
    if len(sys.argv) < 2 or sys.argv[1] not in REFERENCES:
        raise SystemExit(f"want a game: {', '.join(REFERENCES)}")
    main(sys.argv[1], sys.argv[2:])
