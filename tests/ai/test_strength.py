"""Who beats whom: long matches, for `pytest -m long -s tests/ai/test_strength.py`. Each prints what it found.

Budgets are what 50 milliseconds of an idle core are worth: iterations are counted by processor time before the match
and then fixed, so that the matches do not depend on what else the machine does.
"""

from __future__ import annotations

import functools
import os
import random
import statistics
import time

import pytest

from petteia.ai.executor import make_executor
from petteia.ai.levels import LEVELS
from petteia.ai.match import Plan, Report, play_game, run_match
from petteia.ai.stats import Interval, Sprt, interval
from petteia.engine import GAMES, Game, Observation, ruleset
from petteia.ext.search.pimc import Pimc
from petteia.ext.search.searcher import Searcher

pytestmark = [pytest.mark.long, pytest.mark.timeout(4 * 3600)]

JOBS = max(1, (os.cpu_count() or 2) - 1)
TWO_SEATS = [name for name, game in GAMES.items() if 2 in game.seat_counts]
MOVE_TIME = 0.05
DOUBLINGS = [(2000, 1000), (4000, 2000), (8000, 4000), (16000, 8000)]
# Of the solo scenarios those that the greedy player does not nearly always win.
HARD_SCENARIOS = ("the_helots", "year_of_the_plague", "the_thirty_years", "march_on_the_isthmus")
SOLO_DEALS = 12


def positions(game: str) -> list[Observation]:
    """What the seat that is asked sees, at several points of random games."""
    found = []
    for seed in range(8):
        played, numbers = Game(ruleset(game, 2), seed), random.Random(seed)
        for _ in range(5 + 7 * seed):
            if played.pending:
                played.play(played.pending[0], numbers.choice(played.legal(played.pending[0])))
        if played.pending:
            found.append(played.observation(played.pending[0]))
    return found


@functools.cache
def iterations(game: str, player: str) -> int:
    """How many a player makes in MOVE_TIME of processor time, by the mean over positions of the best of three runs."""
    make = {"ismcts": Searcher, "pimc": Pimc}[player]
    rates = []
    for observation in positions(game):
        runs = []
        for seed in range(3):
            start = time.thread_time()
            make(observation.core, ai_seed=seed).run(nodes=1000)
            runs.append(time.thread_time() - start)
        rates.append(1000 / min(runs))
    return round(MOVE_TIME * statistics.harmonic_mean(rates))


def say(what: str, found: Interval, games: int, verdict: str | None = None) -> None:
    print(f"\n{what}: {found.value:.3f} ({found.low:.3f} to {found.high:.3f}), {games} games, {verdict}")


def play(game: str, first: str, second: str, sprt: Sprt | None, games: int = 400) -> Report:
    plan = Plan(game, (first, second), games, seed=1, seats=2, sprt=sprt)
    with make_executor(jobs=JOBS) as work:
        report = run_match(plan, work)
    say(f"{game}: {first} against {second}", report.score, report.games, report.verdict)
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
    against = f"pimc:nodes={iterations(game, 'pimc')}" if opponent == "pimc" else opponent
    report = play(game, f"ismcts:nodes={iterations(game, 'ismcts')}", against, test)
    if opponent == "pimc":
        assert report.score.low > 0.5
        if game in ("egemonia", "epix"):
            assert report.score.value >= 0.6
    else:
        assert report.verdict == "h1"
        assert report.score.value >= test.h1


@pytest.mark.parametrize("game", TWO_SEATS)
def test_more_thought_is_better(game: str) -> None:
    assert play(game, "ismcts:nodes=16000", "ismcts:nodes=1000", Sprt(0.5, 0.6)).score.value >= 0.6


@pytest.mark.parametrize("game", TWO_SEATS)
@pytest.mark.parametrize(("more", "less"), DOUBLINGS)
def test_no_doubling_loses(game: str, more: int, less: int) -> None:
    """If one does, the evaluation or the beliefs are at fault."""
    report = play(game, f"ismcts:nodes={more}", f"ismcts:nodes={less}", Sprt(0.45, 0.55), games=200)
    assert report.score.high >= 0.5


def test_alone_against_the_die_it_wins_more_than_the_simple_players() -> None:
    """Epireia's solo game, every player on the same deals."""
    search = f"ismcts:nodes={iterations('epireia', 'ismcts')}"
    wins: dict[str, list[float]] = {search: [], "greedy": [], "random": []}
    for scenario in HARD_SCENARIOS:
        for player, won in wins.items():
            options = {"enemy": "die", "scenario": scenario}
            plan = Plan("epireia", (player,), SOLO_DEALS, seed=1, seats=1, options=options)
            new = [play_game(plan, deal, (0,)).returns[0] for deal in range(SOLO_DEALS)]
            won += new
            print(f"\nsolo, {scenario}, {player}: won {sum(new):g} of {SOLO_DEALS}")
    for player in ("greedy", "random"):
        lead = interval([(1 + a - b) / 2 for a, b in zip(wins[search], wins[player], strict=True)])
        say(f"solo: {search} against {player}", lead, len(wins[player]))
        assert lead.low > 0.5


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
