"""The searches of one game, one at a time: the engine's own moves first, then what people want to know.

What is wanted is written down, not started: whoever asks for a hint is answered when the search for it has ended, also
if a move comes in between, if several pages ask, or if the server was started again meanwhile.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine
from dataclasses import dataclass
from typing import Any

from ..protocols.client import EngineDied, EngineError, EngineTimeout, RemoteGame, Thought
from .store import ENGINE, GameSetup

CHANCES_MS = 1000  # search behind the chances and a hint, as soon as somebody is asked
ANALYSIS_MS = 2000
REPORT_MS = 250  # between two reports of a search that goes on
LINES = 5  # moves of an analysis
RETRY_SECONDS = 0.2  # after the engine process ended, or the game was changed under a search

logger = logging.getLogger(__name__)

Fields = dict[str, Any]
PlayForEngine = Callable[[str, int, str], Awaitable[None]]


class Channel:
    """One browser page at one seat. It is notified when there is something new, and asks for that itself."""

    def __init__(self, seat: str) -> None:
        self.seat = seat
        self.news = asyncio.Event()
        self.hint_for: int | None = None  # the decision that it wants a hint for
        self.analysis_for: int | None = None  # the decision that it wants an analysis of

    def notify(self) -> None:
        self.news.set()


@dataclass
class Estimate:
    """What the search thinks of a seat's decision."""

    d: int
    searched_ms: int = 0  # by searches that have ended; 0 while the first one runs
    thought: Thought | None = None


class Searches:
    """Runs the searches of a game, from `start` to `stop`."""

    def __init__(
        self,
        remote: RemoteGame,
        setup: GameSetup,
        channels: set[Channel],
        play: PlayForEngine,
        pace: float,
        slot: asyncio.Semaphore,
    ) -> None:
        self._remote = remote
        self._channels = channels
        self._play = play
        self._pace = pace  # least seconds of an engine's move while somebody looks
        self._slot = slot  # of all games on the server only so many think about people's decisions at once
        self._offers_help = setup.help
        self._levels = {each.seat: each.level for each in setup.seating if each.player == ENGINE}
        self._estimates: dict[str, Estimate] = {}  # by seat
        self._wake = asyncio.Event()
        self._pauses = 0
        self._running: asyncio.Task[None] | None = None
        self._thinking_for: str | None = None  # the person's seat that is searched; None for an engine's move
        self._is_playing = False  # an engine's move is found and is being made
        self._worker: asyncio.Task[None] | None = None

    def start(self) -> None:
        self._worker = asyncio.create_task(self._work())

    async def stop(self) -> None:
        if self._worker is not None:
            self._worker.cancel()
            await asyncio.wait([self._worker])
        await self._end_running()

    def wake(self) -> None:
        """Something has changed: look again for what is to be searched. An engine that must move does not wait."""
        self._wake.set()
        if self._thinking_for is not None and self._engines_asked() and self._running is not None:
            self._running.cancel()

    @contextlib.asynccontextmanager
    async def paused(self, seat: str | None = None) -> AsyncIterator[None]:
        """No search begins meanwhile, and none of this seat goes on; without a seat, none at all."""
        self._pauses += 1
        try:
            if seat is None or seat == self._thinking_for:
                await self._end_running()
            yield
        finally:
            self._pauses -= 1
            self.wake()

    async def _end_running(self) -> None:
        if self._running is not None and not self._running.done():
            if not self._is_playing:  # what the engine process is told, must be noted here too
                self._running.cancel()
            await asyncio.wait([self._running])

    # What is known.

    def chances(self, seat: str) -> Fields | None:
        """What each team may expect at the seat's open decision; None if nothing is known."""
        found = self._estimate(seat)
        return None if found is None or found.thought is None else {"d": found.d, "wp": found.thought.wp}

    def thought(self, channel: Channel) -> Fields | None:
        """What a page has asked for about the open decision of its seat; None if it must wait or has asked nothing."""
        found = self._estimate(channel.seat)
        if found is None:
            return None
        analysed = channel.analysis_for == found.d and found.thought is not None
        hinted = channel.hint_for == found.d and found.searched_ms > 0
        if not (analysed or hinted):
            return None
        thought = found.thought
        return {
            "d": found.d,
            "hint": hinted,
            "wp": thought.wp if thought else None,
            "nodes": thought.nodes if thought else 0,
            "lines": [[line["move"], line["policy"], line["ev"]] for line in thought.lines] if thought else [],
            "beliefs": thought.beliefs if thought else {},
        }

    def _estimate(self, seat: str) -> Estimate | None:
        """Of the seat's open decision."""
        found = self._estimates.get(seat)
        return found if found is not None and found.d == self._remote.decisions.get(seat) else None

    # What is done.

    async def _work(self) -> None:
        while True:
            self._wake.clear()
            search = self._next()
            if search is None:
                await self._wake.wait()
                continue
            self._running = asyncio.create_task(search)
            await asyncio.wait([self._running])
            self._thinking_for = None
            error = None if self._running.cancelled() else self._running.exception()
            if error is not None:
                if not isinstance(error, (EngineDied, EngineTimeout)):
                    logger.error("a search failed", exc_info=error)
                await asyncio.sleep(RETRY_SECONDS)  # the process is being started again

    def _engines_asked(self) -> list[str]:
        return [seat for seat in self._remote.decisions if seat in self._levels]

    def _next(self) -> Coroutine[Any, Any, None] | None:
        """The search that is wanted most; None if there is nothing to do."""
        if self._pauses:
            return None
        if engines := self._engines_asked():
            return self._move(engines[0])
        wanted = {seat: ms for seat in self._remote.decisions if (ms := self._wanted_ms(seat))}
        if not wanted:
            return None
        self._thinking_for = max(wanted, key=lambda seat: wanted[seat])
        return self._think(self._thinking_for, wanted[self._thinking_for])

    def _wanted_ms(self, seat: str) -> int:
        """How long somebody wants the seat's decision searched; 0 if that has been done."""
        here = [channel for channel in self._channels if channel.seat == seat]
        if not here or not self._offers_help or self._remote.result is not None:
            return 0
        d = self._remote.decisions[seat]
        wanted = ANALYSIS_MS if any(channel.analysis_for == d for channel in here) else CHANCES_MS
        found = self._estimate(seat)
        return 0 if found is not None and found.searched_ms >= wanted else wanted

    async def _move(self, seat: str) -> None:
        """Decide for a seat of the engine's."""
        begun = time.monotonic()
        d = self._remote.decisions[seat]
        try:
            best = await self._remote.go(seat, level=self._levels[seat], d=d)
            if self._channels:  # people want to see what happens
                await asyncio.sleep(max(0.0, begun + self._pace - time.monotonic()))
            self._is_playing = True
            if self._remote.decisions.get(seat) == d:
                await self._play(seat, d, best.move)
        except EngineError:
            await asyncio.sleep(RETRY_SECONDS)  # the game was changed under it
        finally:
            self._is_playing = False

    async def _think(self, seat: str, milliseconds: int) -> None:
        """Search a person's decision from what the seat knows, by the same search that plays."""
        d = self._remote.decisions[seat]
        found = self._estimate(seat) or Estimate(d)
        self._estimates[seat] = found
        with contextlib.suppress(EngineError):  # then there is nothing to tell
            async with (
                self._slot,
                self._remote.analyse(seat, movetime=milliseconds, every=REPORT_MS, multipv=LINES) as stream,
            ):
                async for thought in stream:
                    # A longer search begins anew: until it has caught up, the shorter one knows more.
                    if found.thought is None or thought.nodes >= found.thought.nodes:
                        found.thought = thought
                        self._notify(seat)
        found.searched_ms = milliseconds
        self._notify(seat)

    def _notify(self, seat: str) -> None:
        for channel in self._channels:
            if channel.seat == seat:
                channel.notify()
