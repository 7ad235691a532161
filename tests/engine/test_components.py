"""Component files: replaced by an owner's, and refused with file, row and reason when they cannot be used."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path

import pytest

from petteia.engine import GAMES, BadData, Game, new


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder to put changed files of Egemonia into."""
    return tmp_path


def change(folder: Path, file: str, old: str, new_text: str) -> Path:
    text = (files("petteia.engine.games") / "egemonia" / "data" / file).read_text("utf-8")
    assert old in text
    (folder / file).write_text(text.replace(old, new_text, 1), "utf-8")
    return folder


def test_one_changed_file_replaces_ours(folder: Path) -> None:
    game = new("egemonia", data=change(folder, "settings.toml", "value = 10", "value = 3"), seed=1)
    assert game.ruleset.components.overridden == ("settings.toml",)
    while game.pending:
        game.play(game.pending[0], game.legal(game.pending[0])[0])
    assert game.view("pub")["turn"] == 3


def test_files_of_several_games_have_a_folder_each(folder: Path) -> None:
    (folder / "egemonia").mkdir()
    change(folder / "egemonia", "settings.toml", "value = 10", "value = 3")
    assert new("egemonia", data=folder).ruleset.components.overridden == ("settings.toml",)
    assert new("epix", data=folder).ruleset.components.overridden == ()


def test_a_save_needs_the_same_components(folder: Path) -> None:
    data = change(folder, "settings.toml", "value = 10", "value = 3")
    saved = new("egemonia", data=data).save()
    with pytest.raises(ValueError, match="pass their folder as data"):
        Game.load(saved)
    assert Game.load(saved, data).ruleset.components.overridden == ("settings.toml",)


@pytest.mark.parametrize(
    ("file", "old", "new_text", "words"),
    [
        (
            "areas.toml",
            'land = ["pylos", ',
            'land = ["pilos", ',
            r"areas.toml, \S+ 1 \(sparta\).*'pilos': no such area",
        ),
        (
            "areas.toml",
            'land = ["pylos", ',
            "land = [",
            r"\S+ 2 \(pylos\): land line to 'sparta' is one-way",
        ),
        ("areas.toml", 'id = "olympia"', 'id = "sparta"', "already used by row 1"),
        ("areas.toml", 'id = "olympia"', 'id = ""', r"areas.toml, \S+ 3: id is empty"),
        (
            "areas.toml",
            'mark = "authored"',
            'mark = "authored"\ncoast = true',
            "'coast' is no column of .*; it has id, ",
        ),
        ("events.toml", 'favours = "sparta"', 'favors = "sparta"', "'favors' is no column"),
        ("settings.toml", "[[setting]]", '[[house]]\nmark = "book"\n[[setting]]', r"has no \[\[house\]\]"),
        ("areas.toml", "at = [34, 84]", "at = [46]", "want two numbers"),
        ("areas.toml", 'sea = ["melos"]', 'sea = "melos"', "want a list"),
        ("areas.toml", 'mark = "authored"', 'mark = "guessed"', "want one of book, read, authored"),
        ("areas.toml", 'mark = "authored"', "", "'mark' is missing"),
        (
            "events.toml",
            "count = 4",
            "count = 40",
            r"events.toml, \S+ 1 \(military\): count = 40: want 0..15",
        ),
        ("events.toml", "count = 4", 'count = "four"', "want a whole number"),
        ("events.toml", "count = 4", "count = true", "want a whole number"),
        ("events.toml", 'type = "military"', 'type = "naval"', "want one of military, influence"),
        ("events.toml", 'favours = "sparta"', 'favours = "persia"', "want one of athens, sparta"),
        ("table.toml", 'result = "draw"', 'result = "tie"', "want one of lose, draw, win"),
        ("table.toml", 'defender = "military"', 'defender = "coup"', "comes twice"),
        ("settings.toml", 'id = "turns"', 'id = "rounds"', "'turns' is missing"),
        ("settings.toml", 'value = "delphi"', 'value = "dodona"', "no such area"),
        ("settings.toml", "[[setting]]", "[[setting", "settings.toml: not TOML"),
        ("settings.toml", "[[setting]]", 'setting = "x"\n[[other]]', "settings.toml: "),
        ("setup.toml", 'area = "corinth"', 'area = "sparta"', "stands there already"),
        ("setup.toml", 'not_in = ["delphi", "sicily"]', 'not_in = ["olympus"]', "no such area"),
        ("setup.toml", 'id = "blocked_ways"', 'id = "closed_ways"', "want one of blocked_ways"),
    ],
)
def test_broken_files_are_refused(folder: Path, file: str, old: str, new_text: str, words: str) -> None:
    data = change(folder, file, old, new_text)
    with pytest.raises(BadData, match=words):
        new("egemonia", data=data, scenario="historical")


def test_a_cup_that_would_run_short_is_refused(folder: Path) -> None:
    text = (files("petteia.engine.games") / "egemonia" / "data" / "events.toml").read_text("utf-8")
    (folder / "events.toml").write_text(text.replace("count = 4", "count = 1"), "utf-8")
    with pytest.raises(BadData, match="only 7 events stay in the game"):
        new("egemonia", data=folder)


def test_too_many_hands_are_refused(folder: Path) -> None:
    text = (files("petteia.engine.games") / "egemonia" / "data" / "events.toml").read_text("utf-8")
    (folder / "events.toml").write_text(text.replace("count = 1\n", "count = 5\n"), "utf-8")
    with pytest.raises(BadData, match="different hands of 7 are possible; at most 6144 fit"):
        new("egemonia", data=folder)


def test_strange_files_and_folders_are_refused(folder: Path) -> None:
    with pytest.raises(BadData, match="no such folder"):
        new("egemonia", data=folder / "nowhere")
    (folder / "arees.toml").write_text("")
    with pytest.raises(BadData, match=r"arees.toml: egemonia has no such file; it has areas.toml"):
        new("egemonia", data=folder)


def test_a_file_that_is_not_text_is_refused(folder: Path) -> None:
    (folder / "areas.toml").write_bytes(b"\xff\xfe")
    with pytest.raises(BadData, match=r"areas\.toml: not UTF-8 at byte 0"):
        new("egemonia", data=folder)


def test_nothing_is_shown_as_nothing(folder: Path) -> None:
    """A list of values shows the empty one, which stands for a free choice here."""
    text = (files("petteia.engine.games") / "epireia" / "data" / "solo.toml").read_text("utf-8")
    (folder / "solo.toml").write_text(text.replace('league = ""', 'league = "achaean"', 1), "utf-8")
    with pytest.raises(BadData, match="want one of '', delian, peloponnesian"):
        new("epireia", seats=1, data=folder)


@pytest.mark.parametrize("game", GAMES)
def test_copies_of_our_own_files_are_taken(folder: Path, game: str) -> None:
    for file in (files("petteia.engine.games") / game / "data").iterdir():
        (folder / file.name).write_bytes(file.read_bytes())
    assert new(game, data=folder).ruleset.components.digest == new(game).ruleset.components.digest


def test_the_die_has_a_column_for_a_city_of_ones_own(folder: Path) -> None:
    """Which is why a column may be called by an id."""
    text = (files("petteia.engine.games") / "epireia" / "data" / "die.toml").read_text("utf-8")
    (folder / "die.toml").write_text(text.replace("athens = ", "pericles = ", 1), "utf-8")
    with pytest.raises(BadData, match="'athens' is missing"):
        new("epireia", seats=1, data=folder)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("x = " + "[" * 5000, "too deep inside each other"),
        ("x = " + "9" * 5000, "a number has too many digits"),
        ("x = ]", "not TOML: "),
    ],
)
@pytest.mark.parametrize("file", ["settings.toml", "lang/egemonia.xx.toml"])
def test_text_that_no_reader_of_toml_can_read_is_refused(folder: Path, file: str, text: str, words: str) -> None:
    (folder / "lang").mkdir()
    (folder / file).write_text(text, "utf-8")
    with pytest.raises(BadData, match=rf"^{file}: .*{words}"):
        new("egemonia", data=folder, lang="xx" if file.startswith("lang") else "en")
