"""Whole games at a pseudo-terminal of 80 columns."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from rich.cells import cell_len

from petteia.engine import ruleset
from petteia.shared.store import KeptGame
from petteia.terminal.questions import matching_names

from ..kept import kept_games, only_game
from ..tools.layout import ROOT
from .conftest import FAST
from .terminal import HAND_OVER, Terminal

Sit = Callable[..., Terminal]
BOXES = re.compile("[\u2500-\u259f\u2800-\u28ff]")

TABLES = [
    ("epireia", "--seats", "1"),
    ("egemonia", "--seat", "s1"),
    ("epix", "--seats", "2"),
    ("ephyran", "--seats", "2"),
]


def kept(tmp_path: Path) -> list[KeptGame]:
    """Games that can be gone on with."""
    return kept_games(tmp_path / "petteia", finished=False)


@pytest.mark.parametrize("table", TABLES, ids=["epireia", "egemonia", "epix", "ephyran"])
def test_a_whole_game(sit: Sit, tmp_path: Path, table: tuple[str, ...]) -> None:
    terminal = sit(*table, "--seed", "5", *FAST)
    assert terminal.play_on()
    assert terminal.end() == 0
    assert cell_len(terminal.longest()) <= 80, terminal.longest()
    assert "Traceback" not in terminal.output
    assert kept(tmp_path) == []  # a game that is over is not offered again


@pytest.mark.long
@pytest.mark.parametrize(
    "table",
    [
        ("epireia", "--seats", "2"),
        ("epireia", "--seats", "3", "--people", "s0,s2"),
        ("epireia", "--seats", "4"),
        ("epireia", "--seats", "1", "-o", "enemy=die"),
        ("epireia", "--seats", "1", "-o", "enemy=rival", "-o", "scenario=the_helots"),
        ("epix", "--seats", "4", "-o", "rules=advanced"),
        ("ephyran", "--seats", "4", "-o", "gods=choose"),
        ("egemonia", "-o", "scenario=historical", "--people", "s0,s1"),
    ],
    ids=str,
)
@pytest.mark.parametrize("look", [(), ("--plain",)], ids=["lines", "plain"])
def test_every_kind_of_game(sit: Sit, table: tuple[str, ...], look: tuple[str, ...]) -> None:
    terminal = sit(*table, *look, "--seed", "6", *FAST)
    assert terminal.play_on(2)
    assert terminal.end() == 0
    assert cell_len(terminal.longest()) <= 80, terminal.longest()
    assert not look or not (BOXES.search(terminal.output) or "\x1b" in terminal.output)


def test_plain_is_sentences_only(sit: Sit) -> None:
    terminal = sit(*TABLES[0], "--plain", "--seed", "5", *FAST)
    assert terminal.play_on(3)
    assert terminal.end() == 0
    assert "\x1b" not in terminal.output
    assert not BOXES.search(terminal.output)
    assert cell_len(terminal.longest()) <= 80, terminal.longest()


@pytest.mark.parametrize("settings", [{"NO_COLOR": "1"}, {"TERM": "dumb"}], ids=["no-color", "dumb"])
def test_without_colour(sit: Sit, settings: dict[str, str]) -> None:
    terminal = sit("epireia", "--seats", "1", "--seed", "5", *FAST, **settings)
    terminal.wait()
    terminal.type("athens")
    terminal.type("hint")
    assert not re.search(r"\x1b\[[0-9;]*3[0-7]", terminal.output)  # no colours
    if "TERM" in settings:
        assert "\x1b" not in terminal.output


def test_three_times_enter_is_solo_epireia_against_enemy_cities(sit: Sit) -> None:
    terminal = sit(*FAST[2:])
    for question in ("Enter for 1", "Enter for 1", "Enter starts the game"):
        terminal.wait(question)
        terminal.child.sendline("")
    terminal.wait()
    assert "enemy: The engine (Not the printed rule, which is the die" in terminal.output
    assert "helps in territories, because no city can be won alone" in " ".join(terminal.output.split())
    assert "The harvest road" in terminal.last
    assert "Which city do you lead?" in terminal.last


def test_the_setup_can_be_changed(sit: Sit) -> None:
    terminal = sit("epireia")
    terminal.wait("Enter for 1")
    terminal.child.sendline("alone")
    terminal.wait("Enter for 1")
    terminal.child.sendline("nonsense")
    terminal.wait("'nonsense' is none of them")
    terminal.wait("Enter for 1")
    terminal.child.sendline("4")
    terminal.wait("Enter starts the game")
    terminal.child.sendline("frob")
    terminal.wait("'frob' is nothing that can be changed")
    terminal.wait("Enter starts the game")
    terminal.child.sendline("enemy")
    terminal.wait("The printed rule")
    terminal.wait("Enter for 2")
    terminal.child.sendline("rival")
    terminal.wait("enemy: A rival")
    terminal.child.sendline("city")
    terminal.wait("Enter for 1")
    terminal.child.sendline("athens")  # the enemy's city in this scenario
    terminal.wait("athens")
    terminal.wait("Enter starts the game")
    terminal.child.sendline("")
    terminal.wait()
    assert "Wooden walls" in terminal.last
    assert "1  athens" not in terminal.last


def test_the_setup_understands_names_help_and_quit(sit: Sit) -> None:
    terminal = sit()
    terminal.wait("Enter for 1")
    terminal.child.sendline("help")
    terminal.wait("Type a number from 1 to 5, or a name")
    terminal.child.sendline("epireia")  # not only the beginning of "Epireia, alone"
    terminal.wait("How many seats")
    terminal.wait("Enter for 1")
    terminal.child.sendline("3")  # the third of them: 4 seats
    terminal.wait("seats: 4")
    terminal.wait("Enter starts the game")
    terminal.child.sendline("seats")
    terminal.wait("Enter for 3")  # as it is now
    terminal.child.sendline("")
    terminal.wait("seats: 4")
    terminal.wait("Enter starts the game")
    terminal.child.sendline("people")
    terminal.wait("Enter for s0")
    terminal.child.sendline("s1")
    terminal.wait("people: s1 ")
    terminal.wait("Enter starts the game")
    terminal.child.sendline("people")
    terminal.wait("Enter for s1")
    terminal.child.sendline("")
    terminal.wait("people: s1")
    terminal.wait("Enter starts the game")
    terminal.child.sendline("quit")
    assert terminal.end() == 0


def test_the_setup_tells_what_the_printed_rules_do_not_have(sit: Sit) -> None:
    terminal = sit("ephyran")
    for answer in ("2 seats", "dealt"):
        terminal.wait("Enter for 1")
        terminal.child.sendline(answer)
    for answer, readings, named in (("readings", "ours", "Ours"), ("", "book", "By the book")):
        terminal.wait(f"readings: {named}")
        terminal.wait("Enter starts the game")
        notes = ruleset("ephyran", 2, readings=readings).setup_notes()
        assert " ".join(["Beside the printed rules:", *notes]) in " ".join(terminal.last.split())
        terminal.child.sendline(answer)
        if answer:
            terminal.wait("Enter for 1")
            terminal.child.sendline("book")
    terminal.wait()


def test_the_beginning_of_any_word_names_a_choice() -> None:
    names = ["The harvest road", "Wooden walls", "The helots", "helots"]
    assert matching_names("helots", names) == [3]
    assert matching_names("wall", names) == [1]
    assert matching_names("the", names) == [0, 2]
    assert matching_names("x", names) == []


def test_people_at_one_terminal_do_not_see_each_others_hands(sit: Sit) -> None:
    terminal = sit("egemonia", "--people", "s0,s1", "--seed", "5", *FAST)
    assert not terminal.play_on(4, most=40)
    # The screen first, then what can be scrolled back to: a terminal may keep there what is wiped from the screen.
    screens = terminal.output.split("\x1b[H\x1b[2J\x1b[3J")[1:]
    assert len(screens) > 4
    for screen in screens:
        own, other = ("Athens", "Sparta") if "Now Athens" in screen else ("Sparta", "Athens")
        assert not re.search(rf"{other} draws|{other} holds [A-Z]", screen)
        assert "Your move" not in screen or f"you are {own}" in screen


@pytest.fixture
def two(sit: Sit) -> Terminal:
    """Two people at Epireia, the first at its first decision."""
    terminal = sit("epireia", "--people", "s0,s1", "--seed", "5", *FAST)
    terminal.wait(HAND_OVER)
    terminal.type("")
    return terminal


def hand_over(terminal: Terminal, answer: str) -> str:
    """A move after which the other person is asked; what that person sees."""
    assert "the others look away" in terminal.type(answer)
    return terminal.type("")


def test_the_welcome_can_be_read_at_the_first_hand_over(sit: Sit) -> None:
    terminal = sit("epireia", "--people", "s0,s1", "--seed", "5", *FAST)
    terminal.wait(HAND_OVER)
    assert "Epireia: people play Delian league, Peloponnesian league." in terminal.output.rpartition("\x1b[3J")[2]
    terminal.type("")
    terminal.type("athens")
    assert "people play" not in terminal.last
    terminal.child.sendeof()
    terminal.end()
    again = sit("--resume")
    again.wait(HAND_OVER)
    assert "The game goes on where it was left." in again.output.rpartition("\x1b[3J")[2]


def test_quit_at_the_hand_over_leaves(two: Terminal, tmp_path: Path) -> None:
    assert "the others look away" in two.type("athens")
    two.child.sendline("quit")
    assert two.end() == 0
    assert "The game is kept." in two.last
    assert len(kept(tmp_path)) == 1


def test_quit_at_the_hand_over_asks_if_nothing_is_kept(sit: Sit) -> None:
    terminal = sit("epireia", "--people", "s0,s1", "--no-autosave", "--seed", "5", *FAST)
    terminal.wait(HAND_OVER)
    terminal.child.sendline("quit")
    terminal.wait("go on\\)")
    terminal.child.sendline("go on")
    terminal.wait(HAND_OVER)
    assert "Which city do you lead?" in terminal.type("")


SEATED = ("athens", "sparta", "archon", "strategos", "pericles")


def test_undo_takes_back_nothing_of_another_person(two: Terminal, tmp_path: Path) -> None:
    for answer in SEATED:
        hand_over(two, answer)
    refused = "cannot be taken back: somebody else at this table has moved since"
    before = only_game(tmp_path / "petteia").moves
    assert refused in " ".join(two.type("undo").split())
    assert only_game(tmp_path / "petteia").moves == before  # the figure that the other has chosen in secret, too
    hand_over(two, "brasidas")
    hand_over(two, "done")
    two.type("donate:2@wheat")
    two.type("done")
    assert "Taken back: End development." in two.type("undo")  # one's own
    two.type("done")
    hand_over(two, "egypt")
    before = only_game(tmp_path / "petteia").moves
    assert refused in " ".join(two.type("undo").split())
    assert only_game(tmp_path / "petteia").moves == before


def test_a_person_is_told_what_came_of_each_of_several_moves_in_a_row(two: Terminal) -> None:
    for answer in SEATED:
        hand_over(two, answer)
    assert "2 actions left" in hand_over(two, "brasidas")
    told = two.type("granary")
    assert "You build the Granary." in told
    assert "you have 1 action left" in told
    told = two.type("undo")
    assert "Taken back: Build the Granary." in told
    assert "you have 2 actions left" in told


def test_the_board_is_shown_to_each_who_comes_to_the_screen(two: Terminal) -> None:
    assert "You: Sparta" not in hand_over(two, "athens")
    hand_over(two, "sparta")
    assert "> Sparta (you, Peloponnesian league)" in hand_over(two, "archon")


def test_what_somebody_typed_cannot_be_called_back_by_the_next(two: Terminal) -> None:
    hand_over(two, "sparta\x15athens")  # thinks better of it: Ctrl-U cuts what was typed
    assert "Type a move's number or name" in two.type("\x1b[A")  # the Up key finds nothing
    assert "Type a move's number or name" in two.type("\x19")  # nor does Ctrl-Y, which pastes what was cut


def test_without_a_terminal_the_engine_plays_to_the_result(tmp_path: Path) -> None:
    """The same program with its input from nowhere: it ends, and nothing is left behind."""
    done = subprocess.run(
        [sys.executable, "-m", "petteia", "play", "epireia", "--seats", "1", "--nodes", "20"],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=120,
        env={**os.environ, "XDG_STATE_HOME": str(tmp_path)},
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.rstrip().splitlines()[-1].startswith("Result: ")
    assert kept(tmp_path) == []


def test_components_of_ones_own(sit: Sit, tmp_path: Path) -> None:
    """The engine process deals from them, the screen names them, and a game that was left goes on with them."""
    data = tmp_path / "mine"
    data.mkdir()
    areas = (ROOT / "engine" / "games" / "egemonia" / "data" / "areas.toml").read_text("utf-8")
    (data / "areas.toml").write_text(areas.replace('name = "Argos"', 'name = "Argolis"'), "utf-8")
    terminal = sit("egemonia", "--data", str(data), "--seed", "5", "--plain", *FAST)
    terminal.wait()
    assert "You have 1 influence in Argolis now." in terminal.type("argos")
    terminal.kill()
    again = sit("--resume")
    again.wait()
    assert "Argolis" in again.type("story")


def test_a_scenario_of_ones_own_is_offered_and_played(sit: Sit, tmp_path: Path) -> None:
    data = tmp_path / "mine"
    data.mkdir()
    scenarios = (ROOT / "engine" / "games" / "epireia" / "data" / "solo.toml").read_text("utf-8")
    own = scenarios.replace('id = "harvest_road"', 'id = "my_own"').replace('"The harvest road"', '"Mine alone"')
    (data / "solo.toml").write_text(own, "utf-8")
    terminal = sit("epireia", "--data", str(data), *FAST[2:])
    for answer in ("", "mine", ""):
        terminal.wait("Enter for 1", "Enter starts the game")
        terminal.child.sendline(answer)
    terminal.wait()
    assert "Mine alone" in terminal.last
