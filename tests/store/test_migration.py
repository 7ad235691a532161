"""Games that version 0.1 kept as files are in the store when it is opened, once, and the files stay."""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path

from petteia.shared.files import FileLock
from petteia.shared.store import GameStore
from petteia.shared.store.games import TERMINAL, WEB
from petteia.terminal.store import unfinished_games, write
from petteia.web.store import GameSetup, SeatSetup, Store

SETTINGS = {
    "game": "epix",
    "seats": 3,
    "people": ["s0"],
    "level": 4,
    "levels": {"s2": 7},
    "history": [["s0", "bid:1"], ["s1", "pass"]],
    "title": "Epix",
}
ID = "abcdef123456"
SETUP = GameSetup(
    ID, "epix", 2, {}, "owner",
    seating=[SeatSetup("s0", "person", "Ann", 6, "token"), SeatSetup("s1", "engine", "", 3)],
)  # fmt: skip


def old_web_game(folder: Path, seating: str = "seating") -> None:
    folder.mkdir(parents=True)
    settings = asdict(SETUP)
    settings[seating] = settings.pop("seating")
    (folder / f"{ID}.json").write_text(json.dumps(settings))
    (folder / f"{ID}.uhg").write_text("; changes 4\n[x]\n")
    lines = [[4, "undo", {}], [5, "undo", {}], [6, "play", {"seat": "s0"}]]
    text = "".join(json.dumps(line) + "\n" for line in lines)
    (folder / f"{ID}.tail").write_text(text + '[7,"play",{"se')  # cut off by a power failure


def test_a_save_of_the_terminal(tmp_path: Path) -> None:
    write(tmp_path / "20260101-1.uhg", "[record]\n", SETTINGS)
    [saved] = unfinished_games(tmp_path)
    assert (saved.record, saved.settings) == ("[record]\n", SETTINGS)
    assert saved.changed == (tmp_path / "20260101-1.uhg").stat().st_mtime
    [game] = GameStore(tmp_path).games(TERMINAL)
    assert (game.people, game.levels, game.length) == (["s0"], {"s1": 4, "s2": 7}, 2)


def test_a_game_of_the_server(tmp_path: Path) -> None:
    for number, (below, seating) in enumerate([("web", "seating"), ("", "chairs")]):
        old_web_game(tmp_path / str(number) / below, seating)
        store = Store(tmp_path / str(number))
        assert store.setup(ID) == SETUP
        assert store.record(ID) == ("; changes 4\n[x]\n", 4, [("undo", {}), ("play", {"seat": "s0"})])
        [game] = store.games.games(WEB)
        assert (game.people, game.levels) == (["s0"], {"s1": 3})


def test_files_are_read_once_and_stay(tmp_path: Path) -> None:
    old_web_game(tmp_path / "web")
    write(tmp_path / "20260101-1.uhg", "[record]\n", SETTINGS)
    before = {path: path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()}
    first = Store(tmp_path)
    first.keep_record(SETUP, "[later]\n", 9, 5)
    first.games.remove("20260101-1")
    first.close()
    again = Store(tmp_path)
    assert again.record(ID) == ("[later]\n", 9, [])
    assert again.games.games(TERMINAL) == []  # what was thrown away does not come back
    assert {path: path.read_bytes() for path in before} == before


def test_damaged_files_are_noted_and_harm_nobody(tmp_path: Path) -> None:
    old_web_game(tmp_path / "web")
    (tmp_path / "web" / f"{'b' * 12}.json").write_text("{")
    (tmp_path / "web" / f"{'c' * 12}.json").write_text(json.dumps(asdict(SETUP)))  # without a record
    for name, text in [
        ("a", ""),
        ("b", "hello"),
        ("c", "; play {"),
        ("d", "; play []\n"),
        ("e", '; play {"game": 1, "levels": 3}\n'),
        ("g", '; play {"game": "epix", "seats": 1, "options": 7}\n'),
        ("h", '; play {"game": "epix", "seats": 900000000}\n'),
    ]:
        (tmp_path / f"{name}.uhg").write_text(text)
    (tmp_path / "f.uhg").write_bytes(b"\xff\xfe")
    store = GameStore(tmp_path)
    assert [game.id for game in store.games()] == [ID]
    with store.database.reading() as database:
        problems = dict(database.execute("SELECT path, problem FROM imported WHERE problem<>''"))
    assert {Path(path).stem[0] for path in problems} == set("abcdefgh")


def test_a_game_that_an_earlier_version_plays_now_comes_later(tmp_path: Path) -> None:
    path = tmp_path / "20260101-1.uhg"
    write(path, "[record]\n", SETTINGS)
    lock = FileLock.take(path)
    assert lock is not None
    assert GameStore(tmp_path).games() == []
    lock.release()
    assert [game.id for game in GameStore(tmp_path).games()] == ["20260101-1"]
