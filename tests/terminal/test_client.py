"""The terminal is a client: what it shows of a game was told by the engine process, in any language, of any game."""

from __future__ import annotations

import ast
import random
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from petteia.engine import GAMES
from petteia.engine.registry import TOYS
from petteia.protocols.client import Engine, SimpleEngine
from petteia.terminal.game import TerminalGame
from petteia.terminal.screen import Screen
from petteia.terminal.settings import PlaySettings
from tests.tools.pseudo import LANG, write_folder

from ..tools.layout import ROOT
from .conftest import FAST
from .terminal import Terminal

Sit = Callable[..., Terminal]

KINDS = [("epireia", "--seats", "1"), ("epireia", "--seats", "2"), ("egemonia",), ("epix",), ("ephyran",)]

# The terminal's own words, which are English in every language.
OWN = [
    r"Your move \(help for more\)",
    r"\(Enter goes back\)",
    r"Answer with a number or a name; `help` shows what else can be typed, `rules` what it is all about\.",
    r": you are ",
    r": you lead one city, the engine the others",
    r"Level \d+\.",
    r"Your only move: ",
    r"Cannot be paid yet: ",
    r"\(\d+ of \d+ can be paid\)",
    r"[-\\|/] \S.*? thinks \([^)]*\)",
    r"(?:The|the) enemy thinks \([^)]*\)",
    r"\(\d+ times\)",
    r"Result: ",
    r"\bmoves\b",  # typed by the test
    r"There is no number \d+: want \d+ to \d+\.",
]
# Signs of the drawings, and what is typed.
SIGNS = re.compile(r":[skcx]+\b|\b[skcx] |\bi{1,2}[1-6?]?(?!\w)|\b(?:A|AA|S|SS)\b|\[[as]+\]|\[x\]|\bBr\b")


def test_no_rule_set_makes_words_in_the_terminal() -> None:
    """They ask the engine process. Settings check what was chosen; questions are asked before there is a game."""
    for path in sorted((ROOT / "front" / "terminal").glob("*.py")):
        if path.name in ("settings.py", "questions.py"):
            continue
        tree = ast.parse(path.read_text("utf-8"))
        names = {node.attr for node in ast.walk(tree) if isinstance(node, ast.Attribute)}
        names |= {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}
        assert not names & {"Ruleset", "ruleset", "gloss", "narrate", "parse_move", "Observation"}, path.name


def test_the_siege_is_played_without_a_line_of_its_own(sit: Sit) -> None:
    terminal = sit("--toys", "siege", "--seed", "3", *FAST)
    terminal.wait()
    assert "Siege: you are Attacker. Level 1." in terminal.last
    assert "How much gold do you bid?" in terminal.last
    assert "gold of the attacker: 6" in terminal.last
    assert "The attacker must get through two defences." in " ".join(terminal.type("rules").split())
    told = terminal.type("3")  # an amount is its own number
    assert "You bid 3." in told
    if "Result: " not in terminal.output:
        terminal.type("1")
    assert re.search(r"Result: (?:You win|Defender wins)\.", terminal.output)
    for path in (ROOT / "front" / "terminal").glob("*.py"):
        assert not [toy for toy in TOYS if re.search(rf"\b{toy}\b", path.read_text("utf-8"))], path.name


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_folder(tmp_path_factory.mktemp("pseudo"))


@pytest.mark.parametrize("look", [(), ("--plain",)], ids=["lines", "plain"])
@pytest.mark.parametrize("table", KINDS, ids=" ".join)
def test_every_text_of_a_game_is_in_its_language(
    sit: Sit, folder: Path, table: tuple[str, ...], look: tuple[str, ...]
) -> None:
    """Whole games in the pseudo-language, in which every letter has an accent, but for the terminal's own words."""
    terminal = sit(*table, "--lang", LANG, "--data", str(folder), "--seed", "11", *look, *FAST)
    assert terminal.play_on(3, most=60) or terminal.output
    text = " ".join("\n".join(terminal.lines).split())
    assert re.search("[áéíóú]", text)
    assert not english(text)[:20]


# What the terminal says around what it is told, to who asks for it.
ASKED = {
    "threats": [r"Nothing threatens you that your seat could know of\."],
    "rules": ["Now: ", r" shows the whole rules page\."],
    "hint": [
        r"[-\\|/] The engine looks at it from your seat( \([^)]*\))?", "Perhaps ", " to win",
        "The next best is ",
    ],
    "why": [
        r"After [\d,]+ looks ahead.*promise more\.", "move win choice what it does",
        r"Win: your chance after.*what differs\.", r"What is hidden from you: .* each thing is\.",
        r"about \d+", r"\bto\b",
    ],
}  # fmt: skip


def english(text: str, *own: str) -> list[str]:
    """Words that are neither in the pseudo-language nor the terminal's own."""
    for words in (*OWN, *own):
        text = re.sub(words, " ", text)
    return re.findall(r"\S*[A-Za-z]{2,}\S*", re.sub(r"`[^`]*`", " ", SIGNS.sub(" ", text)))


@pytest.mark.parametrize("table", KINDS, ids=" ".join)
def test_what_is_told_to_who_asks_is_in_the_language_too(sit: Sit, folder: Path, table: tuple[str, ...]) -> None:
    terminal = sit(*table, "--lang", LANG, "--data", str(folder), "--seed", "11", *FAST, rows=500)
    rng = random.Random(2)
    terminal.wait()
    said = ""
    for _ in range(3):
        for _ in range(7):
            terminal.type(terminal.pick(rng))
        while "(Enter goes back)" in terminal.last:
            terminal.type("")
        for command, own in ASKED.items():
            text = " ".join(terminal.type(command).split()).removeprefix(command)
            said += text
            assert not english(text, *own), command
    assert "What is hidden from you" in said or table == ("epix",)


def test_dice_stay_in_sight(sit: Sit) -> None:
    """Between what was rolled and the next question no board is printed."""
    terminal = sit("epireia", "--seats", "1", "--seed", "7", *FAST, rows=24)
    terminal.wait()
    for answer in ("athens", "archon", "pericles", "granary", "done", "persia", "done", "persia"):
        told = terminal.type(answer)
    assert "Pericles (you) rolls" in told
    board, _, after = told.partition("Pericles (you) rolls")
    on_the_board = re.compile(r"Thrakiko Pelagos \d")  # with its yield; the story may name the place too
    assert on_the_board.search(board)
    assert not on_the_board.search(after)
    assert after.count("\n") < 24


def test_every_kind_of_game_is_walked() -> None:
    assert {table[0] for table in KINDS} == set(GAMES)


@pytest.mark.parametrize("game", ["egemonia", "epix"])
def test_one_exchange_tells_all_that_a_move_changed(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    sent: list[str] = []
    request = Engine.request

    async def counted(self: Engine, verb: str, *args: Any, **more: Any) -> Any:
        sent.append(verb)
        return await request(self, verb, *args, **more)

    monkeypatch.setattr(Engine, "request", counted)
    with SimpleEngine.popen() as engine:
        settings = PlaySettings(game, seats=2, seed=7)
        played = TerminalGame.open(Screen(plain=True), engine, settings)
        for _ in range(6):
            described = played.narrator("s0").description
            sent.clear()
            if described.asked:
                played.play_move("s0", described.moves[0].move)
                assert sent == ["play"]
            else:
                seat = played.game.waiting[0]
                played.play_move(seat, played.engine_move(seat))
                assert sent == ["go", "play"]
        assert played.narrator("s0").story
