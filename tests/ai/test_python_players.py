"""Classes of one's own as players: ``python:MODULE:CLASS``."""

from __future__ import annotations

from pathlib import Path

import pytest

from petteia.ai.match import Plan, Played, run_match
from petteia.ai.registry import make_player, parse_player
from petteia.engine import GameError, new

from . import own_players

HERE = "python:tests.ai.own_players"


def played(plan: Plan) -> list[Played]:
    games: list[Played] = []
    run_match(plan, on_deal=lambda _, deal: games.extend(deal))
    return games


def test_anything_that_decides_plays_a_match_with_its_arguments() -> None:
    own_players.closed.clear()
    games = played(Plan("epix", (f"{HERE}:Last,back=2", "random"), games=2, seed=1))
    for one in games:
        game, seat = new("epix", seed=one.seed), f"s{one.seating.index(0)}"
        for mover, move in one.moves:
            if mover == seat:
                moves = game.legal(mover)
                assert move == moves[-min(2, len(moves))]
            if mover != "chance":
                game.play(mover, move)
    assert len(own_players.closed) == 2  # one for each seat and game


def test_a_class_that_takes_a_seed_gets_the_matchs() -> None:
    plan = Plan("egemonia", (f"{HERE}:Seeded", "greedy:worlds=1"), games=2, seed=3)
    assert played(plan) == played(plan)
    same = Plan(**{**vars(plan), "players": ("random", "greedy:worlds=1")})
    assert played(plan) == played(same)


def test_values_are_numbers_truths_and_text() -> None:
    written = f'{HERE}:Seeded,a=1,b=0.5,c=true,d=null,e=text,f="1,2:3",g=[1'
    assert vars(parse_player(written))["arguments"] == {
        "a": 1, "b": 0.5, "c": True, "d": None, "e": "text", "f": "1,2:3", "g": "[1",
    }  # fmt: skip


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("python", "nothing stands after 'python'"),
        ("python:tests.ai.own_players", "want python:MODULE:CLASS"),
        ("python:no_such_module:Bold", "no module 'no_such_module': want one that is installed or in this folder"),
        ("python:tests.ai.nothing:Bold", r"no module 'tests\.ai\.nothing'"),
        (f"{HERE}:Bold", "has no 'Bold'; its players: "),
        (f"{HERE}:Nobody", r"no player: want a class with a method decide\(observation, limits\)"),
        (f"{HERE}:closed", "no player: want a class"),
        (f"{HERE}:Last,forward=1", r"cannot be made with \{'forward': 1\}: .*'forward'"),
    ],
)
def test_what_is_no_player_is_said(text: str, message: str) -> None:
    with pytest.raises(GameError, match=message):
        make_player(text)


def test_a_module_in_this_folder_is_found_and_its_own_fault_is_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(tmp_path / "elsewhere")  # so that what is added to the path goes again
    (tmp_path / "bold_player_here.py").write_text("class Bold:\n    def decide(self, seen, limits): return 'x'\n")
    (tmp_path / "broken_player_here.py").write_text("import no_such_library\n")
    (tmp_path / "faulty_player_here.py").write_text("1 / 0\n")
    assert make_player("python:bold_player_here:Bold").name == "python"
    with pytest.raises(GameError, match=r"needs a module that is not there: No module named 'no_such_library'"):
        make_player("python:broken_player_here:Bold")
    with pytest.raises(GameError, match=r"importing faulty_player_here failed: ZeroDivisionError: division by zero"):
        make_player("python:faulty_player_here:Bold")


@pytest.mark.parametrize(
    ("argument", "reason"),
    [("", "decided None: want a Decision, or a move as text"), (",move=fly", "at s0 played 'fly', which is not legal")],
)
def test_a_class_without_a_move_loses_the_deal(argument: str, reason: str) -> None:
    report = run_match(Plan("egemonia", (f"{HERE}:Wrong{argument}", "random"), games=2, seed=1))
    [(deal, _, why)] = report.lost_deals
    assert deal == 0
    assert f"{HERE}:Wrong" in why
    assert reason in why
