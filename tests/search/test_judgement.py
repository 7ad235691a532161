"""Somebody else's judgement in the search, as C functions."""

from __future__ import annotations

import ctypes
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from petteia.engine import GAMES
from petteia.engine.registry import ruleset
from petteia.ext.games.registry import find_ops
from petteia.ext.search.searcher import Searcher
from tests.tools.compiling import compiled

from .test_searcher import asked, position

Rows = list[tuple[int, float, int, float]]


@pytest.fixture(scope="module")
def judges(tmp_path_factory: pytest.TempPathFactory) -> ModuleType:
    return compiled(Path(__file__).with_name("judges.pyx"), tmp_path_factory.mktemp("judges"))


def searched(obs: Any, nodes: int = 1000, **given: Any) -> Rows:
    search = Searcher(obs, ai_seed=7, **given)
    search.run(nodes=nodes)
    return search.root()


@pytest.mark.parametrize("game", GAMES)
def test_a_games_own_functions_by_capsule_change_nothing(judges: ModuleType, game: str) -> None:
    rules, ops = ruleset(game), find_ops(game)
    obs = next(rules.rules.observe(seat) for seat in range(rules.n_seats))
    given = {"evaluate": judges.own_evaluate(ops), "prior": judges.own_prior(ops)}
    assert searched(obs, 500, **given) == searched(obs, 500)


def test_a_compiled_evaluation_is_believed(judges: ModuleType) -> None:
    obs = asked(position(3, 12))
    plain, judged = Searcher(obs, ai_seed=7), Searcher(obs, ai_seed=7, evaluate=judges.LOVES_DELOS, threads=2)
    plain.run(nodes=1000)
    judged.run(nodes=1000)
    assert plain.root() != judged.root()
    # Nothing but 0.1, 0.9 and finished games: the two extremes leave more doubt than the game's own estimates.
    assert judged.error() > plain.error()


def test_where_the_tree_ends(judges: ModuleType) -> None:
    """Without a playout the evaluation sees the leaf itself, and no random move is made."""
    obs = asked(position(3, 12))
    plain = Searcher(obs, ai_seed=7, evaluate=judges.LOVES_DELOS)
    short = Searcher(obs, ai_seed=7, evaluate=judges.LOVES_DELOS, params={"cutoff": -2})
    for search in (plain, short):
        search.run(nodes=300)
    assert short.transitions < plain.transitions / 2


def test_a_compiled_prior_is_tried_first(judges: ModuleType) -> None:
    obs = asked(position(3, 12))
    search = Searcher(obs, ai_seed=7, prior=judges.LIKES_THE_LAST)
    assert search.priors()[0] == (obs.legal()[-1], 1.0)
    search.run(nodes=6)
    assert {move for move, _, visits, _ in search.root() if visits} >= {obs.legal()[-1]}


def test_what_cannot_be_ends_the_search(judges: ModuleType) -> None:
    for threads in (1, 3):
        search = Searcher(asked(position(3, 12)), ai_seed=7, threads=threads, evaluate=judges.SAYS_NOTHING)
        for _ in range(2):  # it can be asked again, and says the same
            with pytest.raises(ValueError, match="something else than 2 shares: want numbers from 0 to 1"):
                search.run(nodes=1000)
        assert search.nodes < 1000
        assert sum(visits for _, _, visits, _ in search.root()) == 0


SHARES = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_void_p, ctypes.POINTER(ctypes.c_float))


@pytest.fixture
def even() -> Iterator[Any]:
    """A capsule around a Python function, which takes the GIL for itself."""

    def judge(rules: int, state: int, per_team: Any) -> None:
        per_team[0] = per_team[1] = 0.5

    function = SHARES(judge)
    new = ctypes.pythonapi.PyCapsule_New
    new.restype, new.argtypes = ctypes.py_object, [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p]
    yield new(ctypes.cast(function, ctypes.c_void_p), b"petteia.evaluate", None)
    del function


def test_a_callback_by_ctypes(even: Any) -> None:
    search = Searcher(asked(position(3, 12)), ai_seed=7, evaluate=even, params={"cutoff": -2})
    search.run(nodes=200)
    assert search.values() == [0.5, 0.5]


def test_wrong_capsules_are_refused(judges: ModuleType) -> None:
    obs = asked(position(3, 12))
    with pytest.raises(TypeError, match=r"a capsule named 'petteia\.prior': want a capsule named 'petteia\.evaluate'"):
        Searcher(obs, ai_seed=1, evaluate=judges.LIKES_THE_LAST)
    with pytest.raises(TypeError, match=r"prior=3: want a capsule named 'petteia\.prior'"):
        Searcher(obs, ai_seed=1, prior=3)
    with pytest.raises(ValueError, match="playouts to the end of the game would never ask for it"):
        Searcher(obs, ai_seed=1, evaluate=judges.LOVES_DELOS, params={"cutoff": -1})


def test_a_game_without_a_cutoff_is_judged_where_the_tree_ends(even: Any) -> None:
    search = Searcher(ruleset("leduc").rules.observe(0), ai_seed=7, evaluate=even)
    search.run(nodes=3)
    assert search.values() == [0.5, 0.5]
