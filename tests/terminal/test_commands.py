"""What can be typed beside moves, and what happens when it makes no sense."""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path

import pytest

from petteia import load
from petteia.engine import Game, ruleset
from petteia.protocols.records import uhg
from petteia.terminal.store import write

from ..kept import only_game
from .conftest import FAST
from .terminal import Terminal

Sit = Callable[..., Terminal]
SOLO = ("epireia", "--seats", "1", "--seed", "7", *FAST)


@pytest.fixture
def solo(sit: Sit) -> Terminal:
    """Solo Epireia at its first decision."""
    terminal = sit(*SOLO)
    terminal.wait()
    return terminal


def test_hint_and_why_tell_what_the_engine_thinks(solo: Terminal) -> None:
    assert "Perhaps Play " in solo.type("hint")
    told = solo.type("why")
    assert "the mean over the moves that it tried" in " ".join(told.split())
    assert "what it does" in told
    solo.type("athens")
    hint = solo.type("hint")  # what each of them can do is told in sentences
    assert "The next best is " in hint
    assert ".)." not in hint


def test_help_rules_board_story(solo: Terminal) -> None:
    helped = solo.type("help")
    assert "undo" in helped
    assert "Ctrl-C" in helped
    assert "Great Battle" in solo.type("rules")
    assert "want `rules`" in solo.type("rules of chess")
    assert "Thrakiko Pelagos" in solo.type("board")
    assert "Nothing has happened yet" in solo.type("story")
    solo.type("sparta")
    assert "You play Sparta." in solo.type("story")


def test_moves_by_number_name_and_prefix(solo: Terminal) -> None:
    assert "You play Delphi." in solo.type("delp")
    assert "You are in the Peloponnesian league." in solo.type("2")
    assert "You take the Archon." in solo.type("Administrator: archon")


def test_an_ambiguous_prefix_is_told(sit: Sit) -> None:
    terminal = sit("egemonia", "--seed", "5", *FAST)
    terminal.wait()
    told = terminal.type("setup:a")
    assert "'setup:a' fits 3 moves: " in told
    assert "You have 1 influence in Argos" in terminal.type("argo")


WRONG = [
    ("99", "There is no number 99: want 1 to 5"),
    ("0", "There is no number 0"),
    ("xyzzy", "'xyzzy' is none of your moves"),
    ("city:corinth", "'city:corinth' cannot be played now"),
    ("city:troy", "'city:troy' cannot be played now: not a move"),
    ("", "Type a move's number or name"),
    ("; rm -rf / \u00e9\u4e2d\u0301", "is none of your moves"),
    ("x" * 3000, "is none of your moves"),
    ("save /nowhere/x.uhg", "'/nowhere/x.uhg' was not written"),
    ("resume /nowhere/x.uhg", "'/nowhere/x.uhg' cannot be read"),
    ("undo", "you have not chosen anything yet"),
]


def test_bad_input_is_quoted_and_loses_nothing(solo: Terminal) -> None:
    for typed, answer in WRONG:
        assert answer in " ".join(solo.type(typed).split()), typed[:40]
    assert "You play Athens." in solo.type("athens")


def test_undo_takes_back_what_nobody_learned_from(solo: Terminal) -> None:
    solo.type("athens")
    told = solo.type("undo")
    assert "Taken back: " in told
    assert "Which city do you lead?" in told
    solo.type("sparta")
    solo.type("archon")
    told = solo.type("1")
    assert "Turn 1." in told
    assert "cannot be taken back: a die was rolled or a card was drawn since" in solo.type("undo").replace("\r\n", " ")
    assert "You play Sparta." in solo.type("story")


def test_undo_reaches_back_over_the_engines_moves(sit: Sit) -> None:
    """Athens places, Sparta answers face down, nothing was learned: both placements go."""
    terminal = sit("egemonia", "--seed", "7", *FAST)
    terminal.wait()
    terminal.type("argos")
    terminal.type("coup")
    told = terminal.type("delos")
    assert "You place Coup! face down on Delos." in told
    assert "Sparta places an event face down" in told
    assert "Taken back: Place Coup! on Delos." in terminal.type("undo")
    story = terminal.type("story")
    assert "You draw" in story
    assert " place" not in story


def test_undo_that_is_refused_half_way_changes_nothing(sit: Sit, tmp_path: Path) -> None:
    """Sparta's setup let chance draw, then Athens placed an event: that one could be taken back, the setup cannot."""
    terminal = sit("egemonia", "--seat", "s1", "--seed", "5", *FAST)
    terminal.wait()
    assert "Athens places an event face down" in terminal.type("setup:sparta")
    before = only_game(tmp_path / "petteia").moves
    assert "cannot be taken back: a die was rolled or a card was drawn" in " ".join(terminal.type("undo").split())
    assert only_game(tmp_path / "petteia").moves == before
    assert terminal.type("story").count("Athens places") == 1


def only_move_made() -> Game:
    """The battle is planned, and s0's last token went to the only place for it; before that there was a choice."""
    for seed in range(100):
        game, rng, choices = Game(ruleset("epireia", 2), seed), random.Random(seed), [0, 0]
        while game.result is None:
            [seat, *_] = game.pending
            legal = game.legal(seat)
            last = game.moves[-2:]
            placed = [move for mover, move in last if mover == "s0" and move.startswith("place:")]
            if seat == "s0" and len(placed) == 2 and choices[-1] == 1 < min(choices[-2], len(legal)):
                return game
            choices.append(len(legal))
            game.play(seat, rng.choice(legal))
    raise AssertionError("no such game")


def test_undo_goes_back_to_a_decision_that_was_a_choice(sit: Sit, tmp_path: Path) -> None:
    """An only move is made at once: taken back alone it would be made again for ever."""
    game = only_move_made()
    settings = {"game": "epireia", "seats": 2, "people": ["s0"], "nodes": 15}
    history = [each for each in game.moves if each[0] != "chance"]
    write(tmp_path / "planned.uhg", uhg.write(game), {**settings, "history": history})
    terminal = sit("--resume", "planned.uhg")
    terminal.wait()
    told = terminal.type("undo")
    assert f"Taken back: {history[-2][1]}." in told
    assert "Your only move" not in told
    assert only_game(tmp_path / "petteia").moves == game.moves[:-2]


def test_saved_files_are_records_that_go_on(solo: Terminal, sit: Sit, tmp_path: Path) -> None:
    solo.type("athens")
    assert "Saved to mine.uhg" in solo.type("save mine.uhg")
    (tmp_path / "letter.txt").write_text("dear")
    assert "it is not replaced" in solo.type("save letter.txt").replace("\r\n", " ")
    assert (tmp_path / "letter.txt").read_text() == "dear"
    solo.type("archon")
    solo.child.sendline("resume mine.uhg")
    solo.wait()
    assert "The game goes on where it was left." in solo.last
    assert "Who administers your city?" in solo.last
    again = sit("--resume", "mine.uhg")
    again.wait()
    assert "Who administers your city?" in again.last


def test_a_name_without_an_ending_is_a_record(solo: Terminal, sit: Sit, tmp_path: Path) -> None:
    """Others know it by its ending; what is advised can be pasted into a shell."""
    solo.type("athens")
    assert "Saved to my game.uhg. `petteia play --resume 'my game.uhg'` goes on." in solo.type("save my game")
    assert load(tmp_path / "my game.uhg").moves[0] == ("s0", "city:athens")
    again = sit("--resume", "my game")
    again.wait()
    assert "Who administers your city?" in again.last
    for name in ("/", "..", "~nobody/x", "petteia"):
        assert "was not written" in again.type(f"save {name}")


def test_one_letter_that_begins_a_command_is_no_move(sit: Sit) -> None:
    terminal = sit("epireia", "--seats", "1", "--seed", "7", *FAST)
    terminal.wait()
    assert "'s' may be Play Sparta, or story or save: type more of it." in terminal.type("s")
    assert "You play Athens." in terminal.type("a")


def test_a_file_that_cannot_be_resumed_leaves_the_game_as_it_is(solo: Terminal, tmp_path: Path) -> None:
    (tmp_path / "bad.uhg").write_text('; play {"game": "epireia", "seats": 9}\n[Format "uhg 1"]\n')
    (tmp_path / "worse.uhg").write_text('; play {"game": "epireia", "seats": 1}\n[Format "uhg 1"]\n')
    for name in ("bad.uhg", "worse.uhg"):
        assert "This game goes on." in " ".join(solo.type(f"resume {name}").split())
    assert "You play Athens." in solo.type("athens")


@pytest.mark.parametrize("look", [(), ("--plain",)], ids=["lines", "plain"])
def test_an_amount_is_asked_for_after_what_it_is_for(sit: Sit, look: tuple[str, ...]) -> None:
    terminal = sit("epix", "--seats", "3", "--seat", "s1", "-o", "rules=advanced", "--seed", "5", *look, *FAST)
    terminal.wait()
    assert "Barding...: Your knights have Double Defence everywhere" in " ".join(terminal.last.split())
    opened = terminal.type("barding")
    assert "Bid 15 for Barding" in opened
    assert "You bid 3 for Barding." in terminal.type("3")
