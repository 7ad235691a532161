"""UHI as lines of text: commands into requests, messages into lines, and the other way round for clients."""

from __future__ import annotations

import json
import re
from typing import Any

from .errors import ProtocolError
from .messages import Message, Request
from .shapes import KEY, PLAIN, SHAPES, write_value
from .verbs.syntax import VERBS, Verb, listed

MAX_LINE = 65_536  # bytes, without the line's end
START = 128  # bytes of a line that is too long in which its id is looked for

_ID = re.compile(r"@([A-Za-z0-9_.\-]{1,64})$")
_CONTROL = re.compile(rb"[\x00-\x08\x0a-\x1f\x7f]")
_decoder = json.JSONDecoder()


# ---------------------------------------------------------------------------------------------------------------
# Bytes into lines.


class BadLine(ProtocolError):
    """A line that cannot be read; its id is kept if it begins with one."""

    def __init__(self, start: bytes, code: str, **keys: Any) -> None:
        super().__init__(code, **keys)
        word, space, _ = start.lstrip(b" \t").replace(b"\t", b" ").partition(b" ")
        self.id = id_of(word.decode("ascii", "replace")) if space else None


class LineReader:
    """Cuts a stream of bytes into lines. A line is text, or the error that it earns; its bytes are dropped then."""

    def __init__(self) -> None:
        self._held = bytearray()
        self._too_long = False  # the line's start is held then, and no more

    def feed(self, chunk: bytes) -> list[str | BadLine]:
        """The lines that are complete now."""
        found: list[str | BadLine] = []
        *ended, rest = chunk.split(b"\n")
        for piece in ended:
            self._hold(piece)
            found.append(self._take())
        self._hold(rest)
        return found

    def end(self) -> list[str | BadLine]:
        """The last line, if the stream ended without a line's end."""
        return [self._take()] if self._held or self._too_long else []

    def _hold(self, piece: bytes) -> None:
        if not self._too_long:
            self._held += piece
            if len(self._held) > MAX_LINE + 1:  # one more for a carriage return
                self._too_long = True
                del self._held[START:]

    def _take(self) -> str | BadLine:
        raw, too_long = bytes(self._held), self._too_long
        self._held.clear()
        self._too_long = False
        raw = raw.removesuffix(b"\r")
        if _is_comment(raw):
            return ""
        return BadLine(raw, "line-too-long", max=MAX_LINE) if too_long or len(raw) > MAX_LINE else decode(raw)


def _is_comment(raw: bytes) -> bool:
    """Whether nobody has to read it, whatever it holds."""
    return raw.lstrip(b" \t").startswith(b"#")


def decode(raw: bytes) -> str | BadLine:
    """A line as text; control bytes (but for tabs) and broken UTF-8 are refused with their place."""
    control = _CONTROL.search(raw)
    try:
        text = raw.decode("utf-8")
    except UnicodeDecodeError as error:
        at = error.start if control is None else min(error.start, control.start())
        return BadLine(raw, "bad-encoding", at=at)
    return text if control is None else BadLine(raw, "bad-encoding", at=control.start())


# ---------------------------------------------------------------------------------------------------------------
# Lines into requests.


def parse_line(line: str) -> Request | None:
    """The command on a line; None if it is blank or a comment.

    >>> parse_line("@7 go s1 nodes=20000")
    Request(id='7', verb='go', args={'seat': 's1', 'nodes': '20000'})
    """
    text = line.replace("\t", " ").strip()
    if not text or text.startswith("#"):
        return None
    id, text = split_id(text)
    word, _, rest = text.partition(" ")
    verb = VERBS.get(word)
    if verb is None:
        return Request(id, word)  # the session says that it knows no such verb
    return Request(id, word, _arguments(word, verb, rest))


def split_id(text: str) -> tuple[str | None, str]:
    """The id at the start of a line, without its sign, and what follows."""
    if not text.startswith("@"):
        return None, text
    word, _, rest = text.partition(" ")
    matched = _ID.match(word)
    if matched is None or not rest.strip():
        raise ProtocolError("syntax", want="[@ID] VERB ...")
    return matched.group(1), rest.strip()


def id_of(line: str) -> str | None:
    """The id of a line whose command cannot be read."""
    matched = _ID.match(line.strip().partition(" ")[0])
    return matched.group(1) if matched else None


def _arguments(word: str, verb: Verb, text: str) -> dict[str, Any]:
    """Give the words of a command their names."""
    if word == "setoption":
        return _setoption(verb, text)
    args: dict[str, Any] = {}
    names = list(verb.words)
    at = 0
    while True:
        while at < len(text) and text[at] == " ":
            at += 1
        if at == len(text):
            return args
        if verb.rest is not None and not names:
            args[verb.rest] = text[at:]
            return args
        key = KEY.match(text, at)
        if key is not None:
            value, at = _key_value(verb, key.group(1), text, key.end())
            if key.group(1) in args:
                raise ProtocolError("syntax", want=verb.usage)
            args[key.group(1)] = value
            continue
        found, at = _value(verb, text, at)
        if found in verb.lists:
            args[found] = _words(verb, text[at:])
            return args
        if found in verb.flags and found not in args:
            args[found] = True
        elif names and names[0] not in args:
            args[names.pop(0)] = found
        else:
            raise ProtocolError("syntax", want=verb.usage)


def _value(verb: Verb, text: str, at: int) -> tuple[str, int]:
    """A word, or a JSON string, and where it ends."""
    if text.startswith('"', at):
        try:
            value, end = _decoder.raw_decode(text, at)
        except (ValueError, RecursionError):
            raise ProtocolError("syntax", want=verb.usage) from None
        if end < len(text) and text[end] != " ":
            raise ProtocolError("syntax", want=verb.usage)
        return str(value), end
    end = text.find(" ", at)
    end = len(text) if end < 0 else end
    return text[at:end], end


def _key_value(verb: Verb, name: str, text: str, at: int) -> tuple[Any, int]:
    """The value of a key: a list whose words have commas in them is a JSON array, all else as `_value`."""
    if not text.startswith("[", at) or verb.keys.get(name) is not listed:
        return _value(verb, text, at)
    try:
        value, end = _decoder.raw_decode(text, at)
    except (ValueError, RecursionError):
        raise ProtocolError("syntax", want=verb.usage) from None
    if end < len(text) and text[end] != " ":
        raise ProtocolError("syntax", want=verb.usage)
    return value, end


def _words(verb: Verb, text: str) -> list[str]:
    found: list[str] = []
    at = 0
    while True:
        while at < len(text) and text[at] == " ":
            at += 1
        if at == len(text):
            return found
        word, at = _value(verb, text, at)
        found.append(word)


def _setoption(verb: Verb, text: str) -> dict[str, Any]:
    """``setoption name NAME value VALUE``, as in UCI; the value is the rest of the line."""
    words = text.split(None, 3)
    if len(words) < 3 or words[0] != "name" or words[2] != "value":
        raise ProtocolError("syntax", want=verb.usage)
    value = words[3] if len(words) == 4 else ""
    return {"name": words[1], "value": _value(verb, value, 0)[0] if value.startswith('"') else value}


def format_request(request: Request) -> str:
    """The line of a request, for clients."""
    verb = VERBS[request.verb]
    args = {key: value for key, value in request.args.items() if value is not None and value is not False}
    parts = [] if request.id is None else [f"@{request.id}"]
    parts.append(request.verb)
    if request.verb == "setoption":
        return " ".join([*parts, "name", str(args["name"]), "value", write_value(request.args["value"])])
    head = verb.words[:1] if verb.rest is None else ()
    tail = verb.words[len(head) :]
    parts += [_word(name, args[name]) for name in head if name in args]
    for key, value in args.items():
        if key not in verb.words and key not in verb.lists and key != verb.rest:
            parts.append(key if value is True else f"{key}={write_value(value)}")
    parts += [_word(name, args[name]) for name in tail if name in args]
    if verb.rest in args:
        parts.append(str(args[verb.rest]))
    for name in verb.lists:
        if name in args:
            parts += [name, *(write_value(word) for word in args[name])]
    return " ".join(parts)


def _word(name: str, value: Any) -> str:
    return f"@{str(value).removeprefix('@')}" if name == "id" else write_value(value)


# ---------------------------------------------------------------------------------------------------------------
# Messages into lines, and back for clients.


def format_message(message: Message) -> str:
    """The line of a message.

    >>> format_message(Message("7", "bestmove", {"move": "pass", "d": 1, "p": 1.0}))
    '@7 bestmove pass d=1 p=1.00'
    """
    words = SHAPES.get(message.kind, PLAIN).write(message.fields)
    return " ".join([*([] if message.id is None else [f"@{message.id}"]), message.kind, *words])


def parse_message(line: str) -> Message:
    """What an engine said. Keys that are not known are kept as strings."""
    id, text = split_id(line.rstrip("\r\n"))
    kind, _, rest = text.partition(" ")
    return Message(id, kind, SHAPES.get(kind, PLAIN).read(rest))
