"""Each parameter is declared once; within its bounds every search works, and beyond them it says what is right."""

from __future__ import annotations

import math
import random
import re

import pytest
from click.testing import CliRunner

from petteia.ai.registry import make_player, parse_player
from petteia.ai.settings import IsmctsSettings
from petteia.cli import main
from petteia.engine import GAMES, Game, GameError, ruleset
from petteia.ext.core import Obs
from petteia.ext.search.params import MAX_MEMORY_MB, MAX_THREADS, PARAMETERS, Parameter
from petteia.ext.search.searcher import Searcher
from tests.tools.params import printed, table

NODES = 200
COMBINATIONS = 60  # of bounds, for each game

every_parameter = pytest.mark.parametrize("parameter", PARAMETERS.values(), ids=list(PARAMETERS))
every_game = pytest.mark.parametrize("name", GAMES)


def extremes(parameter: Parameter) -> list[float]:
    """The bounds, the middle between them, and the values that stand for something else."""
    middle = (parameter.low + parameter.high) / 2
    return [parameter.low, int(middle) if parameter.whole else middle, parameter.high, *parameter.special]


def beyond(parameter: Parameter) -> list[object]:
    """What it must not be."""
    low, high = min(parameter.low, *parameter.special, parameter.low), parameter.high
    wrong = [low - 1, high + 1, -math.inf, math.inf, math.nan, 2**70, "1", None, [1]]
    return [*wrong, *([low + 0.5] if parameter.whole else [math.nextafter(high, math.inf)])]


def positions(name: str) -> list[Obs]:
    """What seats with a choice know: at the start, later, with the most players, and at decisions made together."""
    found = []
    for seats in {min(GAMES[name].seat_counts), 2, max(GAMES[name].seat_counts)}:
        game, numbers, together = Game(ruleset(name, seats), seed=seats), random.Random(seats), 0
        for number in range(120):
            if not game.pending:
                break
            if number in (0, 20, 70) or (len(game.pending) > 1 and together < 2):
                together += len(game.pending) > 1
                found += [game.observation(seat).core for seat in game.pending]
            game.play(game.pending[0], numbers.choice(game.legal(game.pending[0])))
    return found


@pytest.fixture(scope="module")
def observed() -> dict[str, list[Obs]]:
    return {name: positions(name) for name in GAMES}


def check_search(obs: Obs, params: dict[str, float], nodes: int = NODES) -> None:
    """A search with these parameters gives numbers that mean something."""
    search = Searcher(obs, ai_seed=1, memory_mb=1, params=params)
    search.run(nodes)
    rows = search.root()
    assert sorted(move for move, _, _, _ in rows) == sorted(obs.legal()), params
    assert sum(policy for _, policy, _, _ in rows) == pytest.approx(1), params
    assert all(policy >= 0 and math.isfinite(value) for _, policy, _, value in rows), params
    assert sum(search.values()) == pytest.approx(1), params
    assert math.isfinite(search.error()), params


@every_game
@every_parameter
def test_at_its_bounds(parameter: Parameter, name: str, observed: dict[str, list[Obs]]) -> None:
    for value in extremes(parameter):
        for obs in observed[name]:
            check_search(obs, {parameter.name: value})


@every_game
def test_many_at_their_bounds_at_once(name: str, observed: dict[str, list[Obs]]) -> None:
    numbers = random.Random(name)
    for _ in range(COMBINATIONS):
        params = {key: numbers.choice(extremes(parameter)) for key, parameter in PARAMETERS.items()}
        check_search(numbers.choice(observed[name]), params)


@every_parameter
def test_beyond_its_bounds(parameter: Parameter, observed: dict[str, list[Obs]]) -> None:
    for value in beyond(parameter):
        for name in GAMES:
            with pytest.raises(ValueError, match=re.escape(f"{parameter.name}={value!r}: want {parameter.want}")):
                Searcher(observed[name][0], ai_seed=1, params={parameter.name: value})  # type: ignore[dict-item]


@every_parameter
def test_as_people_write_it(parameter: Parameter) -> None:
    for value in extremes(parameter):
        assert parse_player(f"ismcts:{parameter.name}={value}") == IsmctsSettings(params={parameter.name: value})
    for value in beyond(parameter):
        with pytest.raises(GameError) as caught:
            make_player(f"ismcts:{parameter.name}={value!r}")
        assert f"{parameter.name}={repr(value)!r}: want {parameter.want}" in str(caught.value)


def test_an_unknown_one_is_refused(observed: dict[str, list[Obs]]) -> None:
    with pytest.raises(ValueError, match=r"no parameter 'speed': want ucb, .*, guided$"):
        Searcher(observed["epix"][0], ai_seed=1, params={"speed": 2})
    with pytest.raises(GameError, match=r"ismcts has no option 'speed'; its options: .*ucb, .*guided$"):
        make_player("ismcts:speed=2")


def test_threads_and_memory_have_bounds_too(observed: dict[str, list[Obs]]) -> None:
    obs = observed["epix"][0]
    for threads in (0, -1, MAX_THREADS + 1):
        with pytest.raises(ValueError, match=f"threads={threads}: want 1 to {MAX_THREADS}"):
            Searcher(obs, ai_seed=1, threads=threads, memory_mb=MAX_MEMORY_MB)
    for memory in (0, 1, -5, MAX_MEMORY_MB + 1):
        with pytest.raises(ValueError, match=f"memory_mb={memory}, threads=2: want a megabyte for each"):
            Searcher(obs, ai_seed=1, threads=2, memory_mb=memory)


def test_more_regret_matching_than_fits_is_refused_at_the_command_line() -> None:
    told = CliRunner().invoke(main, ["match", "ismcts:regret_moves=4000,nodes=300", "random", "--game", "egemonia"])
    assert told.exit_code in (1, 2)  # and not a signal
    assert "regret_moves='4000': want a whole number from 0 to 48" in told.output


def test_the_help_and_the_page_have_them_all() -> None:
    told = CliRunner().invoke(main, ["match", "--help"])
    words = " ".join(told.output.split())
    for parameter in PARAMETERS.values():
        assert f"ismcts:{parameter.name}= {parameter.about} Default {parameter.default}." in words
    assert printed() == table()
