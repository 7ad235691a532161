"""The verbs: how each is written, which arguments it takes, and what their values may be.

Every check that needs no game is made here, the same for both encodings: it comes before all others.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from ...ai.settings import LEVEL, NODES, STYLE
from ..errors import ProtocolError, bad_arg
from ..messages import VERSION

MAX_NODES = NODES.high
MAX_SEED = (1 << 63) - 1

_INTEGER = re.compile(r"-?[0-9]{1,19}\Z")
_CLOCK = re.compile(r"([a-z][a-z0-9]*):([0-9]{1,9})\Z")

Check = Callable[[str, Any], Any]  # (name, what was sent) -> the value; raises ProtocolError


@dataclass(frozen=True)
class whole:
    """A whole number within bounds, as a number or in digits."""

    low: int
    high: int

    def __call__(self, name: str, got: Any) -> int:
        if isinstance(got, str) and _INTEGER.match(got):
            value = int(got)
        elif isinstance(got, int) and not isinstance(got, bool):
            value = got
        else:
            raise bad_arg(name, got, f"{self.low}..{self.high}")
        if not self.low <= value <= self.high:
            raise bad_arg(name, got, f"{self.low}..{self.high}")
        return value


def this_version(name: str, got: Any) -> int:
    """The only version there is, as a number or in digits."""
    if isinstance(got, bool) or str(got) != str(VERSION):
        raise bad_arg(name, got, str(VERSION))
    return VERSION


class one_of:
    """One of some words."""

    def __init__(self, *values: str) -> None:
        self.values = values

    def __call__(self, name: str, got: Any) -> str:
        if got not in self.values:
            raise bad_arg(name, got, ",".join(self.values))
        return str(got)


def word(name: str, got: Any) -> str:
    """Any text but none at all."""
    if not isinstance(got, str) or not got:
        raise bad_arg(name, got, "text")
    return got


def text(name: str, got: Any) -> str:
    if not isinstance(got, str):
        raise bad_arg(name, got, "text")
    return got


def flag(name: str, got: Any) -> bool:
    if got in (True, "1"):
        return True
    if got in (False, "0"):
        return False
    raise bad_arg(name, got, "0..1")


def words(name: str, got: Any) -> list[str]:
    if not isinstance(got, list) or not all(isinstance(item, str) for item in got):
        raise bad_arg(name, got, "words")
    return got


KINDS = ("view", "legal", "describe", "summary", "events", "story", "eval")  # of what a viewer can be told


def listed(name: str, got: Any) -> list[str]:
    """Words with commas between them, or an array of words."""
    found = got.split(",") if isinstance(got, str) else got
    if not isinstance(found, list) or not found or not all(isinstance(item, str) and item for item in found):
        raise bad_arg(name, got, "WORD,...")
    return list(dict.fromkeys(found))


def kinds(name: str, got: Any) -> list[str]:
    found = listed(name, got)
    for kind in found:
        if kind not in KINDS:
            raise bad_arg(name, kind, ",".join(KINDS))
    return found


def identity(name: str, got: Any) -> str | int:
    if isinstance(got, str):
        return got.removeprefix("@")
    if isinstance(got, int) and not isinstance(got, bool):
        return got
    raise bad_arg(name, got, "@ID")


def count(name: str, got: Any) -> str | int:
    """A whole number, as a number or in digits; the game knows which are possible."""
    if isinstance(got, bool) or not isinstance(got, str | int):
        raise bad_arg(name, got, "a whole number")
    return got


def anything(name: str, got: Any) -> Any:
    """A value that only the option itself can check."""
    return got


def clock(name: str, got: Any) -> dict[str, int]:
    """``s0:60000,s1:45000``: milliseconds that are left, by seat."""
    left: dict[str, int] = {}
    if isinstance(got, dict):
        got = ",".join(f"{seat}:{ms}" for seat, ms in got.items())
    for part in got.split(",") if isinstance(got, str) else [""]:
        matched = _CLOCK.match(part)
        if matched is None:
            raise bad_arg(name, got, "SEAT:MS,...")
        left[matched.group(1)] = int(matched.group(2))
    return left


@dataclass(frozen=True)
class Verb:
    """How a command is written. ``x-`` keys are always allowed, and ignored."""

    usage: str
    words: tuple[str, ...] = ()  # arguments without their names, in this order
    needed: tuple[str, ...] = ()
    keys: dict[str, Check] = field(default_factory=dict)  # of all arguments, those without names included
    flags: tuple[str, ...] = ()  # may stand alone for ``=1``
    lists: tuple[str, ...] = ()  # take the words that follow
    rest: str | None = None  # takes the rest of the line
    open: bool = False  # other keys are options of the game

    def check(self, args: dict[str, Any]) -> dict[str, Any]:
        """The arguments with their values read; ProtocolError if one is missing, unknown or impossible."""
        if any(name not in args for name in self.needed):
            raise ProtocolError("syntax", want=self.usage)
        found = {}
        for name, got in args.items():
            if not isinstance(name, str):
                raise ProtocolError("syntax", want=self.usage)
            if name.startswith("x-"):
                continue
            check = self.keys.get(name)
            if check is None:
                if not self.open:
                    raise bad_arg("key", name, ",".join(self.keys) or "none")
                check = word
            found[name] = check(name, got)
        return found


GAME: dict[str, Check] = {"game": word}
LIMITS: dict[str, Check] = {
    "nodes": whole(1, MAX_NODES),
    "movetime": whole(1, 86_400_000),
    "clock": clock,
    "inc": whole(0, 86_400_000),
    "infinite": flag,
    "level": whole(LEVEL.low, LEVEL.high),
    "style": one_of(*STYLE.words),
}
SEAT: dict[str, Check] = {"seat": word}
DECISION: dict[str, Check] = {"d": whole(1, MAX_NODES)}
WITH: dict[str, Check] = {"with": kinds, "for": listed}
FROM: dict[str, Check] = {"from": whole(1, MAX_NODES)}
START: dict[str, Check] = {
    "name": word,
    "seats": count,
    "seat": word,
    "deal": whole(0, MAX_SEED),
    "chance": one_of("engine", "client"),
    "analysis": flag,
    **WITH,
    "lang": word,
}

VERBS: dict[str, Verb] = {
    "uhi": Verb("uhi 1 [lang=XX]", ("version",), ("version",), {"version": this_version, "lang": word}),
    "isready": Verb("isready"),
    "ping": Verb("ping"),
    "quit": Verb("quit"),
    "setoption": Verb("setoption name NAME value VALUE", (), ("name", "value"), {"name": word, "value": anything}),
    "new": Verb("new GAME [seats=N] [seat=SEAT] [KEY=VALUE]...", ("name",), ("name",), START, ("analysis",), open=True),
    "position": Verb(
        "position GAME [seats=N] [deal=SEED] moves MOVE... | seat=SEAT obs EVENT...",
        ("name",),
        ("name",),
        {**START, "moves": words, "obs": words},
        ("analysis",),
        ("moves", "obs"),
        open=True,
    ),
    "load": Verb(
        "load path=FILE | record=TEXT [lang=XX]", (), (), {**GAME, "path": word, "record": word, "lang": word, **WITH}
    ),
    "save": Verb("save [seat=SEAT] [path=FILE]", (), (), {**GAME, **SEAT, "path": word}),
    "close": Verb("close [GAME]", ("game",), (), GAME),
    "view": Verb("view SEAT", ("seat",), ("seat",), {**SEAT, **GAME}),
    "legal": Verb("legal SEAT", ("seat",), ("seat",), {**SEAT, **GAME}),
    "describe": Verb("describe SEAT", ("seat",), ("seat",), {**SEAT, **GAME}),
    "summary": Verb("summary SEAT [brief]", ("seat",), ("seat",), {**SEAT, "brief": flag, **GAME}, ("brief",)),
    "events": Verb("events SEAT [from=N]", ("seat",), ("seat",), {**SEAT, **GAME, **FROM}),
    "story": Verb("story SEAT [from=N]", ("seat",), ("seat",), {**SEAT, **GAME, **FROM}),
    "look": Verb("look SEAT with=KINDS [from=N]", ("seat",), ("seat", "with"), {**SEAT, "with": kinds, **FROM, **GAME}),
    "subscribe": Verb(
        "subscribe SEAT with=KINDS [from=N]", ("seat",), ("seat", "with"), {**SEAT, "with": kinds, **FROM, **GAME}
    ),
    "unsubscribe": Verb("unsubscribe [@ID]", ("id",), (), {"id": identity}),
    "components": Verb("components GAME [lang=XX]", ("name",), ("name",), {"name": word, "lang": word}),
    "primer": Verb(
        "primer GAME [seats=N] [lang=XX]", ("name",), ("name",), {"name": word, "seats": count, "lang": word}
    ),
    "play": Verb(
        "play SEAT d=N MOVE",
        ("seat", "move"),
        ("seat", "d", "move"),
        {**SEAT, **DECISION, "move": word, **WITH, **GAME},
    ),
    "unplay": Verb("unplay SEAT d=N", ("seat",), ("seat", "d"), {**SEAT, **DECISION, **WITH, **GAME}),
    "undo": Verb("undo [force=1]", (), (), {"force": flag, **WITH, **GAME}, ("force",)),
    "result": Verb("result", (), (), GAME),
    "obs": Verb("obs N EVENT", ("n",), ("n", "text"), {"n": whole(1, MAX_NODES), "text": word, **GAME}, rest="text"),
    "go": Verb(
        "go SEAT [nodes=N] [movetime=MS] [clock=SEAT:MS,...] [inc=MS] [infinite] [moves=MOVE,...] [level=N] "
        "[style=STYLE]",
        ("seat",),
        ("seat",),
        {**SEAT, **DECISION, **LIMITS, "moves": listed, **GAME},
        ("infinite",),
    ),
    "analyze": Verb(
        "analyze SEAT [multipv=N] [every=MS] [nodes=N] [movetime=MS] [infinite] [level=N] [style=STYLE] [words]",
        ("seat",),
        ("seat",),
        {**SEAT, **LIMITS, "multipv": whole(1, 256), "every": whole(1, 3_600_000), "words": flag, **GAME},
        ("infinite", "words"),
    ),
    "ponder": Verb("ponder SEAT", ("seat",), ("seat",), {**SEAT, **GAME}),
    "review": Verb("review SEAT [nodes=N]", ("seat",), ("seat",), {**SEAT, "nodes": whole(1, MAX_NODES), **GAME}),
    "stop": Verb("stop [@ID]", ("id",), (), {"id": identity}),
    "d": Verb("d [SEAT]", ("seat",), (), {**SEAT, **GAME}),
    "eval": Verb("eval [SEAT]", ("seat",), (), {**SEAT, **GAME}),
    "belief": Verb("belief [SEAT] [words]", ("seat",), (), {**SEAT, "words": flag, **GAME}, ("words",)),
    "hash": Verb("hash [SEAT]", ("seat",), (), {**SEAT, **GAME}),
    "perft": Verb(
        "perft N [divide]", ("depth",), ("depth",), {"depth": whole(0, 64), "divide": flag, **GAME}, ("divide",)
    ),
    "bench": Verb("bench [GAME] [nodes=N]", ("name",), (), {"name": word, "nodes": whole(1, MAX_NODES)}),
    "selfcheck": Verb(
        "selfcheck [SEAT] [positions=N]", ("seat",), (), {**SEAT, "positions": whole(1, 1_000_000), **GAME}
    ),
}
