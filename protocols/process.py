"""The engine as a process: bytes in on one descriptor, bytes out on another.

The calling thread reads and carries out commands; searches have threads of their own; one thread writes. So input is
read while a search runs, and a client that is slow to read does not stop the engine from listening.
"""

from __future__ import annotations

import os
import queue
import sys
import threading
from collections.abc import Callable

from . import binary, text
from .errors import ProtocolError
from .journal import Journal
from .messages import Message, Write
from .searches import PlayerFactory, search_player
from .session import Session

CHUNK = 1 << 16
EXIT_OK, EXIT_BAD_LENGTH = 0, 2


class Writer:
    """Writes messages in the order in which they come, each at once."""

    def __init__(self, descriptor: int, encode: Callable[[Message], bytes], closed: Callable[[], None]) -> None:
        self._descriptor = descriptor
        self._encode = encode
        self._closed = closed
        self._queue: queue.SimpleQueue[bytes | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._run, name="uhi-writer", daemon=True)
        self._thread.start()

    def write(self, message: Message) -> None:
        try:
            encoded = self._encode(message)
        except ValueError:  # larger than a frame can be
            if not message.terminal:
                return
            encoded = self._encode(Message.error(message.id, ProtocolError("internal", ref="too-large")))
        self._queue.put(encoded)

    def close(self) -> None:
        """Write what is left."""
        self._queue.put(None)
        self._thread.join()

    def _run(self) -> None:
        while (encoded := self._queue.get()) is not None:
            left = memoryview(encoded)
            try:
                while left:
                    left = left[os.write(self._descriptor, left) :]
            except OSError:  # nobody reads any more
                self._closed()
                return


def encode_text(message: Message) -> bytes:
    return (text.format_message(message) + "\n").encode("utf-8", "replace")


def serve(
    source: int = 0,
    sink: int = 1,
    msgpack: bool = False,
    players: PlayerFactory = search_player,
    journal: Journal | None = None,
    closed: Callable[[], None] = lambda: os._exit(EXIT_OK),
) -> int:
    """Talk until the input ends or the client says ``quit``: the exit status. If nobody reads, ``closed`` is called."""
    writer = Writer(sink, binary.format_message if msgpack else encode_text, closed)
    session = Session(writer.write, players, journal)
    status = EXIT_OK
    try:
        talk = _talk_frames if msgpack else _talk_lines
        status = talk(source, session, writer.write)
    except KeyboardInterrupt:
        session.finish(patience=0.0)
    writer.close()
    return status


def _talk_lines(source: int, session: Session, write: Write) -> int:
    reader = text.LineReader()
    while True:
        chunk = _read(source)
        for line in reader.feed(chunk) if chunk else reader.end():
            if not take_line(session, line):
                return EXIT_OK
        if not chunk:
            session.finish()
            return EXIT_OK


def take_line(session: Session, line: str | text.BadLine) -> bool:
    """Carry out one line; False if it was the last."""
    if isinstance(line, text.BadLine):
        session.refuse(line.id, line)
        return True
    try:
        request = text.parse_line(line)
    except ProtocolError as error:
        session.refuse(text.id_of(line), error)
        return True
    return request is None or session.handle(request)


def _talk_frames(source: int, session: Session, write: Write) -> int:
    reader = binary.FrameReader()
    while chunk := _read(source):
        try:
            frames, fatal = reader.feed(chunk), None
        except binary.BadLength as error:
            frames, fatal = reader.complete, error
        for body in frames:
            if not take_frame(session, body):
                return EXIT_OK
        if fatal is not None:
            session.finish(patience=0.0)
            session.refuse(None, fatal)
            return EXIT_BAD_LENGTH
    session.finish()
    return EXIT_OK


def take_frame(session: Session, body: bytes) -> bool:
    """Carry out one frame; False if it was the last."""
    try:
        request = binary.parse_frame(body)
    except binary.BadRequest as error:
        session.refuse(error.id, error)
        return True
    except ProtocolError as error:
        session.refuse(None, error)
        return True
    return session.handle(request)


def _read(source: int) -> bytes:
    try:
        return os.read(source, CHUNK)
    except OSError:  # the other end is gone: as good as an end
        return b""


def main(msgpack: bool = False, players: PlayerFactory = search_player) -> int:
    """The engine on stdin and stdout. Whatever else prints goes to stderr."""
    source, sink = sys.stdin.fileno(), sys.stdout.fileno()
    sys.stdout = sys.stderr
    return serve(source, sink, msgpack, players)
