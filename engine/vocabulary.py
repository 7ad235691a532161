"""Vocabularies: words for the numbers of one thing, such as the areas of a board."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple, Protocol

MOST_LISTED = 32  # words in a message; of a longer vocabulary only the first few
FEW_LISTED = 6


class Vocabulary(Protocol):
    """The words of some numbers."""

    @property
    def format(self) -> Callable[[int], str]:
        """LookupError or ValueError if the number has no word."""

    @property
    def parse(self) -> Callable[[str], int]:
        """ValueError, with a message that says what would have been right, if it is no such word."""


class Pair(NamedTuple):
    """A vocabulary that is not a list: two functions, each the inverse of the other."""

    format: Callable[[int], str]
    parse: Callable[[str], int]


class Names:
    """A list of words. A number whose name is empty or None has no word."""

    def __init__(self, what: str, names: Sequence[str | None] | Mapping[int, str | None], want: str = "") -> None:
        pairs = names.items() if isinstance(names, Mapping) else enumerate(names)
        self._what = what
        self._words = {number: word for number, word in pairs if word}
        self._numbers = {word: number for number, word in self._words.items()}
        self._want = want
        self.format = self._words.__getitem__

    def parse(self, word: str) -> int:
        if word not in self._numbers:
            raise ValueError(f"no {self._what} {word!r}; want {self._want or self._listed()}")
        return self._numbers[word]

    def _listed(self) -> str:
        words = list(self._numbers)
        return ", ".join(words if len(words) <= MOST_LISTED else [*words[:FEW_LISTED], "..."])


def numbers(least: int, most: int, zero: int = 0) -> Names:
    """Plain numbers as words; 0 is stored as ``zero``, because a field has no sign."""
    words = {zero + number: str(number) for number in range(least, most + 1)}
    return Names("number", words, f"a number from {least} to {most}")
