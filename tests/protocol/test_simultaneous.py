"""Decisions that several seats make together, with a toy that has them."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from petteia.engine import GAMES
from petteia.protocols.records import uhg

from .morra import Morra
from .talk import ENCODINGS, Talk


@pytest.fixture(params=ENCODINGS)
def morra(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[Talk]:
    monkeypatch.setitem(GAMES, "morra", Morra)
    talk = Talk(request.param)
    assert talk.ask("new morra") == [
        "teams s0,s1,s2",
        "request s0 d=1 kind=simultaneous",
        "request s1 d=1 kind=simultaneous",
        "request s2 d=1 kind=simultaneous",
        "ok game=g1",
    ]
    yield talk
    talk.close()


def test_moves_come_in_any_order_and_are_revealed_together(morra: Talk) -> None:
    assert morra.ask("play s1 d=1 show:3") == ["event s1 1 show s1 3", "ok waiting=s0,s2"]
    assert morra.ask("play s1 d=1 show:3") == ["error wrong-seat seat=s1 waiting=s0,s2"]
    assert morra.ask("play s0 d=1 show:1") == ["event s0 1 show s0 1", "ok waiting=s2"]
    assert morra.ask("play s2 d=1 show:2") == [
        "event s0 2 reveal s0 1",
        "event s0 3 reveal s1 3",
        "event s0 4 reveal s2 2",
        "event s1 2 reveal s0 1",
        "event s1 3 reveal s1 3",
        "event s1 4 reveal s2 2",
        "event s2 1 show s2 2",
        "event s2 2 reveal s0 1",
        "event s2 3 reveal s1 3",
        "event s2 4 reveal s2 2",
        "request s0 d=2 kind=simultaneous",
        "request s1 d=2 kind=simultaneous",
        "request s2 d=2 kind=simultaneous",
        "ok waiting=s0,s1,s2",
    ]


def test_a_waiting_choice_shows_nowhere(morra: Talk) -> None:
    before = [morra.ask(line) for line in ("view s0", "view s2", "view pub", "legal s0", "events s2", "hash s0")]
    morra.ask("play s1 d=1 show:3")
    assert [
        morra.ask(line) for line in ("view s0", "view s2", "view pub", "legal s0", "events s2", "hash s0")
    ] == before


def test_unplay(morra: Talk) -> None:
    assert morra.ask("unplay s1 d=1") == ["error denied reason=nothing-to-undo"]
    morra.ask("play s1 d=1 show:3")
    morra.ask("play s0 d=1 show:1")
    assert morra.ask("unplay s1 d=4") == ["error stale d=4 want=1"]
    # Another seat has chosen since; that choice stays, and that seat learns nothing.
    assert morra.ask("unplay s1 d=1") == [
        "event s1 2 undo to=0",
        "request s1 d=2 kind=simultaneous",
        "ok waiting=s1,s2",
    ]
    assert morra.ask("play s1 d=1 show:2") == ["error stale d=1 want=2"]
    assert morra.ask("play s1 d=2 show:2") == ["event s1 3 show s1 2", "ok waiting=s2"]
    morra.ask("play s2 d=1 show:2")
    assert morra.ask("unplay s1 d=2") == ["error denied reason=revealed"]


def test_unplay_is_refused_after_the_reveal(morra: Talk) -> None:
    for seat in ("s0", "s1", "s2"):
        morra.ask(f"play {seat} d=1 show:2")
    morra.ask("play s0 d=2 show:2")
    assert morra.ask("unplay s0 d=1") == ["error stale d=1 want=2"]
    assert morra.end("unplay s0 d=2") == "ok waiting=s0,s1,s2"


def test_undo_of_a_waiting_choice_is_told_to_nobody_else(morra: Talk) -> None:
    morra.ask("play s1 d=1 show:3")
    assert morra.ask("undo") == ["event s1 2 undo to=0", "request s1 d=2 kind=simultaneous", "ok waiting=s0,s1,s2"]
    assert morra.end("play s0 d=1 show:1") == "ok waiting=s1,s2"  # its number has not changed


def test_other_seats_play_while_one_is_searched(morra: Talk) -> None:
    morra.send("@7 go s0 infinite")
    assert morra.end("play s1 d=1 show:3") == "ok waiting=s0,s2"
    assert morra.end("play s0 d=1 show:1") == "error busy id=@7"
    assert morra.end("play s2 d=1 show:3") == "ok waiting=s0"
    answered = morra.n_terminal()
    morra.send("stop")
    morra.wait(answered + 2)
    best = morra.said[-1]
    assert best.kind == "bestmove"
    assert best.fields["d"] == 1
    assert morra.end(f"play s0 d=1 {best.fields['move']}") == "ok waiting=s0,s1,s2"


def test_records_join_what_was_chosen_together(morra: Talk, monkeypatch: pytest.MonkeyPatch) -> None:
    for d in (1, 2):
        for seat in ("s2", "s0", "s1"):
            morra.ask(f"play {seat} d={d} show:{d}")
    morra.ask("play s1 d=3 show:1")
    record = morra.fields("save", "record")["record"]
    lines = [line.rpartition(" #")[0] for line in record.splitlines() if line[:1].isdigit()]
    assert lines == [
        "1. s2 show:1 & s0 show:1 & s1 show:1",
        "2. s2 show:2 & s0 show:2 & s1 show:2",
        "3. s1 show:1",
    ]
    monkeypatch.setattr(uhg, "find_ruleset", lambda *_, **__: Morra())
    assert uhg.read(record).moves[-1] == ("s1", "show:1")
    # The choice that waits is in nobody else's record.
    for seat in ("s0", "s2", "s1"):
        mine = morra.fields(f"save seat={seat}", "record")["record"]
        shown = [line.partition(" #")[0].partition(". ")[2] for line in mine.splitlines() if "show" in line]
        assert shown == [f"show {seat} 1", f"show {seat} 2", *(["show s1 1"] if seat == "s1" else [])]


def test_a_seat_follows_the_game_elsewhere(morra: Talk) -> None:
    """Undo included: what the referee sends to a seat can be told to an engine that sits there."""
    morra.ask("play s1 d=1 show:3")
    morra.ask("unplay s1 d=1")
    morra.ask("play s1 d=2 show:1")
    for seat in ("s0", "s2"):
        morra.ask(f"play {seat} d=1 show:2")
    told = [
        message.fields["text"] for message in morra.said if message.kind == "event" and message.fields["seat"] == "s1"
    ]
    view, key = morra.ask("view s1"), morra.ask("hash s1")
    morra.ask("new morra seat=s1")
    for n, event in enumerate(told, 1):
        assert morra.end(f"obs {n} {event}").startswith("ok")
    assert morra.ask("view s1") == view
    assert morra.ask("hash s1") == key


def test_whole_game(morra: Talk) -> None:
    for d in (1, 2, 3):
        for seat in ("s0", "s1", "s2"):
            last = morra.ask(f"play {seat} d={d} show:2")
    assert last[-2:] == ["result winners=s0,s1,s2 reason=score", "ok"]
    assert morra.ask("result") == ["result winners=s0,s1,s2 reason=score", "ok"]
