"""The rules of Ephyran, one test for each, from positions laid out by hand.

Everything that takes ``new_table`` runs against every backend of ``conftest.py``; the rest looks at the reference.
"""

from __future__ import annotations

import itertools
import json
import random
from collections import Counter, defaultdict
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest

from tests.reference.base import CHANCE, Deal, settle
from tests.reference.ephyran import Ephyran

from .table import DIONYSUS, Table, area_of, card_of, city, finish_turn, in_order, moves, play, reference
from .variants import RULES, with_settings

TERRITORIES = ("lagoon", "lands", "forest", "mountain")

NewTable = Callable[..., Table]


# -- 1: the components


def test_1_every_row_has_its_mark() -> None:
    for name, tables in RULES.items():
        for rows in tables.values():
            assert rows, name
            assert all(row["mark"] in ("book", "read", "authored") for row in rows)
            assert len({row["id"] for row in rows}) == len(rows)


def test_1_cards_are_72_with_a_support_and_36_of_two_different_territories() -> None:
    game = Ephyran(data=RULES)
    rows = list(game.cards.values())
    assert len(rows) == 108
    assert all(row["id"] == row["upper"] for row in rows)
    two = [row for row in rows if row["lower"] in game.halves]
    assert len(two) == 36
    assert all(game.halves[row["upper"]].territory != game.halves[row["lower"]].territory for row in two)
    kinds = Counter(row["lower"] for row in rows if row["lower"] not in game.halves)
    assert kinds == {kind: row["count"] for kind, row in game.supports.items()}
    assert kinds.total() == 72
    assert kinds == {
        "twins": 8,
        "graeae": 8,
        "exchange": 9,
        "take": 14,
        "destroy": 8,
        "steal": 8,
        "shield": 9,
        "hecate": 8,
    }


def test_1_each_creature_lives_once_in_each_area_of_its_territory() -> None:
    game = Ephyran(data=RULES)
    assert Counter(row["territory"] for row in RULES["creatures"]["creature"]) == dict.fromkeys(TERRITORIES, 9)
    expected = {f"{row['id']}-{area}" for row in RULES["creatures"]["creature"] for area in (1, 2, 3, 4)}
    printed = [row[side] for row in game.cards.values() for side in ("upper", "lower")]
    assert sorted(half for half in printed if half not in game.supports) == sorted(expected)


def test_1_each_territory_has_seven_magical_halves() -> None:
    game = Ephyran(data=RULES)
    for territory in TERRITORIES:
        magical = [half for half in game.halves.values() if half.territory == territory and half.magic != "none"]
        assert Counter(half.magic for half in magical) == {"thunderbolt": 1, "trident": 2, "owl": 4}
        assert len({half.creature for half in magical}) == 7
    for token in RULES["tokens"]["token"]:
        assert sum(half.magic == token["id"] for half in game.halves.values()) == 4 * token["printed"]


def test_1_the_pairing_is_even() -> None:
    """What the head of cards.toml says of its method."""
    game = Ephyran(data=RULES)
    with_support = [half for half in game.halves.values() if game.cards[half.card]["lower"] in game.supports]
    assert set(Counter(half.territory for half in with_support).values()) == {18}
    assert set(Counter(half.area for half in with_support).values()) == {18}
    assert set(Counter(half.slot for half in with_support).values()) == {4, 5}
    assert set(Counter(half.creature for half in with_support).values()) == {2}
    for kind, row in game.supports.items():
        cards = [half for half in with_support if game.cards[half.card]["lower"] == kind]
        for count in (Counter(half.territory for half in cards), Counter(half.area for half in cards)):
            assert len(count) == 4
            assert max(count.values()) - min(count.values()) <= (row["count"] % 4 > 0)
        points = sum(game.tokens[half.magic]["value"] for half in cards if half.magic != "none")
        assert 2 <= points <= 5
    pairs = [
        (game.halves[row["upper"]], game.halves[row["lower"]])
        for row in game.cards.values()
        if row["lower"] in game.halves
    ]
    kinds = {(one.territory, two.territory, frozenset((one.area, two.area))) for one, two in pairs}
    assert len(kinds) == 36
    assert all(one.area != two.area for one, two in pairs)
    assert not any(one.magic != "none" and two.magic != "none" for one, two in pairs)
    values = Counter(half.area for half in game.halves.values() for _ in range(_value(game, half.magic)))
    assert values == {1: 11, 2: 11, 3: 11, 4: 11}


def _value(game: Ephyran, magic: str) -> int:
    return 0 if magic == "none" else int(game.tokens[magic]["value"])


def test_1_tokens() -> None:
    tokens = {row["id"]: (row["count"], row["value"]) for row in RULES["tokens"]["token"]}
    assert tokens == {"thunderbolt": (4, 3), "trident": (6, 2), "owl": (8, 1), "helmet": (6, -1)}


# -- 3: setup


@pytest.mark.parametrize(("seats", "pile"), [(2, 64), (3, 78), (4, 92)])
def test_3_setup_deals_a_god_a_dionysus_and_four_cards(seats: int, pile: int) -> None:
    game = Ephyran(seats, data=RULES)
    settle(game, Deal(1))
    game.check()
    assert game.phase == "action"
    assert game.turn == game.first
    assert game.round == 1
    assert game.dry == 1
    assert len(set(game.gods.values())) == seats
    assert all(len(hand) == 5 and hand.count(DIONYSUS) == 1 for hand in game.hands.values())
    assert game.pile_size == pile
    assert all(known == [DIONYSUS] for known in game.known.values())


def test_3_the_first_player_is_any_seat() -> None:
    game = Ephyran(3, data=RULES)
    assert game.pending() == [CHANCE]
    assert game.chance() == (0, [("first:s0", 1), ("first:s1", 1), ("first:s2", 1)])
    game.play(CHANCE, "first:s2")
    assert game.chance()[0] == 1
    assert next(o for o, _ in game.chance()[1]) == "god:poseidon"


def test_3_players_may_choose_their_gods_in_turn_order() -> None:
    game = Ephyran(3, {"gods": "choose"}, RULES)
    play(game, "first:s1")
    assert game.pending() == ["s1"]
    play(game, "god:gaia")
    assert game.pending() == ["s2"]
    assert "god:gaia" not in game.legal("s2")
    play(game, "god:poseidon")
    assert game.pending() == ["s0"]
    play(game, "god:hephaestus")
    assert game.gods == {"s0": "hephaestus", "s1": "gaia", "s2": "poseidon"}
    assert game.phase == "deal"
    assert game.drawer == "s1"


def test_3_only_two_to_four_play() -> None:
    for seats in (1, 5):
        with pytest.raises(ValueError, match="2 to 4"):
            Ephyran(seats)


def test_3_unknown_options_are_refused() -> None:
    with pytest.raises(ValueError, match="options"):
        Ephyran(2, {"gods": "bought"})


# -- 5: actions


def test_5_1_areas_go_up_in_order(new_table: NewTable) -> None:
    table = new_table()
    one, two, three = table.hand("s0", "lagoon-1", "lagoon-2", "lagoon-3")
    game = table.start()
    assert f"add:{one}" in moves(game, "add")
    assert f"add:{two}" not in moves(game, "add")
    assert f"add:{three}" not in moves(game, "add")
    play(game, f"add:{one}")
    finish_turn(game)
    assert city(game, "s0", "lagoon") == [one]
    assert len(game.hands["s0"]) == 3


def test_5_1_one_card_per_place(new_table: NewTable) -> None:
    table = new_table()
    table.city("s0", "lands-1")
    again = table.half("lands-1")
    table.give("s0", again)
    assert f"add:{again}" not in moves(table.start(), "add")


def test_5_1_a_full_territory_takes_no_fifth_area(new_table: NewTable) -> None:
    table = new_table()
    table.city("s0", "lands-4")
    table.give("s0", DIONYSUS)
    assert moves(table.start(), "add") == ["add:dionysus@lagoon-1", "add:dionysus@forest-1", "add:dionysus@mountain-1"]


def test_5_1_a_card_is_played_as_either_half(new_table: NewTable) -> None:
    table = new_table()
    card = next(c for c in table.box if _areas_of(table.game, c) == (1, 2))
    upper, lower = table.game.cards[card]["upper"], table.game.cards[card]["lower"]
    table.take(upper)
    table.give("s0", upper)
    territory = table.game.halves[lower].territory
    table.city("s0", f"{territory}-1")
    game = table.start()
    assert {f"add:{upper}", f"add:{lower}"} <= set(game.legal("s0"))
    play(game, f"add:{lower}")
    assert city(game, "s0", territory)[1] == lower
    assert game.hands["s0"] == []


def _areas_of(game: Ephyran, card: str) -> tuple[int, ...]:
    return tuple(game.halves[half].area for half in _sides(game, card) if half in game.halves)


def _sides(game: Ephyran, card: str) -> tuple[str, str]:
    return game.cards[card]["upper"], game.cards[card]["lower"]


def test_5_1_dionysus_fills_any_next_area(new_table: NewTable) -> None:
    table = new_table()
    table.city("s0", "lagoon-2")
    table.give("s0", DIONYSUS)
    game = table.start()
    play(game, "add:dionysus@lagoon-3")
    assert city(game, "s0", "lagoon")[2] == DIONYSUS


def test_5_3_change_an_uncovered_area_and_discard_the_old_one(new_table: NewTable) -> None:
    table = new_table()
    table.city("s0", "forest-2")
    low, top = table.hand("s0", "forest-1", "forest-2")
    game = table.start()
    old = card_of(city(game, "s0", "forest")[1])
    assert f"change:{low}" not in moves(game, "change")
    play(game, f"change:{top}")
    assert city(game, "s0", "forest")[1] == top
    assert game.discard == [old]


def test_5_3_change_loses_the_token_and_shows_it(new_table: NewTable) -> None:
    table = new_table()
    table.city("s0", "forest-1")
    table.token("s0", "forest-1", "owl")
    (new,) = table.hand("s0", "forest-1")
    game = table.start()
    play(game, f"change:{new}")
    assert game.lost["owl"] == 1
    assert area_of(game, "s0", "forest-1")["token"] is None
    assert game.view("s1")["lost"]["owl"] == 1


def test_5_3_change_to_a_dionysus_and_a_dionysus_away(new_table: NewTable) -> None:
    table = new_table()
    table.city("s0", "forest-1")
    table.give("s0", DIONYSUS)
    table.hand("s1", "lagoon-1")
    game = table.start()
    old = card_of(city(game, "s0", "forest")[0])
    play(game, "change:dionysus@forest-1")
    assert city(game, "s0", "forest") == [DIONYSUS]
    assert game.discard == [old]

    table = new_table()
    table.area("s0", "forest-1", DIONYSUS)
    (new,) = table.hand("s0", "forest-1")
    game = table.start()
    before = game.tartarus.count(DIONYSUS)
    play(game, f"change:{new}")
    assert game.tartarus.count(DIONYSUS) == before + 1
    assert game.discard == []


def test_5_4_any_card_can_be_discarded(new_table: NewTable) -> None:
    table = new_table()
    table.hand("s0", "lagoon-1", "forest-3")
    table.give("s0", DIONYSUS)
    game = table.start()
    assert moves(game, "discard") == [f"discard:{card}" for card in game.hands["s0"]]
    card = game.hands["s0"][0]
    play(game, f"discard:{card}")
    assert game.discard == [card]
    assert game.fresh


def test_5_4_a_discarded_dionysus_goes_to_tartarus(new_table: NewTable) -> None:
    table = new_table()
    table.give("s0", DIONYSUS)
    below = table.discard("lagoon-1")
    game = table.start()
    play(game, "discard:dionysus")
    assert game.discard == below
    assert game.tartarus.count(DIONYSUS) == 2
    assert "draw:discard" in game.legal("s0")  # the card on top is an old one


def test_5_5_take_a_dionysus(new_table: NewTable) -> None:
    table = new_table()
    table.area("s1", "mountain-2", DIONYSUS)
    table.token("s1", "mountain-2", "trident")
    (half,) = table.hand("s0", "mountain-2")
    table.city("s0", "lagoon-1")
    game = table.start()
    assert [move.split(">")[1] for move in moves(game, "dionysus")] == ["lagoon-2", "lands-1", "forest-1", "mountain-1"]
    play(game, f"dionysus:{half}@s1>lagoon-2")
    assert city(game, "s1", "mountain")[1] == half
    assert city(game, "s0", "lagoon")[1] == DIONYSUS
    assert area_of(game, "s1", "mountain-2")["token"] is None
    # The token came along, and is still known to its former owner only.
    assert area_of(game, "s0", "lagoon-2")["token"] == {"kind": "trident", "seen_by": ["s1"]}
    assert game.view("s0")["cities"]["s0"]["lagoon"]["areas"][1]["token"]["kind"] == "?"
    assert game.phase == "draw"


def test_5_5_not_a_covered_or_locked_dionysus(new_table: NewTable) -> None:
    table = new_table()
    table.area("s1", "mountain-1", DIONYSUS)
    table.area("s1", "mountain-2")
    (_half,) = table.hand("s0", "mountain-1")
    assert moves(table.start(), "dionysus") == []

    table = new_table()
    table.area("s1", "mountain-1", DIONYSUS)
    table.lock("s1", "mountain")
    table.hand("s0", "mountain-1")
    assert moves(table.start(), "dionysus") == []


def test_5_5_a_dionysus_needs_a_place_in_the_own_city(new_table: NewTable) -> None:
    table = new_table()
    table.area("s1", "mountain-1", DIONYSUS)
    table.hand("s0", "mountain-1")
    table.city("s0", "lagoon-4", "lands-4", "forest-4", "mountain-1")
    table.lock("s0", "mountain")
    assert moves(table.start(), "dionysus") == []


def test_5_5_one_dionysus_does_not_take_another(new_table: NewTable) -> None:
    table = new_table()
    table.area("s1", "mountain-1", DIONYSUS)
    table.give("s0", DIONYSUS)
    assert moves(table.start(), "dionysus") == []


def test_5_6_lock(new_table: NewTable) -> None:
    table = new_table()
    table.city("s0", "lands-2")
    card = table.support("s0", "shield")
    next_one, other_top = table.hand("s0", "lands-3", "lands-2")
    take, exchange = table.support("s0", "take"), table.support("s0", "exchange")
    game = table.start()
    assert moves(game, "lock") == [f"lock:{card}@lands"]  # not an empty territory
    play(game, f"lock:{card}@lands")
    assert game.cities["s0"]["lands"]["lock"] == card
    assert card not in game.tartarus
    finish_turn(game)
    finish_turn(game)
    mine = game.legal("s0")
    assert f"add:{next_one}" not in mine
    assert f"change:{other_top}" not in mine
    assert f"take:{take}" not in mine
    assert moves(game, "exchange") == []
    assert exchange in game.hands["s0"]


def test_5_6_no_dionysus_goes_to_a_locked_territory(new_table: NewTable) -> None:
    table = new_table()
    table.city("s0", "lands-2")
    table.lock("s0", "lands")
    table.give("s0", DIONYSUS)
    table.support("s0", "exchange")
    assert not any("lands" in move for move in table.start().legal("s0"))


def test_5_6_a_locked_territory_is_safe(new_table: NewTable) -> None:
    table = new_table()
    table.city("s1", "lands-2")
    table.token("s1", "lands-1", "owl")
    table.lock("s1", "lands")
    table.city("s0", "lands-1")
    for kind in ("destroy", "steal", "exchange"):
        table.support("s0", kind)
    game = table.start()
    assert moves(game, "destroy") == moves(game, "steal") == moves(game, "exchange") == []


def test_5_6_unlock_any_territory(new_table: NewTable) -> None:
    table = new_table()
    table.city("s0", "lagoon-1")
    table.city("s1", "lands-1")
    locks = [table.lock("s0", "lagoon"), table.lock("s1", "lands")]
    card = table.support("s0", "hecate")
    game = table.start()
    assert moves(game, "unlock") == [f"unlock:{card}@s0.lagoon", f"unlock:{card}@s1.lands"]
    play(game, f"unlock:{card}@s1.lands")
    assert game.cities["s1"]["lands"]["lock"] is None
    assert {card, locks[1]} <= set(game.tartarus)
    assert game.cities["s0"]["lagoon"]["lock"] == locks[0]
    assert game.phase == "draw"


def test_5_7_an_empty_hand_passes(new_table: NewTable) -> None:
    game = new_table().start()
    assert game.legal("s0") == ["pass"]
    play(game, "pass")
    assert game.phase == "draw"


# -- 6: drawing


def test_6_1_draw_from_the_pile_or_the_discard(new_table: NewTable) -> None:
    table = new_table()
    table.hand("s0", "lagoon-1")
    bottom, top = table.discard("lands-1", "lands-2")
    (half,) = table.hand("s0", "forest-1")
    game = table.start()
    play(game, f"add:{half}")
    assert game.legal("s0") == ["draw:pile", "draw:discard"]
    play(game, "draw:discard")
    assert top in game.hands["s0"]
    assert game.known["s0"] == [top]
    assert game.discard == [bottom]
    assert game.turn == "s1"
    assert top in game.view("s1")["hands"]["s0"]


def test_6_1_a_card_from_the_pile_is_seen_by_its_drawer_only(new_table: NewTable) -> None:
    table = new_table()
    (half,) = table.hand("s0", "forest-1")
    game = table.start()
    play(game, f"add:{half}", "draw:pile")
    assert game.pending() == [CHANCE]
    assert game.drawer == "s0"
    source, outcomes = game.chance()
    assert source == 2
    assert outcomes == [(f"card:{card}", 1) for card in game.unseen]
    card = game.unseen[7]
    play(game, f"card:{card}")
    assert game.view("s0")["hands"]["s0"] == [card]
    assert game.view("s1")["hands"]["s0"] == ["?"]
    assert card in game.view("s1")["unseen"]
    assert card not in game.view("s0")["unseen"]


def test_6_2_not_the_card_just_discarded(new_table: NewTable) -> None:
    table = new_table()
    table.hand("s0", "lagoon-1", "lagoon-3")
    table.hand("s1", "lands-2")
    table.discard("forest-2")
    game = table.start()
    card = game.hands["s0"][0]
    play(game, f"discard:{card}")
    assert game.legal("s0") == ["draw:pile"]
    finish_turn(game)
    play(game, f"discard:{game.hands['s1'][0]}")
    assert game.legal("s1") == ["draw:pile"]


def test_6_2_the_next_player_may_take_it(new_table: NewTable) -> None:
    table = new_table()
    table.hand("s0", "lagoon-1")
    (half,) = table.hand("s1", "lands-1")
    game = table.start()
    card = game.hands["s0"][0]
    play(game, f"discard:{card}")
    finish_turn(game)
    play(game, f"add:{half}", "draw:discard")
    assert game.known["s1"] == [card]


def test_6_3_two_rounds_without_the_pile_close_the_discard(new_table: NewTable) -> None:
    table = new_table()
    for territory in TERRITORIES:
        table.hand("s0", f"{territory}-1")
        table.hand("s1", f"{territory}-1")
    table.discard(*(f"lagoon-{i}" for i in (1, 2, 3, 4)), "forest-3", "forest-4")
    game = table.start()
    for _ in range(4):  # two rounds of two
        play(game, moves(game, "add")[0])
        assert game.legal(game.pending()[0]) == ["draw:pile", "draw:discard"]
        play(game, "draw:discard")
    play(game, moves(game, "add")[0])
    assert game.dry == 5
    assert game.legal("s0") == ["draw:pile"]
    finish_turn(game)
    play(game, moves(game, "add")[0])
    assert game.legal("s1") == ["draw:pile", "draw:discard"]


def test_6_3_after_the_card_from_the_pile_twins_are_free_again(new_table: NewTable) -> None:
    table = new_table()
    card = table.support("s0", "twins")
    table.hand("s0", "lagoon-1")
    table.discard("lands-3")
    game = table.start(dry=5)
    play(game, f"twins:{card}")
    assert game.legal("s0") == ["draw:pile"]
    play(game, "draw:pile", f"card:{game.unseen[0]}")
    assert game.legal("s0") == ["draw:pile", "draw:discard"]


def test_6_4_an_empty_pile_leaves_the_discard_or_nothing(new_table: NewTable) -> None:
    table = new_table()
    (half,) = table.hand("s0", "lagoon-1")
    table.discard("lands-1")
    game = table.start(pile=0, dry=9)
    play(game, f"add:{half}")
    assert game.legal("s0") == ["draw:discard"]

    table = new_table()
    table.hand("s0", "lagoon-1")
    game = table.start(pile=0)
    play(game, f"discard:{game.hands['s0'][0]}")
    assert game.turn == "s1"
    assert game.hands["s0"] == []


# -- 7: supports


def test_7_1_castor_and_pollux_end_at_five(new_table: NewTable) -> None:
    table = new_table()
    card = table.support("s0", "twins")
    shield, hecate, steal = table.support("s0", "shield"), table.support("s0", "hecate"), table.support("s0", "steal")
    (half,) = table.hand("s0", "lagoon-1")
    table.city("s0", "lands-1")
    table.discard("forest-1", "forest-2")
    game = table.start()
    play(game, f"twins:{card}")
    assert card in game.tartarus
    assert game.draws == 2
    play(game, "draw:pile", f"card:{game.unseen[3]}", "draw:discard")
    assert game.phase == "extra"
    assert len(game.hands["s0"]) == 6
    assert {move.split(":")[0] for move in game.legal("s0")} <= {"add", "change", "discard", "dionysus"}
    assert {shield, hecate, steal} <= set(game.hands["s0"])
    play(game, f"add:{half}")
    assert game.turn == "s1"
    assert len(game.hands["s0"]) == 5


def test_7_1_twins_take_two_from_the_discard(new_table: NewTable) -> None:
    table = new_table()
    card = table.support("s0", "twins")
    bottom, top = table.discard("forest-1", "forest-2")
    game = table.start()
    play(game, f"twins:{card}", "draw:discard", "draw:discard")
    assert sorted(game.known["s0"]) == sorted([bottom, top])
    assert game.phase == "extra"


def test_7_1_twins_with_nothing_to_draw(new_table: NewTable) -> None:
    table = new_table()
    card = table.support("s0", "twins")
    game = table.start(pile=0)
    play(game, f"twins:{card}")
    assert game.phase == "extra"
    assert game.legal("s0") == ["pass"]
    play(game, "pass")
    assert game.turn == "s1"


def test_7_1_twins_may_take_a_dionysus(new_table: NewTable) -> None:
    table = new_table()
    card = table.support("s0", "twins")
    table.area("s1", "forest-1", DIONYSUS)
    (half,) = table.hand("s0", "forest-1")
    game = table.start()
    play(game, f"twins:{card}", "draw:pile", "draw:pile", f"dionysus:{half}@s1>lagoon-1")
    assert city(game, "s0", "lagoon") == [DIONYSUS]
    assert game.turn == "s1"


def test_7_2_graeae_keep_one_and_order_the_others(new_table: NewTable) -> None:
    table = new_table()
    card = table.support("s0", "graeae")
    game = table.start(pile=10)
    play(game, f"graeae:{card}")
    looked = [game.unseen[i] for i in (8, 1, 5)]
    play(game, *(f"card:{one}" for one in looked))
    assert game.legal("s0") == [f"keep:{one}" for one in in_order(looked)]
    assert game.view("s1")["looked"] == ["?"] * 3
    assert game.view("s0")["looked"] == in_order(looked)
    play(game, f"keep:{looked[0]}")
    assert game.view("s1")["hands"]["s0"] == ["?"]
    assert game.phase == "under"
    play(game, f"under:{looked[1]}")
    assert game.discard == looked[1:]
    assert game.hands["s0"] == [looked[0]]
    assert game.turn == "s1"
    assert game.pile_size == 7
    assert game.known["s0"] == []


@pytest.mark.parametrize("left", [1, 2])
def test_7_2_graeae_look_at_what_is_left(new_table: NewTable, left: int) -> None:
    table = new_table()
    card = table.support("s0", "graeae")
    game = table.start(pile=left)
    play(game, f"graeae:{card}")
    while game.pending() == [CHANCE]:
        play(game, game.legal(CHANCE)[0])
    assert len(game.looked) == left
    assert game.ending
    play(game, game.legal("s0")[0])
    assert len(game.discard) == left - 1
    assert game.turn == "s1"


def test_7_2_graeae_need_a_pile(new_table: NewTable) -> None:
    table = new_table()
    table.support("s0", "graeae")
    assert moves(table.start(pile=0), "graeae") == []


def exchange_table(new_table: NewTable) -> tuple[Table, str]:
    table = new_table()
    table.city("s0", "lands-2")
    table.city("s1", "lands-3", "forest-1")
    table.token("s0", "lands-1", "helmet")
    table.token("s1", "lands-1", "thunderbolt")
    return table, table.support("s0", "exchange")


def test_7_3_exchange_with_an_opponent_takes_the_tokens_along(new_table: NewTable) -> None:
    table, card = exchange_table(new_table)
    game = table.start()
    mine, theirs = city(game, "s0", "lands")[0], city(game, "s1", "lands")[0]
    play(game, f"exchange:{card}@s1", "pass")
    assert game.legal("s0") == ["swap:lands-1", "swap:lands-2"]  # filled in both; the first one is covered
    play(game, "swap:lands-1")
    assert city(game, "s0", "lands")[0] == theirs
    assert city(game, "s1", "lands")[0] == mine
    assert area_of(game, "s0", "lands-1")["token"] == {"kind": "thunderbolt", "seen_by": ["s1"]}
    assert area_of(game, "s1", "lands-1")["token"] == {"kind": "helmet", "seen_by": ["s0"]}
    assert game.phase == "draw"
    assert card in game.tartarus


def test_7_3_athenas_shield_stops_an_exchange(new_table: NewTable) -> None:
    table, card = exchange_table(new_table)
    shield = table.support("s1", "shield")
    game = table.start()
    mine = city(game, "s0", "lands")
    play(game, f"exchange:{card}@s1")
    assert game.legal("s1") == ["pass", f"shield:{shield}"]
    play(game, f"shield:{shield}")
    assert game.phase == "refill"
    assert game.drawer == "s1"
    play(game, f"card:{game.unseen[0]}")
    assert len(game.hands["s1"]) == 1
    assert city(game, "s0", "lands") == mine
    assert {card, shield} <= set(game.tartarus)
    assert game.pending() == ["s0"]
    assert game.phase == "draw"


def test_7_3_exchange_needs_a_place_filled_in_both_cities(new_table: NewTable) -> None:
    table = new_table()
    table.city("s0", "lands-1")
    table.city("s1", "forest-1")
    table.support("s0", "exchange")
    assert moves(table.start(), "exchange") == []


def test_7_3_exchange_with_the_hand(new_table: NewTable) -> None:
    table, card = exchange_table(new_table)
    (half,) = table.hand("s0", "lands-1")
    game = table.start()
    old = card_of(city(game, "s0", "lands")[0])
    play(game, f"exchange:{card},{half}")
    assert city(game, "s0", "lands")[0] == half
    assert game.hands["s0"] == [old]
    assert game.known["s0"] == [old]
    assert game.lost["helmet"] == 1
    assert area_of(game, "s0", "lands-1")["token"] is None
    assert game.phase == "draw"  # nobody is asked


def test_7_3_exchange_with_the_hand_puts_a_dionysus_anywhere_and_takes_one_back(new_table: NewTable) -> None:
    table, card = exchange_table(new_table)
    table.give("s0", DIONYSUS)
    game = table.start()
    old = card_of(city(game, "s0", "lands")[0])
    assert f"exchange:{card},dionysus@lands-2" in game.legal("s0")
    play(game, f"exchange:{card},dionysus@lands-1")
    assert city(game, "s0", "lands")[0] == DIONYSUS
    assert old in game.known["s0"]

    table = new_table()
    table.area("s0", "lands-1", DIONYSUS)
    card = table.support("s0", "exchange")
    (half,) = table.hand("s0", "lands-1")
    game = table.start()
    play(game, f"exchange:{card},{half}")
    assert game.hands["s0"] == game.known["s0"] == [DIONYSUS]


def test_7_3_the_exchange_card_does_not_take_the_place_itself(new_table: NewTable) -> None:
    table = new_table()
    card = next(c for c in table.box if table.game.cards[c]["lower"] == "exchange" and c.endswith("-1"))
    table.take(card)
    table.give("s0", card)
    table.city("s0", table.game.halves[card].slot)
    game = table.start()
    assert moves(game, "exchange") == []
    assert f"change:{card}" in game.legal("s0")


def take_table(new_table: NewTable, seats: int = 2) -> tuple[Table, str]:
    table = new_table(seats)
    table.city("s0", "forest-2", "lagoon-1")
    table.token("s0", "forest-2", "owl")
    return table, table.support("s0", "take")


def test_7_4_take_a_token_and_put_it_on_an_area_without_one(new_table: NewTable) -> None:
    table, card = take_table(new_table)
    game = table.start()
    play(game, f"take:{card}", "pass")
    assert game.chance() == (
        3,
        [("token:thunderbolt", 4), ("token:trident", 6), ("token:owl", 7), ("token:helmet", 6)],
    )
    play(game, "token:thunderbolt")
    assert game.view("s0")["held"] == {"kind": "thunderbolt", "seen_by": ["s0"]}
    assert game.view("s1")["held"] == {"kind": "?", "seen_by": ["s0"]}
    assert game.legal("s0") == ["put:lagoon-1", "put:forest-1"]
    play(game, "put:forest-1")
    assert area_of(game, "s0", "forest-1")["token"] == {"kind": "thunderbolt", "seen_by": ["s0"]}
    assert game.unseen_tokens["thunderbolt"] == 3
    assert game.view("s1")["unseen_tokens"]["thunderbolt"] == 4


def test_7_4_a_token_may_lie_on_printed_magic_and_on_dionysus(new_table: NewTable) -> None:
    table = new_table()
    table.area("s0", "lagoon-1", table.half("lagoon-1", "owl"))
    table.area("s0", "lagoon-2", DIONYSUS)
    card = table.support("s0", "take")
    game = table.start()
    play(game, f"take:{card}", "pass", "token:owl")
    assert game.legal("s0") == ["put:lagoon-1", "put:lagoon-2"]


def test_7_4_hecates_magic_stops_anybodys_take_asked_in_turn_order(new_table: NewTable) -> None:
    table, card = take_table(new_table, 4)
    table.game.turn = "s0"
    hecate = table.support("s2", "hecate")
    game = table.start()
    play(game, f"take:{card}")
    assert game.pending() == ["s1"]
    assert game.legal("s1") == ["pass"]
    play(game, "pass")
    assert game.pending() == ["s2"]
    play(game, f"hecate:{hecate}")
    assert game.phase == "refill"
    assert game.drawer == "s2"
    play(game, f"card:{game.unseen[0]}")
    assert game.phase == "draw"
    assert game.pending() == ["s0"]
    assert game.unseen_tokens["owl"] == 7


def test_7_4_all_opponents_are_asked(new_table: NewTable) -> None:
    table, card = take_table(new_table, 4)
    game = table.start()
    play(game, f"take:{card}", "pass", "pass")
    assert game.pending() == ["s3"]
    play(game, "pass")
    assert game.phase == "token"


def test_7_4_take_needs_a_token_and_an_area(new_table: NewTable) -> None:
    table = new_table()
    table.support("s0", "take")
    assert moves(table.start(), "take") == []

    table = new_table()
    table.city("s0", "forest-1")
    table.token("s0", "forest-1", "owl")
    table.support("s0", "take")
    assert moves(table.start(), "take") == []

    table, _ = take_table(new_table)
    counts = {row["id"]: row["count"] for row in RULES["tokens"]["token"]}
    lost = counts | {"owl": counts["owl"] - 1}
    game = table.start(unseen_tokens=dict.fromkeys(counts, 0), supply_size=0, lost=lost)
    assert moves(game, "take") == []


def destroy_table(new_table: NewTable, data: dict[str, Any] | None = None) -> tuple[Table, str]:
    table = new_table(data=data)
    table.city("s1", "lagoon-2", "mountain-1")
    table.token("s1", "lagoon-2", "trident")
    return table, table.support("s0", "destroy")


def test_7_5_destroy_is_the_victims_choice_of_an_uncovered_area(new_table: NewTable) -> None:
    table, card = destroy_table(new_table)
    game = table.start()
    play(game, f"destroy:{card}@s1", "pass")
    assert game.pending() == ["s1"]
    assert game.legal("s1") == ["lose:lagoon-2", "lose:mountain-1"]
    lost = card_of(city(game, "s1", "lagoon")[1])
    play(game, "lose:lagoon-2")
    assert len(city(game, "s1", "lagoon")) == 1
    assert lost in game.tartarus
    assert game.discard == []
    assert game.lost["trident"] == 1
    assert game.phase == "draw"
    assert game.pending() == ["s0"]


def test_7_5_athenas_shield_stops_a_destroy(new_table: NewTable) -> None:
    table, card = destroy_table(new_table)
    shield = table.support("s1", "shield")
    table.support("s1", "hecate")
    game = table.start(pile=0)
    play(game, f"destroy:{card}@s1")
    assert game.legal("s1") == ["pass", f"shield:{shield}"]
    play(game, f"shield:{shield}")
    # No pile: no refill, and with an empty discard no draw either.
    assert len(city(game, "s1", "lagoon")) == 2
    assert len(game.hands["s1"]) == 1
    assert game.turn == "s1"


def test_7_5_destroy_needs_an_area(new_table: NewTable) -> None:
    table = new_table(3)
    table.city("s2", "lagoon-1")
    card = table.support("s0", "destroy")
    assert moves(table.start(), "destroy") == [f"destroy:{card}@s2"]


def test_7_5_the_settings_can_send_a_destroyed_area_to_the_discard(new_table: NewTable) -> None:
    table, card = destroy_table(new_table, with_settings(destroyed_to="discard"))
    game = table.start()
    lost = card_of(city(game, "s1", "mountain")[0])
    play(game, f"destroy:{card}@s1", "pass", "lose:mountain-1")
    assert game.discard == [lost]
    assert game.legal("s0") == ["draw:pile", "draw:discard"]


def test_7_5_a_destroyed_dionysus_goes_to_tartarus(new_table: NewTable) -> None:
    table = new_table(data=with_settings(destroyed_to="discard"))
    table.area("s1", "forest-1", DIONYSUS)
    card = table.support("s0", "destroy")
    game = table.start()
    play(game, f"destroy:{card}@s1", "pass", "lose:forest-1")
    assert game.discard == []
    assert game.tartarus.count(DIONYSUS) == 2


def steal_table(new_table: NewTable, seats: int = 2) -> tuple[Table, str]:
    table = new_table(seats)
    table.city("s0", "lagoon-1")
    table.city("s1", "forest-2")
    table.token("s1", "forest-1", "thunderbolt")
    return table, table.support("s0", "steal")


def test_7_6_steal_a_token_look_and_put_it(new_table: NewTable) -> None:
    table, card = steal_table(new_table, 3)
    game = table.start()
    assert moves(game, "steal") == [f"steal:{card}@s1"]
    play(game, f"steal:{card}@s1", "pass")
    assert game.legal("s0") == ["grab:forest-1"]
    assert game.view("s0")["cities"]["s1"]["forest"]["areas"][0]["token"]["kind"] == "?"
    play(game, "grab:forest-1")
    assert game.view("s0")["held"]["kind"] == "thunderbolt" == game.view("s1")["held"]["kind"]
    assert game.view("s2")["held"]["kind"] == "?"
    play(game, "put:lagoon-1")
    assert area_of(game, "s0", "lagoon-1")["token"] == {"kind": "thunderbolt", "seen_by": ["s0", "s1"]}
    assert area_of(game, "s1", "forest-1")["token"] is None


def test_7_6_hecates_magic_stops_a_steal(new_table: NewTable) -> None:
    table, card = steal_table(new_table, 3)
    hecate = table.support("s1", "hecate")
    table.support("s2", "hecate")
    game = table.start()
    play(game, f"steal:{card}@s1", f"hecate:{hecate}", f"card:{game.unseen[0]}")
    assert area_of(game, "s1", "forest-1")["token"]["kind"] == "thunderbolt"
    assert game.phase == "draw"


def test_7_6_only_the_target_of_a_steal_is_asked(new_table: NewTable) -> None:
    table, card = steal_table(new_table, 3)
    table.support("s2", "hecate")
    game = table.start()
    play(game, f"steal:{card}@s1")
    assert game.pending() == ["s1"]
    play(game, "pass")
    assert game.phase == "grab"


def test_7_6_steal_needs_a_token_there_and_room_here(new_table: NewTable) -> None:
    table, _ = steal_table(new_table)
    table.token("s0", "lagoon-1", "owl")
    assert moves(table.start(), "steal") == []

    table = new_table()
    table.city("s0", "lagoon-1")
    table.city("s1", "lagoon-1")
    table.support("s0", "steal")
    assert moves(table.start(), "steal") == []


# -- 8: not stopping looks the same


@pytest.mark.parametrize("kind", ["exchange", "destroy", "steal", "take"])
def test_8_2_who_cannot_stop_it_is_asked_all_the_same(new_table: NewTable, kind: str) -> None:
    views = []
    for holds in (False, True):
        table = new_table()
        table.city("s0", "lands-1")
        table.city("s1", "lands-2")
        table.token("s1", "lands-1", "owl")
        card = table.support("s0", kind)
        defence = table.game.supports[kind]["stopped_by"]
        fillers = [table.support(None, "graeae"), table.support(None, defence)]
        table.give("s1", fillers[holds])
        table.box.append(fillers[not holds])
        table.box = in_order(table.box)
        game = table.start(pile=40)
        play(game, f"{kind}:{card}" + ("" if kind == "take" else "@s1"))
        assert game.pending() == ["s1"]
        assert (len(game.legal("s1")) > 1) == holds
        play(game, "pass")
        views.append(game.view("s0"))
    hidden = ("unseen", "tartarus")  # what lies in the box for this test may differ
    assert [{k: v for k, v in view.items() if k not in hidden} for view in views[:1]] == [
        {k: v for k, v in view.items() if k not in hidden} for view in views[1:]
    ]


# -- 10: the end and the scoring


def full_city(table: Table, seat: str, missing: str) -> None:
    for territory in TERRITORIES:
        for area in (1, 2, 3, 4):
            if f"{territory}-{area}" != missing:
                table.area(seat, f"{territory}-{area}")


def test_10_1_the_sixteenth_area_ends_the_game_after_equal_turns(new_table: NewTable) -> None:
    table = new_table(3)
    full_city(table, "s1", "mountain-4")
    (half,) = table.hand("s1", "mountain-4")
    table.hand("s2", "lagoon-1")
    game = table.start(turn="s1", round=20)
    play(game, f"add:{half}")
    finish_turn(game)
    assert game.ending
    assert game.turn == "s2"
    assert game.completed == ["s1"]
    play(game, moves(game, "add")[0])
    finish_turn(game)
    assert game.phase == "over"
    assert game.round == 20
    assert game.pending() == []


def test_10_1_the_last_player_of_the_round_ends_the_game_at_once(new_table: NewTable) -> None:
    table = new_table()
    full_city(table, "s1", "mountain-4")
    (half,) = table.hand("s1", "mountain-4")
    game = table.start(turn="s1")
    play(game, f"add:{half}")
    assert game.phase == "draw"
    finish_turn(game)
    assert game.phase == "over"
    assert game.returns() == [0.0, 1.0]


def test_10_1_rounds_are_counted_from_the_first_player(new_table: NewTable) -> None:
    table = new_table()
    (half,) = table.hand("s1", "lagoon-1")
    game = table.start(first="s1", turn="s1", round=3, ending=True)
    play(game, f"add:{half}")
    finish_turn(game)
    assert game.turn == "s0"
    assert game.round == 3
    play(game, "pass")
    finish_turn(game)
    assert game.phase == "over"


def test_10_1_an_empty_pile_ends_the_game(new_table: NewTable) -> None:
    table = new_table()
    table.hand("s0", "lagoon-1")
    table.hand("s1", "lagoon-1")
    game = table.start(pile=1)
    play(game, moves(game, "add")[0], "draw:pile")
    assert game.fields()["ending"] is False
    finish_turn(game)
    assert game.ending
    assert game.turn == "s1"
    play(game, moves(game, "add")[0])
    assert game.phase == "over"


def test_10_1_a_refill_can_empty_the_pile(new_table: NewTable) -> None:
    table, card = destroy_table(new_table)
    shield = table.support("s1", "shield")
    game = table.start(pile=1)
    play(game, f"destroy:{card}@s1", f"shield:{shield}", f"card:{game.unseen[0]}")
    assert game.ending
    assert game.turn == "s1"


def test_10_1_round_sixty_is_the_last(new_table: NewTable) -> None:
    game = new_table().start(turn="s1", round=60)
    play(game, "pass")
    finish_turn(game)
    assert game.phase == "over"
    assert not game.ending


def test_10_2_a_fully_worked_score(new_table: NewTable) -> None:
    table = new_table()
    cities = {
        "lagoon": ["nereid-1", "ichthyocentaur-2", "triton-3", DIONYSUS],
        "lands": ["centaur-1", "satyr-2", "minotaur-3", "hydra-4"],
        "forest": ["pegasus-1", "harpy-2", DIONYSUS, "harpy-4"],
        "mountain": ["cyclops-1", "phoenix-2", "talos-3", "dragon-4"],
    }
    for territory, halves in cities.items():
        for area, half in enumerate(halves, 1):
            table.area("s0", f"{territory}-{area}", half if half == DIONYSUS else table.take(half))
    table.area("s1", "lands-1", table.take("boar-1"))
    table.area("s1", "lands-2", table.take("lion-2"))
    table.token("s0", "lagoon-4", "owl")
    table.token("s0", "lands-2", "helmet")
    table.token("s0", "mountain-1", "thunderbolt")
    table.token("s1", "lands-1", "helmet")
    game = table.start(turn="s1", ending=True, completed=["s0"])
    assert game.score_sheet("s0") == {"lagoon": 14, "lands": 4, "forest": 4, "mountain": 11, "city": 3}
    assert game.score_sheet("s1") == {"lagoon": 0, "lands": 6, "forest": 0, "mountain": 0, "city": 0}
    play(game, "pass")
    finish_turn(game)
    assert game.fields()["scores"] == {"s0": 36, "s1": 6}
    assert game.returns() == [1.0, 0.0]
    assert game.view("s1")["cities"]["s0"]["lands"]["areas"][1]["token"] == {"kind": "helmet", "seen_by": ["s0", "s1"]}


def test_10_2_dionysus_counts_once_and_without_an_own_one_undoubled(new_table: NewTable) -> None:
    table = new_table()
    table.area("s0", "lands-1", DIONYSUS)
    table.area("s0", "mountain-1", DIONYSUS)
    game = table.start()
    assert game.score_sheet("s0") == {"lagoon": 0, "lands": 1, "forest": 0, "mountain": 0, "city": 0}


def test_10_2_the_same_creature_twice_counts_once(new_table: NewTable) -> None:
    table = new_table()
    for area in (1, 2, 3, 4):
        table.area("s0", f"forest-{area}", table.take(f"{'sphinx' if area < 3 else 'strix'}-{area}"))
    game = table.start()
    assert game.score_sheet("s0")["forest"] == 2


def test_10_2_a_negative_own_territory_is_doubled_too(new_table: NewTable) -> None:
    table = new_table()
    table.area("s0", "lagoon-1", DIONYSUS)
    table.token("s0", "lagoon-1", "helmet")
    table.area("s0", "lagoon-2", DIONYSUS)
    table.token("s0", "lagoon-2", "helmet")
    game = table.start()
    assert game.score_sheet("s0")["lagoon"] == -2


def test_10_3_first_city_three_others_one_kept_after_a_loss(new_table: NewTable) -> None:
    table = new_table(3)
    full_city(table, "s0", "mountain-4")
    full_city(table, "s1", "lagoon-4")
    (first,) = table.hand("s0", "mountain-4")
    (second,) = table.hand("s1", "lagoon-4")
    destroy = table.support("s2", "destroy")
    game = table.start()
    play(game, f"add:{first}")
    finish_turn(game)
    play(game, f"add:{second}")
    finish_turn(game)
    play(game, f"destroy:{destroy}@s0", "pass", "lose:mountain-4")
    finish_turn(game)
    assert game.phase == "over"
    assert game.completed == ["s0", "s1"]
    assert [game.score_sheet(seat)["city"] for seat in game.seats] == [3, 1, 0]


def test_10_3_a_taken_dionysus_can_finish_a_city(new_table: NewTable) -> None:
    table = new_table()
    full_city(table, "s0", "forest-4")
    table.area("s1", "lands-1", DIONYSUS)
    (half,) = table.hand("s0", "lands-1")
    game = table.start()
    play(game, f"dionysus:{half}@s1>forest-4")
    assert game.completed == ["s0"]
    assert game.ending


def test_10_4_ties_share_the_win(new_table: NewTable) -> None:
    table = new_table(3)
    table.area("s0", "lands-1", DIONYSUS)
    table.area("s2", "lands-1", DIONYSUS)
    game = table.start(turn="s2", ending=True)
    play(game, "pass")
    finish_turn(game)
    assert game.fields()["scores"] == {"s0": 1, "s1": 0, "s2": 1}
    assert game.returns() == [0.5, 0.0, 0.5]


# -- 13: decisions


def test_13_1_order_of_the_moves(new_table: NewTable) -> None:
    """Every group at once, in the order of the rules page."""
    table = new_table()
    table.city("s0", "lands-1", "forest-1")
    table.area("s1", "lands-1", DIONYSUS)
    table.token("s1", "lands-1", "owl")
    table.area("s1", "forest-1")
    table.lock("s1", "forest")
    for kind in ("twins", "graeae", "exchange", "take", "destroy", "steal", "shield", "hecate"):
        table.support("s0", kind)
    table.hand("s0", "lands-1")
    table.give("s0", DIONYSUS)
    game = table.start(is_sound=False)  # a larger hand than one can have
    groups = [key for key, _ in itertools.groupby(move.split(":")[0] for move in game.legal("s0"))]
    order = ["add", "twins", "graeae", "exchange", "take", "destroy", "steal"]
    assert groups == [*order, "change", "discard", "dionysus", "lock", "unlock"]
    exchanges = moves(game, "exchange")
    assert exchanges[0].endswith("@s1")
    assert exchanges[-1].endswith(",dionysus@forest-1")
    assert moves(game, "add")[-1] == "add:dionysus@mountain-1"


def test_13_two_dionysus_in_hand_give_each_move_once(new_table: NewTable) -> None:
    table = new_table()
    table.give("s0", DIONYSUS, DIONYSUS)
    game = table.start()
    assert len(set(game.legal("s0"))) == len(game.legal("s0"))
    play(game, "discard:dionysus")
    assert game.hands["s0"] == [DIONYSUS] == game.known["s0"]


def test_13_illegal_moves_and_wrong_seats_are_refused(new_table: NewTable) -> None:
    game = new_table().start()
    with pytest.raises(ValueError, match="not legal"):
        game.play("s0", "draw:pile")
    with pytest.raises(ValueError, match=r"nothing to decide|not legal"):
        game.play("s1", "pass")


# -- 17: the law of sampling


def test_17_the_card_kept_with_the_graeae_is_uniform() -> None:
    """All histories of another's Graeae that end in the same discards, with their weights."""
    table = Table(reference, 4)
    card = table.support("s0", "graeae")
    start = table.start(pile=6)
    play(start, f"graeae:{card}")
    seen = start.unseen[2:4]
    weights: defaultdict[str, Fraction] = defaultdict(Fraction)
    stack = [(start, Fraction(1))]
    while stack:
        game, weight = stack.pop()
        if game.turn == "s1":
            if game.discard == seen:
                weights[game.hands["s0"][0]] += weight
            continue
        hidden = game.phase in ("look", "keep")
        choices = game.legal(game.pending()[0])
        for move in choices:
            after = game.clone()
            after.play(game.pending()[0], move)
            stack.append((after, weight / len(choices) if hidden else weight))
    assert set(weights) == set(start.unseen) - set(seen)
    assert len(set(weights.values())) == 1


def test_17_an_unknown_hand_is_uniform_whatever_was_played_openly() -> None:
    """Deal two cards from six, see one of them discarded and another drawn: the hand is any two others."""
    table = Table(reference, 4)
    start = table.start(pile=6, phase="pile", drawer="s0", draws=1, support="twins")
    shown = start.unseen[3]
    weights: Counter[tuple[str, ...]] = Counter()
    for first, second, third in itertools.permutations(start.unseen, 3):
        game = start.clone()
        play(game, f"card:{first}")
        game = Ephyran.from_fields(game.fields() | {"phase": "pile", "drawer": "s0", "draws": 1, "support": None})
        play(game, f"card:{second}")
        game = Ephyran.from_fields(game.fields() | {"turn": "s0"})
        if f"discard:{shown}" in game.legal("s0"):
            play(game, f"discard:{shown}", "draw:pile")
            if third in game.unseen:
                play(game, f"card:{third}")
                weights[tuple(game.hands["s0"])] += 1
    others = [card for card in start.unseen if card != shown]
    assert set(weights) == set(itertools.combinations(others, 2))
    assert len(set(weights.values())) == 1


def reshuffled(game: Ephyran, seat: str, rng: random.Random) -> Ephyran:
    """Another world that looks the same to a seat, by the rule of section 17."""
    view, fields = game.view(seat), game.fields()
    cards = list(view["unseen"])
    rng.shuffle(cards)
    for other in game.seats:
        if other != seat:
            hidden = view["hands"][other].count("?")
            fields["hands"][other] = in_order(view["known"][other] + [cards.pop() for _ in range(hidden)])
    if "?" in view["looked"]:
        fields["looked"] = in_order([cards.pop() for _ in view["looked"]])
    fields["unseen"] = in_order(cards)
    tokens = list(Counter(view["unseen_tokens"]).elements())
    rng.shuffle(tokens)
    places = [area for city in fields["cities"].values() for row in city.values() for area in row["areas"]]
    for token in [*(area["token"] for area in places), fields["held"]]:
        if token and seat not in token["seen_by"]:
            token["kind"] = tokens.pop()
    fields["unseen_tokens"] = {kind: tokens.count(kind) for kind in game.tokens}
    return Ephyran.from_fields(fields, RULES)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_17_resampling_never_changes_the_view(seats: int) -> None:
    rng = random.Random(seats)
    for seed in range(2):
        game, deal = Ephyran(seats, data=RULES), Deal(seed)
        while game.pending():
            if game.pending() == [CHANCE]:
                source, outcomes = game.chance()
                game.play(CHANCE, deal.choose(source, outcomes))
            else:
                game.play(game.pending()[0], rng.choice(game.legal(game.pending()[0])))
            if rng.random() < 0.2:
                for seat in game.seats:
                    other = reshuffled(game, seat, rng)
                    other.check()
                    assert other.view(seat) == game.view(seat)
                    if game.pending() == [seat]:
                        assert other.legal(seat) == game.legal(seat)


# -- 11, 15, 18: whole games

LONGEST_TURN = {2: 5, 3: 5, 4: 6}
CHANCE_BOUND = {2: 99, 3: 118, 4: 137}


def check_the_bounds(seats: int, games: int) -> None:
    rng = random.Random(1000 + seats)
    for seed in range(games):
        game, deal = Ephyran(seats, data=RULES), Deal(seed)
        decided = drawn = 0
        turns: Counter[str | None] = Counter()
        this_turn, turn = 0, (game.turn, game.round)
        while game.pending():
            if game.pending() == [CHANCE]:
                source, outcomes = game.chance()
                game.play(CHANCE, deal.choose(source, outcomes))
                drawn += 1
            else:
                seat = game.pending()[0]
                if game.phase == "action" and game.pile_size > 0:
                    assert all(len(hand) == 5 for hand in game.hands.values())
                legal = game.legal(seat)
                assert len(set(legal)) == len(legal) <= 256
                assert (legal == ["pass"]) <= (game.phase == "react"), "an empty hand is never met"
                turns[seat] += game.phase == "action"
                game.play(seat, rng.choice(legal))
                decided, this_turn = decided + 1, this_turn + 1
            if turn != (game.turn, game.round):
                assert this_turn <= LONGEST_TURN[seats]
                this_turn, turn = 0, (game.turn, game.round)
            game.check()
        assert game.round <= 60
        assert decided <= 60 * seats * LONGEST_TURN[seats]
        assert drawn <= CHANCE_BOUND[seats]
        assert set(turns.values()) == {game.round}, "all have had equally many turns"
        assert sum(game.returns()) == pytest.approx(1)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_11_random_games_end_within_the_bound(seats: int) -> None:
    check_the_bounds(seats, 5)


@pytest.mark.long
@pytest.mark.timeout(0)
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_11_many_random_games_end_within_the_bound(seats: int) -> None:
    check_the_bounds(seats, 200)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_15_fields_are_plain_data_and_round_trip(seats: int) -> None:
    rng = random.Random(seats)
    game, deal = Ephyran(seats, data=RULES), Deal(9)
    while game.pending():
        if game.pending() == [CHANCE]:
            source, outcomes = game.chance()
            game.play(CHANCE, deal.choose(source, outcomes))
        else:
            game.play(game.pending()[0], rng.choice(game.legal(game.pending()[0])))
        fields = game.fields()
        assert json.loads(json.dumps(fields)) == fields
        again = Ephyran.from_fields(fields, RULES)
        assert again.fields() == fields
        if game.pending():
            assert again.legal(game.pending()[0]) == game.legal(game.pending()[0])
        for seat in game.seats:
            assert set(game.view(seat)) == set(fields)


def test_15_clones_are_independent() -> None:
    game = Ephyran(2, data=RULES)
    settle(game, Deal(3))
    before = game.fields()
    other = game.clone()
    other.play(other.pending()[0], other.legal(other.pending()[0])[0])
    assert game.fields() == before
