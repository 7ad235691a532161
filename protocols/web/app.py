"""The server's addresses: the page, what it asks for, and the live connection of each seat.

A seat's secret word comes in a header (Authorization, or Sec-WebSocket-Protocol where a browser lets a page set no
other), never in an address: addresses end up in logs and histories.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import FileResponse, JSONResponse, PlainTextResponse, Response
from starlette.routing import Mount, Route, WebSocketRoute
from starlette.staticfiles import StaticFiles
from starlette.websockets import WebSocket, WebSocketDisconnect

from ..client import EngineDied, EngineError, EngineTimeout
from .guard import Guard
from .hall import Hall
from .replays import Replays
from .rulebook import rulebook
from .table import WATCHER, Channel, Refused, WebTable

STATIC = Path(__file__).parent / "static"
PROTOCOL = "petteia"  # of the live connection; the seat's token is offered beside it
MAX_BODY = 4 << 20
MAX_MESSAGE = 4096


class Files(StaticFiles):
    """Files that a browser asks for again each time, and gets only if they changed."""

    def file_response(self, *args: Any, **kwargs: Any) -> Response:
        response = super().file_response(*args, **kwargs)
        response.headers["Cache-Control"] = "no-cache"
        return response


def make_app(hall: Hall, names: frozenset[str]) -> Starlette:
    """The application; ``names`` are the values of Host that it answers to."""
    replays = Replays(hall.engine)

    @contextlib.asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncIterator[None]:
        await hall.open()
        yield
        await hall.close()

    async def page(request: Request) -> Response:
        return _page()

    async def catalog(request: Request) -> Response:
        hello = hall.hello
        games = [{key: game[key] for key in ("name", "seats", "options")} for game in hello.games.values()]
        return JSONResponse({"version": hello.version, "games": games})

    async def components(request: Request) -> Response:
        try:
            return JSONResponse(await hall.components(request.path_params["name"]))
        except KeyError:
            raise HTTPException(404, "There is no such game.") from None

    async def rules(request: Request) -> Response:
        try:
            return JSONResponse(rulebook(request.path_params["name"]))
        except KeyError:
            raise HTTPException(404, "There is no such game.") from None

    async def create(request: Request) -> Response:
        sheet = await hall.create(await _body(request))
        return JSONResponse(_links(await hall.find(sheet.id)), 201)

    async def find(id: str) -> WebTable:
        try:
            return await hall.find(id)
        except KeyError:
            # The same answer as to a wrong token: whether a game exists is nobody's business.
            raise HTTPException(403, "This link does not open anything.") from None

    async def links(request: Request) -> Response:
        table = await find(request.path_params["id"])
        token = _bearer(request)
        if not table.is_owner(token):
            raise HTTPException(403, "Only who set the game up may see the links.")
        return JSONResponse(_links(table))

    async def seat(request: Request) -> Response:
        """Whose link it is; a page asks when it cannot connect, to learn whether there is any hope."""
        table = await find(request.path_params["id"])
        found = table.seat_of(_bearer(request))
        if found is None:
            raise HTTPException(403, "This link does not open anything.")
        return JSONResponse({"seat": found})

    async def record(request: Request) -> Response:
        """A seat's own record; for who set the game up, when it is over, the whole."""
        table = await find(request.path_params["id"])
        return PlainTextResponse(await _record(table, _bearer(request)))

    async def add_replay(request: Request) -> Response:
        body = await _body(request)
        text = body.get("record")
        if not isinstance(text, str):
            table = await find(str(body.get("id")))
            text = await _record(table, _bearer(request))
        id = await replays.add(text)
        return JSONResponse({"id": id, **replays.find(id).describe()}, 201)

    async def frame(request: Request) -> Response:
        params = request.path_params
        try:
            return JSONResponse(await replays.find(params["id"]).frame(params["seat"], params["n"]))
        except KeyError:
            raise HTTPException(404, "There is no such position.") from None

    async def live(socket: WebSocket) -> None:
        offered = [word for word in socket.scope["subprotocols"] if word != PROTOCOL]
        try:
            table = await hall.find(socket.path_params["id"])
            seat = table.seat_of(offered[0]) if len(offered) == 1 else None
        except (KeyError, Refused):
            seat = None
        if seat is None:
            await socket.close(1008)  # before it is accepted: becomes a 403
            return
        await socket.accept(PROTOCOL)
        since = socket.query_params.get("since", "")
        known = socket.query_params.get("epoch") == hall.epoch and since.isdecimal() and len(since) < 9
        await Live(socket, table, seat, int(since) if known else 0, hall.epoch).run()

    routes = [
        Route("/", page),
        Route("/g/{id}", page),
        Route("/replay", page),
        Route("/api/catalog", catalog),
        Route("/api/components/{name}", components),
        Route("/api/rules/{name}", rules),
        Route("/api/games", create, methods=["POST"]),
        Route("/api/games/{id}/links", links),
        Route("/api/games/{id}/seat", seat),
        Route("/api/games/{id}/record", record),
        Route("/api/replays", add_replay, methods=["POST"]),
        Route("/api/replays/{id}/{seat}/{n:int}", frame),
        WebSocketRoute("/api/games/{id}/live", live),
        Mount("/static", Files(directory=STATIC, follow_symlink=True)),
    ]
    return Starlette(
        routes=routes,
        lifespan=lifespan,
        middleware=[Middleware(Guard, names=names)],
        exception_handlers={Refused: _refused, HTTPException: _failed, EngineError: _refused},
    )


def _page(status: int = 200) -> Response:
    return FileResponse(STATIC / "index.html", status, headers={"Cache-Control": "no-cache"})


def _links(table: WebTable) -> dict[str, Any]:
    """What who set the game up may know: the tokens of all people's seats."""
    sheet = table.sheet
    chairs = [
        {"seat": c.seat, "player": c.player, "name": c.name, "level": c.level, "token": c.token} for c in sheet.chairs
    ]
    return {"id": sheet.id, "game": sheet.game, "owner": sheet.owner, "chairs": chairs}


async def _record(table: WebTable, token: str) -> str:
    if table.is_owner(token) and table.game.result is not None:
        return await table.game.save()
    seat = table.seat_of(token)
    if seat is None:
        raise HTTPException(403, "This link does not open anything.")
    if seat == WATCHER:
        raise HTTPException(403, "Who watches has no record.")
    return await table.game.save(seat)


def _bearer(request: Request) -> str:
    scheme, _, token = request.headers.get("authorization", "").partition(" ")
    return token if scheme.lower() == "bearer" else ""


async def _body(request: Request) -> dict[str, Any]:
    """A JSON object, and no form: another site's page can send forms without asking."""
    if request.headers.get("content-type", "").partition(";")[0].strip() != "application/json":
        raise Refused("bad-request", "Want a JSON object.")
    raw = b""
    async for chunk in request.stream():
        raw += chunk
        if len(raw) > MAX_BODY:
            raise HTTPException(413, f"Want at most {MAX_BODY} bytes.")
    try:
        body = json.loads(raw)
    except (ValueError, RecursionError):
        body = None
    if not isinstance(body, dict):
        raise Refused("bad-request", "Want a JSON object.")
    return body


async def _refused(request: Request, error: Exception) -> Response:
    return JSONResponse({"error": getattr(error, "code", "error"), "sentence": str(error)}, 400)


async def _failed(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    if error.status_code == 404 and not request.url.path.startswith(("/api/", "/static/")):
        return _page(404)  # a person typed it: the page says that there is nothing
    return JSONResponse({"error": str(error.status_code), "sentence": error.detail}, error.status_code)


class Live:
    """The live connection of one page at one seat: what it is told goes out, what it wants comes in."""

    def __init__(self, socket: WebSocket, table: WebTable, seat: str, since: int, epoch: str) -> None:
        self.socket = socket
        self.table = table
        self.channel = Channel(seat)
        self.since = since
        self.epoch = epoch

    async def run(self) -> None:
        self.table.channels.add(self.channel)
        sender = asyncio.create_task(self._send())
        try:
            await self.socket.send_json(
                {"type": "hello", "epoch": self.epoch, **self.table.describe(self.channel.seat)}
            )
            self.channel.poke()
            while True:
                await self._take(await self.socket.receive_text())
        except (WebSocketDisconnect, RuntimeError):
            pass
        finally:
            sender.cancel()
            self.table.channels.discard(self.channel)

    async def _send(self) -> None:
        """Whenever there is news, the whole of what the seat knows, and the events since the last time."""
        sent = None
        with contextlib.suppress(WebSocketDisconnect, RuntimeError):
            while True:
                await self.channel.news.wait()
                self.channel.news.clear()
                if self.channel.thought is not None:
                    thought, self.channel.thought = self.channel.thought, None
                    await self.socket.send_json({"type": "thought", **thought})
                try:
                    update = await self.table.update(self.channel.seat, self.since)
                except (EngineDied, EngineTimeout, EngineError):
                    await asyncio.sleep(0.5)
                    self.channel.poke()
                    continue
                if update != sent:
                    await self.socket.send_json({"type": "update", "epoch": self.epoch, "since": self.since, **update})
                    self.since, sent = update["n"], {**update, "events": []}
                    await self._send_chances(update["n"])

    async def _send_chances(self, n: int) -> None:
        """Apart from the update, which must not wait for it."""
        with contextlib.suppress(EngineDied, EngineTimeout, EngineError):
            wp = await self.table.chances(self.channel.seat)
            if wp is not None:
                await self.socket.send_json({"type": "chances", "n": n, "wp": wp})

    async def _take(self, text: str) -> None:
        """One wish of the page. Whatever it is, it is answered and nothing breaks."""
        wish: Any = None
        if len(text) <= MAX_MESSAGE:
            with contextlib.suppress(ValueError, RecursionError):
                wish = json.loads(text)
        answer: dict[str, Any] = {"type": "answer", "to": wish.get("to") if isinstance(wish, dict) else None}
        try:
            await self._do(wish if isinstance(wish, dict) else {})
            answer["ok"] = True
        except Refused as error:
            answer |= {"error": error.code, "sentence": str(error)}
        except EngineError as error:
            answer |= {"error": error.code, "sentence": _sentence(error)}
        except (EngineDied, EngineTimeout):
            answer |= {"error": "engine", "sentence": "The engine does not answer at the moment."}
        await self.socket.send_json(answer)

    async def _do(self, wish: dict[str, Any]) -> None:
        seat = self.channel.seat
        if seat == WATCHER:
            raise Refused("watching", "Who watches does not play.")
        match wish:
            case {"do": "play", "d": int(d), "move": str(move)} if 0 < d < 10**9:
                await self.table.play(seat, d, move)
            case {"do": "undo"}:
                await self.table.take_back(seat)
            case {"do": "hint"}:
                self.table.think(self.channel, hint=True)
            case {"do": "analyze"}:
                self.table.think(self.channel, hint=False)
            case _:
                raise Refused("bad-request", "Want play, undo, hint or analyze.")


def _sentence(error: EngineError) -> str:
    known = {
        "stale": "That decision has been made already.",
        "wrong-seat": "It is not your turn.",
        "game-over": "The game is over.",
        "illegal": f"That is not possible now ({error.keys.get('reason', '')}).",
    }
    return known.get(error.code, f"That cannot be: {error}.")
