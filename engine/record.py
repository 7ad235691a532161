"""A game that was played, as plain data and as bytes."""

from __future__ import annotations

import hashlib
from dataclasses import asdict, dataclass
from typing import Any

from .errors import BadPosition

MAGIC = "petteia save"
FORMAT = 1
TEXT_RECORD = b"[Format "  # how the text of a .uhg record begins

_TYPES: dict[str, type | tuple[type, ...]] = {
    "game": str,
    "version": int,
    "seats": int,
    "options": dict,
    "components": str,
    "seed": int,
    "chance": str,
    "moves": list,
    "digest": int,
    "result": (dict, type(None)),
}


_WORDS = {
    **dict.fromkeys(("game", "components", "chance"), "text"),
    **dict.fromkeys(("version", "seats", "seed", "digest"), "a whole number"),
    "options": "names with values",
    "moves": "a list",
    "result": "a result or nothing",
}


@dataclass(frozen=True)
class Record:
    """Everything that is needed to play a game again. It holds all secrets."""

    game: str
    version: int  # of the game's rules
    seats: int
    options: dict[str, str]
    components: str  # digest of the component data
    seed: int  # of the deal
    chance: str  # who draws and rolls: "engine" or "client"
    moves: list[tuple[str, str]]  # (seat, move), chance's included
    digest: int  # of the position after the last move
    result: dict[str, Any] | None = None

    def to_dict(self) -> dict[str, Any]:
        return {**asdict(self), "moves": [list(move) for move in self.moves]}

    @classmethod
    def from_dict(cls, values: Any) -> Record:
        """BadPosition if a part is missing or of the wrong kind."""
        if not isinstance(values, dict) or set(values) != set(_TYPES):
            raise BadPosition(f"not a record: want the parts {', '.join(_TYPES)}")
        for name, want in _TYPES.items():
            if not isinstance(values[name], want) or isinstance(values[name], bool):
                # What is there is not quoted: it may be the seed of the deal.
                raise BadPosition(f"not a record: its {name} is a {type(values[name]).__name__}: want {_WORDS[name]}")
        if not all(isinstance(key, str) and isinstance(value, str) for key, value in values["options"].items()):
            raise BadPosition("not a record: its options are not all text")
        moves = values["moves"]
        if not all(isinstance(move, list | tuple) and len(move) == 2 for move in moves) or not all(
            isinstance(word, str) for move in moves for word in move
        ):
            raise BadPosition("not a record: a move is not a pair of seat and move")
        return cls(**{**values, "moves": [(seat, move) for seat, move in moves]})

    def pack(self) -> bytes:
        """As msgpack: a header, the format's version, the record, and its checksum."""
        import msgpack

        body = msgpack.packb(self.to_dict())
        return bytes(msgpack.packb([MAGIC, FORMAT, body, _checksum(body)]))

    @classmethod
    def unpack(cls, saved: bytes) -> Record:
        """The inverse of `pack`; BadPosition if the bytes are damaged or not ours."""
        if not isinstance(saved, bytes | bytearray):  # not quoted: a record may have a seed in it
            raise BadPosition(f"a save is bytes, not {type(saved).__name__}: petteia.load(file) reads a file")
        if saved.lstrip().startswith(TEXT_RECORD):
            raise BadPosition("this is a .uhg record, not a save: petteia.load(file) reads it")
        outer = _unpack(saved)
        if not isinstance(outer, list) or len(outer) < 2 or outer[0] != MAGIC:
            raise BadPosition("not a petteia save: its header is missing")
        if outer[1] != FORMAT:
            raise BadPosition(f"a save of format {outer[1]!r}; this engine reads format {FORMAT}")
        if len(outer) != 4 or not isinstance(outer[2], bytes) or outer[3] != _checksum(outer[2]):
            raise BadPosition("the save is damaged: its checksum does not match")
        return cls.from_dict(_unpack(outer[2]))


def _checksum(body: bytes) -> bytes:
    return hashlib.sha256(body).digest()[:16]


def _unpack(raw: bytes) -> Any:
    import msgpack

    try:
        return msgpack.unpackb(raw)
    except Exception as error:  # msgpack raises many kinds, ValueError and its own among them
        raise BadPosition(f"not a petteia save: cannot be decoded ({type(error).__name__})") from None
