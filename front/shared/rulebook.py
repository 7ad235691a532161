"""A game's rules for people: a few paragraphs for somebody who begins, and the whole page."""

from __future__ import annotations

from importlib.resources import files
from typing import Any

from petteia.engine import GAMES


def rules_page(name: str) -> str:
    """The whole page, in Markdown as it was written; KeyError if there is no such game."""
    folder = GAMES[name].folder or name
    return (files("petteia.engine.games") / folder / "RULES.md").read_text("utf-8")


def paragraphs(text: str) -> list[str]:
    """The paragraphs of a text, each in one line."""
    return [" ".join(paragraph.split()) for paragraph in text.strip().split("\n\n")]


def rulebook(name: str) -> dict[str, Any]:
    """Both, with the game's title; KeyError if there is no such game."""
    kind = GAMES[name]
    return {"title": kind.title, "primer": paragraphs(kind.primer), "page": rules_page(name)}
