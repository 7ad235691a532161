"""The tool that measures the balance counts what was in the games."""

from __future__ import annotations

import json

from click.testing import CliRunner

from bench.balance import main, target


def test_it_plays_and_counts() -> None:
    done = CliRunner().invoke(main, ["--seats", "3", "--games", "2", "--player", "random", "--json"])
    assert done.exit_code == 0, done.output
    lines = {(line["kind"], line["name"]): line for line in json.loads(done.stdout)}
    assert lines["league", "delian"]["n"] == 2
    assert sum(line["n"] for (kind, _), line in lines.items() if kind == "city") == 6  # three boards in two games
    assert sum(line["n"] for (kind, _), line in lines.items() if kind == "administrator") == 6
    assert 0 < lines["length", "turns, of 16"]["mean"] <= 1


def test_it_plays_each_solo_scenario() -> None:
    done = CliRunner().invoke(main, ["--seats", "1", "--games", "1", "--player", "random", "--json"])
    assert done.exit_code == 0, done.output
    assert sum(line["kind"] == "solo" for line in json.loads(done.stdout)) == 8


def test_targets() -> None:
    grades = {"easy": 1, "middling": 2, "hard": 4}
    assert target("solo", "easy (die)", 1, grades) == (0.80, 0.95)
    assert target("solo", "middling (die)", 1, grades) is None
    assert target("solo", "hard (die)", 1, grades) == (0.25, 0.50)
    assert target("solo", "hard (rival)", 1, grades) is None
    assert target("league", "delian", 3, grades) == (0.40, 0.60)
    assert target("city", "elis", 2, grades) == (0.40, 0.60)
