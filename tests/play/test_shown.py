"""What the commands say before and around a game."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from click.testing import CliRunner

from petteia.cli import main

from .conftest import FAST
from .terminal import Terminal


def printed(*arguments: str) -> str:
    result = CliRunner().invoke(main, arguments, env={"COLUMNS": "200", "NO_COLOR": "1"})
    assert result.exit_code == 0, result.output
    return " ".join(result.output.split())


def test_options_without_a_default_say_so() -> None:
    listed = printed("games")
    assert "elis (by default chosen in the game)" in listed
    assert "peloponnesian (by default chosen in the game)" in listed
    assert listed.count("by default") == 2


SETUP = [f"city:{city}" for city in ("athens", "sparta", "elis")]
SETUP += [f"administrator:{administrator}" for administrator in ("archon", "tamias", "emporos")]


@pytest.mark.parametrize(
    ("seat", "told"),
    [("pub", "Waiting for s0, s1, s2."), ("s0", "Waiting for s1, s2."), ("s2", "s2 is to decide: 5 moves")],
)
def test_nobody_is_shown_who_has_chosen_in_secret(seat: str, told: str) -> None:
    """Two of three have chosen their figures."""
    moves = [word for move in (*SETUP, "figure:cimon", "figure:gorgo") for word in ("--move", move)]
    assert told in printed("show", "epireia", "--seats", "3", *moves, "--seat", seat)


@pytest.mark.parametrize(
    ("enemy", "told"),
    [
        ("die", "Epireia: you lead one city, and a die moves the figures of the others.\r\n"),
        ("ai", "Epireia: you lead one city, the engine the others. Level 1.\r\n"),
    ],
)
def test_the_first_line_says_who_plays_the_enemy(sit: Callable[..., Terminal], enemy: str, told: str) -> None:
    terminal = sit("epireia", "--seats", "1", "-o", f"enemy={enemy}", "--seed", "5", *FAST)
    terminal.wait()
    assert told in terminal.last
