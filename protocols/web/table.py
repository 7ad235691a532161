"""A game that is being played in browsers: who sits where, who is told what, the engine's own seats, taking back.

Every seat is told what the engine process tells that seat, and nothing else is ever asked on its behalf.
"""

from __future__ import annotations

import asyncio
import contextlib
import hmac
import time
from typing import Any

from ..client import EngineDied, EngineError, EngineTimeout, RemoteGame
from .store import Chair, Change, Sheet, Store

PERSON, ENGINE = "person", "engine"
WATCHER = "pub"
SAVE_AFTER = 1.0  # seconds of calm before the record is written anew
ANALYSIS_MS = 2000
LINES = 5  # of an analysis

Fields = dict[str, Any]


class Refused(Exception):
    """A request that cannot be: a word for programs and a sentence for people."""

    def __init__(self, code: str, sentence: str) -> None:
        super().__init__(sentence)
        self.code = code


class Channel:
    """One browser page at one seat. It is poked when there is something new, and fetches that itself."""

    def __init__(self, seat: str) -> None:
        self.seat = seat
        self.news = asyncio.Event()
        self.thought: Fields | None = None  # an analysis or a hint that was not sent yet

    def poke(self) -> None:
        self.news.set()


class WebTable:
    """One game."""

    def __init__(self, game: RemoteGame, sheet: Sheet, store: Store, n_changes: int, pace: float) -> None:
        self.game = game
        self.sheet = sheet
        self.channels: set[Channel] = set()
        self.used = time.monotonic()
        self.history: list[tuple[str, str]] = []  # decisions of seats so far: who, what
        self._answered: dict[str, int] = {}  # the number of each seat's last decision
        self._store = store
        self._n_changes = n_changes
        self._pace = pace
        self._changing = asyncio.Lock()  # changes and looks, one after the other
        self._searching = asyncio.Lock()  # the engine runs one search in a game
        self._search: asyncio.Task[Any] | None = None  # an analysis or hint; it gives way to everything else
        self._move: asyncio.Task[Any] | None = None  # the search for an engine's seat
        self._wake = asyncio.Event()
        self._driver = asyncio.create_task(self._drive())
        self._saver: asyncio.Task[None] | None = None

    # Seats.

    def chair(self, seat: str) -> Chair:
        return next(chair for chair in self.sheet.chairs if chair.seat == seat)

    def seat_of(self, token: str) -> str | None:
        """Whose link this is; all are compared, each in constant time."""
        found = None
        for chair in self.sheet.chairs:
            if chair.token and hmac.compare_digest(chair.token.encode(), token.encode()):
                found = chair.seat
        return found

    def is_owner(self, token: str) -> bool:
        return hmac.compare_digest(self.sheet.owner.encode(), token.encode())

    def describe(self, seat: str) -> Fields:
        """What never changes, for the page of a seat."""
        return {
            "id": self.sheet.id,
            "game": self.sheet.game,
            "options": self.sheet.options,
            "you": seat,
            "help": self.sheet.help,
            "teams": self.game.teams,
            "chairs": [
                {"seat": chair.seat, "player": chair.player, "name": chair.name, "level": chair.level}
                for chair in self.sheet.chairs
                if chair.seat != WATCHER
            ],
        }

    async def update(self, seat: str, since: int) -> Fields:
        """What a seat knows now, and what it was told after event number ``since``."""
        self.used = time.monotonic()
        game = self.game
        async with self._changing:
            reply = await game.engine.ask(game, "view", {"seat": seat})
            [shown] = reply.only("view")
            news: dict[int, Fields] = {n: {"n": n, "text": text} for n, text in await game.told(seat, since + 1)}
            for n, sentence in await game.story(seat, since + 1):
                news[n]["say"] = sentence
            fields: Fields = {"n": shown["n"], "view": shown["view"], "events": list(news.values())}
            if seat in game.decisions:
                fields["d"], fields["kind"] = game.decisions[seat], game.kinds[seat]
            if game.result is not None:
                fields["result"] = {"winners": game.result[0], "reason": game.result[1]}
        return fields

    async def chances(self, seat: str) -> list[float] | None:
        """What each team may expect, judged quickly from what the seat knows; None if that is not offered."""
        if not self.sheet.help or seat == WATCHER or self.game.result is not None:
            return None
        return await self.game.eval(seat)

    # Changes.

    async def play(self, seat: str, d: int, move: str) -> None:
        await self._end_search()
        await self._change(("play", {"seat": seat, "d": d, "move": move}))

    async def _change(self, change: Change) -> None:
        """One change of the game: made, kept, told."""
        async with self._changing:
            await self._make(change)
        self._tell()

    async def _make(self, change: Change) -> None:
        verb, args = change
        if verb == "play":
            await self.game.play(args["seat"], args["move"], args["d"])
        elif verb == "unplay":
            await self.game.unplay(args["seat"], args["d"])
        else:
            await self.game.undo()
        self._note(verb, args)
        self._n_changes += 1
        self._store.keep_change(self.sheet.id, self._n_changes, change)

    def _note(self, verb: str, args: Fields) -> None:
        if verb == "play":
            self.history.append((args["seat"], args["move"]))
            self._answered[args["seat"]] = args["d"]
        elif verb == "unplay":
            last = max(place for place, (seat, _) in enumerate(self.history) if seat == args["seat"])
            del self.history[last]
        else:
            self.history.pop()

    async def again(self, change: Change) -> None:
        """A change that was kept in the tail, made again after a restart. Decisions have other numbers now."""
        verb, args = change
        if verb == "undo":
            await self.game.undo()
        elif verb == "unplay":
            args = {"seat": args["seat"], "d": self._answered.get(args["seat"], 1)}
            await self.game.unplay(args["seat"], args["d"])
        else:
            args = {**args, "d": self.game.decisions.get(args["seat"], 1)}
            await self.game.play(args["seat"], args["move"], args["d"])
        self._note(verb, args)
        self._n_changes += 1

    def _tell(self) -> None:
        for channel in self.channels:
            channel.poke()
        self._wake.set()
        if self._saver is None or self._saver.done():
            self._saver = asyncio.create_task(self._save_soon())

    async def take_back(self, seat: str) -> None:
        """Back to the seat's last decision, if the protocol allows it and no other person has decided since."""
        await self._end_search()
        await self._stop_moving()
        async with self._searching, self._changing:
            try:
                await self._take_back(seat)
            finally:
                self._tell()

    async def _take_back(self, seat: str) -> None:
        if seat not in self.game.decisions and seat in self._answered:
            with contextlib.suppress(EngineError):
                return await self._make(("unplay", {"seat": seat, "d": self._answered[seat]}))
        place = max((place for place, (who, _) in enumerate(self.history) if who == seat), default=None)
        if place is None:
            raise Refused("nothing-to-undo", "There is nothing to take back.")
        before = list(self.history)
        if any(self.chair(who).player == PERSON and who != seat for who, _ in before[place:]):
            raise Refused("others-moved", "Somebody else has decided since.")
        try:
            while len(self.history) > place:
                await self._make(("undo", {}))
        except EngineError as error:
            for who, move in before[len(self.history) :]:  # all or nothing
                await self._make(("play", {"seat": who, "d": self.game.decisions[who], "move": move}))
            reason = str(error.keys.get("reason", ""))
            sentence = {
                "chance": "Chance has answered: that cannot be taken back.",
                "revealed": "Something was revealed: that cannot be taken back.",
            }
            raise Refused("denied", sentence.get(reason, "That cannot be taken back.")) from None

    # The engine's own seats.

    async def _drive(self) -> None:
        """Decide for the engine's seats whenever one is asked."""
        while True:
            self._wake.clear()
            seat = next((s for s in self.game.decisions if self._is_engine(s)), None)
            if seat is None:
                await self._wake.wait()
                continue
            try:
                await self._decide(seat)
            except (EngineError, EngineTimeout, EngineDied):
                await asyncio.sleep(0.2)  # the game was changed under it, or the process is being started again

    def _is_engine(self, seat: str) -> bool:
        return any(chair.seat == seat and chair.player == ENGINE for chair in self.sheet.chairs)

    async def _decide(self, seat: str) -> None:
        begun = time.monotonic()
        await self._end_search()
        async with self._searching:
            d = self.game.decisions.get(seat)
            if d is None:
                return
            self._move = asyncio.create_task(self.game.go(seat, level=self.chair(seat).level, d=d))
            await asyncio.wait([self._move])
        if self._move.cancelled():
            return
        best = self._move.result()
        if len(self.channels):  # people want to see what happens
            await asyncio.sleep(max(0.0, begun + self._pace - time.monotonic()))
        if self.game.decisions.get(seat) == d:
            await self._change(("play", {"seat": seat, "d": d, "move": best.move}))

    async def _stop_moving(self) -> None:
        if self._move is not None and not self._move.done():
            self._move.cancel()
            await asyncio.wait([self._move])

    # Hints and analysis: from what the seat knows, by the same search that plays.

    def think(self, channel: Channel, hint: bool) -> None:
        """Start thinking about a seat's decision; what is thought goes to that page."""
        if not self.sheet.help:
            raise Refused("no-help", "This game is played without hints.")
        if channel.seat not in self.game.decisions:
            raise Refused("not-asked", "There is nothing to decide at the moment.")
        if self._search is None or self._search.done():
            self._search = asyncio.create_task(self._think(channel, hint))

    async def _think(self, channel: Channel, hint: bool) -> None:
        seat, d = channel.seat, self.game.decisions[channel.seat]
        with contextlib.suppress(EngineError, EngineTimeout, EngineDied):
            async with (
                self._searching,
                self.game.analyse(seat, movetime=ANALYSIS_MS // 2 if hint else ANALYSIS_MS, multipv=LINES) as stream,
            ):
                async for thought in stream:
                    channel.thought = {
                        "d": d,
                        "hint": hint,
                        "wp": thought.wp,
                        "nodes": thought.nodes,
                        "lines": [[line["move"], line["policy"], line["ev"]] for line in thought.lines],
                        "beliefs": thought.beliefs,
                    }
                    if not hint:
                        channel.poke()
        if channel.thought is not None:
            channel.thought["done"] = True
        channel.poke()

    async def _end_search(self) -> None:
        if self._search is not None and not self._search.done():
            self._search.cancel()
            await asyncio.wait([self._search])

    # Keeping.

    async def _save_soon(self) -> None:
        await asyncio.sleep(SAVE_AFTER)
        with contextlib.suppress(EngineDied, EngineTimeout):
            await self.save()

    async def save(self) -> None:
        async with self._changing:
            record, n_changes = await self.game.save(), self._n_changes
            self._store.keep_record(self.sheet.id, record, n_changes)

    async def close(self) -> None:
        """Keep the game and let it go."""
        await self._end_search()
        await self._stop_moving()
        for task in (self._driver, self._saver):
            if task is not None:
                task.cancel()
        with contextlib.suppress(EngineDied, EngineTimeout, EngineError):
            await self.save()
            await self.game.close()
