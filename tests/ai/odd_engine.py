"""Engines that go wrong, each in its way: ``python odd_engine.py WAY [FILE]``.

illegal    answers with a move that is none
hang       never answers to go
die        ends at every go
die-once   ends at its first go; started again, it plays the move in the file's second line (the first counts lives)
nonsense   answers to go with bytes that are no text
words      answers to go in words of its own
gap        says that events are missing
mute       answers to nothing
chatter    has a banner and no handshake
partial    forgets the move of its bestmove
no-game    plays nothing
other      plays other rules
"""

from __future__ import annotations

import sys
import time
from pathlib import Path

way = sys.argv[1]
file = Path(sys.argv[2]) if len(sys.argv) > 2 else None
lives = 0
if way == "die-once" and file is not None:
    kept = file.read_text().splitlines()
    lives = int(kept[0])
    file.write_text(f"{lives + 1}\n{kept[1]}\n")


def say(line: str) -> None:
    print(line, flush=True)


def answer(id: str, verb: str) -> None:
    if verb == "uhi":
        say(f"{id} id name odd 7")
        if way != "no-game":
            say(f"{id} game egemonia rules={99 if way == 'other' else 1} seats=2 options={{}}")
        say(f"{id} option name Level type spin default 3 min 1 max 9")
        say(f"{id} uhiok 1")
    elif verb == "new":
        say(f"{id} teams s0,s1")
        say(f"{id} ok game=g1")
    elif verb == "obs" and way == "gap":
        say(f"{id} error gap want=7")
    elif verb == "go":
        go(id)
    else:
        say(f"{id} ok")
        if verb == "quit":
            sys.exit(0)


def go(id: str) -> None:
    if way == "illegal":
        say(f"{id} bestmove fly:athens d=1 p=1.00")
    elif way == "hang":
        time.sleep(600)
    elif way == "die" or (way == "die-once" and lives == 0):
        sys.exit(9)
    elif way == "nonsense":
        sys.stdout.buffer.write(b"\xff\xfe bestmove\n")
        sys.stdout.buffer.flush()
    elif way == "words":
        say("I resign!")
    elif way == "partial":
        say(f"{id} ok")
    elif file is not None:
        say(f"{id} bestmove {file.read_text().splitlines()[1]} d=1 p=0.50")


if way == "chatter":
    say("Welcome to the odd engine, version 7")
for line in sys.stdin:
    if way not in ("mute", "chatter"):
        first, second, *_ = [*line.split(), "", ""]
        answer(first, second)
