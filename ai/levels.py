"""The table of levels, and the styles.

A level is a budget of iterations and a share of *slips*. In a slip the move is drawn from a softmax over how much value
each move loses, among those that lose no more than a cap. So weak levels err as people do, by small losses often and
by great ones seldom, and never because of a slow machine. They know no more and no less than the strong ones.

A style leans to one side where the search sees hardly any difference. How both are applied is in `choice`.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Level:
    """One degree of strength."""

    number: int
    nodes: int  # iterations for a decision, where the caller gives no smaller limit
    slip: float  # how often the softmax decides instead of the search
    temperature: float  # the loss of value that makes a move e times less likely in a slip
    cap: float  # no slip loses more than this, as far as the search can tell


# In Egemonia four times the iterations score about 0.6, and very few are as good as none: the slips make the steps.
LEVELS: dict[int, Level] = {
    level.number: level
    for level in (
        Level(1, 500, 1.00, 0.30, 0.60),
        Level(2, 650, 0.87, 0.28, 0.56),
        Level(3, 800, 0.75, 0.27, 0.52),
        Level(4, 1000, 0.63, 0.25, 0.48),
        Level(5, 1300, 0.50, 0.22, 0.42),
        Level(6, 1900, 0.36, 0.18, 0.36),
        Level(7, 3000, 0.24, 0.16, 0.32),
        Level(8, 6000, 0.09, 0.14, 0.28),
        Level(9, 12000, 0.02, 0.13, 0.26),
        Level(10, 20000, 0.00, 0.05, 0.00),
    )
}
FULL = 10

# To which side a style leans: 1 towards moves after which much can happen, -1 towards those after which little can.
STYLES = {"balanced": 0, "aggressive": 1, "cautious": -1}
