"""A game's rules for people: a few paragraphs for who begins, and the whole page. The terminal shows the same."""

from __future__ import annotations

from importlib.resources import files
from typing import Any

from ...engine import GAMES


def rulebook(name: str) -> dict[str, Any]:
    """KeyError if there is no such game. The page is Markdown, as it was written."""
    kind = GAMES[name]
    primer = [" ".join(paragraph.split()) for paragraph in kind.primer.strip().split("\n\n")]
    page = (files("petteia.engine") / (kind.folder or name) / "RULES.md").read_text("utf-8")
    return {"title": kind.title, "primer": primer, "page": page}
