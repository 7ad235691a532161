"""docs/schema says what goes over the wire: it is made from the code, and all traffic keeps to it."""

from __future__ import annotations

import random
from collections import Counter
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator

from petteia.engine import GAMES
from petteia.engine.registry import find
from petteia.protocols.fields import MESSAGES
from petteia.protocols.messages import TERMINAL, Message
from petteia.protocols.shapes import READERS, SHAPES
from petteia.protocols.verbs.syntax import VERBS

from ..tools.json_schema import Schema
from ..tools.layout import ROOT
from ..tools.schemas import files, schemas
from .talk import ENCODINGS
from .traffic import Table, document, play

MADE = files()


@pytest.mark.parametrize("path", [pytest.param(path, id=str(path.relative_to(ROOT))) for path in MADE])
def test_file_is_what_the_code_says(path: Path) -> None:
    assert path.is_file(), "run `make schemas`"
    assert path.read_text("utf-8") == MADE[path], "run `make schemas`"


@pytest.mark.parametrize("name", schemas())
def test_schema_is_one(name: str) -> None:
    Draft202012Validator.check_schema(schemas()[name])


def test_every_kind_and_verb_has_a_schema() -> None:
    assert {*SHAPES, *TERMINAL} <= MESSAGES.keys()
    assert schemas()["commands.json"]["$defs"].keys() == VERBS.keys()


@pytest.mark.parametrize("kind", MESSAGES)
def test_a_line_is_read_into_the_types_of_the_schema(kind: str) -> None:
    """`shapes` reads words by the name of their field alone; this must be right for every kind."""
    properties: dict[str, Schema] = document("messages")["$defs"][kind]["properties"]
    shape = SHAPES.get(kind)
    assert shape is None or {*shape.first} <= properties.keys()
    for name, made in properties.items():
        if kind in ("option", "caps") or (shape is not None and shape.rest is not None and shape.rest.name == name):
            continue
        numeric = made.get("type") in ("integer", "number") or isinstance(made.get("const"), int)
        if made.get("type") == "array":
            assert name in READERS, f"{kind}.{name} is a list"
        elif numeric and made.get("const") is not True:
            assert name in READERS, f"{kind}.{name} is a number"
        elif made.get("type") == "string":
            known = name in READERS and name != "id" and (shape is None or name not in shape.texts)
            assert not known, f"{kind}.{name} is text"


@pytest.mark.parametrize("encoding", ENCODINGS)
@pytest.mark.parametrize("game", GAMES)
def test_handshake_box_and_primer(game: str, encoding: str) -> None:
    table = Table(encoding, game)
    table.command("uhi", version=1)
    table.command("isready")
    table.command("primer", name=game)
    assert len(table.command("components", name=game)) > 10
    assert {"id", "caps", "game", "option", "uhiok", "readyok", "primer", "component"} <= table.counts.keys()


@pytest.mark.parametrize("encoding", ENCODINGS)
def test_seat_mode(encoding: str) -> None:
    table = Table(encoding, "egemonia")
    table.command("new", name="egemonia", seat="s1")
    for n, event in enumerate(("influence corinth athens 1", "next setup s1 0"), 1):
        table.command("obs", n=n, text=event)
    table.command("obs", n=2, text="next setup s1 0")
    table.command("obs", n=9, text="next setup s1 0")
    table.command("look", seat="s1", with_=["view", "legal", "describe", "summary", "events", "story"])
    table.command("go", seat="s1", nodes=2)
    assert table.counts["error"] == 1


@pytest.mark.parametrize("part", range(4))
def test_every_message_of_random_games(part: int) -> None:
    """Forty games in all."""
    total: Counter[str] = Counter()
    for number in range(10 * part, 10 * part + 10):
        name = tuple(GAMES)[number % len(GAMES)]
        total += one_game(name, number)
    assert {"view", "event", "request", "legal", "describe", "summary", "sentence", "result", "error"} <= total.keys()


def one_game(name: str, number: int) -> Counter[str]:
    """A random game in a shape of its own, once in each encoding."""
    chooser = random.Random(number)
    seats, options = chooser.choice(find(name).shapes())
    given = {key: value for key, value in options.items() if value}
    return play("text", name, seats, given, number) + play("msgpack", name, seats, given, number)


@pytest.mark.long
@pytest.mark.timeout(6 * 3600)
def test_every_message_of_a_thousand_random_games() -> None:
    total: Counter[str] = Counter()
    for number in range(1000, 2000):
        total += one_game(tuple(GAMES)[number % len(GAMES)], number)
        if number % 50 == 49:
            print(number + 1 - 1000, sum(total.values()), flush=True)
    print(dict(total))


# The check can fail.


@pytest.mark.parametrize(
    ("kind", "fields", "message"),
    [
        ("event", {"seat": "s0", "n": 1, "text": "a", "secret": 3}, "event.*secret"),
        ("event", {"seat": "s0", "n": "1", "text": "a"}, "event: at n"),
        ("event", {"seat": "s0", "n": 1}, "event.*'text' is a required property"),
        ("error", {"code": "nonsense"}, "error: at code"),
    ],
)
def test_a_message_that_the_schema_does_not_know_is_noticed(kind: str, fields: dict[str, object], message: str) -> None:
    with pytest.raises(AssertionError, match=message):
        Table("text", "epix").check(Message(None, kind, fields))


@pytest.mark.parametrize("game", GAMES)
def test_a_changed_view_is_noticed(game: str) -> None:
    table = Table("msgpack", game)
    table.command("new", name=game, deal=3)
    view = next(m for m in table.command("view", seat="s0") if m.kind == "view")
    for name in view.fields["view"]:
        with pytest.raises(AssertionError, match=f"{game}'s view"):
            table.check(Message(None, "view", {"seat": "s0", "n": 1, "view": {**view.fields["view"], name: object()}}))
    less = {name: value for name, value in view.fields["view"].items() if name != "phase"}
    for changed in (less, {**view.fields["view"], "new_field": 1}):
        with pytest.raises(AssertionError, match=f"{game}'s view"):
            table.check(Message(None, "view", {"seat": "s0", "n": 1, "view": changed}))
