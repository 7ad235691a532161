"""UHI as lines of text. An input is what a client writes, with placeholders (`commands`) and these lines besides:

!open 3    one of the prepared games is opened
!sit 3     the engine sits down at a seat of one
"""

from __future__ import annotations

import random

from petteia.protocols import text
from petteia.protocols.process import take_line
from petteia.protocols.verbs.syntax import VERBS

from . import commands
from .hearing import Hearing
from .mutation import TEXTS, mutate_lines

MAX_LINES = 60
WORDS = tuple(
    word.encode("utf-8", "surrogatepass")
    for word in (
        *VERBS, *commands.GAMES, *commands.SEATS, *(f"{key}=" for key in commands.VALUES), "$m0", "$m1", "$m9", "$d",
        "$n", "$e", "$w", "$f", "$r1", "$t2", "$p", "$c", "@1 ", "@2 ", " ", "x-a=b", "name", "value", "infinite",
        *TEXTS,
    )
)  # fmt: skip


def run(data: bytes) -> None:
    hearing, reader = Hearing("text"), text.LineReader()
    for line in data.split(b"\n")[:MAX_LINES]:
        order, _, number = line.partition(b" ")
        if order in (b"!open", b"!sit"):
            (hearing.open if order == b"!open" else hearing.sit_down)(int(number) if number.isdigit() else 0)
            continue
        filled = hearing.fill_in(line.decode("utf-8", "surrogateescape")).encode("utf-8", "surrogateescape")
        if not _feed(hearing, reader, filled):
            break
    hearing.end()


def _feed(hearing: Hearing, reader: text.LineReader, line: bytes) -> bool:
    """One line; False if it was the last."""
    hearing.heard.append(line)
    going_on = True
    for found in reader.feed(line + b"\n"):
        blank = isinstance(found, str) and (not found.strip() or found.replace("\t", " ").strip().startswith("#"))
        hearing.n_commands += not blank
        before, n_said = hearing.standing(), len(hearing.talk.said)
        going_on = take_line(hearing.session, found) and going_on
        hearing.watch(before, n_said)
    return going_on


def fresh(chooser: random.Random) -> bytes:
    """A line of the grammar."""
    if chooser.random() < 0.15:
        return f"!{chooser.choice(['open', 'sit'])} {chooser.randrange(8)}".encode()
    return text.format_request(commands.command(chooser)).encode("utf-8", "surrogatepass")


def mutate(data: bytes, chooser: random.Random) -> bytes:
    return mutate_lines(data, chooser, fresh, WORDS)
