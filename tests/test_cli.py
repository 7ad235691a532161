"""The commands as people and scripts use them."""

from __future__ import annotations

import json
import os
import re
import shlex
import subprocess
import sys
from importlib.resources import files
from pathlib import Path

import click
import pytest
from click.testing import CliRunner, Result

from petteia.cli import main
from petteia.cli.match import duration
from petteia.engine import GAMES, new
from petteia.protocols.records import uhg

from .tools.layout import ROOT


def run(*arguments: str, width: int = 100) -> Result:
    return CliRunner().invoke(main, arguments, env={"COLUMNS": str(width), "NO_COLOR": "1"})


def fine(*arguments: str) -> str:
    result = run(*arguments)
    assert result.exit_code == 0, result.output
    return result.output


def test_version_and_help() -> None:
    assert fine("--version").startswith("petteia 0.")
    text = fine("--help")
    context = click.Context(main)
    for name in main.list_commands(context):
        command = main.get_command(context, name)
        assert command is not None
        assert name in text
        assert "Examples:" in (command.help or "") or name in ("games", "completion"), name
        fine(name, "--help")


def test_games() -> None:
    assert "Athens against Sparta" in fine("games")
    assert "kuhn" not in fine("games")
    assert {"kuhn", "leduc", "goofspiel"} <= {row["game"] for row in json.loads(fine("games", "--toys", "--json"))}
    egemonia = next(row for row in json.loads(fine("games", "--json")) if row["game"] == "egemonia")
    assert egemonia["options"] == {"scenario": ["standard", "historical"], "readings": ["ours", "book"]}


def test_games_tells_what_the_printed_rules_do_not_have() -> None:
    text = " ".join(fine("games").split())
    listed = {row["game"]: row["notes"] for row in json.loads(fine("games", "--json"))}
    for name, game in GAMES.items():
        for seats in game.seat_counts:
            notes = game(seats).setup_notes()
            assert listed[name][str(seats)] == notes
            assert [note for note in notes if " ".join(note.split()) not in text.replace("\n- ", " ")] == []


def test_rules_lists_every_component_with_its_mark() -> None:
    rows = json.loads(fine("rules", "egemonia", "--json"))
    assert {row["mark"] for row in rows} == {"book", "read", "authored"}
    assert sum(row["table"] == "area" for row in rows) == 19
    text = fine("rules", "egemonia")
    for row in rows:
        assert str(row.get("id", "")) in text
    authored = json.loads(fine("rules", "egemonia", "--json", "--mark", "authored"))
    assert {row["mark"] for row in authored} == {"authored"}


def test_the_rules_page_goes_into_a_pipe_as_it_is() -> None:
    for game in GAMES:
        page = (files("petteia.engine.games") / game / "RULES.md").read_text("utf-8")
        assert fine("rules", game, "--page") == page


def test_words_of_the_data_are_printed_as_they_are(tmp_path: Path) -> None:
    """No part of them is taken for a style, a link or a picture."""
    settings = (files("petteia.engine.games") / "egemonia" / "data" / "settings.toml").read_text("utf-8")
    note = "card [b12] :dagger: see [/p. 3]"
    (tmp_path / "settings.toml").write_text(re.sub('note = ".*"', f'note = "{note}"', settings, count=1), "utf-8")
    result = run("rules", "egemonia", "--data", str(tmp_path), width=200)
    assert result.exit_code == 0, result.output
    assert note in result.output


def test_a_folder_without_any_file_of_the_game_is_refused(tmp_path: Path) -> None:
    for command in ("rules", "play"):
        result = run(command, "egemonia", "--data", str(tmp_path))
        assert result.exit_code == 2
        assert "no file of egemonia is there; want some of areas.toml" in " ".join(result.output.split())


def test_rules_say_which_files_are_ones_own(tmp_path: Path) -> None:
    settings = (files("petteia.engine.games") / "egemonia" / "data" / "settings.toml").read_text("utf-8")
    (tmp_path / "settings.toml").write_text(settings, "utf-8")
    rows = json.loads(fine("rules", "egemonia", "--json", "--data", str(tmp_path)))
    assert {row["file"] for row in rows if row.get("yours")} == {"settings.toml"}


def test_rules_with_files_of_ones_own(tmp_path: Path) -> None:
    rows = json.loads(fine("rules", "egemonia", "--json"))
    assert rows
    (tmp_path / "settings.toml").write_text('[[setting]]\nid = "turns"\nvalue = 5\nmark = "book"\n')
    result = run("rules", "egemonia", "--data", str(tmp_path))
    assert result.exit_code == 1
    assert "Error: settings.toml: the setting 'hand' is missing" in result.output


def test_perft() -> None:
    assert "16 sequences of 1 decisions" in fine("perft", "egemonia", "1")
    whole = json.loads(fine("perft", "egemonia", "2", "--json"))
    parts = json.loads(fine("perft", "egemonia", "2", "--json", "--divide"))
    assert whole["nodes"] == parts["nodes"] == sum(row["nodes"] for row in parts["moves"])


def test_show() -> None:
    assert "Setup" in fine("show", "egemonia")
    view = json.loads(fine("show", "egemonia", "--move", "setup:delos", "--seat", "s1", "--json"))
    assert view["you"] == "s1"
    assert view["influence"]["delos"] == ["athens", 1]
    assert "draw s0 ?" in fine("show", "egemonia", "--random", "8", "--seat", "s1", "--events")


WRONG = [  # on the command line: status 2
    (("rules", "chess"), "'chess' is not"),
    (("rules", "epix", "--seats", "9"), "want 2 or 3 or 4"),
    (("show", "egemonia", "--seat", "s9"), "no seat 's9'"),
    (("show", "egemonia", "--move", "frob"), "'frob' is not a move"),
    (("show", "egemonia", "-o", "scenario"), "want NAME=VALUE"),
    (("show", "egemonia", "-o", "scenario=x"), "want one of standard, historical"),
    (("perft", "egemonia", "x"), "'x' is not a valid integer"),
    (("frob",), "No such command 'frob'"),
    (("analyze", "--game", "egemonia", "--player", "deep-blue"), "no player 'deep-blue'"),
    (("analyze", "--game", "egemonia", "--seat", "s9"), "no seat 's9'"),
    (("analyze", "--game", "egemonia", "--moves", "frob"), "'frob' is not a move"),
    (("match", "random", "deep-blue", "--game", "epix"), "no player 'deep-blue'"),
    (("match", "random", "--game", "epix"), "a match wants two players or more"),
    (("match", *["random"] * 3, "--game", "epix", "--seats", "3", "--sprt"), "compares two players"),
    (("replay", "README.md"), "want a name that ends in .uhg"),
    (("play", "egemonia", "--seat", "s9"), "want s0, s1"),
    (("play", "egemonia", "--level", "god"), "'god'"),
    (("play", "egemonia", "--level", "s1=11"), "want a number from 1 to 10"),
    (("play", "egemonia", "--style", "rude"), "'rude'"),
    (("play", "--resume", "/nowhere/game.uhg"), "there is no such file"),
]
FAILED = [  # what was asked for is right: status 1
    (("show", "egemonia", "--svg", "/nowhere/x.svg"), "/nowhere/x.svg: No such file or directory"),
    (("match", "random", "greedy", "--game", "epix", "--out", "/nowhere/x"), "/nowhere/x: No such file"),
    (("replay", "{bad}"), "record"),
    (("analyze", "--save", "{bad}"), "record"),
    (("play", "--resume", "{bad}"), "is not a saved game"),
    (("bench", "--compare", "{bad}"), "not a run that `petteia bench --json` saved"),
]


@pytest.mark.parametrize(
    ("arguments", "words", "status"),
    [*((*each, 2) for each in WRONG), *((*each, 1) for each in FAILED)],
)
def test_wrong_words_and_failures_are_answered(
    arguments: tuple[str, ...], words: str, status: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(ROOT)
    bad = tmp_path / "bad.uhg"
    bad.write_text("a letter")
    result = run(*(word.format(bad=bad) for word in arguments), width=300)
    assert words in result.output
    assert result.exit_code == status, result.output
    assert "Traceback" not in result.output


def test_a_match_says_how_many_seats_are_missing() -> None:
    result = run("match", "random", "random", "random", "--game", "epix")
    assert result.exit_code == 2
    assert "3 players, but epix with 2 seats has 2 sides: want --seats 3" in " ".join(result.output.split())
    result = run("match", *["random"] * 3, "--game", "epireia", "--seats", "4")
    assert "epireia with 4 seats has 2 sides: want at most 2 players" in " ".join(result.output.split())


def test_a_match_says_how_long_it_took_and_counts_in_english() -> None:
    output = fine("match", "random", "greedy", "--game", "egemonia", "--games", "1", "--seed", "1")
    assert re.search(r"^played +2 games of 1 deal, seed 1 *$", output, re.MULTILINE)
    assert re.search(r"^time +\d+\.\d s *$", output, re.MULTILINE)


def test_durations() -> None:
    assert [duration(seconds) for seconds in (3.21, 59.9, 245.4, 7230)] == ["3.2 s", "59.9 s", "4 min 5 s", "2 h 0 min"]


def test_an_analysis_has_as_many_lines_as_were_wanted() -> None:
    arguments = ("analyze", "--game", "egemonia", "--nodes", "100", "--ai-seed", "1")
    for wanted in (1, 3):
        assert len(json.loads(fine(*arguments, "--json", "--lines", str(wanted)))["lines"]) == wanted
        printed = fine(*arguments, "--lines", str(wanted))
        assert len(re.findall(r"^ *setup:", printed, re.MULTILINE)) == wanted


@pytest.fixture
def record(tmp_path: Path) -> Path:
    """A game that was saved by the program."""
    game = new("egemonia", seed=7)
    game.play("s0", "setup:corinth")
    file = tmp_path / "game.uhg"
    file.write_text(uhg.write(game), "utf-8")
    return file


def test_a_record_of_any_kind_is_analyzed(record: Path, tmp_path: Path) -> None:
    for name in ("other.save", "other.json"):
        fine("convert", str(record), str(tmp_path / name))
    for name in ("game.uhg", "other.save", "other.json"):
        found = json.loads(fine("analyze", "--save", str(tmp_path / name), "--nodes", "50", "--json"))
        assert found["seat"] == "s1"


def test_a_file_that_cannot_be_written_is_told(record: Path) -> None:
    result = run("convert", str(record), "/nowhere/x.uhg")
    assert result.exit_code == 1
    assert result.output == "Error: /nowhere/x.uhg: No such file or directory\n"


def test_replay_tells_programs_too(record: Path, tmp_path: Path) -> None:
    found = json.loads(fine("replay", str(record), "--json"))
    assert found["story"][0].startswith("Athens has 1 influence in Corinth")
    assert found["view"]["influence"]["corinth"] == ["athens", 1]
    own = tmp_path / "own.uhg"
    fine("convert", str(record), str(own), "--seat", "s1")
    story = json.loads(fine("replay", str(own), "--json"))["story"]
    assert story == json.loads(fine("replay", str(record), "--seat", "s1", "--json"))["story"]
    seen = json.loads(fine("replay", str(record), "--seat", "s0", "--json"))["story"]
    assert seen[0].startswith("You have 1 influence in Corinth")
    assert "--moves: this is what s1 saw" in run("replay", str(own), "--moves", "1").output


def test_a_match_names_the_options_that_have_a_value() -> None:
    output = fine("match", "random", "greedy", "--game", "epireia", "--games", "2", "--seed", "1")
    assert output.split("\n")[0].split() == ["game", "epireia,", "readings", "ours"]


def test_a_terminal_without_utf8_is_no_reason_to_end(tmp_path: Path) -> None:
    environment = {**os.environ, "PYTHONIOENCODING": "ascii", "XDG_STATE_HOME": str(tmp_path)}
    for arguments, shown in (
        (("play", "egemonia", "--seed", "3", "--nodes", "20"), b"- You have 1 influence"),
        (("analyze", "--game", "egemonia", "--nodes", "20"), b"+-"),
        (("games",), b"Athens against Sparta"),
    ):
        done = subprocess.run(
            [sys.executable, "-m", "petteia", *arguments],
            env=environment,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=120,
        )
        assert done.returncode == 0, done.stderr
        assert shown in done.stdout


@pytest.mark.parametrize("of", ["", *main.list_commands(click.Context(main))])
def test_the_examples_of_the_help_are_commands(of: str) -> None:
    """Each is understood, down to its options; none is run."""
    told = main.get_command(click.Context(main), of) if of else main
    assert told is not None
    examples = re.findall(r"^ +petteia (.+?)(?:  .*)?$", told.help or "", re.MULTILINE)
    assert len(examples) == 12 or of
    for example in examples:
        name, *arguments = shlex.split(re.sub(r" [>|] .*", "", example))
        command = main.get_command(click.Context(main), name)
        assert command is not None
        try:
            command.make_context(name, arguments)
        except click.BadParameter as error:
            if not re.search("does not exist|mygame", error.message):  # files and a game of somebody else
                raise


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
        assert result.startswith(("Result: The game is lost", "Result: the enemy wins", "Result: You win"))
        if not result.startswith("Result: You win"):
            return
    raise AssertionError("ten games were won by an engine that does not think")
