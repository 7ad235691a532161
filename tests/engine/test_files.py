"""Every game has the same files: who has read one finds everything in the next."""

from __future__ import annotations

from importlib.resources import files

import pytest

from petteia.engine import GAMES

EVERY = (
    *("RULES.md", "__init__.py", "rules.py", "notation.py", "view.py", "drawing.py"),
    *("text/help.py", "text/summary.py", "text/narration.py", "text/words.py"),
)


@pytest.mark.parametrize("name", GAMES)
def test_every_game_has_these_files(name: str) -> None:
    folder = files("petteia.engine.games") / name
    assert [file for file in EVERY if not folder.joinpath(*file.split("/")).is_file()] == []
