"""Game records: written, read, replayed, redacted."""

from __future__ import annotations

import json
import random
import re
from pathlib import Path

import pytest

from petteia.engine import BadPosition, Game, new
from petteia.protocols.records import uhg

from .talk import Talk


@pytest.fixture(scope="module")
def played() -> Game:
    game = new("egemonia", seed=11)
    chooser = random.Random(3)
    while game.pending:
        seat = game.pending[0]
        game.play(seat, chooser.choice(game.legal(seat)))
    return game


def test_a_record_replays_to_the_same_game(played: Game) -> None:
    kept = uhg.read(uhg.write(played))
    again = kept.replay()
    assert again.moves == played.moves
    assert again.digest == played.digest
    assert again.seed == played.seed
    assert again.chance == "engine"


@pytest.mark.parametrize("n_moves", [0, 1, 2, 5, 30])
def test_an_unfinished_game_goes_on_as_it_would_have(played: Game, n_moves: int) -> None:
    """Chance is in the record, and the deal's later draws are the same."""
    decisions = [move for move in played.moves if move[0] != "chance"]
    game = new("egemonia", seed=11)
    for seat, move in decisions[:n_moves]:
        game.play(seat, move)
    again = uhg.read(uhg.write(game)).replay()
    for seat, move in decisions[n_moves:]:
        again.play(seat, move)
    assert again.digest == played.digest


def test_comments_survive(played: Game) -> None:
    comments = {0: "s0 wp=0.48,0.52", 4: "chance was kind", 40: "odd {braces}\nand lines"}
    text = uhg.write(played, comments)
    kept = uhg.read(text)
    assert kept.comments == {0: "s0 wp=0.48,0.52", 4: "chance was kind", 40: "odd (braces) and lines"}
    assert kept.replay().digest == played.digest
    assert uhg.write(played, kept.comments) == text


def test_chance_of_the_table_is_kept() -> None:
    game = new("egemonia", chance="client")
    game.play("s0", "setup:corinth")
    game.play("s1", "setup:delos")
    game.play("chance", "draw:olympics")
    again = uhg.read(uhg.write(game)).replay()
    assert again.chance == "client"
    assert again.pending == ("chance",)
    assert again.digest == game.digest


def test_a_seat_record_holds_what_the_seat_saw_and_no_more(played: Game) -> None:
    for seat in played.seats:
        text = uhg.write_seat(played, seat)
        kept = uhg.read(text)
        assert kept.events == played.events(seat)
        assert kept.observe().key == played.observation(seat).key
        assert str(played.seed) not in re.sub(r"#[0-9a-f]{16}|Components .*", "", text).split('"')
        assert "Deal" not in text
        assert f"{played.digest:016x}" not in text
        with pytest.raises(BadPosition, match="not a whole game"):
            kept.replay()


def test_every_round_has_a_hash_and_it_is_checked(played: Game) -> None:
    text = uhg.write(played)
    numbered = [line for line in text.splitlines() if line[:1].isdigit()]
    assert all(re.search(r" #[0-9a-f]{16}$", line) for line in numbered)
    broken = text.replace(numbered[7][-16:], "0" * 16)
    with pytest.raises(BadPosition, match="not the one that the record names"):
        uhg.read(broken).replay()


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (('[Rules "1"]', '[Rules "7"]'), "needs version 7 of egemonia's rules; this engine has 1"),
        (('[Format "uhg 1"]', '[Format "uhg 9"]'), "a record of format 'uhg 9'"),
        (('[Game "egemonia"]', '[Game "chess"]'), "no game 'chess'"),
        (('[Seats "2"]\n', ""), "no tag 'Seats'"),
        (('[Seats "2"]', '[Seats "two"]'), "has a value it cannot have"),
        (("1. s0 setup:", "1. s0 fly:"), "move 1"),
        (("1. s0 setup:", "1. setup s0:"), "move 1"),
        (("1. s0 ", "one "), "line 11"),
    ],
)
def test_what_is_wrong_is_said(played: Game, change: tuple[str, str], message: str) -> None:
    text = uhg.write(played)
    assert change[0] in text
    with pytest.raises(ValueError, match=re.escape(message)):
        uhg.read(text.replace(*change, 1)).replay()


def test_other_components_are_noticed(played: Game) -> None:
    text = re.sub(r'\[Components "[^"]*"\]', '[Components "feed"]', uhg.write(played))
    with pytest.raises(BadPosition, match="pass their folder as data"):
        uhg.read(text).replay()


def test_save_and_load_through_the_protocol(either: Talk, tmp_path: object) -> None:
    either.ask("new egemonia deal=7")
    either.ask("go s0 nodes=20")
    either.ask("play s0 d=1 setup:corinth")
    path = f"{tmp_path}/game.uhg"
    assert either.ask(f"save path={path}") == ["ok"]
    record = either.fields("save", "record")["record"]
    with open(path, encoding="utf-8") as file:
        assert file.read() == record
    assert "{s0 wp=0.500,0.500 nodes=20}" in record
    before = either.hash()
    assert either.ask(f"load path={path}") == ["teams s0,s1", "request s1 d=1 kind=public", "ok game=g2"]
    assert either.hash() == before
    assert either.fields("save", "record")["record"] == record  # comments included
    mine = either.fields("save seat=s1", "record")["record"]
    assert "wp=" not in mine  # what the other thought is not this seat's
    assert "wp=" in either.fields("save seat=s0", "record")["record"]
    with open(path, "w", encoding="utf-8") as file:
        file.write(mine)
    view = either.fields("view s1", "view")["view"]
    assert either.ask(f"load path={path}") == ["teams s0,s1", "ok game=g3"]
    assert either.fields("view s1", "view")["view"] == view
    assert either.end("view s0") == "error bad-arg arg=seat got=s0 want=s1"


def test_load_takes_the_place_of_a_game(talk: Talk, tmp_path: object) -> None:
    talk.ask("new egemonia deal=7")
    talk.ask(f"save path={tmp_path}/a.uhg")
    first = talk.hash()
    talk.ask("play s0 d=1 setup:corinth")
    assert talk.end(f"load game=g1 path={tmp_path}/a.uhg") == "ok game=g1"
    assert talk.hash() == first
    assert talk.end(f"load game=g8 path={tmp_path}/a.uhg") == "error no-game"


def test_random_damage_is_refused_or_harmless(played: Game) -> None:
    text = uhg.write(played)
    chooser = random.Random(5)
    for _ in range(120):
        at = chooser.randrange(len(text))
        damaged = text[:at] + chooser.choice('x{}[]#"& 0\n') + text[at + chooser.randrange(3) :]
        try:
            again = uhg.read(damaged).replay()
        except ValueError:
            continue
        assert again.moves == played.moves or len(again.moves) < len(played.moves)


def test_no_error_quotes_a_damaged_record(either: Talk) -> None:
    """The deal is a seed: who reads a log must not learn it, however the record is damaged."""
    deal = "8127364509182736450"
    either.ask(f"new egemonia deal={deal}")
    text = str(either.fields("save", "record")["record"])
    assert deal in text
    damage = [
        f'[Deal "{deal}"]'.replace(*change) for change in (("[", "("), ('"]', '"'), ("Deal ", "Deal"), ('"', "'"))
    ]
    damage += [f'[Deal "{deal}{deal}"]', f'[Deal "{deal}0"]', f'[Deal "-{deal}"]', f"1. {deal} {{", f"1. {deal}"]
    for line in damage:
        damaged = text.replace(f'[Deal "{deal}"]', line)
        [answer] = either.ask(f"load record={json.dumps(damaged)}")
        assert answer.startswith("error bad-record reason="), line
        assert deal[:8] not in answer


def test_a_file_that_is_no_record_is_not_shown(either: Talk, tmp_path: Path) -> None:
    path = tmp_path / "other.txt"
    for content in ("root:x:0:0:the first line\n", "1. root:x:0\n", '[Format "root:x:0"]\n', "[root:x:0]\n"):
        path.write_text(content)
        [answer] = either.ask(f"load path={path}")
        assert answer.startswith("error bad-record reason=")
        assert "root" not in answer


def test_a_save_and_a_record_are_told_apart(played: Game) -> None:
    """`Game.load` reads what `Game.save` writes, and says who reads a record."""
    text = uhg.write(played)
    with pytest.raises(BadPosition, match=r"a \.uhg record, not a save: petteia\.load\(file\) reads it"):
        Game.load(text.encode())
    for wrong in (text, Path("game.uhg"), None):
        with pytest.raises(BadPosition, match=r"a save is bytes, not \w+: petteia\.load\(file\) reads a file"):
            Game.load(wrong)  # type: ignore[arg-type]
    assert Game.load(uhg.read(text).replay().save()).moves == played.moves
