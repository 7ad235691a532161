"""The option `readings`: what the book's side is, and that games by it end."""

from __future__ import annotations

import random

import pytest

from petteia.engine import ruleset
from tests.reference.egemonia import Egemonia

from ..variants import with_settings
from .position import DATA, SCENARIOS, Position

pytestmark = pytest.mark.usefixtures("implementation")

# An owner's file with the wider readings.
WIDER = with_settings(DATA, influence_on_own_area=True, draw_up_to_hand=True)


def test_these_settings_have_a_side_of_the_books() -> None:
    sides = {row["id"]: row["book"] for row in DATA["settings"]["setting"] if "book" in row}
    assert sides == {"draw_up_to_hand": False, "influence_on_own_area": False}


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_ours_are_the_books(scenario: str) -> None:
    ours = ruleset("egemonia", scenario=scenario)
    assert ours.chosen["readings"] == "ours"
    assert ours.rules == ruleset("egemonia", scenario=scenario, readings="book").rules


@pytest.mark.parametrize(("readings", "on_own"), [("ours", True), ("book", False)])
def test_4_2_book_takes_influence_to_the_letter(readings: str, on_own: bool) -> None:
    fields = {
        "turn": 1,
        "phase": "action",
        "influence": {"thebes": ["athens", 1]},
        "hands": {"athens": {"influence": 1}},
    }
    complete = Egemonia.from_fields(fields, WIDER).fields()
    game = Position.load(complete, WIDER, readings=readings)
    assert ("thebes" in game.areas_of("influence")) is on_own
    assert {"plataea", "delphi", "potidaea"} <= game.areas_of("influence")


@pytest.mark.parametrize(("readings", "takes"), [("ours", {"sparta": 4}), ("book", {"athens": 3, "sparta": 3})])
def test_3_1_book_takes_three_however_many_are_held(readings: str, takes: dict[str, int]) -> None:
    hands = {"athens": {"military": 4}, "sparta": {"false_alarm": 2, "olympics": 1}}
    fields = {"turn": 1, "phase": "action", "influence": {"sparta": ["sparta", 2]}, "hands": hands}
    complete = Egemonia.from_fields(fields, WIDER).fields()
    game = Position.load(complete, WIDER, readings=readings)
    while game.phase == "action":
        (seat,) = game.pending()
        game.play(seat, game.legal(seat)[0])
    assert (game.turn, game.to_draw) == (2, takes)


@pytest.mark.parametrize("scenario", SCENARIOS)
@pytest.mark.parametrize("data", [None, WIDER], ids=["ours", "wider"])
def test_3_games_by_the_book_end_after_ten_turns_at_most(scenario: str, data: dict[str, object] | None) -> None:
    for seed in range(10):
        game = Position.new(data=data, scenario=scenario, readings="book")
        turns = []
        game.play_out(random.Random(f"{scenario} {seed}"), lambda game=game, turns=turns: turns.append(game.turn))
        assert game.phase == "over"
        assert max(turns) <= 10
        assert sum(game.returns()) == 1
