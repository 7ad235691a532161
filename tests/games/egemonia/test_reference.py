"""The rules of Egemonia, one test for each, named after the rulebook's sections.

Everything that takes ``position`` or ``new_game`` runs against every backend of ``conftest.py``. What needs other
component data, or looks inside the reference, comes last.
"""

from __future__ import annotations

import copy
import random
import tomllib
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from tests.reference.base import CHANCE, Deal, Reference, load_data, perft, settle
from tests.reference.egemonia import DATA, Egemonia
from tests.reference.egemonia_worlds import Observer, World, brute, truth, worlds

from .conftest import NewGame, Position

COMPONENTS = load_data(DATA)
AREAS = [row["id"] for row in COMPONENTS["areas"]["area"]]
EVENTS = [row["id"] for row in COMPONENTS["events"]["event"]]
COUNT = {row["id"]: row["count"] for row in COMPONENTS["events"]["event"]}
SEAT = {"athens": "s0", "sparta": "s1"}
ANYWHERE = ("coup", "false_alarm", "divine_help", "olympics", "oligarchs", "democrats")
SCENARIOS = ("standard", "historical")

# Six areas of each faction that leave the middle of the map alone.
ATHENS_SIX = {area: ["athens", 1] for area in ("athens", "euboea", "delos", "lesbos", "ionia", "rhodes")}
SPARTA_SIX = {area: ["sparta", 1] for area in ("sparta", "messenia", "elis", "arcadia", "argos", "corinth")}


def areas_of(game: Reference, seat: str, event: str) -> set[str]:
    """Where a seat may place an event now."""
    moves = [move for move in game.legal(seat) if move.startswith(f"place:{event}@")]
    return {move.partition("@")[2] for move in moves}


def reach(
    position: Position, faction: str, event: str, influence: dict[str, Any], scenario: str = "standard"
) -> set[str]:
    """Where ``faction`` may place ``event`` when only ``influence`` is on the map."""
    game = position(scenario, turn=1, phase="action", influence=influence, hands={faction: {event: 1}}, syracuse=False)
    if game.pending() != [SEAT[faction]]:
        game.play(game.pending()[0], "pass")  # the other one holds nothing
    return areas_of(game, SEAT[faction], event)


def confront(
    position: Position,
    athens: list[str],
    sparta: list[str],
    scenario: str = "standard",
    **fields: Any,
) -> Reference:
    """Play a turn's action: each side places its ``event@area`` in order, and passes when it has no more."""
    moves = {"athens": athens, "sparta": sparta}
    events = {side: [move.partition("@")[0] for move in moves[side]] for side in moves}
    hands = {side: {event: events[side].count(event) for event in events[side]} for side in moves}
    game = position(scenario, **{"turn": 1, "phase": "action", "syracuse": False, "hands": hands, **fields})
    for _ in range(6):
        (seat,) = game.pending()
        left = moves["athens" if seat == "s0" else "sparta"]
        game.play(seat, f"place:{left.pop(0)}" if left else "pass")
    return game


def influence_after(*args: Any, **kwargs: Any) -> dict[str, Any]:
    influence: dict[str, Any] = confront(*args, **kwargs).fields()["influence"]
    return influence


def play_out(game: Reference, rng: random.Random, each: Callable[[], None] = lambda: None) -> None:
    """Random moves to the end of the game."""
    while game.pending():
        (seat,) = game.pending()
        if seat == CHANCE:
            outcomes = game.chance()[1]
            game.play(seat, rng.choices([move for move, _ in outcomes], [weight for _, weight in outcomes])[0])
        else:
            game.play(seat, rng.choice(game.legal(seat)))
        each()


# 2, 6: setup


def test_2_standard_starts_with_one_influence_in_each_capital(new_game: NewGame) -> None:
    assert new_game().fields() == {
        "turn": 0,
        "phase": "setup",
        "influence": {"athens": ["athens", 1], "sparta": ["sparta", 1]},
        "syracuse": True,
        "hands": {"athens": {}, "sparta": {}},
        "cup": COUNT,
        "out": [],
        "placed": [],
        "discard": None,
        "oracle": "delphi",
        "favoured": None,
        "winner": None,
        "reason": None,
    }


def test_4_the_cup_holds_22_events(new_game: NewGame) -> None:
    assert sum(new_game().fields()["cup"].values()) == 22


def test_2_athens_chooses_anywhere_but_delphi_sicily_and_the_enemys(new_game: NewGame) -> None:
    game = new_game()
    assert game.pending() == ["s0"]
    assert game.legal("s0") == [f"setup:{area}" for area in AREAS if area not in ("delphi", "sicily", "sparta")]


def test_2_sparta_chooses_second_and_not_where_athens_chose(new_game: NewGame) -> None:
    game = new_game()
    game.play("s0", "setup:thebes")
    assert game.pending() == ["s1"]
    forbidden = ("delphi", "sicily", "athens", "thebes")
    assert game.legal("s1") == [f"setup:{area}" for area in AREAS if area not in forbidden]


def test_2_a_second_influence_at_home_is_allowed(new_game: NewGame) -> None:
    game = new_game()
    game.play("s0", "setup:athens")
    game.play("s1", "setup:sparta")
    assert game.fields()["influence"] == {"athens": ["athens", 2], "sparta": ["sparta", 2]}
    assert (game.fields()["turn"], game.fields()["phase"]) == (1, "draw")


def test_6_historical_starts_without_choices(new_game: NewGame) -> None:
    game = new_game("historical")
    fields = game.fields()
    assert (fields["turn"], fields["phase"], fields["syracuse"]) == (1, "draw", True)
    assert fields["influence"] == {
        "sparta": ["sparta", 2],
        "corinth": ["sparta", 1],
        "thebes": ["sparta", 1],
        "athens": ["athens", 2],
        "amphipolis": ["athens", 1],
        "delos": ["athens", 1],
    }


# 3.1: draw


def test_3_1_each_draws_four_on_the_first_turn_athens_first(new_game: NewGame) -> None:
    game = new_game("historical")
    sources = []
    for _ in range(8):
        assert game.pending() == [CHANCE]
        source, outcomes = game.chance()
        sources.append(source)
        assert game.legal(CHANCE) == [move for move, _ in outcomes]
        game.play(CHANCE, outcomes[0][0])
    assert sources == [0, 0, 0, 0, 1, 1, 1, 1]
    # The first kind in the cup was taken each time.
    assert game.fields()["hands"] == {"athens": {"military": 4}, "sparta": {"influence": 4}}
    assert game.fields()["phase"] == "action"


def test_3_1_an_event_is_drawn_by_its_number_in_the_cup(position: Position) -> None:
    game = position(turn=2, phase="draw", hands={"athens": {"coup": 1, "pericles": 1}, "sparta": {"military": 4}})
    left = {**COUNT, "coup": 3}
    assert game.chance() == (0, [(f"draw:{e}", left[e]) for e in EVENTS if e not in ("military", "pericles")])


@pytest.mark.parametrize(
    ("athens", "n_draws"),
    [
        ({"coup": 1}, 3),  # the one that was kept
        ({"coup": 1, "divine_help": 1}, 2),  # and Divine help
        ({"military": 2, "coup": 1}, 1),  # passed twice
        ({"military": 2, "coup": 2}, 0),
        ({"military": 2, "coup": 2, "divine_help": 1}, 0),  # passed all three, then was given Divine help
    ],
)
def test_3_1_draws_up_to_a_hand_of_four(position: Position, athens: dict[str, int], n_draws: int) -> None:
    game = position(turn=2, phase="draw", hands={"athens": athens, "sparta": {"influence": 3}})
    sources = []
    while game.pending() == [CHANCE]:
        source, outcomes = game.chance()
        sources.append(source)
        game.play(CHANCE, outcomes[-1][0])
    assert sources == [0] * n_draws + [1]


def test_3_1_nobody_draws_with_two_full_hands(position: Position) -> None:
    """Neither controls anything nor can place what it holds, so that both pass and begin the next turn with four."""
    hands = {"athens": {"military": 4}, "sparta": {"influence": 4}}
    game = position(turn=1, phase="action", influence={}, hands=hands)
    for seat in ("s0", "s1") * 3:
        assert game.legal(seat) == ["pass"]
        game.play(seat, "pass")
    fields = game.fields()
    assert (fields["turn"], fields["phase"], fields["favoured"], fields["hands"]) == (2, "action", "sparta", hands)


def test_3_1_the_others_see_that_one_was_drawn(position: Position) -> None:
    game = position(turn=2, phase="draw", hands={"athens": {"coup": 1}})
    game.play(CHANCE, "draw:pericles")
    assert game.view("s0")["hands"] == {"athens": {"coup": 1, "pericles": 1}, "sparta": {}}
    assert game.view("s1")["hands"] == {"athens": {"?": 2}, "sparta": {}}
    assert game.view("pub")["hands"] == {"athens": {"?": 2}, "sparta": {}}
    assert [game.view(seat)["cup_size"] for seat in ("s0", "s1", "pub")] == [20, 20, 20]
    assert "cup" not in game.view("s0")


# 3.2, 4.8: Pythia and the Oracle

FULL = {"athens": {"military": 2, "coup": 1, "pericles": 1}, "sparta": {"influence": 3}}


def at_pythia(position: Position, holder: str = "athens") -> Reference:
    """The holder is to use the Oracle or not; Sparta drew Divine help."""
    game = position(turn=2, phase="draw", hands=FULL, oracle=holder)
    game.play(CHANCE, "draw:divine_help")
    return game


def test_3_2_nobody_is_asked_while_the_oracle_lies_at_delphi(position: Position) -> None:
    assert at_pythia(position, "delphi").fields()["phase"] == "action"


def test_3_2_the_holder_may_discard_any_kind_in_hand(position: Position) -> None:
    game = at_pythia(position)
    assert game.fields()["phase"] == "pythia"
    assert game.pending() == ["s0"]
    assert game.legal("s0") == ["keep", "pythia:military", "pythia:coup", "pythia:pericles"]
    game = at_pythia(position, "sparta")
    assert game.pending() == ["s1"]
    assert game.legal("s1") == ["keep", "pythia:influence", "pythia:divine_help"]


def test_4_8_who_does_not_use_the_oracle_keeps_it(position: Position) -> None:
    game = at_pythia(position)
    game.play("s0", "keep")
    assert (game.fields()["phase"], game.fields()["oracle"]) == ("action", "athens")


def test_4_8_the_discard_cannot_come_straight_back(position: Position) -> None:
    game = at_pythia(position)
    game.play("s0", "pythia:pericles")
    fields = game.fields()
    assert (fields["phase"], fields["discard"], fields["oracle"]) == ("pythia_draw", "pericles", "athens")
    assert "pericles" not in fields["cup"]
    source, outcomes = game.chance()
    assert source == 0
    assert "draw:pericles" not in [move for move, _ in outcomes]
    game.play(CHANCE, "draw:olympics")
    fields = game.fields()
    assert (fields["phase"], fields["discard"], fields["oracle"]) == ("action", None, "delphi")
    assert fields["cup"]["pericles"] == 1
    assert fields["hands"]["athens"] == {"military": 2, "coup": 1, "olympics": 1}


def test_4_8_pythia_draws_from_the_source_of_who_uses_it(position: Position) -> None:
    game = at_pythia(position, "sparta")
    game.play("s1", "pythia:influence")
    assert game.chance()[0] == 1


def test_3_2_the_discard_is_not_shown(position: Position) -> None:
    game = at_pythia(position)
    game.play("s0", "pythia:pericles")
    assert [game.view(seat)["discard"] for seat in ("s0", "s1", "pub")] == ["pericles", "?", "?"]
    game.play(CHANCE, "draw:coup")
    assert [game.view(seat)["discard"] for seat in ("s0", "s1", "pub")] == [None, None, None]
    assert [game.view(seat)["oracle"] for seat in ("s0", "s1", "pub")] == ["delphi"] * 3


def test_4_8_who_gains_delphi_takes_the_oracle(position: Position) -> None:
    game = confront(position, ["coup@delphi"], [])
    assert game.fields()["influence"]["delphi"] == ["athens", 1]
    assert game.fields()["oracle"] == "athens"


def test_4_8_who_already_controls_delphi_does_not_take_it_again(position: Position) -> None:
    influence = {"athens": ["athens", 1], "sparta": ["sparta", 1], "delphi": ["athens", 1]}
    assert confront(position, ["coup@delphi"], [], influence=influence).fields()["oracle"] == "delphi"


def test_4_8_a_holder_who_loses_delphi_keeps_the_oracle(position: Position) -> None:
    influence = {"athens": ["athens", 1], "sparta": ["sparta", 1], "delphi": ["athens", 1]}
    game = confront(position, [], ["coup@delphi"], influence=influence, oracle="athens")
    assert "delphi" not in game.fields()["influence"]
    assert game.fields()["oracle"] == "athens"


def test_4_8_the_oracle_moves_to_the_other_who_gains_delphi(position: Position) -> None:
    influence = {"athens": ["athens", 1], "sparta": ["sparta", 1], "delphi": ["athens", 1]}
    game = confront(position, [], ["coup@delphi", "coup@delphi"], influence=influence, oracle="athens")
    assert game.fields()["influence"]["delphi"] == ["sparta", 1]
    assert game.fields()["oracle"] == "sparta"


def test_4_8_control_is_compared_before_and_after_the_whole_confrontation(position: Position) -> None:
    """Sparta takes the last influence of Athens away and Athens puts it back: nobody gained Delphi."""
    influence = {"athens": ["athens", 1], "sparta": ["sparta", 1], "crete": ["sparta", 1], "delphi": ["athens", 1]}
    fields: dict[str, Any] = {"influence": influence, "turn": 2, "oracle": "delphi"}
    # Military beats Coup, so that first Sparta's Military acts, then Athens' second and third event.
    moves = ["coup@delphi", "influence@delphi", "coup@delphi"], ["military@delphi"]
    game = confront(position, *moves, **fields)
    assert game.fields()["influence"]["delphi"] == ["athens", 2]
    assert game.fields()["oracle"] == "delphi"


def test_4_8_the_same_player_may_win_the_oracle_again(position: Position) -> None:
    game = confront(position, ["coup@delphi"], [], oracle="athens")
    assert game.fields()["oracle"] == "athens"


# 3.3: favour of the gods


def favoured(position: Position, turn: int = 2, **fields: Any) -> str:
    game = position(turn=turn, phase="draw", hands=FULL, **fields)
    assert game.fields()["favoured"] is None
    game.play(CHANCE, "draw:coup")
    first: str = game.fields()["favoured"]
    assert game.pending() == [SEAT[first]]
    return first


def test_3_3_favour_goes_to_more_areas(position: Position) -> None:
    influence = {"athens": ["athens", 1], "euboea": ["athens", 1], "sparta": ["sparta", 2], "delphi": ["athens", 1]}
    assert favoured(position, influence=influence) == "athens"
    influence = {"athens": ["athens", 2], "sparta": ["sparta", 1], "argos": ["sparta", 1]}
    assert favoured(position, turn=3, influence=influence) == "sparta"


def test_3_3_favour_tie_broken_by_influence(position: Position) -> None:
    influence = {"athens": ["athens", 2], "sparta": ["sparta", 1]}
    assert favoured(position, influence=influence) == "athens"
    influence = {"athens": ["athens", 1], "delphi": ["athens", 1], "sparta": ["sparta", 2], "argos": ["sparta", 1]}
    assert favoured(position, turn=3, influence=influence) == "sparta"


def test_3_3_favour_tie_broken_by_influence_with_sicily_double(position: Position) -> None:
    influence = {"athens": ["athens", 1], "sicily": ["athens", 1], "sparta": ["sparta", 1], "delphi": ["sparta", 1]}
    assert favoured(position, influence=influence, syracuse=False) == "athens"
    # Two in Sicily and one are five, against four.
    influence = {"sicily": ["athens", 2], "athens": ["athens", 1], "sparta": ["sparta", 2], "delphi": ["sparta", 2]}
    assert favoured(position, influence=influence, syracuse=False) == "athens"
    # One in Sicily and one are three, against three: Delphi decides.
    influence = {"sicily": ["athens", 1], "athens": ["athens", 1], "sparta": ["sparta", 2], "delphi": ["sparta", 1]}
    assert favoured(position, turn=3, influence=influence, syracuse=False) == "sparta"


def test_3_3_sicily_is_one_area_when_areas_are_counted(position: Position) -> None:
    influence = {"sicily": ["athens", 2], "sparta": ["sparta", 1], "argos": ["sparta", 1]}
    assert favoured(position, turn=3, influence=influence, syracuse=False) == "sparta"


def test_3_3_favour_then_goes_to_who_controls_delphi(position: Position) -> None:
    for faction, other, turn in (("athens", "sparta", 2), ("sparta", "athens", 3)):
        influence = {faction: [faction, 1], "delphi": [faction, 1], other: [other, 1], "crete": [other, 1]}
        assert favoured(position, turn=turn, influence=influence) == faction


def test_3_3_utter_draw_sparta_on_even_turns_athens_on_odd(position: Position) -> None:
    assert [favoured(position, turn=turn) for turn in (1, 2, 3, 10)] == ["athens", "sparta", "athens", "sparta"]


# 3.4: action


def test_3_4_placing_alternates_from_the_favoured_three_each(position: Position) -> None:
    hands = {"athens": {"coup": 4}, "sparta": {"false_alarm": 2, "olympics": 1, "oligarchs": 1}}
    game = position(turn=2, phase="action", hands=hands)
    order = []
    while game.fields()["phase"] == "action":
        (seat,) = game.pending()
        order.append(seat)
        game.play(seat, game.legal(seat)[0])
    assert order == ["s1", "s0"] * 3
    assert game.fields()["hands"]["athens"] == {"coup": 1}
    assert (game.fields()["turn"], game.fields()["phase"]) == (3, "draw")


def test_3_4_moves_are_listed_by_event_then_by_area(position: Position) -> None:
    hands = {"athens": {"olympics": 1, "coup": 2, "influence": 1}}
    game = position(turn=1, phase="action", hands=hands)
    near = [area for area in AREAS if area in ("athens", "megara", "thebes", "euboea", "delos")]
    assert game.legal("s0") == [
        *(f"place:influence@{area}" for area in near),
        *(f"place:coup@{area}" for area in AREAS),
        *(f"place:olympics@{area}" for area in AREAS),
    ]


def test_3_4_placing_is_compulsory(position: Position) -> None:
    game = position(turn=1, phase="action", influence={}, hands={"athens": {"military": 3, "false_alarm": 1}})
    assert game.legal("s0") == [f"place:false_alarm@{area}" for area in AREAS]
    with pytest.raises(ValueError, match="pass"):
        game.play("s0", "pass")


def test_3_4_who_can_place_nothing_passes(position: Position) -> None:
    influence = {"sparta": ["sparta", 1]}
    hands = {"athens": {"military": 1, "delian_gold": 1, "brasidas": 1, "influence": 1}, "sparta": {"coup": 4}}
    game = position(turn=1, phase="action", influence=influence, hands=hands)
    game.play("s1", "place:coup@argos")
    assert game.legal("s0") == ["pass"]
    game.play("s0", "pass")
    assert game.fields()["placed"] == [["sparta", "coup", "argos"], ["athens", None, None]]
    assert game.view("s1")["placed"] == [["sparta", "coup", "argos"], ["athens", None, None]]
    assert game.fields()["hands"]["athens"] == hands["athens"]


def test_3_4_a_pass_is_for_one_placement_only(position: Position) -> None:
    """Athens places its Coup, then passes twice, and holds three events."""
    game = position(
        turn=1,
        phase="action",
        influence={"sparta": ["sparta", 1]},
        hands={"athens": {"military": 3, "coup": 1}, "sparta": {"coup": 3, "olympics": 1}},
    )
    game.play("s1", "place:coup@crete")
    game.play("s0", "place:coup@athens")
    for _ in range(2):
        game.play("s1", "place:coup@crete")
        game.play("s0", "pass")
    assert game.fields()["hands"]["athens"] == {"military": 3}
    assert game.fields()["influence"] == {
        "sparta": ["sparta", 1],
        "crete": ["sparta", 2],
        "athens": ["athens", 1],
    }


def test_3_4_three_events_may_lie_in_one_area(position: Position) -> None:
    game = confront(position, ["coup@thebes", "coup@thebes", "coup@thebes"], [])
    assert game.fields()["influence"]["thebes"] == ["athens", 2]


def test_3_4_area_and_order_are_seen_the_event_by_its_owner(position: Position) -> None:
    game = position(turn=1, phase="action", hands={"athens": {"coup": 4}, "sparta": {"olympics": 1, "military": 3}})
    game.play("s0", "place:coup@thebes")
    game.play("s1", "place:olympics@thebes")
    assert game.fields()["placed"] == [["athens", "coup", "thebes"], ["sparta", "olympics", "thebes"]]
    assert game.view("s0")["placed"] == [["athens", "coup", "thebes"], ["sparta", "?", "thebes"]]
    assert game.view("s1")["placed"] == [["athens", "?", "thebes"], ["sparta", "olympics", "thebes"]]
    assert game.view("pub")["placed"] == [["athens", "?", "thebes"], ["sparta", "?", "thebes"]]
    assert game.view("s1")["hands"] == {"athens": {"?": 3}, "sparta": {"military": 3}}
    assert game.view("s0")["favoured"] == "athens"


# 4: ranges


def test_4_1_military_within_two_lines_of_any_kind(position: Position) -> None:
    # Two lines from Thebes; a third by land is not Athens' way, and Euboea and the sea are.
    two = {"megara", "athens", "delphi", "euboea", "corinth", "aetolia", "thessaly", "delos", "chalcidice"}
    three_by_sea = {"argos", "lesbos", "ionia", "crete"}
    assert reach(position, "athens", "military", {"thebes": ["athens", 1]}) == {"thebes"} | two | three_by_sea


def test_4_1_military_three_lines_by_land_for_sparta(position: Position) -> None:
    two = {"megara", "athens", "delphi", "euboea", "corinth", "aetolia", "thessaly", "delos", "chalcidice"}
    three_by_land = {"sparta", "elis", "arcadia", "argos", "epirus", "macedonia"}
    assert reach(position, "sparta", "military", {"thebes": ["sparta", 1]}) == {"thebes"} | two | three_by_land


def test_4_1_a_long_path_must_be_by_one_way_throughout(position: Position) -> None:
    # Megara, Athens by land, Delos and Crete by sea.
    from_megara = reach(position, "athens", "military", {"megara": ["athens", 1]})
    assert "delos" in from_megara
    assert "crete" not in from_megara
    assert "crete" in reach(position, "athens", "military", {"athens": ["athens", 1]})
    # Crete, Sparta by sea, Corinth and Megara by land.
    from_crete = reach(position, "sparta", "military", {"crete": ["sparta", 1]})
    assert "corinth" in from_crete
    assert "megara" not in from_crete
    assert "megara" in reach(position, "sparta", "military", {"sparta": ["sparta", 1]})


def test_4_1_own_area_itself_may_be_chosen(position: Position) -> None:
    assert "rhodes" in reach(position, "sparta", "military", {"rhodes": ["sparta", 2]})


def test_4_1_lines_may_pass_through_enemy_areas(position: Position) -> None:
    influence = {"athens": ["athens", 1], "thebes": ["sparta", 1], "megara": ["sparta", 1]}
    assert {"delphi", "corinth"} <= reach(position, "athens", "military", influence)


def test_4_2_influence_next_to_an_own_area_or_on_it(position: Position) -> None:
    influence = {"thebes": ["athens", 1], "crete": ["athens", 1], "sparta": ["sparta", 1]}
    near = {"thebes", "megara", "athens", "delphi", "euboea", "crete", "sparta", "sicily", "delos", "rhodes"}
    assert reach(position, "athens", "influence", influence) == near


@pytest.mark.parametrize("event", ANYWHERE)
def test_4_3_to_4_6_the_others_go_anywhere(position: Position, event: str) -> None:
    assert reach(position, "athens", event, {}) == set(AREAS)
    assert reach(position, "sparta", event, {"athens": ["athens", 2]}) == set(AREAS)


def test_4_who_controls_nothing_has_no_range(position: Position) -> None:
    for event in ("military", "influence", "pericles", "brasidas", "delian_gold", "persian_gold"):
        hands = {"athens": {event: 1}}
        game = position(turn=1, phase="action", influence={}, hands=hands)
        assert game.legal("s0") == ["pass"]


def test_4_7_a_special_has_the_range_of_its_type_for_who_places_it(position: Position) -> None:
    influence = {"thebes": ["athens", 1], "sparta": ["sparta", 1], "crete": ["sparta", 1]}
    for special, kind in (("brasidas", "military"), ("pericles", "military"), ("persian_gold", "influence")):
        assert reach(position, "athens", special, influence) == reach(position, "athens", kind, influence)
        assert reach(position, "sparta", special, influence) == reach(position, "sparta", kind, influence)


def test_6_sparta_does_not_pass_by_sea_through_athenian_areas(position: Position) -> None:
    influence = {"crete": ["sparta", 1], "delos": ["athens", 1]}
    open_way = reach(position, "sparta", "military", influence, "standard")
    shut_way = reach(position, "sparta", "military", influence, "historical")
    assert open_way - shut_way == {"athens", "euboea", "lesbos"}  # two lines from Crete, by way of Delos alone
    assert "delos" in shut_way  # the last area of a path is not in its middle
    assert {"ionia", "argos"} <= shut_way  # by way of Rhodes and Sparta
    # From Lesbos, Euboea can be reached by way of Chalcidice too.
    shut_way = reach(position, "sparta", "military", {**influence, "lesbos": ["sparta", 1]}, "historical")
    assert "euboea" in shut_way
    assert "athens" not in shut_way


def test_6_entering_by_land_and_leaving_by_sea_is_blocked_too(position: Position) -> None:
    influence = {"megara": ["sparta", 1], "athens": ["athens", 1]}
    assert {"delos", "thebes"} <= reach(position, "sparta", "military", influence, "standard")
    shut_way = reach(position, "sparta", "military", influence, "historical")
    assert "delos" not in shut_way  # Megara, Athens by land, Delos by sea
    assert "euboea" in shut_way  # by way of Thebes
    influence = {"delos": ["sparta", 1], "athens": ["athens", 1]}
    assert "megara" in reach(position, "sparta", "military", influence, "standard")
    assert "megara" not in reach(position, "sparta", "military", influence, "historical")


def test_6_sparta_passes_by_land_through_athenian_areas(position: Position) -> None:
    influence = {"corinth": ["sparta", 1], "megara": ["athens", 1], "thebes": ["athens", 1]}
    assert {"megara", "athens", "thebes", "delphi"} <= reach(position, "sparta", "military", influence, "historical")


def test_6_athens_does_not_pass_by_land_through_spartan_areas(position: Position) -> None:
    influence = {"athens": ["athens", 1], "megara": ["sparta", 1], "thebes": ["sparta", 1]}
    open_way = reach(position, "athens", "military", influence, "standard")
    shut_way = reach(position, "athens", "military", influence, "historical")
    # Aetolia and the rest lie further off anyway; Corinth is by Megara, Delphi by Thebes.
    assert open_way - shut_way == {"corinth", "delphi"}
    assert {"megara", "thebes"} <= shut_way


def test_6_athens_passes_by_sea_through_spartan_areas(position: Position) -> None:
    influence = {"athens": ["athens", 1], "delos": ["sparta", 1], "crete": ["sparta", 1], "euboea": ["sparta", 1]}
    assert {"sicily", "rhodes", "sparta", "thessaly"} <= reach(position, "athens", "military", influence, "historical")


def test_6_blocked_ways_hold_for_specials_and_not_for_neutral_or_own_areas(position: Position) -> None:
    influence = {"athens": ["athens", 1], "megara": ["sparta", 1]}
    assert "corinth" not in reach(position, "athens", "brasidas", influence, "historical")
    assert "delphi" in reach(position, "athens", "brasidas", influence, "historical")  # Thebes is neutral
    influence = {"athens": ["athens", 1], "megara": ["athens", 1]}
    assert "corinth" in reach(position, "athens", "brasidas", influence, "historical")


# 3.5, 5: confrontation


def test_5_worked_example(position: Position) -> None:
    influence = {"thebes": ["sparta", 2], "athens": ["athens", 1], "sparta": ["sparta", 1]}
    moves = ["military@thebes", "false_alarm@thebes", "coup@thebes"], ["military@thebes"]
    for turn in (1, 2):
        after = influence_after(position, *copy.deepcopy(moves), turn=turn, influence=influence)
        assert after == {**influence, "thebes": ["sparta", 1]}


BEATS = {
    "military": {"coup", "false_alarm"},
    "influence": {"military", "false_alarm"},
    "coup": {"influence", "false_alarm"},
    "divine_help": {"military", "influence", "coup", "false_alarm"},
    "olympics": set(),
    "false_alarm": set(),
}


@pytest.mark.parametrize(
    ("athens", "sparta"), [(one, two) for one in BEATS for two in BEATS if one != two or COUNT[one] > 1]
)
def test_5_table(position: Position, athens: str, sparta: str) -> None:
    influence = {"thebes": ["athens", 1], "corinth": ["sparta", 1]}  # both next to Delphi
    for turn in (1, 2):  # Athens is the attacker, then Sparta
        after = influence_after(position, [f"{athens}@delphi"], [f"{sparta}@delphi"], turn=turn, influence=influence)
        expected = None
        if sparta in BEATS[athens]:
            expected = ["athens", 1]
        elif athens in BEATS[sparta]:
            expected = ["sparta", 1]
        assert after.get("delphi") == expected


def test_5_first_meets_first_and_second_meets_second(position: Position) -> None:
    fields = {"influence": {"thebes": ["athens", 2], "megara": ["sparta", 2]}}
    # Coup beats Influence, Influence loses to Coup: the first adds nothing to two, the second takes one away.
    moves = ["coup@thebes", "influence@thebes"], ["influence@thebes", "coup@thebes"]
    assert influence_after(position, *moves, **fields)["thebes"] == ["athens", 1]
    # The other way round, two draws.
    moves = ["coup@thebes", "influence@thebes"], ["coup@thebes", "influence@thebes"]
    assert influence_after(position, *moves, **fields)["thebes"] == ["athens", 2]


def test_5_the_first_is_the_first_in_that_area(position: Position) -> None:
    # Coup draws with Coup, although Sparta's was its second placement.
    moves = ["coup@thebes", "olympics@thebes"], ["influence@corinth", "coup@thebes"]
    assert influence_after(position, *moves)["thebes"] == ["athens", 1]


def test_5_areas_are_resolved_apart(position: Position) -> None:
    after = influence_after(position, ["coup@elis", "coup@crete"], ["coup@crete", "coup@rhodes"])
    assert after["elis"] == ["athens", 1]
    assert after["rhodes"] == ["sparta", 1]
    assert "crete" not in after


def test_5_winners_act_like_unopposed_events(position: Position) -> None:
    influence = {"athens": ["athens", 1], "sparta": ["sparta", 1], "delphi": ["sparta", 1]}
    moves = ["coup@delphi", "coup@delphi", "divine_help@delphi"], ["false_alarm@delphi", "false_alarm@delphi"]
    # Three act: one removes, two add.
    assert influence_after(position, *moves, influence=influence)["delphi"] == ["athens", 2]


def test_4_4_a_false_alarm_never_acts(position: Position) -> None:
    after = influence_after(position, ["false_alarm@delphi"], ["false_alarm@corinth"])
    assert after == {"athens": ["athens", 1], "sparta": ["sparta", 1]}


def test_5_to_act_removes_the_others_influence_else_adds(position: Position) -> None:
    influence = {"athens": ["athens", 1], "sparta": ["sparta", 1], "elis": ["sparta", 2], "crete": ["sparta", 1]}
    after = influence_after(position, ["coup@elis", "coup@crete", "coup@ionia"], [], influence=influence)
    assert after == {
        "athens": ["athens", 1],
        "sparta": ["sparta", 1],
        "elis": ["sparta", 1],
        "ionia": ["athens", 1],
    }


def test_5_1_never_more_than_two(position: Position) -> None:
    influence = {"athens": ["athens", 2], "sparta": ["sparta", 1]}
    after = influence_after(position, ["coup@athens", "coup@athens", "coup@athens"], [], influence=influence)
    assert after == influence


def test_5_survivors_act_in_the_order_of_placement(position: Position) -> None:
    """Both events of each pair cannot be left, so a survivor of each side needs two pairs."""
    influence = {"athens": ["athens", 1], "sparta": ["sparta", 1], "delphi": ["athens", 2]}
    # Athens plays first. Influence beats Military, Influence loses to Coup: left are Athens' first and Sparta's second.
    moves = ["influence@delphi", "influence@delphi"], ["military@delphi", "coup@delphi"]
    after = influence_after(position, *moves, influence=influence)
    assert after["delphi"] == ["athens", 1]  # up to two, it is two already; then down to one
    influence = {"athens": ["athens", 1], "sparta": ["sparta", 1], "delphi": ["athens", 2]}
    # The other way round: Athens' first loses, its second wins. Down to one, then up to two.
    moves = ["influence@delphi", "influence@delphi"], ["coup@delphi", "military@delphi"]
    after = influence_after(position, *moves, influence=influence)
    assert after["delphi"] == ["athens", 2]


def test_5_2_the_first_event_that_acts_in_sicily_removes_syracuse(position: Position) -> None:
    game = confront(position, ["coup@sicily"], [], syracuse=True)
    assert game.fields()["syracuse"] is False
    assert "sicily" not in game.fields()["influence"]


def test_5_2_the_second_one_takes_sicily(position: Position) -> None:
    game = confront(position, ["coup@sicily", "coup@sicily"], [], syracuse=True)
    assert game.fields()["syracuse"] is False
    assert game.fields()["influence"]["sicily"] == ["athens", 1]


def test_5_2_syracuse_stays_while_nobody_wins(position: Position) -> None:
    game = confront(position, ["coup@sicily", "false_alarm@sicily"], ["coup@sicily"], syracuse=True)
    assert game.fields()["syracuse"] is True


def test_5_2_either_may_remove_syracuse_for_the_other(position: Position) -> None:
    # Influence beats Military for Athens, Coup beats Influence for Sparta.
    influence = {"corcyra": ["athens", 1], "messenia": ["sparta", 1]}
    moves = ["influence@sicily", "influence@sicily"], ["military@sicily", "coup@sicily"]
    game = confront(position, *moves, syracuse=True, influence=influence)
    assert game.fields()["syracuse"] is False
    assert game.fields()["influence"]["sicily"] == ["sparta", 1]


def test_5_events_go_back_to_the_cup_and_specials_leave(position: Position) -> None:
    game = confront(position, ["pericles@thebes", "coup@crete"], ["persian_gold@argos", "oligarchs@rhodes"])
    fields = game.fields()
    assert fields["out"] == ["oligarchs", "persian_gold", "pericles"]
    gone = {event: n for event, n in COUNT.items() if event not in fields["out"]}
    assert fields["cup"] == gone
    assert fields["placed"] == []
    assert fields["favoured"] is None
    assert fields["hands"] == {"athens": {}, "sparta": {}}


def test_5_everything_is_revealed(position: Position) -> None:
    game = confront(position, ["coup@crete"], ["olympics@crete"])
    revealed = [
        ["athens", "coup", "crete"],
        ["sparta", "olympics", "crete"],
        ["athens", None, None],
        ["sparta", None, None],
        ["athens", None, None],
        ["sparta", None, None],
    ]
    for seat in ("s0", "s1", "pub"):
        assert game.view(seat)["revealed"] == revealed


def test_5_nothing_was_revealed_at_the_start(new_game: NewGame) -> None:
    assert new_game().view("s0")["revealed"] == []
    assert new_game().view("s0")["divine_help"] is None


def test_4_7_a_special_acts_for_whom_it_favours_whoever_places_it(position: Position) -> None:
    game = confront(position, ["oligarchs@crete"], ["democrats@rhodes"])
    assert game.fields()["influence"]["crete"] == ["sparta", 1]
    assert game.fields()["influence"]["rhodes"] == ["athens", 1]
    assert game.fields()["out"] == ["oligarchs", "democrats"]


def test_4_7_a_special_placed_by_the_other_side_stands_in_the_order_where_it_was_laid(position: Position) -> None:
    """Athens lays Oligarchs: it is an event of Sparta's there, before those that Sparta lays later."""
    moves = ["oligarchs@thebes", "coup@thebes"], ["false_alarm@thebes", "democrats@argos"]
    # Sparta's side: Oligarchs, False alarm. Athens' side: Coup. Coup draws with Oligarchs.
    assert "thebes" not in influence_after(position, *moves)
    moves = ["false_alarm@thebes", "oligarchs@thebes"], ["military@corinth", "coup@thebes"]
    # Sparta's side: Oligarchs, Coup. Athens' side: False alarm, which loses. Both of Sparta's act.
    assert influence_after(position, *moves)["thebes"] == ["sparta", 2]


def test_4_7_a_special_does_not_meet_events_of_the_faction_it_favours(position: Position) -> None:
    moves = ["persian_gold@thebes"], ["coup@thebes"]
    assert influence_after(position, *moves)["thebes"] == ["sparta", 2]


def test_4_7_the_favoured_faction_attacks_with_specials_that_the_other_laid(position: Position) -> None:
    """Nothing can be told from the symmetric table but the pairing: Pericles laid by Sparta beats its own Coup."""
    after = influence_after(position, [], ["pericles@thebes", "coup@thebes"], influence={"thebes": ["sparta", 2]})
    assert after == {"thebes": ["sparta", 1]}


def test_4_5_divine_help_passes_to_the_opponent(position: Position) -> None:
    game = confront(position, ["divine_help@crete"], [])
    assert game.fields()["hands"] == {"athens": {}, "sparta": {"divine_help": 1}}
    assert "divine_help" not in game.fields()["cup"]
    for seat in ("s0", "s1", "pub"):
        assert game.view(seat)["divine_help"] == "sparta"
    assert game.view("s0")["hands"]["sparta"] == {"?": 1}


def test_4_5_divine_help_passes_on_when_it_did_not_win(position: Position) -> None:
    game = confront(position, ["olympics@crete"], ["divine_help@crete"])
    assert "crete" not in game.fields()["influence"]
    assert game.fields()["hands"] == {"athens": {"divine_help": 1}, "sparta": {}}
    assert game.view("s1")["divine_help"] == "athens"


def test_4_5_divine_help_is_known_until_it_passes_on(position: Position) -> None:
    game = confront(position, ["divine_help@crete"], [])
    settle(game, Deal(5))
    assert game.view("s0")["divine_help"] == "sparta"
    while game.pending() != ["s1"]:
        game.play("s0", game.legal("s0")[0])
    game.play("s1", "place:divine_help@rhodes")
    assert game.view("s0")["divine_help"] == "sparta"  # in hand or face down
    while game.fields()["phase"] == "action":
        (seat,) = game.pending()
        game.play(seat, next(move for move in game.legal(seat) if "divine_help" not in move))
    assert game.view("s0")["divine_help"] == "athens"


def test_4_5_divine_help_may_go_by_the_oracle(position: Position) -> None:
    for holder, known in (("sparta", None), ("athens", "sparta")):
        game = confront(position, ["divine_help@crete"], [], oracle=holder)
        settle(game, Deal(5))
        assert game.view("s0")["divine_help"] == "sparta"
        game.play(SEAT[holder], game.legal(SEAT[holder])[1])
        assert game.view("s0")["divine_help"] == known
        settle(game, Deal(6))
        assert game.view("s1")["divine_help"] == known


def test_4_5_divine_help_stays_known_when_the_oracle_is_kept(position: Position) -> None:
    game = confront(position, ["divine_help@crete"], [], oracle="sparta")
    settle(game, Deal(5))
    game.play("s1", "keep")
    assert game.view("s0")["divine_help"] == "sparta"


def test_6_a_player_wins_draws_in_its_capital(position: Position) -> None:
    for turn in (1, 2):
        influence = {"athens": ["athens", 1], "sparta": ["sparta", 1]}
        fields = {"turn": turn, "influence": influence}
        moves = (["coup@athens"], ["coup@athens"])
        assert influence_after(position, *copy.deepcopy(moves), "historical", **fields)["athens"] == ["athens", 2]
        assert influence_after(position, *copy.deepcopy(moves), "standard", **fields)["athens"] == ["athens", 1]
        moves = (["coup@sparta"], ["coup@sparta"])
        assert influence_after(position, *copy.deepcopy(moves), "historical", **fields)["sparta"] == ["sparta", 2]


def test_6_whoever_controls_the_capital(position: Position) -> None:
    influence = {"athens": ["sparta", 1], "delos": ["athens", 1]}
    assert "athens" not in influence_after(
        position, ["coup@athens"], ["coup@athens"], "historical", influence=influence
    )
    influence = {"athens": ["sparta", 2], "delos": ["athens", 1], "sparta": ["athens", 1]}
    after = influence_after(position, ["coup@sparta"], ["coup@sparta"], "historical", influence=influence)
    assert "sparta" not in after


def test_6_olympics_included(position: Position) -> None:
    influence = {"athens": ["athens", 1], "sparta": ["sparta", 1]}
    fields = {"scenario": "historical", "influence": influence}
    assert influence_after(position, ["coup@athens"], ["olympics@athens"], **fields)["athens"] == ["athens", 2]
    assert influence_after(position, ["olympics@athens"], ["divine_help@athens"], **fields)["athens"] == ["athens", 2]
    assert influence_after(position, ["olympics@sparta"], ["military@sparta"], **fields)["sparta"] == ["sparta", 2]


def test_6_a_false_alarm_that_wins_a_draw_does_nothing(position: Position) -> None:
    influence = {"athens": ["athens", 1], "sparta": ["sparta", 1]}
    moves = ["false_alarm@athens"], ["olympics@athens"]
    assert influence_after(position, *moves, "historical", influence=influence) == influence


def test_6_losing_is_not_a_draw(position: Position) -> None:
    influence = {"athens": ["athens", 2], "sparta": ["sparta", 2]}
    after = influence_after(position, ["coup@athens"], ["military@athens"], "historical", influence=influence)
    assert after["athens"] == ["athens", 1]


def test_6_draws_elsewhere_are_draws(position: Position) -> None:
    influence = {"athens": ["athens", 2], "sparta": ["sparta", 2]}
    after = influence_after(position, ["coup@thebes"], ["coup@thebes"], "historical", influence=influence)
    assert "thebes" not in after


def test_6_a_special_in_the_capital_fights_for_whom_it_favours(position: Position) -> None:
    """Oligarchs laid by Athens in Athens draws with Athens' own Coup, and so loses there."""
    influence = {"athens": ["athens", 1], "sparta": ["sparta", 1]}
    after = influence_after(position, ["oligarchs@athens", "coup@athens"], [], "historical", influence=influence)
    assert after["athens"] == ["athens", 2]


# 3.6, 7: nike

ATHENS_TEN = {**ATHENS_SIX, **{area: ["athens", 1] for area in ("thebes", "megara", "thessaly", "chalcidice")}}
SPARTA_TEN = {**SPARTA_SIX, **{area: ["sparta", 1] for area in ("delphi", "aetolia", "epirus", "corcyra")}}


def result(game: Reference) -> tuple[Any, ...]:
    fields = game.fields()
    return fields["turn"], fields["phase"], fields["winner"], fields["reason"]


def test_7_ten_areas_win_at_the_end_of_a_turn(position: Position) -> None:
    nine = {area: owner for area, owner in ATHENS_TEN.items() if area != "thebes"}
    game = confront(position, ["coup@thebes"], [], influence={**nine, "sparta": ["sparta", 1]}, turn=4)
    assert result(game) == (4, "over", "athens", "areas")
    assert game.pending() == []
    assert game.returns() == [1.0, 0.0]
    nine = {area: owner for area, owner in SPARTA_TEN.items() if area != "epirus"}
    game = confront(position, [], ["coup@epirus"], influence=nine, turn=4)
    assert result(game) == (4, "over", "sparta", "areas")
    assert game.returns() == [0.0, 1.0]


def test_7_nine_areas_do_not(position: Position) -> None:
    nine = {area: owner for area, owner in ATHENS_TEN.items() if area != "thebes"}
    game = confront(position, ["coup@athens"], [], influence={**nine, "sparta": ["sparta", 1]}, turn=4)
    assert result(game) == (5, "draw", None, None)


def test_3_6_ten_areas_during_the_confrontation_are_not_enough(position: Position) -> None:
    nine = {area: owner for area, owner in ATHENS_TEN.items() if area != "thebes"}
    game = confront(position, ["coup@thebes"], ["coup@rhodes"], influence={**nine, "sparta": ["sparta", 1]}, turn=4)
    assert result(game) == (5, "draw", None, None)


def test_7_both_at_ten_more_areas_win(position: Position) -> None:
    influence = {**ATHENS_TEN, **SPARTA_TEN}
    game = confront(position, ["coup@macedonia"], [], influence=influence, turn=4)
    assert result(game) == (4, "over", "athens", "areas")
    game = confront(position, [], ["coup@macedonia"], influence=influence, turn=4)
    assert result(game) == (4, "over", "sparta", "areas")


def test_7_1_both_at_ten_with_as_many_sicily_decides(position: Position) -> None:
    influence = {**ATHENS_TEN, **SPARTA_TEN, "sicily": ["sparta", 1]}
    game = confront(position, ["coup@macedonia"], [], influence=influence, turn=4)
    assert result(game) == (4, "over", "sparta", "sicily")


def test_7_both_at_ten_undecided_play_goes_on(position: Position) -> None:
    influence = {**ATHENS_TEN, **SPARTA_TEN}
    for syracuse in (True, False):
        game = confront(position, ["coup@athens"], [], influence=influence, turn=4, syracuse=syracuse)
        assert result(game) == (5, "draw", None, None)


def test_7_after_turn_ten_more_areas_win(position: Position) -> None:
    influence = {"athens": ["athens", 1], "sparta": ["sparta", 2]}
    game = confront(position, ["coup@crete"], [], influence=influence, turn=10)
    assert result(game) == (10, "over", "athens", "areas")
    game = confront(position, ["coup@crete"], [], influence=influence, turn=9)
    assert result(game) == (10, "draw", None, None)


def test_7_1_after_turn_ten_a_tie_goes_to_who_controls_sicily(position: Position) -> None:
    influence = {"athens": ["athens", 2], "crete": ["athens", 1], "sparta": ["sparta", 1], "sicily": ["sparta", 1]}
    game = confront(position, ["coup@athens"], [], influence=influence, turn=10)
    assert result(game) == (10, "over", "sparta", "sicily")
    assert game.returns() == [0.0, 1.0]


def test_7_after_turn_ten_an_utter_tie_is_a_draw(position: Position) -> None:
    influence = {"athens": ["athens", 2], "crete": ["athens", 1], "sparta": ["sparta", 1], "elis": ["sparta", 1]}
    for syracuse in (True, False):
        game = confront(position, ["coup@athens"], [], influence=influence, turn=10, syracuse=syracuse)
        assert result(game) == (10, "over", "draw", "draw")
        assert game.returns() == [0.5, 0.5]


def test_7_both_at_ten_undecided_after_turn_ten_is_a_draw(position: Position) -> None:
    game = confront(position, ["coup@athens"], [], influence={**ATHENS_TEN, **SPARTA_TEN}, turn=10)
    assert result(game) == (10, "over", "draw", "draw")


def test_4_5_and_4_8_are_done_before_nike(position: Position) -> None:
    game = confront(position, ["divine_help@delphi"], [], turn=10)
    fields = game.fields()
    assert fields["phase"] == "over"
    assert fields["oracle"] == "athens"
    assert fields["hands"]["sparta"] == {"divine_help": 1}
    assert fields["placed"] == []
    assert game.view("s0")["hands"]["sparta"] == {"?": 1}  # at the end nothing more is shown


# Whole games

LONGEST = 10 * (8 + 2 + 6) + 2


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_random_games_end_and_show_nothing_hidden(new_game: NewGame, scenario: str) -> None:
    reasons = set()
    for seed in range(200):
        game = new_game(scenario)
        n_moves = 0

        def each(game: Reference = game) -> None:
            nonlocal n_moves
            n_moves += 1
            if isinstance(game, Egemonia):
                game.check()
            for seat in ("s0", "s1", "pub"):
                shows_nothing_hidden(game, seat)

        play_out(game, random.Random(f"{scenario} {seed}"), each)
        assert n_moves <= LONGEST
        assert sum(game.returns()) == 1
        reasons.add(game.fields()["reason"])
    assert {"areas", "sicily"} <= reasons


def shows_nothing_hidden(game: Reference, seat: str) -> None:
    fields, view = game.fields(), game.view(seat)
    assert view.keys() == fields.keys() - {"cup"} | {"cup_size", "divine_help", "revealed"}
    for name in ("turn", "phase", "influence", "syracuse", "out", "oracle", "favoured", "winner", "reason"):
        assert view[name] == fields[name]
    assert view["cup_size"] == sum(fields["cup"].values())
    for faction, hand in fields["hands"].items():
        if SEAT[faction] == seat:
            assert view["hands"][faction] == hand
        else:
            assert view["hands"][faction] == ({"?": sum(hand.values())} if hand else {})
    assert len(view["placed"]) == len(fields["placed"])
    for (faction, event, area), shown in zip(fields["placed"], view["placed"], strict=True):
        is_hidden = SEAT[faction] != seat and event is not None
        assert shown == [faction, "?" if is_hidden else event, area]
    if fields["discard"] is None:
        assert view["discard"] is None
    else:
        assert view["discard"] == (fields["discard"] if SEAT[fields["oracle"]] == seat else "?")


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_a_view_does_not_depend_on_what_is_hidden(position: Position, new_game: NewGame, scenario: str) -> None:
    """Shuffle the enemy's hand with the cup: nothing that the seat sees changes."""
    rng = random.Random(scenario)
    for _ in range(20):
        game = new_game(scenario)
        for _ in range(rng.randrange(10, 100)):
            if not game.pending():
                break
            (seat,) = game.pending()
            game.play(seat, rng.choice(game.legal(seat)))
        fields = game.fields()
        for seat, enemy in (("s0", "sparta"), ("s1", "athens")):
            other = copy.deepcopy(fields)
            pool = [
                event for place in (other["hands"][enemy], other["cup"]) for event in place for _ in range(place[event])
            ]
            rng.shuffle(pool)
            n_hand = sum(other["hands"][enemy].values())
            other["hands"][enemy] = {event: pool[:n_hand].count(event) for event in pool[:n_hand]}
            other["cup"] = {event: pool[n_hand:].count(event) for event in pool[n_hand:]}
            first, second = position(scenario, **fields).view(seat), position(scenario, **other).view(seat)
            assert first == second


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_fields_set_up_the_same_position(position: Position, new_game: NewGame, scenario: str) -> None:
    for seed in range(5):
        game = new_game(scenario)

        def each(game: Reference = game) -> None:
            again = position(scenario, **game.fields())
            assert again.fields() == game.fields()
            assert again.pending() == game.pending()
            for seat in game.pending():
                assert again.legal(seat) == game.legal(seat)

        play_out(game, random.Random(seed), each)


def test_a_copy_is_independent(new_game: NewGame) -> None:
    game = new_game("historical")
    settle(game, Deal(1))
    before = copy.deepcopy((game.fields(), game.view("s0"), game.view("s1")))
    play_out(game.clone(), random.Random(1))
    assert (game.fields(), game.view("s0"), game.view("s1")) == before


# perft

PERFT: list[dict[str, Any]] = tomllib.loads((Path(__file__).parent / "perft.toml").read_text("utf-8"))["perft"]
SMALL = 3000


def at_row(new_game: NewGame, row: dict[str, Any]) -> tuple[Reference, Deal]:
    """The position of a row: its seat moves, with all that is drawn coming from the deal."""
    game, deal = new_game(row["scenario"]), Deal(row["deal"])
    settle(game, deal)
    for move in row["prefix"]:
        (seat,) = game.pending()
        game.play(seat, move)
        settle(game, deal)
    return game, deal


def perft_rows(are_small: bool) -> list[Any]:
    return [pytest.param(row, id=row["id"]) for row in PERFT if (row["nodes"] <= SMALL) == are_small]


@pytest.mark.parametrize("row", perft_rows(are_small=True))
def test_perft(new_game: NewGame, row: dict[str, Any]) -> None:
    game, deal = at_row(new_game, row)
    assert perft(game, deal, row["depth"]) == row["nodes"]


@pytest.mark.long
@pytest.mark.parametrize("row", perft_rows(are_small=False))
def test_perft_large(new_game: NewGame, row: dict[str, Any]) -> None:
    test_perft(new_game, row)


# The reference alone: other data, bad positions


def changed(**settings: Any) -> dict[str, Any]:
    data = copy.deepcopy(COMPONENTS)
    for row in data["settings"]["setting"]:
        row["value"] = settings.get(row["id"], row["value"])
    return data


def test_4_1_and_4_2_the_switches_keep_off_own_areas() -> None:
    fields: dict[str, Any] = {
        "turn": 1,
        "phase": "action",
        "influence": {"thebes": ["athens", 1], "athens": ["athens", 1], "crete": ["athens", 1]},
        "hands": {"athens": {"influence": 1, "military": 1}},
    }
    data = changed(influence_on_own_area=False, military_on_own_area=False)
    game = Egemonia.from_fields(fields, data=data)
    # An own area next to another one is still next to an area of one's own.
    assert areas_of(game, "s0", "influence") >= {"thebes", "athens"}
    assert "crete" not in areas_of(game, "s0", "influence")
    assert {"thebes", "athens", "crete"} <= areas_of(game, "s0", "military")
    fields["influence"] = {"crete": ["athens", 1]}
    assert "crete" not in areas_of(Egemonia.from_fields(fields, data=data), "s0", "military")


def test_5_the_favoured_player_is_the_attacker() -> None:
    data = copy.deepcopy(COMPONENTS)
    for row in data["table"]["result"]:
        if row["attacker"] == row["defender"] == "coup":
            row["result"] = "win"
    for turn, attacker in ((1, "athens"), (2, "sparta")):
        fields = {"turn": turn, "phase": "action", "hands": {"athens": {"coup": 1}, "sparta": {"coup": 1}}}
        game = Egemonia.from_fields(fields, data=data)
        for _ in range(2):
            game.play(game.pending()[0], "place:coup@crete")
        for _ in range(4):
            game.play(game.pending()[0], "pass")
        assert game.fields()["influence"]["crete"] == [attacker, 1]


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"cup": {"coup": 4}}, "in one place each"),
        ({"hands": {"athens": {"coup": 5}}}, "no zero counts"),
        ({"out": ["coup"]}, "only specials leave"),
        ({"out": ["pericles", "oligarchs"]}, "in order"),
        ({"influence": {"athens": ["athens", 3]}}, "one or two influence"),
        ({"influence": {"atlantis": ["athens", 1]}}, "in an area"),
        ({"influence": {"sicily": ["athens", 1]}}, "Sicily belongs to one"),
        ({"oracle": "thebes"}, "the Oracle at Delphi"),
        ({"turn": 11, "phase": "draw"}, "no turn after the last"),
        ({"turn": 1}, "turn 0 is the setup"),
        ({"turn": 1, "phase": "draw", "discard": "coup"}, "a discard waits"),
        ({"turn": 1, "phase": "pythia"}, "only a holder"),
        ({"turn": 1, "phase": "action", "favoured": "sparta"}, "the favour of the gods"),
        ({"turn": 1, "phase": "action", "placed": [["sparta", "coup", "crete"]]}, "placements alternate"),
        ({"turn": 1, "phase": "action", "placed": [["athens", "influence", "crete"]]}, "placed in range"),
        ({"turn": 1, "phase": "over"}, "a winner at the end"),
        ({"turn": 1, "phase": "draw", "divine_help": "athens"}, "where all know it"),
        ({"moon": "full"}, "no such field"),
    ],
)
def test_check_refuses_impossible_positions(fields: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        Egemonia.from_fields(fields)


# The law of sampling


def tiny(counts: dict[str, int], sparta_stands: bool = True) -> dict[str, Any]:
    """A game for exhaustive counting: six areas, hands of three, two placements, and the events of ``counts``."""
    data = changed(turns=2, hand=3, placements=2)
    keep = ("sparta", "corinth", "thebes", "athens", "delphi", "sicily")
    lines = {
        "sparta": (["corinth"], ["sicily"]),
        "corinth": (["sparta", "thebes"], []),
        "thebes": (["corinth", "athens", "delphi"], []),
        "athens": (["thebes"], []),
        "delphi": (["thebes"], []),
        "sicily": ([], ["sparta"]),
    }
    data["areas"]["area"] = [
        {**row, "land": lines[row["id"]][0], "sea": lines[row["id"]][1]}
        for row in data["areas"]["area"]
        if row["id"] in keep
    ]
    data["events"]["event"] = [
        {**row, "count": counts[row["id"]]} for row in data["events"]["event"] if row["id"] in counts
    ]
    factions = ("athens", "sparta") if sparta_stands else ("athens",)
    data["setup"]["influence"] = [
        {"scenario": "standard", "faction": faction, "area": faction, "count": 1} for faction in factions
    ]
    data["setup"]["choose"] = []
    return data


MIXED = {"military": 2, "influence": 1, "coup": 2, "false_alarm": 1, "divine_help": 1, "persian_gold": 1}
PLAIN = {"military": 3, "influence": 2, "coup": 1, "false_alarm": 1}

TINY: dict[str, tuple[dict[str, Any], dict[str, Any]]] = {
    "mixed": (tiny(MIXED), {}),
    "oracle_of_athens": (tiny(MIXED), {"oracle": "athens"}),
    "oracle_of_sparta": (tiny(MIXED), {"oracle": "sparta"}),
    "plain": (tiny(PLAIN), {}),
    "sparta_passes": (tiny(PLAIN, sparta_stands=False), {}),
}


def positions_of_a_tiny_game(case: str, seed: int) -> list[Egemonia]:
    """A random game, as it stood after each move."""
    data, fields = TINY[case]
    game = Egemonia.from_fields({"turn": 1, "phase": "draw", **fields}, data=data)
    after: list[Egemonia] = []
    play_out(game, random.Random(f"{case} {seed}"), lambda: after.append(game.clone()))
    return after


def worlds_agree_with_brute(case: str, seat: str, game: Egemonia) -> None:
    data, fields = TINY[case]

    def start(labelled: dict[str, Any]) -> Egemonia:
        return Egemonia.from_fields({"turn": 1, "phase": "draw", **fields}, data=labelled)

    counted = worlds(seat, game.seen[seat], data=data)
    listed, n_histories = brute(seat, game.seen[seat], data, start)
    assert n_histories > 0
    assert counted == listed
    assert truth(game, seat) in counted
    assert sum(counted.values()) == 1


@pytest.mark.parametrize("seat", ["s0", "s1"])
@pytest.mark.parametrize(
    ("case", "seed"),  # games with few histories
    [
        ("mixed", 2),
        ("mixed", 6),
        ("oracle_of_athens", 6),
        ("oracle_of_sparta", 0),
        ("plain", 2),
        ("sparta_passes", 1),
        ("sparta_passes", 4),
    ],
)
def test_law_of_sampling_by_listing_every_labelled_history(case: str, seed: int, seat: str) -> None:
    after = positions_of_a_tiny_game(case, seed)
    for i in (8, 11, len(after) - 2):  # within the first action, about the second draw, before the last placement
        worlds_agree_with_brute(case, seat, after[i])


@pytest.mark.long
@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("case", TINY)
def test_law_of_sampling_after_every_move(case: str, seed: int) -> None:
    for game in positions_of_a_tiny_game(case, seed):
        for seat in ("s0", "s1"):
            worlds_agree_with_brute(case, seat, game)


def chance_of(law: dict[World, Fraction], happens: Callable[[World], bool]) -> Fraction:
    return sum((share for world, share in law.items() if happens(world)), Fraction(0))


def first_turn(placed: list[tuple[str, str]]) -> Egemonia:
    """Historical, turn 1 (Athens is favoured): both hands are drawn, then these are placed."""
    game = Egemonia(options={"scenario": "historical"})
    for event in ("coup", "coup", "coup", "military", "coup", "false_alarm", "divine_help", "olympics"):
        game.play(CHANCE, f"draw:{event}")
    for seat, move in placed:
        game.play(seat, move)
    return game


def test_law_a_drawn_hand_is_any_hand() -> None:
    game = first_turn([])
    law = worlds("s0", game.seen["s0"], {"scenario": "historical"})
    assert chance_of(law, lambda world: "divine_help" in world.hand) == Fraction(4, 18)
    assert chance_of(law, lambda world: world.hand.count("coup") > 1) == 0  # three are mine
    assert chance_of(law, lambda world: world.hand == ("influence",) * 4) == Fraction(4 * 3 * 2, 18 * 17 * 16 * 15)


def test_law_what_lies_out_of_range_is_not_influence() -> None:
    placed = [("s0", "place:coup@crete"), ("s1", "place:coup@rhodes")]
    game = first_turn(placed)
    law = worlds("s0", game.seen["s0"], {"scenario": "historical"})
    # Rhodes is two lines from Sparta by way of Crete, so that Military reaches it.
    assert chance_of(law, lambda world: world.face_down[0] in ("influence", "persian_gold", "delian_gold")) == 0
    # Of the 18 unseen events, six are an Influence; the other twelve are as likely as each other.
    assert chance_of(law, lambda world: world.face_down == ("military",)) == Fraction(3, 12)
    assert chance_of(law, lambda world: world.face_down == ("divine_help",)) == Fraction(1, 12)


def test_law_a_kept_event_is_one_of_the_unseen_and_divine_help_is_known() -> None:
    placed = [
        ("s0", "place:coup@crete"),
        ("s1", "place:false_alarm@rhodes"),
        ("s0", "place:coup@crete"),
        ("s1", "place:divine_help@rhodes"),
        ("s0", "place:coup@crete"),
        ("s1", "place:olympics@rhodes"),
    ]
    game = first_turn(placed)
    assert game.hands == {"athens": {"military": 1, "divine_help": 1}, "sparta": {"coup": 1}}
    law = worlds("s0", game.seen["s0"], {"scenario": "historical"})
    # Sparta kept one of the fifteen that were neither mine nor shown.
    assert law[World(("influence",), (), None)] == Fraction(4, 15)
    assert law[World(("coup",), (), None)] == Fraction(1, 15)
    assert World(("divine_help",), (), None) not in law
    assert World(("olympics",), (), None) not in law
    # Seen from the other side: Divine help is in Athens' hand in every world.
    law = worlds("s1", game.seen["s1"], {"scenario": "historical"})
    assert chance_of(law, lambda world: "divine_help" in world.hand) == 1
    assert law[World(("divine_help", "military"), (), None)] == Fraction(4, 15)


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_law_the_truth_is_always_possible(scenario: str) -> None:
    game = Egemonia(options={"scenario": scenario})
    observers = {seat: Observer(seat, {"scenario": scenario}, None) for seat in ("s0", "s1")}
    n_seen = dict.fromkeys(observers, 0)

    def each() -> None:
        for seat, observer in observers.items():
            for entry in game.seen[seat][n_seen[seat] :]:
                observer.observe(entry)
            n_seen[seat] = len(game.seen[seat])
            assert observer.histories[truth(game, seat)] > 0

    play_out(game, random.Random(scenario), each)


def test_law_histories_cannot_be_counted_from_the_middle() -> None:
    game = Egemonia.from_fields({"turn": 2, "phase": "draw", "hands": FULL})
    with pytest.raises(ValueError, match="not known"):
        worlds("s0", game.seen["s0"])
