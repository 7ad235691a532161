"""The commands as people and scripts use them."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from petteia.cli import main


def run(*arguments: str, width: int = 100) -> Result:
    return CliRunner().invoke(main, arguments, env={"COLUMNS": str(width), "NO_COLOR": "1"})


def fine(*arguments: str) -> str:
    result = run(*arguments)
    assert result.exit_code == 0, result.output
    return result.output


def test_version_and_help() -> None:
    assert fine("--version").startswith("petteia 0.")
    text = fine("--help")
    for name, command in main.commands.items():
        assert name in text
        assert "Examples:" in (command.help or "") or name in ("games", "completion"), name
        fine(name, "--help")


def test_games() -> None:
    assert "Athens against Sparta" in fine("games")
    assert "kuhn" not in fine("games")
    assert {"kuhn", "leduc", "goofspiel"} <= {row["game"] for row in json.loads(fine("games", "--all", "--json"))}
    egemonia = next(row for row in json.loads(fine("games", "--json")) if row["game"] == "egemonia")
    assert egemonia["options"] == {"scenario": ["standard", "historical"]}


def test_rules_lists_every_component_with_its_mark() -> None:
    rows = json.loads(fine("rules", "egemonia", "--json"))
    assert {row["mark"] for row in rows} == {"book", "read", "authored"}
    assert sum(row["table"] == "area" for row in rows) == 25
    text = fine("rules", "egemonia")
    for row in rows:
        assert str(row.get("id", "")) in text
    authored = json.loads(fine("rules", "egemonia", "--json", "--mark", "authored"))
    assert {row["mark"] for row in authored} == {"authored"}


def test_rules_page() -> None:
    assert "Favour of the gods" in fine("rules", "egemonia", "--page")


def test_rules_with_files_of_ones_own(tmp_path: Path) -> None:
    rows = json.loads(fine("rules", "egemonia", "--json"))
    assert rows
    (tmp_path / "settings.toml").write_text('[[setting]]\nid = "turns"\nvalue = 5\nmark = "book"\n')
    result = run("rules", "egemonia", "--data", str(tmp_path))
    assert result.exit_code == 1
    assert "Error: settings.toml: the setting 'hand' is missing" in result.output


def test_perft() -> None:
    assert "22 sequences of 1 decisions" in fine("perft", "egemonia", "1")
    whole = json.loads(fine("perft", "egemonia", "2", "--json"))
    parts = json.loads(fine("perft", "egemonia", "2", "--json", "--divide"))
    assert whole["nodes"] == parts["nodes"] == sum(row["nodes"] for row in parts["moves"])


def test_show() -> None:
    assert "Setup" in fine("show", "egemonia")
    view = json.loads(fine("show", "egemonia", "--move", "setup:delos", "--seat", "s1", "--json"))
    assert view["you"] == "s1"
    assert view["influence"]["delos"] == ["athens", 1]
    assert "draw s0 ?" in fine("show", "egemonia", "--random", "8", "--seat", "s1", "--events")


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("rules", "chess"), "'chess' is not"),
        (("show", "egemonia", "--seat", "s9"), "no seat 's9'"),
        (("show", "egemonia", "--move", "frob"), "'frob' is not a move"),
        (("show", "egemonia", "-o", "scenario"), "want NAME=VALUE"),
        (("show", "egemonia", "-o", "scenario=x"), "want one of standard, historical"),
        (("perft", "egemonia", "x"), "'x' is not a valid integer"),
        (("frob",), "No such command 'frob'"),
        (("play", "egemonia", "--seat", "s9"), "want s0, s1"),
        (("play", "egemonia", "--level", "god"), "'god'"),
        (("play", "egemonia", "--level", "s1=11"), "want a number from 1 to 10"),
        (("play", "egemonia", "--style", "rude"), "'rude'"),
    ],
)
def test_wrong_words_are_answered(arguments: tuple[str, ...], words: str) -> None:
    result = run(*arguments)
    assert result.exit_code in (1, 2)
    assert words in result.output
    assert "Traceback" not in result.output


def test_completion() -> None:
    for shell in ("bash", "zsh", "fish"):
        assert "petteia" in fine("completion", shell)
    environment = {
        **os.environ,
        "_PETTEIA_COMPLETE": "bash_complete",
        "COMP_WORDS": "petteia rules e",
        "COMP_CWORD": "2",
    }
    done = subprocess.run([sys.executable, "-m", "petteia"], env=environment, capture_output=True, text=True)
    assert "egemonia" in done.stdout


def test_play_without_a_terminal_ends_with_a_result() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "petteia", "play", "egemonia", "--seed", "3", "--nodes", "50"],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.rstrip().splitlines()[-1].startswith("Result: ")


def test_a_lost_solo_game_ends_with_a_result() -> None:
    """Against the die the enemy has no seat, so that nobody is named as the winner."""
    for seed in range(10):  # the engine's own choices differ from run to run, and it may win
        output = fine("play", "epireia", "--seats", "1", "-o", "enemy=die", "-o", "scenario=the_thirty_years",
                      "--seed", str(seed), "--nodes", "1", "--level", "1")  # fmt: skip
        result = output.rstrip().splitlines()[-1]
        assert result.startswith(("Result: lost (", "Result: won ("))
        if result.startswith("Result: lost ("):
            return
    raise AssertionError("ten games were won by an engine that does not think")
