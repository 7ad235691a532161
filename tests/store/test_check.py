"""`petteia doctor` finds damage to kept games, and names it."""

from __future__ import annotations

from pathlib import Path

import pytest

from petteia.engine import Game, ruleset
from petteia.protocols.records import uhg
from petteia.shared.store import GameStore, KeptGame
from petteia.shared.store.check import check_store
from petteia.shared.store.database import FILE


def fill(folder: Path) -> GameStore:
    """Two games: one is over, the other has begun."""
    store = GameStore(folder)
    game = Game(ruleset("egemonia"), 3)
    store.keep(KeptGame("begun", "web", "egemonia", 2, ["s0"], {"s1": 3}), uhg.write(game))
    store.keep_changes("begun", 1, [("play", {"seat": "s0"})], 1)
    while game.pending:
        game.play(game.pending[0], game.legal(game.pending[0])[0])
    over = KeptGame("over", "terminal", "egemonia", 2, ["s0"], {"s1": 3}, result=(["s0"], "points"))
    store.keep(over, uhg.write(game))
    return store


def test_a_sound_store(tmp_path: Path) -> None:
    store = fill(tmp_path / "games")
    report = check_store(store.folder)
    assert (report.n_games, report.n_finished, report.problems) == (2, 1, [])
    assert report.path == store.folder / FILE


def test_where_nothing_is_kept_nothing_is_made(tmp_path: Path) -> None:
    report = check_store(tmp_path / "a" / "b")
    assert (report.n_games, report.problems) == (0, [])
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("statement", "what"),
    [
        (
            "UPDATE game SET record=replace(record, 'setup:', 'setup;') WHERE id='over'",
            "(egemonia) is damaged: its record",
        ),
        ("UPDATE game SET settings='{' WHERE id='over'", "The game over (egemonia) is damaged"),
        ("UPDATE change SET body='[1'", "Change 1 of the game begun is damaged"),
        (
            "INSERT INTO imported VALUES ('/old/x.uhg', 'its first line cannot be read')",
            "/old/x.uhg, kept by an earlier",
        ),
    ],
)
def test_damage_is_named_and_each_problem_says_what_to_do(tmp_path: Path, statement: str, what: str) -> None:
    store = fill(tmp_path)
    with store.database.writing() as database:
        database.execute(statement)
    [problem] = check_store(tmp_path).problems
    assert what in problem.what
    assert problem.what.endswith(".")
    assert problem.advice.endswith(".")


def test_a_record_that_plays_another_game_is_damaged(tmp_path: Path) -> None:
    """The checksum is right, the rules refuse it."""
    store = fill(tmp_path)
    record = store.record("over")[0]
    store.keep(store.game("over"), record.replace("setup:", "setup:no", 1))
    [problem] = check_store(tmp_path).problems
    assert "move 1" in problem.what


def test_a_file_that_was_overwritten(tmp_path: Path) -> None:
    fill(tmp_path).close()
    for leftover in tmp_path.glob(f"{FILE}-*"):
        leftover.unlink()
    whole = bytearray((tmp_path / FILE).read_bytes())
    whole[4096 : 4096 + 3000] = bytes(3000)
    (tmp_path / FILE).write_bytes(whole)
    assert check_store(tmp_path).problems
    (tmp_path / FILE).write_bytes(b"no database" * 1000)
    [problem] = check_store(tmp_path).problems
    assert "not a database" in problem.what


def test_a_folder_that_is_a_file(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    [problem] = check_store(tmp_path / "file" / "games").problems
    assert "is no folder" in problem.what
