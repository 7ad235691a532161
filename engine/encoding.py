"""The layout of an observation as numbers: which part of the vector means what."""

from __future__ import annotations

import math
from dataclasses import dataclass


@dataclass(frozen=True)
class Feature:
    """A part of ``Observation.to_numpy()``: where it starts, its shape, and what it holds."""

    name: str
    start: int
    shape: tuple[int, ...]
    meaning: str

    @property
    def size(self) -> int:
        return math.prod(self.shape)


def in_order(shapes: list[tuple[str, tuple[int, ...], str]]) -> list[Feature]:
    """Features of (name, shape, meaning), one after the other."""
    found: list[Feature] = []
    for name, shape, meaning in shapes:
        found.append(Feature(name, found[-1].start + found[-1].size if found else 0, shape, meaning))
    return found
