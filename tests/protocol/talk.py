"""A conversation with a session in this process, in either encoding."""

from __future__ import annotations

import io
import threading
import time
from typing import Any

from petteia.protocols import binary, text
from petteia.protocols.log import EngineLog
from petteia.protocols.messages import Message
from petteia.protocols.process import encode_text, take_frame, take_line
from petteia.protocols.session import Session
from petteia.protocols.verbs.search import PlayerFactory

from .standin import counting

ENCODINGS = ("text", "msgpack")


class Talk:
    """Say lines; get back the lines that answer them. In msgpack the same is said in frames."""

    def __init__(self, encoding: str = "text", players: PlayerFactory = counting) -> None:
        self.packed = encoding == "msgpack"
        self.said: list[Message] = []
        self.raw: list[bytes] = []  # as it would go over the wire
        self.log = io.StringIO()
        self._came = threading.Condition()
        self.session = Session(self._write, players, EngineLog(self.log))

    def _write(self, message: Message) -> None:
        encoded = binary.format_message(message) if self.packed else encode_text(message)
        with self._came:
            self.said.append(message)
            self.raw.append(encoded)
            self._came.notify_all()

    def send(self, line: str) -> bool:
        """Say something and do not wait."""
        if not self.packed:
            return take_line(self.session, text.decode(line.encode()))
        request = text.parse_line(line)
        assert request is not None
        return take_frame(self.session, binary.format_request(request)[4:])

    def wait(self, n_terminal: int, seconds: float = 60.0) -> None:
        """Until so many terminal messages came in all."""
        until = time.monotonic() + seconds
        with self._came:
            while self.n_terminal() < n_terminal:
                left = until - time.monotonic()
                assert left > 0, f"{self.n_terminal()} of {n_terminal} answers"
                self._came.wait(left)

    def n_terminal(self) -> int:
        return sum(message.terminal for message in self.said)

    def ask(self, line: str) -> list[str]:
        """Say something; all that comes until it is answered."""
        start, answered = len(self.said), self.n_terminal()
        self.send(line)
        self.wait(answered + 1)
        return [text.format_message(message) for message in self.said[start:]]

    def end(self, line: str) -> str:
        """The terminal line that answers something."""
        return self.ask(line)[-1]

    def fields(self, line: str, kind: str) -> dict[str, Any]:
        """The fields of the one message of a kind in the answer."""
        start = len(self.said)
        self.ask(line)
        [found] = [message.fields for message in self.said[start:] if message.kind == kind]
        return found

    def hash(self) -> str:
        return str(self.fields("hash", "hash")["key"])

    def close(self) -> None:
        self.session.finish(patience=0.0)
