"""What the terminal and the browser's server share."""

from __future__ import annotations

import stat
from pathlib import Path

import pytest
from click.testing import CliRunner

from petteia.cli import main
from petteia.engine import GAMES, ruleset
from petteia.protocols.client import EngineError
from petteia.shared.data_folder import UselessFolder, check_data, check_data_of_all
from petteia.shared.files import FileLock, lock_path, state_folder, write_atomically
from petteia.shared.rulebook import paragraphs, rulebook
from petteia.shared.seating import seats_of, team_of
from petteia.shared.taking_back import CannotTakeBack, last_own_move, reason_of


def test_seats_come_from_teams_numbered_ones_first() -> None:
    assert seats_of(["enemy", "s10+s2", "house"]) == ["s10", "s2", "enemy"]
    assert team_of(["s0+s2", "s1", "house"], "s2") == 0
    assert team_of(["s0+s2", "s1", "house"], "s1") == 1


HISTORY = [("s0", "a"), ("s1", "b"), ("s2", "c")]


def test_a_seat_takes_back_to_its_own_last_move() -> None:
    assert last_own_move(HISTORY, "s0", ["s0"]) == 0
    assert last_own_move([*HISTORY, ("s0", "d"), ("s1", "e")], "s0", ["s0", "s2"]) == 3


def test_nobody_takes_back_another_persons_move() -> None:
    with pytest.raises(CannotTakeBack, match="somebody else at this table has moved since") as caught:
        last_own_move(HISTORY, "s0", ["s0", "s2"])
    assert caught.value.code == "others-moved"
    with pytest.raises(CannotTakeBack, match="you have not chosen anything yet"):
        last_own_move(HISTORY, "s3", ["s3"])


def test_why_a_move_stands() -> None:
    assert reason_of(EngineError("denied", {"reason": "chance"})) == "a die was rolled or a card was drawn since"
    assert reason_of(CannotTakeBack("nothing-to-undo")) == "you have not chosen anything yet"
    assert "busy" in reason_of(EngineError("busy", {}))


def test_the_state_folder_heeds_an_absolute_path_only(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    assert state_folder() == tmp_path / "petteia"
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    for wrong in ("relative/path", ""):
        monkeypatch.setenv("XDG_STATE_HOME", wrong)
        assert state_folder() == tmp_path / "home" / ".local" / "state" / "petteia"


def test_a_file_is_replaced_as_a_whole_and_is_its_owners(tmp_path: Path) -> None:
    file = tmp_path / "game"
    write_atomically(file, "old")
    with pytest.raises(UnicodeEncodeError):
        write_atomically(file, "\ud800")  # fails half way
    assert file.read_text() == "old"
    assert list(tmp_path.iterdir()) == [file]
    assert stat.S_IMODE(file.stat().st_mode) == 0o600


def test_a_lock_is_held_once(tmp_path: Path) -> None:
    file = tmp_path / "game.uhg"
    lock = FileLock.take(file)
    assert lock is not None
    assert FileLock.take(file) is None
    lock.release()
    lock.release()
    assert not lock_path(file).exists()
    again = FileLock.take(file)
    assert again is not None
    again.release()


def test_every_game_has_a_rulebook() -> None:
    for name, kind in GAMES.items():
        found = rulebook(name)
        assert found["title"] == kind.title
        assert found["primer"] == paragraphs(kind.primer)
        assert found["page"].startswith("# ")
    with pytest.raises(KeyError):
        rulebook("chess")


def test_a_data_folder_must_have_something_of_use(tmp_path: Path) -> None:
    with pytest.raises(UselessFolder, match="no file of epix is there; want some of"):
        check_data(ruleset("epix", data=str(tmp_path)), str(tmp_path))
    with pytest.raises(UselessFolder, match="no game has files there"):
        check_data_of_all(tmp_path)


def test_small_games_are_offered_on_a_switch() -> None:
    refused = CliRunner().invoke(main, ["play", "siege"])
    assert refused.exit_code == 2
    assert "'siege' is not one of 'epireia'" in refused.output
    played = CliRunner().invoke(main, ["play", "--toys", "siege", "--seed", "1"], input="")
    assert played.exit_code == 0, played.output
    assert "Result: " in played.output
