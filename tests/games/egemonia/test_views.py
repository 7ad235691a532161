"""What seats and spectators see of Egemonia, in games played from the start."""

from __future__ import annotations

import random

import pytest

from tests.reference.base import CHANCE

from .position import SCENARIOS, SEAT, Position
from .variants import ATHENS_HAS_NOTHING

pytestmark = pytest.mark.usefixtures("implementation")

VIEWERS = ("s0", "s1", "pub")


def first_turn(athens: str, sparta: str) -> Position:
    """Historical: each side draws four events and places the first three (`coup@melos`), Athens before Sparta."""
    plans = [side.split() for side in (athens, sparta)]
    hands = [" ".join(move.partition("@")[0] for move in plan) for plan in plans]
    game = Position.dealt(*hands)
    for mine, theirs in zip(plans[0][:3], plans[1][:3], strict=True):
        game.do(f"place:{mine}", f"place:{theirs}")
    return game


def drawn(game: Position) -> Position:
    """Both have drawn what they may, but no Divine help."""
    while game.pending() == [CHANCE]:
        game.do(next(move for move in game.legal() if move != "draw:divine_help"))
    return game


def test_3_1_the_others_see_that_one_was_drawn() -> None:
    game = Position.new(scenario="historical").do("draw:coup", "draw:pericles")
    assert game.view("s0")["hands"] == {"athens": {"coup": 1, "pericles": 1}, "sparta": {}}
    assert game.view("s1")["hands"] == {"athens": {"?": 2}, "sparta": {}}
    assert game.view("pub")["hands"] == {"athens": {"?": 2}, "sparta": {}}
    assert [game.view(seat)["cup_size"] for seat in VIEWERS] == [20, 20, 20]
    assert "cup" not in game.view("s0")


def test_3_2_the_discard_is_not_shown() -> None:
    game = drawn(
        first_turn("coup@delphi coup@melos coup@melos pericles", "military@sparta influence@argos military@sparta coup")
    )
    assert (game.phase, game.oracle) == ("pythia", "athens")
    game.do("pythia:pericles")
    assert [game.view(seat)["discard"] for seat in VIEWERS] == ["pericles", "?", "?"]
    drawn(game)
    assert [game.view(seat)["discard"] for seat in VIEWERS] == [None, None, None]
    assert [game.view(seat)["oracle"] for seat in VIEWERS] == ["delphi"] * 3


def test_3_4_area_and_order_are_seen_the_event_by_its_owner() -> None:
    game = Position.dealt("coup coup coup coup", "olympics military military military")
    game.do("place:coup@thebes", "place:olympics@thebes")
    assert game.fields["placed"] == [["athens", "coup", "thebes"], ["sparta", "olympics", "thebes"]]
    assert game.view("s0")["placed"] == [["athens", "coup", "thebes"], ["sparta", "?", "thebes"]]
    assert game.view("s1")["placed"] == [["athens", "?", "thebes"], ["sparta", "olympics", "thebes"]]
    assert game.view("pub")["placed"] == [["athens", "?", "thebes"], ["sparta", "?", "thebes"]]
    assert game.view("s1")["hands"] == {"athens": {"?": 3}, "sparta": {"military": 3}}
    assert game.view("s0")["favoured"] == "athens"


def test_3_4_all_see_a_pass() -> None:
    game = Position.new(data=ATHENS_HAS_NOTHING, scenario="historical")
    game.do(*["draw:military"] * 4, *["draw:coup"] * 4, "place:coup@argos", "pass")
    for seat, event in (("s0", "?"), ("s1", "coup"), ("pub", "?")):
        assert game.view(seat)["placed"] == [["sparta", event, "argos"], ["athens", None, None]]


def test_5_everything_is_revealed() -> None:
    game = first_turn(
        "coup@melos olympics@melos coup@argos coup", "military@sparta influence@argos coup@samos military"
    )
    for seat in VIEWERS:
        assert game.view(seat)["revealed"] == [
            ["athens", "coup", "melos"],
            ["sparta", "military", "sparta"],
            ["athens", "olympics", "melos"],
            ["sparta", "influence", "argos"],
            ["athens", "coup", "argos"],
            ["sparta", "coup", "samos"],
        ]


def test_5_nothing_was_revealed_at_the_start() -> None:
    assert Position.new().view("s0")["revealed"] == []
    assert Position.new().view("s0")["divine_help"] is None


OTHERS = "military@sparta military@sparta military@sparta military"


def test_4_5_all_know_to_whom_divine_help_passed() -> None:
    game = first_turn("divine_help@melos coup@melos coup@melos coup", OTHERS)
    assert [game.view(seat)["divine_help"] for seat in VIEWERS] == ["sparta"] * 3
    assert game.view("s0")["hands"]["sparta"] == {"?": 2}  # with the Military that it kept


def test_4_5_divine_help_is_known_until_it_passes_on() -> None:
    game = drawn(first_turn("divine_help@melos coup@melos coup@melos coup", OTHERS))
    assert game.view("s0")["divine_help"] == "sparta"
    while game.pending() != ["s1"]:
        game.do(game.legal()[0])
    game.do("place:divine_help@samos")
    assert game.view("s0")["divine_help"] == "sparta"  # in hand or face down
    while game.phase == "action":
        game.do(next(move for move in game.legal() if "divine_help" not in move))
    assert game.view("s0")["divine_help"] == "athens"


SPARTA_AT_DELPHI = (
    "divine_help@melos coup@melos coup@melos coup",
    "coup@delphi military@sparta military@sparta military",
)
ATHENS_AT_DELPHI = ("divine_help@melos coup@delphi coup@melos coup", OTHERS)


@pytest.mark.parametrize(
    ("plans", "holder", "known"), [(SPARTA_AT_DELPHI, "sparta", None), (ATHENS_AT_DELPHI, "athens", "sparta")]
)
def test_4_5_divine_help_may_go_by_the_oracle(plans: tuple[str, str], holder: str, known: str | None) -> None:
    game = drawn(first_turn(*plans))
    assert (game.phase, game.oracle) == ("pythia", holder)
    assert game.view("s0")["divine_help"] == "sparta"
    game.play(SEAT[holder], game.legal(SEAT[holder])[1])
    assert game.view("s0")["divine_help"] == known
    drawn(game)
    assert game.view("s1")["divine_help"] == known


def test_4_5_divine_help_stays_known_when_the_oracle_is_kept() -> None:
    game = drawn(first_turn(*SPARTA_AT_DELPHI)).do("keep")
    assert game.view("s0")["divine_help"] == "sparta"


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_views_of_random_games_show_nothing_hidden(scenario: str) -> None:
    """Neither at the end."""
    for seed in range(40):
        game = Position.new(scenario=scenario)
        game.play_out(random.Random(f"{scenario} {seed}"), lambda game=game: shows_nothing_hidden(game))


def shows_nothing_hidden(game: Position) -> None:
    fields = game.fields
    for seat in VIEWERS:
        view = game.view(seat)
        assert view.keys() == fields.keys() - {"cup"} | {"cup_size", "divine_help", "revealed"}
        for name in (
            "turn",
            "phase",
            "influence",
            "syracuse",
            "to_draw",
            "out",
            "oracle",
            "favoured",
            "winner",
            "reason",
        ):
            assert view[name] == fields[name]
        assert view["cup_size"] == sum(fields["cup"].values())
        for faction, hand in fields["hands"].items():
            backs = {"?": sum(hand.values())} if hand else {}
            assert view["hands"][faction] == (hand if SEAT[faction] == seat else backs)
        assert len(view["placed"]) == len(fields["placed"])
        for (faction, event, area), shown in zip(fields["placed"], view["placed"], strict=True):
            is_hidden = SEAT[faction] != seat and event is not None
            assert shown == [faction, "?" if is_hidden else event, area]
        is_own = fields["discard"] is None or SEAT[fields["oracle"]] == seat
        assert view["discard"] == (fields["discard"] if is_own else "?")
