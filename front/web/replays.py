"""Records as a row of positions: what one seat knew after each of its events; what a search says of each of them.

The engine follows the game at that seat, event by event, as it would at a table that is refereed elsewhere; so a
replay of a whole record shows a seat what it knew at the time and nothing more.
"""

from __future__ import annotations

import asyncio
import contextlib
import secrets
from collections.abc import Callable
from pathlib import Path
from typing import Any

from ..ai.review import unknown_to
from ..engine import Game, GameError
from ..engine.game import CLIENT
from ..protocols.client import Engine, EngineError, RemoteGame
from ..protocols.records import uhg
from ..shared.seating import seats_of
from .game import Refused
from .reviews import Reviews

MAX_REPLAYS = 64  # kept in memory, the last ones
MAX_KEPT = 2000  # positions of a replay that are kept
ANALYSIS_MS = 1000  # of one position
LINES = 5  # moves of an analysis

Fields = dict[str, Any]


class Replay:
    """A record, looked at from one of its seats."""

    def __init__(
        self,
        engine: Engine,
        record: str,
        kept: uhg.TextRecord,
        seats: dict[str, list[str]],
        stories: dict[str, dict[int, str]],
        steps: dict[str, list[int]],
        hidden: dict[str, list[str]],
        teams: list[str],
        lang: str,
    ) -> None:
        self.engine = engine
        self.record = record
        self.kept = kept
        self.seats = seats  # what each seat was told
        self.stories = stories
        self.steps = steps  # how many events each seat was told after so many moves; empty if not all are known
        self.hidden = hidden  # what each seat cannot know at the end, in sentences; empty unless the game is over
        self.teams = teams
        self.lang = lang
        self._followers: dict[str, tuple[RemoteGame, int]] = {}
        self._frames: dict[tuple[str, int], Fields] = {}
        self._analyses: dict[tuple[str, int], Fields] = {}
        self._lock = asyncio.Lock()

    def describe(self) -> Fields:
        return {
            "game": self.kept.game,
            "lang": self.lang,
            "options": self.kept.options,
            "n_seats": self.kept.seats,
            "result": self.kept.result,
            "is_whole": self.is_whole,
            "steps": self.steps,
            "hidden": self.hidden,
            "teams": self.teams,
            "seats": {
                seat: [{"n": n, "text": text, "say": self.stories[seat].get(n)} for n, text in enumerate(told, 1)]
                for seat, told in self.seats.items()
            },
        }

    @property
    def is_whole(self) -> bool:
        """Whether it is the record of a whole game, to its end: that can be reviewed."""
        return self.kept.seat is None and self.kept.result != "*"

    async def open(self) -> RemoteGame:
        """The whole game in the engine process."""
        return await self.engine.load(record=self.record, lang=self.lang)

    async def analysis(self, seat: str, n: int) -> Fields:
        """What a search says of what the seat was asked after n events, from what it knew; KeyError as for `frame`."""
        if seat not in self.seats or not 0 <= n <= len(self.seats[seat]):
            raise KeyError(seat)
        async with self._lock:
            if (seat, n) not in self._analyses:
                await self._analyse(seat, n)
            return self._analyses[seat, n]

    async def _analyse(self, seat: str, n: int) -> None:
        game = await self._go_to(seat, n)
        now = await game.look(seat, ("describe",))
        assert now.description is not None
        labels = {offer.move: offer.label for offer in now.description.moves}
        found: Fields = {"asked": bool(labels), "lines": []}
        if labels:
            async with game.analyse(seat, movetime=ANALYSIS_MS, multipv=LINES) as stream:
                async for thought in stream:
                    found["wp"] = thought.wp
                    found["lines"] = [
                        {"label": labels.get(line["move"], line["move"]), **line} for line in thought.lines
                    ]
        if len(self._analyses) >= MAX_KEPT:
            del self._analyses[next(iter(self._analyses))]
        self._analyses[seat, n] = found

    async def frame(self, seat: str, n: int) -> Fields:
        """What the seat knew after n events; KeyError if there is no such seat or number."""
        if seat not in self.seats or not 0 <= n <= len(self.seats[seat]):
            raise KeyError(seat)
        async with self._lock:
            if (seat, n) not in self._frames:
                await self._follow(seat, n)
            return self._frames[seat, n]

    async def _go_to(self, seat: str, n: int) -> RemoteGame:
        """The game as the seat follows it, after n events."""
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
        return game

    async def _follow(self, seat: str, n: int) -> None:
        game = await self._go_to(seat, n)
        if len(self._frames) >= MAX_KEPT:
            del self._frames[next(iter(self._frames))]
        now = await game.look(seat, ("view", "describe", "summary"))
        assert now.view is not None
        assert now.description is not None
        assert now.summary is not None
        self._frames[seat, n] = {
            "n": n,
            "view": {**now.view, "legal": []},
            "was_asked": bool(now.description.moves),
            "describe": {**now.description.to_dict(), "asked": False, "moves": [], "groups": [], "unpaid": []},
            "summary": [block.to_dict() for block in now.summary],
        }

    async def close(self) -> None:
        for game, _ in self._followers.values():
            with contextlib.suppress(EngineError):
                await game.close()


class Replays:
    """The replays that pages look at."""

    def __init__(self, engine: Engine, known_language: Callable[[str, object], str], data: Path | None = None) -> None:
        self._engine = engine
        self._known_language = known_language
        self._data = data
        self.reviews = Reviews()
        self._open: dict[str, Replay] = {}

    async def add(self, record: str, wanted: object) -> str:
        """Open a record, to be told in the language that is wanted; Refused says what is wrong with it."""
        try:
            kept = uhg.read(record)
            lang = self._known_language(kept.game, wanted)
            game = await self._engine.load(record=record, lang=lang)
        except (GameError, EngineError) as error:
            raise Refused("bad-record", f"This is no record that can be replayed: {error}.") from None
        for id, there in self._open.items():
            if there.record == record and there.lang == lang:  # what was found out of it need not be found again
                await game.close()
                return id
        try:
            seats = [kept.seat] if kept.seat is not None else seats_of(game.teams)
            told = {seat: [text for _, text in await game.told(seat)] for seat in seats}
            stories = {seat: dict(await game.story(seat)) for seat in seats}
            steps, hidden = await asyncio.to_thread(self._follow_through, kept, seats, lang)
        finally:
            await game.close()
        if len(self._open) >= MAX_REPLAYS:
            await self._open.pop(next(iter(self._open))).close()
        id = secrets.token_urlsafe(18)
        self._open[id] = Replay(self._engine, record, kept, told, stories, steps, hidden, list(game.teams), lang)
        return id

    def _follow_through(
        self, kept: uhg.TextRecord, seats: list[str], lang: str
    ) -> tuple[dict[str, list[int]], dict[str, list[str]]]:
        """Of a whole game: how many events each seat was told after each move, for a review counts moves; and, if the
        game is over, what each seat cannot know at its end."""
        if kept.seat is not None:
            return {}, {}
        at = Game(kept.ruleset(self._data, lang), kept.deal, CLIENT)
        found = {seat: [at.n_events(seat)] for seat in seats}
        for mover, move in kept.moves:
            at.play(mover, move)
            for seat in seats:
                found[seat].append(at.n_events(seat))
        return found, {seat: unknown_to(at, seat) for seat in seats} if at.result else {}

    async def review(self, id: str, seat: str) -> Fields:
        """A seat's review of a whole game, or how far it is; KeyError if there is no such replay or seat."""
        replay = self._open[id]
        if seat not in replay.seats:
            raise KeyError(seat)
        if not replay.is_whole:
            raise Refused("not-over", "Only whole games that are over can be reviewed.")
        return self.reviews.ask(id, seat, replay.open)

    def find(self, id: str) -> Replay:
        return self._open[id]
