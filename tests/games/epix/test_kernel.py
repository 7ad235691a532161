"""Epix's kernel by itself: how long games last, and tokens that cannot be."""

from __future__ import annotations

import random

import pytest

from petteia.engine import BadPosition, Game, Observation

from ..kernel import kernel_rules
from ..variants import with_settings
from .position import DATA, Position, fields_of, rules_of
from .styles import SHAPES


@pytest.mark.parametrize(("seats", "rules"), SHAPES)
def test_15_random_games_end_within_the_bound(seats: int, rules: str) -> None:
    start = rules_of(seats, rules).rules.start()
    longest = 0
    for seed in range(3_000):
        state = start.clone()
        longest = max(longest, state.playout(seed))
        assert state.pending() == 0
    assert 30 < longest <= Position.most_moves(seats)[0]


def test_random_games_end_where_an_attack_may_cost_nothing() -> None:
    start = kernel_rules("epix", 2, {"rules": "advanced"}, with_settings(DATA, min_attack_bid=0)).rules.start()
    for seed in range(300):
        state = start.clone()
        state.playout(seed)
        assert state.pending() == 0


def test_playouts_choose_uniformly() -> None:
    """The first move of a playout is any legal one, each as often: also of guesses, which it does not list."""
    rules = rules_of(2, "advanced")
    turn = {"first": "s1", "turn": "s1", "cards": [["tax"], ["move"]], "shown": [False, True]}
    state = rules.from_fields(fields_of({"A1": "s1 soldier"}, gold=[0, 7], abilities=[["citadel"], []], **turn))
    state.apply(1, rules.parse_move("attack:soldier@A1>A"))
    pairs = [rules.format_move(move) for move in state.legal(0)]
    assert len(pairs) == 15
    drawn = dict.fromkeys(pairs, 0)
    for seed in range(6_000):
        after = state.clone()
        assert after.playout(seed, 1) == 1
        named = rules.fields(after)["secret"][0]
        drawn[f"guess:{','.join(named.removeprefix('guess:').split(',')[:2])}"] += 1
    assert all(300 < count < 500 for count in drawn.values()), drawn


# ---------------------------------------------------------------------------------------------------------------
# Tokens that cannot be.


def told_game(seed: int, rules: str = "advanced") -> Game:
    rng = random.Random(seed)
    game = Game(rules_of(3, rules), seed)
    while game.pending:
        seat = rng.choice(game.pending)
        game.play(seat, rng.choice(game.legal(seat)))
    return game


@pytest.mark.parametrize(
    "event",
    [
        "move s0 recruit:soldier@A1",  # chance comes first
        "move chance ability:banker",
        "move chance first:s0 again",
        "secret s1 bid:3",  # another seat's
        "secret s0 bid:3",
        "bid s0 3",
        "guess s0 3",
        "guess s0 1,2,3,4",
        "parity s0 odd",
        "parity s0 green",
        "turn s0 tax",
        "over s0 castle",
        "season summer",
        "frob",
        "",
    ],
)
def test_a_token_that_cannot_be_is_refused(event: str) -> None:
    with pytest.raises(BadPosition):
        Observation.start(rules_of(3, "advanced"), "s0").see(event)


def test_any_token_at_any_time_is_taken_or_refused() -> None:
    """Events of one game told in another: nothing worse than a refusal, and what was taken gives sound worlds."""
    rng = random.Random(6)
    games = [told_game(seed) for seed in range(8)]
    taken = refused = 0
    for _ in range(300):
        game, other, viewer = rng.choice(games), rng.choice(games), rng.choice(("s0", "s1", "s2", "pub"))
        events = game.events(viewer)
        observation = Observation.start(game.ruleset, viewer)
        for event in events[: rng.randrange(len(events))]:
            observation = observation.see(event)
        for event in rng.sample(other.events(rng.choice((viewer, "s0"))), 12):
            try:
                observation = observation.see(event)
                taken += 1
            except BadPosition:
                refused += 1
            observation.legal()
            observation.view()
            observation.sample(1).playout(1)
    assert taken > 100
    assert refused > 100


def test_what_is_shown_must_agree_with_what_was_chosen() -> None:
    game = Game(rules_of(2, "basic"), 1)
    while len(game.pending) < 2:  # until the draft
        game.play(game.pending[0], "pass")
    game.play("s0", "bid:3")
    own, other = game.observation("s0"), game.observation("s1")
    with pytest.raises(BadPosition, match="the rules do not allow it"):
        own.see("bid s0 4")
    with pytest.raises(BadPosition, match="the rules do not allow it"):
        other.see("bid s0 16")
    with pytest.raises(BadPosition, match="not at this point"):
        other.see("bid s0 4").see("bid s1 2")  # it has not bid itself
    assert other.pending == ("s0", "s1")
    assert own.pending == ("s1",)
