"""Connections of clients that owe us a request."""

from __future__ import annotations

import asyncio
from typing import Any

from uvicorn.protocols.http.h11_impl import H11Protocol

PATIENCE = 15.0  # seconds; who has not ended a request after twice that time is hung up on


class HttpConnection(H11Protocol):
    """Hangs up on who begins a request and does not end it: silent clients would use up all connections there can be.

    Live connections look after themselves, by pings.
    """

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._owed: list[object] = []  # the request before the one that was awaited at the last look
        self._watch()

    def _watch(self) -> None:
        cycle = self.cycle
        owed: list[object] = [cycle] if cycle is None or cycle.response_complete or cycle.more_body else []
        if owed and owed == self._owed:
            self.transport.close()
            return
        self._owed = owed
        self._watcher = self.loop.call_later(PATIENCE, self._watch)

    def connection_lost(self, exc: Exception | None) -> None:
        self._watcher.cancel()
        super().connection_lost(exc)

    def handle_websocket_upgrade(self, *args: Any) -> None:
        self._watcher.cancel()
        super().handle_websocket_upgrade(*args)
