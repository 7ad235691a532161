"""UHI as msgpack frames. An input is what a client writes; placeholders (`commands`) may stand in any text of a frame.

A frame whose verb is ``!open`` or ``!sit`` opens one of the prepared games, as in `text`.
"""

from __future__ import annotations

import random
import struct
from typing import Any

import msgpack

from petteia.protocols import binary
from petteia.protocols.process import take_frame

from . import commands
from .hearing import Hearing
from .mutation import few, mutate_value

MAX_FRAMES = 30
KNOWN = [*commands.GAMES, *commands.SEATS, "$m1", "$m2", "$d", "$n", "$e", "$w", "$f", "$r1", *commands.VALUES]


def run(data: bytes) -> None:
    hearing, reader = Hearing("msgpack"), binary.FrameReader()
    frames, fatal = cut(reader, data)
    for body in frames[:MAX_FRAMES]:
        if not _feed(hearing, body):
            break
    if fatal is not None:  # as the process does: it is the last thing that is said
        hearing.n_commands += 1
        hearing.session.finish(patience=0.0)
        hearing.session.refuse(None, fatal)
    hearing.end()


def cut(reader: binary.FrameReader, data: bytes) -> tuple[list[bytes], binary.BadLength | None]:
    try:
        return reader.feed(data), None
    except binary.BadLength as error:
        return reader.complete, error


def _feed(hearing: Hearing, body: bytes) -> bool:
    try:
        value = msgpack.unpackb(body, strict_map_key=False)
    except Exception:
        value = None
    match value:
        case [0, _, "!open" | "!sit" as order, {"number": int(number)}] if number >= 0:
            (hearing.open if order == "!open" else hearing.sit_down)(number)
            return True
        case [0, *_]:
            body = msgpack.packb(_filled(hearing, value))
    hearing.heard.append(body)
    hearing.n_commands += 1
    before, n_said = hearing.standing(), len(hearing.talk.said)
    going_on = take_frame(hearing.session, body)
    hearing.watch(before, n_said)
    return going_on


def _filled(hearing: Hearing, value: Any) -> Any:
    """A value with everything that its placeholders stand for; numbers are sent as numbers."""
    if isinstance(value, str) and "$" in value:
        filled = hearing.fill_in(value)
        return int(filled) if filled.isdecimal() and len(filled) < 10 else filled
    if isinstance(value, list):
        return [_filled(hearing, item) for item in value]
    if isinstance(value, dict):
        return {key: _filled(hearing, item) for key, item in value.items()}
    return value


def fresh(chooser: random.Random) -> Any:
    """A request of the grammar."""
    if chooser.random() < 0.15:
        return [0, None, chooser.choice(["!open", "!sit"]), {"number": chooser.randrange(8)}]
    made = commands.command(chooser)
    args = {key: _text(value) for key, value in made.args.items()}
    return [0, chooser.choice([made.id, 1, 2]), made.verb, args]


def _text(value: Any) -> Any:
    """A value as msgpack can have it: no half characters."""
    return value.encode("utf-8", "replace").decode() if isinstance(value, str) else value


def mutate(data: bytes, chooser: random.Random) -> bytes:
    """Frames more, fewer and elsewhere, and other values in them."""
    bodies, _ = cut(binary.FrameReader(), data)
    for _ in range(few(chooser)):
        at = chooser.randrange(len(bodies) + 1)
        match chooser.randrange(5):
            case 0:
                bodies.insert(at, _packed(fresh(chooser)))
            case 1 if bodies:
                del bodies[at % len(bodies)]
            case 2 if bodies:
                bodies.insert(at, chooser.choice(bodies))
            case _ if bodies:
                bodies[at % len(bodies)] = _changed(bodies[at % len(bodies)], chooser)
    return b"".join(struct.pack(">I", len(body)) + body for body in bodies)


def _changed(body: bytes, chooser: random.Random) -> bytes:
    try:
        value = msgpack.unpackb(body, strict_map_key=False)
    except Exception:
        value = fresh(chooser)
    match value:
        case [_, _, _, dict()] if chooser.random() < 0.8:
            return _packed([*value[:3], mutate_value(value[3], chooser, KNOWN)])
    return _packed(mutate_value(value, chooser, KNOWN))


def _packed(value: Any) -> bytes:
    try:
        return bytes(msgpack.packb(value))
    except Exception:  # what msgpack cannot hold
        return b"\xc0"
