"""Who beats whom: long matches, for `pytest -m long tests/ai/test_strength.py`."""

from __future__ import annotations

import os

import pytest

from petteia.ai.executor import executor
from petteia.ai.levels import LEVELS
from petteia.ai.match import Plan, Report, run_match
from petteia.ai.stats import Sprt
from petteia.engine import GAMES

pytestmark = [pytest.mark.long, pytest.mark.timeout(4 * 3600)]

JOBS = max(1, (os.cpu_count() or 2) - 1)
TWO_SEATS = [name for name, game in GAMES.items() if 2 in game.seat_counts]


def play(game: str, first: str, second: str, sprt: Sprt, games: int = 400, seconds: float | None = None) -> Report:
    plan = Plan(game, (first, second), games, seed=1, seats=2, seconds=seconds, sprt=sprt)
    with executor(JOBS) as work:
        report = run_match(plan, work)
    found = report.score
    print(f"{game}: {first} against {second}: {found.value:.3f} ({found.low:.3f} to {found.high:.3f}), "
          f"{len(report.played)} games, {report.verdict}")  # fmt: skip
    return report


@pytest.mark.parametrize("game", TWO_SEATS)
@pytest.mark.parametrize(
    ("opponent", "test"),
    [
        ("random", Sprt(0.85, 0.95)),
        ("greedy", Sprt(0.70, 0.80)),
        ("pimc", Sprt(0.50, 0.60)),
    ],
)
def test_the_search_beats_the_others_at_50_milliseconds_a_move(game: str, opponent: str, test: Sprt) -> None:
    report = play(game, "ismcts", opponent, test, seconds=0.05)
    assert report.verdict == "h1"
    if opponent == "pimc":
        assert report.score.low > 0.5
        if game in ("egemonia", "epix"):
            assert report.score.value >= 0.6
    else:
        assert report.score.value >= test.h1


@pytest.mark.parametrize("game", TWO_SEATS)
@pytest.mark.parametrize("level", list(LEVELS)[1:])
def test_each_level_beats_the_one_below(game: str, level: int) -> None:
    report = play(game, f"ismcts:level={level}", f"ismcts:level={level - 1}", Sprt(0.5, 0.6), games=600)
    assert report.verdict == "h1"


@pytest.mark.parametrize("game", TWO_SEATS)
def test_the_lowest_level_beats_random(game: str) -> None:
    assert play(game, "ismcts:level=1", "random", Sprt(0.5, 0.6)).verdict == "h1"


@pytest.mark.parametrize("game", TWO_SEATS)
def test_styles_cost_little(game: str) -> None:
    """A style may be told from balanced play by how it plays, not by whether it loses."""
    for style in ("aggressive", "cautious"):
        report = play(game, f"ismcts:style={style},nodes=1000", "ismcts:nodes=1000", Sprt(0.40, 0.48))
        assert report.verdict != "h0"


@pytest.mark.parametrize("game", TWO_SEATS)
def test_more_thought_is_better(game: str) -> None:
    assert play(game, "ismcts:nodes=16000", "ismcts:nodes=1000", Sprt(0.5, 0.6)).score.value >= 0.6
