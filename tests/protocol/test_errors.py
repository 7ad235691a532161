"""The table of errors of docs/protocol.md: every answer to the byte, in both encodings, and nothing has changed."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import msgpack
import pytest

from petteia.engine import Game
from petteia.protocols import binary, text
from petteia.protocols.process import take_frame, take_line

from .talk import Talk

COMMANDS = (
    "uhi,isready,ping,quit,setoption,new,position,load,save,close,view,legal,describe,summary,events,story,look,"
    "subscribe,unsubscribe,components,primer,play,unplay,undo,result,obs,go,analyze,ponder,review,stop,d,eval,belief,hash,"
    "perft,bench,selfcheck"
)

ROWS: list[tuple[str, str, dict[str, Any]]] = [
    (
        "frob",
        f"error unknown-command got=frob want={COMMANDS}",
        {"code": "unknown-command", "got": "frob", "want": COMMANDS},
    ),
    (
        "go s0 nodes=abc",
        "error bad-arg arg=nodes got=abc want=1..1000000000000",
        {"code": "bad-arg", "arg": "nodes", "got": "abc", "want": "1..1000000000000"},
    ),
    ("play s0", 'error syntax want="play SEAT d=N MOVE"', {"code": "syntax", "want": "play SEAT d=N MOVE"}),
    (
        "play s7 d=1 pass",
        "error bad-arg arg=seat got=s7 want=s0..s1",
        {"code": "bad-arg", "arg": "seat", "got": "s7", "want": "s0..s1"},
    ),
    (
        "play s1 d=1 pass",
        "error wrong-seat seat=s1 waiting=s0",
        {"code": "wrong-seat", "seat": "s1", "waiting": ["s0"]},
    ),
    ("play s0 d=9 pass", "error stale d=9 want=1", {"code": "stale", "d": 9, "want": 1}),
    (
        "play s0 d=1 setup:sicily",
        "error illegal move=setup:sicily reason=not-there",
        {"code": "illegal", "move": "setup:sicily", "reason": "not-there"},
    ),
    ("view s0 game=g9", "error no-game", {"code": "no-game"}),
    ("view all", "error denied need=OpenHands", {"code": "denied", "need": "OpenHands"}),
    (
        "setoption name Threads value 0",
        "error bad-arg arg=Threads got=0 want=1..256",
        {"code": "bad-arg", "arg": "Threads", "got": "0", "want": "1..256"},
    ),
]


@pytest.mark.parametrize(("line", "answer", "fields"), ROWS, ids=[row[0] for row in ROWS])
def test_error_row(either: Talk, line: str, answer: str, fields: dict[str, Any]) -> None:
    either.ask("new egemonia deal=7")
    before, n_seen = either.hash(), len(either.said)
    either.ask(f"@id1 {line}")
    [raw] = either.raw[n_seen:]
    if either.packed:
        body = msgpack.packb([1, "id1", fields, None])
        assert raw == len(body).to_bytes(4, "big") + body
    else:
        assert raw == f"@id1 {answer}\n".encode()
    assert either.ask(line) == [answer]
    assert either.hash() == before
    assert either.ask("legal s0")[-1] == "ok"


def test_busy(either: Talk) -> None:
    either.ask("new egemonia deal=7")
    before = either.hash()
    either.send("@7 go s0 infinite")
    for line in ("go s0", "analyze s0", "play s0 d=1 setup:corinth", "undo", "close", "load game=g1 record=x"):
        assert either.end(line) == "error busy id=@7"
    assert either.end("@7 ping") == "@7 error busy id=@7"
    assert either.end("ping") == "ok"
    answered = either.n_terminal()
    either.send("stop @7")
    either.wait(answered + 2)
    assert text.format_message(either.said[-1]).startswith("@7 bestmove ")
    assert either.hash() == before


def test_busy_comes_before_wrong_seat_and_stale(either: Talk) -> None:
    either.ask("new egemonia deal=7")
    either.send("@7 go s0 infinite")
    for line in ("go s1", "go s0 d=9", "analyze s1", "ponder s1", "play s0 d=9 x"):
        assert either.end(line) == "error busy id=@7"


def test_another_version(either: Talk) -> None:
    for version in ("2", "0", "abc", "-1"):
        assert either.end(f"uhi {version}") == f"error bad-arg arg=version got={version} want=1"
    assert either.end("uhi 1") == "uhiok 1"


def test_a_seat_that_is_asked_does_not_ponder(either: Talk) -> None:
    either.ask("new egemonia deal=7")
    assert either.end("ponder s0") == "error denied reason=asked"


def test_busy_without_an_id(talk: Talk) -> None:
    talk.ask("new egemonia deal=7")
    talk.send("go s0 infinite")
    assert talk.end("go s0") == "error busy"


def test_game_over(either: Talk) -> None:
    either.ask("new egemonia deal=7")
    play_out(either)
    before = either.hash()
    for line in ("play s0 d=40 pass", "go s0", "analyze s0", "ponder s0", "legal s0"):
        assert either.ask(line) == ["error game-over"]
    assert either.hash() == before
    assert either.ask("result")[0].startswith("result winners=")
    assert either.end("view s0") == "ok"


def play_out(talk: Talk) -> None:
    """Finish the latest game with whatever is legal first."""
    while True:
        waiting = _requests(talk)
        if not waiting:
            return
        seat, d = waiting[0]
        moves = talk.fields(f"legal {seat}", "legal")["moves"]
        talk.ask(f"play {seat} d={d} {moves[0]}")


def _requests(talk: Talk) -> list[tuple[str, int]]:
    [*_, table] = talk.session.games.values()
    return [(seat, d) for seat in table.waiting() if (d := table.decision(seat)) is not None]


def test_unknown_stop_id(either: Talk) -> None:
    assert either.ask("stop @99") == ["ok none=1"]
    assert either.ask("stop") == ["ok none=1"]


def test_bytes_that_are_no_line(talk: Talk) -> None:
    reader = text.LineReader()
    stream = b"a" * 65_537 + b"\n" + b"x" * 17 + b"\xff\n" + b"ping\x00\n\n  \n# note\nping\r\n"
    for line in reader.feed(stream):
        assert take_line(talk.session, line)
    assert b"".join(talk.raw) == (
        b"error line-too-long max=65536\nerror bad-encoding at=17\nerror bad-encoding at=4\nok\n"
    )


def test_a_line_that_cannot_be_read_is_answered_by_its_id(talk: Talk) -> None:
    reader = text.LineReader()
    lines = (b"@7 " + b"a" * 70_000, b"@8\tping\x07", b" @9 ping \xff", b"@1" + b"0" * 70_000, b"@\xff x", b"@a\x07")
    for line in reader.feed(b"\n".join((*lines, b""))):
        assert take_line(talk.session, line)
    assert b"".join(talk.raw).decode().splitlines() == [
        "@7 error line-too-long max=65536",
        "@8 error bad-encoding at=7",
        "@9 error bad-encoding at=9",
        "error line-too-long max=65536",
        "error bad-encoding at=1",
        "error bad-encoding at=2",
    ]


def test_no_comment_is_answered(talk: Talk) -> None:
    reader = text.LineReader()
    for line in reader.feed(b"#" * 70_000 + b"\n  # \xff\x00\n" + b"# " * 40_000 + b"\r\nping\n"):
        assert take_line(talk.session, line)
    assert talk.raw == [b"ok\n"]


def test_bytes_that_are_no_frame() -> None:
    talk = Talk("msgpack")
    for body in (b"", b"\xc1", b"\x90\x90", msgpack.packb(b"bytes"), msgpack.packb(msgpack.ExtType(3, b"x"))):
        take_frame(talk.session, body)
    assert talk.raw == [binary.frame([1, None, {"code": "bad-encoding"}, None])] * 5
    deep: Any = 0
    for _ in range(33):
        deep = [deep]
    take_frame(talk.session, msgpack.packb(deep))
    assert talk.raw[-1] == binary.frame([1, None, {"code": "bad-encoding"}, None])


def test_a_fault_inside_leaves_the_game_usable(either: Talk, monkeypatch: pytest.MonkeyPatch) -> None:
    either.ask("new egemonia deal=7")
    before = either.hash()
    with monkeypatch.context() as broken:
        broken.setattr(Game, "_make", lambda *_: 1 / 0)
        assert either.ask("play s0 d=1 setup:corinth") == ["error internal ref=f1"]
    assert "ZeroDivisionError" in either.log.getvalue()
    assert either.hash() == before
    assert either.end("play s0 d=1 setup:corinth") == "ok waiting=s1"


def test_a_fault_in_a_search_is_answered(talk: Talk) -> None:
    talk.ask("new egemonia deal=7")
    talk.session.make_player = lambda *made_from: 1 / 0  # type: ignore[assignment, return-value]
    assert talk.end("go s0") == "error internal ref=f1"

    class Broken:
        def decide(self, *_: object) -> None:
            raise RuntimeError("a secret")

    talk.session.make_player = lambda *made_from: Broken()  # type: ignore[assignment, return-value]
    assert talk.end("@5 go s0") == "@5 error internal ref=f2"
    assert "a secret" not in talk.log.getvalue()
    assert talk.end("@5 ping") == "@5 ok"


def test_the_order_of_the_checks(talk: Talk) -> None:
    assert talk.end("play s9 d=x bad") == "error bad-arg arg=d got=x want=1..1000000000000"  # syntax before game
    assert talk.end("play s9 d=1 bad") == "error no-game"
    talk.ask("new egemonia deal=7")
    assert talk.end("play s9 d=5 bad") == "error bad-arg arg=seat got=s9 want=s0..s1"
    assert talk.end("play s1 d=5 bad") == "error wrong-seat seat=s1 waiting=s0"
    assert talk.end("play s0 d=5 bad") == "error stale d=5 want=1"
    assert talk.end("play s0 d=1 bad") == "error illegal move=bad reason=not-a-move"


def test_unknown_keys_are_refused_but_for_extensions(either: Talk) -> None:
    assert either.end("ping speed=1") == "error bad-arg arg=key got=speed want=none"
    assert either.end("ping x-speed=1") == "ok"


def test_seats_that_a_game_has_not(either: Talk) -> None:
    for seats in ("0", "5", "9", "-1", "two"):
        assert either.end(f"new epireia seats={seats}") == f"error bad-arg arg=seats got={seats} want=1,2,3,4"
    assert either.end("new egemonia seats=1") == "error bad-arg arg=seats got=1 want=2"


def test_too_many_games(either: Talk) -> None:
    either.ask("setoption name MaxGames value 2")
    assert either.end("new egemonia") == "ok game=g1"
    assert either.end("new egemonia") == "ok game=g2"
    assert either.end("new egemonia") == "error too-many-games max=2"
    assert either.end("close g1") == "ok"
    assert either.end("new egemonia") == "ok game=g3"


@pytest.mark.parametrize("got", [3.0, None, [], True])
def test_a_number_of_seats_is_whole(got: object) -> None:
    talk = Talk("msgpack")
    take_frame(talk.session, binary.frame([0, 1, "new", {"name": "epix", "seats": got}])[4:])
    [answer] = talk.said
    assert answer.fields["arg"] == "seats"
    assert answer.fields["want"] == "a whole number"


@pytest.mark.parametrize(
    ("name", "got", "want"),
    [
        ("Threads", 1.5, "1..256"),
        ("Threads", None, "1..256"),
        ("Ponder", None, "true,false"),
        ("LogFile", None, "text"),
    ],
)
def test_an_option_says_itself_what_is_right(name: str, got: object, want: str) -> None:
    talk = Talk("msgpack")
    take_frame(talk.session, binary.frame([0, 1, "setoption", {"name": name, "value": got}])[4:])
    [answer] = talk.said
    assert (answer.fields["arg"], answer.fields["want"]) == (name, want)


def test_a_folder_without_component_files_is_refused(either: Talk, tmp_path: Path) -> None:
    assert 'want="a folder with component or language files"' in either.end(f"setoption name DataDir value {tmp_path}")
    (tmp_path / "egemonia").mkdir()
    assert either.end(f"setoption name DataDir value {tmp_path}").startswith("error bad-arg arg=DataDir")
    (tmp_path / "egemonia" / "settings.toml").write_text("")
    assert either.end(f"setoption name DataDir value {tmp_path}") == "ok"
    assert either.end("setoption name DataDir value") == "ok"


def test_the_kind_of_an_answer_is_no_field_of_a_message(either: Talk) -> None:
    """In msgpack an answer's kind stands among its fields, so its name there is its own."""
    either.ask("new egemonia deal=7")
    either.ask("go s0 nodes=5")
    either.ask("legal s0")
    assert any("kind" in message.fields for message in either.said)  # of a decision
    assert not any(binary.ANSWER_KIND in message.fields for message in either.said)
    for encoded, message in zip(either.raw, either.said, strict=True):
        if either.packed:
            assert binary.parse_message(encoded[4:]) == message


@pytest.mark.timeout(120)
@pytest.mark.parametrize("command", ["load path={}", "save path={}", "setoption name LogFile value {}"])
def test_a_pipe_keeps_nobody_waiting(either: Talk, tmp_path: Path, command: str) -> None:
    """Opening a pipe waits until somebody opens its other end; the session would never answer again."""
    either.ask("new egemonia deal=7")
    before, pipe = either.hash(), tmp_path / "pipe"
    os.mkfifo(pipe)
    want = "read" if command.startswith("load") else "written"
    for place in (pipe, "/dev/null"):
        answer = either.end(command.format(place))
        assert answer.startswith("error bad-arg ")
        assert answer.endswith(f'want="a file that can be {want}"')
    assert either.hash() == before
