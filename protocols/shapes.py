"""How messages are written as lines of text, and read back: each kind is declared once, for both directions.

A line is the message's kind, some fields without their names, then ``key=value``, then at most one field that takes
the rest of the line (`SHAPES`). The binary encoding sends the names of all fields and needs none of this.
"""

from __future__ import annotations

import json
import re
from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

Fields = dict[str, Any]

KEY = re.compile(r"([A-Za-z][A-Za-z0-9_\-]*)=")
_PLAIN = re.compile(r'[^\s"{\[\x00-\x1f\x7f][^\s"\x00-\x1f\x7f]*$')
_decoder = json.JSONDecoder()


# ---------------------------------------------------------------------------------------------------------------
# Values: a word where that can stand in a line, else JSON.


def write_value(value: Any) -> str:
    """A value as a word of a line.

    >>> [write_value(value) for value in (True, 0.5, ["s0", "s1"], "not now", {"a": 1})]
    ['1', '0.50', 's0,s1', '"not now"', '{"a":1}']
    """
    if isinstance(value, bool):
        value = "1" if value else "0"
    elif isinstance(value, float):
        digits = f"{value:.4f}"
        value = digits[:-2] + digits[-2:].rstrip("0")  # two to four decimals
    elif isinstance(value, list | tuple):
        words = [write_value(item) for item in value]
        value = list(value) if any(word[0] in '"{[' or "," in word for word in words) else ",".join(words)
    elif not isinstance(value, dict):
        value = str(value)
    return value if isinstance(value, str) and _PLAIN.match(value) else write_json(value)


def write_json(value: Any) -> str:
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False)


def read_value(text: str, at: int) -> tuple[Any, int]:
    """The value that starts here, as JSON if it looks like it and else as a word, and where it ends."""
    if text[at : at + 1] in ('"', "{", "["):
        return _decoder.raw_decode(text, at)
    end = text.find(" ", at)
    end = len(text) if end < 0 else end
    return text[at:end], end


def list_of(item: Callable[[str], Any]) -> Callable[[str], list[Any]]:
    return lambda word: [item(part) for part in word.split(",")] if word else []


# What a client makes of the word that stands for a field. Fields that are not named here are strings.
READERS: dict[str, Callable[[str], Any]] = {
    **dict.fromkeys(("n", "d", "nodes", "nps", "version", "rank", "games", "rules", "none", "dup", "stopped"), int),
    **dict.fromkeys(("asked", "max", "closed", "at", "positions", "worlds", "count", "done", "of"), int),
    **dict.fromkeys(("p", "se", "policy", "ev"), float),
    **dict.fromkeys(("waiting", "winners", "teams"), list_of(str)),
    "wp": list_of(float),
    "seats": list_of(int),
    "id": lambda word: word.removeprefix("@"),
}


def _read_field(name: str, value: Any) -> Any:
    try:
        return READERS[name](value) if isinstance(value, str) and name in READERS else value
    except ValueError:
        return value  # another engine's; its client may know what to do with it


def _write_field(name: str, value: Any) -> str:
    if value is True:
        return name
    return f"{name}={write_value(f'@{value}' if name == 'id' else value)}"


# ---------------------------------------------------------------------------------------------------------------
# Fields that take the rest of a line.


@dataclass(frozen=True)
class Rest(ABC):
    """The last field of a line."""

    name: str
    follows_keys = True  # False: no ``key=value`` comes before it, and what looks like one belongs to it

    @abstractmethod
    def write(self, value: Any) -> str: ...

    @abstractmethod
    def read(self, text: str) -> Any: ...


class Text(Rest):
    """Free text, as it is."""

    follows_keys = False

    def write(self, value: Any) -> str:
        return str(value)

    def read(self, text: str) -> Any:
        return text


class Json(Rest):
    """A map, or text with line ends in it."""

    def write(self, value: Any) -> str:
        return write_json(value)

    def read(self, text: str) -> Any:
        return json.loads(text)


class Words(Rest):
    """A list of words."""

    def write(self, value: Any) -> str:
        return " ".join(write_value(word) for word in value)

    def read(self, text: str) -> Any:
        words, at = [], 0
        while at < len(text):
            word, at = read_value(text, at)
            words.append(word)
            at += 1
        return words


class Chances(Rest):
    """How likely each of several things is: ``THING=P ...``."""

    follows_keys = False

    def write(self, value: Any) -> str:
        named = ((write_json(what) if "=" in what else write_value(what), chance) for what, chance in value.items())
        return " ".join(f"{what}={write_value(chance)}" for what, chance in named)

    def read(self, text: str) -> Any:
        chances, at = {}, 0
        while at < len(text):
            if text[at] == '"':
                what, at = _decoder.raw_decode(text, at)
            else:
                end = text.index("=", at)
                what, at = text[at:end], end
            chance, at = read_value(text, at + 1)
            chances[what] = float(chance)
            at += 1
        return chances


# ---------------------------------------------------------------------------------------------------------------
# Whole lines.


@dataclass(frozen=True)
class Shape:
    """The order of a kind's fields: some first, then ``key=value``, then one that takes the rest."""

    first: tuple[str, ...] = ()
    rest: Rest | None = None
    lead: str = ""  # a word before all of them that says nothing
    texts: tuple[str, ...] = ()  # fields that are text here, whatever `READERS` makes of others of their name

    def write(self, fields: Fields) -> list[str]:
        """The words after the kind."""
        words = [self.lead, *(write_value(fields[name]) for name in self.first if fields.get(name) is not None)]
        last = self.rest.name if self.rest else None
        for name, value in fields.items():
            if value is not None and name not in self.first and name != last:
                words.append(_write_field(name, value))
        if self.rest is not None and last in fields:
            words.append(self.rest.write(fields[last]))
        return [word for word in words if word]

    def read(self, text: str) -> Fields:
        fields: Fields = {}
        at = len(self.lead) + 1 if self.lead else 0
        for name in self.first:
            if at < len(text):
                value, at = read_value(text, at)
                fields[name] = value if name in self.texts else _read_field(name, value)
                at += 1
        while at < len(text) and (self.rest is None or self.rest.follows_keys):
            key = KEY.match(text, at)
            if key is not None:
                value, at = read_value(text, key.end())
                fields[key.group(1)] = _read_field(key.group(1), value)
            elif self.rest is None:
                word, at = read_value(text, at)
                fields[str(word)] = True
            else:
                break
            at += 1
        if self.rest is not None:
            fields[self.rest.name] = self.rest.read(text[at:])
        return fields


class OptionShape(Shape):
    """``name NAME type TYPE default VALUE [min N max N] [var WORD]...``, as in UCI."""

    def write(self, fields: Fields) -> list[str]:
        words = []
        for key in ("name", "type", "default", "min", "max"):
            if key in fields:
                value = fields[key]
                words += [key, str(value).lower() if isinstance(value, bool) else write_value(value)]
        for value in fields.get("var", []):
            words += ["var", value]
        return words

    def read(self, text: str) -> Fields:
        fields: Fields = {}
        at = 0
        while at < len(text):
            key, at = read_value(text, at)
            value, at = read_value(text, at + 1)
            at += 1
            if key == "var":
                fields.setdefault("var", []).append(value)
            else:
                fields[key] = int(value) if key in ("min", "max") else value
        if fields.get("type") == "spin":
            fields["default"] = int(fields["default"])
        elif fields.get("type") == "check":
            fields["default"] = fields["default"] == "true"
        return fields


PLAIN = Shape()  # of kinds that are not named here
SHAPES: dict[str, Shape] = {
    "id": Shape(("name", "version"), lead="name", texts=("version",)),
    "option": OptionShape(),
    "uhiok": Shape(("version",)),
    "game": Shape(("name",)),
    "teams": Shape(("teams",)),
    "event": Shape(("seat", "n"), Text("text")),
    "sentence": Shape(("seat", "n"), Text("text")),
    "request": Shape(("seat",)),
    "view": Shape(("seat",), Json("view")),
    "legal": Shape(("seat",), Words("moves")),
    "describe": Shape(("seat",), Json("description")),
    "summary": Shape(("seat",), Json("blocks")),
    "primer": Shape(("name",), Json("primer")),
    "update": Shape(("seat",)),
    "line": Shape(("rank", "move")),
    "belief": Shape(("name",), Chances("chances")),
    "hidden": Shape(("name",), Json("hidden")),
    "review": Shape(("seat",), Json("review")),
    "point": Shape(("seat",), Json("point")),
    "swing": Shape(("seat",), Json("swing")),
    "judged": Shape(("seat",), Json("judged")),
    "ledger": Shape(("seat",), Json("ledger")),
    "hash": Shape(("seat",)),
    "eval": Shape(("seat",)),
    "perft": Shape(("seat", "move")),
    "bench": Shape(("name",)),
    "record": Shape((), Json("record")),
    "text": Shape((), Text("text")),
    "component": Shape(("file", "table"), Json("row")),
    "bestmove": Shape(("move",)),
    "error": Shape(("code",)),
}
