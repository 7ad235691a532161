"""What the search promises: nothing but the observation, the same result every time, bounded memory, prompt stops."""

from __future__ import annotations

import random
import resource
import threading
import time

import pytest

from petteia.engine import Game
from petteia.engine.registry import ruleset
from petteia.ext import core
from petteia.ext.search.searcher import Searcher
from petteia.ext.search.tree import sizes

from ..patience import quickest

EGEMONIA = ruleset("egemonia")


def position(seed: int, decisions: int) -> Game:
    """Egemonia after some random decisions."""
    game, numbers = Game(EGEMONIA, seed=seed), random.Random(seed)
    for _ in range(decisions):
        game.play(game.pending[0], numbers.choice(game.legal(game.pending[0])))
    return game


def asked(game: Game) -> core.Obs:
    return game.observation(game.pending[0]).core


def found(obs: core.Obs, **given: int) -> list[tuple[int, float, int, float]]:
    search = Searcher(obs, ai_seed=given.get("ai_seed", 7), threads=given.get("threads", 1))
    search.run(nodes=given.get("nodes", 1000))
    return search.root()


# ---------------------------------------------------------------------------------------------------------------
# It never peeks.


def dealt(sparta: list[str], first: str) -> Game:
    """A game with a given deal for Sparta; Athens always has the same and places once, then Sparta at Delos."""
    game = Game(EGEMONIA, seed=0, chance="client")
    game.play("s0", "setup:megara")
    game.play("s1", "setup:corinth")
    for event in ("military", "influence", "coup", "olympics"):
        game.play("chance", f"draw:{event}")
    for event in sparta:
        game.play("chance", f"draw:{event}")
    while game.pending == ("s1",):
        game.play("s1", f"place:{first}@delos")
    game.play("s0", "place:coup@thebes")
    if game.pending == ("s1",):
        game.play("s1", f"place:{first}@delos")
    return game


def test_what_is_hidden_changes_nothing() -> None:
    """Other events in the enemy's hand and under its counter, the same observation: visits agree bit for bit."""
    one = dealt(["coup", "false_alarm", "military", "brasidas"], "coup")
    two = dealt(["false_alarm", "divine_help", "pericles", "influence"], "false_alarm")
    assert one.state.raw() != two.state.raw()
    assert one.pending == two.pending == ("s0",)
    assert asked(one).raw() == asked(two).raw()
    assert found(asked(one), nodes=5000) == found(asked(two), nodes=5000)


def test_the_deal_does_not_depend_on_the_thinking() -> None:
    """Whoever thinks in between, and with whatever seed, the same moves meet the same draws."""
    games = [position(3, 0) for _ in range(2)]
    for number in range(40):
        moves = games[0].legal(games[0].pending[0])
        found(asked(games[0]), ai_seed=number, nodes=20)
        for game in games:
            game.play(game.pending[0], moves[number % len(moves)])
    assert games[0].record() == games[1].record()


def test_another_seed_thinks_otherwise() -> None:
    obs = asked(position(4, 10))
    assert found(obs, ai_seed=1) != found(obs, ai_seed=2)


# ---------------------------------------------------------------------------------------------------------------
# It is reproducible.


@pytest.mark.parametrize("threads", [1, 2, 3, 4])
def test_the_same_seed_nodes_and_threads_give_the_same(threads: int) -> None:
    obs = asked(position(5, 20))
    first = found(obs, threads=threads, nodes=400)
    assert all(found(obs, threads=threads, nodes=400) == first for _ in range(24))


def test_in_two_parts_as_in_one() -> None:
    obs = asked(position(7, 12))
    whole, parts = Searcher(obs, ai_seed=1), Searcher(obs, ai_seed=1)
    whole.run(nodes=2000)
    parts.run(nodes=700)
    parts.run(nodes=1300)
    assert whole.root() == parts.root()
    assert whole.nodes == parts.nodes == 2000


def test_nodes_are_shared_out_among_threads() -> None:
    search = Searcher(asked(position(8, 12)), ai_seed=1, threads=3)
    search.run(nodes=1000)
    assert search.nodes == 1000
    assert sum(visits for _, _, visits, _ in search.root()) > 700  # without those that resample the own hand


# ---------------------------------------------------------------------------------------------------------------
# It keeps within bounds.


def test_sizes() -> None:
    assert sizes()["edge"] == sizes()["bid edge"] <= 48
    assert sizes()["node"] <= 32


def test_copies() -> None:
    search = Searcher(asked(position(9, 8)), ai_seed=1)
    search.run(nodes=3000)
    print(f"\ncopies per iteration: {search.copies / search.nodes}")
    assert search.copies <= 2 * search.nodes


@pytest.mark.parametrize("memory", [1, 2, 8])
def test_memory_is_bounded_and_a_full_tree_goes_on(memory: int) -> None:
    search = Searcher(asked(position(10, 3)), ai_seed=1, memory_mb=memory)
    search.run(nodes=40_000)
    search.run(nodes=2000)
    print(f"\n{memory} MB: {search.memory} bytes, nodes and edges {search.used}")
    assert search.memory <= memory << 20
    assert search.nodes == 42_000
    assert search.used[0] * sizes()["node"] + search.used[1] * sizes()["edge"] < search.memory
    assert sum(visits for _, _, visits, _ in search.root()) > 20_000


def test_thousands_of_searches_leave_nothing_behind() -> None:
    obs = asked(position(11, 5))

    def searches(n: int) -> int:
        for seed in range(n):
            Searcher(obs, ai_seed=seed, memory_mb=1).run(nodes=20)
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss

    before = searches(300)
    after = searches(3000)
    print(f"\nafter 300 searches {before} kB, after 3,300 {after} kB")
    assert after - before < 2048


def test_a_tree_that_outgrows_its_tables_forgets_nothing() -> None:
    """Tables grow with the tree: searched in many short runs it knows what it knows after a long one."""
    obs = asked(position(21, 10))
    whole, parts = Searcher(obs, ai_seed=1, memory_mb=16), Searcher(obs, ai_seed=1, memory_mb=16)
    whole.run(nodes=30_000)
    for _ in range(30):
        parts.run(nodes=1000)
    assert whole.used[0] > 10_000  # a table starts with a thousand slots
    assert whole.used == parts.used
    assert whole.root() == parts.root()


def test_stop_is_prompt() -> None:
    def delay() -> float:
        search = Searcher(asked(position(12, 6)), ai_seed=1)
        thread = threading.Thread(target=search.run)
        thread.start()
        time.sleep(0.05)
        start = time.perf_counter()
        search.stop()
        thread.join()
        return time.perf_counter() - start

    assert quickest(delay, 0.01) < 0.01


def test_a_stop_before_the_run_counts_once() -> None:
    search = Searcher(asked(position(12, 6)), ai_seed=1)
    search.stop()
    search.run()
    assert search.nodes == 0
    search.run(nodes=10)
    assert search.nodes == 10


def test_time_is_kept_and_the_listener_told() -> None:
    search, told = Searcher(asked(position(13, 6)), ai_seed=1), []
    start = time.perf_counter()
    search.run(seconds=0.3, listener=lambda s: told.append((s.nodes, s.root()[0][0])), every=0.05)
    took = time.perf_counter() - start
    assert 0.25 < took < 30
    assert 1 <= len(told) <= took / 0.05 + 1  # fewer on a machine that others use too
    assert told[-1][0] == search.nodes


# ---------------------------------------------------------------------------------------------------------------
# What it says.


def test_the_root_is_a_distribution_over_the_legal_moves() -> None:
    obs = asked(position(14, 9))
    search = Searcher(obs, ai_seed=1)
    assert sorted(move for move, _, _, _ in search.root()) == sorted(obs.legal())  # even before it thought
    search.run(nodes=2000)
    rows = search.root()
    assert sorted(move for move, _, _, _ in rows) == sorted(obs.legal())
    assert sum(policy for _, policy, _, _ in rows) == pytest.approx(1)
    assert [row[1] for row in rows] == sorted((row[1] for row in rows), reverse=True)
    assert sum(search.values()) == pytest.approx(1)
    assert 0 < search.error() < 0.1
    line = search.line(rows[0][0])
    assert line[0] == (obs.viewer, rows[0][0])
    assert all(move is None for seat, move in line if seat != obs.viewer)  # placements are face down


def fight_with_three_guesses() -> Game:
    """Epix: an attack with five gold against Citadel, which names two bids and then a third."""
    game, numbers = Game(ruleset("epix", 2, rules="advanced"), seed=27236), random.Random(27236)
    while len(game.pending) < 2 or not any(move.startswith("guess:") for move in game.legal("s0")):
        legal = game.legal(game.pending[0])
        game.play(game.pending[0], numbers.choice([move for move in legal if move.startswith("attack")] or legal))
    return game


def test_a_bid_against_three_guesses_in_two_moves() -> None:
    game = fight_with_three_guesses()
    assert game.ruleset.fields(game.state)["attack"]["guesses"] == 3
    defends, attacks = (found(game.observation(seat).core, nodes=10_000) for seat in ("s0", "s1"))
    # Both play the same equilibrium: what it is worth to the one, it costs the other.
    assert defends[0][3] + attacks[0][3] == pytest.approx(1, abs=0.02)
    # A high bid costs more, so it must be guessed less often, and made less often. With two guesses in mind it is the
    # other way round, because the third often names a high one.
    chance = {game.ruleset.format_move(move): policy for move, policy, _, _ in attacks}
    assert chance["bid:1"] > 1.2 * chance["bid:5"]


def test_a_seat_that_is_not_asked_has_no_root() -> None:
    game = position(15, 9)
    other = "s1" if game.pending == ("s0",) else "s0"
    search = Searcher(game.observation(other).core, ai_seed=1)
    search.run(nodes=500)
    assert search.root() == []
    assert sum(search.values()) == pytest.approx(1)


def test_advance_keeps_what_is_below() -> None:
    game = position(16, 2)
    while True:
        seat = game.pending[0]
        search = Searcher(game.observation(seat).core, ai_seed=1)
        search.run(nodes=20_000)
        while game.pending:
            moves = game.legal(game.pending[0])
            best = EGEMONIA.format_move(search.root()[0][0]) if game.pending[0] == seat else moves[0]
            game.play(game.pending[0], best if best in moves else moves[0])
            if game.pending == (seat,):
                break
        if not game.pending:
            pytest.fail("never kept anything")
        before = search.used
        if search.advance(game.observation(seat).core):
            break
    kept = search.used
    visits = sum(n for _, _, n, _ in search.root())
    print(f"\nadvance kept {kept} of {before} nodes and edges, {visits} visits at the root")
    assert 0 < kept[0] < before[0]
    assert 0 < kept[1] < before[1]
    assert visits > 0
    assert search.nodes == 0
    search.run(nodes=3000)
    assert sum(n for _, _, n, _ in search.root()) > visits + 2000


def test_advance_to_what_was_never_met_starts_anew() -> None:
    first = asked(position(17, 4))
    search = Searcher(first, ai_seed=1)
    search.run(nodes=200)
    assert not search.advance(position(18, 14).observation(f"s{first.viewer}").core)
    search.run(nodes=200)
    assert search.nodes == 200


def test_wrong_parameters_are_refused() -> None:
    obs = asked(position(19, 4))
    with pytest.raises(ValueError, match="no parameter"):
        Searcher(obs, ai_seed=1, params={"speed": 2})
    with pytest.raises(ValueError, match="threads"):
        Searcher(obs, ai_seed=1, threads=0)
