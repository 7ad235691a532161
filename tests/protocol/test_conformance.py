"""The conformance suite, run against this engine; and the suite itself."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

import pytest
from click.testing import CliRunner

from petteia.cli.engine import conformance as command
from petteia.cli.records import convert, replay
from petteia.protocols import conformance
from petteia.protocols.conformance import Mismatch, Transcript, matches

OWN = {
    "text": [sys.executable, "-m", "petteia.protocols"],
    "msgpack": [sys.executable, "-m", "petteia.protocols", "--msgpack"],
}
CASES = [(transcript, encoding) for transcript in conformance.transcripts() for encoding in transcript.encodings]


@pytest.mark.parametrize(("transcript", "encoding"), CASES, ids=[f"{t.name}-{e}" for t, e in CASES])
def test_transcript(transcript: Transcript, encoding: str) -> None:
    conformance.run(transcript, OWN[encoding], encoding)


def test_there_are_transcripts() -> None:
    assert len(CASES) >= 18


@pytest.mark.parametrize(
    ("pattern", "line", "fits"),
    [
        ("ok", "ok", True),
        ("ok", "ok game=g1", False),
        ("ok game=*", "ok game=g1", True),
        ("hash $a $a", "hash 12 12", True),
        ("hash $a $a", "hash 12 13", False),
        ("hash $known", "hash 77", True),
        ("hash $known", "hash 78", False),
        ("a.c", "abc", False),
        (r"a\*b \$x", "a*b $x", True),
        (r"a\*b", "axb", False),
    ],
)
def test_patterns(pattern: str, line: str, fits: bool) -> None:
    assert matches(pattern, line, {"known": "77"}) is fits


@pytest.mark.parametrize(
    "content",
    ["> ping\n< readyok", "> ping\n< ok\n< ok", "> new egemonia\n<~\n< never", "> quit\n< ok\n> ping\n< ok"],
)
def test_a_transcript_can_fail(content: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(conformance, "PATIENCE", 1.0)
    with pytest.raises(Mismatch, match=r"^test \(text\), line"):
        conformance.run(Transcript.parse("test", content), OWN["text"], "text")


def test_what_differed_is_told_of_an_engine_that_then_hangs() -> None:
    hangs = [sys.executable, "-c", "import time; print('ok', flush=True); time.sleep(600)"]
    with pytest.raises(Mismatch, match=r"^test \(text\), line 2: want 'readyok', got 'ok'"):
        conformance.run(Transcript.parse("test", "> isready\n< readyok"), hangs, "text")


def test_an_engine_that_does_not_end_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(conformance, "PATIENCE", 0.1)
    hangs = [sys.executable, "-c", "import time; time.sleep(600)"]
    with pytest.raises(Mismatch, match=r"^test \(text\): the engine did not end"):
        conformance.run(Transcript.parse("test", "> ping"), hangs, "text")


def test_an_engine_that_reads_nothing_is_named_with_the_line(monkeypatch: pytest.MonkeyPatch) -> None:
    class Gone(conformance.Wire):
        def __init__(self, engine: Sequence[str], encoding: str) -> None:
            super().__init__(engine, encoding)
            self.process.wait()

    monkeypatch.setattr(conformance, "Wire", Gone)
    with pytest.raises(Mismatch, match=r"^test \(text\), line 1: the engine ended before"):
        conformance.run(Transcript.parse("test", "> uhi"), [sys.executable, "-c", ""], "text")


def test_a_transcript_that_cannot_be_read() -> None:
    with pytest.raises(ValueError, match="line 2"):
        Transcript.parse("test", "> ping\nok")


def test_the_command_runs_it_against_any_engine() -> None:
    result = CliRunner().invoke(command, ["--", sys.executable, "-c", "print('id name x 1')"])
    assert result.exit_code == 1
    assert "FAIL  01-handshake (text), line" in result.output


def test_replay_and_convert(tmp_path: Path) -> None:
    from petteia.engine import new
    from petteia.protocols.records import uhg

    game = new("egemonia", seed=5)
    game.play("s0", "setup:corinth")
    game.play("s1", "setup:delos")
    source = tmp_path / "game.uhg"
    source.write_text(uhg.write(game, {0: "well played"}))
    run = CliRunner().invoke
    for first, second in (("game.uhg", "game.save"), ("game.save", "game.json"), ("game.json", "again.uhg")):
        assert run(convert, [str(tmp_path / first), str(tmp_path / second)], catch_exceptions=False).exit_code == 0
    assert (tmp_path / "again.uhg").read_text() == uhg.write(game)
    assert run(convert, [str(source), str(tmp_path / "copy.uhg")]).exit_code == 0
    assert (tmp_path / "copy.uhg").read_text() == source.read_text()
    assert run(convert, [str(source), str(tmp_path / "mine.uhg"), "--seat", "s1"]).exit_code == 0
    assert uhg.read((tmp_path / "mine.uhg").read_text()).seat == "s1"
    assert run(convert, [str(source), str(tmp_path / "game.pgn")]).exit_code == 2
    told = run(replay, [str(source)], catch_exceptions=False)
    assert told.exit_code == 0
    assert "Athens has 1 influence in Corinth now." in told.output
    assert "Athens draws" not in told.output
    told = run(replay, [str(tmp_path / "game.save"), "--seat", "s0"], catch_exceptions=False)
    assert "You draw" in told.output
    assert "Sparta draws" not in told.output
    told = run(replay, [str(tmp_path / "mine.uhg")], catch_exceptions=False)
    assert "You draw" in told.output
    assert "Athens draws" not in told.output
    told = run(replay, [str(source), "--moves", "1"], catch_exceptions=False)
    assert "Delos" not in told.output.partition("\n\n")[0]
    (tmp_path / "bad.uhg").write_text("nothing")
    assert run(replay, [str(tmp_path / "bad.uhg")]).exit_code == 1
