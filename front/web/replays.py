"""Records as a row of positions: what one seat knew after each of its events.

The engine follows the game at that seat, event by event, as it would at a table that is refereed elsewhere; so a
replay of a whole record shows a seat what it knew at the time and nothing more.
"""

from __future__ import annotations

import asyncio
import contextlib
import secrets
from collections.abc import Callable
from typing import Any

from ..engine import GameError
from ..protocols.client import Engine, EngineError, RemoteGame
from ..protocols.records import uhg
from ..shared.seating import seats_of
from .game import Refused

MAX_REPLAYS = 64  # kept in memory, the last ones
MAX_KEPT = 2000  # positions of a replay that are kept

Fields = dict[str, Any]


class Replay:
    """A record, looked at from one of its seats."""

    def __init__(
        self,
        engine: Engine,
        kept: uhg.TextRecord,
        seats: dict[str, list[str]],
        stories: dict[str, dict[int, str]],
        lang: str,
    ) -> None:
        self.engine = engine
        self.kept = kept
        self.seats = seats  # what each seat was told
        self.stories = stories
        self.lang = lang
        self._followers: dict[str, tuple[RemoteGame, int]] = {}
        self._frames: dict[tuple[str, int], Fields] = {}
        self._lock = asyncio.Lock()

    def describe(self) -> Fields:
        return {
            "game": self.kept.game,
            "lang": self.lang,
            "options": self.kept.options,
            "n_seats": self.kept.seats,
            "result": self.kept.result,
            "seats": {
                seat: [{"n": n, "text": text, "say": self.stories[seat].get(n)} for n, text in enumerate(told, 1)]
                for seat, told in self.seats.items()
            },
        }

    async def frame(self, seat: str, n: int) -> Fields:
        """What the seat knew after n events; KeyError if there is no such seat or number."""
        if seat not in self.seats or not 0 <= n <= len(self.seats[seat]):
            raise KeyError(seat)
        async with self._lock:
            if (seat, n) not in self._frames:
                await self._follow(seat, n)
            return self._frames[seat, n]

    async def _follow(self, seat: str, n: int) -> None:
        game, at = self._followers.get(seat, (None, 0))
        if game is None or at > n:
            if game is not None:
                await game.close()
            options = {key: value for key, value in self.kept.options.items() if value}
            args: Fields = {"seats": self.kept.seats, "seat": seat, "lang": self.lang, **options}
            game, at = await self.engine.new(self.kept.game, **args), 0
        while at < n:
            await game.observe(at + 1, self.seats[seat][at])
            at += 1
        self._followers[seat] = game, at
        if len(self._frames) >= MAX_KEPT:
            del self._frames[next(iter(self._frames))]
        now = await game.look(seat, ("view", "describe", "summary"))
        assert now.view is not None
        assert now.description is not None
        assert now.summary is not None
        self._frames[seat, n] = {
            "n": n,
            "view": {**now.view, "legal": []},
            "describe": {**now.description.to_dict(), "asked": False, "moves": [], "groups": [], "unpaid": []},
            "summary": [block.to_dict() for block in now.summary],
        }

    async def close(self) -> None:
        for game, _ in self._followers.values():
            with contextlib.suppress(EngineError):
                await game.close()


class Replays:
    """The replays that pages look at."""

    def __init__(self, engine: Engine, known_language: Callable[[str, object], str]) -> None:
        self._engine = engine
        self._known_language = known_language
        self._open: dict[str, Replay] = {}

    async def add(self, record: str, wanted: object) -> str:
        """Open a record, to be told in the language that is wanted; Refused says what is wrong with it."""
        try:
            kept = uhg.read(record)
            lang = self._known_language(kept.game, wanted)
            game = await self._engine.load(record=record, lang=lang)
        except (GameError, EngineError) as error:
            raise Refused("bad-record", f"This is no record that can be replayed: {error}.") from None
        try:
            seats = [kept.seat] if kept.seat is not None else seats_of(game.teams)
            told = {seat: [text for _, text in await game.told(seat)] for seat in seats}
            stories = {seat: dict(await game.story(seat)) for seat in seats}
        finally:
            await game.close()
        if len(self._open) >= MAX_REPLAYS:
            await self._open.pop(next(iter(self._open))).close()
        id = secrets.token_urlsafe(18)
        self._open[id] = Replay(self._engine, kept, told, stories, lang)
        return id

    def find(self, id: str) -> Replay:
        return self._open[id]
