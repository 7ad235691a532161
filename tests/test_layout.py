"""The same role has the same file in every game, so that who has read one game finds everything in the next."""

from __future__ import annotations

import pytest

from petteia.engine import GAMES

from .tools.layout import ROOT

ROLES = ("rules", "actions", "observation", "encoding", "evaluation", "heuristics", "packing", "checks", "ops")
KERNEL = ("state.pxd", *(f"{role}.pyx" for role in ROLES))
DESCRIPTION = ("RULES.md", "data", "rules.py", "notation.py", "fields.py", "view.py", "text")

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
