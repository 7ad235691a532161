"""What Epireia tells its players agrees with what they can do and with what comes of it."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator

import pytest

from petteia.engine import Game, ruleset

GAMES = [
    (1, {"enemy": "ai", "scenario": "harvest_road"}),
    (1, {"enemy": "rival", "scenario": "the_thirty_years"}),
    (1, {"enemy": "die", "scenario": "march_on_the_isthmus"}),
    (2, {}),
    (3, {}),
    (4, {}),
]


def positions(seats: int, options: dict[str, str], n_games: int = 3) -> Iterator[Game]:
    """The positions of random games in which somebody decides; a verb is chosen first, then a move."""
    rules = ruleset("epireia", seats, **options)
    for seed in range(n_games):
        game, rng = Game(rules, seed), random.Random(seed)
        while game.pending:
            yield game
            seat = rng.choice(game.pending)
            moves = game.legal(seat)
            verb = rng.choice(sorted({move.partition(":")[0] for move in moves}))
            game.play(seat, rng.choice([move for move in moves if move.partition(":")[0] == verb]))
        yield game


@pytest.mark.parametrize(("seats", "options"), [(1, {"enemy": "rival"}), (2, {}), (3, {}), (4, {})], ids=str)
def test_the_question_names_the_front_and_column_that_the_seat_decides_for(seats: int, options: dict[str, str]) -> None:
    asked = 0
    for game in positions(seats, options):
        phase = game.view("pub")["phase"]
        for seat in game.pending if phase in ("placement", "leaders") else ():
            [where] = {move.partition("@")[2] for move in game.legal(seat)}
            question = game.ruleset.question(game.view(seat))
            front = where.rstrip("123")
            assert re.findall(r"the (\w+) front", question) == [front], (seat, question)
            if phase == "placement":
                assert f"column {where.removeprefix(front)} of 3" in question
            asked += 1
    assert asked > 20
