"""The engine as a process: bytes in on one descriptor, bytes out on another.

The calling thread reads and carries out commands; searches have threads of their own; one thread writes. So input is
read while a search runs, and a client that is slow to read does not stop the engine from listening.
"""

from __future__ import annotations

import os
import queue
import select
import signal
import sys
import threading
from collections.abc import Callable

from . import binary, text
from .errors import ProtocolError
from .log import EngineLog
from .messages import Message
from .session import Session
from .signals import TERMINATED, use_bytes, watch_for_the_end
from .verbs.search import PlayerFactory, search_player

CHUNK = 1 << 16
EXIT_OK, EXIT_BAD_LENGTH, EXIT_TERMINATED = 0, 2, TERMINATED


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


class Input:
    """Bytes from the client, until they end or somebody asks the process to end."""

    def __init__(self, source: int, ending: int | None = None) -> None:
        self._source = source
        self._ending = ending  # a descriptor from which the numbers of signals can be read
        self.told_to_end = False

    def read(self) -> bytes:
        """What came; nothing if there will be no more."""
        try:
            if self._ending is not None:
                ready, _, _ = select.select([self._source, self._ending], [], [])
                if self._ending in ready and signal.SIGTERM in os.read(self._ending, CHUNK):
                    self.told_to_end = True
                    return b""
                if self._source not in ready:
                    return self.read()
            return os.read(self._source, CHUNK)
        except OSError:  # the other end is gone: as good as an end
            return b""


def serve(
    source: int = 0,
    sink: int = 1,
    msgpack: bool = False,
    players: PlayerFactory = search_player,
    log: EngineLog | None = None,
    closed: Callable[[], None] = lambda: os._exit(EXIT_OK),
    ending: int | None = None,
) -> int:
    """Talk until the input ends or the client says ``quit``: the exit status.

    If nobody reads, ``closed`` is called. SIGTERM, read from ``ending``, stops all searches; they are answered.
    """
    writer = Writer(sink, binary.format_message if msgpack else encode_text, closed)
    session = Session(writer.write, players, log)
    received = Input(source, ending)
    status = EXIT_OK
    try:
        status = (_talk_frames if msgpack else _talk_lines)(received, session)
    except KeyboardInterrupt:
        session.finish(patience=0.0)
    writer.close()
    return status


def _finish(received: Input, session: Session) -> int:
    """Answer everything at the end of the input."""
    if received.told_to_end:
        session.finish(patience=0.0)
        return EXIT_TERMINATED
    session.finish()
    return EXIT_OK


def _talk_lines(received: Input, session: Session) -> int:
    reader = text.LineReader()
    while True:
        chunk = received.read()
        for line in reader.feed(chunk) if chunk else reader.end():
            if not take_line(session, line):
                return EXIT_OK
        if not chunk:
            return _finish(received, session)


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


def _talk_frames(received: Input, session: Session) -> int:
    reader = binary.FrameReader()
    while chunk := received.read():
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
    return _finish(received, session)


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


def main(msgpack: bool = False, players: PlayerFactory = search_player) -> int:
    """The engine on stdin and stdout. Whatever else prints goes to stderr."""
    source, sink = sys.stdin.fileno(), sys.stdout.fileno()
    sys.stdout = sys.stderr
    use_bytes(source, sink)
    return serve(source, sink, msgpack, players, ending=watch_for_the_end())
