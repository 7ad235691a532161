"""Games survive the program: kill -9, Ctrl-C, Ctrl-D; a resumed game is the same game."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from petteia.cli_engine import read_game
from petteia.play_store import Autosave, BadSave, left_behind, read, write

from .conftest import FAST
from .terminal import Terminal

Sit = Callable[..., Terminal]


def autosave(tmp_path: Path) -> Path:
    [path] = (tmp_path / "petteia").glob("*.uhg")
    return path


def position(path: Path) -> dict[str, object]:
    """All of a kept game's position, secrets too."""
    game = read_game(path)
    return {**game.ruleset.fields(game.state), "moves": game.moves}


@pytest.mark.parametrize(
    ("table", "answers"),
    [
        (("epireia", "--seats", "1"), ["athens", "archon", "1", "1", "1", "1", "1", "1"]),
        (("egemonia", "--seat", "s1"), ["1", "1", "1", "1", "1"]),
        (("epix", "--seats", "3"), ["1", "1", "pass"]),
        (("ephyran", "--seats", "2"), ["1", "1"]),
    ],
    ids=["epireia", "egemonia", "epix", "ephyran"],
)
def test_a_killed_game_goes_on_where_it_was(
    sit: Sit, tmp_path: Path, table: tuple[str, ...], answers: list[str]
) -> None:
    terminal = sit(*table, "--seed", "9", *FAST)
    terminal.wait()
    for answer in answers:
        terminal.type(answer)
    before = position(autosave(tmp_path))
    story = terminal.type("story")
    terminal.kill()
    again = sit("--resume")
    again.wait()
    assert position(autosave(tmp_path)) == before
    assert again.type("story").split("\n")[1:-1] == story.split("\n")[1:-1]
    for _ in range(3):  # a group of moves may have to be opened first
        again.type("1")
    assert position(autosave(tmp_path))["moves"] != before["moves"]


def test_the_next_start_offers_the_game_that_was_left(sit: Sit, tmp_path: Path) -> None:
    terminal = sit("egemonia", "--seed", "9", *FAST)
    terminal.wait()
    terminal.type("argos")
    terminal.kill()
    again = sit("epix", "--seats", "2", *FAST)
    again.wait("A game was left: Egemonia, Turn 1 of 10, saved")
    again.wait("Go on with it")
    again.child.sendline("perhaps")
    again.wait("'perhaps': want yes or no")
    again.child.sendline("")
    again.wait()
    assert "The game goes on where it was left." in again.output


def test_a_game_that_is_being_played_is_not_offered(sit: Sit) -> None:
    first = sit("egemonia", "--seed", "9", *FAST)
    first.wait()
    second = sit("egemonia", "--seats", "2", *FAST)
    second.wait()
    assert "A game was left" not in second.output


def test_ctrl_c_asks(sit: Sit, tmp_path: Path) -> None:
    terminal = sit("egemonia", "--seed", "9", *FAST)
    terminal.wait()
    terminal.child.sendintr()
    terminal.wait("go on\\)")
    terminal.child.sendline("maybe")
    terminal.wait("'maybe': want 1, 2 or 3")
    terminal.wait("go on\\)")
    terminal.child.sendline("")
    terminal.wait()
    assert "Athens has 1 influence in Argos" in terminal.type("argos")
    terminal.child.sendintr()
    terminal.wait("go on\\)")
    terminal.child.sendline("1")
    assert terminal.end() == 0
    assert position(autosave(tmp_path))["turn"] == 1
    again = sit("--resume")
    again.wait()
    again.child.sendintr()
    again.wait("go on\\)")
    again.child.sendline("2")
    assert again.end() == 0
    assert list((tmp_path / "petteia").glob("*.uhg")) == []


def test_ctrl_c_while_the_engine_thinks(sit: Sit) -> None:
    terminal = sit("egemonia", "--seat", "s1", "--seed", "9", "--level", "10", "--nodes", "10000000")
    terminal.wait("Athens thinks")
    terminal.child.sendintr()
    terminal.wait("go on\\)")
    terminal.child.sendline("1")
    assert terminal.end() == 0
    assert "Traceback" not in terminal.output


def test_ctrl_d_leaves_and_keeps(sit: Sit, tmp_path: Path) -> None:
    terminal = sit("egemonia", "--seed", "9", *FAST)
    terminal.wait()
    terminal.type("argos")
    terminal.child.sendeof()
    assert terminal.end() == 0
    assert "The game is kept" in terminal.last
    assert position(autosave(tmp_path))["turn"] == 1


def test_no_autosave_leaves_nothing(sit: Sit, tmp_path: Path) -> None:
    terminal = sit("egemonia", "--seed", "9", "--no-autosave", *FAST)
    terminal.wait()
    terminal.type("argos")
    terminal.kill()
    assert not (tmp_path / "petteia").exists()


def test_resume_without_a_game_says_so(sit: Sit) -> None:
    terminal = sit("--resume")
    assert terminal.end() == 1
    assert "no game was left" in terminal.last


# The files.


def test_a_file_is_replaced_as_a_whole(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "game.uhg"
    write(path, "one", {"n": 1})

    def fail(*_: object) -> None:
        raise OSError("no space left")

    monkeypatch.setattr("os.replace", fail)
    with pytest.raises(OSError, match="no space"):
        write(path, "two", {"n": 2})
    assert read(path).record == "one"
    assert [each.name for each in tmp_path.iterdir()] == ["game.uhg"]


def test_a_running_game_is_locked(tmp_path: Path) -> None:
    running = Autosave(tmp_path, tmp_path / "a.uhg")
    running.write("record", {})
    assert left_behind(tmp_path) == []
    with pytest.raises(BadSave, match="another window"):
        Autosave(tmp_path, tmp_path / "a.uhg")
    running.close(keep=True)
    assert [saved.record for saved in left_behind(tmp_path)] == ["record"]


@pytest.mark.parametrize("text", ["", "hello", "; play {", "; play []\n", "\x00"])
def test_damaged_files_are_refused(tmp_path: Path, text: str) -> None:
    (tmp_path / "bad.uhg").write_text(text)
    with pytest.raises(BadSave, match=r"bad\.uhg"):
        read(tmp_path / "bad.uhg")
    assert left_behind(tmp_path) == []
