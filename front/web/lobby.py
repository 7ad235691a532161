"""All games of one server: setting them up, finding them again, also after a restart. One engine process runs them."""

from __future__ import annotations

import asyncio
import contextlib
import secrets
from pathlib import Path
from typing import Any

from ..protocols.client import Engine, EngineError, Hello, RemoteGame
from ..protocols.records import uhg
from ..shared.seating import seats_of
from .game import WATCHER, Refused, WebGame
from .store import DEFAULT_LEVEL, ENGINE, PERSON, GameSetup, SeatSetup, Store

MAX_OPEN = 256  # games in memory; the others are in the store
MAX_THINKING = 1  # games in which people's decisions are searched at once; engines' moves do not wait for each other
MAX_NAME = 40  # characters of a person's name
ALPHABET = "abcdefghijklmnopqrstuvwxyz0123456789"
NO_OPTIONS = {"deal", "seat", "chance", "analysis", "name"}  # what `new` takes besides a game's own options

Fields = dict[str, Any]


def _token() -> str:
    return secrets.token_urlsafe(24)


class Lobby:
    """The games of one server."""

    def __init__(self, folder: Path, pace: float, command: list[str] | None = None, data: Path | None = None) -> None:
        self.epoch = secrets.token_hex(6)  # event numbers that a page remembers hold for one run of the server
        self.engine = Engine(command)
        self._store = Store(folder)
        self._pace = pace
        self._slot = asyncio.Semaphore(MAX_THINKING)
        self._data = data  # component files of the owner's
        self._games: dict[str, WebGame] = {}
        self._opening: dict[str, asyncio.Lock] = {}
        self._components: dict[str, list[Fields]] = {}

    async def open(self) -> None:
        await self.engine.start()
        await self.engine.set_option("MaxGames", 4096)
        if self._data is not None:
            await self.engine.set_option("DataDir", str(self._data))

    async def close(self) -> None:
        for game in list(self._games.values()):
            await game.close()
        await self.engine.quit()

    @property
    def hello(self) -> Hello:
        assert self.engine.hello is not None
        return self.engine.hello

    async def components(self, name: str) -> list[Fields]:
        """What a game is made of, as its data files have it; KeyError if there is no such game."""
        if name not in self.hello.games:
            raise KeyError(name)
        if name not in self._components:
            self._components[name] = await self.engine.components(name)
        return self._components[name]

    async def create(self, asked: Fields) -> WebGame:
        """Set up a game as the page asks."""
        name = asked.get("game")
        if not isinstance(name, str) or name not in self.hello.games:
            raise Refused("bad-game", f"There is no game {str(name)[:40]!r}.")
        options = asked.get("options", {})
        seats = asked.get("seats")
        seating = asked.get("seating", [])
        if not isinstance(options, dict) or not isinstance(seating, list):
            raise Refused("bad-request", "Options must be a map and seating a list.")
        chosen = {str(key): str(value) for key, value in options.items() if value}
        args = {"seats": seats, **chosen} if seats is not None else dict(chosen)
        if args.keys() & NO_OPTIONS:
            raise Refused("bad-request", "That is no option of the game.")
        await self._make_room()
        try:
            remote = await self.engine.new(name, **args)
        except EngineError as error:
            raise Refused("bad-request", f"The game cannot be set up like this: {error}.") from None
        setup = GameSetup(self._new_id(), name, seats, chosen, _token(), bool(asked.get("help", True)))
        setup.seating = [*_seating(remote, seating), SeatSetup(WATCHER, PERSON, "", 0, _token())]
        self._store.keep_setup(setup)
        game = WebGame(remote, setup, self._store, 0, self._pace, self._slot)
        await game.save()
        game.searches.start()
        self._games[setup.id] = game
        return game

    def _new_id(self) -> str:
        return "".join(secrets.choice(ALPHABET) for _ in range(12))

    def setup(self, id: str) -> GameSetup:
        """How a game was set up, without opening it; KeyError if there is none."""
        return self._games[id].setup if id in self._games else self._store.setup(id)

    async def find(self, id: str) -> WebGame:
        """A game that is open, or one from the store; KeyError if there is none."""
        if id in self._games:
            return self._games[id]
        setup = self.setup(id)
        async with self._opening.setdefault(id, asyncio.Lock()):
            if id not in self._games:
                await self._make_room()
                self._games[id] = await self._restore(setup)
        return self._games[id]

    async def _restore(self, setup: GameSetup) -> WebGame:
        record, n_changes, tail = self._store.record(setup.id)
        try:
            remote = await self.engine.load(record=record)
        except EngineError as error:
            raise Refused("bad-record", f"The game cannot be restored: {error}.") from None
        game = WebGame(remote, setup, self._store, n_changes, self._pace, self._slot)
        seats = {seat.seat for seat in setup.seating}
        game.history = [(seat, move) for seat, move in uhg.read(record).moves if seat in seats]
        for change in tail:
            with contextlib.suppress(EngineError):  # what the engine refuses was never told to anybody
                await game.redo(change)
        game.searches.start()  # not before: an engine's move may be in the tail, or it may be owed
        return game

    async def _make_room(self) -> None:
        """Put games away that nobody looks at."""
        idle = sorted((game for game in self._games.values() if not game.channels), key=lambda game: game.used)
        for game in idle[: max(0, len(self._games) - MAX_OPEN + 1)]:
            del self._games[game.setup.id]
            await game.close()


def _seating(remote: RemoteGame, asked: list[Any]) -> list[SeatSetup]:
    """Who sits where: the engine, unless the page says that a person does."""
    by_seat = {str(entry.get("seat")): entry for entry in asked if isinstance(entry, dict)}
    seating = []
    for seat in seats_of(remote.teams):
        entry = by_seat.get(seat, {})
        level = entry.get("level", DEFAULT_LEVEL)
        if type(level) is not int or not 1 <= level <= 10:  # True is an int, but no level
            raise Refused("bad-request", f"level {str(level)[:20]}: want 1 to 10.")
        name = " ".join(str(entry.get("name") or "").split())[:MAX_NAME]
        if entry.get("player") == PERSON:
            seating.append(SeatSetup(seat, PERSON, name, level, _token()))
        else:
            seating.append(SeatSetup(seat, ENGINE, name, level))
    return seating
