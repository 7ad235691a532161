"""The same role has the same file in every game, so that who has read one game finds everything in the next."""

from __future__ import annotations

import re

import pytest

from petteia.engine import GAMES

from .tools.layout import ROOT

ROLES = ("rules", "actions", "observation", "encoding", "evaluation", "heuristics", "packing", "checks", "ops")
KERNEL = ("state.pxd", *(f"{role}.pyx" for role in ROLES))
DESCRIPTION = ("RULES.md", "data", "rules.py", "notation.py", "fields.py", "view.py", "text")

OPINIONS = ("evaluation", "heuristics")
PLAIN = {0.0, 0.5, 1.0}  # nothing, even, whole: no opinions

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
    code = (ROOT / "ext" / "games" / name / f"{role}.pyx").read_text("utf-8")
    code = re.sub(r'(?s)""".*?"""|#[^\n]*', "", code)
    assert [number for number in bare_fractions(code) if number not in PLAIN] == []


def test_bare_fractions_are_found() -> None:
    assert bare_fractions("worth = 0.35 * lead + WORTH_2 - 1e-9 + .5 + rows[1]") == [0.35, 0.5]


def bare_fractions(code: str) -> list[float]:
    return [float(found) for found in re.findall(r"(?<![\w.])(?:\d+\.\d*|\.\d+)(?![\w.])", code)]
