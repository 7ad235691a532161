"""Positions of which two differ in what is hidden, and in nothing else."""

from __future__ import annotations

import pytest

from petteia.engine import Game, ruleset

HISTORICAL = ruleset("egemonia", scenario="historical")
ATHENS = ("military", "influence", "coup", "false_alarm")


def dealt(sparta: tuple[str, ...], seed: int, placed: str) -> Game:
    """Athens' first hand is always the same; Sparta's is given, and so is which event it lays face down on Thebes."""
    game = Game(HISTORICAL, seed, chance="client")
    for event in (*ATHENS, *sparta):
        game.play("chance", f"draw:{event}")
    game.play("s0", "place:coup@corinth")
    game.play("s1", f"place:{placed}@thebes")
    return game


@pytest.fixture
def twins() -> tuple[Game, Game]:
    """Two games that look the same to Athens, who is to place its second event."""
    one = dealt(("coup", "coup", "military", "olympics"), 0x0123_4567_89AB_CDEF, "coup")
    other = dealt(("divine_help", "influence", "influence", "false_alarm"), 0x7EDC_BA98_7654_3210, "divine_help")
    assert one.ruleset.fields(one.state) != other.ruleset.fields(other.state)
    assert one.view("s0") == other.view("s0")
    assert one.pending == ("s0",)
    return one, other
