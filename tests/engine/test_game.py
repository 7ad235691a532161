"""The public API: what goes right, and which error says what goes wrong."""

from __future__ import annotations

import doctest
import json
from pathlib import Path

import numpy as np
import pytest

import petteia
from petteia import engine
from petteia.engine import (
    AmbiguousMove,
    BadPosition,
    Game,
    GameError,
    IllegalMove,
    InvalidMove,
    Observation,
    Record,
    UnknownGame,
    WrongSeat,
    new,
)
from petteia.protocols.records import uhg


def started(seed: int = 7) -> Game:
    """Egemonia in its first action."""
    game = new("egemonia", seed=seed)
    game.play("s0", "setup:delos")
    game.play("s1", "setup:corinth")
    return game


def test_the_front_door() -> None:
    game = petteia.new("egemonia", seed=7)
    assert game.pending == ("s0",)
    assert isinstance(game, petteia.Game)
    assert issubclass(petteia.GameError, ValueError)


def test_examples_in_the_documentation_run() -> None:
    for module in (engine.game, engine.registry):
        assert doctest.testmod(module).failed == 0


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda: new("chess"), "no game 'chess': want epireia or egemonia"),
        (lambda: new("egemonia", seats=3), "seats=3: want 2"),
        (lambda: new("egemonia", scenario="modern"), "scenario='modern': want one of standard, historical"),
        (lambda: new("egemonia", colour="red"), "no option 'colour'; its options: scenario"),
    ],
)
def test_unknown_games_and_options(call: object, words: str) -> None:
    with pytest.raises(UnknownGame, match=words.replace("'", ".")):
        call()  # type: ignore[operator]


def test_bad_seeds_and_chance() -> None:
    for seed in (-1, 1 << 64):
        with pytest.raises(GameError, match="want 0"):
            new("egemonia", seed=seed)
    with pytest.raises(GameError, match="want 'engine' or 'client'"):
        new("egemonia", chance="nobody")


def test_games_without_a_seed_differ() -> None:
    assert new("egemonia").seed != new("egemonia").seed


def test_wrong_seat() -> None:
    game = started()
    waiting = game.pending[0]
    other = "s1" if waiting == "s0" else "s0"
    with pytest.raises(WrongSeat, match=f"'{other}' is not asked now: want {waiting}"):
        game.play(other, "pass")
    with pytest.raises(WrongSeat, match="no seat 's7': want s0, s1"):
        game.play("s7", "pass")
    with pytest.raises(WrongSeat, match="'chance' is not asked"):
        game.play("chance", "draw:coup")
    with pytest.raises(WrongSeat, match="no seat 'x'"):
        game.view("x")
    with pytest.raises(WrongSeat):
        game.observation("chance")


def test_invalid_move_names_the_shapes() -> None:
    game = started()
    with pytest.raises(InvalidMove, match="'frob' is not a move of Egemonia: want setup:AREA"):
        game.play(game.pending[0], "frob")
    with pytest.raises(InvalidMove, match="no area 'rome'; want sparta"):
        game.play(game.pending[0], "place:coup@rome")
    with pytest.raises(InvalidMove, match="no event 'plague'"):
        game.play(game.pending[0], "place:plague@thebes")
    with pytest.raises(InvalidMove, match="want text such as"):
        game.play(game.pending[0], 7)  # type: ignore[arg-type]


def test_ambiguous_move_lists_some() -> None:
    game = started()
    with pytest.raises(AmbiguousMove, match=r"'place:' fits \d+ moves: place:"):
        game.play(game.pending[0], "place:")


def test_illegal_move_says_why_from_what_the_seat_knows() -> None:
    game = started()
    seat = game.pending[0]
    hand = set(game.view(seat)["hands"]["athens" if seat == "s0" else "sparta"])
    missing = next(event for event in ("coup", "olympics", "divine_help", "false_alarm") if event not in hand)
    with pytest.raises(IllegalMove, match="is not in hand") as caught:
        game.play(seat, f"place:{missing}@thebes")
    assert caught.value.reason == "not-in-hand"
    with pytest.raises(IllegalMove, match="this is the phase 'action'") as caught:
        game.play(seat, "setup:thebes")
    assert caught.value.reason == "not-now"
    with pytest.raises(IllegalMove, match="must") as caught:
        game.play(seat, "pass")
    assert caught.value.reason == "can-place"


def test_out_of_range() -> None:
    for seed in range(30):
        game = started(seed)
        seat = game.pending[0]
        if any(move.startswith("place:influence") for move in game.legal(seat)):
            with pytest.raises(IllegalMove, match="'byzantium' is out of range for 'influence'") as caught:
                game.play(seat, "place:influence@byzantium")
            assert caught.value.reason == "out-of-range"
            return
    pytest.fail("no deal with Influence")


def test_a_finished_game_asks_nobody() -> None:
    game = started()
    while game.pending:
        game.play(game.pending[0], game.legal(game.pending[0])[0])
    with pytest.raises(WrongSeat, match="the game is over"):
        game.play("s0", "pass")
    assert game.result is not None
    assert sum(game.result.returns) == 1


def test_complete_takes_the_beginning_of_a_move() -> None:
    game = new("egemonia", seed=1)
    assert game.complete("s0", "setup:by") == "setup:byzantium"
    with pytest.raises(AmbiguousMove, match=r"'setup:a' fits 3 moves"):
        game.complete("s0", "setup:a")
    with pytest.raises(InvalidMove):
        game.complete("s0", "setup:x")


# ---------------------------------------------------------------------------------------------------------------
# Saves and records.


def test_a_save_is_refused_when_cut_anywhere() -> None:
    saved = started().save()
    for length in range(len(saved)):
        with pytest.raises(BadPosition):
            Game.load(saved[:length])


def test_a_save_is_refused_when_a_byte_is_changed() -> None:
    saved = started().save()
    for place in range(len(saved)):
        damaged = saved[:place] + bytes([saved[place] ^ 0x11]) + saved[place + 1 :]
        with pytest.raises(BadPosition):
            Game.load(damaged)


def test_a_foreign_format_is_named() -> None:
    import msgpack

    with pytest.raises(BadPosition, match="format 9; this engine reads format 1"):
        Game.load(msgpack.packb(["petteia save", 9, b"", b""]))
    with pytest.raises(BadPosition, match="header"):
        Game.load(msgpack.packb({"a": 1}))


def record_with(**changes: object) -> Record:
    return Record.from_dict({**started().record().to_dict(), **changes})


def test_records_say_what_does_not_fit() -> None:
    with pytest.raises(BadPosition, match="version 99 of egemonia's rules; this engine has 1"):
        Game.replay(record_with(version=99))
    with pytest.raises(BadPosition, match="other components"):
        Game.replay(record_with(components="00"))
    with pytest.raises(BadPosition, match=r"move 2 of the record: .*not legal"):
        Game.replay(record_with(moves=[["s0", "setup:delos"], ["s1", "setup:athens"]]))
    with pytest.raises(BadPosition, match="does not end in the position"):
        Game.replay(record_with(digest=1))
    with pytest.raises(UnknownGame):
        Game.replay(record_with(game="chess"))
    with pytest.raises(BadPosition, match="want the parts"):
        Record.from_dict({})
    with pytest.raises(BadPosition, match="seed"):
        record_with(seed="x")


def test_a_record_is_plain_data() -> None:
    game = started()
    record = game.record()
    assert Record.from_dict(record.to_dict()) == record
    assert record.moves[0] == ("s0", "setup:delos")
    assert record.result is None


# ---------------------------------------------------------------------------------------------------------------
# Observations.


def test_an_observation_stays_as_it_was() -> None:
    game = started()
    seat = game.pending[0]
    observation = game.observation(seat)
    before = observation.view()
    game.play(seat, game.legal(seat)[0])
    assert observation.view() == before


def test_seeing_something_impossible_is_refused_and_changes_nothing() -> None:
    game = started()
    observation = Observation.start(game.ruleset, "s0")
    for event in game.events("s0"):
        observation = observation.see(event)
    before = observation.key
    for event, words in [
        ("frob", "is not an event"),
        ("place s0 rome coup", "no area 'rome'"),
        ("draw s0 coup", "not at this point"),
        ("draw s1 coup", "no such"),
        ("reveal s1 0 thebes coup", "not at this point"),
        ("place s0 thebes ?", "no such"),
    ]:
        with pytest.raises(BadPosition, match=words):
            observation.see(event)
    assert observation.key == before
    assert observation.view() == game.view("s0")


def test_no_deal_could_have_led_to_it() -> None:
    observation = Observation.start(new("egemonia", scenario="historical").ruleset, "s0")
    observation = observation.see("draw s0 olympics")
    with pytest.raises(BadPosition, match="no deal could have led to it"):
        observation.see("draw s0 olympics")


def test_story_tells_no_secrets() -> None:
    game = started()
    for line in game.story("pub"):
        assert "draw" not in line
    assert any("You draw" in line for line in game.story("s0"))


def test_vectors_name_their_parts() -> None:
    game = started()
    observation = game.observation("s0")
    vector = observation.to_numpy()
    parts = {
        block.name: vector[block.start : block.start + block.size].reshape(block.shape)
        for block in observation.layout()
    }
    delos = game.ruleset.components.table("area").index(
        next(row for row in game.ruleset.components.table("area") if row.values["id"] == "delos")
    )
    assert parts["influence"][delos].tolist() == [1, 0]
    assert parts["hand"].sum() == 4
    assert parts["unseen"].sum() == 18
    assert parts["phase"].argmax() == 4
    assert np.array_equal(game.observation("s1").to_numpy()[:2], [1, 0])  # Sparta's own capital comes first for Sparta


@pytest.mark.parametrize(("part", "value"), [("seed", "123456789"), ("seed", 1.5), ("seats", True), ("moves", 7)])
def test_an_error_about_a_record_does_not_quote_it(part: str, value: object) -> None:
    """What is wrong may be the seed of the deal."""
    values = new("egemonia", seed=987654321).record().to_dict() | {part: value}
    with pytest.raises(BadPosition) as caught:
        Record.from_dict(values)
    assert f"its {part} is" in str(caught.value)
    assert "want" in str(caught.value)
    assert not any(word in str(caught.value) for word in ("987654321", "123456789", "1.5"))


@pytest.mark.parametrize("kind", ["uhg", "save", "json"])
def test_a_kept_game_of_any_kind_is_loaded(kind: str, tmp_path: Path) -> None:
    game = started()
    file = tmp_path / f"game.{kind}"
    as_text = {"uhg": uhg.write(game), "json": json.dumps(game.record().to_dict())}
    file.write_bytes(as_text[kind].encode() if kind in as_text else game.save())
    assert petteia.load(file).moves == game.moves
    with pytest.raises(GameError, match="want a name that ends in"):
        petteia.load(tmp_path / "game.txt")


def test_a_refusal_of_something_long_is_short_and_still_says_what_is_right() -> None:
    game = new("egemonia", seed=7)
    with pytest.raises(InvalidMove) as refused:
        game.play("s0", "setup:" + "x" * 60_000)
    said = str(refused.value)
    assert len(said) < 2100
    assert said.startswith("'setup:xxx")
    assert "want " in said
    assert "sparta" in said[-900:]
