"""Subscriptions: what a viewer knows, told again after every change that the viewer notices.

A change that the viewer is not told of, such as another seat's secret choice, makes nobody say anything: that something
was said would give it away.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from .messages import Id
from .open_game import OpenGame


@dataclass
class Subscription:
    """One `subscribe` that has not ended."""

    id: Id
    opened: OpenGame
    seat: str
    kinds: tuple[str, ...]
    first: int  # the number of the first event that is still to be told
    _noticed: tuple[int, int | None] | None = field(default=None)  # at the last time

    def has_news(self) -> bool:
        """Whether the viewer was told something, or is asked something, since this was last asked."""
        opened = self.opened
        d = opened.decision(self.seat) if self.seat in opened.waiting() else None
        noticed = len(opened.told(self.seat)), d
        if noticed == self._noticed:
            return False
        self._noticed = noticed
        return True

    def update(self) -> dict[str, int | str]:
        """The fields of the message that ends an update; what was told counts as told from here on."""
        n, d = self._noticed or (0, None)
        self.first = n + 1
        return {"seat": self.seat, "n": n, **({} if d is None else {"d": d})}
