"""Every game is tested by the same files, and the references stand alone."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from petteia.engine import GAMES
from tests.reference import REFERENCES

TESTS = Path(__file__).parents[1]


@pytest.mark.parametrize("game", GAMES)
def test_every_game_has_the_same_files(game: str) -> None:
    wanted = ("position.py", "styles.py", "perft.toml", "test_rules.py", "test_views.py", "test_sampling.py")
    assert [name for name in wanted if not (TESTS / "games" / game / name).is_file()] == []
    assert [name for name in ("rules.py", "worlds.py") if not (TESTS / "reference" / game / name).is_file()] == []
    assert game in REFERENCES


def test_the_references_use_nothing_of_the_engine() -> None:
    files = sorted((TESTS / "reference").rglob("*.py"))
    assert len(files) > 10
    imports = re.compile(r"^\s*(?:from|import) petteia", re.MULTILINE)
    assert [str(path) for path in files if imports.search(path.read_text("utf-8"))] == []
