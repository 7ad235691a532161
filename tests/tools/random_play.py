"""Random play in which rare moves come too: a kind of move is chosen first, then a move of that kind."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence

from petteia.engine import Game, Ruleset


def any_kind(rng: random.Random, moves: Sequence[str]) -> str:
    """A move; each kind (``build`` of ``build:mine``) is as likely."""
    kind = rng.choice(sorted({move.partition(":")[0] for move in moves}))
    return rng.choice([move for move in moves if move.partition(":")[0] == kind])


def random_positions(rules: Ruleset, seed: int, rng: random.Random) -> Iterator[Game]:
    """One game, at every decision and at its end."""
    game = Game(rules, seed)
    while game.pending:
        yield game
        seat = rng.choice(game.pending)
        game.play(seat, any_kind(rng, game.legal(seat)))
    yield game
