"""A run as tables: rows for the terminal and for Markdown, and a saved run to compare with."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from ...engine import GameError
from ...engine.registry import find
from .growth import Growth
from .rates import Change, Rate, amount, compare, speed_of_machine
from .speed import COPY_NS, GameSpeed, Report

COLUMNS = (
    "game",
    "nodes/s",
    "transitions/s",
    "bytes a node",
    "random moves/s",
    "of these in a search",
    "two threads",
    "signature",
)


def row(speed: GameSpeed) -> list[str]:
    nodes = speed.tally.nodes
    return [
        find(speed.game).title,
        amount(speed.search.best),
        amount(speed.search.best * speed.tally.transitions / nodes),
        amount(speed.tally.bytes / nodes),
        amount(speed.playout.best),
        f"{100 * speed.uniform_share:.0f} %",
        f"{speed.gain:.2f} of {speed.loop_gain:.2f}",
        speed.tally.signature,
    ]


def words(report: Report) -> str:
    """What the machine could do in the run, what that makes of the random moves, and the signature of all games."""
    machine = report.machine
    moves = ", ".join(f"{find(speed.game).title} {amount(scaled(speed, report))}" for speed in report.games)
    return (
        f"This machine copies 512 bytes in {machine.copy_ns:.1f} ns and makes a random number in "
        f"{machine.random_ns:.2f} ns.\n"
        f"Random moves/s where that copy takes {COPY_NS} ns: {moves}.\n"
        f"Nodes {report.n_nodes}, signature {report.signature}."
    )


def markdown_table(columns: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    lines = ["| " + " | ".join(columns) + " |", "|" + "---|" * len(columns)]
    return "\n".join(lines + ["| " + " | ".join(cells) + " |" for cells in rows])


def with_part(page: str, begin: str, end: str, part: str) -> str:
    """The page with what stands between two marks replaced."""
    before, found_begin, rest = page.partition(begin)
    _, found_end, after = rest.partition(end)
    if not (found_begin and found_end):
        raise ValueError(f"the page lacks {begin} or {end}")
    return f"{before}{begin}\n{part}\n{end}{after}"


def markdown(report: Report) -> str:
    """The table for a page."""
    machine = report.machine
    head = (
        f"One core that copies 512 bytes in {machine.copy_ns:.1f} ns and makes a random number in "
        f"{machine.random_ns:.2f} ns:"
    )
    return head + "\n\n" + markdown_table(COLUMNS, [row(speed) for speed in report.games])


GROWTH_COLUMNS = ("game", "nodes", "nodes/s", "bytes in use")
SIZE_COLUMNS = ("game", "what", "nodes/s", "moves/s", "moves a node", "bytes a node")


def growth_rows(growth: Growth) -> list[list[str]]:
    return [
        [find(point.game).title, f"{point.nodes:,}", amount(point.nodes_per_second), amount(point.bytes)]
        for point in growth.points
    ]


def size_rows(growth: Growth) -> list[list[str]]:
    return [
        [
            find(sized.game).title,
            f"{sized.what} {sized.size}",
            amount(sized.nodes_per_second),
            amount(sized.moves_per_second),
            f"{sized.moves_a_node:.1f}",
            f"{sized.bytes_a_node:.0f}",
        ]
        for sized in growth.sized
    ]


def scaled(speed: GameSpeed, report: Report) -> float:
    """Random moves a second where a copy of 512 bytes takes 6.6 ns."""
    return speed.playout.best * report.machine.copy_ns / COPY_NS


def read_saved(path: Path) -> dict[str, Any]:
    """A run that was saved with --json; GameError if the file is something else."""
    try:
        saved = json.loads(path.read_text("utf-8"))
        saved["machine"]["copy_512_ns"], saved["machine"]["random_ns"], saved["signature"]
        saved_rates(saved)
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
        raise GameError(f"{path}: not a run that `petteia bench --json` saved ({error})") from None
    return dict(saved)


def saved_rates(saved: dict[str, Any]) -> dict[str, Rate]:
    keys = {
        "search": "nodes_per_second",
        "playout": "playout_moves_per_second",
        "uniform search": "uniform_moves_per_second",
    }
    return {
        f"{game} {what}": Rate.from_dict(figures[key])
        for game, figures in saved["games"].items()
        for what, key in keys.items()
    }


def changes(saved: dict[str, Any], report: Report) -> list[Change]:
    """Speeds against those of a saved run, corrected for the machine's own."""
    then, now = saved["machine"], report.machine.to_dict()
    machine = speed_of_machine((1 / then[key], 1 / now[key]) for key in ("copy_512_ns", "random_ns"))
    return compare(saved_rates(saved), report.rates(), machine)


def changed_signatures(saved: dict[str, Any], report: Report) -> list[str]:
    """Games that behave in another way than in a saved run of as many nodes."""
    if saved.get("nodes_for_each_position") != report.nodes:
        return []
    return [
        speed.game
        for speed in report.games
        if speed.game in saved["games"] and saved["games"][speed.game].get("signature") != speed.tally.signature
    ]
