"""Search trees that wait for their seat's next decision, within one limit of memory for all of them."""

from __future__ import annotations

import threading
from collections import OrderedDict
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ..engine import Ruleset
    from ..ext.search.searcher import Searcher
    from .player import Player


class KeptTrees:
    """Trees by player and seat. When they take more memory than they may, those that waited longest go first.

    A tree that is searched is taken out, so it is never dropped meanwhile. Several threads may use this.
    """

    def __init__(self, megabytes: int) -> None:
        self._lock = threading.Lock()
        self._bytes = megabytes << 20
        self._trees: OrderedDict[tuple[Player, str], tuple[Ruleset, Searcher]] = OrderedDict()

    def take(self, player: Player, seat: str, rules: Ruleset) -> Searcher | None:
        """The tree that was kept for a player's seat, if it is about a game with these rules."""
        with self._lock:
            kept, search = self._trees.pop((player, seat), (None, None))
        return search if kept is rules else None

    def keep(self, player: Player, seat: str, rules: Ruleset, search: Searcher) -> None:
        with self._lock:
            self._trees[player, seat] = rules, search
            self._trees.move_to_end((player, seat))
            self._shrink()

    def forget(self, player: Player) -> None:
        """Drop all trees of a player."""
        with self._lock:
            for key in [key for key in self._trees if key[0] is player]:
                del self._trees[key]

    def limit(self, megabytes: int) -> None:
        """Set how much memory they may take together."""
        with self._lock:
            self._bytes = megabytes << 20
            self._shrink()

    @property
    def memory(self) -> int:
        """Bytes that they take."""
        with self._lock:
            return self._memory()

    def __len__(self) -> int:
        return len(self._trees)

    def _memory(self) -> int:
        return sum(search.touched for _, search in self._trees.values())

    def _shrink(self) -> None:
        while self._trees and self._memory() > self._bytes:
            self._trees.popitem(last=False)
