"""What holds for the component files of every game."""

from __future__ import annotations

import pytest

from petteia.engine import GAMES
from tests.reference.base import components


@pytest.mark.parametrize("game", GAMES)
def test_every_row_has_its_mark_and_its_id(game: str) -> None:
    """A row says whether the rulebook prints it, it was read from a picture, or it was made up."""
    for name, tables in components(game).items():
        for rows in tables.values():
            assert rows, name
            assert all(row["mark"] in ("book", "read", "authored") for row in rows), name
            ids = [row["id"] for row in rows if "id" in row]
            assert len(set(ids)) == len(ids), name
