"""After a game at the terminal: looking back, another one, the same deal, the list of games."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from petteia.protocols.records import uhg
from petteia.shared.store import GameStore

from .terminal import RESULT, WHAT_NOW, Terminal, plain

MORE = r"anything else to stop> "


def finished(home: Path, *more: str) -> Terminal:
    """A short game that is over, before what is asked then."""
    terminal = Terminal(home, "epix", "--seats", "2", "--seed", "9", "--level", "1", "--nodes", "10", *more, rows=24)
    assert terminal.play_on(4)
    assert terminal.wait(WHAT_NOW) == 0
    return terminal


def kept(home: Path) -> list[tuple[str, uhg.TextRecord]]:
    store = GameStore(home / "petteia")
    try:
        return [(game.id, uhg.read(store.record(game.id)[0])) for game in store.games()]
    finally:
        store.close()


def history(home: Path, *arguments: str, status: int = 0) -> str:
    done = subprocess.run(
        [sys.executable, "-m", "petteia", "history", *arguments],
        env={**os.environ, "XDG_STATE_HOME": str(home), "COLUMNS": "80"},
        capture_output=True,
        text=True,
        timeout=300,
    )
    assert done.returncode == status, done.stderr
    return " ".join((done.stdout + done.stderr).split())


@pytest.mark.parametrize("how", [[], ["--plain"]], ids=["drawn", "plain"])
def test_what_the_game_taught(tmp_path: Path, how: list[str]) -> None:
    terminal = finished(tmp_path, *how)
    assert "review" in terminal.last
    terminal.child.timeout = 280
    terminal.child.sendline("review")
    shown = ""
    while terminal.wait(WHAT_NOW, MORE):
        shown += terminal.last
        assert len(plain(terminal.raw).split("\r")[-1].splitlines()) <= 24
        terminal.child.sendline("")
    shown = " ".join((shown + terminal.last).split())
    for words in ("The chance to win", "decisions:", "Luck and skill", "the result:"):
        assert words in shown
    terminal.child.sendline("")
    assert ("100%" in shown and "┤" in shown) is not bool(how)
    assert terminal.end() == 0


def test_the_same_deal_and_another(tmp_path: Path) -> None:
    terminal = finished(tmp_path)
    terminal.child.sendline("nonsense")
    assert terminal.wait(WHAT_NOW) == 0
    assert "'nonsense': want" in terminal.last
    terminal.child.sendline("the same")
    assert terminal.wait() != RESULT
    terminal.child.sendline("quit")
    terminal.end()
    (_, again), (_, first) = kept(tmp_path)
    assert again.deal == first.deal
    assert first.result != "*"
    assert again.result == "*"


def test_the_history_lists_reviews_saves_and_deletes(tmp_path: Path) -> None:
    assert "No game was played" in history(tmp_path)
    terminal = finished(tmp_path)
    terminal.child.sendline("another")
    terminal.wait()
    terminal.child.sendline("quit")
    terminal.end()
    shown = history(tmp_path)
    assert "goes on" in shown
    assert "won" in shown or "lost" in shown
    assert "Next?" in shown
    assert "petteia play epix --seats 2 --level" in shown
    for line in subprocess.run(
        [sys.executable, "-m", "petteia", "history"],
        env={**os.environ, "XDG_STATE_HOME": str(tmp_path), "COLUMNS": "80"},
        capture_output=True,
        text=True,
        check=True,
    ).stdout.splitlines():
        assert len(line) <= 80
    assert "want a number from 1 to 2" in history(tmp_path, "3", "--replay", status=2)
    assert "not over" in history(tmp_path, "1", "--replay", status=2), "who plays on is told no secrets"
    assert "not over" in history(tmp_path, "1", "--again", status=2)
    assert "Spring" in history(tmp_path, "2", "--replay")
    file = tmp_path / "mine.uhg"
    history(tmp_path, "2", "--save", str(file))
    assert uhg.read(file.read_text()).replay().result is not None
    assert "It is gone" in history(tmp_path, "2", "--delete", "--yes")
    assert len(kept(tmp_path)) == 1
