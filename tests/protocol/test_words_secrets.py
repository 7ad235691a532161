"""What people read tells nothing that a seat may not know: not its words, not with what it comes, not when it comes.

Two games that a seat cannot tell apart (`twins`) are played side by side over the protocol. Whatever that seat, or a
spectator, is told in one of them is compared with the other after every move: each is a permutation of what is hidden.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from petteia.engine import Game
from petteia.engine.registry import ruleset
from petteia.protocols import text
from petteia.protocols.referee import RefereedGame
from petteia.protocols.verbs import looking

from .talk import ENCODINGS, Talk
from .test_secrets import TABLES
from .twins import Twins, find_twins, n_shared

KINDS = "view,legal,describe,summary,story,events"
SOME, MANY = 40, 5_000  # permutations of each game
GAMES = ("egemonia", "epix", "ephyran", "epireia")


class Side:
    """One of two games that look the same to a seat."""

    def __init__(self, name: str, options: dict[str, Any], moves: list[tuple[str, str]], viewer: str, encoding: str):
        self.viewer = viewer
        self.talk = Talk(encoding)
        rules = ruleset(name, **options)
        self.table = RefereedGame("g1", Game(rules, 0, "client").with_moves(moves))
        self.talk.session.add_game(self.table)
        self.talk.send(f"@own subscribe {viewer} with={KINDS}")
        self.talk.send("@pub subscribe pub with=describe,summary,story")

    def play(self, seat: str, move: str) -> None:
        d = self.table.decision(seat)
        assert self.talk.end(f"play {seat} d={d} {move} with={KINDS} for={self.viewer},pub").startswith(("ok", "@"))

    def ask(self) -> None:
        for question in ("describe", "summary", "story", f"look with={KINDS}"):
            verb, _, rest = question.partition(" ")
            self.talk.ask(f"{verb} {self.viewer} {rest}")

    def heard(self) -> list[str]:
        """All that was said since this was last asked, but for the events of the other seats."""
        kept = [
            message
            for message in self.talk.said
            if message.kind != "event" or message.fields["seat"] in (self.viewer, "pub")
        ]
        self.talk.said.clear()
        self.talk.raw.clear()
        return [text.format_message(message) for message in kept]


def compare(name: str, options: dict[str, Any], pair: Twins, encoding: str) -> int:
    """Play both games to their end; how many times they were compared while they differed."""
    shared = n_shared(pair)
    one, other = (Side(name, options, pair.one[:shared], pair.viewer, encoding) for _ in range(2))
    compared = 0
    for step in range(shared, len(pair.one)):
        for side, moves in ((one, pair.one), (other, pair.other)):
            side.play(*moves[step])
        different = one.table.game.digest != other.table.game.digest
        compared += different
        if step == len(pair.one) - 1:
            one.ask()
            other.ask()
        for line, twin in zip(one.heard(), other.heard(), strict=True):
            assert line == twin, f"{pair}, move {step}"
    for side in (one, other):
        side.talk.close()
    return compared


@pytest.mark.parametrize(("name", "options"), TABLES)
def test_twins_read_the_same(name: str, options: dict[str, Any]) -> None:
    assert compare(name, options, find_twins(name, options, 1), "text")


def permutations(name: str) -> Iterator[int]:
    """So many at a time, over all tables of a game."""
    seed = 1
    while True:
        seed += 1
        for table, options in TABLES:
            if table == name:
                yield compare(table, options, find_twins(table, options, seed), ENCODINGS[seed % 2])


@pytest.mark.parametrize("name", GAMES)
def test_some_twins_read_the_same(name: str) -> None:
    """A slice of the long test."""
    assert compare_many(name, SOME) >= SOME


@pytest.mark.long
@pytest.mark.timeout(7200)
@pytest.mark.parametrize("name", GAMES)
def test_many_twins_read_the_same(name: str) -> None:
    print(f"{name}: {compare_many(name, MANY)} permutations")


def compare_many(name: str, wanted: int) -> int:
    """How many times games were compared while they differed; it stops at what is wanted."""
    compared = 0
    for count in permutations(name):
        compared += count
        if compared >= wanted:
            break
    return compared


@pytest.mark.parametrize("kind", ["describe", "summary", "story"])
def test_words_that_tell_would_be_found(kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Else comparing them would show nothing."""
    true = looking.TELLERS[kind]

    def leaky(session: Any, opened: RefereedGame, seat: str, first: int) -> Any:
        return [*true(session, opened, seat, first), ("text", {"text": f"{opened.game.digest:x}"})]

    monkeypatch.setitem(looking.TELLERS, kind, leaky)
    with pytest.raises(AssertionError, match="move"):
        compare("egemonia", {}, find_twins("egemonia", {}, 1), "text")


def test_a_push_for_what_a_seat_does_not_notice_would_be_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """A secret bid of another's is no news; saying anything then tells that it was made."""
    talk = Talk()
    talk.ask("new epix deal=3 seats=3")
    [table] = talk.session.games.values()
    while table.game.view("pub")["phase"] != "auction" or len(table.waiting()) < 2:
        seat = table.waiting()[0]
        talk.ask(f"play {seat} d={table.decision(seat)} {talk.fields(f'legal {seat}', 'legal')['moves'][-1]}")
    first, second = table.waiting()[:2]
    talk.send(f"@sub subscribe {second} with=view,describe")
    start = len(talk.said)
    talk.ask(f"play {first} d={table.decision(first)} bid:0")
    assert not [message for message in talk.said[start:] if message.id == "sub"]
