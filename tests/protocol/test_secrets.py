"""What is hidden from a seat shows nowhere: two games that differ only in it look the same in every way."""

from __future__ import annotations

import random
import re
from pathlib import Path
from typing import Any

import pytest

from petteia.ai.settings import IsmctsSettings
from petteia.ai.trees import KeptTrees
from petteia.engine import GAMES, Game, new
from petteia.engine.registry import TOYS, find
from petteia.protocols import text
from petteia.protocols.messages import Answer, Request
from petteia.protocols.options import Options
from petteia.protocols.session import HANDLERS, Session
from petteia.protocols.verbs import debug as debugging
from petteia.protocols.verbs.search import search_player

from .standin import counting
from .talk import ENCODINGS, Talk
from .twins import Twins, find_twins

SEED = 7_777_777_777_777_777_777
OWN = ("military", "coup", "coup", "false_alarm")  # what s0 draws
THEIRS = {  # what s1 draws, and lays face down, in two games that s0 cannot tell apart
    "one": (("coup", "false_alarm", "military", "influence"), ("coup", "false_alarm")),
    "other": (("olympics", "divine_help", "coup", "pericles"), ("divine_help", "olympics")),
}
QUESTIONS = (
    "view s0", "view pub", "describe s0", "describe pub", "summary s0", "summary pub", "story s0", "story pub",
    "look s0 with=view,describe,summary,story,events,eval",
    "events s0", "events pub", "legal s0", "hash s0", "hash pub", "d s0", "d pub", "eval s0",
    "belief s0 words", "save seat=s0", "result", "go s0 nodes=60", "analyze s0 nodes=60 multipv=5 words",
    "play s0 d=99 pass",
    "play s0 d=2 setup:corinth",
    "play s0 d=2 place:olympics@athens", "play s0 d=2 place:influence@melos", "play s0 d=3 place:military@melos",
    "play s0 d=4 pass", "unplay s0 d=2", "unplay s1 d=2", "play s1 d=2 place:olympics@athens", "undo", "view s0",
)  # fmt: skip
EVERYWHERE = (
    "view s0", "view s1", "view pub", "go s0 nodes=2", "analyze s1 nodes=2", "hash", "d", "eval", "belief s0",
    "perft 1",
    "save seat=s0", "save seat=s1", "events pub", "result", "undo force=1", "play s0 d=9999 x",
    "setoption name DealSeed value -9",
)  # fmt: skip


def deal(talk: Talk, which: str, n_placed: int) -> None:
    """Play by the table's own cards until so many events lie on the map."""
    draws, laid = THEIRS[which]
    talk.ask("new egemonia chance=client")
    talk.ask("play s0 d=1 setup:corinth")
    talk.ask("play s1 d=1 setup:delos")
    for number, event in enumerate((*OWN, *draws), 1):
        assert talk.end(f"play chance d={number} draw:{event}").startswith("ok")
    lays = [("s0", "coup@thebes"), ("s1", f"{laid[0]}@argos"), ("s0", "coup@sparta"), ("s1", f"{laid[1]}@melos")]
    for number, (seat, what) in enumerate(lays[:n_placed]):
        assert talk.end(f"play {seat} d={2 + number // 2} place:{what}").startswith("ok")


@pytest.mark.parametrize("encoding", ENCODINGS)
@pytest.mark.parametrize("n_placed", [0, 2, 4])
def test_worlds_that_a_seat_cannot_tell_apart_look_the_same(encoding: str, n_placed: int) -> None:
    told = []
    for which in THEIRS:
        talk = Talk(encoding, search_player)
        talk.ask("setoption name Deterministic value true")
        deal(talk, which, n_placed)
        start = len(talk.said)
        told.append(
            {
                question: [line for line in talk.ask(question) if not line.startswith("event s1")]
                for question in QUESTIONS
            }
        )
        assert len(talk.said) > start + len(QUESTIONS) - 1
        told[-1]["log"] = [re.sub(r"^\[[ 0-9.]*\]", "", line) for line in talk.log.getvalue().splitlines()]
    first, second = told
    for question in first:
        assert first[question] == second[question], question


# Of any game: what a seat may ask while it plays.
ANYTHING = (
    "view {seat}", "view pub", "events {seat}", "events pub", "story {seat}", "story pub", "describe {seat}",
    "describe pub", "summary {seat}", "summary pub", "look {seat} with=view,describe,story,eval", "legal {seat}",
    "hash {seat}",
    "hash pub", "d {seat}", "d pub", "eval {seat}", "belief {seat} words", "save seat={seat}", "result",
    "go {seat} nodes=60", "analyze {seat} nodes=60 multipv=5 words", "play {seat} d=999 pass", "view all",
)  # fmt: skip
TABLES: list[tuple[str, dict[str, Any]]] = [
    ("egemonia", {}),
    ("epix", {"seats": 2, "rules": "basic"}),
    ("epix", {"seats": 3, "rules": "advanced"}),
    ("ephyran", {"seats": 2}),
    ("ephyran", {"seats": 4}),
    ("epireia", {"seats": 2}),
    ("epireia", {"seats": 4}),
    ("epireia", {"seats": 1, "enemy": "ai"}),
    ("epireia", {"seats": 1, "enemy": "rival"}),
]


def overhear(name: str, options: dict[str, Any], pair: Twins, moves: list[tuple[str, str]], encoding: str) -> list[str]:
    """All that is said, in a game with questions at its end, but for the events of the other seats."""
    viewer = pair.viewer
    talk = Talk(encoding, search_player)
    talk.ask("setoption name Deterministic value true")
    talk.ask(f"new {name} chance=client {' '.join(f'{key}={value}' for key, value in options.items())}")
    [table] = talk.session.games.values()
    for seat, move in moves:
        assert talk.end(f"play {seat} d={table.decision(seat)} {move}").startswith("ok")
    legal = talk.fields(f"legal {viewer}", "legal")["moves"] if viewer in table.waiting() else []
    for question in ANYTHING:
        talk.ask(question.format(seat=viewer, d=table.decision(viewer)))
    # What is not possible is refused alike; what is would be played, and reveal something.
    for move in sorted({move for _, move in pair.one[-20:] + pair.other[-20:]} - set(legal)):
        assert talk.end(f"play {viewer} d={table.decision(viewer)} {move}").startswith("error")
    talk.ask(f"unplay {viewer} d={table.decision(viewer)}")
    talk.ask("undo")
    talk.ask(f"view {viewer}")
    kept = [
        message
        for message in talk.said
        if message.kind != "event" or message.fields["seat"] in (viewer, "pub")
    ]  # fmt: skip
    told = [text.format_message(message) for message in kept]
    return told + [re.sub(r"^\[[ 0-9.]*\]", "", line) for line in talk.log.getvalue().splitlines()]


def compare_twins(name: str, options: dict[str, Any], seed: int, encoding: str) -> None:
    pair = find_twins(name, options, seed)
    one = overhear(name, options, pair, pair.one, encoding)
    other = overhear(name, options, pair, pair.other, encoding)
    for number, (line, twin) in enumerate(zip(one, other, strict=True)):
        assert line == twin, f"{pair}, line {number}"


@pytest.mark.parametrize("seed", range(1))
@pytest.mark.parametrize(("name", "options"), TABLES)
def test_twins_look_the_same_in_every_game(name: str, options: dict[str, Any], seed: int) -> None:
    compare_twins(name, options, seed, ENCODINGS[seed % 2])


@pytest.mark.long
@pytest.mark.timeout(3600)
@pytest.mark.parametrize(("name", "options"), TABLES)
def test_many_twins_look_the_same(name: str, options: dict[str, Any]) -> None:
    for seed in range(1, 101):
        compare_twins(name, options, seed, ENCODINGS[seed % 2])


def test_the_planted_difference_is_there() -> None:
    """The other seat, and the referee, do see it: else the test above could not fail."""
    told = []
    for which in THEIRS:
        talk = Talk()
        deal(talk, which, 2)
        told.append([talk.ask(line) for line in ("view s1", "save", "events s1", "hash", "hash s1")])
    assert all(a != b for a, b in zip(*told, strict=True))


@pytest.mark.parametrize("encoding", ENCODINGS)
def test_no_seed_is_told(encoding: str, tmp_path: Path) -> None:
    """Neither the deal's nor the AI's, however it was set; the referee's own record is the one place for the deal."""
    talk = Talk(encoding)
    log = tmp_path / "log"
    talk.ask(f"setoption name LogFile value {log}")
    talk.ask(f"setoption name DealSeed value {SEED}")
    talk.ask(f"setoption name AISeed value {SEED + 1}")
    chooser = random.Random(1)
    talk.ask("uhi 1")
    talk.ask("new egemonia")
    for _ in range(16):
        [*_, table] = talk.session.games.values()
        [seat] = table.waiting()
        for line in (*EVERYWHERE, f"new egemonia deal={SEED} scenario=wrong"):
            talk.ask(line)
        move = chooser.choice(talk.fields(f"legal {seat}", "legal")["moves"])
        talk.ask(f"play {seat} d={table.decision(seat)} {move}")
    talk.ask('setoption name LogFile value ""')
    written = b"".join(talk.raw).decode("latin-1") + log.read_text() + talk.log.getvalue()
    for seed in (SEED, SEED + 1):
        for form in (str(seed), f"{seed:x}", f"{seed:016x}"):
            assert form not in written
    packed = b"".join(talk.raw)
    assert SEED.to_bytes(8, "big") not in packed
    assert (SEED + 1).to_bytes(8, "big") not in packed
    assert str(SEED) in str(talk.fields("save", "record"))  # else nothing was tested


def test_open_hands_shows_all_but_the_seed() -> None:
    talk = Talk()
    talk.ask(f"new egemonia deal={SEED}")
    talk.ask("play s0 d=1 setup:corinth")
    talk.ask("play s1 d=1 setup:delos")
    talk.ask("setoption name OpenHands value true")
    seen = talk.fields("view all", "view")["view"]
    assert sum(seen["hands"]["sparta"].values()) == 4
    assert str(SEED) not in talk.raw[-2].decode()


@pytest.mark.parametrize("name", [*GAMES, *TOYS])
def test_selfcheck(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(GAMES, name, find(name))
    talk = Talk(players=search_player)
    talk.ask(f"new {name} deal=3")
    assert re.match(r"ok positions=25 worlds=\d+$", talk.end("selfcheck positions=25"))
    assert talk.end("selfcheck s0") == "ok positions=1 worlds=8"


@pytest.mark.long
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("name", GAMES)
def test_selfcheck_of_a_thousand_positions(name: str) -> None:
    talk = Talk(players=search_player)
    talk.ask(f"new {name} deal=3")
    start = talk.n_terminal()
    talk.send("selfcheck positions=1000")
    talk.wait(start + 1, 3000)
    assert talk.said[-1].kind == "ok", talk.said[-1]
    assert talk.said[-1].fields["positions"] == 1000


def test_selfcheck_can_fail(monkeypatch: pytest.MonkeyPatch) -> None:
    game = new("egemonia", seed=3)
    game.play("s0", "setup:corinth")
    game.play("s1", "setup:delos")
    player = counting(IsmctsSettings(), 0, KeptTrees(1))
    assert debugging.check_seat(game, "s0", player) == 8
    monkeypatch.setattr(Game, "view", lambda self, seat: {"all": self.ruleset.fields(self.state)})
    with pytest.raises(Exception, match="the view changes with what is hidden"):
        debugging.check_seat(game, "s0", player)


def test_nobody_can_guess_the_seed_of_the_searches() -> None:
    """An opponent who knew it could replay a search and read a bid."""
    assert Options().ai_seed != Options().ai_seed
    fixed = Options()
    fixed.set("Deterministic", True)
    assert fixed.ai_seed == 0
    fixed.set("AISeed", 5)
    assert fixed.ai_seed == 5


@pytest.mark.parametrize(("name", "options"), TABLES)
def test_twins_can_be_told_apart_by_a_leak(name: str, options: dict[str, Any], monkeypatch: pytest.MonkeyPatch) -> None:
    """Else comparing them would show nothing."""

    def leaky(session: Session, request: Request, args: dict[str, Any]) -> Answer:
        [table] = session.games.values()
        return Answer({"reason": f"{table.game.digest:x}"})

    monkeypatch.setitem(HANDLERS, "result", leaky)
    with pytest.raises(AssertionError, match="line"):
        compare_twins(name, options, 0, "text")
