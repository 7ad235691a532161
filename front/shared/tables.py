"""Tables that fit the terminal: no word is broken or cut off."""

from __future__ import annotations

from collections.abc import Sequence
from math import inf

from rich import box
from rich.cells import cell_len
from rich.table import Table

GAP = 2  # columns between two cells
MARGIN = 1  # and at each side


def fitted_table(
    columns: Sequence[str],
    rows: Sequence[Sequence[str]],
    width: int,
    *,
    title: str = "",
    right: Sequence[str] = (),
    most_wrapping: float = inf,
) -> Table:
    """A table of at most ``width`` columns of the terminal. ``right`` names the columns of figures.

    Cells are wrapped between words. Where that is not enough, or the table is more than ``most_wrapping`` times too
    wide, each row becomes a list of its cells.
    """
    table = Table(
        title=title or None, title_justify="left", box=box.SIMPLE_HEAD, pad_edge=False, padding=(0, GAP - 1, 0, 0)
    )
    room = width - 2 * MARGIN - GAP * (len(columns) - 1)
    widths = column_widths([columns, *rows], room, most_wrapping)
    if widths is None:
        return _with_rows_as_lists(table, columns, rows, width)
    for name, each in zip(columns, widths, strict=True):
        table.add_column(name, width=each, overflow="fold", justify="right" if name in right else "left")
    for row in rows:
        table.add_row(*row)
    return table


def _with_rows_as_lists(table: Table, columns: Sequence[str], rows: Sequence[Sequence[str]], width: int) -> Table:
    """One cell under the other, and an empty line between rows."""
    table.show_header = False
    table.add_column(width=min(max(map(cell_len, columns)), width // 3), overflow="fold")
    table.add_column(overflow="fold")
    for row in rows:
        for name, cell in zip(columns, row, strict=True):
            if cell:
                table.add_row(name, cell)
        table.add_section()
    return table


def column_widths(rows: Sequence[Sequence[str]], room: int, most_wrapping: float = inf) -> list[int] | None:
    """A width for each column of the rows (the heads are one of them); their sum is at most ``room``.

    None if the longest words do not fit side by side, or if the table is more than ``most_wrapping`` times too wide.
    """
    columns = [[line for cell in column for line in cell.split("\n")] for column in zip(*rows, strict=True)]
    most = [max(cell_len(line) for line in lines) for lines in columns]
    least = [max((cell_len(word) for line in lines for word in line.split()), default=0) for lines in columns]
    if sum(most) <= room:
        return most
    if sum(least) > room or sum(most) > most_wrapping * room:
        return None
    # Every column gets its longest word; columns that want little more get it first.
    widths, left = list(least), room - sum(least)
    wanting = sorted(range(len(widths)), key=lambda number: most[number] - least[number])
    for place, number in enumerate(wanting):
        more = min(most[number] - least[number], left // (len(wanting) - place))
        widths[number] += more
        left -= more
    return widths
