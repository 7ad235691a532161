"""The live connection of one page at one seat, over a WebSocket."""

from __future__ import annotations

import asyncio
import contextlib
import json
from typing import Any

from starlette.websockets import WebSocket, WebSocketDisconnect

from ..protocols.client import EngineDied, EngineError, EngineTimeout
from .game import WATCHER, Refused, WebGame
from .searches import Channel

Fields = dict[str, Any]

MAX_MESSAGE = 4096  # characters of a request


def parse_object(raw: str | bytes) -> Fields | None:
    """A JSON object; None if it is anything else, or has half a character that cannot be written anywhere again."""
    try:
        found = json.loads(raw)
        json.dumps(found, ensure_ascii=False).encode("utf-8")
    except (ValueError, RecursionError):
        return None
    return found if isinstance(found, dict) else None


class Live:
    """What the seat is told goes out; what the page asks for comes in."""

    def __init__(self, socket: WebSocket, game: WebGame, seat: str, since: int, epoch: str) -> None:
        self.socket = socket
        self.game = game
        self.channel = Channel(seat)
        self.since = since
        self.epoch = epoch
        self._sent: dict[str, Fields] = {}  # the last message of each kind
        self._n_restarts = game.notices.n_restarts  # of the engine, before this page came

    async def run(self) -> None:
        self.game.channels.add(self.channel)
        self.game.searches.wake()
        sender = asyncio.create_task(self._send())
        try:
            await self.socket.send_json({"type": "hello", "epoch": self.epoch, **self.game.describe(self.channel.seat)})
            self.channel.notify()
            while True:
                message = await self.socket.receive()
                if message["type"] == "websocket.disconnect":
                    break
                await self._answer(message.get("text"))  # None if it is binary
        except (WebSocketDisconnect, RuntimeError):
            pass
        finally:
            sender.cancel()
            self.game.channels.discard(self.channel)

    async def _send(self) -> None:
        """Whenever there is news: what the seat knows, the events since the last time, and what was thought."""
        with contextlib.suppress(WebSocketDisconnect, RuntimeError):
            while True:
                await self.channel.news.wait()
                self.channel.news.clear()
                try:
                    update = await self.game.update(self.channel.seat, self.since)
                except (EngineDied, EngineTimeout, EngineError):
                    await asyncio.sleep(0.5)
                    self.channel.notify()
                    continue
                if await self._send_new("update", update, since=self.since, epoch=self.epoch):
                    self.since = update["n"]
                    self._sent["update"] = {**update, "events": []}
                await self._send_new("notice", self.game.notices.message(self._n_restarts))
                await self._send_new("chances", self.game.searches.chances(self.channel.seat))
                await self._send_new("thought", self.game.searches.thought(self.channel))

    async def _send_new(self, kind: str, message: Fields | None, **more: Any) -> bool:
        """Send a message unless it is what was sent last of its kind; whether it was sent."""
        if message is None or message == self._sent.get(kind):
            return False
        await self.socket.send_json({"type": kind, **more, **message})
        self._sent[kind] = message
        return True

    async def _answer(self, text: str | None) -> None:
        """One request of the page. Whatever it is, it is answered and nothing breaks."""
        asked = parse_object(text) if text is not None and len(text) <= MAX_MESSAGE else None
        to = asked.get("to") if asked else None
        answer: Fields = {"type": "answer", "to": to if type(to) is int else None}
        try:
            await self._do(asked or {})
            answer["ok"] = True
        except Refused as error:
            answer |= {"error": error.code, "sentence": str(error)}
        except EngineError as error:
            answer |= {"error": error.code, "sentence": _sentence(error)}
        except (EngineDied, EngineTimeout):
            answer |= {"error": "engine", "sentence": "The engine does not answer at the moment."}
        await self.socket.send_json(answer)

    async def _do(self, asked: dict[str, Any]) -> None:
        seat = self.channel.seat
        if seat == WATCHER:
            raise Refused("watching", "Who watches does not play.")
        match asked:
            case {"do": "play", "d": int(d), "move": str(move)} if d is not True and 0 < d < 10**9:
                await self.game.play(seat, d, move)
            case {"do": "undo"}:
                await self.game.take_back(seat)
            case {"do": "hint" | "analyze" as what}:
                self._sent.pop("thought", None)  # who asks again is told again
                self.game.think(self.channel, hint=what == "hint")
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
