"""Small pieces of English for errors and the command line; what games say is in their language files."""

from __future__ import annotations

from collections.abc import Sequence


def plural(n: int, word: str) -> str:
    """``1 deal``, ``2 deals``."""
    return f"{n} {word}" if n == 1 else f"{n} {word}s"


def some(words: Sequence[str], most: int = 6) -> str:
    """The first of a list of words."""
    return ", ".join(words[:most]) + (", ..." if len(words) > most else "")
