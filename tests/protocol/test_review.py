"""`review` over the protocol, and through the client."""

from __future__ import annotations

import random
import sys

import pytest

from petteia.engine import Game
from petteia.engine.registry import ruleset
from petteia.protocols import text
from petteia.protocols.client import SimpleEngine
from petteia.protocols.messages import Message
from petteia.protocols.referee import RefereedGame

from .talk import ENCODINGS, Talk
from .test_secrets import TABLES
from .twins import find_twins

KINDS = ["review", "point", "swing", "judged", "ledger"]


def finished(name: str, seed: int) -> Game:
    """A game of random moves."""
    game, chooser = Game(ruleset(name), seed), random.Random(seed)
    while game.pending:
        seat = game.pending[0]
        game.play(seat, chooser.choice(game.legal(seat)))
    return game


def said(talk: Talk, line: str) -> list[Message]:
    start = len(talk.said)
    talk.send(line)
    talk.wait(talk.n_terminal() + (0 if talk.said[start:] and talk.said[-1].terminal else 1), 60)
    return talk.said[start:]


@pytest.mark.parametrize("encoding", ENCODINGS)
def test_a_finished_game_is_told_whole(encoding: str) -> None:
    talk = Talk(encoding)
    talk.session.add_game(RefereedGame("g1", finished("epix", 3)))
    talk.ask("setoption name InfoEvery value 1")
    messages = said(talk, "@r review s0 nodes=20")
    assert {message.id for message in messages} == {"r"}
    infos = [message.fields for message in messages if message.kind == "info"]
    assert infos[-1]["done"] == infos[-1]["of"]
    assert len(infos) > 3  # progress, and not at the end alone
    assert [info["done"] for info in infos] == sorted(info["done"] for info in infos)
    kinds = [message.kind for message in messages if message.kind != "info"]
    assert list(dict.fromkeys(kinds)) == [*KINDS, "ok"]
    for message in messages:  # what a client reads from a line is what was said
        assert text.parse_message(text.format_message(message)).fields.keys() == message.fields.keys()
    talk.close()


def test_it_runs_beside_the_game_and_can_be_stopped() -> None:
    talk = Talk()
    talk.session.add_game(RefereedGame("g1", finished("epix", 3)))
    talk.send("@r review s0 nodes=5000000")
    assert talk.end("@p ping") == "@p ok"
    talk.send("@s stop @r")
    talk.wait(3)
    last = talk.said[-1]
    assert (last.kind, last.id, last.fields["stopped"]) == ("ok", "r", 1)
    talk.close()


@pytest.mark.parametrize(("name", "options"), TABLES)
def test_twins_are_told_the_same(name: str, options: dict[str, object]) -> None:
    """Two games that a seat cannot tell apart give it the same answer, word for word."""
    pair = find_twins(name, options, 1)
    told = []
    for moves in (pair.one, pair.other):
        talk = Talk()
        talk.ask("setoption name Deterministic value true")
        talk.session.add_game(RefereedGame("g1", Game(ruleset(name, **options), 0, "client").with_moves(moves)))  # type: ignore[arg-type]
        told.append([text.format_message(message) for message in said(talk, f"review {pair.viewer} nodes=30")])
        talk.close()
    assert told[0] == told[1]
    assert any(line.startswith("review") for line in told[0])


@pytest.mark.parametrize("packed", [False, True], ids=["text", "msgpack"])
def test_the_client_puts_it_together(packed: bool) -> None:
    command = [sys.executable, "-m", "petteia.protocols", *(["--msgpack"] if packed else [])]
    heard: list[Message] = []
    with SimpleEngine.popen(command, msgpack=packed) as engine:
        engine.set_option("Deterministic", True)
        game = engine.new("epix", deal=5)
        early = game.review("s0", nodes=20)
        assert (early.over, early.ledger, early.judged) == (False, None, ())
        chooser = random.Random(5)
        while game.result is None:
            seat = game.waiting[0]
            game.play(seat, chooser.choice(game.legal(seat)))
        found = game.review("s0", nodes=20, listener=heard.append)
        assert found.over
        assert found.ledger is not None
        assert len(found.judged) > 5
        assert found.graph[-1].chances[found.team] == found.ledger.result
        assert any(message.kind == "info" for message in heard)
