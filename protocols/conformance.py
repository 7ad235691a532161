"""The conformance suite: transcripts that an engine must reproduce, in either encoding.

A transcript is a text file. ``> LINE`` is sent; ``< PATTERN`` is what must come back next. In a pattern ``*`` stands
for any text, ``$name`` for a word that is the same wherever the name stands (and can be sent back), ``\\*`` and
``\\$`` for themselves. ``<~`` stands for any number of lines up to the one that fits the next pattern. ``>hex BYTES``
sends raw bytes and ``>repeat N CHAR`` a long line. A line ``#: text`` or ``#: msgpack`` at the top restricts a
transcript to one encoding, ``#: seat-engine`` marks what is asked of engines that only sit at a seat; other lines with
``#`` are comments.

In msgpack the same transcript is used: what is sent is packed, what comes back is written as the text would be.
"""

from __future__ import annotations

import os
import re
import selectors
import subprocess
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from importlib.resources import files
from typing import IO

from . import binary, text
from .errors import ProtocolError
from .messages import Request

ENCODINGS = ("text", "msgpack")
SEAT_ENGINE = "seat-engine"
PATIENCE = 20.0  # seconds for one line


class Mismatch(Exception):
    """The engine did not say what the transcript wants."""


@dataclass
class Transcript:
    """One file: its name, the encodings it is for, and its steps."""

    name: str
    encodings: tuple[str, ...] = ENCODINGS
    seat_engine: bool = False  # an engine passes it that only sits at one seat, and knows no rules
    steps: list[tuple[int, str, str]] = field(default_factory=list)  # line number, what to do, with what

    @classmethod
    def parse(cls, name: str, content: str) -> Transcript:
        found = cls(name)
        for number, line in enumerate(content.splitlines(), 1):
            if line.startswith("#:"):
                words = line[2:].split()
                found.seat_engine = found.seat_engine or SEAT_ENGINE in words
                found.encodings = tuple(word for word in words if word in ENCODINGS) or found.encodings
            elif line.startswith("#") or not line.strip():
                continue
            else:
                mark, _, rest = line.partition(" ")
                if mark not in (">", ">hex", ">repeat", "<", "<~"):
                    raise ValueError(f"{name}, line {number}: want >, >hex, >repeat, < or <~, not {mark!r}")
                found.steps.append((number, mark, rest))
        return found


def transcripts() -> list[Transcript]:
    """The suite."""
    folder = files("petteia.protocols").joinpath("transcripts")
    found = sorted((entry.name, entry) for entry in folder.iterdir() if entry.name.endswith(".txt"))
    return [Transcript.parse(name.removesuffix(".txt"), entry.read_text("utf-8")) for name, entry in found]


class Wire:
    """An engine process as lines of text, whatever it speaks."""

    def __init__(self, command: Sequence[str], encoding: str) -> None:
        self.packed = encoding == "msgpack"
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0)
        self._selector = selectors.DefaultSelector()
        self._selector.register(self._out, selectors.EVENT_READ)
        self._frames = binary.FrameReader()
        self._held = bytearray()
        self._lines: list[str] = []

    @property
    def _out(self) -> IO[bytes]:
        assert self.process.stdout is not None
        return self.process.stdout

    def send(self, raw: bytes) -> None:
        assert self.process.stdin is not None
        try:
            self.process.stdin.write(raw)
        except BrokenPipeError:
            raise Mismatch("the engine ended before it read this") from None

    def send_line(self, line: str) -> None:
        """A line, or the frame that says the same."""
        if not self.packed:
            self.send(line.encode() + b"\n")
            return
        try:
            request = text.parse_line(line)
        except ProtocolError:  # a command with too many words: its verb alone is as wrong
            id, rest = text.split_id(line.strip())
            request = Request(id, rest.partition(" ")[0])
        if request is not None:
            self.send(binary.format_request(request))

    def receive(self) -> str:
        """The next line; Mismatch if none comes."""
        until = time.monotonic() + PATIENCE
        while not self._lines:
            if not self._selector.select(max(0.0, until - time.monotonic())):
                raise Mismatch(f"nothing came within {PATIENCE:g} seconds")
            chunk = os.read(self._out.fileno(), 1 << 16)
            if not chunk:
                raise Mismatch("the engine ended")
            self._lines += self._decode(chunk)
        return self._lines.pop(0)

    def _decode(self, chunk: bytes) -> Iterator[str]:
        if self.packed:
            for body in self._frames.feed(chunk):
                yield text.format_message(binary.parse_message(body))
            return
        self._held += chunk
        *lines, rest = bytes(self._held).split(b"\n")
        self._held = bytearray(rest)
        for line in lines:
            yield line.decode("utf-8")

    def close(self) -> int:
        """End the input; the exit status."""
        assert self.process.stdin is not None
        self.process.stdin.close()
        try:
            return self.process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            raise Mismatch("the engine did not end when its input did") from None
        finally:
            self.kill()

    def kill(self) -> None:
        """End the process, if it still runs; what it says is of no interest any more."""
        assert self.process.stdin is not None
        self.process.kill()
        self.process.wait()
        self.process.stdin.close()
        self._selector.close()
        self._out.close()


_TOKEN = re.compile(r"\\[*$\\]|\*|\$[a-z]+")


def matches(pattern: str, line: str, names: dict[str, str]) -> bool:
    """Whether a line fits; names that it gives are kept if it does."""
    parts, at = [], 0
    new: set[str] = set()
    for token in _TOKEN.finditer(pattern):
        parts.append(re.escape(pattern[at : token.start()]))
        word = token.group()
        if word == "*":
            parts.append(".*?")
        elif word.startswith("\\"):
            parts.append(re.escape(word[1]))
        elif word[1:] in names:
            parts.append(re.escape(names[word[1:]]))
        elif word[1:] in new:
            parts.append(f"(?P={word[1:]})")
        else:
            new.add(word[1:])
            parts.append(f"(?P<{word[1:]}>[^ ]+?)")
        at = token.end()
    parts.append(re.escape(pattern[at:]))
    found = re.fullmatch("".join(parts), line)
    if found is None:
        return False
    names.update(found.groupdict())
    return True


def run(transcript: Transcript, command: Sequence[str], encoding: str) -> None:
    """Hold an engine to a transcript; Mismatch says where it differs."""
    wire = Wire(command, encoding)
    try:
        _take_steps(wire, transcript, encoding)
    except BaseException:
        wire.kill()  # what differed is told, not how the process ended after it
        raise
    try:
        wire.close()
    except Mismatch as error:
        raise Mismatch(f"{transcript.name} ({encoding}): {error}") from None


def _take_steps(wire: Wire, transcript: Transcript, encoding: str) -> None:
    names: dict[str, str] = {}
    skipping = False
    for number, mark, rest in transcript.steps:
        where = f"{transcript.name} ({encoding}), line {number}"
        if mark.startswith(">"):
            try:
                _send(wire, mark, rest, names)
            except Mismatch as error:
                raise Mismatch(f"{where}: {error}") from None
        elif mark == "<~":
            skipping = True
        else:
            _expect(wire, rest, names, skipping, where)
            skipping = False


def _send(wire: Wire, mark: str, rest: str, names: dict[str, str]) -> None:
    if mark == ">hex":
        wire.send(bytes.fromhex(rest))
    elif mark == ">repeat":
        count, char = rest.split()
        wire.send(char.encode() * int(count) + b"\n")
    else:
        wire.send_line(re.sub(r"\$([a-z]+)", lambda found: names.get(found[1], found[0]), rest))


def _expect(wire: Wire, pattern: str, names: dict[str, str], skipping: bool, where: str) -> None:
    while True:
        try:
            line = wire.receive()
        except Mismatch as error:
            raise Mismatch(f"{where}: want {pattern!r}, but {error}") from None
        if matches(pattern, line, names):
            return
        if not skipping:
            raise Mismatch(f"{where}: want {pattern!r}, got {line!r}")
