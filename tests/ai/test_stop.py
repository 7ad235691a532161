"""A search ends when it is told to, and not a moment later than it has to."""

from __future__ import annotations

import threading
import time

import pytest

from petteia.ai.player import Limits
from petteia.ai.registry import make_player
from petteia.ai.stop import Stop, stopping
from petteia.engine import GAMES, Game, new
from petteia.ext.core import DecisionKind
from petteia.ext.search.searcher import Searcher

from ..patience import quickest

SEARCHES = ("pimc", "ismcts", "ismcts:threads=2")


def test_a_stop_is_heard_by_all_who_listen_then_or_later() -> None:
    stop, heard = Stop(), list[str]()
    with stopping(stop, lambda: heard.append("gone")):
        pass
    with stopping(stop, lambda: heard.append("now")):
        assert not stop.is_set()
        stop.set()
        assert heard == ["now"]
    with stopping(stop, lambda: heard.append("late")):
        assert heard == ["now", "late"]
    assert stop.is_set()


@pytest.mark.parametrize("spec", SEARCHES)
def test_a_search_of_one_node_waits_for_nobody(spec: str, twins: tuple[Game, Game]) -> None:
    """Nobody polls: being able to stop costs a search nothing. (The best of many, for others use the machine too.)"""
    observation, player = twins[0].observation("s0"), make_player(spec, 1)

    def seconds() -> float:
        started = time.perf_counter()
        player.decide(observation, Limits(nodes=1), None, Stop())
        return time.perf_counter() - started

    assert quickest(seconds, 0.010) < 0.010


@pytest.mark.parametrize("spec", SEARCHES)
@pytest.mark.parametrize("delay", [0.0, 0.0001, 0.0003, 0.001, 0.003, 0.01])
def test_no_stop_is_lost_however_early_it_comes(spec: str, delay: float, twins: tuple[Game, Game]) -> None:
    """Before the search is made, while it starts, and once it runs."""
    observation, player, stop = twins[0].observation("s0"), make_player(spec, 1), Stop()
    if delay:
        threading.Timer(delay, stop.set).start()
    else:
        stop.set()
    decided: list[str] = []
    thinking = threading.Thread(
        target=lambda: decided.append(player.decide(observation, Limits(infinite=True), None, stop).move), daemon=True
    )
    thinking.start()
    thinking.join(60)
    assert decided
    assert decided[0] in observation.legal()


def test_a_running_search_stops_within_ten_milliseconds(twins: tuple[Game, Game]) -> None:
    observation, player = twins[0].observation("s0"), make_player("ismcts", 1)

    def seconds() -> float:
        stop, ended = Stop(), list[float]()

        def think() -> None:
            player.decide(observation, Limits(infinite=True), None, stop)
            ended.append(time.perf_counter())

        thinking = threading.Thread(target=think)
        thinking.start()
        time.sleep(0.05)
        told = time.perf_counter()
        stop.set()
        thinking.join()
        return ended[0] - told

    assert quickest(seconds, 0.010) < 0.010


@pytest.mark.parametrize("name", GAMES)
def test_a_search_stopped_at_once_plays_what_the_game_suggests(name: str) -> None:
    """And says that it has not searched. Before, it was sure of the first move in the list."""
    game = new(name, seed=7)
    observation = game.observation(game.pending[0])
    stop = Stop()
    stop.set()
    priors = Searcher(observation.core, ai_seed=1).priors()
    best = [observation.ruleset.format_move(move) for move, prior in priors if prior == priors[0][1]]
    chosen = set()
    for seed in range(20):
        decision = make_player("ismcts", seed).decide(observation, Limits(infinite=True), None, stop)
        assert decision.analysis is not None
        assert decision.analysis.nodes == 0
        assert decision.move in best
        assert decision.policy == pytest.approx(1 / len(best))
        assert sum(line.policy for line in decision.analysis.lines) == pytest.approx(1)
        assert sorted(line.move for line in decision.analysis.lines) == sorted(observation.legal())
        chosen.add(decision.move)
    assert len(chosen) > 1 or len(best) == 1


def test_a_search_of_few_nodes_is_a_search() -> None:
    """The shares of a bid or a guess may round to no visits at all; they come from the search all the same."""
    game, player, met = new("siege", seed=3), make_player("ismcts", 1), False
    for step in range(60):
        if not game.pending:
            break
        seat = game.pending[0]
        observation = game.observation(seat)
        if (
            observation.core.kind(observation.core.viewer) in (DecisionKind.BID, DecisionKind.GUESS)
            and len(observation.legal()) > 1
        ):
            search = Searcher(observation.core, ai_seed=1)
            search.run(2)
            shares = {observation.ruleset.format_move(move): share for move, share, _, _ in search.root()}
            analysis = player.decide(observation, Limits(nodes=2)).analysis
            assert analysis is not None
            assert {line.move: line.policy for line in analysis.lines} == pytest.approx(shares)
            met = True
        moves = game.legal(seat)
        game.play(seat, moves[step % len(moves)])
    assert met
