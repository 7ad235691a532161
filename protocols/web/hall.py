"""All tables: setting games up, finding them again, also after a restart. One engine process referees them all."""

from __future__ import annotations

import asyncio
import contextlib
import secrets
from pathlib import Path
from typing import Any

from .. import uhg
from ..client import Engine, EngineError, Hello, RemoteGame
from .store import Chair, Sheet, Store
from .table import ENGINE, PERSON, WATCHER, Refused, WebTable

MAX_OPEN = 256  # tables in memory; others are in the store
MAX_NAME = 40  # characters of a person's name
ALPHABET = "abcdefghijklmnopqrstuvwxyz0123456789"

Fields = dict[str, Any]


def _token() -> str:
    return secrets.token_urlsafe(24)


class Hall:
    """The tables of one server."""

    def __init__(self, folder: Path, pace: float, command: list[str] | None = None, data: Path | None = None) -> None:
        self.epoch = secrets.token_hex(6)  # event numbers that a page remembers hold for one run of the server
        self.engine = Engine(command)
        self._store = Store(folder)
        self._pace = pace
        self._data = data  # component files of the owner's
        self._tables: dict[str, WebTable] = {}
        self._opening: dict[str, asyncio.Lock] = {}
        self._boxes: dict[str, list[Fields]] = {}

    async def open(self) -> None:
        await self.engine.start()
        await self.engine.set_option("MaxGames", 4096)
        if self._data is not None:
            await self.engine.set_option("DataDir", str(self._data))

    async def close(self) -> None:
        for table in list(self._tables.values()):
            await table.close()
        await self.engine.quit()

    @property
    def hello(self) -> Hello:
        assert self.engine.hello is not None
        return self.engine.hello

    async def components(self, name: str) -> list[Fields]:
        """What is in a game's box; KeyError if there is no such game."""
        if name not in self.hello.games:
            raise KeyError(name)
        if name not in self._boxes:
            self._boxes[name] = await self.engine.components(name)
        return self._boxes[name]

    async def create(self, asked: Fields) -> Sheet:
        """Set up a game as the page asks."""
        name = asked.get("game")
        if not isinstance(name, str) or name not in self.hello.games:
            raise Refused("bad-game", f"There is no game {str(name)[:40]!r}.")
        options = asked.get("options", {})
        seats = asked.get("seats")
        wishes = asked.get("chairs", [])
        if not isinstance(options, dict) or not isinstance(wishes, list):
            raise Refused("bad-request", "Options must be a map and chairs a list.")
        chosen = {str(key): str(value) for key, value in options.items() if value}
        args = {"seats": seats, **chosen} if seats is not None else dict(chosen)
        if args.keys() & {"deal", "seat", "chance", "analysis", "name"}:
            raise Refused("bad-request", "That is no option of the game.")
        await self._make_room()
        try:
            game = await self.engine.new(name, **args)
        except EngineError as error:
            raise Refused("bad-request", f"The game cannot be set up like this: {error}.") from None
        sheet = Sheet(self._new_id(), name, seats, chosen, _token(), bool(asked.get("help", True)))
        sheet.chairs = [*_chairs(game, wishes), Chair(WATCHER, PERSON, "", 0, _token())]
        self._store.keep_sheet(sheet)
        table = WebTable(game, sheet, self._store, 0, self._pace)
        await table.save()
        self._tables[sheet.id] = table
        return sheet

    def _new_id(self) -> str:
        return "".join(secrets.choice(ALPHABET) for _ in range(12))

    async def find(self, id: str) -> WebTable:
        """An open table, or one from the store; KeyError if there is none."""
        if id in self._tables:
            return self._tables[id]
        sheet = self._store.sheet(id)
        async with self._opening.setdefault(id, asyncio.Lock()):
            if id not in self._tables:
                await self._make_room()
                self._tables[id] = await self._restore(sheet)
        return self._tables[id]

    async def _restore(self, sheet: Sheet) -> WebTable:
        record, n_changes, tail = self._store.record(sheet.id)
        try:
            game = await self.engine.load(record=record)
        except EngineError as error:
            raise Refused("bad-record", f"The game cannot be restored: {error}.") from None
        table = WebTable(game, sheet, self._store, n_changes, self._pace)
        seats = {chair.seat for chair in sheet.chairs}
        table.history = [(seat, move) for seat, move in uhg.read(record).moves if seat in seats]
        for change in tail:
            with contextlib.suppress(EngineError):  # what the engine refuses was never told to anybody
                await table.again(change)
        return table

    async def _make_room(self) -> None:
        """Put tables away that nobody looks at."""
        idle = sorted((t for t in self._tables.values() if not t.channels), key=lambda table: table.used)
        for table in idle[: max(0, len(self._tables) - MAX_OPEN + 1)]:
            del self._tables[table.sheet.id]
            await table.close()


def _chairs(game: RemoteGame, wishes: list[Any]) -> list[Chair]:
    """Who sits where: the engine, unless the page says a person does."""
    seats = sorted({seat for team in game.teams if team != "house" for seat in team.split("+")}, key=_place)
    wished = {str(wish.get("seat")): wish for wish in wishes if isinstance(wish, dict)}
    chairs = []
    for seat in seats:
        wish = wished.get(seat, {})
        level = wish.get("level", 6)
        if not isinstance(level, int) or not 1 <= level <= 10:
            raise Refused("bad-request", f"level {str(level)[:20]}: want 1 to 10.")
        name = " ".join(str(wish.get("name") or "").split())[:MAX_NAME]
        if wish.get("player") == PERSON:
            chairs.append(Chair(seat, PERSON, name, level, _token()))
        else:
            chairs.append(Chair(seat, ENGINE, name, level))
    return chairs


def _place(seat: str) -> tuple[bool, str]:
    """Numbered seats first."""
    return not seat[1:].isdigit(), seat
