"""The server's addresses: the page, what it asks for, and where the live connections of seats begin.

A seat's token comes in a header (Authorization, or Sec-WebSocket-Protocol where a browser lets a page set no
other), never in an address: addresses end up in logs and histories.
"""

from __future__ import annotations

import contextlib
import re
from collections.abc import AsyncIterator
from dataclasses import asdict
from functools import cache
from pathlib import Path
from typing import Any

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, PlainTextResponse, Response
from starlette.routing import BaseRoute, Mount, Route, WebSocketRoute
from starlette.staticfiles import StaticFiles
from starlette.websockets import WebSocket

from ..protocols.client import EngineError
from ..shared.finished import kind_of, options_of, outcome, statistics, suggestion
from ..shared.rulebook import players_page
from ..shared.store.games import KeptGame
from .game import WATCHER, Refused
from .live import Live, parse_object
from .lobby import Lobby
from .replays import Replays
from .security import OriginCheck
from .store import GameSetup

STATIC = Path(__file__).parent / "static"
PROTOCOL = "petteia"  # of the live connection; the seat's token is offered beside it
MAX_BODY = 4 << 20
MAX_KNOWN = 1000  # games of one browser
NO_SUCH_LINK = "This link does not open anything."


# What holds no secret goes compressed. Nothing else may: the length of a compressed answer tells of what is in it.
COMPRESSED = [Middleware(GZipMiddleware, minimum_size=500)]


class Files(StaticFiles):
    """Files that a browser asks for again each time, and gets only if they changed."""

    def file_response(self, *args: Any, **kwargs: Any) -> Response:
        response = super().file_response(*args, **kwargs)
        response.headers["Cache-Control"] = "no-cache"
        return response


class Answers:
    """What each address answers, for the games of one lobby."""

    def __init__(self, lobby: Lobby) -> None:
        self.lobby = lobby
        self.replays = Replays(lobby.engine, lobby.known_language, lobby.data)

    @contextlib.asynccontextmanager
    async def lifespan(self, _: Starlette) -> AsyncIterator[None]:
        await self.lobby.open()
        yield
        await self.replays.reviews.close()
        await self.lobby.close()

    async def page(self, request: Request) -> Response:
        kind = {"/": "home", "/replay": "replay"}.get(request.url.path, "game")
        return _page(kind)

    async def catalog(self, request: Request) -> Response:
        """The games in words; one that is not told in the language that is asked for is told in English."""
        lang = request.query_params.get("lang") or self.lobby.lang
        told_in = {name: self.lobby.languages(name) for name in self.lobby.hello.games}
        if not any(lang in known for known in told_in.values()):
            raise Refused("bad-lang", f"No game is told in the language {lang[:20]!r}.")
        hello = await self.lobby.in_language(lang)
        games = [{**game, "languages": told_in[name]} for name, game in hello.games.items()]
        return JSONResponse({"version": hello.version, "games": games, "lang": lang})

    def _asked_for(self, request: Request) -> tuple[str, str]:
        """A game and the language that it is wanted in."""
        name = request.path_params["name"]
        if name not in self.lobby.hello.games:
            raise HTTPException(404, "There is no such game.")
        return name, self.lobby.known_language(name, request.query_params.get("lang"))

    async def components(self, request: Request) -> Response:
        return JSONResponse(await self.lobby.components(*self._asked_for(request)))

    async def rules(self, request: Request) -> Response:
        """For people who play; `seats` says how many do."""
        name, lang = self._asked_for(request)
        seats = request.query_params.get("seats", "")
        title = (await self.lobby.in_language(lang)).games[name]["title"]
        primer = await self.lobby.primer(name, lang, int(seats) if re.fullmatch("[1-9]", seats) else None)
        return JSONResponse({"title": title, "primer": primer, "page": players_page(name)})

    async def preview(self, request: Request) -> Response:
        return JSONResponse(await self.lobby.preview(await _body(request)))

    async def notes(self, request: Request) -> Response:
        return JSONResponse(self.lobby.notes(await _body(request)))

    async def create(self, request: Request) -> Response:
        return JSONResponse(_links((await self.lobby.create(await _body(request))).setup), 201)

    def _setup_for(self, id: str, token: str) -> GameSetup:
        """The set-up of a game for who holds one of its tokens. Whether a game exists is nobody else's business."""
        with contextlib.suppress(KeyError):
            setup = self.lobby.setup(id)
            if setup.seat_of(token) is not None or setup.is_owner(token):
                return setup
        raise HTTPException(403, NO_SUCH_LINK)

    async def links(self, request: Request) -> Response:
        token = _bearer(request)
        setup = self._setup_for(request.path_params["id"], token)
        if not setup.is_owner(token):
            raise HTTPException(403, "Only who set the game up may see the links.")
        return JSONResponse(_links(setup))

    async def seat(self, request: Request) -> Response:
        """Whose link it is; a page asks when it cannot connect, to learn whether there is any hope."""
        id, token = request.path_params["id"], _bearer(request)
        found = self._setup_for(id, token).seat_of(token)
        if found is None:
            raise HTTPException(403, NO_SUCH_LINK)
        await self.lobby.find(id)
        return JSONResponse({"seat": found})

    async def _read_record(self, id: str, token: str) -> str:
        """A seat's own record; for who set the game up, when it is over, the whole."""
        setup = self._setup_for(id, token)
        game = await self.lobby.find(id)
        if setup.is_owner(token) and game.remote.result is not None:
            return await game.remote.save()
        found = setup.seat_of(token)
        if found is None:
            raise HTTPException(403, NO_SUCH_LINK)
        if found == WATCHER:
            raise HTTPException(403, "Who watches has no record.")
        return await game.remote.save(found)

    async def _whole_record(self, id: str, token: str) -> str:
        """To look back at a game that is over: all of it, for everybody who was there."""
        self._setup_for(id, token)
        game = await self.lobby.find(id)
        return await self._read_record(id, token) if game.remote.result is None else await game.remote.save()

    async def record(self, request: Request) -> Response:
        return PlainTextResponse(await self._read_record(request.path_params["id"], _bearer(request)))

    async def _owned(self, request: Request) -> str:
        """A game of who set it up."""
        id, token = request.path_params["id"], _bearer(request)
        if not self._setup_for(id, token).is_owner(token):
            raise HTTPException(403, "Only who set the game up may do that.")
        return str(id)

    async def again(self, request: Request) -> Response:
        id, body = await self._owned(request), await _body(request)
        game = await self.lobby.again(id, body.get("options", {}), body.get("deal") == "same")
        return JSONResponse(_links(game.setup), 201)

    async def branch(self, request: Request) -> Response:
        id, body = await self._owned(request), await _body(request)
        return JSONResponse(_links((await self.lobby.branch(id, body.get("step"))).setup), 201)

    async def remove(self, request: Request) -> Response:
        id = await self._owned(request)
        await _body(request)  # a page of ours sends one; a form of another site's cannot
        await self.lobby.remove(id)
        return JSONResponse({})

    async def known(self, request: Request) -> Response:
        """The games of whoever holds these links: how they came out, statistics, what to play next."""
        body = await _body(request)
        tokens = body.get("tokens")
        if not isinstance(tokens, dict) or len(tokens) > MAX_KNOWN:
            raise Refused("bad-request", f"tokens: want a map of at most {MAX_KNOWN} games to links.")
        games = []
        for id, token in tokens.items():
            with contextlib.suppress(HTTPException, KeyError):
                self._setup_for(str(id), str(token))
                games.append(self.lobby.kept(str(id)))
        games.sort(key=lambda game: -game.changed)
        scenarios = next((self.lobby.scenarios(game.name) for game in games if game.result is not None), [])
        found = suggestion(games, scenarios)
        return JSONResponse(
            {
                "games": [_known(game) for game in games],
                "statistics": [row.to_dict() for row in statistics(games)],
                "suggestion": None if found is None else found.to_dict(),
            }
        )

    async def add_replay(self, request: Request) -> Response:
        body = await _body(request)
        text = body.get("record")
        if not isinstance(text, str):
            text = await self._whole_record(str(body.get("id")), _bearer(request))
        id = await self.replays.add(text, body.get("lang"))
        return JSONResponse({"id": id, **self.replays.find(id).describe()}, 201)

    async def frame(self, request: Request) -> Response:
        params = request.path_params
        try:
            return JSONResponse(await self.replays.find(params["id"]).frame(params["seat"], params["n"]))
        except KeyError:
            raise HTTPException(404, "There is no such position.") from None

    async def analysis(self, request: Request) -> Response:
        params = request.path_params
        try:
            return JSONResponse(await self.replays.find(params["id"]).analysis(params["seat"], params["n"]))
        except KeyError:
            raise HTTPException(404, "There is no such position.") from None

    async def review(self, request: Request) -> Response:
        params = request.path_params
        try:
            return JSONResponse(await self.replays.review(params["id"], params["seat"]))
        except KeyError:
            raise HTTPException(404, "There is no such replay.") from None

    async def live(self, socket: WebSocket) -> None:
        offered = [word for word in socket.scope["subprotocols"] if word != PROTOCOL]
        id, token = socket.path_params["id"], offered[0] if len(offered) == 1 else ""
        try:
            seat = self._setup_for(id, token).seat_of(token)
            game = await self.lobby.find(id)
        except (HTTPException, Refused):
            seat = None
        if seat is None:
            await socket.close(1008)  # before it is accepted: becomes a 403
            return
        await socket.accept(PROTOCOL)
        since = socket.query_params.get("since", "")
        known = socket.query_params.get("epoch") == self.lobby.epoch and since.isdecimal() and len(since) < 9
        await Live(socket, game, seat, int(since) if known else 0, self.lobby.epoch).run()

    def routes(self) -> list[BaseRoute]:
        return [
            Route("/", self.page, middleware=COMPRESSED),
            Route("/g/{id}", self.page, middleware=COMPRESSED),
            Route("/replay", self.page, middleware=COMPRESSED),
            Route("/api/catalog", self.catalog, middleware=COMPRESSED),
            Route("/api/components/{name}", self.components, middleware=COMPRESSED),
            Route("/api/rules/{name}", self.rules, middleware=COMPRESSED),
            Route("/api/preview", self.preview, methods=["POST"]),
            Route("/api/notes", self.notes, methods=["POST"]),
            Route("/api/games", self.create, methods=["POST"]),
            Route("/api/known", self.known, methods=["POST"]),
            Route("/api/games/{id}/again", self.again, methods=["POST"]),
            Route("/api/games/{id}/branch", self.branch, methods=["POST"]),
            Route("/api/games/{id}/remove", self.remove, methods=["POST"]),
            Route("/api/games/{id}/links", self.links),
            Route("/api/games/{id}/seat", self.seat),
            Route("/api/games/{id}/record", self.record),
            Route("/api/replays", self.add_replay, methods=["POST"]),
            Route("/api/replays/{id}/{seat}/{n:int}", self.frame),
            Route("/api/replays/{id}/{seat}/{n:int}/analysis", self.analysis),
            Route("/api/replays/{id}/{seat}/review", self.review),
            WebSocketRoute("/api/games/{id}/live", self.live),
            Mount("/static", Files(directory=STATIC, follow_symlink=True), middleware=COMPRESSED),
        ]


def make_app(lobby: Lobby, names: frozenset[str]) -> Starlette:
    """The application; ``names`` are the values of Host that it answers to."""
    answers = Answers(lobby)
    return Starlette(
        routes=answers.routes(),
        lifespan=answers.lifespan,
        middleware=[Middleware(OriginCheck, names=names)],
        exception_handlers={Refused: _refused, HTTPException: _failed, EngineError: _refused},
    )


ONLY_FOR = re.compile(r' *<link [^>]*data-for="([a-z ]+)" />\n')


@cache
def _html(kind: str) -> str:
    """The page, with what is needed at once for this kind: the rest is loaded when it is."""
    whole = (STATIC / "index.html").read_text("utf-8")
    return ONLY_FOR.sub(lambda link: link.group() if kind in link.group(1).split() else "", whole)


def _page(kind: str, status: int = 200) -> Response:
    return HTMLResponse(_html(kind), status, headers={"Cache-Control": "no-cache"})


def _links(setup: GameSetup) -> dict[str, Any]:
    """What who set the game up may know: the tokens of all people's seats."""
    return {
        "id": setup.id,
        "game": setup.game,
        "owner": setup.owner,
        "seating": [asdict(each) for each in setup.seating],
    }


def _known(game: KeptGame) -> dict[str, Any]:
    """What a page may show in its list: nothing of the record, and no links."""
    return {
        "id": game.id,
        "game": game.name,
        "kind": kind_of(game),
        "options": options_of(game),
        "opponent": game.opponent,
        "level": game.level,
        "length": game.length,
        "begun": game.begun,
        "changed": game.changed,
        "outcome": outcome(game),
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
        return _page("home", 404)  # a person typed it: the page says that there is nothing
    return JSONResponse({"error": str(error.status_code), "sentence": error.detail}, error.status_code)
