"""Run the server: bind to loopback, say where it is, serve until it is stopped."""

from __future__ import annotations

import contextlib
import socket
from collections.abc import Callable, Iterable
from pathlib import Path

import uvicorn
from starlette.applications import Starlette

from ..engine.languages import ENGLISH
from .app import make_app
from .connection import HttpConnection
from .lobby import Lobby
from .security import own_names

ADDRESS = "127.0.0.1"


def bind(port: int) -> socket.socket:
    """A listening socket on loopback; OSError if the port is taken. Port 0: any that is free."""
    found = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        found.bind((ADDRESS, port))
    except OSError:
        found.close()
        raise
    return found


def make_config(app: Starlette) -> uvicorn.Config:
    # No access log: nothing that a page sends is worth a leak.
    return uvicorn.Config(app, log_level="warning", access_log=False, server_header=False, http=HttpConnection,
                          ws="websockets-sansio", ws_max_size=1 << 16, timeout_graceful_shutdown=2)  # fmt: skip


def serve(
    listener: socket.socket,
    folder: Path,
    *,
    pace: float = 0.5,
    names: Iterable[str] = (),
    data: Path | None = None,
    lang: str = ENGLISH,
    toys: bool = False,
    ready: Callable[[str], None] = lambda address: None,
) -> None:
    """Serve until interrupted; ``ready`` is called with the address as soon as connections are taken."""
    port = listener.getsockname()[1]
    app = make_app(Lobby(folder, pace, data=data, lang=lang, toys=toys), own_names(port, names))

    class Server(uvicorn.Server):
        async def startup(self, sockets: list[socket.socket] | None = None) -> None:
            await super().startup(sockets)
            ready(f"http://{ADDRESS}:{port}/")

    with contextlib.suppress(KeyboardInterrupt):  # raised again when all is closed: it was meant
        Server(make_config(app)).run(sockets=[listener])
