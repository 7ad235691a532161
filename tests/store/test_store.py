"""The store: what is kept is found again, by two programs at once, whatever happens to the file."""

from __future__ import annotations

import multiprocessing
import os
import shutil
import sqlite3
import stat
import subprocess
import sys
import time
from pathlib import Path

import pytest

from petteia.shared.files import FileLock, lock_path
from petteia.shared.store import CannotKeep, Change, GameStore, KeptGame
from petteia.shared.store.database import FILE, VERSION
from petteia.shared.store.games import TERMINAL, WEB

ROOT_IGNORES_PERMISSIONS = hasattr(os, "geteuid") and os.geteuid() == 0


def game(id: str = "a", front: str = WEB, **more: object) -> KeptGame:
    values = {"name": "epix", "seats": 2, "people": ["s0"], "levels": {"s1": 6}, "settings": {"x": "é"}, **more}
    return KeptGame(id, front, **values)  # type: ignore[arg-type]


def play(number: int) -> Change:
    return "play", {"seat": "s0", "d": number, "move": f"bid:{number}"}


@pytest.fixture
def store(tmp_path: Path) -> GameStore:
    return GameStore(tmp_path / "games")


def test_a_game_is_found_as_it_was_kept(store: GameStore) -> None:
    store.keep(game(length=3), "[record]\n", 4)
    store.keep_changes("a", 5, [play(5), play(6)], 5)
    again = GameStore(store.folder)
    found = again.game("a")
    assert (found.name, found.seats, found.people, found.levels) == ("epix", 2, ["s0"], {"s1": 6})
    assert (found.settings, found.length, found.result) == ({"x": "é"}, 5, None)
    assert (found.level, found.opponent) == (6, "engine")
    assert time.time() - 60 < found.begun <= found.changed <= time.time()
    assert again.record("a") == ("[record]\n", 4, [play(5), play(6)])
    store.keep(game(length=5), "[longer]\n", 6)
    assert again.record("a") == ("[longer]\n", 6, [])
    assert again.game("a").begun == found.begun
    for unknown in (again.game, again.record):
        with pytest.raises(KeyError):
            unknown("../../etc/pw")


def test_finished_games_are_kept_and_listed_the_latest_first(store: GameStore) -> None:
    store.keep(game("old", changed=1.0), "r")
    store.keep(game("web"), "r")
    store.keep(game("won", TERMINAL, result=(["s0"], "points")), "r")
    store.keep_changes("web", 1, [play(1)], 1, (["s1"], "resigned"))
    assert [each.id for each in store.games()] == ["web", "won", "old"]
    assert [each.id for each in store.games(finished=True)] == ["web", "won"]
    assert store.game("web").result == (["s1"], "resigned")
    assert [each.id for each in store.games(TERMINAL)] == ["won"]
    store.remove("won")
    assert [each.id for each in store.games(TERMINAL)] == []


def test_whom_one_plays_against() -> None:
    assert game(people=["s0", "s1"], levels={}).opponent == "people"
    assert game(people=["s0", "s1"], levels={"s2": 3, "s3": 5}).opponent == "engine and people"
    assert game(levels={"s2": 3, "s3": 5}).level == 5
    assert (game(levels={}).opponent, game(levels={}).level) == ("the game", None)


def test_changes_after_a_gap_are_not_believed(store: GameStore) -> None:
    store.keep(game(), "r", 4)
    store.keep_changes("a", 5, [play(5)], 1)
    store.keep_changes("a", 7, [play(7)], 2)
    assert store.record("a")[2] == [play(5)]


def test_changes_of_a_game_that_was_never_kept_are_refused(store: GameStore) -> None:
    with pytest.raises(CannotKeep, match="not kept yet"):
        store.keep_changes("nobody", 1, [play(1)], 1)


def test_files_are_their_owners_alone(store: GameStore) -> None:
    store.keep(game(), "r")
    assert stat.S_IMODE(store.folder.stat().st_mode) == 0o700
    names = {path.name for path in store.folder.iterdir()}
    assert {FILE, f"{FILE}-wal"} <= names
    for path in store.folder.iterdir():
        assert stat.S_IMODE(path.stat().st_mode) == 0o600, path.name


# Two programs.


def test_a_game_is_played_by_one_process(store: GameStore) -> None:
    other = GameStore(store.folder)
    store.keep(game(), "r")
    assert store.claim("a")
    assert not other.claim("a")
    assert other.games(idle=True) == []
    store.release("a")
    assert [each.id for each in other.games(idle=True)] == ["a"]
    assert other.claim("a")
    assert not store.claim("a")


def test_a_process_that_is_gone_holds_nothing(store: GameStore) -> None:
    script = (
        "import os, signal, sys, pathlib; from petteia.shared.store import GameStore, KeptGame\n"
        "store = GameStore(pathlib.Path(sys.argv[1]))\n"
        "store.keep(KeptGame('a', 'web', 'epix', 2, ['s0'], {}), 'r')\n"
        "os.kill(os.getpid(), signal.SIGKILL)"
    )
    subprocess.run([sys.executable, "-c", script, str(store.folder)], timeout=60)
    assert len(list(store.folder.glob("player-*.lock"))) == 1
    assert [each.id for each in store.games(idle=True)] == ["a"]
    assert store.claim("a")
    assert [path.name for path in store.folder.glob("player-*.lock")] == [lock_path(Path(store._holder)).name]


def test_old_locks_that_nobody_holds_are_removed(store: GameStore) -> None:
    other = GameStore(store.folder)
    other.keep(game("b"), "r")
    left, held = store.folder / "player-left.lock", lock_path(store.folder / other._holder)
    left.touch()
    for path in (left, held):
        os.utime(path, (1.0, 1.0))
    store.keep(game(), "r")
    assert not left.exists()
    assert held.exists()  # its process is alive
    assert not store.claim("b")


def _write_many(folder: Path, name: str, times: int) -> None:
    store = GameStore(folder)
    store.keep(game(name), "r")
    for number in range(1, times + 1):
        store.keep_changes(name, number, [play(number)], number)
    store.close()


def test_two_processes_write_at_once_from_the_first_moment(tmp_path: Path) -> None:
    context = multiprocessing.get_context("spawn")
    writers = [context.Process(target=_write_many, args=(tmp_path / "new", f"g{n}", 40)) for n in range(3)]
    for writer in writers:
        writer.start()
    for writer in writers:
        writer.join(120)
        assert writer.exitcode == 0
    store = GameStore(tmp_path / "new")
    assert {len(store.record(f"g{n}")[2]) for n in range(3)} == {40}


def test_a_lock_that_was_removed_meanwhile_is_taken_anew(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Between opening a lock's file and locking it, its owner removes it: two processes would both hold a lock."""
    path = tmp_path / "game"
    first = FileLock.take(path)
    assert first is not None
    opened = os.open

    def open_late(*args: object, **more: object) -> int:
        descriptor = opened(*args, **more)  # type: ignore[arg-type]
        monkeypatch.setattr("os.open", opened)
        first.release()
        return descriptor

    monkeypatch.setattr("os.open", open_late)
    second = FileLock.take(path)
    assert second is not None
    assert lock_path(path).exists()
    assert FileLock.take(path) is None


# What goes wrong.


def torn(store: GameStore, to: Path, length: int) -> GameStore:
    """The store as a power failure leaves it that cuts the last write off."""
    to.mkdir()
    shutil.copy(store.folder / FILE, to / FILE)
    log = (store.folder / f"{FILE}-wal").read_bytes()
    (to / f"{FILE}-wal").write_bytes(log[:length])
    return GameStore(to)


def test_a_write_that_is_torn_at_any_byte_leaves_the_game_before_or_after(store: GameStore, tmp_path: Path) -> None:
    store.keep(game(), "[record]\n", 1)
    before = (store.folder / f"{FILE}-wal").stat().st_size
    store.keep_changes("a", 2, [play(2), play(3)], 3)
    after = (store.folder / f"{FILE}-wal").stat().st_size
    assert after > before
    seen = set()
    for length in [*range(before, after, 97), after - 1, after]:
        cut = torn(store, tmp_path / str(length), length)
        found = cut.record("a")[2]
        assert found in ([], [play(2), play(3)])
        assert cut.game("a").length == (3 if found else 0)
        cut.keep_changes("a", 2, [play(9)], 1)  # and it goes on
        assert cut.record("a")[2][0] == play(9)
        seen.add(len(found))
        cut.close()
    assert seen == {0, 2}


def test_a_full_disk_keeps_what_was_there(store: GameStore) -> None:
    store.keep(game(), "r", 1)
    store.keep_changes("a", 2, [play(2)], 1)
    with store.database.reading() as database:
        pages = database.execute("PRAGMA page_count").fetchone()[0]
        database.execute(f"PRAGMA max_page_count={pages}")
    with pytest.raises(CannotKeep, match="full"):
        store.keep(game(), "x" * 100_000, 2)
    assert store.record("a") == ("r", 1, [play(2)])
    store.keep(game(), "x" * 100_000, 2)  # there is room again: the connection is a new one
    assert len(store.record("a")[0]) == 100_000


@pytest.mark.skipif(ROOT_IGNORES_PERMISSIONS, reason="root may write everywhere")
def test_a_folder_that_cannot_be_written(store: GameStore) -> None:
    _try_read_only(store, lambda: store.folder.chmod(0o500), lambda: store.folder.chmod(0o700))


def test_a_file_system_that_cannot_be_written(store: GameStore, monkeypatch: pytest.MonkeyPatch) -> None:
    """What a read-only mount does: SQLite can open nothing there."""
    connect = sqlite3.connect

    def refuse(path: Path, **settings: object) -> sqlite3.Connection:
        if Path(path).parent == store.folder:
            raise sqlite3.OperationalError("unable to open database file")
        return connect(path, **settings)  # type: ignore[call-overload, no-any-return]

    _try_read_only(store, lambda: monkeypatch.setattr("sqlite3.connect", refuse), monkeypatch.undo)


def _try_read_only(store: GameStore, close: object, open_: object) -> None:
    store.keep(game(), "r", 1)
    store.keep_changes("a", 2, [play(2)], 1)
    other = GameStore(store.folder)
    close()  # type: ignore[operator]
    try:
        with pytest.raises(CannotKeep, match=FILE):
            other.keep(game("b"), "r")
        assert other.record("a") == ("r", 1, [play(2)])  # also what was not merged yet
        assert [each.id for each in other.games()] == ["a"]
        with pytest.raises(CannotKeep):
            other.keep_changes("a", 3, [play(3)], 2)
    finally:
        open_()  # type: ignore[operator]
    other.keep_changes("a", 3, [play(3)], 2)
    assert store.record("a")[2] == [play(2), play(3)]


def test_where_nothing_is_and_nothing_can_be_there_are_no_games(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    store = GameStore(tmp_path / "file" / "games")
    assert store.games() == []
    with pytest.raises(CannotKeep, match="Not a directory"):
        store.keep(game(), "r")


def test_a_file_that_is_no_database_is_named(store: GameStore) -> None:
    store.folder.mkdir()
    store.database.path.write_text("this is no database, and it is long enough to be looked at" * 20)
    with pytest.raises(CannotKeep, match=r"games\.db: file is not a database"):
        store.games()


def test_a_store_of_a_newer_version_is_left_alone(store: GameStore) -> None:
    store.keep(game(), "r")
    with store.database.writing() as database:
        database.execute(f"PRAGMA user_version={VERSION + 1}")
    with pytest.raises(CannotKeep, match="newer petteia"):
        GameStore(store.folder).keep(game(), "r")


def test_a_damaged_game_hides_no_other(store: GameStore) -> None:
    for id in ("a", "b"):
        store.keep(game(id), "r")
    with store.database.writing() as database:
        database.execute("UPDATE game SET settings='{\"half' WHERE id='a'")
    assert [each.id for each in store.games()] == ["b"]
    with pytest.raises(KeyError):
        store.game("a")
