"""A session that is sent anything, and what must hold whatever it was sent."""

from __future__ import annotations

import json
import os
import random
import re
from functools import cache
from typing import Any

from petteia.engine import GAMES, Game, new
from petteia.protocols import text
from petteia.protocols.errors import CODES
from petteia.protocols.messages import Message
from petteia.protocols.open_game import OpenGame
from petteia.protocols.records import uhg
from petteia.protocols.referee import RefereedGame
from petteia.protocols.seat_mode import SeatGame

from ..protocol.talk import Talk
from . import sandbox

SECRET = 7_777_777_777_777_777_777  # the deal of every game that is open before an input says anything
STAGES = (3, 40)  # decisions after which the prepared games stand
MAX_ERROR = 4096  # bytes of a refusal
STANDS_FOR = re.compile(r"\$([a-z])(\d{0,2})")

# What each kind of refusal must say, so that who sent the input knows what would have been right.
SAYS = {
    "unknown-command": {"got", "want"}, "syntax": {"want"}, "bad-arg": {"arg", "got", "want"}, "stale": {"d", "want"},
    "wrong-seat": {"seat", "waiting"}, "illegal": {"move", "reason"}, "too-many-games": {"max"}, "gap": {"want"},
    "bad-record": {"reason"}, "inconsistent": {"n", "reason"}, "line-too-long": {"max"}, "bad-length": {"max"},
    "selfcheck": {"seat", "reason"},
}  # fmt: skip


@cache
def prepared() -> list[Game]:
    """Games of all kinds, early and in the middle, whose deal nobody may learn."""
    found = []
    for name, kind in GAMES.items():
        for stage in STAGES:
            chooser = random.Random(stage)
            game = new(name, seats=max(kind.seat_counts), seed=SECRET)
            for _ in range(stage):
                seat = game.pending[0]
                game.play(seat, chooser.choice(game.legal(seat)))
            found.append(game)
    return found


@cache
def files() -> dict[str, str]:
    """What the placeholders for files stand for."""
    found = {"w": sandbox.path("written"), "f": sandbox.path("canary"), "p": sandbox.path("pipe")}
    os.mkfifo(found["p"])
    found["c"] = sandbox.path("components")
    os.mkdir(found["c"])
    with open(os.path.join(found["c"], "egemonia.xx.toml"), "w", encoding="utf-8") as file:
        file.write(f'language = "{sandbox.CANARY}"\n')
    for number, game in enumerate(prepared()):
        found[f"r{number}"] = sandbox.path(f"{number}.uhg")
        record = uhg.write(game)
        found[f"t{number}"] = json.dumps(record)
        with open(found[f"r{number}"], "w", encoding="utf-8") as file:
            file.write(record)
    return found


class Hearing:
    """One session, from its first input to its end."""

    def __init__(self, encoding: str) -> None:
        self.talk = Talk(encoding)
        self.session = self.talk.session
        self.n_commands = 0
        self.heard: list[bytes] = []  # all that was sent
        self.events: dict[str, list[str]] = {}  # by game in seat mode, what its seat will be told
        files()
        self.talk.ask("setoption name MaxGames value 5")
        self.open(0)
        self.talk.said.clear()
        self.talk.raw.clear()

    def open(self, number: int) -> None:
        """Put one of the prepared games beside the others."""
        self.session.n_games += 1
        game = prepared()[number % len(prepared())].clone()
        self.session.add_game(RefereedGame(f"g{self.session.n_games}", game))

    def sit_down(self, number: int) -> None:
        """Open one of them at a seat, before anything has happened."""
        self.session.n_games += 1
        game, handle = prepared()[number % len(prepared())], f"g{self.session.n_games}"
        self.session.add_game(SeatGame(handle, game.ruleset, "s0"))
        self.events[handle] = game.events("s0")

    # What placeholders stand for.

    def fill_in(self, words: str) -> str:
        return STANDS_FOR.sub(lambda found: self._stands_for(found.group(1), found.group(2)) or found.group(), words)

    def _stands_for(self, what: str, digits: str) -> str | None:
        if what + digits in files():
            return files()[what + digits]
        if not self.session.games:
            return None
        opened = self.session.find_game({})
        number = int(digits or 0)
        if what == "g":
            return opened.handle
        if what in "ne" and opened.handle in self.events:
            told = len(opened.told("s0"))
            return str(told + 1) if what == "n" else next(iter(self.events[opened.handle][told:]), None)
        waiting = opened.waiting()
        if not waiting:
            return None
        seat = waiting[number % len(waiting)] if what == "s" else waiting[0]
        if what == "s":
            return seat
        if what == "d":
            return str(opened.decision(seat) or 1)
        if what == "m":
            moves = opened.game.legal(seat) if isinstance(opened, RefereedGame) else opened.observation(seat).legal()
            return moves[number % len(moves)] if moves else None
        return None

    # What must hold.

    def standing(self) -> list[tuple[Any, ...]]:
        """All games as they are."""
        return [(handle, *_position(opened)) for handle, opened in self.session.games.items()]

    def watch(self, before: list[tuple[Any, ...]], n_said: int) -> None:
        """After a command: if it did not succeed, nothing has changed."""
        answers = [message.kind for message in self.talk.said[n_said:] if message.terminal]
        if "ok" not in answers:
            assert self.standing() == before, f"a command that was answered by {answers} has changed a game"

    def end(self) -> None:
        """At the end of the input: every command was answered once, by a sentence where it was refused."""
        self.session.finish(patience=0.0)
        talk = self.talk
        assert talk.n_terminal() == self.n_commands, f"{talk.n_terminal()} answers to {self.n_commands} commands"
        told = b"\n".join(self.heard)
        for message, raw in zip(talk.said, talk.raw, strict=True):
            self._check(message, raw, told)
        log = talk.log.getvalue()
        assert not any(secret in log for secret in (str(SECRET), sandbox.CANARY)), "the log tells a secret"
        assert self.session.jobs() == [], "a job is left"
        assert talk.end("isready").split()[-1] == "readyok"
        self.session.log.open("")

    def _check(self, message: Message, raw: bytes, told: bytes) -> None:
        if message.kind == "error":
            check_refusal(message.fields)
            assert len(raw) <= MAX_ERROR, f"a refusal of {len(raw)} bytes: {raw[:300]!r}"
        if not self.talk.packed:
            assert raw.count(b"\n") == 1, f"a message of several lines: {raw[:300]!r}"
            assert text.parse_message(raw.decode()).kind == message.kind
        if message.kind != "record" and str(SECRET).encode() not in told:
            assert str(SECRET).encode() not in raw, f"the deal's seed is told: {raw[:300]!r}"
        assert sandbox.CANARY.encode() not in raw, f"a file is told: {raw[:300]!r}"


def check_refusal(fields: dict[str, Any]) -> None:
    """A refusal is one of the protocol's, and says what it must."""
    code = fields["code"]
    assert code in CODES, fields
    assert code != "internal", f"a fault inside: {fields}"
    assert SAYS.get(code, set()) <= fields.keys(), f"a refusal that does not say what would be right: {fields}"
    for key in ("want", "reason"):
        assert fields.get(key, "x") not in ("", None), fields
    json.dumps(fields)


def _position(opened: OpenGame) -> tuple[Any, ...]:
    if isinstance(opened, RefereedGame):
        return opened.game.digest, opened.game.n_moves, tuple(sorted(opened.asked.items()))
    return opened.observation("").key, len(opened.told(""))
