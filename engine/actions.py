"""The fixed actions of a game: every move that a seat can ever make has a number, for who learns from games."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby
from typing import TYPE_CHECKING

from .errors import InvalidMove

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from .ruleset import Ruleset


@dataclass(frozen=True)
class ActionBlock:
    """Actions of one shape, such as ``place:EVENT@AREA``: their ids go from ``start`` on, ``size`` of them."""

    name: str
    start: int
    size: int


class ActionSpace:
    """All actions of one rule set. Equal options and components have equal actions, and an equal `hash`."""

    def __init__(self, ruleset: Ruleset) -> None:
        self._ruleset = ruleset
        self._rules = ruleset.rules
        self.n = ruleset.rules.n_actions

    def id_of(self, move: str) -> int:
        """The id of a move; InvalidMove if no seat can ever make it."""
        number = self._ruleset.parse_move(move)
        try:
            return self._rules.action_of(number)
        except ValueError:
            raise InvalidMove(f"{move!r} is a move that no seat of {self._ruleset.title} can ever make") from None

    def move_of(self, action: int) -> str:
        """The move with that id; InvalidMove if there is none."""
        if not 0 <= action < self.n:
            raise InvalidMove(f"no action {action}: want 0 to {self.n - 1}")
        return self._ruleset.format_move(self._rules.move_of(action))

    def mask(self, actions: list[int]) -> NDArray[np.bool_]:
        """True for each of these actions."""
        import numpy as np  # here, because most programs never ask for arrays

        found = np.zeros(self.n, dtype=np.bool_)
        found[actions] = True
        return found

    def layout(self) -> list[ActionBlock]:
        """The actions by their shapes, in the order of their ids; docs/actions.md shows it and a test compares."""
        shapes = [self._ruleset.move_shape(self._rules.move_of(action)) for action in range(self.n)]
        found: list[ActionBlock] = []
        for name, members in groupby(shapes):
            start = found[-1].start + found[-1].size if found else 0
            found.append(ActionBlock(name, start, len(list(members))))
        return found

    @cached_property
    def hash(self) -> str:
        """16 hex digits of all moves in their order: what was learned with one hash fits no other."""
        words = "\n".join(self._ruleset.format_move(self._rules.move_of(action)) for action in range(self.n))
        return hashlib.sha256(words.encode()).hexdigest()[:16]
