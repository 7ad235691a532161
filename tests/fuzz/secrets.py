"""Twins: two games that a seat cannot tell apart. Whatever the seat asks, the answers are the same.

An input is a line ``twins N`` and then commands, as in `text`, that are carried out for the viewer in both games until
one of them changes something. ``$v`` stands for the viewer.
"""

from __future__ import annotations

import random
from functools import cache

from petteia.engine import GAMES, new
from petteia.protocols import text
from petteia.protocols.messages import Request
from petteia.protocols.process import take_line
from petteia.protocols.referee import RefereedGame

from ..protocol.talk import Talk
from ..protocol.twins import find_twins
from . import commands
from .mutation import mutate_lines
from .text import WORDS

PAIRS = 3  # of each game
MAX_LINES = 8
# What a seat's own client may ask. Verbs for the referee (a whole record, a perft) tell secrets by right.
LOOKS = ("view", "legal", "describe", "summary", "events", "story", "look", "eval", "belief", "d", "go", "analyze")
CHANGES = ("play", "unplay", "undo")


@cache
def pairs() -> list[tuple[str, tuple[RefereedGame, RefereedGame]]]:
    """Viewers, and two games each that look the same to them."""
    found = []
    for name, kind in GAMES.items():
        for seed in range(PAIRS):
            options = {"seats": max(kind.seat_counts)}
            twins = find_twins(name, options, seed)
            both = []
            for moves in (twins.one, twins.other):
                game = new(name, chance="client", seed=7, **options)
                for seat, move in moves:
                    game.play(seat, move)
                both.append(RefereedGame("g1", game))
            found.append((twins.viewer, (both[0], both[1])))
    return found


def run(data: bytes) -> None:
    head, *lines = data.decode("utf-8", "replace").split("\n")[: MAX_LINES + 1]
    digits = head.removeprefix("twins ")
    viewer, games = pairs()[int(digits) % len(pairs()) if digits.isascii() and digits.isdigit() else 0]
    talks = []
    for game in games:
        talk = Talk()
        talk.ask("setoption name Deterministic value true")
        talk.session.add_game(RefereedGame("g1", game.game.clone()))
        talks.append(talk)
    for line in lines:
        answers = [_ask(talk, viewer, line) for talk in talks]
        assert answers[0] == answers[1], f"{viewer} can tell the twins apart by {line!r}: {answers}"
        if answers[0] is None:
            break
    for talk in talks:
        talk.close()


def _ask(talk: Talk, viewer: str, line: str) -> list[str] | None:
    """What the viewer hears; None if the game has changed, and then it may hear something new."""
    opened = talk.session.find_game({})
    legal = opened.observation(viewer).legal()
    filled = line.replace("$v", viewer).replace("$s", viewer).replace("$d", str(opened.decision(viewer) or 1))
    for number in range(99, -1, -1):
        filled = filled.replace(f"$m{number}", legal[number % len(legal)] if legal else "x")
    try:
        request = text.parse_line(filled)
    except Exception:  # `text` looks at these
        return []
    if request is None or not _is_own(request, viewer):
        return []
    start, answered = len(talk.said), talk.n_terminal()
    take_line(talk.session, filled)
    talk.wait(answered + 1)
    said = talk.said[start:]
    if request.verb in CHANGES and said[-1].kind == "ok":
        return None
    return [text.format_message(message) for message in said]


def _is_own(request: Request, viewer: str) -> bool:
    """Whether a command asks for nothing that is another seat's, and ends by itself."""
    args = request.args
    if request.verb not in (*LOOKS, *CHANGES, "save", "hash", "result") or {"path", "game"} & args.keys():
        return False
    if any(key in args for key in ("infinite", "movetime", "clock")) or len(str(args.get("nodes", "5"))) > 2:
        return False
    if request.verb in ("go", "analyze") and "nodes" not in args:
        return False
    told = {str(args.get("seat")), *str(args.get("for", viewer)).split(",")}
    if request.verb in CHANGES:
        return request.verb == "undo" or args.get("seat") == viewer
    return request.verb == "result" or told <= {viewer, "pub"}


def fresh(chooser: random.Random) -> bytes:
    while True:
        made = commands.command(chooser)
        if made.verb in (*LOOKS, *CHANGES, "save", "hash"):
            break
    args = {**made.args, **({"seat": chooser.choice(["$v", "$v", "$v", "pub"])} if made.verb != "undo" else {})}
    if made.verb in ("go", "analyze"):
        args = {
            "seat": "$v",
            "nodes": chooser.choice(["1", "7"]),
            **({"moves": args["moves"]} if "moves" in args else {}),
        }
    return text.format_request(Request(made.id, made.verb, args)).encode("utf-8", "replace")


def mutate(data: bytes, chooser: random.Random) -> bytes:
    head, _, rest = data.partition(b"\n")
    if chooser.random() < 0.3:
        head = f"twins {chooser.randrange(PAIRS * len(GAMES))}".encode()
    return head + b"\n" + mutate_lines(rest, chooser, fresh, WORDS)
