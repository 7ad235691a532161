"""Random games over the wire, in either encoding, with everything that can be asked on the way.

Every command and every message is held to the schemas of docs/schema, more strictly than clients should: a field that
no schema names is a fault.
"""

from __future__ import annotations

import json
import random
import struct
from collections import Counter
from functools import cache
from typing import Any

from jsonschema import Draft202012Validator

from petteia.protocols import binary, text
from petteia.protocols.messages import Message, Request
from petteia.protocols.process import take_frame, take_line

from ..tools.json_schema import strict
from ..tools.schemas import FOLDER
from .talk import Talk

KINDS = ("view", "legal", "describe", "summary", "events", "story", "eval")


@cache
def document(file: str) -> dict[str, Any]:
    found: dict[str, Any] = strict(json.loads((FOLDER / f"{file}.json").read_text("utf-8")))
    return found


@cache
def validator(file: str, name: str) -> Draft202012Validator:
    """For one definition of a schema."""
    whole = document(file)
    found = whole["$defs"][name] if name else {key: value for key, value in whole.items() if key != "$defs"}
    return Draft202012Validator({**found, "$defs": whole["$defs"]})


@cache
def component(game: str, file: str, table: str) -> Draft202012Validator:
    whole = document(game)
    return Draft202012Validator(whole["$defs"]["components"]["properties"][f"{file} {table}"])


def check(made: Draft202012Validator, value: Any, what: str) -> None:
    error = next(made.iter_errors(value), None)
    assert error is None, f"{what}: at {'/'.join(map(str, error.absolute_path))}: {error.message[:300]}"


class Table(Talk):
    """A session of one game; everything that is said is checked as soon as it is answered."""

    def __init__(self, encoding: str, game: str) -> None:
        super().__init__(encoding)
        self.game = game
        self.counts: Counter[str] = Counter()

    def command(self, verb: str, **args: Any) -> list[Message]:
        """Say something; all that answers it, as a client reads it."""
        args = {name.rstrip("_"): value for name, value in args.items() if value is not None}
        check(validator("commands", verb), args, f"{verb} {args}")
        request = Request("7", verb, args)
        self.said.clear()
        self.raw.clear()
        if self.packed:
            take_frame(self.session, binary.format_request(request)[4:])
        else:
            take_line(self.session, text.format_request(request))
        self.wait(1)
        found = [self.read(raw) for raw in self.raw]
        for message in found:
            self.check(message)
        return found

    def read(self, raw: bytes) -> Message:
        if not self.packed:
            return text.parse_message(raw.decode())
        assert struct.unpack(">I", raw[:4]) == (len(raw) - 4,)
        return binary.parse_message(raw[4:])

    def check(self, message: Message) -> None:
        self.counts[message.kind] += 1
        check(validator("messages", message.kind), message.fields, message.kind)
        fields = message.fields
        if message.kind == "view":
            name = "position" if fields["seat"] == "all" else "view"
            check(validator(self.game, name), fields["view"], f"{self.game}'s {name}")
        elif message.kind == "component":
            check(component(self.game, fields["file"], fields["table"]), fields["row"], f"{fields['file']}")


def play(encoding: str, game: str, seats: int, options: dict[str, str], seed: int) -> Counter[str]:
    """One random game; how many messages of each kind there were."""
    chooser = random.Random(seed)
    table = Table(encoding, game)
    table.command("setoption", name="OpenHands", value=True)
    answer = table.command("new", name=game, seats=seats, deal=seed, **options)
    asked: dict[str, int] = {}
    viewers = [f"s{number}" for number in range(seats)] + ["pub"]
    n_moves = 0
    while True:
        for message in answer:
            if message.kind == "request":
                asked[message.fields["seat"]] = message.fields["d"]
        if any(message.kind == "result" for message in answer):
            break
        waiting = answer[-1].fields.get("waiting") or list(asked)
        asked = {seat: d for seat, d in asked.items() if seat in waiting}
        seat = chooser.choice(sorted(asked))
        if chooser.random() < 0.1:
            look(table, chooser, seat, chooser.choice(viewers))
        [legal] = [message for message in table.command("legal", seat=seat) if message.kind == "legal"]
        move, d = chooser.choice(legal.fields["moves"]), asked.pop(seat)
        told = {"with": chooser.sample(KINDS, 2), "for": [chooser.choice(viewers)]} if chooser.random() < 0.4 else {}
        answer = table.command("play", seat=seat, d=d, move=move, **told)
        n_moves += 1
    for seat in viewers:
        table.command("look", seat=seat, with_=list(KINDS))
    table.command("result")
    if n_moves > 1:
        table.command("undo")
    return table.counts


def look(table: Table, chooser: random.Random, seat: str, viewer: str) -> None:
    """Ask for something else on the way; some of it is refused."""
    match chooser.randrange(9):
        case 0:
            table.command("go", seat=seat, nodes=2)
        case 1:
            table.command("analyze", seat=seat, nodes=2, multipv=3)
        case 2:
            table.command("hash", seat=chooser.choice([viewer, None]))
        case 3:
            table.command("view", seat=chooser.choice([viewer, "all"]))
        case 4:
            table.command("summary", seat=viewer, brief=True)
        case 5:
            table.command("play", seat=seat, d=99_999, move="nonsense")
        case 6:
            table.command("belief", seat=viewer, words=True)
            table.command("d", seat=viewer)
        case 7:
            table.command("go", seat="s0", moves=["nonsense", "a,b"])
        case 8:
            table.command("save", seat=chooser.choice(["s0", None]))
