"""People at their pages: they look, take a moment, click, and wait until it shows."""

from __future__ import annotations

import asyncio
import json
import random
import time
from typing import Any

from websockets.asyncio.client import ClientConnection, connect

from tests.web.server import Server, token

Fields = dict[str, Any]

LONGEST = 60.0  # seconds that anybody waits for anything
SETUPS = (("egemonia", 2), ("epix", 2), ("ephyran", 2), ("epireia", 2))  # games and how many sit there


class Page:
    """The page of one seat."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket
        self.state: Fields = {}
        self._news = asyncio.Event()
        self._reader = asyncio.create_task(self._read())

    @classmethod
    async def open(cls, server: Server, made: Fields, seat: str) -> Page:
        address = f"ws://127.0.0.1:{server.port}/api/games/{made['id']}/live"
        words: Any = ["petteia", token(made, seat)]
        page = cls(await connect(address, subprotocols=words, max_size=None, open_timeout=LONGEST))
        await page.until(lambda state: bool(state))
        return page

    async def _read(self) -> None:
        async for text in self.socket:
            message = json.loads(text)
            if message["type"] == "update":
                self.state = message
                self._news.set()

    async def until(self, done: Any) -> None:
        async with asyncio.timeout(LONGEST):
            while not done(self.state):
                self._news.clear()
                await self._news.wait()

    @property
    def asked(self) -> bool:
        return "d" in self.state and "result" not in self.state

    async def click(self, chooser: random.Random) -> float:
        """Make some move; the seconds until it shows."""
        d, move = self.state["d"], chooser.choice(self.state["view"]["legal"])
        begun = time.perf_counter()
        await self.socket.send(json.dumps({"do": "play", "d": d, "move": move, "to": 1}))
        await self.until(lambda state: state.get("d") != d)
        return time.perf_counter() - begun

    async def close(self) -> None:
        await self.socket.close()
        await asyncio.wait([self._reader])


async def play(server: Server, number: int, clicks: int, think: float, made: Fields, people: int) -> list[float]:
    """A game that people play for a while; how long each click took. Each takes ``think`` seconds on average."""
    chooser = random.Random(number)
    pages = [await Page.open(server, made, f"s{seat}") for seat in range(people)]
    waits: list[float] = []
    await asyncio.sleep(chooser.uniform(0, think))
    while len(waits) < clicks and not any("result" in page.state for page in pages):
        asked = [page for page in pages if page.asked]
        if not asked:
            await asyncio.sleep(0.05)
            continue
        waits.append(await chooser.choice(asked).click(chooser))
        await asyncio.sleep(chooser.uniform(0.5, 1.5) * think)
    for page in pages:
        await page.close()
    return waits


async def crowd(server: Server, games: int, clicks: int, think: float, level: int | None = None) -> list[float]:
    """Many games at once, with people at all seats, or with one person against the engine at a level."""
    playing = []
    for number in range(games):
        game, seats = SETUPS[number % len(SETUPS)]
        people = seats if level is None else 1
        made = server.create(game, people=people, seats=seats, level=level or 1, help=False)
        playing.append(play(server, number, clicks, think, made, people))
    return [wait for waits in await asyncio.gather(*playing) for wait in waits]


async def come_and_go(server: Server, connections: int, at_once: int, made: Fields) -> None:
    """Connections that are opened, told where the game stands, and closed."""
    left = iter(range(connections))

    async def visitor() -> None:
        for _ in left:
            page = await Page.open(server, made, "s0")
            await page.close()

    await asyncio.gather(*(visitor() for _ in range(at_once)))
