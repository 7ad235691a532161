"""What seats and spectators see of Epix, in games played from the start."""

from __future__ import annotations

import random

import pytest

from tests.reference.base import CHANCE

from .position import SEATS, Position
from .styles import Chooser

pytestmark = pytest.mark.usefixtures("implementation")


def choose_cards(game: Position, *cards: str) -> Position:
    """From a season's auction on: s0 wins it and is the first player, and each chooses its card."""
    for seat in range(len(cards)):
        game.play(f"s{seat}", "bid:0" if seat else "bid:1")
    game.do("first:s0")
    for seat, card in enumerate(cards):
        game.play(f"s{seat}", f"card:{card}")
    return game


def attack(ability: str = "") -> Position:
    """s0 attacks the camp in B1 from A2; s1 may have an ability."""
    moves = ["recruit:soldier@A2", "recruit:camp@B1"]
    if ability:
        moves += ["recruit:camp@A1", f"bid:1@{ability}"]
    drafted = Position.drafted(*moves, abilities=(ability, "banker", "tribute") if ability else ())
    return choose_cards(drafted, "move", "tax").do("attack:soldier@A2>B1")


def test_4_bids_are_secret_until_all_are_in() -> None:
    game = Position.drafted(players=3)
    before = [game.view(viewer) for viewer in ("s1", "s2", "pub")]
    game.play("s0", "bid:7")
    assert [game.view(viewer) for viewer in ("s1", "s2", "pub")] == before
    assert game.view("s0")["secret"] == ["bid:7", None, None]
    assert game.pending() == ["s1", "s2"]
    assert game.gold == [15, 15, 15]


def test_5_later_cards_stay_hidden_while_earlier_players_act() -> None:
    game = choose_cards(Position.drafted(players=3), "recruit", "tax", "tax")
    assert game.view("s0")["cards"] == [["recruit"], None, None]
    assert game.view("s1")["cards"] == [["recruit"], ["tax"], None]
    assert game.view("pub")["cards"] == [["recruit"], None, None]
    other = choose_cards(Position.drafted(players=3), "recruit", "move", "tax")
    assert other.view("s2") == game.view("s2")


def test_7_neither_bid_nor_guess_is_seen() -> None:
    game = attack()
    before = game.view("s0"), game.view("pub")
    game.play("s1", "guess:3")
    assert (game.view("s0"), game.view("pub")) == before
    assert game.view("s1")["secret"] == [None, "guess:3"]


def test_11_the_guesses_of_a_citadel_are_not_seen() -> None:
    """The third is asked for by itself."""
    moves = ("recruit:soldier@A2", "bid:1@citadel")
    game = Position.drafted(*moves, abilities=("citadel", "banker", "tribute"))
    choose_cards(game, "move", "tax").do("move:soldier@A2>B1", "done")
    choose_cards(game, "move", "tax").do("attack:soldier@B1>B")
    before = game.view("s0")
    game.play("s1", "guess:1,3")
    game.play("s1", "guess:5")
    assert game.view("s0") == before
    assert game.view("s1")["secret"][1] == "guess:1,3,5"


def test_11_scouts_hear_the_parity_and_no_more() -> None:
    game = attack("scouts")
    assert game.pending() == ["s0"]
    game.play("s0", "bid:4")
    assert game.view("s1")["attack"]["parity"] == "even"
    assert game.view("s1")["secret"] == [None, None]


@pytest.mark.parametrize("seats", SEATS)
def test_12_a_view_shows_the_own_secrets_only(seats: int) -> None:
    for seed in range(7, 10):
        game, choose, rng = Position.new(seats, rules="advanced"), Chooser(seed), random.Random(seed)
        while pending := game.pending():
            fields = game.fields
            for viewer in (*(f"s{number}" for number in range(seats)), "pub"):
                view = game.view(viewer)
                own = [viewer == f"s{number}" for number in range(seats)]
                shown = [mine or open_ for mine, open_ in zip(own, fields["shown"], strict=True)]
                assert view["secret"] == [
                    each if mine else None for each, mine in zip(fields["secret"], own, strict=True)
                ]
                assert view["cards"] == [
                    each if seen else None for each, seen in zip(fields["cards"], shown, strict=True)
                ]
                assert view | {"secret": 0, "cards": 0} == fields | {"secret": 0, "cards": 0, "seat": viewer}
            seat = rng.choice(pending)
            game.play(seat, rng.choice(game.legal(seat)) if seat == CHANCE else choose(seat, game.legal(seat)))
