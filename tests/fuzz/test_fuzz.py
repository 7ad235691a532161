"""Each fuzzer for a moment, from the inputs of the repository and always in the same way."""

from __future__ import annotations

import importlib.util
from typing import Any

import pytest

from petteia.protocols.errors import ProtocolError
from petteia.protocols.messages import Answer, Request
from petteia.protocols.session import HANDLERS, Session

from . import secrets, text
from .__main__ import fuzz
from .targets import CORPUS, TARGETS, Target

SECONDS = 2  # of fuzzing, after the inputs of the repository have been run
RUNS = 2_000
MOST = 200_000  # bytes of all inputs together

needs_atheris = pytest.mark.skipif(
    importlib.util.find_spec("atheris") is None, reason="atheris is not installed: pip install '.[fuzz]'"
)


@needs_atheris
@pytest.mark.parametrize("target", TARGETS.values(), ids=TARGETS)
def test_no_input_does_harm(target: Target) -> None:
    outcome = fuzz(target, SECONDS, RUNS, seed=1)
    assert outcome.status == 0, "\n".join(outcome.said[-60:])
    assert outcome.found == []
    assert outcome.runs >= len(list(target.corpus.iterdir()))
    assert outcome.coverage > 0


def test_the_inputs_are_few_and_all_belong_to_a_target() -> None:
    assert sorted(path.name for path in CORPUS.iterdir()) == sorted(TARGETS)
    assert sum(path.stat().st_size for path in CORPUS.rglob("*")) < MOST


# ---------------------------------------------------------------------------------------------------------------
# The harnesses notice what they are there for.


def test_a_seat_that_learns_too_much_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    def leaky(session: Session, request: Request, args: dict[str, Any]) -> Answer:
        [opened] = session.games.values()
        return Answer({"reason": f"{opened.game.digest:x}"})  # type: ignore[attr-defined]

    secrets.run(b"twins 0\nresult\n")
    monkeypatch.setitem(HANDLERS, "result", leaky)
    with pytest.raises(AssertionError, match="can tell the twins apart by 'result'"):
        secrets.run(b"twins 0\nresult\n")


@pytest.mark.parametrize(
    ("error", "words"),
    [
        (ZeroDivisionError(), "a fault inside"),
        (ProtocolError("bad-arg", arg="x"), "does not say what would be right"),
        (ProtocolError("bad-record", reason="7777777777777777777"), "the deal's seed is told"),
        (ProtocolError("bad-record", reason="x" * 5000), "a refusal of 5"),
        (None, "has changed a game"),
    ],
)
def test_a_bad_refusal_is_noticed(monkeypatch: pytest.MonkeyPatch, error: Exception | None, words: str) -> None:
    def bad(session: Session, request: Request, args: dict[str, Any]) -> Answer:
        if error is None:
            session.games.clear()
        raise error or ProtocolError("no-game")

    text.run(b"result\n")
    monkeypatch.setitem(HANDLERS, "result", bad)
    with pytest.raises(AssertionError, match=words):
        text.run(b"result\n")
