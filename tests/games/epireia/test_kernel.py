"""What only Epireia's kernel has: its sizes, its numbers in words, how long its games are."""

from __future__ import annotations

import random

import pytest

from petteia.engine import Game, Ruleset, UnknownGame, ruleset
from petteia.engine.games.epireia import CITIES, SCENARIOS, Epireia
from petteia.ext import core
from petteia.ext.games.epireia import packing

from .position import ROWS


def test_sizes() -> None:
    assert packing.sizes()[1] == ruleset("epireia").rules.state_size


# What is chosen while others choose, too: there the search mixes, so that nobody can outguess it.
PUBLIC, SIMULTANEOUS = 0, 2  # of ext/types.pxd
SECRET = [
    (2, {}, "figure placement leaders"),
    (3, {}, "figure placement leaders"),
    (1, {"enemy": "die"}, ""),
    (1, {"enemy": "ai"}, ""),
    (1, {"enemy": "rival"}, "placement leaders"),
]


@pytest.mark.parametrize(("seats", "options", "phases"), SECRET, ids=str)
def test_where_nobody_else_chooses_nobody_is_to_be_outguessed(seats: int, options: dict[str, str], phases: str) -> None:
    found: dict[str, set[int]] = {}
    for seed in range(40):
        game, rng = Game(ruleset("epireia", seats, **options), seed), random.Random(seed)
        while game.pending:
            kinds = {game.state.kind(game.ruleset.seat_number(seat)) for seat in game.pending}
            found.setdefault(game.view("pub")["phase"], set()).update(kinds)
            game.play(game.pending[0], rng.choice(game.legal(game.pending[0])))
    assert {phase for phase, met in found.items() if met != {PUBLIC}} == set(phases.split())
    assert all(found[phase] == {SIMULTANEOUS} for phase in phases.split())
    assert "placement" in found


def test_the_listed_scenarios_and_cities_are_the_datas() -> None:
    assert tuple(ROWS["solo"]) == SCENARIOS
    assert tuple(ROWS["cities"]) == CITIES


def test_shapes_cover_all_scenarios_and_enemies() -> None:
    shapes = Epireia.shapes()
    assert {seats for seats, _ in shapes} == {1, 2, 3, 4}
    assert {options["scenario"] for seats, options in shapes if seats == 1} == set(SCENARIOS)
    assert {options["enemy"] for seats, options in shapes if seats == 1} == {"die", "ai", "rival"}


def test_seats_and_teams() -> None:
    four, dice, ai = ruleset("epireia", 4), ruleset("epireia", 1), ruleset("epireia", 1, enemy="ai")
    assert (four.seats, four.rules.teams) == (("s0", "s1", "s2", "s3"), (0, 1, 1, 0))
    assert (dice.seats, dice.rules.teams, dice.rules.n_teams) == (("s0",), (0,), 2)
    assert (ai.seats, ai.rules.teams) == (("s0", "enemy"), (0, 1))
    assert four.seat_name("s3") == "Delian league, second city"
    assert ai.seat_name("enemy") == "The enemy cities"
    assert dice.chosen == {"scenario": "harvest_road", "city": "", "league": "", "enemy": "die", "readings": "ours"}


@pytest.mark.parametrize(
    ("seats", "options", "reason"),
    [
        (2, {"enemy": "ai"}, "only a game for one player"),
        (2, {"colour": "red"}, "no option"),
        (1, {"scenario": "nowhere"}, "want one of harvest_road"),
        (1, {"enemy": "nobody"}, "want one of die, ai, rival"),
        (1, {"city": "thebes"}, "want one of athens"),
        (1, {"league": "arcadian"}, "want one of delian"),
        (1, {"scenario": "harvest_road", "city": "corinth"}, "cannot be played with it"),
        (1, {"city": "athens", "league": "peloponnesian"}, "cannot be in the league"),
        (1, {"scenario": "wooden_walls", "league": "delian"}, "is played with 'peloponnesian'"),
    ],
)
def test_options_that_do_not_fit_are_refused_with_a_reason(seats: int, options: dict[str, str], reason: str) -> None:
    with pytest.raises(UnknownGame, match=reason):
        ruleset("epireia", seats, **options)


# ---------------------------------------------------------------------------------------------------------------
# How games end.


def greedy(game: Ruleset, seed: int) -> core.State:
    """A game in which everybody makes the move after which the own team looks best."""
    state, luck = game.rules.start(), core.DealRng(seed)
    while pending := state.pending():
        if pending == core.PENDING_CHANCE:
            state.apply(core.CHANCE, luck.draw(state))
            continue
        seat = (pending & -pending).bit_length() - 1
        team = game.rules.teams[seat]
        best = (-1.0, 0)
        for move in state.legal(seat):
            after = state.clone()
            after.apply(seat, move)
            best = max(best, (after.evaluate()[team], move))
        state.apply(seat, best[1])
    return state


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_games_end_and_how_many_reach_the_last_turn(seats: int) -> None:
    """Prints the shares (run with -s). Random players seldom meet three objectives in sixteen turns; others do."""
    game = ruleset("epireia", seats)
    at_random = []
    for seed in range(400):
        state = game.rules.start()
        state.playout(seed)
        at_random.append(state)
    greedily = [greedy(game, seed) for seed in range(20)]
    for name, ended in (("random", at_random), ("greedy", greedily)):
        assert all(state.pending() == 0 for state in ended)
        turns = [packing.unpack(state.raw())["turn"] for state in ended]
        assert max(turns) <= 16
        share = sum(turn == 16 for turn in turns) / len(turns)
        mean = sum(turns) / len(turns)
        print(f"{seats} seats, {name}: {share:.0%} of {len(turns)} games reach turn 16, mean {mean:.1f}")


@pytest.mark.parametrize(("seats", "options"), Epireia.shapes()[3:])
def test_solo_games_end(seats: int, options: dict[str, str]) -> None:
    game = ruleset("epireia", seats, **options)
    won = battles = 0
    for seed in range(300):
        state = game.rules.start()
        state.playout(seed)
        assert state.pending() == 0
        won += state.returns()[0] == 1
        battles += packing.unpack(state.raw())["revealed"] == 9
    assert won <= battles <= 300
    print(f"{options}: {battles} of 300 random games come to the battle, {won} are won")
