"""Changing inputs by what they are made of: lines, words, and values such as JSON and msgpack have."""

from __future__ import annotations

import math
import random
import re
from collections.abc import Callable, Sequence
from typing import Any

NUMBERS = (
    -1, 0, 1, 2, 3, 7, 63, 64, 65, 127, 128, 255, 256, 999, 4095, 4096, 65_535, 65_536, 2**31 - 1, 2**31, 2**32,
    2**53 + 1, 2**63 - 1, 2**63, 2**64 - 1, -(2**31), -(2**63),
)  # fmt: skip
TEXTS = (
    "", " ", "0", "-1", "1.5", "1e999", "nan", "true", "null", "None", "s0", "s1", "s9", "pub", "all", "chance", "é",
    "\u2028", "\x85", "\x00", "\x7f", "\u202e", "😀", "a" * 300, "{", "}", "[[", '"', "\\", "'", "%s", "{0}", "../..",
    "/dev/zero", "9" * 25, "9" * 5000, "[" * 500, "@", "=", ",", "#", ";",
)  # fmt: skip
WORD = re.compile(rb"[A-Za-z0-9_.\-]+|[^\sA-Za-z0-9_.\-]|\s+")

Line = Callable[[random.Random], bytes]  # makes a line of the grammar


def few(chooser: random.Random) -> int:
    """How many changes at once: mostly one."""
    return 1 + int(chooser.expovariate(1.2))


def mutate_lines(data: bytes, chooser: random.Random, fresh: Line, words: Sequence[bytes]) -> bytes:
    """Some lines more, fewer, elsewhere or other."""
    lines = data.split(b"\n")
    for _ in range(few(chooser)):
        at = chooser.randrange(len(lines) + 1)
        match chooser.randrange(8):
            case 0 | 1:
                lines.insert(at, fresh(chooser))
            case 2 if len(lines) > 1:
                del lines[at % len(lines)]
            case 3:
                lines.insert(at, chooser.choice(lines))
            case 4 if len(lines) > 1:
                lines.append(lines.pop(at % len(lines)))
            case 5:
                lines[at % len(lines)] = fresh(chooser)
            case _:
                lines[at % len(lines)] = mutate_words(lines[at % len(lines)], chooser, words)
    return b"\n".join(lines)


def mutate_words(line: bytes, chooser: random.Random, words: Sequence[bytes]) -> bytes:
    """A line with some of its words changed."""
    parts = WORD.findall(line) or [b""]
    at = chooser.randrange(len(parts))
    match chooser.randrange(6):
        case 0:
            del parts[at]
        case 1:
            parts.insert(at, parts[at])
        case 2:
            parts[at] = str(chooser.choice(NUMBERS)).encode()
        case 3:
            parts[at] = chooser.choice(TEXTS).encode()
        case _:
            parts[at] = chooser.choice(words)
    return b"".join(parts)


def odd_value(chooser: random.Random, depth: int = 2) -> Any:
    """A value that nobody expects, of the kinds that JSON and msgpack have in common."""
    match chooser.randrange(9 if depth else 6):
        case 0:
            return chooser.choice([None, True, False])
        case 1:
            return chooser.choice([0.0, -0.5, 1.5, 1e300, math.inf, math.nan])
        case 2 | 3:
            return chooser.choice(NUMBERS)
        case 4 | 5:
            return chooser.choice(TEXTS)
        case 6 | 7:
            return [odd_value(chooser, depth - 1) for _ in range(chooser.randrange(4))]
        case _:
            return {chooser.choice(TEXTS): odd_value(chooser, depth - 1) for _ in range(chooser.randrange(3))}


def mutate_value(value: Any, chooser: random.Random, known: Sequence[Any] = ()) -> Any:
    """A value of which one part, deep inside, is another."""
    if isinstance(value, dict) and value and chooser.random() < 0.85:
        changed = dict(value)
        key = chooser.choice(list(changed))
        match chooser.randrange(8):
            case 0:
                del changed[key]
            case 1:
                changed[chooser.choice([*TEXTS, *map(str, known), *map(str, changed)])] = changed[key]
            case _:
                changed[key] = mutate_value(changed[key], chooser, known)
        return changed
    if isinstance(value, list) and value and chooser.random() < 0.85:
        items = list(value)
        at = chooser.randrange(len(items))
        match chooser.randrange(6):
            case 0:
                del items[at]
            case 1:
                items.insert(at, items[at])
            case 2:
                items.append(items.pop(at))
            case _:
                items[at] = mutate_value(items[at], chooser, known)
        return items
    if isinstance(value, int) and not isinstance(value, bool) and chooser.random() < 0.5:
        return value + chooser.choice([-2, -1, 1, 2, 10])
    return chooser.choice(known) if known and chooser.random() < 0.5 else odd_value(chooser)
