"""Searches in several threads, stopped from another, and a session that does several things at once.

On an ordinary build these say that it works; `make tsan` runs them under the thread sanitizer, which says why.
"""

from __future__ import annotations

import threading
import time

import pytest

from petteia.engine import GAMES, Game, ruleset
from petteia.ext.search.pimc import Pimc
from petteia.ext.search.searcher import Searcher
from petteia.protocols.verbs.search import search_player

from ..protocol.talk import Talk

THREADS = 3


def searcher(name: str, threads: int = THREADS) -> Searcher:
    game = Game(ruleset(name), 5)
    observation = game.observation(game.pending[0])
    return Searcher(observation.core, ai_seed=1, memory_mb=8 * threads, threads=threads)


@pytest.mark.parametrize("name", GAMES)
def test_several_threads_search_one_position(name: str) -> None:
    search = searcher(name)
    seen: list[int] = []
    search.run(nodes=1500, listener=lambda found: seen.append(found.nodes), every=0.01)
    assert search.nodes == 1500
    assert seen[-1] == 1500


@pytest.mark.parametrize("name", GAMES)
def test_a_search_is_stopped_from_another_thread(name: str) -> None:
    for pause in (0.0, 0.001, 0.02):
        search = searcher(name)
        timer = threading.Timer(pause, search.stop)
        timer.start()
        search.run(seconds=60.0)
        timer.join()
        assert search.seconds < 30


def test_a_search_over_worlds_is_stopped_from_another_thread() -> None:
    game = Game(ruleset("epix"), 5)
    search = Pimc(game.observation(game.pending[0]).core, ai_seed=1, worlds=4, memory_mb=8)
    timer = threading.Timer(0.02, search.stop)
    timer.start()
    search.run(nodes=10**9)
    timer.join()
    assert 0 < search.nodes < 10**9


def test_searches_side_by_side_share_the_memory_of_trees() -> None:
    """Memory of trees is kept for the next search: several begin and end at the same time."""
    failed: list[BaseException] = []

    def work(name: str) -> None:
        try:
            for _ in range(4):
                searcher(name, threads=1).run(nodes=200)
        except BaseException as error:
            failed.append(error)

    threads = [threading.Thread(target=work, args=(name,)) for name in GAMES]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failed == []


def test_a_session_that_ponders_searches_and_is_stopped() -> None:
    talk = Talk(players=search_player)
    talk.send(f"setoption Threads {THREADS}")
    for number in range(3):
        talk.send(f"new egemonia deal={number}")
    talk.wait(4)
    talk.send("@a go s0 infinite game=g1")
    talk.send("@b ponder s1 game=g2")
    talk.send("@c analyze s0 infinite every=5 game=g3")
    time.sleep(0.3)
    for id in ("a", "b", "c"):
        talk.send("ping")
        talk.send(f"stop {id}")
    talk.wait(4 + 3 + 6, seconds=120)
    ended = {message.id: message.kind for message in talk.said if message.terminal and message.id in ("a", "b", "c")}
    assert set(ended) == {"a", "b", "c"}
    assert "error" not in ended.values()
