"""Every game in every shape it can be played in: seats and options."""

from __future__ import annotations

import pytest

from petteia.engine import GAMES, Ruleset


def shapes() -> list[tuple[str, int, dict[str, str]]]:
    return [(name, seats, options) for name, game in GAMES.items() for seats, options in game.shapes()]


def label(shape: tuple[str, int, dict[str, str]]) -> str:
    name, seats, options = shape
    return "-".join([name, str(seats), *options.values()])


@pytest.fixture(params=shapes(), ids=label, scope="module")
def rules(request: pytest.FixtureRequest) -> Ruleset:
    name, seats, options = request.param
    return GAMES[name](seats, None, **options)
