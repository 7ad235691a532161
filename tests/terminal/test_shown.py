"""What the commands say before and around a game."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from click.testing import CliRunner

from petteia.cli import main
from petteia.terminal.screen import NO_BREAK, Screen

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


@pytest.fixture
def shown(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Callable[..., list[str]]:
    """The lines that a call of a screen of 80 columns prints."""
    monkeypatch.setenv("COLUMNS", "80")

    def call(name: str, *arguments: object, plain: bool = False) -> list[str]:
        getattr(Screen(plain), name)(*arguments)
        return [line.rstrip() for line in capsys.readouterr().out.splitlines()]

    return call


def test_the_bar_is_broken_between_its_parts(shown: Callable[..., list[str]]) -> None:
    parts = ["Draft", "you (s0): 1 province, 15 gold", "s1: 1 province, 15 gold", "s2: 2 provinces, 13 gold"]
    assert shown("bar", " | ".join(parts)) == [f" {' | '.join(parts[:3])} |", f" {parts[3]}"]
    assert shown("bar", "Turn 1 | you are Athens", plain=True) == ["Turn 1. You are Athens."]
    assert max(map(len, shown("bar", "one part of many words " * 8))) <= 80


def test_what_happened_several_times_is_said_once(shown: Callable[..., list[str]]) -> None:
    told = ["s1 draws a card."] * 3 + ["You draw Owl.", "s1 draws a card."]
    expected = ["s1 draws a card. (3 times)", "You draw Owl.", "s1 draws a card."]
    assert shown("tell", told, plain=True) == expected
    assert [line[2:] for line in shown("tell", told)] == expected


def test_a_figure_stays_with_its_sign(shown: Callable[..., list[str]]) -> None:
    lines = shown("say", ", ".join(f"thing 1{NO_BREAK}%" for _ in range(30)))
    assert len(lines) > 1
    assert not [line for line in lines if line.startswith("%") or NO_BREAK in line]


def test_help_says_whether_the_game_is_kept(sit: Callable[..., Terminal]) -> None:
    for arguments, said in (((), "the game is kept."), (("--no-autosave",), "nothing is kept.")):
        terminal = sit("egemonia", "--seed", "5", *arguments, *FAST)
        terminal.wait()
        helped = " ".join(terminal.type("help").split())
        assert f"Ctrl-D leaves at once, and {said}" in helped
        assert ("quit leave; it asks whether to save" in helped) == bool(arguments)
