"""The server's addresses: the page, what it asks for, and where the live connections of seats begin.

A seat's token comes in a header (Authorization, or Sec-WebSocket-Protocol where a browser lets a page set no
other), never in an address: addresses end up in logs and histories.
"""

from __future__ import annotations

import contextlib
from collections.abc import AsyncIterator
from dataclasses import asdict
from pathlib import Path
from typing import Any

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import FileResponse, JSONResponse, PlainTextResponse, Response
from starlette.routing import Mount, Route, WebSocketRoute
from starlette.staticfiles import StaticFiles
from starlette.websockets import WebSocket

from ..protocols.client import EngineError
from ..shared.rulebook import rules_page
from .game import WATCHER, Refused
from .live import Live, parse_object
from .lobby import Lobby
from .replays import Replays
from .security import OriginCheck
from .store import GameSetup

STATIC = Path(__file__).parent / "static"
PROTOCOL = "petteia"  # of the live connection; the seat's token is offered beside it
MAX_BODY = 4 << 20
NO_SUCH_LINK = "This link does not open anything."


class Files(StaticFiles):
    """Files that a browser asks for again each time, and gets only if they changed."""

    def file_response(self, *args: Any, **kwargs: Any) -> Response:
        response = super().file_response(*args, **kwargs)
        response.headers["Cache-Control"] = "no-cache"
        return response


def make_app(lobby: Lobby, names: frozenset[str]) -> Starlette:
    """The application; ``names`` are the values of Host that it answers to."""
    replays = Replays(lobby.engine, lobby.known_language)

    @contextlib.asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncIterator[None]:
        await lobby.open()
        yield
        await lobby.close()

    async def page(request: Request) -> Response:
        return _page()

    async def catalog(request: Request) -> Response:
        """The games in words; one that is not told in the language that is asked for is told in English."""
        lang = request.query_params.get("lang") or lobby.lang
        told_in = {name: lobby.languages(name) for name in lobby.hello.games}
        if not any(lang in known for known in told_in.values()):
            raise Refused("bad-lang", f"No game is told in the language {lang[:20]!r}.")
        hello = await lobby.in_language(lang)
        games = [{**game, "languages": told_in[name]} for name, game in hello.games.items()]
        return JSONResponse({"version": hello.version, "games": games, "lang": lang})

    def asked_for(request: Request) -> tuple[str, str]:
        """A game and the language that it is wanted in."""
        name = request.path_params["name"]
        if name not in lobby.hello.games:
            raise HTTPException(404, "There is no such game.")
        return name, lobby.known_language(name, request.query_params.get("lang"))

    async def components(request: Request) -> Response:
        return JSONResponse(await lobby.components(*asked_for(request)))

    async def rules(request: Request) -> Response:
        name, lang = asked_for(request)
        title = (await lobby.in_language(lang)).games[name]["title"]
        return JSONResponse({"title": title, "primer": await lobby.primer(name, lang), "page": rules_page(name)})

    async def preview(request: Request) -> Response:
        return JSONResponse(await lobby.preview(await _body(request)))

    async def notes(request: Request) -> Response:
        return JSONResponse(lobby.notes(await _body(request)))

    async def create(request: Request) -> Response:
        return JSONResponse(_links((await lobby.create(await _body(request))).setup), 201)

    def setup_for(id: str, token: str) -> GameSetup:
        """The set-up of a game for who holds one of its tokens. Whether a game exists is nobody else's business."""
        with contextlib.suppress(KeyError):
            setup = lobby.setup(id)
            if setup.seat_of(token) is not None or setup.is_owner(token):
                return setup
        raise HTTPException(403, NO_SUCH_LINK)

    async def links(request: Request) -> Response:
        token = _bearer(request)
        setup = setup_for(request.path_params["id"], token)
        if not setup.is_owner(token):
            raise HTTPException(403, "Only who set the game up may see the links.")
        return JSONResponse(_links(setup))

    async def seat(request: Request) -> Response:
        """Whose link it is; a page asks when it cannot connect, to learn whether there is any hope."""
        id, token = request.path_params["id"], _bearer(request)
        found = setup_for(id, token).seat_of(token)
        if found is None:
            raise HTTPException(403, NO_SUCH_LINK)
        await lobby.find(id)
        return JSONResponse({"seat": found})

    async def read_record(id: str, token: str) -> str:
        """A seat's own record; for who set the game up, when it is over, the whole."""
        setup = setup_for(id, token)
        game = await lobby.find(id)
        if setup.is_owner(token) and game.remote.result is not None:
            return await game.remote.save()
        found = setup.seat_of(token)
        if found is None:
            raise HTTPException(403, NO_SUCH_LINK)
        if found == WATCHER:
            raise HTTPException(403, "Who watches has no record.")
        return await game.remote.save(found)

    async def record(request: Request) -> Response:
        return PlainTextResponse(await read_record(request.path_params["id"], _bearer(request)))

    async def add_replay(request: Request) -> Response:
        body = await _body(request)
        text = body.get("record")
        if not isinstance(text, str):
            text = await read_record(str(body.get("id")), _bearer(request))
        id = await replays.add(text, body.get("lang"))
        return JSONResponse({"id": id, **replays.find(id).describe()}, 201)

    async def frame(request: Request) -> Response:
        params = request.path_params
        try:
            return JSONResponse(await replays.find(params["id"]).frame(params["seat"], params["n"]))
        except KeyError:
            raise HTTPException(404, "There is no such position.") from None

    async def live(socket: WebSocket) -> None:
        offered = [word for word in socket.scope["subprotocols"] if word != PROTOCOL]
        id, token = socket.path_params["id"], offered[0] if len(offered) == 1 else ""
        try:
            seat = setup_for(id, token).seat_of(token)
            game = await lobby.find(id)
        except (HTTPException, Refused):
            seat = None
        if seat is None:
            await socket.close(1008)  # before it is accepted: becomes a 403
            return
        await socket.accept(PROTOCOL)
        since = socket.query_params.get("since", "")
        known = socket.query_params.get("epoch") == lobby.epoch and since.isdecimal() and len(since) < 9
        await Live(socket, game, seat, int(since) if known else 0, lobby.epoch).run()

    routes = [
        Route("/", page),
        Route("/g/{id}", page),
        Route("/replay", page),
        Route("/api/catalog", catalog),
        Route("/api/components/{name}", components),
        Route("/api/rules/{name}", rules),
        Route("/api/preview", preview, methods=["POST"]),
        Route("/api/notes", notes, methods=["POST"]),
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
        middleware=[Middleware(OriginCheck, names=names)],
        exception_handlers={Refused: _refused, HTTPException: _failed, EngineError: _refused},
    )


def _page(status: int = 200) -> Response:
    return FileResponse(STATIC / "index.html", status, headers={"Cache-Control": "no-cache"})


def _links(setup: GameSetup) -> dict[str, Any]:
    """What who set the game up may know: the tokens of all people's seats."""
    return {
        "id": setup.id,
        "game": setup.game,
        "owner": setup.owner,
        "seating": [asdict(each) for each in setup.seating],
    }


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
    body = parse_object(raw)
    if body is None:
        raise Refused("bad-request", "Want a JSON object.")
    return body


async def _refused(request: Request, error: Exception) -> Response:
    return JSONResponse({"error": getattr(error, "code", "error"), "sentence": str(error)}, 400)


async def _failed(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    if error.status_code == 404 and not request.url.path.startswith(("/api/", "/static/")):
        return _page(404)  # a person typed it: the page says that there is nothing
    return JSONResponse({"error": str(error.status_code), "sentence": error.detail}, error.status_code)
