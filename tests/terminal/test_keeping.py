"""Games survive the program: kill -9, Ctrl-C, Ctrl-D; a resumed game is the same game."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from petteia.terminal.store import Autosave, BadSave, read, unfinished_games, write

from ..kept import kept_games, only_game
from .conftest import FAST
from .terminal import Terminal

Sit = Callable[..., Terminal]


def position(tmp_path: Path) -> dict[str, object]:
    """All of the only kept game's position, secrets too."""
    game = only_game(tmp_path / "petteia")
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
    before = position(tmp_path)
    story = terminal.type("story")
    terminal.kill()
    again = sit("--resume")
    again.wait()
    assert position(tmp_path) == before
    assert again.type("story").split("\n")[1:-1] == story.split("\n")[1:-1]
    again.child.sendline("moves")
    again.play_on(most=4)  # a group of moves may have to be opened first
    assert position(tmp_path)["moves"] != before["moves"]


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
    assert "You have 1 influence in Argos" in terminal.type("argos")
    terminal.child.sendintr()
    terminal.wait("go on\\)")
    terminal.child.sendline("1")
    assert terminal.end() == 0
    assert position(tmp_path)["turn"] == 1


def ctrl_c(terminal: Terminal, answer: str) -> None:
    terminal.child.sendintr()
    terminal.wait("1, 2 or 3 \\(Enter: go on\\)")
    terminal.child.sendline(answer)


@pytest.mark.parametrize("answer", ["2", "throw this game away"])
def test_a_kept_game_is_thrown_away_only_if_one_says_so_twice(sit: Sit, tmp_path: Path, answer: str) -> None:
    terminal = sit("egemonia", "--seed", "9", *FAST)
    terminal.wait()
    terminal.type("argos")
    ctrl_c(terminal, answer)
    terminal.wait("cannot be resumed any more.*go on\\)")
    assert "Your move" in terminal.type("")
    assert position(tmp_path)["turn"] == 1
    ctrl_c(terminal, answer)
    terminal.wait("go on\\)")
    terminal.child.sendline("yes")
    assert terminal.end() == 0
    assert kept_games(tmp_path / "petteia") == []


def test_quit_at_ctrl_c_keeps_as_quit_does(sit: Sit, tmp_path: Path) -> None:
    terminal = sit("egemonia", "--seed", "9", *FAST)
    terminal.wait()
    terminal.type("argos")
    ctrl_c(terminal, "quit")
    assert terminal.end() == 0
    assert position(tmp_path)["turn"] == 1


@pytest.mark.parametrize("answer", ["2", "quit without saving"])
def test_without_an_autosave_there_is_nothing_to_throw_away(sit: Sit, tmp_path: Path, answer: str) -> None:
    terminal = sit("egemonia", "--seed", "9", "--no-autosave", *FAST)
    terminal.wait()
    ctrl_c(terminal, answer)
    assert terminal.end() == 0
    assert "throw" not in terminal.output


def test_a_resumed_game_tells_each_person_the_news(sit: Sit) -> None:
    terminal = sit("epireia", "--people", "s0,s1", "--seed", "5", *FAST)
    terminal.wait()
    for answer in ("", "athens", "", "sparta"):
        terminal.type(answer)
    terminal.child.sendeof()  # at the hand-over of s0
    assert terminal.end() == 0
    again = sit("--resume")
    again.wait()
    told = again.type("")
    assert "You play Athens." in told
    assert "Sparta fights in the Peloponnesian league." in told
    again.child.sendeof()
    assert again.end() == 0
    third = sit("--resume")
    third.wait()
    told = third.type("")
    assert "Sparta fights in the Peloponnesian league." not in told  # that is known by now
    assert "Who administers your city?" in told


def test_in_a_save_that_does_not_say_who_has_heard_what_all_is_known(sit: Sit, tmp_path: Path) -> None:
    terminal = sit("epireia", "--people", "s0,s1", "--seed", "5", *FAST)
    terminal.wait()
    for answer in ("", "athens", "", "sparta"):
        terminal.type(answer)
    terminal.kill()
    [saved] = unfinished_games(tmp_path / "petteia")
    changed = Autosave(tmp_path / "petteia", saved.id)
    changed.write(saved.record, {name: value for name, value in saved.settings.items() if name != "heard"})
    changed.close(keep=True)
    again = sit("--resume")
    again.wait()
    assert "Sparta fights in the Peloponnesian league." not in again.type("")
    assert "Sparta fights in the Peloponnesian league." in again.type("story")


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
    assert position(tmp_path)["turn"] == 1


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
    running = Autosave(tmp_path)
    running.write("record", {"game": "epix"})
    assert unfinished_games(tmp_path) == []
    with pytest.raises(BadSave, match="another window"):
        Autosave(tmp_path, running.id)
    running.close(keep=True)
    assert [saved.record for saved in unfinished_games(tmp_path)] == ["record"]


def test_a_finished_game_is_kept_and_not_offered(sit: Sit, tmp_path: Path) -> None:
    terminal = sit("egemonia", "--seed", "9", *FAST)
    assert terminal.play_on()
    assert terminal.end() == 0
    [game] = kept_games(tmp_path / "petteia")
    assert game.result is not None
    assert (game.name, game.seats, game.people, game.levels) == ("egemonia", 2, ["s0"], {"s1": 1})
    assert (game.opponent, game.level) == ("engine", 1)
    assert game.length == sum(seat != "chance" for seat, _ in only_game(tmp_path / "petteia").moves)
    assert game.begun < game.changed
    assert unfinished_games(tmp_path / "petteia") == []


@pytest.mark.parametrize("text", ["", "hello", "; play {", "; play []\n", "\x00"])
def test_damaged_files_are_refused(tmp_path: Path, text: str) -> None:
    (tmp_path / "bad.uhg").write_text(text)
    with pytest.raises(BadSave, match=r"bad\.uhg"):
        read(tmp_path / "bad.uhg")
    assert unfinished_games(tmp_path) == []
