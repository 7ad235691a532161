"""Reviews of games that are over, for pages: made by the engine process, one at a time.

A page asks again and again while a review is made, and is told how far it is. A review that nobody asks for any more
is stopped.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Any

from ..protocols.client import EngineDied, EngineError, EngineTimeout, RemoteGame
from ..protocols.messages import Message

LEASE = 8.0  # seconds after which nobody seems to want a review any more
MOST = 256  # reviews that are kept

logger = logging.getLogger(__name__)

Fields = dict[str, Any]
Open = Callable[[], Awaitable[RemoteGame]]


@dataclass
class _Review:
    """One seat's review of one game."""

    asked: float = field(default_factory=time.monotonic)  # when somebody asked last
    done: int = 0
    of: int = 0
    found: Fields | None = None
    problem: str = ""
    task: asyncio.Task[None] | None = None


class Reviews:
    """The reviews of one server."""

    def __init__(self, nodes: int | None = None) -> None:
        self._nodes = nodes  # of the first look at a decision; None: the engine's own
        self._known: dict[tuple[str, str], _Review] = {}
        self._one = asyncio.Semaphore(1)

    def ask(self, key: str, seat: str, open_game: Open) -> Fields:
        """A seat's review if it is ready; how far it is otherwise. The first who asks has it made."""
        found = self._known.get((key, seat))
        if found is None or (found.task is not None and found.task.done() and found.found is None):
            if found is not None and found.problem:
                del self._known[key, seat]  # who asks once more has it tried once more
                return {"problem": found.problem}
            if len(self._known) >= MOST:
                self._forget()
            found = self._known[key, seat] = _Review()
            found.task = asyncio.create_task(self._make(found, seat, open_game))
        found.asked = time.monotonic()
        if found.found is not None:
            return {"review": found.found}
        return {"done": found.done, "of": found.of}

    def _forget(self) -> None:
        """Those that were asked for longest ago, and are not being made."""
        idle = [key for key, each in self._known.items() if each.task is None or each.task.done()]
        for key in sorted(idle, key=lambda key: self._known[key].asked)[: max(1, len(idle) // 2)]:
            del self._known[key]

    async def _make(self, review: _Review, seat: str, open_game: Open) -> None:
        making = asyncio.create_task(self._search(review, seat, open_game))
        try:
            while not making.done():
                await asyncio.wait([making], timeout=1.0)
                if time.monotonic() - review.asked > LEASE:
                    making.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                review.found = await making
        except (EngineError, EngineDied, EngineTimeout) as error:
            logger.warning("a review failed: %s", error)
            review.problem = "The review was interrupted. Ask for it once more."
        finally:
            making.cancel()

    async def _search(self, review: _Review, seat: str, open_game: Open) -> Fields:
        def listen(message: Message) -> None:
            if message.kind == "info":
                review.done = int(message.fields.get("done", review.done))
                review.of = int(message.fields.get("of", review.of))

        async with self._one:
            remote = await open_game()
            try:
                return (await remote.review(seat, nodes=self._nodes, listener=listen)).to_dict()
            finally:
                with contextlib.suppress(EngineError, EngineDied, EngineTimeout):
                    await remote.close()

    async def close(self) -> None:
        tasks = [each.task for each in self._known.values() if each.task is not None and not each.task.done()]
        for task in tasks:
            task.cancel()
        if tasks:
            await asyncio.wait(tasks)
