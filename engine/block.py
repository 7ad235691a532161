"""A part of a position in words: a title and either lines or rows of a table. Frontends decide how it looks."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Block:
    """``heads`` names the columns of ``rows``; ``lines`` stand above them."""

    title: str
    lines: Sequence[str] = ()
    heads: tuple[str, ...] = ()
    rows: Sequence[tuple[str, ...]] = ()
    seat: str = ""  # whose it is, for a colour

    def to_dict(self) -> dict[str, Any]:
        """As plain data; what is empty is left out."""
        found = {
            "title": self.title,
            "lines": list(self.lines),
            "heads": list(self.heads),
            "rows": [list(row) for row in self.rows],
            "seat": self.seat,
        }
        return {name: value for name, value in found.items() if value or name == "title"}

    @classmethod
    def from_dict(cls, data: dict[str, Any]) -> Block:
        return cls(
            data["title"],
            tuple(data.get("lines", ())),
            tuple(data.get("heads", ())),
            [tuple(row) for row in data.get("rows", ())],
            data.get("seat", ""),
        )

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
