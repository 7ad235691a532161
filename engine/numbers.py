"""Words for the kernels' numbers."""

from __future__ import annotations

from typing import TypeVar

Word = TypeVar("Word")


def by_number(words: dict[int, Word]) -> tuple[Word, ...]:
    """Words in the order of their numbers, which are 0, 1, 2 and so on without a gap."""
    return tuple(words[number] for number in range(len(words)))
