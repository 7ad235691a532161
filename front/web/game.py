"""A game that is played in browsers: who sits where, who is told what, the engine's own seats, taking back.

Every seat is told what the engine process tells that seat, and nothing else is ever asked on its behalf.
"""

from __future__ import annotations

import asyncio
import contextlib
import time
from typing import Any

from ..protocols.client import EngineDied, EngineError, EngineTimeout, RemoteGame, Update
from .notices import Notices
from .searches import Channel, Searches
from .store import PERSON, CannotKeep, Change, GameSetup, SeatSetup, Store

WATCHER = "pub"
PAGE = ("view", "describe", "summary", "events", "story")  # what a page is told after every change
SAVE_AFTER = 1.0  # seconds of calm before the record is written anew
RETRY_AFTER = 5.0  # seconds, if it cannot be written

Fields = dict[str, Any]


class Refused(Exception):
    """A request that cannot be: a word for programs and a sentence for people."""

    def __init__(self, code: str, sentence: str) -> None:
        super().__init__(sentence)
        self.code = code


class WebGame:
    """One game: its referee in the engine process, how it was set up, and the pages that follow it."""

    def __init__(
        self,
        remote: RemoteGame,
        setup: GameSetup,
        store: Store,
        n_changes: int,
        pace: float,
        slot: asyncio.Semaphore,
    ) -> None:
        self.remote = remote
        self.setup = setup
        self.channels: set[Channel] = set()
        self.used = time.monotonic()
        self.history: list[tuple[str, str]] = []  # decisions of seats so far: who, what
        self._answered: dict[str, int] = {}  # the number of each seat's last decision
        self._known: dict[str, Fields] = {}  # by seat, what it knows since the last change
        self._told: dict[str, list[Fields]] = {}  # by seat, its events so far, with their sentences
        self._store = store
        self._n_changes = n_changes
        self._unkept: list[Change] = []  # the last of them, which are not in the store
        self.notices = Notices(remote.engine)
        self._changing = asyncio.Lock()  # changes and looks, one after the other
        self.searches = Searches(remote, setup, self.channels, self._play_for_engine, pace, slot)
        self._saver: asyncio.Task[None] | None = None

    # Seats.

    def seat_setup(self, seat: str) -> SeatSetup:
        return next(each for each in self.setup.seating if each.seat == seat)

    def describe(self, seat: str) -> Fields:
        """What never changes, for the page of a seat."""
        return {
            "id": self.setup.id,
            "game": self.setup.game,
            "lang": self.setup.lang,
            "seats": self.setup.seats,
            "options": self.setup.options,
            "you": seat,
            "help": self.setup.help,
            "teams": self.remote.teams,
            "seating": [
                {"seat": each.seat, "player": each.player, "name": each.name, "level": each.level}
                for each in self.setup.seating
                if each.seat != WATCHER
            ],
        }

    async def update(self, seat: str, since: int) -> Fields:
        """What a seat knows now, and what it was told after event number ``since``."""
        self.used = time.monotonic()
        async with self._changing:
            if seat not in self._known:
                await self._look(seat)
            return {**self._known[seat], "events": self._told[seat][since:]}

    async def _look(self, seat: str) -> None:
        """Ask what a seat knows now: once, however many pages are open; not at all if it came with the last change."""
        told = self._told.setdefault(seat, [])
        self._learn(await self.remote.look(seat, PAGE, len(told) + 1))

    def _learn(self, update: Update) -> None:
        """Note what a seat knows now; nothing if events are missing before those that came."""
        told = self._told.setdefault(update.seat, [])
        if update.view is None or len(told) + len(update.events) != update.n:
            return
        sentences = dict(update.story)
        for n, text in update.events:
            told.append({"n": n, "text": text, **({"say": sentences[n]} if n in sentences else {})})
        remote, seat = self.remote, update.seat
        known: Fields = {"n": update.n, "view": update.view}
        if update.description is not None:
            known["describe"] = update.description.to_dict()
        if update.summary is not None:
            known["summary"] = [block.to_dict() for block in update.summary]
        if seat in remote.decisions:
            known["d"], known["kind"] = remote.decisions[seat], remote.kinds[seat]
        if remote.result is not None:
            known["result"] = {"winners": remote.result[0], "reason": remote.result[1]}
        self._known[seat] = known

    # Changes.

    async def play(self, seat: str, d: int, move: str) -> None:
        async with self.searches.paused(seat):
            await self._change(("play", {"seat": seat, "d": d, "move": move}))

    async def _play_for_engine(self, seat: str, d: int, move: str) -> None:
        await self._change(("play", {"seat": seat, "d": d, "move": move}))

    async def _change(self, change: Change) -> None:
        """One change of the game: made, kept, and all pages notified."""
        async with self._changing:
            await self._make(change)
            self._keep()
        self._notify()

    async def _make(self, change: Change) -> None:
        verb, args = change
        seats = sorted({channel.seat for channel in self.channels})
        kinds = PAGE if seats else ()  # what the open pages need comes with the answer
        if verb == "play":
            await self.remote.play(args["seat"], args["move"], args["d"], with_=kinds, for_=seats)
        elif verb == "unplay":
            await self.remote.unplay(args["seat"], args["d"], with_=kinds, for_=seats)
        else:
            await self.remote.undo(with_=kinds, for_=seats)
        self._note(verb, args)
        for update in self.remote.updates.values():
            self._learn(update)
        self._n_changes += 1
        self._unkept.append(change)

    def _keep(self) -> None:
        """What is not in the store yet goes there, before anybody is told of it; a game that cannot be kept goes on."""
        first = self._n_changes - len(self._unkept) + 1
        try:
            self._store.keep_changes(self.setup.id, first, self._unkept, len(self.history), self.remote.result)
        except CannotKeep as error:
            self.notices.cannot_keep(error)
        else:
            self._unkept.clear()
            self.notices.keeps()

    def _note(self, verb: str, args: Fields) -> None:
        self._known.clear()
        if verb == "play":
            self.history.append((args["seat"], args["move"]))
            self._answered[args["seat"]] = args["d"]
        elif verb == "unplay":
            last = max(place for place, (seat, _) in enumerate(self.history) if seat == args["seat"])
            del self.history[last]
        else:
            self.history.pop()

    async def redo(self, change: Change) -> None:
        """A change that was kept in the tail, made again after a restart. Decisions have other numbers now."""
        verb, args = change
        if verb == "undo":
            await self.remote.undo()
        elif verb == "unplay":
            args = {"seat": args["seat"], "d": self._answered.get(args["seat"], 1)}
            await self.remote.unplay(args["seat"], args["d"])
        else:
            args = {**args, "d": self.remote.decisions.get(args["seat"], 1)}
            await self.remote.play(args["seat"], args["move"], args["d"])
        self._note(verb, args)
        self._n_changes += 1

    def _notify(self) -> None:
        for channel in self.channels:
            channel.notify()
        self.searches.wake()
        if self._saver is None or self._saver.done():
            self._saver = asyncio.create_task(self._save_soon())

    async def take_back(self, seat: str) -> None:
        """Back to the seat's last decision, if the protocol allows it and no other person has decided since."""
        async with self.searches.paused(), self._changing:
            try:
                await self._take_back(seat)
            finally:
                self._keep()  # all steps at once
                self._notify()

    async def _take_back(self, seat: str) -> None:
        if seat not in self.remote.decisions and seat in self._answered:
            with contextlib.suppress(EngineError):
                return await self._make(("unplay", {"seat": seat, "d": self._answered[seat]}))
        place = max((place for place, (who, _) in enumerate(self.history) if who == seat), default=None)
        if place is None:
            raise Refused("nothing-to-undo", "There is nothing to take back.")
        before = list(self.history)
        if any(self.seat_setup(who).player == PERSON and who != seat for who, _ in before[place:]):
            raise Refused("others-moved", "Somebody else has decided since.")
        try:
            while len(self.history) > place:
                await self._make(("undo", {}))
        except EngineError as error:
            for who, move in before[len(self.history) :]:  # all or nothing
                await self._make(("play", {"seat": who, "d": self.remote.decisions[who], "move": move}))
            reason = str(error.keys.get("reason", ""))
            sentence = {
                "chance": "Chance has answered: that cannot be taken back.",
                "revealed": "Something was revealed: that cannot be taken back.",
            }
            raise Refused("denied", sentence.get(reason, "That cannot be taken back.")) from None

    # Hints and analysis.

    def think(self, channel: Channel, hint: bool) -> None:
        """Note what a page wants to know about its seat's decision; it is notified when there is something to tell."""
        if not self.setup.help:
            raise Refused("no-help", "This game is played without hints.")
        d = self.remote.decisions.get(channel.seat)
        if d is None:
            raise Refused("not-asked", "There is nothing to decide at the moment.")
        if hint:
            channel.hint_for = d
        else:
            channel.analysis_for = d
        channel.notify()  # it may be known already
        self.searches.wake()

    # Keeping.

    async def _save_soon(self) -> None:
        await asyncio.sleep(SAVE_AFTER)
        with contextlib.suppress(EngineDied, EngineTimeout):
            while not await self.save():
                await asyncio.sleep(RETRY_AFTER)
            for channel in self.channels:
                channel.notify()

    async def save(self) -> bool:
        """Write the whole record; whether that went well."""
        async with self._changing:
            record, n_changes = await self.remote.save(), self._n_changes
            try:
                self._store.keep_record(self.setup, record, n_changes, len(self.history), self.remote.result)
            except CannotKeep as error:
                self.notices.cannot_keep(error)
                return False
            self._unkept.clear()
            self.notices.keeps()
            return True

    async def close(self) -> None:
        """Keep the game and let it go."""
        await self.searches.stop()
        if self._saver is not None:
            self._saver.cancel()
        with contextlib.suppress(EngineDied, EngineTimeout, EngineError):
            await self.save()
            await self.remote.close()
        with contextlib.suppress(CannotKeep):
            self._store.release(self.setup.id)
