"""Somebody else's judgement in the search, as a function in Python that judges batches of leaves."""

from __future__ import annotations

import threading
import time
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from petteia.engine import GAMES, Game
from petteia.engine.registry import ruleset
from petteia.ext import core
from petteia.ext.search.batch import MAX_BATCH, Leaves
from petteia.ext.search.searcher import Searcher

from .test_searcher import asked, dealt, position

Shares = NDArray[np.float32]


def own(leaves: Leaves) -> Shares:
    """The game's own evaluation, leaf by leaf."""
    return np.array([leaves.state(number).evaluate() for number in range(len(leaves))], np.float32)


def even(leaves: Leaves) -> Shares:
    return np.full((len(leaves), leaves.rules.n_teams), 1 / leaves.rules.n_teams, np.float32)


def first_decision(name: str, seats: int, seed: int = 1) -> core.Obs:
    game = Game(GAMES[name](seats), seed)
    while len(game.legal(game.pending[0])) == 1:
        game.play(game.pending[0], game.legal(game.pending[0])[0])
    return asked(game)


SHAPES = [(name, seats) for name, game in GAMES.items() for seats in game.seat_counts]


@pytest.mark.parametrize(("name", "seats"), SHAPES)
def test_one_leaf_at_a_time_is_the_ordinary_search(name: str, seats: int) -> None:
    obs = first_decision(name, seats)
    plain, judged = Searcher(obs, ai_seed=3), Searcher(obs, ai_seed=3, evaluate=own, batch=1)
    for search in (plain, judged):
        search.run(nodes=700)
    assert judged.root() == plain.root()
    assert judged.values() == plain.values()
    assert (judged.nodes, judged.transitions, judged.decisions) == (plain.nodes, plain.transitions, plain.decisions)
    assert judged.used == plain.used


@pytest.mark.parametrize(("name", "seats"), SHAPES)
@pytest.mark.parametrize("params", [{}, {"cutoff": -2}], ids=["playouts", "no playouts"])
def test_the_same_seed_and_batch_give_the_same(name: str, seats: int, params: dict[str, float]) -> None:
    obs = first_decision(name, seats)

    def found() -> tuple[Any, ...]:
        search = Searcher(obs, ai_seed=3, evaluate=even, batch=48, params=params, memory_mb=1)
        search.run(nodes=6000)
        return search.root(), search.values(), search.nodes, search.used

    assert found() == found()
    assert found()[2] == 6000


def test_the_clock_and_a_listener_do_not_change_what_is_found() -> None:
    obs = asked(position(5, 20))

    def found(**given: Any) -> Any:
        search = Searcher(obs, ai_seed=3, evaluate=own, batch=32)
        search.run(nodes=2000, **given)
        return search.root()

    told: list[int] = []
    assert found(listener=lambda search: told.append(search.nodes), every=0.001) == found()
    assert len(told) > 2
    assert all(nodes % 32 == 0 for nodes in told[:-1])  # nothing is pending when somebody looks


@pytest.mark.parametrize("threads", [2, 3])
def test_threads_have_batches_of_their_own(threads: int) -> None:
    obs = asked(position(5, 20))

    def found() -> Any:
        search = Searcher(obs, ai_seed=3, evaluate=even, batch=16, threads=threads)
        search.run(nodes=1000)
        assert search.nodes == 1000
        return search.root()

    assert all(found() == found() for _ in range(5))


def test_a_batch_holds_different_leaves() -> None:
    batches: list[Leaves] = []

    def judge(leaves: Leaves) -> Shares:
        batches.append(leaves)
        return own(leaves)

    obs = first_decision("egemonia", 2)
    Searcher(obs, ai_seed=3, evaluate=judge, batch=64, params={"cutoff": -2}).run(nodes=64 * 20)
    assert [len(leaves) for leaves in batches] == [64] * 20
    for leaves in batches[1:]:
        assert leaves.states.shape == (64, leaves.rules.state_size)
        assert leaves.states.dtype == np.uint8
        assert leaves.states.flags.c_contiguous
        assert len({row.tobytes() for row in leaves.states}) > 56
        assert set(leaves.seats.tolist()) <= {0, 1}
        for number in (0, 63):
            state = leaves.state(number)
            assert state.check() == 0
            assert state.raw() == leaves.states[number].tobytes()
            assert state.pending() >> int(leaves.seats[number]) & 1


def test_the_visits_add_up() -> None:
    """No pending visit is left: the root's visits are the iterations that passed it."""
    obs = asked(position(5, 20))
    plain, judged = Searcher(obs, ai_seed=3), Searcher(obs, ai_seed=3, evaluate=own, batch=64)
    for search in (plain, judged):
        search.run(nodes=4000)
    assert sum(row[2] for row in judged.root()) == sum(row[2] for row in plain.root()) >= 3000
    assert judged.root()[0][3] == pytest.approx(plain.root()[0][3], abs=0.05)
    assert judged.values() == pytest.approx(plain.values(), abs=0.05)


def test_it_sees_sampled_worlds_only() -> None:
    """Another truth behind the same observation: the function is given the same bytes."""

    def given(game: Game) -> list[bytes]:
        seen: list[bytes] = []

        def judge(leaves: Leaves) -> Shares:
            seen.append(leaves.states.tobytes())
            return even(leaves)

        Searcher(asked(game), ai_seed=3, evaluate=judge, batch=32).run(nodes=640)
        return seen

    one = dealt(["coup", "false_alarm", "military", "brasidas"], "coup")
    two = dealt(["false_alarm", "divine_help", "pericles", "influence"], "false_alarm")
    assert one.state.raw() != two.state.raw()
    assert given(one) == given(two)


def test_a_finished_game_is_not_asked_about() -> None:
    def judge(leaves: Leaves) -> Shares:
        assert all(leaves.state(number).pending() for number in range(len(leaves)))
        return even(leaves)

    game = Game(ruleset("leduc"), 1)
    search = Searcher(game.observation(game.pending[0]).core, ai_seed=3, evaluate=judge, batch=MAX_BATCH)
    search.run(nodes=3000)
    assert search.nodes == 3000
    assert search.values() != [0.5, 0.5]  # finished games counted


# ---------------------------------------------------------------------------------------------------------------
# Limits.


def slow(leaves: Leaves) -> Shares:
    time.sleep(0.01)
    return even(leaves)


def test_a_time_limit_holds() -> None:
    search = Searcher(asked(position(5, 20)), ai_seed=3, evaluate=slow, batch=8)
    started = time.monotonic()
    search.run(seconds=0.15)
    assert 0.14 < time.monotonic() - started < 30
    assert search.nodes % 8 == 0


@pytest.mark.timeout(120)
def test_it_can_be_stopped() -> None:
    search = Searcher(asked(position(5, 20)), ai_seed=3, evaluate=slow, batch=8)
    threading.Timer(0.1, search.stop).start()
    search.run()
    # What was pending is given up, and the tree is as if it had never been walked to.
    assert search.nodes % 8 == 0
    assert sum(row[2] for row in search.root()) <= search.nodes
    nodes = search.nodes
    search.run(nodes=100)
    assert search.nodes == nodes + 100


@pytest.mark.timeout(120)
def test_the_function_itself_can_stop_it() -> None:
    def judge(leaves: Leaves) -> Shares:
        search.stop()
        return even(leaves)

    search = Searcher(asked(position(5, 20)), ai_seed=3, evaluate=judge, batch=8)
    search.run()
    assert search.nodes == 8


def test_a_later_observation_is_judged_too() -> None:
    game = position(5, 20)
    seat = game.pending[0]
    search = Searcher(asked(game), ai_seed=3, evaluate=own)
    search.run(nodes=2000)
    game.play(seat, game.ruleset.format_move(search.root()[0][0]))
    while game.pending and game.pending[0] != seat:
        game.play(game.pending[0], game.legal(game.pending[0])[0])
    search.advance(asked(game))
    search.run(nodes=500)
    assert search.nodes == 500


# ---------------------------------------------------------------------------------------------------------------
# Mistakes.


class OutOfOrderError(Exception):
    pass


@pytest.mark.parametrize("threads", [1, 3])
def test_an_error_ends_the_search_and_leaves_it_sound(threads: int) -> None:
    calls: list[int] = []

    def judge(leaves: Leaves) -> Shares:
        calls.append(len(leaves))
        if len(calls) == 4:
            raise OutOfOrderError("no more ink")
        return even(leaves)

    search = Searcher(asked(position(5, 20)), ai_seed=3, evaluate=judge, batch=8, threads=threads)
    with pytest.raises(OutOfOrderError, match="no more ink"):
        search.run(nodes=4000)
    assert search.nodes < 4000
    done = search.nodes
    search.run(nodes=1000)
    assert search.nodes == done + 1000
    assert sum(row[2] for row in search.root()) <= search.nodes
    assert search.root()[0][3] == pytest.approx(0.5, abs=0.2)


@pytest.mark.parametrize(
    ("gives", "kind", "says"),
    [
        (lambda n: np.full(n, 0.5), ValueError, r"shape \(8,\): want an array of shape \(8, 2\), a share for each"),
        (lambda n: np.full((n + 1, 2), 0.5), ValueError, r"shape \(9, 2\): want an array of shape \(8, 2\)"),
        (lambda n: np.full((n, 2), np.nan), ValueError, r"leaf 0 the shares \[nan, nan\]: want numbers from 0 to 1"),
        (lambda n: np.full((n, 2), np.inf), ValueError, r"leaf 0 the shares \[inf, inf\]"),
        (lambda n: np.array([[0.5, 0.5]] * (n - 1) + [[1.5, -0.5]]), ValueError, r"leaf 7 the shares \[1\.5, -0\.5\]"),
        (lambda n: np.full((n, 2), 0.25), ValueError, "that add up to 1"),
        (lambda n: None, (TypeError, ValueError), r"evaluate gave .*want an array of shape \(8, 2\)"),
        (lambda n: "half", TypeError, r"evaluate gave a str: want an array of shape \(8, 2\)"),
        (lambda n: [[0.5, 0.5], [1.0]], TypeError, "evaluate gave a list: want an array"),
    ],
    ids=["flat", "long", "nan", "inf", "outside", "half of it", "nothing", "words", "ragged"],
)
def test_what_cannot_be_is_refused(gives: Any, kind: Any, says: str) -> None:
    search = Searcher(asked(position(5, 20)), ai_seed=3, evaluate=lambda leaves: gives(len(leaves)), batch=8)
    with pytest.raises(kind, match=says):
        search.run(nodes=100)
    assert search.nodes == 0


def test_bad_arguments() -> None:
    obs = asked(position(5, 20))
    for batch in (0, -1, MAX_BATCH + 1):
        with pytest.raises(ValueError, match=f"batch={batch}: want 1 to {MAX_BATCH}"):
            Searcher(obs, ai_seed=1, evaluate=even, batch=batch)
    with pytest.raises(TypeError, match="prior=<function"):
        Searcher(obs, ai_seed=1, prior=even)
    with pytest.raises(TypeError, match="Leaves come from a Searcher"):
        Leaves()
    with pytest.raises(ValueError, match="no states: want one"):
        Leaves.of([])
    with pytest.raises(ValueError, match="state 1 is of kuhn: want the same rules of leduc"):
        Leaves.of([ruleset("leduc").rules.start(), ruleset("kuhn").rules.start()])
    over = ruleset("leduc").rules.start()
    over.playout(1)
    with pytest.raises(ValueError, match="state 0: the game is over"):
        Leaves.of([over])


def test_a_leaf_that_is_not_there() -> None:
    def judge(leaves: Leaves) -> Shares:
        for number in (-1, len(leaves)):
            with pytest.raises(IndexError, match=f"no leaf {number}: want 0 to {len(leaves) - 1}"):
                leaves.state(number)
        return even(leaves)

    Searcher(asked(position(5, 20)), ai_seed=1, evaluate=judge).run(nodes=10)
