"""Undo: what can be taken back, what cannot, and what the engine's API gives for it."""

from __future__ import annotations

import random

import pytest

from petteia.engine import BadPosition, Game, new
from petteia.ext.core.perft import perft
from petteia.protocols.referee import reveals, seat_range, team_names

from .talk import Talk


@pytest.fixture(scope="module")
def played() -> Game:
    game = new("egemonia", seed=21)
    chooser = random.Random(4)
    while game.pending:
        seat = game.pending[0]
        game.play(seat, chooser.choice(game.legal(seat)))
    return game


def test_with_moves_is_the_same_deal(played: Game) -> None:
    moves = played.moves
    for n in (0, 1, 5, 40, len(moves)):
        again = played.with_moves(moves[:n])
        assert again.moves[:n] == moves[:n]
        assert again.seed == played.seed
        for seat, move in moves[len(again.moves) :]:
            if seat != "chance":
                again.play(seat, move)
        assert again.digest == played.digest
    with pytest.raises(BadPosition, match="move 1"):
        played.with_moves([("s0", "setup:sicily")])


def test_the_deals_numbers_are_a_copy(played: Game) -> None:
    game = played.with_moves(played.moves[:1])
    before = game.deal_rng.drawn
    assert perft(game.state, game.deal_rng, 1) == len(game.legal("s1"))
    dealt = new("egemonia", chance="client")
    while dealt.pending != ("chance",):
        dealt.play(dealt.pending[0], dealt.legal(dealt.pending[0])[0])
    game.deal_rng.skip(dealt.state)
    assert game.deal_rng.drawn == before


def test_a_placement_reveals_nothing_and_a_confrontation_does(played: Game) -> None:
    moves = played.moves
    places = [place for place, (seat, move) in enumerate(moves) if move.startswith("place:")]
    last = places[-1]
    assert reveals(played.with_moves(moves[:last]), played, *moves[last])  # all is turned up, and the game is over
    for place in places[:2]:
        before, after = played.with_moves(moves[:place]), played.with_moves(moves[: place + 1])
        assert not reveals(before, after, *moves[place])


def test_a_move_after_which_the_same_seat_is_asked_stays(either: Talk) -> None:
    """`unplay` is for secret choices while others are awaited; `undo` is for the rest."""
    either.ask("new epireia seats=1 deal=7")
    assert either.end("unplay s0 d=1") == "error denied reason=nothing-to-undo"
    assert either.end("play s0 d=1 city:athens") == "ok waiting=s0"
    assert either.end("unplay s0 d=2") == "error stale d=2 want=1"
    assert either.end("unplay s0 d=1") == "error denied reason=revealed"
    assert either.end("undo") == "ok waiting=s0"


def test_undo_after_the_last_confrontation_is_refused(played: Game) -> None:
    talk = Talk()
    talk.ask("new egemonia deal=21 analysis=1")
    [table] = talk.session.games.values()
    for seat, move in played.moves:
        if seat != "chance":
            talk.ask(f"play {seat} d={table.decision(seat)} {move}")
    assert talk.ask("result")[0].startswith("result winners=")
    assert talk.end("undo") == "error denied reason=revealed"
    last = [seat for seat, _ in played.moves if seat != "chance"][-1]
    assert talk.end("undo force=1") == f"ok waiting={last}"
    assert talk.ask("result") == ["result none", "ok"]


def test_undo_back_to_the_start_with_force(played: Game) -> None:
    talk = Talk()
    talk.ask("new egemonia deal=21 analysis=1")
    start = talk.hash()
    [table] = talk.session.games.values()
    decisions = [(seat, move) for seat, move in played.moves if seat != "chance"][:12]
    hashes = []
    for seat, move in decisions:
        hashes.append(talk.hash())
        talk.ask(f"play {seat} d={table.decision(seat)} {move}")
    for state in reversed(hashes):
        assert talk.end("undo force=1").startswith("ok")
        assert talk.hash() == state
    assert talk.hash() == start
    assert talk.end("undo force=1") == "error denied reason=nothing-to-undo"
    # What was told so far, with all that was taken back, leads a seat elsewhere to the same knowledge.
    for seat in ("s0", "s1"):
        told, view, key = (
            list(table.told(seat)),
            talk.fields(f"view {seat} game=g1", "view"),
            table.observation(seat).key,
        )
        talk.ask(f"new egemonia seat={seat}")
        for n, event in enumerate(told, 1):
            assert talk.end(f"obs {n} {event}").startswith("ok")
        assert talk.fields(f"view {seat}", "view") == view
        [*_, elsewhere] = talk.session.games.values()
        assert elsewhere.observation(seat).key == key


@pytest.mark.parametrize(
    ("seats", "words"),
    [
        (("s0", "s1", "s2"), "s0..s2"),
        (("s0",), "s0"),
        (("s0", "enemy"), "s0,enemy"),
        (("s0", "s1", "chance"), "s0..s1,chance"),
    ],
)
def test_seats_in_words(seats: tuple[str, ...], words: str) -> None:
    assert seat_range(seats) == words


def test_teams_in_words() -> None:
    def named(seats: tuple[str, ...], teams: tuple[int, ...], n_teams: int) -> list[str]:
        rules = type("Rules", (), {"teams": teams})
        return team_names(type("Some", (), {"seats": seats, "rules": rules}), n_teams)  # type: ignore[arg-type]

    assert named(("s0", "s1", "s2", "s3"), (0, 1, 0, 1), 2) == ["s0+s2", "s1+s3"]
    assert named(("s0",), (0,), 2) == ["s0", "house"]
