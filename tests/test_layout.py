"""The same role has the same file in every game, so that who has read one game finds everything in the next."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from petteia.engine import GAMES

from .tools.layout import ROOT

ROLES = ("rules", "actions", "observation", "encoding", "evaluation", "heuristics", "packing", "checks", "ops")
KERNEL = ("state.pxd", *(f"{role}.pyx" for role in ROLES))
DESCRIPTION = ("RULES.md", "data", "rules.py", "notation.py", "fields.py", "view.py", "text")

OPINIONS = ("evaluation", "heuristics")
PLAIN = {0.0, 0.5, 1.0}  # nothing, even, whole: no opinions
CHOOSING = [
    *(path for path in sorted((ROOT / "ext" / "search").glob("*.pyx")) if path.stem != "params"),
    *(ROOT / "ai" / "players").glob("*.py"),
    ROOT / "ai" / "choice.py",
]

every_game = pytest.mark.parametrize("name", GAMES)


def test_ext_holds_only_folders() -> None:
    assert [path.name for path in (ROOT / "ext").iterdir() if path.is_file()] == ["__init__.py"]


@every_game
@pytest.mark.parametrize("role", KERNEL)
def test_role_file_of_the_kernel(name: str, role: str) -> None:
    assert (ROOT / "ext" / "games" / name / role).is_file()


@every_game
@pytest.mark.parametrize("role", DESCRIPTION)
def test_role_file_of_the_description(name: str, role: str) -> None:
    assert (ROOT / "engine" / "games" / name / role).exists()


@every_game
@pytest.mark.parametrize("role", OPINIONS)
def test_opinions_have_names(name: str, role: str) -> None:
    """No fraction decides how a game is played but those in `weights`, where a tuner finds them."""
    assert bare_fractions((ROOT / "ext" / "games" / name / f"{role}.pyx").read_text("utf-8")) == []


@pytest.mark.parametrize("path", CHOOSING, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_numbers_of_the_search_and_the_players_have_names(path: Path) -> None:
    """No fraction decides how a move is chosen but named constants, and parameters, which are declared in `params`."""
    assert bare_fractions(path.read_text("utf-8")) == []


def test_bare_fractions_are_found() -> None:
    assert bare_fractions("worth = 0.35 * lead + WORTH_2 - 1e-9 + .75 + rows[1] + 0.5 * x  # 0.9") == [0.35, 0.75]
    assert bare_fractions("cdef double WIDTH = 0.45    # in doubt\nMARGIN = 0.01\nwidth = 0.45") == [0.45]


def bare_fractions(code: str) -> list[float]:
    """Those that are no opinion, and those that are given a name, are left out."""
    code = re.sub(r'(?s)""".*?"""|#[^\n]*', "", code)
    code = re.sub(r"(?m)^(?:cdef \w+ )?[A-Z_0-9]+ = [^\n]*", "", code)
    found = [float(number) for number in re.findall(r"(?<![\w.])(?:\d+\.\d*|\.\d+)(?![\w.])", code)]
    return [number for number in found if number not in PLAIN]
