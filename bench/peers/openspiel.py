"""OpenSpiel's C++ search, random games and copies, called so that Python costs it nothing where that can be had."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from typing import Any

from . import small_games as ours
from .contest import Contest

SIMULATIONS = 10_000
ROLLOUTS = {"kuhn": 100_000, "leduc": 50_000, "goofspiel": 5_000}  # in a turn
COPIES = 50_000
STEPS = 10_000

POKER = {"kuhn": "kuhn_poker", "leduc": "leduc_poker"}
GOOFSPIEL = "goofspiel(imp_info=True,num_cards=13,points_order=descending)"
TURN_BY_TURN = f"turn_based_simultaneous_game(game={GOOFSPIEL})"

CARDS = {"deal:j": 0, "deal:q": 1, "deal:k": 2}
SEARCH_BARS = {"kuhn": 3.0, "leduc": 6.0}
ROLLOUT_BAR = 5.0
STEPPING_BAR = 0.3
BATCH_BAR = 10.0
BATCH = 1024  # games at once


def contests() -> Iterator[Contest]:
    """Raises ImportError where OpenSpiel is not installed."""
    import pyspiel

    peer = "OpenSpiel"
    for name in POKER:
        yield Contest(
            name,
            "IS-MCTS simulations/s",
            peer,
            ours.searching(name, SIMULATIONS),
            (searching(name),),
            SEARCH_BARS[name],
        )
    for name in POKER:
        state = at(name, ours.GAMES[name][1][0])
        theirs = playing_out(pyspiel.load_game(POKER[name]), state, ROLLOUTS[name])
        yield Contest(name, "random games/s", peer, ours.playing_out(ours.dealt(name)), (theirs,))
    game = pyspiel.load_game(TURN_BY_TURN)
    ways = (
        playing_out(game, game.new_initial_state(), ROLLOUTS["goofspiel"]),
        playing_bots(pyspiel.load_game(GOOFSPIEL), ROLLOUTS["goofspiel"]),
    )
    start = ours.goofspiel(13)
    yield Contest("goofspiel(13)", "random games/s", peer, ours.playing_out(start), ways, ROLLOUT_BAR)
    for name in POKER:
        state = at(name, ours.GAMES[name][1][0])
        yield Contest(name, "copies/s from Python", peer, ours.copying(ours.dealt(name), COPIES), (copying(state),))
    state = pyspiel.load_game(GOOFSPIEL).new_initial_state()
    yield Contest("goofspiel(13)", "copies/s from Python", peer, ours.copying(start, COPIES), (copying(state),))
    theirs = moving("leduc", tensors=False)
    yield Contest("leduc", "moves/s by number from Python", peer, ours.moving("leduc", STEPS), (theirs,))
    theirs = moving("leduc", tensors=True)
    yield Contest("leduc", "steps/s from Python", peer, ours.stepping("leduc", STEPS), (theirs,), STEPPING_BAR)
    many = ours.batched("leduc", BATCH, STEPS // 100)
    yield Contest("leduc", "steps/s of many games", peer, many, (theirs,), BATCH_BAR)


def at(name: str, position: ours.Position) -> Any:
    """The same position: cards by rank (Leduc has two of each), moves by what they do."""
    import pyspiel

    state = pyspiel.load_game(POKER[name]).new_initial_state()
    for move in position:
        if state.is_chance_node():
            outcomes = [card for card, _ in state.chance_outcomes()]
            rank = CARDS[move]
            state.apply_action(next(card for card in outcomes if (card if name == "kuhn" else card // 2) == rank))
        else:
            # Kuhn's two actions are named by what they are without a bet: pass and bet.
            words = {"Pass": "call", "Bet": "raise"} if name == "kuhn" and "b" not in str(state) else {}
            words |= {"Pass": "fold", "Bet": "call"} if name == "kuhn" and "b" in str(state) else {}
            named = {state.action_to_string(action): action for action in state.legal_actions()}
            state.apply_action(next(action for word, action in named.items() if words.get(word, word).lower() == move))
    return state


def searching(name: str) -> Callable[[], int]:
    """Its C++ bot with one random rollout for each simulation, a new world for each."""
    import pyspiel

    bot = pyspiel.ISMCTSBot(1, pyspiel.RandomRolloutEvaluator(1, 1), 2.0, SIMULATIONS)
    states = [at(name, position) for position in ours.GAMES[name][1]]

    def work() -> int:
        for state in states:
            bot.step(state)
        return SIMULATIONS * len(states)

    return work


def playing_out(game: Any, state: Any, rollouts: int) -> Callable[[], int]:
    """Its C++ evaluator, without Python between the games: a tree search of one simulation evaluates the root alone, by
    as many random games as the evaluator was told."""
    import pyspiel

    evaluator = pyspiel.RandomRolloutEvaluator(rollouts, 1)
    bot = pyspiel.MCTSBot(game, evaluator, 2.0, 1, 64, False, 1, False)

    def work() -> int:
        bot.step(state)
        return rollouts

    return work


def playing_bots(game: Any, games: int) -> Callable[[], int]:
    """Its C++ loop over two random bots, one call for each game: needs no turns where both decide at once."""
    import pyspiel

    bots = [pyspiel.make_uniform_random_bot(player, player + 1) for player in range(2)]

    def work() -> int:
        for seed in range(games):
            pyspiel.evaluate_bots(game.new_initial_state(), bots, seed)
        return games

    return work


def copying(state: Any) -> Callable[[], int]:
    def work() -> int:
        clone = state.clone
        for _ in range(COPIES):
            clone()
        return COPIES

    return work


def moving(name: str, tensors: bool) -> Callable[[], int]:
    import pyspiel

    game = pyspiel.load_game(POKER[name])

    def work() -> int:
        numbers = random.Random(1)
        state = game.new_initial_state()
        steps = 0
        while steps < STEPS:
            if state.is_terminal():
                state = game.new_initial_state()
            elif state.is_chance_node():
                state.apply_action(numbers.choice(state.chance_outcomes())[0])
            else:
                if tensors:
                    state.information_state_tensor()
                state.apply_action(numbers.choice(state.legal_actions()))
                steps += 1
        return steps

    return work
