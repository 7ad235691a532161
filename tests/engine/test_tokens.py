"""Tokens taken apart and put together again, and words by the kernels' numbers."""

from __future__ import annotations

import random

import pytest

from petteia.engine import GAMES, Game, ruleset
from petteia.engine.numbers import by_number
from petteia.engine.tokens import Token, join, split
from petteia.ext import core


def test_the_parts_of_a_token() -> None:
    token = 7 << 56 | 1 << 52 | 2 << 48 | 0xABCDEF << 24 | 0x123456
    assert split(token) == Token(type=7, seat=2, open=0xABCDEF, secret=0x123456)
    assert split(token & ~(1 << 52) & ~0xFFFFFF).secret is None


def test_an_event_without_a_secret_part_hides_nothing() -> None:
    assert split(join(3)) == Token(type=3, seat=core.CHANCE, open=0, secret=0)


@pytest.mark.parametrize("name", GAMES)
def test_every_token_of_a_game_is_the_sum_of_its_parts(name: str) -> None:
    game, numbers = Game(ruleset(name), seed=5), random.Random(5)
    while game.pending:
        game.play(game.pending[0], numbers.choice(game.legal(game.pending[0])))
    for viewer in (*game.ruleset.seats, "pub"):
        for event in game.events(viewer):
            token = game.ruleset.parse_token(event)
            assert join(*split(token)) == token


def test_words_by_number_leave_no_gap() -> None:
    assert by_number({1: "b", 0: "a"}) == ("a", "b")
    with pytest.raises(KeyError):
        by_number({0: "a", 2: "c"})
