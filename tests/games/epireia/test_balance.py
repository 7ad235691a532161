"""The tool that measures the balance counts what was in the games."""

from __future__ import annotations

import json

from click.testing import CliRunner

from bench.balance import DRAFT, main, target, turns_open
from petteia.ai.match import Plan, play_game

from .position import ROWS


def test_it_plays_and_counts() -> None:
    done = CliRunner().invoke(main, ["--seats", "3", "--games", "2", "--player", "random", "--json"])
    assert done.exit_code == 0, done.output
    lines = {(line["kind"], line["name"]): line for line in json.loads(done.stdout)}
    assert lines["league", "delian"]["n"] == 2
    assert sum(line["n"] for (kind, _), line in lines.items() if kind == "city") == 6  # three boards in two games
    assert sum(line["n"] for (kind, _), line in lines.items() if kind == "administrator") == 6
    assert 1 <= lines["length", "turns"]["mean"] <= 16
    opened = {name: line for (kind, name), line in lines.items() if kind == "open"}
    assert all(1 <= line["mean"] <= 16 for line in opened.values())
    assert set(opened) <= {name for kind, name in lines if kind == "act"}


def test_it_plays_each_solo_scenario() -> None:
    done = CliRunner().invoke(main, ["--seats", "1", "--games", "1", "--player", "random", "--json"])
    assert done.exit_code == 0, done.output
    assert sum(line["kind"] == "solo" for line in json.loads(done.stdout)) == 8


def test_a_card_is_open_from_its_draw_until_it_is_met() -> None:
    events = ["turn 1", "move chance card:first_stones", "turn 2", "move s0 done", "turn 3", "met s1 0", "turn 4"]
    events += ["move chance card:the_famine", "met s0 0", "move chance roll:3"]
    assert list(turns_open(events)) == [("first_stones", 3), ("the_famine", 1)]


def test_targets() -> None:
    grades = {"easy": 1, "middling": 2, "hard": 4}
    assert target("solo", "easy (die)", 1, grades) == (0.80, 0.95)
    assert target("solo", "middling (die)", 1, grades) is None
    assert target("solo", "hard (die)", 1, grades) == (0.25, 0.50)
    assert target("solo", "hard (rival)", 1, grades) is None
    assert target("league", "delian", 3, grades) == (0.40, 0.60)
    assert target("city", "elis", 2, grades) == (0.40, 0.60)


def test_lots_do_not_ask_the_player() -> None:
    """By lot, other players get the same cities and administrators; later choices are theirs."""

    def drafted(player: str) -> list[tuple[str, str]]:
        plan = Plan("epireia", (player,), 1, 0, 4, nodes=1, drawn=DRAFT)
        return [move for deal in range(20) for move in play_game(plan, deal, (0,) * 4).moves[:8]]

    moves = drafted("random")
    assert moves == drafted("greedy:worlds=1")
    assert {move for _, move in moves if move.startswith("city:")} == {f"city:{row}" for row in ROWS["cities"]}
    assert len(set(moves)) > 40  # of 6 cities and 6 administrators for each of 4 seats
