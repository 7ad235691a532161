"""What people at a page are told about the program itself: a game that cannot be kept, an engine that was restarted."""

from __future__ import annotations

import logging
from typing import Any

from ..protocols.client import Engine

logger = logging.getLogger(__name__)

Fields = dict[str, Any]


class Notices:
    """The state of one game in this respect."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._problem = ""  # why it cannot be kept; empty if it is
        self._was_solved = False

    @property
    def is_kept(self) -> bool:
        return not self._problem

    def cannot_keep(self, error: Exception) -> None:
        if not self._problem:
            logger.warning("a game is not kept: %s", error)
        self._problem = str(error)

    def keeps(self) -> None:
        self._was_solved = self._was_solved or bool(self._problem)
        self._problem = ""

    def message(self, n_restarts: int) -> Fields | None:
        """For a page that came when the engine had been restarted so often; None if there is nothing to say."""
        if self._problem:
            # Where games are kept is no business of the people at the seats: the server's log names it.
            sentence = "This game is not being kept: the server cannot write it. It goes on; save its record."
            return {"sentence": sentence, "bad": True, "n": 0}
        again = self._engine.n_restarts - n_restarts
        if again:
            return {
                "sentence": "The engine had stopped and was started again. The game goes on.",
                "bad": False,
                "n": again,
            }
        return {"sentence": "This game is kept again.", "bad": False, "n": 0} if self._was_solved else None

    @property
    def n_restarts(self) -> int:
        return self._engine.n_restarts
