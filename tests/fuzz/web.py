"""The server's requests and live connections, without a network. An input is a list of requests, one a line:

    POST /api/games {"game":"epix"}        a request with a body; GET has none. AS s1 before it sends that seat's token
    s0 {"do":"play","d":$d,"move":"$m3"}   a message over the live connection of a seat

``$i`` stands for the game that is open, ``$d`` and ``$m`` for the seat's decision and its moves, ``$r`` for a record.
The engine is a process of its own whose player counts instead of thinking (tests/protocol/standin.py).
"""

from __future__ import annotations

import asyncio
import json
import random
import re
import sys
from functools import cache
from pathlib import Path
from typing import Any

from starlette.types import Message

from petteia.engine import new
from petteia.protocols.records import uhg
from petteia.web.app import PROTOCOL, make_app
from petteia.web.lobby import Lobby

from . import sandbox
from .hearing import MAX_ERROR, SECRET
from .mutation import TEXTS, mutate_lines, mutate_value

HOST = "localhost:1"
MAX_LINES = 16
SECONDS = 8.0  # that an answer may take
REQUEST = re.compile(rb"(?:AS (\S+) )?(GET|POST) (\S+)(?: (.*))?")
LIVE = re.compile(rb"(s0|s1|pub) (.*)")
STANDS_FOR = re.compile(r"\$([a-z])(\d{0,2})")


class Page:
    """A live connection of a seat, as its page has it."""

    def __init__(self, served: Served, seat: str) -> None:
        self.seat = seat
        self.state: dict[str, Any] = {}
        self.answers: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self.inbox: asyncio.Queue[Message] = asyncio.Queue()
        self.accepted = asyncio.Event()
        self.said: list[str] = []
        self.inbox.put_nowait({"type": "websocket.connect"})
        self.path = f"/api/games/{served.setup.id}/live"
        scope = served.scope("websocket", self.path) | {"subprotocols": [PROTOCOL, served.token(seat)]}
        self.task = asyncio.create_task(served.app(scope, self.inbox.get, self._send))

    async def _send(self, message: Message) -> None:
        if message["type"] == "websocket.accept":
            self.accepted.set()
        if message["type"] != "websocket.send":
            return
        self.said.append(message["text"])
        told = json.loads(message["text"])
        if told["type"] == "update":
            self.state = told
        elif told["type"] == "answer":
            self.answers.put_nowait(told)

    async def ask(self, text: bytes) -> dict[str, Any]:
        try:
            message: Message = {"type": "websocket.receive", "text": text.decode("utf-8")}
        except UnicodeDecodeError:
            message = {"type": "websocket.receive", "bytes": text}
        self.inbox.put_nowait(message)
        return await asyncio.wait_for(self.answers.get(), SECONDS)

    async def close(self) -> None:
        self.inbox.put_nowait({"type": "websocket.disconnect", "code": 1000})
        await asyncio.wait_for(self.task, SECONDS)


class Served:
    """A server without a network, and a game with two people in it."""

    async def start(self) -> None:
        with sandbox.left_open():
            await self._start()

    async def _start(self) -> None:
        self.lobby = Lobby(Path(sandbox.path("games")), 0.0, [sys.executable, "-m", "tests.protocol.standin"])
        self.app = make_app(self.lobby, frozenset({HOST}))
        await self.lobby.open()
        await self.begin()

    async def begin(self) -> None:
        await self.lobby.engine.set_option("DealSeed", SECRET)
        people = [{"seat": "s0", "player": "person"}, {"seat": "s1", "player": "person"}]
        self.game = await self.lobby.create({"game": "epix", "seats": 2, "seating": people, "help": False})
        self.setup = self.game.setup

    def token(self, who: str) -> str:
        found = [each.token for each in self.setup.seating if each.seat == who]
        return self.setup.owner if who == "owner" else found[0] if found else "x"

    def scope(self, kind: str, path: str, as_: str = "", query: bytes = b"") -> dict[str, Any]:
        headers = [(b"host", HOST.encode()), (b"content-type", b"application/json")]
        if as_:
            headers.append((b"authorization", b"Bearer " + self.token(as_).encode()))
        path, _, question = path.partition("?")
        return {
            "type": kind, "asgi": {"version": "3.0"}, "http_version": "1.1", "method": "GET", "scheme": "http",
            "path": path, "raw_path": path.encode(), "query_string": question.encode(), "root_path": "",
            "headers": headers, "server": ("localhost", 1), "client": ("localhost", 2), "subprotocols": [],
        }  # fmt: skip

    async def request(self, as_: str, method: str, path: str, body: bytes) -> tuple[int, bytes]:
        sent: list[Message] = []
        asked = [{"type": "http.request", "body": body, "more_body": False}]
        answered = asyncio.Event()

        async def receive() -> Message:
            if asked:
                return asked.pop()
            await answered.wait()  # who asked stays until the whole answer is there
            return {"type": "http.disconnect"}

        async def send(message: Message) -> None:
            sent.append(message)

        scope = self.scope("http", path, as_) | {"method": method}
        await asyncio.wait_for(self.app(scope, receive, send), SECONDS)
        status = next(message["status"] for message in sent if message["type"] == "http.response.start")
        return status, b"".join(message.get("body", b"") for message in sent)

    # Inputs.

    async def run(self, data: bytes) -> None:
        if self.game.setup.id not in self.lobby._games or self.game.remote.result is not None:
            await self.begin()
        pages: dict[str, Page] = {}
        try:
            for line in data.split(b"\n")[:MAX_LINES]:
                if found := LIVE.fullmatch(line):
                    await self._live(pages, found.group(1).decode(), found.group(2))
                elif found := REQUEST.fullmatch(line):
                    await self._request(found)
        finally:
            for page in pages.values():
                await page.close()
            await self._put_away()
        for page in pages.values():
            self._check_page(page)
        status, _ = await self.request("", "GET", "/api/catalog", b"")
        assert status == 200, "the server does not answer any more"

    async def _put_away(self) -> None:
        """End the games that the input has begun: engines would go on playing them."""
        for id, game in list(self.lobby._games.items()):
            if game is not self.game:
                del self.lobby._games[id]
                await game.close()

    async def _live(self, pages: dict[str, Page], seat: str, text: bytes) -> None:
        if seat not in pages:
            pages[seat] = Page(self, seat)
            await asyncio.wait_for(pages[seat].accepted.wait(), SECONDS)
        page = pages[seat]
        before = await self.game.remote.save()
        answer = await page.ask(self._filled(text, page))
        if not answer.get("ok"):
            assert answer["error"] not in ("", "internal", "engine"), answer
            assert _is_sentence(answer["sentence"]), answer
            assert await self.game.remote.save() == before, f"a request that was refused has changed the game: {text!r}"

    async def _request(self, found: re.Match[bytes]) -> None:
        as_ = (found.group(1) or b"").decode("ascii", "replace")
        path = self._filled(found.group(3), None).decode("utf-8", "replace")
        body = self._filled(found.group(4) or b"", None)
        status, said = await self.request(as_, found.group(2).decode(), path, body)
        assert status < 500, f"{status} {said[:200]!r}"
        if status >= 400 and path.startswith("/api/"):
            told = json.loads(said) if said.startswith(b"{") else {"sentence": said.decode()}
            assert _is_sentence(told["sentence"]), f"no sentence: {status} {said[:300]!r}"
        if status >= 400:
            self._check_told(said.decode(), body)

    def _filled(self, text: bytes, page: Page | None) -> bytes:
        state = page.state if page else {}

        def stands_for(found: re.Match[str]) -> str:
            legal = state.get("view", {}).get("legal", [])
            match found.group(1):
                case "i":
                    return self.setup.id
                case "d":
                    return str(state.get("d", 1))
                case "m" if legal:
                    return str(legal[int(found.group(2) or 0) % len(legal)])
                case "r":
                    return json.dumps(record())[1:-1]
            return found.group()

        return STANDS_FOR.sub(stands_for, text.decode("utf-8", "surrogateescape")).encode("utf-8", "surrogateescape")

    # What may not be told.

    def _check_page(self, page: Page) -> None:
        others = [each.token for each in self.setup.seating if each.token] + [self.setup.owner]
        for text in page.said:
            self._check_told(text, b"")
            assert not any(token in text for token in others), f"a token is told: {text[:300]}"

    def _check_told(self, text: str, sent: bytes) -> None:
        assert str(SECRET) not in text or str(SECRET).encode() in sent, f"the deal's seed is told: {text[:300]}"
        assert sandbox.FOLDER not in text, f"a path is told: {text[:300]}"


def _is_sentence(text: str) -> bool:
    return " " in text and len(text) < MAX_ERROR


@cache
def record() -> str:
    """Of a game that has begun."""
    game = new("egemonia", seed=3)
    for _ in range(6):
        game.play(game.pending[0], game.legal(game.pending[0])[0])
    return uhg.write(game)


@cache
def running() -> tuple[asyncio.AbstractEventLoop, Served]:
    """One server for all inputs; it is started with the first."""
    loop, served = asyncio.new_event_loop(), Served()
    loop.run_until_complete(served.start())
    return loop, served


def run(data: bytes) -> None:
    loop, served = running()
    loop.run_until_complete(served.run(data))


# ---------------------------------------------------------------------------------------------------------------
# Grammar.

ADDRESSES = (
    "/", "/g/$i", "/replay", "/api/catalog", "/api/components/epix", "/api/rules/epix", "/api/games/$i/links",
    "/api/games/$i/seat", "/api/games/$i/record", "/api/replays/x/s0/1", "/api/games/../x", "/static/app.js",
    "/static/../app.py", "/api/games/%00/seat", "/api/components/chess",
)  # fmt: skip
ASKED: tuple[Any, ...] = (
    {"do": "play", "d": "$d", "move": "$m0", "to": 1}, {"do": "play", "d": "$d", "move": "$m3", "to": 1},
    {"do": "undo", "to": 2}, {"do": "hint"}, {"do": "analyze"}, {"do": "play", "d": 1, "move": "x"},
)  # fmt: skip
MADE: tuple[Any, ...] = (
    {"game": "epix", "seats": 2, "options": {}, "seating": [{"seat": "s0", "player": "person", "name": "A"}]},
    {"game": "epireia", "seats": 1, "options": {"city": "athens"}, "seating": [{"seat": "s0", "player": "person"}]},
    {"game": "egemonia", "seating": [{"seat": "s1", "player": "engine", "level": 3}], "help": True},
)  # fmt: skip
REPLAYED: tuple[Any, ...] = ({"record": "$r"}, {"id": "$i"}, {"record": "x"}, {"record": '[Format "uhg 1"]'})
KNOWN = (
    "epix",
    "egemonia",
    "person",
    "engine",
    "s0",
    "s1",
    "enemy",
    "deal",
    "chance",
    "lang",
    "seat",
    "$m1",
    "$d",
    "$r",
    "$i",
)
WORDS = tuple(
    word.encode() for word in (*ADDRESSES, *KNOWN, "GET", "POST", "AS s0", "AS owner", "AS pub", "s0", *TEXTS)
)


def fresh(chooser: random.Random) -> bytes:
    as_ = chooser.choice(["", "", "AS s0 ", "AS s1 ", "AS owner ", "AS pub ", "AS x "])
    match chooser.randrange(8):
        case 0:
            return f"{as_}GET {chooser.choice(ADDRESSES)}".encode()
        case 1:
            return f"{as_}POST /api/games ".encode() + _body(chooser, MADE)
        case 2:
            return f"{as_}POST /api/replays ".encode() + _body(chooser, REPLAYED)
        case _:
            return f"{chooser.choice(['s0', 's0', 's1', 'pub'])} ".encode() + _body(chooser, ASKED)


def _body(chooser: random.Random, from_: tuple[Any, ...]) -> bytes:
    value = chooser.choice(from_)
    if chooser.random() < 0.5:
        value = mutate_value(value, chooser, KNOWN)
    return json.dumps(value).replace('"$d"', "$d").encode()


def mutate(data: bytes, chooser: random.Random) -> bytes:
    return mutate_lines(data, chooser, fresh, WORDS)
