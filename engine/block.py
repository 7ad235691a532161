"""A part of a position in words: a title and either lines or rows of a table. Frontends decide how it looks."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class Block:
    """``heads`` names the columns of ``rows``; ``lines`` stand above them."""

    title: str
    lines: Sequence[str] = ()
    heads: tuple[str, ...] = ()
    rows: Sequence[tuple[str, ...]] = ()
    seat: str = ""  # whose it is, for a colour

    def sentences(self) -> list[str]:
        """The same without any layout, for a screen reader: one sentence for each line and row."""
        found = [line if line.endswith((".", "!", "?", ":")) else f"{line}." for line in self.lines]
        for first, *rest in self.rows:
            cells = [
                f"{head} {cell}" if head else cell
                for head, cell in zip(self.heads[1:], rest, strict=True)
                if cell not in ("", "-")
            ]
            found.append(f"{first}: {', '.join(cells)}." if cells else f"{first}.")
        return found
