"""The language of a game over the wire: `new ... lang=xx`."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.tools.pseudo import LANG, write_folder

from .talk import ENCODINGS, Talk


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return write_folder(tmp_path / "data")


def opened(folder: Path, line: str, encoding: str = "text") -> Talk:
    talk = Talk(encoding)
    talk.ask("uhi 1")
    assert talk.ask(f"setoption name DataDir value {folder}") == ["ok"]
    assert talk.ask(line)[-1].startswith("ok")
    return talk


@pytest.mark.parametrize("encoding", ENCODINGS)
def test_the_story_is_told_in_the_language_of_the_game(folder: Path, encoding: str) -> None:
    talk = opened(folder, f"new egemonia deal=7 lang={LANG}", encoding)
    talk.ask("play s0 d=1 setup:corinth")
    assert talk.ask("story s0")[0] == "sentence s0 1 [Ýóú ĥáṽé 1 íńƒĺúéńćé íń Ćóŕíńťĥ ńóŵ.]"
    talk.ask("undo")
    assert "sentence s0 3 [Ťĥáť íś ťáķéń ƀáćķ.]" in talk.ask("story s0")


def test_other_games_of_the_session_keep_theirs(folder: Path) -> None:
    talk = opened(folder, f"new egemonia deal=7 lang={LANG}")
    assert talk.ask("new egemonia deal=7")[-1] == "ok game=g2"
    talk.ask("play s0 d=1 setup:corinth game=g2")
    assert talk.ask("story s0 game=g2")[0] == "sentence s0 1 You have 1 influence in Corinth now."


def test_a_record_is_loaded_in_any_language(folder: Path, tmp_path: Path) -> None:
    talk = opened(folder, f"new egemonia deal=7 lang={LANG}")
    talk.ask("play s0 d=1 setup:corinth")
    path = tmp_path / "game.uhg"
    assert talk.ask(f"save path={path}") == ["ok"]
    assert "xx" not in path.read_text("utf-8")
    talk.ask(f"load path={path}")
    assert talk.ask("story s1 game=g2")[0] == "sentence s1 1 Athens has 1 influence in Corinth now."
    talk.ask(f"load path={path} lang={LANG}")
    assert talk.ask("story s1 game=g3")[0] == "sentence s1 1 [Áťĥéńś ĥáś 1 íńƒĺúéńćé íń Ćóŕíńťĥ ńóŵ.]"
    assert talk.ask(f"load path={path} lang=zz") == ["error bad-arg arg=lang got=zz want=en,xx"]


def test_components_have_the_names_of_the_language(folder: Path) -> None:
    talk = opened(folder, f"new egemonia lang={LANG}")
    assert any('"name":"Áťĥéńś"' in line for line in talk.ask(f"components egemonia lang={LANG}"))
    assert any('"name":"Athens"' in line for line in talk.ask("components egemonia"))
    assert talk.ask("components egemonia lang=zz") == ["error bad-arg arg=lang got=zz want=en,xx"]


def test_a_language_that_is_not_there_or_cannot_be_used(folder: Path) -> None:
    talk = Talk()
    talk.ask("uhi 1")
    assert talk.ask("new egemonia lang=zz") == ["error bad-arg arg=lang got=zz want=en"]
    (folder / "lang" / "egemonia.xx.toml").write_text('plural = "one"\ntitel = "x"\n', "utf-8")
    talk.ask(f"setoption name DataDir value {folder}")
    [refused] = talk.ask("new egemonia lang=xx")
    assert refused.startswith("error bad-arg arg=DataDir got=")
    assert refused.endswith('want="lang/egemonia.xx.toml, titel: there is no such message in English"')


def test_a_folder_with_a_language_alone_is_a_data_folder(folder: Path, tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    talk = opened(folder, "new egemonia")
    [refused] = talk.ask(f"setoption name DataDir value {tmp_path / 'empty'}")
    assert refused.endswith('want="a folder with component or language files"')
