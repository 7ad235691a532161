"""Much traffic: interleavings, pipelining, fuzz. One terminal message for every command, whatever comes."""

from __future__ import annotations

import random
import resource
import threading
import time
from collections import Counter

import msgpack
import pytest

from petteia.protocols import binary, text
from petteia.protocols.messages import Request
from petteia.protocols.process import take_frame, take_line
from petteia.protocols.verbs.syntax import VERBS

from .talk import ENCODINGS, Talk

LINES = (
    "go s0 nodes=3", "go s1 nodes=3", "go s0 infinite", "go s1 infinite", "analyze s0 nodes=2 every=1",
    "analyze s1 infinite",
    "ponder s0", "ponder s1", "stop", "stop", "stop @3", "ping", "ping", "play s0 d=1 setup:corinth",
    "play s1 d=1 setup:delos", "play s0 d=2 place:coup@athens", "undo", "unplay s0 d=1", "view s0", "legal s1", "hash",
    "frob", "go", "play", "play s0 d=0 x", "new egemonia deal=3", "close", "isready", "result", "perft 1", "eval",
    "setoption name InfoEvery value 1", "go s0 nodes=5 game=g1", "close g1", "new egemonia seat=s1",
    "obs 1 influence corinth athens 1", "obs 7 nonsense", "position egemonia deal=4 moves setup:corinth",
    "events pub", "selfcheck", "belief s0", "save seat=s0",
)  # fmt: skip


def interleave(talk: Talk, chooser: random.Random, length: int) -> None:
    """Say random things without waiting; every id is answered exactly once."""
    talk.ask("new egemonia deal=3")
    talk.said.clear()
    ids = [f"i{number}" for number in range(length)]
    for id in ids:
        talk.send(f"@{id} {chooser.choice(LINES)}")
        if chooser.random() < 0.05:
            time.sleep(0.001)
    talk.session.finish(patience=0.0)
    answered = Counter(message.id for message in talk.said if message.terminal)
    assert answered == Counter(ids)
    last = {message.id: index for index, message in enumerate(talk.said) if message.terminal}
    for index, message in enumerate(talk.said):
        assert index <= last[message.id], "something came after the terminal message"
    assert talk.end("ping") == "ok"


@pytest.mark.parametrize("encoding", ENCODINGS)
@pytest.mark.parametrize("seed", range(10))
def test_one_answer_each_under_interleaving(encoding: str, seed: int) -> None:
    talk = Talk(encoding)
    talk.ask("setoption name MaxGames value 4")
    interleave(talk, random.Random(seed), 30)


@pytest.mark.long
@pytest.mark.timeout(3600)
def test_one_answer_each_under_ten_thousand_interleavings() -> None:
    for seed in range(10_000):
        talk = Talk(ENCODINGS[seed % 2])
        talk.ask("setoption name MaxGames value 4")
        interleave(talk, random.Random(1_000_000 + seed), 12)


# ---------------------------------------------------------------------------------------------------------------
# Fuzz.

WORDS = [
    *VERBS, "s0", "s1", "pub", "all", "chance", "d=1", "n=2", "nodes=5", "game=g1", "egemonia", "setup:corinth", "@1",
    "@", "=", "x-a=b", 'path="', '"', "infinite", "moves", "obs", "name", "value", "\t", "é", "\u2028", "seat=s0", "0",
    "-1", "99999999999999999999", "force=1", "multipv=2", "clock=s0:1", "record=[", "path=/", "LogFile", "DealSeed",
]  # fmt: skip


def fuzz_line(chooser: random.Random) -> bytes:
    """Something like a command, or nothing like one."""
    kind = chooser.random()
    if kind < 0.15:
        return bytes(chooser.randrange(256) for _ in range(chooser.randrange(80)))
    line = " ".join(chooser.choice(WORDS) for _ in range(chooser.randrange(1, 7))).encode()
    if kind < 0.4 and line:
        mutable = bytearray(line)
        for _ in range(chooser.randrange(1, 4)):
            mutable[chooser.randrange(len(mutable))] = chooser.randrange(256)
        line = bytes(mutable)
    return line


def harmless(line: bytes) -> bool:
    """Not one that writes files or ends the conversation."""
    return not any(
        word in line for word in (b"quit", b"path", b"LogFile", b"logfile", b"bench", b"selfcheck", b"perft")
    )


def fuzz_text(n_bytes: int, seed: int) -> tuple[int, int]:
    """Feed random bytes; every line that is not blank or a comment is answered. Lines, and answers."""
    talk = Talk()
    talk.ask("setoption name MaxGames value 3")
    talk.ask("new egemonia deal=3")
    talk.said.clear()
    chooser = random.Random(seed)
    reader = text.LineReader()
    n_lines = n_answers = sent = 0
    while sent < n_bytes:
        line = fuzz_line(chooser)
        if not harmless(line.lower()):
            continue
        sent += len(line) + 1
        for found in reader.feed(line + b"\n"):
            blank = isinstance(found, str) and (not found.strip() or found.strip().startswith("#"))
            n_lines += not blank
            assert take_line(talk.session, found)
        if len(talk.said) > 2000:
            n_answers += _drain(talk)
    n_answers += _drain(talk)
    assert talk.end("ping") == "ok"
    assert n_lines == n_answers
    return n_lines, n_answers


def _drain(talk: Talk) -> int:
    talk.session.finish(patience=0.0)
    answers = talk.n_terminal()
    talk.said.clear()
    talk.raw.clear()
    return answers


def mutate(chooser: random.Random, body: bytes) -> bytes:
    changed = bytearray(body)
    for _ in range(chooser.randrange(1, 4)):
        what = chooser.randrange(4)
        at = chooser.randrange(len(changed) + 1)
        if what == 0 and at < len(changed):
            changed[at] = chooser.randrange(256)
        elif what == 1:
            changed[at:at] = bytes([chooser.randrange(256)])
        elif what == 2 and at < len(changed):
            del changed[at]
        else:
            del changed[at:]
    return bytes(changed)


def fuzz_frames(n_frames: int, seed: int) -> None:
    talk = Talk("msgpack")
    talk.ask("setoption name MaxGames value 3")
    talk.ask("new egemonia deal=3")
    talk.said.clear()
    chooser = random.Random(seed)
    requests = [text.parse_line(f"@7 {line}") for line in LINES if "selfcheck" not in line and "perft" not in line]
    bodies = [binary.format_request(request)[4:] for request in requests if request is not None]
    bodies.append(msgpack.packb([0, 1, "go", {"seat": "s0", "clock": {"s0": 5}, "nodes": 2}]))
    sent = answers = 0
    for _ in range(n_frames):
        body = mutate(chooser, chooser.choice(bodies))
        if not harmless(body.lower()):
            continue
        sent += 1
        assert take_frame(talk.session, body)
        if len(talk.said) > 2000:
            answers += _drain(talk)
    answers += _drain(talk)
    assert answers == sent
    assert talk.end("ping") == "ok"


@pytest.mark.parametrize("seed", range(3))
def test_fuzzed_text_is_answered(seed: int) -> None:
    n_lines, _ = fuzz_text(25_000, seed)
    assert n_lines > 300


@pytest.mark.parametrize("seed", range(3))
def test_fuzzed_frames_are_answered(seed: int) -> None:
    fuzz_frames(1_500, seed)


@pytest.mark.long
@pytest.mark.timeout(7200)
def test_ten_million_fuzzed_bytes() -> None:
    fuzz_text(500_000, 0)
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    for seed in range(1, 20):
        fuzz_text(500_000, seed)
    grown = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before
    print(f"\nten million bytes: grew by {grown} KiB")
    assert grown < 50_000


@pytest.mark.long
@pytest.mark.timeout(7200)
def test_a_million_mutated_frames() -> None:
    fuzz_frames(50_000, 0)
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    for seed in range(1, 20):
        fuzz_frames(50_000, seed)
    grown = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before
    print(f"\na million frames: grew by {grown} KiB")
    assert grown < 50_000


@pytest.mark.parametrize(
    "args", [{"seat": ["s0"]}, {"seat": None}, {"seat": {"a": 1}}, {3: 4}, {"seat": "s0", "nodes": 1.5}]
)
def test_values_of_foreign_types_are_refused(args: dict[object, object]) -> None:
    talk = Talk("msgpack")
    talk.ask("new egemonia deal=3")
    take_frame(talk.session, msgpack.packb([0, 1, "go", args]))
    assert talk.said[-1].kind == "error"
    assert talk.said[-1].fields["code"] in ("bad-arg", "syntax")


@pytest.mark.parametrize("line", LINES)
def test_requests_survive_both_encodings(line: str) -> None:
    """What a client writes is what the engine reads."""
    request = text.parse_line(f"@7 {line}") if line not in ("go", "play") else None
    if request is None or request.verb == "frob":
        return
    assert text.parse_line(text.format_request(request)) == request
    assert binary.parse_frame(binary.format_request(request)[4:]) == request
    assert isinstance(request, Request)


@pytest.mark.timeout(120)
@pytest.mark.parametrize("line", ["perft 64", "subscribe s0 with=view", "belief s0"])
def test_only_so_many_commands_run_at_once(monkeypatch: pytest.MonkeyPatch, line: str) -> None:
    """Before, each began a thread, until the system had no more of them and the session failed inside."""
    monkeypatch.setattr("petteia.protocols.session.MOST_AT_ONCE", 5)
    released = threading.Event()
    monkeypatch.setattr("petteia.protocols.verbs.debug.beliefs", lambda *_, stop, **__: (released.wait(60), {})[1])
    talk = Talk()
    talk.ask("new epireia seats=2 deal=3")
    before = talk.hash()
    for number in range(9):
        talk.send(f"@{number} {line}")
    refused = [text.format_message(message) for message in talk.said if message.kind == "error"]
    assert refused == [f"@{number} error busy max=5" for number in range(5, 9)]
    assert talk.hash() == before
    released.set()
    talk.session.finish(patience=0.0)
    assert Counter(message.id for message in talk.said if message.terminal and message.id) == dict.fromkeys(
        map(str, range(9)), 1
    )
    assert talk.end("ping") == "ok"
