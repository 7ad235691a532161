"""UHI as msgpack frames: a big-endian length of four bytes, then one value.

[0, id, verb, {args}]        a request
[1, id, error, result]       its terminal message: one of the two is nil
[2, id, kind, {fields}]      what comes before that
"""

from __future__ import annotations

import struct
from typing import Any

from .errors import ProtocolError
from .messages import Message, Request

MAX_FRAME = (1 << 24) - 1  # bytes
MAX_DEPTH = 32

REQUEST, ANSWER, DATA = 0, 1, 2
ANSWER_KIND = "answer"  # in the map of an answer: its kind. No message has a field of that name

_LENGTH = struct.Struct(">I")
_WANT = "[0,id,verb,{args}]"


class BadLength(ProtocolError):
    """A length that no frame can have: what follows cannot be told apart any more."""

    def __init__(self) -> None:
        super().__init__("bad-length", max=MAX_FRAME)


class FrameReader:
    """Cuts a stream of bytes into frames."""

    def __init__(self) -> None:
        self._held = bytearray()

    def feed(self, chunk: bytes) -> list[bytes]:
        """The frames that are complete now; BadLength if there is no way to go on (`complete` holds those before)."""
        self._held += chunk
        self.complete: list[bytes] = []
        at = 0
        while len(self._held) - at >= 4:
            (length,) = _LENGTH.unpack_from(self._held, at)
            if length > MAX_FRAME:
                raise BadLength
            if len(self._held) - at - 4 < length:
                break
            self.complete.append(bytes(self._held[at + 4 : at + 4 + length]))
            at += 4 + length
        del self._held[:at]
        return self.complete


def frame(value: Any) -> bytes:
    """A value with its length before it."""
    import msgpack  # here and below: an engine that speaks text does without

    body = msgpack.packb(value)
    if len(body) > MAX_FRAME:
        raise ValueError(f"a frame of {len(body)} bytes; at most {MAX_FRAME}")
    return _LENGTH.pack(len(body)) + bytes(body)


def decode(body: bytes) -> Any:
    """The value of a frame; bad-encoding if it is not one value of msgpack, is too deep, or has foreign types."""
    import msgpack

    try:
        value = msgpack.unpackb(body, strict_map_key=False)
    except Exception:  # msgpack raises many kinds: ValueError, its own, UnicodeDecodeError
        raise ProtocolError("bad-encoding") from None
    _check(value, MAX_DEPTH)
    return value


def _check(value: Any, depth: int) -> None:
    if isinstance(value, list | dict):
        if depth == 0:
            raise ProtocolError("bad-encoding")
        for inner in value if isinstance(value, list) else (*value, *value.values()):
            _check(inner, depth - 1)
    elif not (value is None or isinstance(value, str | int | float)):
        raise ProtocolError("bad-encoding")


def parse_frame(body: bytes) -> Request:
    """The request of a frame."""
    value = decode(body)
    if not isinstance(value, list) or len(value) != 4 or value[0] != REQUEST or isinstance(value[0], bool):
        raise ProtocolError("syntax", want=_WANT)
    _, id, verb, args = value
    if not (id is None or isinstance(id, str | int)) or isinstance(id, bool):
        raise ProtocolError("syntax", want=_WANT)
    if not isinstance(verb, str) or not isinstance(args, dict):
        raise BadRequest(id)
    return Request(id, verb, args)


class BadRequest(ProtocolError):
    """A request whose id can be told, but not what it wants."""

    def __init__(self, id: str | int | None) -> None:
        super().__init__("syntax", want=_WANT)
        self.id = id


def format_request(request: Request) -> bytes:
    """The frame of a request, for clients."""
    args = {key: value for key, value in request.args.items() if value is not None}
    return frame([REQUEST, request.id, request.verb, args])


def format_message(message: Message) -> bytes:
    """The frame of a message."""
    if message.kind == "error":
        return frame([ANSWER, message.id, message.fields, None])
    if message.terminal:
        return frame([ANSWER, message.id, None, {ANSWER_KIND: message.kind, **message.fields}])
    return frame([DATA, message.id, message.kind, message.fields])


def parse_message(body: bytes) -> Message:
    """What an engine said, for clients."""
    value = decode(body)
    if not isinstance(value, list) or len(value) != 4:
        raise ProtocolError("bad-encoding")
    what, id, first, second = value
    if what == DATA:
        return Message(id, first, second)
    if first is not None:
        return Message(id, "error", first)
    return Message(id, second[ANSWER_KIND], {key: item for key, item in second.items() if key != ANSWER_KIND})
