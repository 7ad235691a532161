"""Every game in every shape it can be played in: seats and options."""

from __future__ import annotations

from itertools import product

import pytest

from petteia.engine import GAMES, Ruleset


def shapes() -> list[tuple[str, int, dict[str, str]]]:
    found = []
    for name, game in GAMES.items():
        for seats in game.seat_counts:
            for values in product(*game.options.values()):
                found.append((name, seats, dict(zip(game.options, values, strict=True))))
    return found


def label(shape: tuple[str, int, dict[str, str]]) -> str:
    name, seats, options = shape
    return "-".join([name, str(seats), *options.values()])


@pytest.fixture(params=shapes(), ids=label, scope="module")
def rules(request: pytest.FixtureRequest) -> Ruleset:
    name, seats, options = request.param
    return GAMES[name](seats, None, **options)
