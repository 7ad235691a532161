"""The rules of Ephyran, one test for each, from positions laid out by hand.

What seats see of them is tested in `test_views.py`.
"""

from __future__ import annotations

import itertools
from typing import Any

import pytest

from tests.reference.base import CHANCE, Deal, settle
from tests.reference.ephyran import Ephyran

from ..variants import with_settings
from .position import DIONYSUS, Layout, Position, card_of, in_order
from .variants import RULES

pytestmark = pytest.mark.usefixtures("implementation")

TERRITORIES = ("lagoon", "lands", "forest", "mountain")


# -- 3: setup


@pytest.mark.parametrize(("seats", "pile"), [(2, 64), (3, 78), (4, 92)])
def test_3_setup_deals_a_god_a_dionysus_and_four_cards(seats: int, pile: int) -> None:
    game = Position.new(seats)
    settle(game, Deal(1))
    assert game.phase == "action"
    assert game.turn == game.first
    assert game.round == 1
    assert game.dry == 1
    assert len(set(game.gods.values())) == seats
    assert all(len(hand) == 5 and hand.count(DIONYSUS) == 1 for hand in game.hands.values())
    assert game.pile_size == pile
    assert all(known == [DIONYSUS] for known in game.known.values())


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_3_by_the_book_no_card_is_left_out(seats: int) -> None:
    game = Position.new(seats, readings="book")
    settle(game, Deal(1))
    assert game.pile_size == 108 - 4 * seats == len(game.unseen)


def test_3_the_first_player_is_any_seat() -> None:
    game = Position.new(3)
    assert game.pending() == [CHANCE]
    assert game.chance() == (0, [("first:s0", 1), ("first:s1", 1), ("first:s2", 1)])
    game.play(CHANCE, "first:s2")
    assert game.chance()[0] == 1
    assert next(o for o, _ in game.chance()[1]) == "god:poseidon"


def test_3_players_may_choose_their_gods_in_turn_order() -> None:
    game = Position.new(3, gods="choose")
    game.do("first:s1")
    assert game.pending() == ["s1"]
    game.do("god:gaia")
    assert game.pending() == ["s2"]
    assert "god:gaia" not in game.legal("s2")
    game.do("god:poseidon")
    assert game.pending() == ["s0"]
    game.do("god:hephaestus")
    assert game.gods == {"s0": "hephaestus", "s1": "gaia", "s2": "poseidon"}
    assert game.phase == "deal"
    assert game.drawer == "s1"


def test_3_only_two_to_four_play() -> None:
    for seats in (1, 5):
        with pytest.raises(ValueError, match="2"):
            Position.new(seats)


def test_3_unknown_options_are_refused() -> None:
    with pytest.raises(ValueError, match="bought"):
        Position.new(gods="bought")


# -- 5: actions


def test_5_1_areas_go_up_in_order() -> None:
    layout = Layout()
    one, two, three = layout.hand("s0", "lagoon-1", "lagoon-2", "lagoon-3")
    game = layout.start()
    assert f"add:{one}" in game.verb("add")
    assert f"add:{two}" not in game.verb("add")
    assert f"add:{three}" not in game.verb("add")
    game.do(f"add:{one}")
    game.finish_turn()
    assert game.city("s0", "lagoon") == [one]
    assert len(game.hands["s0"]) == 3


def test_5_1_one_card_per_place() -> None:
    layout = Layout()
    layout.city("s0", "lands-1")
    again = layout.half("lands-1")
    layout.give("s0", again)
    assert f"add:{again}" not in layout.start().verb("add")


def test_5_1_a_full_territory_takes_no_fifth_area() -> None:
    layout = Layout()
    layout.city("s0", "lands-4")
    layout.give("s0", DIONYSUS)
    assert layout.start().verb("add") == ["add:dionysus@lagoon-1", "add:dionysus@forest-1", "add:dionysus@mountain-1"]


def test_5_1_a_card_is_played_as_either_half() -> None:
    layout = Layout()
    card = next(c for c in layout.box if _areas_of(layout.game, c) == (1, 2))
    upper, lower = layout.game.cards[card]["upper"], layout.game.cards[card]["lower"]
    layout.take(upper)
    layout.give("s0", upper)
    territory = layout.game.halves[lower].territory
    layout.city("s0", f"{territory}-1")
    game = layout.start()
    assert {f"add:{upper}", f"add:{lower}"} <= set(game.legal("s0"))
    game.do(f"add:{lower}")
    assert game.city("s0", territory)[1] == lower
    assert game.hands["s0"] == []


def _areas_of(game: Ephyran, card: str) -> tuple[int, ...]:
    return tuple(game.halves[half].area for half in _sides(game, card) if half in game.halves)


def _sides(game: Ephyran, card: str) -> tuple[str, str]:
    return game.cards[card]["upper"], game.cards[card]["lower"]


def test_5_1_dionysus_fills_any_next_area() -> None:
    layout = Layout()
    layout.city("s0", "lagoon-2")
    layout.give("s0", DIONYSUS)
    game = layout.start()
    game.do("add:dionysus@lagoon-3")
    assert game.city("s0", "lagoon")[2] == DIONYSUS


def test_5_3_change_an_uncovered_area_and_discard_the_old_one() -> None:
    layout = Layout()
    layout.city("s0", "forest-2")
    low, top = layout.hand("s0", "forest-1", "forest-2")
    game = layout.start()
    old = card_of(game.city("s0", "forest")[1])
    assert f"change:{low}" not in game.verb("change")
    game.do(f"change:{top}")
    assert game.city("s0", "forest")[1] == top
    assert game.discard == [old]


def test_5_3_change_loses_the_token() -> None:
    layout = Layout()
    layout.city("s0", "forest-1")
    layout.token("s0", "forest-1", "owl")
    (new,) = layout.hand("s0", "forest-1")
    game = layout.start()
    game.do(f"change:{new}")
    assert game.lost["owl"] == 1
    assert game.area("s0", "forest-1")["token"] is None


def test_5_3_change_to_a_dionysus_and_a_dionysus_away() -> None:
    layout = Layout()
    layout.city("s0", "forest-1")
    layout.give("s0", DIONYSUS)
    layout.hand("s1", "lagoon-1")
    game = layout.start()
    old = card_of(game.city("s0", "forest")[0])
    game.do("change:dionysus@forest-1")
    assert game.city("s0", "forest") == [DIONYSUS]
    assert game.discard == [old]

    layout = Layout()
    layout.area("s0", "forest-1", DIONYSUS)
    (new,) = layout.hand("s0", "forest-1")
    game = layout.start()
    before = game.tartarus.count(DIONYSUS)
    game.do(f"change:{new}")
    assert game.tartarus.count(DIONYSUS) == before
    assert game.discard == [DIONYSUS]
    assert game.fresh
    assert game.legal("s0") == ["draw:pile"]


def test_5_4_any_card_can_be_discarded() -> None:
    layout = Layout()
    layout.hand("s0", "lagoon-1", "forest-3")
    layout.give("s0", DIONYSUS)
    game = layout.start()
    assert game.verb("discard") == [f"discard:{card}" for card in game.hands["s0"]]
    card = game.hands["s0"][0]
    game.do(f"discard:{card}")
    assert game.discard == [card]
    assert game.fresh


def test_5_4_a_discarded_dionysus_lies_on_the_discard_for_the_next() -> None:
    layout = Layout()
    layout.give("s0", DIONYSUS)
    layout.hand("s1", "forest-1")
    below = layout.discard("lagoon-1")
    game = layout.start()
    game.do("discard:dionysus")
    assert game.discard == [*below, DIONYSUS]
    assert game.tartarus.count(DIONYSUS) == 1  # the other player's
    assert game.legal("s0") == ["draw:pile"]
    game.finish_turn()
    game.do(game.verb("add")[0], "draw:discard")
    assert game.discard == below
    assert DIONYSUS in game.hands["s1"]
    assert DIONYSUS in game.known["s1"]
    game.finish_turn()
    assert "add:dionysus@forest-2" in game.legal("s1")


def test_5_4_several_dionysus_can_lie_on_the_discard() -> None:
    layout = Layout(4)
    for seat in layout.game.seats:
        layout.give(seat, DIONYSUS)
        layout.hand(seat, "lagoon-2")
    game = layout.start()
    for _ in game.seats:
        game.do("discard:dionysus")
        game.finish_turn()
    assert game.discard == [DIONYSUS] * 4


def test_5_5_take_a_dionysus() -> None:
    layout = Layout()
    layout.area("s1", "mountain-2", DIONYSUS)
    layout.token("s1", "mountain-2", "trident")
    (half,) = layout.hand("s0", "mountain-2")
    layout.city("s0", "lagoon-1")
    game = layout.start()
    assert [move.split(">")[1] for move in game.verb("dionysus")] == ["lagoon-2", "lands-1", "forest-1", "mountain-1"]
    game.do(f"dionysus:{half}@s1>lagoon-2")
    assert game.city("s1", "mountain")[1] == half
    assert game.city("s0", "lagoon")[1] == DIONYSUS
    assert game.area("s1", "mountain-2")["token"] is None
    # The token came along, and is still known to its former owner only.
    assert game.area("s0", "lagoon-2")["token"] == {"kind": "trident", "seen_by": ["s1"]}
    assert game.phase == "draw"


def test_5_5_not_a_covered_or_locked_dionysus() -> None:
    layout = Layout()
    layout.area("s1", "mountain-1", DIONYSUS)
    layout.area("s1", "mountain-2")
    (_half,) = layout.hand("s0", "mountain-1")
    assert layout.start().verb("dionysus") == []

    layout = Layout()
    layout.area("s1", "mountain-1", DIONYSUS)
    layout.lock("s1", "mountain")
    layout.hand("s0", "mountain-1")
    assert layout.start().verb("dionysus") == []


def test_5_5_a_dionysus_needs_a_place_in_the_own_city() -> None:
    layout = Layout()
    layout.area("s1", "mountain-1", DIONYSUS)
    layout.hand("s0", "mountain-1")
    layout.city("s0", "lagoon-4", "lands-4", "forest-4", "mountain-1")
    layout.lock("s0", "mountain")
    assert layout.start().verb("dionysus") == []


def test_5_5_one_dionysus_does_not_take_another() -> None:
    layout = Layout()
    layout.area("s1", "mountain-1", DIONYSUS)
    layout.give("s0", DIONYSUS)
    assert layout.start().verb("dionysus") == []


def test_5_6_lock() -> None:
    layout = Layout()
    layout.city("s0", "lands-2")
    card = layout.support("s0", "shield")
    next_one, other_top = layout.hand("s0", "lands-3", "lands-2")
    take, exchange = layout.support("s0", "take"), layout.support("s0", "exchange")
    game = layout.start()
    assert game.verb("lock") == [f"lock:{card}@lands"]  # not an empty territory
    game.do(f"lock:{card}@lands")
    assert game.cities["s0"]["lands"]["lock"] == card
    assert card not in game.tartarus
    game.finish_turn()
    game.finish_turn()
    mine = game.legal("s0")
    assert f"add:{next_one}" not in mine
    assert f"change:{other_top}" not in mine
    assert f"take:{take}" not in mine
    assert game.verb("exchange") == []
    assert exchange in game.hands["s0"]


def test_5_6_no_dionysus_goes_to_a_locked_territory() -> None:
    layout = Layout()
    layout.city("s0", "lands-2")
    layout.lock("s0", "lands")
    layout.give("s0", DIONYSUS)
    layout.support("s0", "exchange")
    assert not any("lands" in move for move in layout.start().legal("s0"))


def test_5_6_a_locked_territory_is_safe() -> None:
    layout = Layout()
    layout.city("s1", "lands-2")
    layout.token("s1", "lands-1", "owl")
    layout.lock("s1", "lands")
    layout.city("s0", "lands-1")
    for kind in ("destroy", "steal", "exchange"):
        layout.support("s0", kind)
    game = layout.start()
    assert game.verb("destroy") == game.verb("steal") == game.verb("exchange") == []


def test_5_6_unlock_any_territory() -> None:
    layout = Layout()
    layout.city("s0", "lagoon-1")
    layout.city("s1", "lands-1")
    locks = [layout.lock("s0", "lagoon"), layout.lock("s1", "lands")]
    card = layout.support("s0", "hecate")
    game = layout.start()
    assert game.verb("unlock") == [f"unlock:{card}@s0.lagoon", f"unlock:{card}@s1.lands"]
    game.do(f"unlock:{card}@s1.lands")
    assert game.cities["s1"]["lands"]["lock"] is None
    assert {card, locks[1]} <= set(game.tartarus)
    assert game.cities["s0"]["lagoon"]["lock"] == locks[0]
    assert game.phase == "draw"


def test_5_7_an_empty_hand_passes() -> None:
    game = Layout().start()
    assert game.legal("s0") == ["pass"]
    game.do("pass")
    assert game.phase == "draw"


# -- 6: drawing


def test_6_1_draw_from_the_pile_or_the_discard() -> None:
    layout = Layout()
    layout.hand("s0", "lagoon-1")
    bottom, top = layout.discard("lands-1", "lands-2")
    (half,) = layout.hand("s0", "forest-1")
    game = layout.start()
    game.do(f"add:{half}")
    assert game.legal("s0") == ["draw:pile", "draw:discard"]
    game.do("draw:discard")
    assert top in game.hands["s0"]
    assert game.known["s0"] == [top]
    assert game.discard == [bottom]
    assert game.turn == "s1"


def test_6_1_any_card_of_the_pile_may_come() -> None:
    layout = Layout()
    (half,) = layout.hand("s0", "forest-1")
    game = layout.start()
    game.do(f"add:{half}", "draw:pile")
    assert game.pending() == [CHANCE]
    assert game.drawer == "s0"
    source, outcomes = game.chance()
    assert source == 2
    assert outcomes == [(f"card:{card}", 1) for card in game.unseen]
    card = game.unseen[7]
    game.do(f"card:{card}")
    assert game.hands["s0"] == [card]
    assert game.known["s0"] == []


def test_6_2_not_the_card_just_discarded() -> None:
    layout = Layout()
    layout.hand("s0", "lagoon-1", "lagoon-3")
    layout.hand("s1", "lands-2")
    layout.discard("forest-2")
    game = layout.start()
    card = game.hands["s0"][0]
    game.do(f"discard:{card}")
    assert game.legal("s0") == ["draw:pile"]
    game.finish_turn()
    game.do(f"discard:{game.hands['s1'][0]}")
    assert game.legal("s1") == ["draw:pile"]


def test_6_2_the_next_player_may_take_it() -> None:
    layout = Layout()
    layout.hand("s0", "lagoon-1")
    (half,) = layout.hand("s1", "lands-1")
    game = layout.start()
    card = game.hands["s0"][0]
    game.do(f"discard:{card}")
    game.finish_turn()
    game.do(f"add:{half}", "draw:discard")
    assert game.known["s1"] == [card]


def test_6_2_by_the_book_one_may_take_back_the_own_discard() -> None:
    for options in ({"data": with_settings(RULES, retake_own=True)}, {"readings": "book"}):
        layout = Layout(**options)
        layout.hand("s0", "lagoon-1", "lagoon-3")
        layout.give("s0", DIONYSUS)
        layout.city("s0", "forest-1")
        game = layout.start()
        card = game.hands["s0"][0]
        game.do(f"discard:{card}")
        assert game.fresh
        assert game.legal("s0") == ["draw:pile", "draw:discard"]
        game.do("draw:discard")
        assert card in game.hands["s0"]
        assert game.known["s0"] == in_order([card, DIONYSUS])
        assert game.turn == "s1"


def test_6_2_by_the_book_a_card_that_was_changed_may_be_taken_back() -> None:
    layout = Layout(readings="book")
    layout.city("s0", "forest-1")
    layout.give("s0", DIONYSUS)
    game = layout.start()
    old = card_of(game.city("s0", "forest")[0])
    game.do("change:dionysus@forest-1", "draw:discard")
    assert game.hands["s0"] == [old]


def test_6_3_by_the_book_the_discard_closes_too() -> None:
    layout = Layout(readings="book")
    layout.hand("s0", "lagoon-1")
    layout.hand("s1", "lands-1")
    game = layout.start()
    for _ in range(4):
        game.do(game.verb("discard")[0], "draw:discard")
    game.do(game.verb("discard")[0])
    assert game.dry == 5
    assert game.legal("s0") == ["draw:pile"]


def test_6_3_two_rounds_without_the_pile_close_the_discard() -> None:
    layout = Layout()
    for territory in TERRITORIES:
        layout.hand("s0", f"{territory}-1")
        layout.hand("s1", f"{territory}-1")
    layout.discard(*(f"lagoon-{i}" for i in (1, 2, 3, 4)), "forest-3", "forest-4")
    game = layout.start()
    for _ in range(4):  # two rounds of two
        game.do(game.verb("add")[0])
        assert game.legal(game.pending()[0]) == ["draw:pile", "draw:discard"]
        game.do("draw:discard")
    game.do(game.verb("add")[0])
    assert game.dry == 5
    assert game.legal("s0") == ["draw:pile"]
    game.finish_turn()
    game.do(game.verb("add")[0])
    assert game.legal("s1") == ["draw:pile", "draw:discard"]


def test_6_3_after_the_card_from_the_pile_twins_are_free_again() -> None:
    layout = Layout()
    card = layout.support("s0", "twins")
    layout.hand("s0", "lagoon-1")
    layout.discard("lands-3")
    game = layout.start(dry=5)
    game.do(f"twins:{card}")
    assert game.legal("s0") == ["draw:pile"]
    game.do("draw:pile", f"card:{game.unseen[0]}")
    assert game.legal("s0") == ["draw:pile", "draw:discard"]


def test_6_4_an_empty_pile_leaves_the_discard_or_nothing() -> None:
    layout = Layout()
    (half,) = layout.hand("s0", "lagoon-1")
    layout.discard("lands-1")
    game = layout.start(pile=0, dry=9)
    game.do(f"add:{half}")
    assert game.legal("s0") == ["draw:discard"]

    layout = Layout()
    layout.hand("s0", "lagoon-1")
    game = layout.start(pile=0)
    game.do(f"discard:{game.hands['s0'][0]}")
    assert game.turn == "s1"
    assert game.hands["s0"] == []


# -- 7: supports


def test_7_1_castor_and_pollux_end_at_five() -> None:
    layout = Layout()
    card = layout.support("s0", "twins")
    shield, hecate, steal = (
        layout.support("s0", "shield"),
        layout.support("s0", "hecate"),
        layout.support("s0", "steal"),
    )
    (half,) = layout.hand("s0", "lagoon-1")
    layout.city("s0", "lands-1")
    layout.discard("forest-1", "forest-2")
    game = layout.start()
    game.do(f"twins:{card}")
    assert card in game.tartarus
    assert game.draws == 2
    game.do("draw:pile", f"card:{game.unseen[3]}", "draw:discard")
    assert game.phase == "extra"
    assert len(game.hands["s0"]) == 6
    assert {move.split(":")[0] for move in game.legal("s0")} <= {"add", "change", "discard", "dionysus"}
    assert {shield, hecate, steal} <= set(game.hands["s0"])
    game.do(f"add:{half}")
    assert game.turn == "s1"
    assert len(game.hands["s0"]) == 5


def test_7_1_twins_take_two_from_the_discard() -> None:
    layout = Layout()
    card = layout.support("s0", "twins")
    bottom, top = layout.discard("forest-1", "forest-2")
    game = layout.start()
    game.do(f"twins:{card}", "draw:discard", "draw:discard")
    assert sorted(game.known["s0"]) == sorted([bottom, top])
    assert game.phase == "extra"


def test_7_1_twins_with_nothing_to_draw() -> None:
    layout = Layout()
    card = layout.support("s0", "twins")
    game = layout.start(pile=0)
    game.do(f"twins:{card}")
    assert game.phase == "extra"
    assert game.legal("s0") == ["pass"]
    game.do("pass")
    assert game.turn == "s1"


def test_7_1_twins_may_take_a_dionysus() -> None:
    layout = Layout()
    card = layout.support("s0", "twins")
    layout.area("s1", "forest-1", DIONYSUS)
    (half,) = layout.hand("s0", "forest-1")
    game = layout.start()
    game.do(f"twins:{card}", "draw:pile", "draw:pile", f"dionysus:{half}@s1>lagoon-1")
    assert game.city("s0", "lagoon") == [DIONYSUS]
    assert game.turn == "s1"


def test_7_2_graeae_keep_one_and_order_the_others() -> None:
    layout = Layout()
    card = layout.support("s0", "graeae")
    game = layout.start(pile=10)
    game.do(f"graeae:{card}")
    looked = [game.unseen[i] for i in (8, 1, 5)]
    game.do(*(f"card:{one}" for one in looked))
    assert game.legal("s0") == [f"keep:{one}" for one in in_order(looked)]
    assert game.looked == in_order(looked)
    game.do(f"keep:{looked[0]}")
    assert game.phase == "under"
    game.do(f"under:{looked[1]}")
    assert game.discard == looked[1:]
    assert game.hands["s0"] == [looked[0]]
    assert game.turn == "s1"
    assert game.pile_size == 7
    assert game.known["s0"] == []


@pytest.mark.parametrize("left", [1, 2])
def test_7_2_graeae_look_at_what_is_left(left: int) -> None:
    layout = Layout()
    card = layout.support("s0", "graeae")
    game = layout.start(pile=left)
    game.do(f"graeae:{card}")
    while game.pending() == [CHANCE]:
        game.do(game.legal(CHANCE)[0])
    assert len(game.looked) == left
    assert game.ending
    game.do(game.legal("s0")[0])
    assert len(game.discard) == left - 1
    assert game.turn == "s1"


def test_7_2_graeae_need_a_pile() -> None:
    layout = Layout()
    layout.support("s0", "graeae")
    assert layout.start(pile=0).verb("graeae") == []


def exchange_layout() -> tuple[Layout, str]:
    layout = Layout()
    layout.city("s0", "lands-2")
    layout.city("s1", "lands-3", "forest-1")
    layout.token("s0", "lands-1", "helmet")
    layout.token("s1", "lands-1", "thunderbolt")
    return layout, layout.support("s0", "exchange")


def test_7_3_exchange_with_an_opponent_takes_the_tokens_along() -> None:
    layout, card = exchange_layout()
    game = layout.start()
    mine, theirs = game.city("s0", "lands")[0], game.city("s1", "lands")[0]
    game.do(f"exchange:{card}@s1", "pass")
    assert game.legal("s0") == ["swap:lands-1", "swap:lands-2"]  # filled in both; the first one is covered
    game.do("swap:lands-1")
    assert game.city("s0", "lands")[0] == theirs
    assert game.city("s1", "lands")[0] == mine
    assert game.area("s0", "lands-1")["token"] == {"kind": "thunderbolt", "seen_by": ["s1"]}
    assert game.area("s1", "lands-1")["token"] == {"kind": "helmet", "seen_by": ["s0"]}
    assert game.phase == "draw"
    assert card in game.tartarus


def test_7_3_athenas_shield_stops_an_exchange() -> None:
    layout, card = exchange_layout()
    shield = layout.support("s1", "shield")
    game = layout.start()
    mine = game.city("s0", "lands")
    game.do(f"exchange:{card}@s1")
    assert game.legal("s1") == ["pass", f"shield:{shield}"]
    game.do(f"shield:{shield}")
    assert game.phase == "refill"
    assert game.drawer == "s1"
    game.do(f"card:{game.unseen[0]}")
    assert len(game.hands["s1"]) == 1
    assert game.city("s0", "lands") == mine
    assert {card, shield} <= set(game.tartarus)
    assert game.pending() == ["s0"]
    assert game.phase == "draw"


def test_7_3_exchange_needs_a_place_filled_in_both_cities() -> None:
    layout = Layout()
    layout.city("s0", "lands-1")
    layout.city("s1", "forest-1")
    layout.support("s0", "exchange")
    assert layout.start().verb("exchange") == []


def test_7_3_exchange_with_the_hand() -> None:
    layout, card = exchange_layout()
    (half,) = layout.hand("s0", "lands-1")
    game = layout.start()
    old = card_of(game.city("s0", "lands")[0])
    game.do(f"exchange:{card},{half}")
    assert game.city("s0", "lands")[0] == half
    assert game.hands["s0"] == [old]
    assert game.known["s0"] == [old]
    assert game.lost["helmet"] == 1
    assert game.area("s0", "lands-1")["token"] is None
    assert game.phase == "draw"  # nobody is asked


def test_7_3_exchange_with_the_hand_puts_a_dionysus_anywhere_and_takes_one_back() -> None:
    layout, card = exchange_layout()
    layout.give("s0", DIONYSUS)
    game = layout.start()
    old = card_of(game.city("s0", "lands")[0])
    assert f"exchange:{card},dionysus@lands-2" in game.legal("s0")
    game.do(f"exchange:{card},dionysus@lands-1")
    assert game.city("s0", "lands")[0] == DIONYSUS
    assert old in game.known["s0"]

    layout = Layout()
    layout.area("s0", "lands-1", DIONYSUS)
    card = layout.support("s0", "exchange")
    (half,) = layout.hand("s0", "lands-1")
    game = layout.start()
    game.do(f"exchange:{card},{half}")
    assert game.hands["s0"] == game.known["s0"] == [DIONYSUS]


def test_7_3_the_exchange_card_does_not_take_the_place_itself() -> None:
    layout = Layout()
    card = next(c for c in layout.box if layout.game.cards[c]["lower"] == "exchange" and c.endswith("-1"))
    layout.take(card)
    layout.give("s0", card)
    layout.city("s0", layout.game.halves[card].slot)
    game = layout.start()
    assert game.verb("exchange") == []
    assert f"change:{card}" in game.legal("s0")


def take_layout(seats: int = 2) -> tuple[Layout, str]:
    layout = Layout(seats)
    layout.city("s0", "forest-2", "lagoon-1")
    layout.token("s0", "forest-2", "owl")
    return layout, layout.support("s0", "take")


def test_7_4_take_a_token_and_put_it_on_an_area_without_one() -> None:
    layout, card = take_layout()
    game = layout.start()
    game.do(f"take:{card}", "pass")
    assert game.chance() == (
        3,
        [("token:thunderbolt", 4), ("token:trident", 6), ("token:owl", 7), ("token:helmet", 6)],
    )
    game.do("token:thunderbolt")
    assert game.held == {"kind": "thunderbolt", "seen_by": ["s0"]}
    assert game.legal("s0") == ["put:lagoon-1", "put:forest-1"]
    game.do("put:forest-1")
    assert game.area("s0", "forest-1")["token"] == {"kind": "thunderbolt", "seen_by": ["s0"]}
    assert game.unseen_tokens["thunderbolt"] == 3


def test_7_4_a_token_may_lie_on_printed_magic_and_on_dionysus() -> None:
    layout = Layout()
    layout.area("s0", "lagoon-1", layout.half("lagoon-1", "owl"))
    layout.area("s0", "lagoon-2", DIONYSUS)
    card = layout.support("s0", "take")
    game = layout.start()
    game.do(f"take:{card}", "pass", "token:owl")
    assert game.legal("s0") == ["put:lagoon-1", "put:lagoon-2"]


def test_7_4_hecates_magic_stops_anybodys_take_asked_in_turn_order() -> None:
    layout, card = take_layout(4)
    layout.game.turn = "s0"
    hecate = layout.support("s2", "hecate")
    game = layout.start()
    game.do(f"take:{card}")
    assert game.pending() == ["s1"]
    assert game.legal("s1") == ["pass"]
    game.do("pass")
    assert game.pending() == ["s2"]
    game.do(f"hecate:{hecate}")
    assert game.phase == "refill"
    assert game.drawer == "s2"
    game.do(f"card:{game.unseen[0]}")
    assert game.phase == "draw"
    assert game.pending() == ["s0"]
    assert game.unseen_tokens["owl"] == 7


def test_7_4_all_opponents_are_asked() -> None:
    layout, card = take_layout(4)
    game = layout.start()
    game.do(f"take:{card}", "pass", "pass")
    assert game.pending() == ["s3"]
    game.do("pass")
    assert game.phase == "token"


def test_7_4_take_needs_a_token_and_an_area() -> None:
    layout = Layout()
    layout.support("s0", "take")
    assert layout.start().verb("take") == []

    layout = Layout()
    layout.city("s0", "forest-1")
    layout.token("s0", "forest-1", "owl")
    layout.support("s0", "take")
    assert layout.start().verb("take") == []

    layout, _ = take_layout()
    counts = {row["id"]: row["count"] for row in RULES["tokens"]["token"]}
    lost = counts | {"owl": counts["owl"] - 1}
    game = layout.start(unseen_tokens=dict.fromkeys(counts, 0), supply_size=0, lost=lost)
    assert game.verb("take") == []


def destroy_layout(data: dict[str, Any] | None = None) -> tuple[Layout, str]:
    layout = Layout(data=data)
    layout.city("s1", "lagoon-2", "mountain-1")
    layout.token("s1", "lagoon-2", "trident")
    return layout, layout.support("s0", "destroy")


def test_7_5_destroy_is_the_victims_choice_of_an_uncovered_area() -> None:
    layout, card = destroy_layout()
    game = layout.start()
    game.do(f"destroy:{card}@s1", "pass")
    assert game.pending() == ["s1"]
    assert game.legal("s1") == ["lose:lagoon-2", "lose:mountain-1"]
    lost = card_of(game.city("s1", "lagoon")[1])
    game.do("lose:lagoon-2")
    assert len(game.city("s1", "lagoon")) == 1
    assert lost in game.tartarus
    assert game.discard == []
    assert game.lost["trident"] == 1
    assert game.phase == "draw"
    assert game.pending() == ["s0"]


def test_7_5_athenas_shield_stops_a_destroy() -> None:
    layout, card = destroy_layout()
    shield = layout.support("s1", "shield")
    layout.support("s1", "hecate")
    game = layout.start(pile=0)
    game.do(f"destroy:{card}@s1")
    assert game.legal("s1") == ["pass", f"shield:{shield}"]
    game.do(f"shield:{shield}")
    # No pile: no refill, and with an empty discard no draw either.
    assert len(game.city("s1", "lagoon")) == 2
    assert len(game.hands["s1"]) == 1
    assert game.turn == "s1"


def test_7_5_destroy_needs_an_area() -> None:
    layout = Layout(3)
    layout.city("s2", "lagoon-1")
    card = layout.support("s0", "destroy")
    assert layout.start().verb("destroy") == [f"destroy:{card}@s2"]


def test_7_5_the_settings_can_send_a_destroyed_area_to_the_discard() -> None:
    layout, card = destroy_layout(with_settings(RULES, destroyed_to="discard"))
    game = layout.start()
    lost = card_of(game.city("s1", "mountain")[0])
    game.do(f"destroy:{card}@s1", "pass", "lose:mountain-1")
    assert game.discard == [lost]
    assert game.legal("s0") == ["draw:pile", "draw:discard"]


@pytest.mark.parametrize("to", ["tartarus", "discard"])
def test_7_5_a_destroyed_dionysus_goes_where_all_destroyed_areas_go(to: str) -> None:
    layout = Layout(data=with_settings(RULES, destroyed_to=to))
    layout.area("s1", "forest-1", DIONYSUS)
    card = layout.support("s0", "destroy")
    game = layout.start()
    game.do(f"destroy:{card}@s1", "pass", "lose:forest-1")
    assert game.discard == ([DIONYSUS] if to == "discard" else [])
    assert game.tartarus.count(DIONYSUS) == (1 if to == "discard" else 2)


def steal_layout(seats: int = 2) -> tuple[Layout, str]:
    layout = Layout(seats)
    layout.city("s0", "lagoon-1")
    layout.city("s1", "forest-2")
    layout.token("s1", "forest-1", "thunderbolt")
    return layout, layout.support("s0", "steal")


def test_7_6_steal_a_token_look_and_put_it() -> None:
    layout, card = steal_layout(3)
    game = layout.start()
    assert game.verb("steal") == [f"steal:{card}@s1"]
    game.do(f"steal:{card}@s1", "pass")
    assert game.legal("s0") == ["grab:forest-1"]
    game.do("grab:forest-1")
    assert game.held == {"kind": "thunderbolt", "seen_by": ["s0", "s1"]}
    game.do("put:lagoon-1")
    assert game.area("s0", "lagoon-1")["token"] == {"kind": "thunderbolt", "seen_by": ["s0", "s1"]}
    assert game.area("s1", "forest-1")["token"] is None


def test_7_6_hecates_magic_stops_a_steal() -> None:
    layout, card = steal_layout(3)
    hecate = layout.support("s1", "hecate")
    layout.support("s2", "hecate")
    game = layout.start()
    game.do(f"steal:{card}@s1", f"hecate:{hecate}", f"card:{game.unseen[0]}")
    assert game.area("s1", "forest-1")["token"]["kind"] == "thunderbolt"
    assert game.phase == "draw"


def test_7_6_only_the_target_of_a_steal_is_asked() -> None:
    layout, card = steal_layout(3)
    layout.support("s2", "hecate")
    game = layout.start()
    game.do(f"steal:{card}@s1")
    assert game.pending() == ["s1"]
    game.do("pass")
    assert game.phase == "grab"


def test_7_6_steal_needs_a_token_there_and_room_here() -> None:
    layout, _ = steal_layout()
    layout.token("s0", "lagoon-1", "owl")
    assert layout.start().verb("steal") == []

    layout = Layout()
    layout.city("s0", "lagoon-1")
    layout.city("s1", "lagoon-1")
    layout.support("s0", "steal")
    assert layout.start().verb("steal") == []


# -- 10: the end and the scoring


def full_city(layout: Layout, seat: str, missing: str) -> None:
    for territory in TERRITORIES:
        for area in (1, 2, 3, 4):
            if f"{territory}-{area}" != missing:
                layout.area(seat, f"{territory}-{area}")


def test_10_1_the_sixteenth_area_ends_the_game_after_equal_turns() -> None:
    layout = Layout(3)
    full_city(layout, "s1", "mountain-4")
    (half,) = layout.hand("s1", "mountain-4")
    layout.hand("s2", "lagoon-1")
    game = layout.start(turn="s1", round=20)
    game.do(f"add:{half}")
    game.finish_turn()
    assert game.ending
    assert game.turn == "s2"
    assert game.completed == ["s1"]
    game.do(game.verb("add")[0])
    game.finish_turn()
    assert game.phase == "over"
    assert game.round == 20
    assert game.pending() == []


def test_10_1_the_last_player_of_the_round_ends_the_game_at_once() -> None:
    layout = Layout()
    full_city(layout, "s1", "mountain-4")
    (half,) = layout.hand("s1", "mountain-4")
    game = layout.start(turn="s1")
    game.do(f"add:{half}")
    assert game.phase == "draw"
    game.finish_turn()
    assert game.phase == "over"
    assert game.returns() == [0.0, 1.0]


def test_10_1_rounds_are_counted_from_the_first_player() -> None:
    layout = Layout()
    (half,) = layout.hand("s1", "lagoon-1")
    game = layout.start(first="s1", turn="s1", round=3, ending=True)
    game.do(f"add:{half}")
    game.finish_turn()
    assert game.turn == "s0"
    assert game.round == 3
    game.do("pass")
    game.finish_turn()
    assert game.phase == "over"


def test_10_1_an_empty_pile_ends_the_game() -> None:
    layout = Layout()
    layout.hand("s0", "lagoon-1")
    layout.hand("s1", "lagoon-1")
    game = layout.start(pile=1)
    game.do(game.verb("add")[0], "draw:pile")
    assert game.fields["ending"] is False
    game.finish_turn()
    assert game.ending
    assert game.turn == "s1"
    game.do(game.verb("add")[0])
    assert game.phase == "over"


def test_10_1_a_refill_can_empty_the_pile() -> None:
    layout, card = destroy_layout()
    shield = layout.support("s1", "shield")
    game = layout.start(pile=1)
    game.do(f"destroy:{card}@s1", f"shield:{shield}", f"card:{game.unseen[0]}")
    assert game.ending
    assert game.turn == "s1"


def test_10_1_round_hundred_and_twenty_is_the_last() -> None:
    game = Layout().start(turn="s1", round=120)
    game.do("pass")
    game.finish_turn()
    assert game.phase == "over"
    assert not game.ending


def test_10_2_a_fully_worked_score() -> None:
    layout = Layout()
    cities = {
        "lagoon": ["nereid-1", "ichthyocentaur-2", "triton-3", DIONYSUS],
        "lands": ["centaur-1", "satyr-2", "minotaur-3", "hydra-4"],
        "forest": ["pegasus-1", "harpy-2", DIONYSUS, "harpy-4"],
        "mountain": ["cyclops-1", "phoenix-2", "talos-3", "dragon-4"],
    }
    for territory, halves in cities.items():
        for area, half in enumerate(halves, 1):
            layout.area("s0", f"{territory}-{area}", half if half == DIONYSUS else layout.take(half))
    layout.area("s1", "lands-1", layout.take("boar-1"))
    layout.area("s1", "lands-2", layout.take("lion-2"))
    layout.token("s0", "lagoon-4", "owl")
    layout.token("s0", "lands-2", "helmet")
    layout.token("s0", "mountain-1", "thunderbolt")
    layout.token("s1", "lands-1", "helmet")
    game = layout.start(turn="s1", ending=True, completed=["s0"])
    assert game.score_sheet("s0") == {"lagoon": 14, "lands": 4, "forest": 4, "mountain": 11, "city": 3}
    assert game.score_sheet("s1") == {"lagoon": 0, "lands": 6, "forest": 0, "mountain": 0, "city": 0}
    game.do("pass")
    game.finish_turn()
    assert game.fields["scores"] == {"s0": 36, "s1": 6}
    assert game.returns() == [1.0, 0.0]


def test_10_2_dionysus_counts_once_and_without_an_own_one_undoubled() -> None:
    layout = Layout()
    layout.area("s0", "lands-1", DIONYSUS)
    layout.area("s0", "mountain-1", DIONYSUS)
    game = layout.start()
    assert game.score_sheet("s0") == {"lagoon": 0, "lands": 1, "forest": 0, "mountain": 0, "city": 0}


def test_10_2_the_same_creature_twice_counts_once() -> None:
    layout = Layout()
    for area in (1, 2, 3, 4):
        layout.area("s0", f"forest-{area}", layout.take(f"{'sphinx' if area < 3 else 'strix'}-{area}"))
    game = layout.start()
    assert game.score_sheet("s0")["forest"] == 2


def test_10_2_a_negative_own_territory_is_doubled_too() -> None:
    layout = Layout()
    layout.area("s0", "lagoon-1", DIONYSUS)
    layout.token("s0", "lagoon-1", "helmet")
    layout.area("s0", "lagoon-2", DIONYSUS)
    layout.token("s0", "lagoon-2", "helmet")
    game = layout.start()
    assert game.score_sheet("s0")["lagoon"] == -2


def test_10_3_first_city_three_others_one_kept_after_a_loss() -> None:
    layout = Layout(3)
    full_city(layout, "s0", "mountain-4")
    full_city(layout, "s1", "lagoon-4")
    (first,) = layout.hand("s0", "mountain-4")
    (second,) = layout.hand("s1", "lagoon-4")
    destroy = layout.support("s2", "destroy")
    game = layout.start()
    game.do(f"add:{first}")
    game.finish_turn()
    game.do(f"add:{second}")
    game.finish_turn()
    game.do(f"destroy:{destroy}@s0", "pass", "lose:mountain-4")
    game.finish_turn()
    assert game.phase == "over"
    assert game.completed == ["s0", "s1"]
    assert [game.score_sheet(seat)["city"] for seat in game.seats] == [3, 1, 0]


def test_10_3_a_taken_dionysus_can_finish_a_city() -> None:
    layout = Layout()
    full_city(layout, "s0", "forest-4")
    layout.area("s1", "lands-1", DIONYSUS)
    (half,) = layout.hand("s0", "lands-1")
    game = layout.start()
    game.do(f"dionysus:{half}@s1>forest-4")
    assert game.completed == ["s0"]
    assert game.ending


def test_10_4_ties_share_the_win() -> None:
    layout = Layout(3)
    layout.area("s0", "lands-1", DIONYSUS)
    layout.area("s2", "lands-1", DIONYSUS)
    game = layout.start(turn="s2", ending=True)
    game.do("pass")
    game.finish_turn()
    assert game.fields["scores"] == {"s0": 1, "s1": 0, "s2": 1}
    assert game.returns() == [0.5, 0.0, 0.5]


# -- 13: decisions


def test_13_1_order_of_the_moves() -> None:
    """Every group at once, in the order of the rules page."""
    layout = Layout()
    layout.city("s0", "lands-1", "forest-1")
    layout.area("s1", "lands-1", DIONYSUS)
    layout.token("s1", "lands-1", "owl")
    layout.area("s1", "forest-1")
    layout.lock("s1", "forest")
    for kind in ("twins", "graeae", "exchange", "take", "destroy", "steal", "shield", "hecate"):
        layout.support("s0", kind)
    layout.hand("s0", "lands-1")
    layout.give("s0", DIONYSUS)
    game = layout.start(is_sound=False)  # a larger hand than one can have
    groups = [key for key, _ in itertools.groupby(move.split(":")[0] for move in game.legal("s0"))]
    order = ["add", "twins", "graeae", "exchange", "take", "destroy", "steal"]
    assert groups == [*order, "change", "discard", "dionysus", "lock", "unlock"]
    exchanges = game.verb("exchange")
    assert exchanges[0].endswith("@s1")
    assert exchanges[-1].endswith(",dionysus@forest-1")
    assert game.verb("add")[-1] == "add:dionysus@mountain-1"


def test_13_two_dionysus_in_hand_give_each_move_once() -> None:
    layout = Layout()
    layout.give("s0", DIONYSUS, DIONYSUS)
    game = layout.start()
    assert len(set(game.legal("s0"))) == len(game.legal("s0"))
    game.do("discard:dionysus")
    assert game.hands["s0"] == [DIONYSUS] == game.known["s0"]


def test_13_illegal_moves_and_wrong_seats_are_refused() -> None:
    game = Layout().start()
    with pytest.raises(ValueError, match="not legal"):
        game.play("s0", "draw:pile")
    with pytest.raises(ValueError, match=r"nothing to decide|not legal"):
        game.play("s1", "pass")
