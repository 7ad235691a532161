"""What commands print: tables that fit the terminal, progress, JSON.

rich is imported where something is printed with it: commands for programs start without it.
"""

from __future__ import annotations

import io
import itertools
import json
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from rich.console import Console

MOST_WRAPPING = 2.0  # a table that is more times too wide than this is not squeezed: its rows are listed instead
GAP = 2  # columns between a name and what it is


def make_console(stderr: bool = False) -> Console:
    """A console that prints words as they are: `[b12]` in somebody's data is no style, `:dagger:` no picture."""
    from rich.console import Console

    return Console(stderr=stderr, markup=False, emoji=False, highlight=False)


def forgive_signs() -> None:
    """What a terminal's encoding does not have is printed as `?`, which is no reason to end."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")


def print_json(value: Any) -> None:
    plain = not sys.stdout.encoding.lower().startswith("utf")  # programs get what was meant in any encoding
    click.echo(json.dumps(value, indent=2, ensure_ascii=plain))


# Tables.


def print_table(
    columns: Sequence[str],
    rows: Sequence[Sequence[str]],
    *,
    title: str = "",
    right: Sequence[str] = (),
    most_wrapping: float = MOST_WRAPPING,
    console: Console | None = None,
) -> None:
    """Print a table that fits the terminal (`petteia.shared.tables.fitted_table`)."""
    from ..shared.tables import fitted_table

    console = console or make_console()
    console.print(fitted_table(columns, rows, console.width, title=title, right=right, most_wrapping=most_wrapping))


def print_pairs(rows: Sequence[tuple[str, str]]) -> None:
    """Print names and what they are, one pair a line; both are wrapped if they must."""
    from rich.cells import cell_len
    from rich.table import Table

    console = make_console()
    table = Table(box=None, show_header=False, padding=(0, GAP, 0, 0), pad_edge=False)
    table.add_column(width=min(max(cell_len(name) for name, _ in rows), console.width // 2), overflow="fold")
    table.add_column(overflow="fold")
    for row in rows:
        table.add_row(*row)
    console.print(table)


# Progress.


@contextmanager
def progress_bar(total: int, first: str = "") -> Iterator[Callable[..., None]]:
    """A bar on a terminal's standard error, with the time so far and the time left.

    What it gives is called with how much is done, a word for it and, once that is known better, of how much.
    """
    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        Progress,
        TextColumn,
        TimeElapsedColumn,
        TimeRemainingColumn,
    )

    columns = (
        TextColumn("{task.description:16}"), BarColumn(24), MofNCompleteColumn(), TimeElapsedColumn(),
        TextColumn("left"), TimeRemainingColumn(),
    )  # fmt: skip
    console = make_console(stderr=True)
    with Progress(*columns, console=console, transient=True, disable=not sys.stderr.isatty()) as progress:
        bar = progress.add_task(first, total=total)

        def show(done: int, what: str, of: int | None = None) -> None:
            progress.update(bar, completed=done, description=what, total=total if of is None else of)

        yield show


@contextmanager
def progress_steps(steps: int) -> Iterator[Callable[[str], None]]:
    """The same for steps of equal weight. What it gives is called at the beginning of each, with its name."""
    begun = itertools.count()
    with progress_bar(steps) as show:
        yield lambda what: show(next(begun), what)
