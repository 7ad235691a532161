"""Our side: the small games that others have too, searched, played out and stepped through."""

from __future__ import annotations

import random
from collections.abc import Callable

from petteia.engine import Game
from petteia.engine.games.toys import Kuhn, Leduc, Toy
from petteia.engine.vector import VectorEnv
from petteia.ext import core
from petteia.ext.core import measure
from petteia.ext.games.toys import goofspiel as toy_goofspiel
from petteia.ext.search.searcher import Searcher

Position = tuple[str, ...]  # our moves from the start, chance included

# Roots of the searches: first and later decisions, weak and strong cards.
KUHN: tuple[Position, ...] = (
    ("deal:j", "deal:q"),
    ("deal:k", "deal:j", "call"),
    ("deal:q", "deal:k", "raise"),
    ("deal:q", "deal:j", "call", "raise"),
)
LEDUC: tuple[Position, ...] = (
    ("deal:k", "deal:j"),
    ("deal:j", "deal:k", "raise"),
    ("deal:q", "deal:q", "call", "raise"),
    ("deal:k", "deal:j", "call", "call", "deal:q"),
    ("deal:q", "deal:k", "raise", "call", "deal:q", "raise"),
)
GAMES: dict[str, tuple[type[Toy], tuple[Position, ...]]] = {"kuhn": (Kuhn, KUHN), "leduc": (Leduc, LEDUC)}

SLICE = 0.2  # seconds of playouts in a turn


def at(name: str, position: Position) -> Game:
    """A game that stands at a position, with chance answered by its moves."""
    game = Game(GAMES[name][0](), 1, chance="client")
    for move in position:
        game.play(game.pending[0], move)
    return game


def searching(name: str, simulations: int) -> Callable[[], int]:
    """Think about each position from nothing and say what to play."""
    observations = []
    for position in GAMES[name][1]:
        game = at(name, position)
        observations.append(game.observation(game.pending[0]).core)

    def work() -> int:
        for observation in observations:
            search = Searcher(observation, ai_seed=1)
            search.run(simulations)
            search.root()
        return simulations * len(observations)

    return work


def playing_out(state: core.State) -> Callable[[], int]:
    """Uniformly random games from a position, each on a copy."""
    return lambda: measure.playouts(state, SLICE)[0]


def dealt(name: str) -> core.State:
    """The first decision of a poker game."""
    return at(name, GAMES[name][1][0]).state


def goofspiel(n_cards: int) -> core.State:
    return core.Rules("goofspiel", toy_goofspiel.make_rules(n_cards)).start()


def copying(state: core.State, n: int) -> Callable[[], int]:
    def work() -> int:
        clone = state.clone
        for _ in range(n):
            clone()
        return n

    return work


def moving(name: str, steps: int) -> Callable[[], int]:
    """Random games move by move by the kernel's handles: legal moves and moves are numbers, nothing is checked."""

    def work() -> int:
        numbers = random.Random(1)
        rules = GAMES[name][0]().rules
        state, luck = rules.start(), core.DealRng(0)
        done = 0
        while done < steps:
            pending = state.pending()
            if pending == 0:
                state, luck = rules.start(), core.DealRng(done)
            elif pending == core.PENDING_CHANCE:
                state.apply(core.CHANCE, luck.draw(state))
            else:
                seat = (pending & -pending).bit_length() - 1
                state.apply(seat, numbers.choice(state.legal(seat)))
                done += 1
        return steps

    return work


def batched(name: str, games: int, steps: int) -> Callable[[], int]:
    """Many random games at once: vectors and masks in arrays, actions chosen in C."""
    env = VectorEnv(GAMES[name][0](), games, seed=1)
    env.reset()

    def work() -> int:
        for _ in range(steps):
            env.step(env.random_actions())
        return steps * games

    return work


def stepping(name: str, steps: int) -> Callable[[], int]:
    """Random games move by move, as somebody who learns from them would: vector, legal moves, move."""

    def work() -> int:
        numbers = random.Random(1)
        rules = GAMES[name][0]()
        game = Game(rules, 0)
        for step in range(steps):
            if not game.pending:
                game = Game(rules, step)
            seat = game.pending[0]
            game.observation(seat).to_numpy()
            game.play_action(seat, numbers.choice(game.legal_actions(seat)))
        return steps

    return work
