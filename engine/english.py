"""Small pieces of English that the words of several games need."""

from __future__ import annotations

from collections.abc import Sequence


def several(words: list[str], last: str = "and") -> str:
    """``a, b and c``."""
    if len(words) < 2:
        return "".join(words)
    return f"{', '.join(words[:-1])} {last} {words[-1]}"


def plural(n: int, word: str) -> str:
    """``1 event``, ``2 cities``, ``3 guesses``."""
    if n == 1:
        return f"1 {word}"
    if word.endswith("y") and word[-2:-1] not in "aeiou":
        return f"{n} {word[:-1]}ies"
    return f"{n} {word}{'es' if word.endswith('s') else 's'}"


def capital(sentence: str) -> str:
    """With a capital letter at its beginning; names inside stay as they are."""
    return sentence[:1].upper() + sentence[1:]


def sentence(text: str) -> str:
    """With a stop at its end, unless a name brings one: Egemonia has an event called ``Coup!``."""
    return text if text.endswith((".", "!", "?")) else f"{text}."


def some(words: Sequence[str], most: int = 6) -> str:
    """The first of a list of words."""
    return ", ".join(words[:most]) + (", ..." if len(words) > most else "")
