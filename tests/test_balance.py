"""The tool that measures the balance counts what was in the games."""

from __future__ import annotations

import json
import subprocess
import sys
from collections import defaultdict
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from bench.balance.__main__ import chosen_shapes, main, with_nodes
from bench.balance.egemonia import counters
from bench.balance.epireia import Epireia, turns_open
from bench.balance.games import BALANCES
from petteia.ai.match import Plan, play_game
from petteia.engine import GAMES, ruleset

Lines = dict[tuple[str, str], dict[str, Any]]


def measured(*words: str) -> Lines:
    """What is printed about games of random play, by kind and name."""
    done = CliRunner().invoke(main, [*words, "--player", "random", "--json"])
    assert done.exit_code in (0, 1), done.output
    return {(line["kind"], line["name"]): line for line in json.loads(done.stdout)}


def counts(lines: Lines) -> dict[str, int]:
    """The facts of each kind."""
    found: dict[str, int] = defaultdict(int)
    for (kind, _), line in lines.items():
        found[kind] += line["n"]
    return found


def test_games_are_played_by_other_processes() -> None:
    words = ["epix", "--seats", "2", "--games", "6", "--player", "random"]
    command = [sys.executable, "-m", "bench.balance", *words, "--jobs", "2", "--json"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=300)
    assert done.returncode in (0, 1), done.stderr
    found = {(line["kind"], line["name"]): line for line in json.loads(done.stdout)}
    assert found == measured(*words), "the same games as in this process"


def test_every_game_is_measured() -> None:
    assert set(BALANCES) == set(GAMES)


def test_epireia_together() -> None:
    lines = measured("epireia", "--seats", "3", "--games", "2")
    n = counts(lines)
    assert lines["league", "delian"]["n"] == 2
    assert (n["city"], n["administrator"]) == (6, 6)  # three boards in two games
    assert n["building"] == 6 * 15
    assert 1 <= lines["length", "turns"]["mean"] <= 16
    opened = {name: line for (kind, name), line in lines.items() if kind == "open"}
    assert all(1 <= line["mean"] <= 16 for line in opened.values())
    assert set(opened) <= {name for kind, name in lines if kind == "act"}
    taken = sum(line["n"] * line["mean"] for (kind, _), line in lines.items() if kind == "administrator picked")
    assert taken == pytest.approx(6)
    assert sum(lines["development", word]["mean"] for word in ("produce", "build", "donate")) == pytest.approx(1)
    assert lines["at the cap", "any of them"]["mean"] >= lines["at the cap", "wheat"]["mean"]


def test_epireia_alone() -> None:
    lines = measured("epireia", "--seats", "1", "--games", "1")
    assert sum(kind == "solo" for kind, _ in lines) == 8
    assert not any(kind == "enemy's send" for kind, _ in lines)  # the die sends
    lines = measured("epireia", "--seats", "1", "--games", "2", "-o", "scenario=the_helots", "-o", "enemy=ai,rival")
    assert [name for kind, name in lines if kind == "solo"] == ["the_helots, ai", "the_helots, rival"]
    met = lines["enemy's send", "meets the player or takes from it"]
    wasted = lines["enemy's send", "to an empire where nobody is"]
    assert met["n"] == wasted["n"] > 20
    assert 0 < met["mean"] < 1
    assert 0 < wasted["mean"] < 1


def test_egemonia() -> None:
    lines = measured("egemonia", "--games", "3")
    assert {name for kind, name in lines if kind == "side"} == {"athens, standard", "athens, historical"}
    assert sum(line["mean"] for (kind, _), line in lines.items() if kind == "ended by") == pytest.approx(1)
    assert all(line["n"] == 6 for (kind, _), line in lines.items() if kind == "ended by")
    n = counts(lines)
    assert n["contact"] == n["event"] > 100


def test_counters_meet_in_an_area_in_one_turn() -> None:
    events = ["reveal s0 0 delphi coup", "reveal s1 1 delphi alarm", "reveal s0 2 athens coup", "fate s0 coup cup"]
    events += ["reveal s1 0 athens military"]
    assert list(counters(events)) == [("coup", True), ("alarm", True), ("coup", False), ("military", False)]


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_epix_and_ephyran(seats: int) -> None:
    lines = measured("epix", "--seats", str(seats), "--games", "4", "-o", "rules=advanced")
    for kind in ("seat", "first in winter"):
        assert sum(line["mean"] for (one, _), line in lines.items() if one == kind) == pytest.approx(1)
    assert lines["seat", "s0"]["bounds"] == pytest.approx([1 / seats - 0.05, 1 / seats + 0.05])
    lines = measured("ephyran", "--seats", str(seats), "--games", "2", "-o", "gods=choose")
    for kind in ("seat", "place"):
        assert sum(line["mean"] for (one, _), line in lines.items() if one == kind) == pytest.approx(1)
    assert counts(lines)["god"] == 2 * seats
    assert sum(line["n"] * line["mean"] for (kind, _), line in lines.items() if kind == "god picked") == 2 * seats


def test_a_card_is_open_from_its_draw_until_it_is_met() -> None:
    events = ["turn 1", "move chance card:first_stones", "turn 2", "move s0 done", "turn 3", "met s1 0", "turn 4"]
    events += ["move chance card:the_famine", "met s0 0", "move chance roll:3"]
    assert list(turns_open(events)) == [("first_stones", 3), ("the_famine", 1)]


def test_bounds() -> None:
    alone, three = ruleset("epireia", 1), ruleset("epireia", 3)
    bounds = Epireia().bounds
    assert bounds("solo", "wooden_walls, rival", alone) is None
    grades = {row.values["id"]: row.values["grade"] for row in alone.components if "grade" in row.values}
    easy, hard = min(grades, key=lambda name: grades[name]), max(grades, key=lambda name: grades[name])
    assert bounds("solo", f"{easy}, die", alone) == (0.80, 0.95)
    assert bounds("solo", f"{hard}, die", alone) == (0.25, 0.50)
    assert bounds("solo", f"{easy}, ai", alone) == (0.60, 0.85)
    assert bounds("solo", f"{hard}, ai", alone) == (0.15, 0.40)
    assert bounds("league", "delian", three) == (0.40, 0.60)
    assert bounds("city", "elis", three) == (0.40, 0.60)
    assert bounds("city picked", "elis", three) == (0.08, 0.50)


def test_shapes_and_budgets() -> None:
    egemonia = BALANCES["egemonia"]()
    assert chosen_shapes(egemonia, ruleset("egemonia"), ("scenario=historical",)) == [{"scenario": "historical"}]
    assert with_nodes("ismcts", 300) == "ismcts:nodes=300"
    assert with_nodes("ismcts:level=4", 300) == "ismcts:level=4,nodes=300"
    assert with_nodes("ismcts:nodes=5", 300) == "ismcts:nodes=5"
    assert with_nodes("random", 300) == "random"
    wrong = CliRunner().invoke(main, ["epix", "-o", "advanced"])
    assert wrong.exit_code == 2
    assert "want NAME=VALUE" in wrong.output


def test_a_run_goes_on_with_its_journal(tmp_path: Path) -> None:
    words = ["egemonia", "--seed", "3", "-o", "scenario=standard"]
    journal = ["--journal", str(tmp_path / "kept.jsonl")]
    whole = measured(*words, "--games", "3")
    measured(*words, "--games", "1", *journal)
    assert measured(*words, "--games", "3", *journal, "--resume") == whole


def test_what_lots_drew_was_not_picked() -> None:
    chosen, drawn = (measured("epireia", "--seats", "2", "--games", "1", *lots) for lots in ((), ("--lots",)))
    assert {"city picked", "administrator picked", "figure picked"} <= {kind for kind, _ in chosen}
    kinds = {kind for kind, _ in drawn}
    assert kinds.isdisjoint({"city picked", "administrator picked"})
    assert "figure picked" in kinds


def test_lots_do_not_ask_the_player() -> None:
    """By lot, other players get the same cities and administrators; later choices are theirs."""

    def drafted(player: str) -> list[tuple[str, str]]:
        plan = Plan("epireia", (player,), 1, 0, 4, nodes=1, drawn=Epireia.lots)
        return [move for deal in range(20) for move in play_game(plan, deal, (0,) * 4).moves[:8]]

    moves = drafted("random")
    assert moves == drafted("greedy:worlds=1")
    cities = {row.values["id"] for row in ruleset("epireia").components.table("city")}
    assert {move for _, move in moves if move.startswith("city:")} == {f"city:{name}" for name in cities}
    assert len(set(moves)) > 40  # of 6 cities and 6 administrators for each of 4 seats
