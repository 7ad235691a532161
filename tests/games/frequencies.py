"""Whether what was drawn at random follows the law that it should."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

MOST_DEVIATIONS = 6  # of chi-squared: beyond them it is no bad luck


def check_frequencies(drawn: Counter[Any], law: Mapping[Any, Any], least: float = 0) -> None:
    """Only what the law allows was drawn, and each about as often as its weight says.

    What is expected fewer than ``least`` times counts together.
    """
    assert set(drawn) <= set(law), "drawn, though it cannot be"
    scale = drawn.total() / float(sum(law.values()))
    cells = [(drawn[key], float(weight) * scale) for key, weight in law.items()]
    rare = [cell for cell in cells if cell[1] < least]
    cells = [cell for cell in cells if cell[1] >= least]
    together = sum(n for n, _ in rare), sum(expected for _, expected in rare)
    if together[1] > least:
        cells.append(together)
    statistic = sum((n - expected) ** 2 / expected for n, expected in cells)
    freedom = max(len(cells) - 1, 1)
    assert statistic < freedom + MOST_DEVIATIONS * (2 * freedom) ** 0.5, (statistic, freedom)
