"""Many people, connections and bad clients: ``python -m bench.load`` in short, and what shows only inside."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import socket
from collections.abc import AsyncIterator
from dataclasses import dataclass
from pathlib import Path

import pytest
import uvicorn
from websockets.asyncio.client import connect

from bench.load.__main__ import SCENES, SHORT, Sizes, run
from petteia.web import connection
from petteia.web.app import make_app
from petteia.web.game import Refused
from petteia.web.lobby import Lobby
from petteia.web.security import own_names
from petteia.web.serve import bind, make_config

VISITS = 60  # connections, in each of several rounds
SPARE = 200  # objects that Python may keep for a while, such as timers that were called off


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="needs /proc")
@pytest.mark.parametrize("scene", SCENES)
def test_a_server_bears_some_load(scene: str) -> None:
    """All but the times, which depend on what else the machine does."""
    missed = [figure for figure in run((scene,), SHORT) if not figure.holds and "ms" not in figure.name]
    assert missed == []


@pytest.mark.long
@pytest.mark.timeout(1800)
def test_a_server_bears_full_load() -> None:
    assert [figure for figure in run(SCENES, Sizes()) if not figure.holds] == []


# ---------------------------------------------------------------------------------------------------------------
# In this process, to see its tasks and objects.


@dataclass
class Inside:
    """A server in this process, and a game on it."""

    port: int
    server: uvicorn.Server
    lobby: Lobby
    id: str
    token: str

    async def visit(self) -> None:
        words = ["petteia", self.token]
        address = f"ws://127.0.0.1:{self.port}/api/games/{self.id}/live"
        async with connect(address, subprotocols=words, max_size=None) as page:  # type: ignore[arg-type]
            await page.recv()

    async def calm(self) -> None:
        """Until no connection is open, and what was put off has been done."""
        async with asyncio.timeout(60):
            while any(self.left()[1:3]):
                await asyncio.sleep(0.05)
        await asyncio.sleep(0.3)

    def left(self) -> tuple[int, int, int, int]:
        """Tasks, connections and pages that there are, and objects of all kinds."""
        gc.collect()
        state = self.server.server_state
        pages = sum(len(game.channels) for game in self.lobby._games.values())
        return len(asyncio.all_tasks()), len(state.connections) + len(state.tasks), pages, len(gc.get_objects())


@contextlib.asynccontextmanager
async def serving(folder: Path) -> AsyncIterator[Inside]:
    listener = bind(0)
    port, lobby = listener.getsockname()[1], Lobby(folder, 0.0)
    server = uvicorn.Server(make_config(make_app(lobby, own_names(port))))
    task = asyncio.create_task(server.serve(sockets=[listener]))
    while not server.started:
        await asyncio.sleep(0.02)
    people = [{"seat": "s0", "player": "person"}, {"seat": "s1", "player": "person"}]
    game = await lobby.create({"game": "epix", "seats": 2, "seating": people, "help": False})
    yield Inside(port, server, lobby, game.setup.id, game.setup.seating[0].token)
    server.should_exit = True
    await task


def test_connections_that_are_gone_leave_nothing_behind(tmp_path: Path) -> None:
    async def come_and_go() -> None:
        async with serving(tmp_path) as inside:
            rounds = []
            for _ in range(3):
                await asyncio.gather(*(inside.visit() for _ in range(VISITS)))
                await inside.calm()
                rounds.append(inside.left())
            (tasks, _, _, objects), last = rounds[1], rounds[2]
            assert last[:3] == (tasks, 0, 0)
            assert last[3] < objects + SPARE

    asyncio.run(come_and_go())


def test_a_setup_that_is_refused_leaves_no_game_open(tmp_path: Path) -> None:
    async def ask() -> None:
        async with serving(tmp_path) as inside:
            await inside.lobby.engine.set_option("MaxGames", 3)
            for _ in range(4):
                with pytest.raises(Refused, match="level 11: want 1 to 10"):
                    await inside.lobby.create({"game": "egemonia", "seating": [{"seat": "s1", "level": 11}]})
            assert (await inside.lobby.create({"game": "egemonia"})).setup.game == "egemonia"

    asyncio.run(ask())


def test_who_does_not_end_a_request_is_hung_up_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connection, "PATIENCE", 1.0)

    async def talk(port: int, *said: bytes) -> bytes:
        """Say something with pauses, and read until the server hangs up."""
        reader, writer = await asyncio.open_connection("127.0.0.1", port, family=socket.AF_INET)
        for part in said:
            writer.write(part)
            await asyncio.sleep(0.2)
        async with asyncio.timeout(60):
            heard = await reader.read()
        writer.close()
        return heard

    async def come() -> None:
        async with serving(tmp_path) as inside:
            host = f"Host: 127.0.0.1:{inside.port}\r\n".encode()
            silent = [talk(inside.port) for _ in range(20)]
            slow = [talk(inside.port, b"GET /api/catalog HT", b"TP/1.1\r\n", host) for _ in range(5)]
            body = (
                b"POST /api/games HTTP/1.1\r\n" + host + b"Content-Type: application/json\r\nContent-Length: 9\r\n\r\n"
            )
            half = [talk(inside.port, body, b"{") for _ in range(5)]
            whole = talk(inside.port, b"GET /api/catalog HTTP/1.1\r\n", host + b"Connection: close\r\n\r\n")
            visits = [inside.visit() for _ in range(5)]
            *heard, whole_heard = await asyncio.gather(*silent, *slow, *half, whole)
            await asyncio.gather(*visits)
            await inside.calm()
            assert heard == [b""] * 30
            assert whole_heard.startswith(b"HTTP/1.1 200 ")

    asyncio.run(come())
