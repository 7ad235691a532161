"""The grammar of UHI for mutators: commands with arguments that are mostly possible.

A dollar stands for what only a running session knows; `hearing` puts it in. Of the latest game, ``$g``: ``$s`` is who
must decide, ``$d`` the number of the decision, ``$m3`` the fourth of its legal moves, ``$n`` and ``$e`` the number and
the words of the next event that a seat is told. Of files: ``$w`` can be written, ``$f`` is no record, ``$r2`` is
one, ``$t2`` its text as a JSON string, ``$p`` is a pipe that nobody writes to, ``$c`` a folder with language files.
"""

from __future__ import annotations

import random
from typing import Any

from petteia.protocols.messages import Request
from petteia.protocols.options import OPTIONS
from petteia.protocols.verbs.syntax import KINDS, VERBS

from .mutation import NUMBERS, TEXTS

GAMES = ("egemonia", "epix", "ephyran", "epireia", "kuhn", "siege", "chess")
SEATS = ("$s", "$s", "$s", "s0", "s1", "s3", "pub", "all", "chance", "s9")
COUNTS = ("1", "2", "3", "4", "9", "-1", "x")
RARE = {"quit": 0.02, "bench": 0.05, "perft": 0.2, "selfcheck": 0.1, "isready": 0.2, "uhi": 0.2}

# By the name of an argument, what it may be.
VALUES: dict[str, tuple[Any, ...]] = {
    "version": ("1", "2", "x"),
    "lang": ("en", "xx", "EN", ".."),
    "seats": COUNTS,
    "seat": SEATS,
    "deal": ("7", "0", "9223372036854775807", "-1", "x"),
    "chance": ("engine", "client", "other"),
    "analysis": ("1", "0", True),
    "with": ("view", "describe", "legal,story", "events", "summary,eval", ",", "all", *KINDS),
    "for": ("s0", "s1", "pub", "s0,s1", "s9", "$s"),
    "moves": (["$m0"], ["$m1", "$m2"], ["x"], [], ["$s=$m1"], ["chance=x"], ["s0="]),
    "obs": (["$e"], ["x"], []),
    "record": ("$t0", "$t3", "$t5", "x", '[Format "uhg 1"]', '[Format "uhg 2"]'),
    "path": ("$w", "$f", "$r0", "$r5", "$p", "/", "/dev/zero", "/dev/stdin", "\x00", "\udc80", "$c"),
    "game": ("g0", "g1", "g2", "$g", "g99"),
    "brief": ("1", True),
    "from": ("1", "2", "1000000", "0"),
    "id": ("@1", "@2", "1", "x"),
    "d": ("$d", "$d", "$d", "1", "2", "0", "x"),
    "move": ("$m0", "$m1", "$m2", "$m5", "$m17", "$m99", "pass", "x", "chance", "$e"),
    "force": ("1", True),
    "n": ("$n", "$n", "$n", "1", "0", "99"),
    "text": ("$e", "$e", "$e", "undo to=0", "undo to=1", "undo to=3", "x", "next"),
    "nodes": ("1", "2", "20", "1000000000000", "0"),
    "movetime": ("1", "5", "86400000"),
    "clock": ("s0:1000,s1:1000", "$s:50", "x", "$s:999999999", {"s0": 5}, ":"),
    "inc": ("0", "100"),
    "infinite": (True, "0"),
    "words": (True, "1", "0"),
    "level": ("1", "10", "11"),
    "style": ("balanced", "bold", "x"),
    "multipv": ("1", "5", "256"),
    "every": ("1", "1000"),
    "depth": ("0", "1", "2", "64"),
    "divide": (True,),
    "positions": ("1", "2", "1000000"),
    "scenario": ("historical", "random", "x"),
    "city": ("athens", "sparta", "x"),
}
OPTION_VALUES = ("0", "1", "2", "-1", "true", "false", "", "$w", "$f", "$p", "$c", "x", "bold", "256", "4096", "/")


def command(chooser: random.Random) -> Request:
    """A command that is possible, or nearly."""
    while True:
        verb = chooser.choice(list(VERBS))
        if chooser.random() < RARE.get(verb, 1.0):
            break
    shape = VERBS[verb]
    id = chooser.choice([None, None, "1", "2", "3"])
    if verb == "setoption":
        name = chooser.choice(OPTIONS).name if chooser.random() < 0.95 else "x"
        return Request(id, verb, {"name": name, "value": chooser.choice(OPTION_VALUES)})
    args: dict[str, Any] = {}
    for name in shape.keys:
        if name in shape.needed or chooser.random() < (0.5 if name in shape.words else 0.12):
            args[name] = chooser.choice(GAMES) if name == "name" else chooser.choice(VALUES[name])
    if shape.open and chooser.random() < 0.2:
        args[chooser.choice(["scenario", "city"])] = chooser.choice(["historical", "athens", "x", ""])
    if args and chooser.random() < 0.15:
        odd: Any = chooser.choice([*map(str, NUMBERS), *TEXTS])
        args[chooser.choice(list(args))] = odd
    if chooser.random() < 0.03 and args:
        del args[chooser.choice(list(args))]
    return Request(id, verb, args)
