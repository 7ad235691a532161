"""A search that is restricted to some moves of its root (`go ... moves=`), in every game, for every kind of choice."""

from __future__ import annotations

import random

import pytest

from petteia.ai.player import Limits
from petteia.ai.registry import make_player
from petteia.engine import GAMES, Game, IllegalMove, Observation, new
from petteia.ext.core import DecisionKind
from petteia.ext.search.searcher import Searcher


def decisions(name: str, count: int) -> list[Observation]:
    """Decisions with a choice: of every kind that a random game meets the first ones."""
    found: dict[int, list[Observation]] = {}
    chooser = random.Random(5)
    for seed in range(6):
        game: Game = new(name, seats=2, seed=seed)
        while game.pending:
            seat = chooser.choice(game.pending)
            seen = game.observation(seat)
            legal = seen.legal()
            if len(legal) > 2:
                found.setdefault(seen.core.kind(seen.core.viewer), []).append(seen)
            game.play(seat, chooser.choice(legal))
    return [seen for of_kind in found.values() for seen in of_kind[:: max(1, len(of_kind) // count)][:count]]


@pytest.mark.parametrize("name", GAMES)
def test_only_the_chosen_moves_are_looked_at(name: str) -> None:
    chooser = random.Random(7)
    for seen in decisions(name, 4):
        legal = seen.core.legal()
        chosen = chooser.sample(legal, chooser.randint(1, len(legal) - 1))
        for threads in (1, 2):
            search = Searcher(seen.core, ai_seed=3, threads=threads, moves=chosen)
            assert {move for move, _ in search.priors()} == set(chosen)
            search.run(nodes=60)
            rows = search.root()
            assert {move for move, _, _, _ in rows} == set(chosen)
            assert sum(policy for _, policy, _, _ in rows) == pytest.approx(1)
            assert sum(search.values()) == pytest.approx(1)


@pytest.mark.parametrize("name", GAMES)
def test_nodes_go_to_the_chosen_moves(name: str) -> None:
    for seen in decisions(name, 3):
        if seen.core.kind(seen.core.viewer) != DecisionKind.PUBLIC_CHOICE:
            continue
        search = Searcher(seen.core, ai_seed=3, moves=seen.core.legal()[-2:])
        search.run(nodes=80)
        assert min(visits for _, _, visits, _ in search.root()) > 0
        assert sum(visits for _, _, visits, _ in search.root()) > 40  # some resample the own hand


def test_a_solved_bid_or_guess_is_chosen_among_these() -> None:
    kinds = set()
    for seen in decisions("epix", 6):
        kind = seen.core.kind(seen.core.viewer)
        if kind in (DecisionKind.BID, DecisionKind.GUESS):
            kinds.add(kind)
            whole = Searcher(seen.core, ai_seed=3)
            whole.run(nodes=100)
            never = [move for move, policy, _, _ in whole.root() if policy == 0][:2] or seen.core.legal()[:2]
            search = Searcher(seen.core, ai_seed=3, moves=never)
            search.run(nodes=100)
            assert {move for move, _, _, _ in search.root()} == set(never)
            assert sum(policy for _, policy, _, _ in search.root()) == pytest.approx(1)
    assert kinds == {DecisionKind.BID, DecisionKind.GUESS}


def test_all_legal_moves_are_no_restriction() -> None:
    seen = new("egemonia", seed=4).observation("s0")
    limits = Limits(nodes=300, moves=tuple(reversed(seen.legal())))
    all_of_them, free = (make_player("ismcts", 1).decide(seen, each) for each in (limits, Limits(nodes=300)))
    assert all_of_them.analysis is not None
    assert free.analysis is not None
    assert all_of_them.move == free.move
    assert all_of_them.analysis.lines == free.analysis.lines


@pytest.mark.parametrize("spec", ["random", "greedy:worlds=2", "pimc:worlds=2", "ismcts", "ismcts:level=1"])
def test_every_player_keeps_to_them(spec: str) -> None:
    seen = new("egemonia", seed=4).observation("s0")
    chosen = tuple(seen.legal()[5:8])
    decided = {make_player(spec, seed).decide(seen, Limits(nodes=40, moves=chosen)).move for seed in range(6)}
    assert decided <= set(chosen)


@pytest.mark.parametrize("moves", [("fly:athens",), ()])
def test_moves_that_are_not_legal_are_refused(moves: tuple[str, ...]) -> None:
    seen = new("egemonia", seed=4).observation("s0")
    with pytest.raises(IllegalMove, match="want some of setup:"):
        make_player("ismcts", 1).decide(seen, Limits(nodes=40, moves=moves))
    with pytest.raises(ValueError, match="want some of"):
        Searcher(seen.core, ai_seed=1, moves=[12345678])
