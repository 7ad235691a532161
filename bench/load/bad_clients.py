"""Clients that behave badly: they never read, send a byte a second, flood, or say nothing at all."""

from __future__ import annotations

import asyncio
import base64
import contextlib
import os
import socket
import struct
from collections.abc import AsyncIterator
from typing import Any

from tests.web.server import Server, token

Fields = dict[str, Any]


def handshake(server: Server, made: Fields, seat: str) -> bytes:
    """What begins a live connection."""
    key = base64.b64encode(os.urandom(16)).decode()
    lines = (
        f"GET /api/games/{made['id']}/live HTTP/1.1",
        f"Host: 127.0.0.1:{server.port}",
        "Upgrade: websocket",
        "Connection: Upgrade",
        f"Sec-WebSocket-Key: {key}",
        "Sec-WebSocket-Version: 13",
        f"Sec-WebSocket-Protocol: petteia, {token(made, seat)}",
    )
    return ("\r\n".join(lines) + "\r\n\r\n").encode()


def text_frame(text: str) -> bytes:
    """A message of a page, with a mask of zeros."""
    body = text.encode()
    length = bytes([0x80 | len(body)]) if len(body) < 126 else bytes([0x80 | 126]) + struct.pack(">H", len(body))
    return b"\x81" + length + bytes(4) + body


async def dial(server: Server) -> socket.socket:
    made = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    made.setblocking(False)
    made.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    await asyncio.get_running_loop().sock_connect(made, ("127.0.0.1", server.port))
    return made


async def never_reads(server: Server, made: Fields) -> None:
    """Watches a game, asks for things now and then, and never reads an answer."""
    with await dial(server) as line:
        loop = asyncio.get_running_loop()
        await loop.sock_sendall(line, handshake(server, made, "s0"))
        while True:
            await asyncio.sleep(0.2)
            await loop.sock_sendall(line, text_frame('{"do":"play","d":999999,"move":"x","to":1}'))


async def byte_by_byte(server: Server, made: Fields) -> None:
    """Sends a byte a second, for the handshake and for what follows."""
    with await dial(server) as line:
        for byte in handshake(server, made, "s0") + text_frame('{"do":"undo"}') * 1000:
            with contextlib.suppress(OSError):
                await asyncio.get_running_loop().sock_sendall(line, bytes([byte]))
            await asyncio.sleep(1.0)


async def floods(server: Server, made: Fields) -> None:
    """Sends requests as fast as they are taken, and reads nothing."""
    with await dial(server) as line:
        loop = asyncio.get_running_loop()
        await loop.sock_sendall(line, handshake(server, made, "s0"))
        await asyncio.sleep(0.2)
        many = text_frame('{"do":"play","d":1,"move":"x","to":1}') * 200
        while True:
            await loop.sock_sendall(line, many)
            await asyncio.sleep(0)


async def silent(server: Server, made: Fields) -> None:
    """Says nothing; returns when the server hangs up."""
    with await dial(server) as line, contextlib.suppress(OSError):
        await asyncio.get_running_loop().sock_recv(line, 1)


KINDS = (never_reads, byte_by_byte, floods, silent)


@contextlib.asynccontextmanager
async def annoyed(server: Server, each: int) -> AsyncIterator[None]:
    """So many of every kind, each kind at a game of its own."""
    tasks = []
    for kind in KINDS:
        made = server.create("epireia", people=2, seats=2, help=False)
        tasks += [asyncio.create_task(kind(server, made)) for _ in range(each)]
    await asyncio.sleep(0.5)
    try:
        yield
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.wait(tasks)
