"""go, analyze, ponder and stop: what runs beside other commands, and when it ends."""

from __future__ import annotations

import time
from functools import partial

import pytest

from petteia.ai.beliefs import beliefs
from petteia.protocols import text
from petteia.protocols.messages import Message, Request
from petteia.protocols.session import Session
from petteia.protocols.verbs import debug
from petteia.protocols.verbs.search import search_player, shares

from ..patience import quickest, wait_until
from .standin import counting
from .talk import Talk


@pytest.fixture
def playing(either: Talk) -> Talk:
    either.ask("new egemonia deal=7")
    return either


def terminal(talk: Talk, id: str) -> Message:
    [found] = [message for message in talk.said if message.id == id and message.terminal]
    return found


def test_bestmove_plays_nothing(playing: Talk) -> None:
    before = playing.hash()
    best = playing.ask("go s0 nodes=5")
    assert best[0].startswith("info nodes=5 ")
    assert best[1].startswith("bestmove setup:")
    assert playing.hash() == before


def test_ponder_ends_when_the_seat_is_asked(playing: Talk) -> None:
    playing.send("@p ponder s1")
    answered = playing.n_terminal()
    assert playing.end("ping") == "ok"
    playing.send("play s0 d=1 setup:corinth")
    playing.wait(answered + 3)
    assert terminal(playing, "p").fields["asked"] == 1
    assert terminal(playing, "p").fields["nodes"] > 0


def test_ponder_gives_way(playing: Talk) -> None:
    for number, line in enumerate(("go s0 nodes=3", "analyze s0 nodes=3", "ponder s1", "stop", "close")):
        start = playing.n_terminal()
        playing.send(f"@p{number} ponder s1")
        time.sleep(0.01)
        playing.send(line)
        playing.wait(start + (1 if line == "ponder s1" else 2))
        assert terminal(playing, f"p{number}").fields["stopped"] == 1
        if line == "ponder s1":
            playing.send("stop")
            playing.wait(start + 3)


def test_a_refused_command_does_not_end_pondering(playing: Talk) -> None:
    playing.send("@p ponder s1")
    assert playing.end("undo") == "error denied reason=nothing-to-undo"
    assert playing.end("go s1") == "error wrong-seat seat=s1 waiting=s0"
    assert terminal_count(playing, "p") == 0
    assert playing.end("play s0 d=1 setup:sicily") == "error illegal move=setup:sicily reason=not-there"
    assert terminal_count(playing, "p") == 0


def test_ponder_is_an_estimate_and_can_be_switched_off(playing: Talk) -> None:
    playing.ask("setoption name InfoEvery value 10")
    playing.send("@p ponder s1")
    wait_until(lambda: any(message.kind == "info" for message in playing.said))
    playing.send("stop @p")
    playing.wait(playing.n_terminal() + (0 if terminal_count(playing, "p") else 1))
    infos = [message.fields for message in playing.said if message.id == "p" and message.kind == "info"]
    assert infos
    assert all(abs(sum(info["wp"]) - 1) < 1e-9 for info in infos)
    playing.ask("setoption name Ponder value false")
    assert playing.end("ponder s1") == "error denied need=Ponder"


def terminal_count(talk: Talk, id: str) -> int:
    return sum(message.terminal for message in talk.said if message.id == id)


def test_searches_in_several_games_run_side_by_side(playing: Talk) -> None:
    playing.ask("new egemonia deal=8")
    playing.send("@a go s0 infinite game=g1")
    playing.send("@b go s0 infinite game=g2")
    assert playing.end("go s0 game=g1") == "error busy id=@a"
    assert playing.end("go s0") == "error busy id=@b"
    start = playing.n_terminal()
    playing.send("stop @b")
    playing.wait(start + 2)
    assert terminal_count(playing, "a") == 0
    assert playing.end("play s0 d=1 setup:corinth game=g2") == "ok waiting=s1"
    assert playing.end("view s1 game=g1") == "ok"
    start = playing.n_terminal()
    playing.send("stop")
    playing.wait(start + 2)
    assert terminal(playing, "a").kind == "bestmove"


def test_a_search_stays_with_what_the_seat_knew(playing: Talk) -> None:
    """And an answer that came too late is stale."""
    playing.ask("play s0 d=1 setup:corinth")
    playing.send("@a go s1 nodes=400")
    assert playing.end("undo") == "error busy id=@a"
    playing.wait(playing.n_terminal() + (0 if terminal_count(playing, "a") else 1))
    best = terminal(playing, "a").fields
    playing.ask("undo")
    playing.ask("play s0 d=2 setup:megara")
    assert playing.end(f"play s1 d={best['d']} {best['move']}") == "error stale d=1 want=2"
    assert playing.end("go s1 d=1") == "error stale d=1 want=2"


def test_stop_ends_a_finite_search_too(playing: Talk) -> None:
    playing.send("@a analyze s0 nodes=100000000 multipv=2")
    start = playing.n_terminal()
    playing.send("stop @a")
    playing.wait(start + 2)
    end = terminal(playing, "a").fields
    assert end["stopped"] == 1
    assert end["nodes"] < 100000000
    assert [message.kind for message in playing.said if message.id == "a"] == ["info", "line", "line", "ok"]


def seconds_for(talk: Talk, line: str) -> float:
    """How long a search takes."""
    began = time.perf_counter()
    assert talk.end(line).startswith("bestmove")
    return time.perf_counter() - began


def test_time_limits(playing: Talk) -> None:
    for line, most in (
        ("go s0 movetime=300", 0.3),
        ("go s0 clock=s0:5000,s1:1 inc=100", 0.4),
        ("go s0 movetime=1", 0.2),
    ):
        assert quickest(partial(seconds_for, playing, line), most + 0.2, tries=20) < most + 0.2
    assert seconds_for(playing, "go s0 movetime=300") > 0.15


def test_a_deterministic_engine_takes_no_time_limits(playing: Talk) -> None:
    playing.ask("setoption name Deterministic value true")
    for limit in ("movetime=100", "infinite", "clock=s0:100"):
        assert playing.end(f"go s0 {limit}").startswith("error bad-arg arg=")
    first = playing.ask("go s0 nodes=30")
    assert "nps" not in first[0]
    assert playing.ask("go s0 nodes=30") == first


def test_finish_waits_for_answers_that_are_being_written() -> None:
    """A job that has ended but not written its answer yet is not forgotten."""
    written: list[Message] = []

    def slowly(message: Message) -> None:
        if message.kind == "bestmove":
            time.sleep(0.2)
        written.append(message)

    session = Session(slowly, counting)
    session.handle(Request("1", "new", {"name": "egemonia"}))
    session.handle(Request("2", "go", {"seat": "s0", "nodes": 1}))
    while session.jobs():
        time.sleep(0.001)
    session.finish(patience=0.0)
    assert written[-1].kind == "bestmove"


@pytest.mark.parametrize(
    "values", [(0.5, 0.5), (1 / 3, 1 / 3, 1 / 3), (1.0, 0.0), (0.99999, 0.00001), (0.1234567, 0.8765433)]
)
def test_shares_still_add_up_when_they_are_rounded(values: tuple[float, ...]) -> None:
    found = shares(values)
    assert abs(sum(found) - 1) < 1e-9
    assert all(abs(a - b) < 0.0001 for a, b in zip(found, values, strict=True))


def test_a_search_of_one_node_is_answered_at_once() -> None:
    """The best of many, for others use the machine too: a watcher that polled took 20 ms every time."""
    talk = Talk(players=search_player)
    talk.ask("new egemonia deal=7")
    talk.ask("isready")
    assert quickest(partial(seconds_for, talk, "go s0 nodes=1"), 0.010) < 0.010
    talk.close()


@pytest.mark.timeout(120)
def test_stop_ends_a_belief(talk: Talk, monkeypatch: pytest.MonkeyPatch) -> None:
    """Before, `quit` gave it up as stuck on a machine where it took longer than two seconds."""
    monkeypatch.setattr(debug, "beliefs", partial(beliefs, worlds=10**7))
    talk.ask("new egemonia deal=7")
    talk.send("@7 belief s0")
    answered = talk.n_terminal()
    talk.send("stop @7")
    talk.wait(answered + 2)
    assert "@7 error stopped" in [text.format_message(message) for message in talk.said if message.terminal]
