"""OpenSpiel's own suite on our games, and what its algorithms find in them."""

from __future__ import annotations

import numpy as np
import pyspiel
import pytest
from open_spiel.python.algorithms import cfr, expected_game_score, exploitability, ismcts, mcts
from open_spiel.python.observation import make_observation

from petteia.engine import GAMES
from petteia.engine.registry import TOYS
from petteia.research import openspiel

SHAPES = [(name, seats) for name, game in GAMES.items() for seats in game.seat_counts] + [(name, 2) for name in TOYS]
WITH_HANDS = ("egemonia", "ephyran")  # what is hidden differs from the deal on
SIMULATIONS = 2
SOLO = [("scenario", "voice_of_delphi"), ("enemy", "ai")]


@pytest.fixture(scope="module", autouse=True)
def registered() -> list[str]:
    return openspiel.register()


def test_registering_again_changes_nothing(registered: list[str]) -> None:
    assert openspiel.register() == registered
    assert set(registered) <= set(pyspiel.registered_names())


@pytest.mark.parametrize(("name", "seats"), SHAPES)
def test_random_games(name: str, seats: int) -> None:
    """OpenSpiel's suite: chance, legal actions, serialisation, observers, returns."""
    game = pyspiel.load_game(f"petteia_{name}", {"seats": seats})
    pyspiel.random_sim_test(game, num_sims=SIMULATIONS, serialize=True, verbose=False)


@pytest.mark.long
@pytest.mark.parametrize(("name", "seats"), SHAPES)
def test_many_random_games(name: str, seats: int) -> None:
    game = pyspiel.load_game(f"petteia_{name}", {"seats": seats})
    pyspiel.random_sim_test(game, num_sims=10 * SIMULATIONS, serialize=True, verbose=False)


def test_an_enemy_that_decides_has_a_seat() -> None:
    game = pyspiel.load_game("petteia_epireia", {"seats": 1, **dict(SOLO)})
    assert game.num_players() == 2
    pyspiel.random_sim_test(game, num_sims=1, serialize=True, verbose=False)


def test_wrong_parameters_are_refused() -> None:
    with pytest.raises(ValueError, match="want 2 or 3 or 4"):
        pyspiel.load_game("petteia_epix", {"seats": 7})


def after(game: pyspiel.Game, decisions: int, seed: int) -> openspiel.PetteiaState:
    """A position of a random game, with a decision to make."""
    numbers = np.random.RandomState(seed)
    state = game.new_initial_state()
    while decisions or state.is_chance_node():
        if state.is_terminal():
            return after(game, 3, seed + 1)
        if state.is_chance_node():
            outcomes, chances = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(numbers.choice(outcomes, p=chances))
        else:
            state.apply_action(numbers.choice(state.legal_actions()))
            decisions -= 1
    return after(game, 3, seed + 1) if state.is_terminal() else state


@pytest.mark.parametrize("name", GAMES)
def test_observers_show_what_the_seat_knows(name: str) -> None:
    game = pyspiel.load_game(f"petteia_{name}", {"seats": max(GAMES[name].seat_counts)})
    observer = make_observation(game)
    for decisions in (0, 5, 20):
        state = after(game, decisions, 1)
        for player in range(game.num_players()):
            observer.set_from(state, player)
            known = state.petteia.observation(state.petteia.seats[player])
            assert np.array_equal(observer.tensor, known.to_numpy())
            assert np.array_equal(state.observation_tensor(player), known.to_numpy())
            assert observer.string_from(state, player) == known.draw()
            assert f"{known.key:016x}" in state.information_state_string(player)


@pytest.mark.parametrize("name", GAMES)
def test_worlds_drawn_anew_look_the_same_to_their_player(name: str) -> None:
    game = pyspiel.load_game(f"petteia_{name}", {})
    numbers = np.random.RandomState(2)
    others = set()
    for decisions in (2, 9, 40):
        state = after(game, decisions, decisions)
        player = state.current_player()
        for _ in range(6):
            world = state.resample_from_infostate(player, numbers.random_sample)
            assert world.information_state_string(player) == state.information_state_string(player)
            assert world.legal_actions() == state.legal_actions()
            assert world.current_player() == player
            assert (world.history(), world.petteia.moves) == ([], [])  # which would tell what was hidden
            other = 1 - player
            others.add(world.information_state_string(other))
            assert state.information_state_string(other) != world.information_state_string(other)
            for use in (make_observation(game).set_from, openspiel.resample):
                with pytest.raises(ValueError, match="was drawn for player"):
                    use(world, other)
    if name in WITH_HANDS:
        assert len(others) > 3, "worlds in which the others know different things are told apart"


def test_nothing_of_the_true_world_is_left_in_a_sampled_one() -> None:
    """Two true worlds that a player cannot tell apart give the same sampled worlds."""
    game = pyspiel.load_game("petteia_leduc", {})
    keys = set()
    for hidden in range(3):
        state = game.new_initial_state()
        state.apply_action(0)
        if hidden < len(state.chance_outcomes()):
            state.apply_action(hidden)
            world = state.resample_from_infostate(0, np.random.RandomState(5).random_sample)
            keys.add((world.information_state_string(0), world.information_state_string(1), world.petteia.digest))
    assert len(keys) == 1


@pytest.mark.parametrize("name", ["egemonia", "epix", "leduc"])
def test_their_search_plays_our_games(name: str) -> None:
    game = pyspiel.load_game(f"petteia_{name}", {})
    bot = ismcts.ISMCTSBot(
        game=game,
        uct_c=1.0,
        evaluator=mcts.RandomRolloutEvaluator(1, np.random.RandomState(1)),
        max_simulations=20,
        random_state=np.random.RandomState(1),
    )
    bot.set_resampler(openspiel.resample)
    state = after(game, 2, 4)
    assert bot.step(state) in state.legal_actions()


def test_exploitability_of_kuhn() -> None:
    """Their solver on our Kuhn finds its value: the first player loses 1/18 of a chip, and a chip is worth 1/4."""
    game = pyspiel.load_game("petteia_kuhn", {})
    assert game.get_type().utility == pyspiel.GameType.Utility.CONSTANT_SUM
    solver = cfr.CFRPlusSolver(game)
    for _ in range(60):
        solver.evaluate_and_update_policy()
    policy = solver.average_policy()
    assert exploitability.nash_conv(game, policy) < 0.005
    value = expected_game_score.policy_value(game.new_initial_state(), [policy, policy])
    assert value[0] == pytest.approx(0.5 - 1 / 4 / 18, abs=0.003)
