"""A page of Markdown on a terminal. rich cuts words off that are wider than their column; here none is."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from rich.console import Console, ConsoleOptions
from rich.markdown import Markdown, MarkdownElement, TableElement
from rich.table import Table
from rich.text import Text

from .tables import column_widths


class FittedTable(TableElement):
    """A table of the page."""

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> Iterable[Table]:
        for table in super().__rich_console__(console, options):
            assert isinstance(table, Table)
            columns = [[column.header, *column.cells] for column in table.columns]
            cells = [[cell.plain if isinstance(cell, Text) else str(cell) for cell in column] for column in columns]
            frame = console.measure(Table(*[""] * len(columns), box=table.box, pad_edge=table.pad_edge)).maximum
            widths = column_widths(list(zip(*cells, strict=True)), options.max_width - frame)
            for number, column in enumerate(table.columns):
                column.overflow = "fold"
                column.width = None if widths is None else widths[number]
            yield table


class Page(Markdown):
    """Markdown whose tables fit."""

    elements: ClassVar[dict[str, type[MarkdownElement]]] = {**Markdown.elements, "table_open": FittedTable}
