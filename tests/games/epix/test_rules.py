"""The rules of Epix, one small test each, named after the sections of engine/games/epix/RULES.md.

Positions are built as fields and every test plays through the common interface only: it runs on the reference and on
the kernel.
"""

from __future__ import annotations

from typing import Any

import pytest

from ..position import REFUSED, Fields
from ..variants import with_settings
from .position import ABILITIES, DATA, SEATS, Position, fields_of

pytestmark = pytest.mark.usefixtures("implementation")


def moving(board: dict[str, str], *abilities: str, of: int = 0, **changes: Any) -> Position:
    """s0 plays Move & Attack; the abilities belong to seat number ``of``."""
    fields = fields_of(board, **changes)
    if abilities:
        fields["abilities"][of] = [card for card in ABILITIES if card in abilities]
    return Position.load(fields)


def recruiting(board: dict[str, str], *abilities: str, **changes: Any) -> Position:
    """s0 plays Recruitment."""
    players = changes.get("players", 2)
    cards = [["recruit"]] + [["tax"] for _ in range(players - 1)]
    return moving(board, *abilities, **({"phase": "recruit", "cards": cards, "todo": ["recruit"]} | changes))


def bidding(*abilities: str, players: int = 2, of: int = 0, **changes: Any) -> Position:
    """The auction is open."""
    blank: Fields = {"cards": [None] * players, "shown": [False] * players, "todo": [], "auction": [], "turn": None}
    return moving({}, *abilities, of=of, players=players, **(blank | {"phase": "auction"} | changes))


def winter(board: dict[str, str], cards: list[list[str]], first: str = "s0", **changes: Any) -> Position:
    """Winter, and everyone has chosen its two cards; the first player's turn begins."""
    players = changes.get("players", 2)
    blank: Fields = {"phase": "cards", "season": "winter", "turn": None, "todo": [], "shown": [False] * players}
    game = Position.of(board, first=first, cards=[None] * players, **(blank | changes))
    for seat, pair in enumerate(cards):
        game.play(f"s{seat}", f"card:{'+'.join(pair)}")
    return game


def fight(game: Position, bid: int, *guesses: int) -> None:
    """One bid against one guess; whoever is not asked is not answered for."""
    fields = game.fields
    if fields["turn"] in game.pending():
        game.play(fields["turn"], f"bid:{bid}")
    if game.fields["phase"] == "fight" and fields["attack"]["defender"] in game.pending():
        game.play(fields["attack"]["defender"], "guess:" + ",".join(map(str, guesses)))


# ---------------------------------------------------------------------- 1 and 2: setup and boards


@pytest.mark.parametrize("seats", SEATS)
def test_1_setup(seats: int) -> None:
    fields = Position.new(seats).fields
    assert fields["gold"] == [15] * seats
    assert fields["board"] == {"ABCD"[i]: {"seat": f"s{i}", "units": ["soldier"]} for i in range(seats)}
    assert fields["supply"] == [{"soldier": 2, "knight": 2, "camp": 3, "catapult": 2}] * seats


# ---------------------------------------------------------------------- 3: the draft


def drafting(table: list[str] | None = None, **changes: Any) -> Position:
    board = {"A": "s0 soldier", "B": "s1 soldier"}
    blank: Fields = {"phase": "draft", "season": "draft", "cards": [None, None], "shown": [False, False], "todo": []}
    return Position.of(board, table=table or [], auction=[], **(blank | changes))


def test_3_draft_recruits_in_the_own_lands_only() -> None:
    game = drafting()
    assert game.moves("recruit:") == [
        *("soldier@A1", "soldier@A2"),
        *("knight@A", "knight@A1", "knight@A2"),
        *("camp@A1", "camp@A2"),
        *("catapult@A", "catapult@A1", "catapult@A2"),
    ]
    assert game.legal("s0")[-1] == "pass"
    game.play("s0", "recruit:knight@A1")
    assert game.stacks["A1"] == "s0 knight"
    assert game.gold == [4, 10]
    assert game.pending() == ["s1"]


def test_3_pass_is_for_good_and_the_others_go_on() -> None:
    game = drafting()
    game.play("s0", "pass")
    game.play("s1", "recruit:camp@B1")
    assert game.pending() == ["s1"]
    game.play("s1", "pass")
    assert (game.phase, game.fields["season"]) == ("auction", "spring")


def test_3_the_draft_begins_with_the_first_player() -> None:
    game = Position.new(3)
    game.play("chance", "first:s2")
    assert game.pending() == ["s2"]
    game.play("s2", "recruit:camp@C1")
    assert game.pending() == ["s0"]


def test_3_who_can_only_pass_is_not_asked() -> None:
    game = drafting(gold=[0, 5], turn="s1")
    game.play("s1", "recruit:camp@B1")
    assert game.fields["passed"] == [True, False]
    assert game.pending() == ["s1"]


def test_3_bid_and_overbid_refund() -> None:
    game = drafting(["banker", "herald"])
    assert game.moves("bid:")[:2] == ["1@banker", "2@banker"]
    game.play("s0", "bid:4@banker")
    assert game.gold == [6, 10]
    assert game.moves("bid:", "s1")[0] == "5@banker"
    game.play("s1", "bid:7@banker")
    assert game.gold == [10, 3]
    assert game.fields["bids"] == {"banker": {"seat": "s1", "gold": 7}}


def test_3_the_own_bid_may_be_raised_with_its_own_gold() -> None:
    game = drafting(["banker"], gold=[2, 10], bids={"banker": {"seat": "s0", "gold": 4}})
    assert game.moves("bid:") == ["5@banker", "6@banker"]
    game.play("s0", "bid:6@banker")
    assert game.gold == [0, 10]


def test_3_a_passed_player_is_refunded_but_does_not_come_back() -> None:
    game = drafting(
        ["banker"], gold=[0, 10], bids={"banker": {"seat": "s0", "gold": 4}}, turn="s1", passed=[True, False]
    )
    game.play("s1", "bid:5@banker")
    assert game.gold == [4, 5]
    assert game.pending() == ["s1"]


def test_3_no_unused_unit_no_bid_and_no_recruit() -> None:
    """All ten units are on the board or mark a bid; the own bid may still be raised."""
    table = ["banker", "herald", "scouts", "valour", "plunder"]
    board = {"A": "s0 soldier knight catapult", "A1": "s0 soldier camp catapult"}
    bids = {card: {"seat": "s0", "gold": 1} for card in table[:4]}
    blank: Fields = {
        "phase": "draft",
        "season": "draft",
        "cards": [None] * 4,
        "shown": [False] * 4,
        "todo": [],
        "auction": [],
    }
    game = Position.of(board, players=4, gold=[3] * 4, table=table, bids=bids, **blank)
    assert game.legal("s0") == [f"bid:{n}@{card}" for card in table[:4] for n in (2, 3, 4)] + ["pass"]


def test_3_cards_go_to_the_bidders_and_unsold_ones_are_discarded() -> None:
    game = drafting(["herald", "banker", "scouts"])
    game.play("s0", "bid:1@herald")
    game.play("s1", "pass")
    game.play("s0", "bid:2@banker")
    game.play("s0", "pass")
    fields = game.fields
    assert fields["abilities"] == [["banker", "herald"], []]
    assert (fields["table"], fields["bids"], fields["gold"]) == ([], {}, [7, 10])


def test_3_basic_rules_have_no_cards() -> None:
    game = Position.new()
    game.play("chance", "first:s1")
    assert game.phase == "draft"
    assert game.moves("bid:", "s1") == []


# ---------------------------------------------------------------------- 4: the auction


def auction(game: Position, *bids: int) -> str:
    """Everybody bids; who won."""
    for seat, bid in enumerate(bids):
        if f"s{seat}" in game.pending():
            game.play(f"s{seat}", f"bid:{bid}")
    return str(game.fields["turn"])


def test_4_the_highest_bid_wins_and_pays_alone() -> None:
    game = bidding(players=3)
    assert game.legal("s1") == [f"bid:{n}" for n in range(11)]
    assert auction(game, 2, 5, 4) == "s1"
    assert game.gold == [10, 5, 10]
    assert game.fields["auction"] == [2, 5, 4]


def test_4_the_card_may_be_given_away() -> None:
    game = bidding(players=3)
    auction(game, 2, 5, 4)
    assert game.legal("s1") == ["first:s0", "first:s1", "first:s2"]
    game.play("s1", "first:s2")
    assert game.fields["first"] == "s2"
    assert game.phase == "cards"


def test_4_tie_goes_to_the_holder() -> None:
    assert auction(bidding(players=4, first="s2"), 3, 3, 3, 3) == "s2"


def test_4_tie_without_the_holder_goes_to_the_nearest_clockwise() -> None:
    assert auction(bidding(players=4, first="s2"), 3, 3, 1, 0) == "s0"
    assert auction(bidding(players=4, first="s2"), 0, 3, 1, 3) == "s3"


def test_4_without_gold_nobody_is_asked_and_the_holder_chooses() -> None:
    game = bidding(players=3, gold=[0, 0, 0], first="s1")
    assert game.phase == "give"
    assert game.pending() == ["s1"]


# ---------------------------------------------------------------------- 5.1: the cards


def test_5_one_card_each_and_all_are_back_next_season() -> None:
    game = bidding(season="summer")
    auction(game, 0, 0)
    game.play("s0", "first:s0")
    assert game.pending() == ["s0", "s1"]
    assert game.legal("s0") == ["card:recruit", "card:tax", "card:move"]
    game.play("s0", "card:tax")
    game.play("s1", "card:tax")
    assert game.gold == [13, 13]
    assert (game.phase, game.fields["season"]) == ("auction", "autumn")
    assert game.fields["cards"] == [None, None]


def test_5_turns_go_clockwise_from_the_first_player() -> None:
    blank: Fields = {"phase": "cards", "turn": None, "cards": [None] * 3, "shown": [False] * 3, "todo": []}
    game = Position.of({}, players=3, first="s1", **blank)
    for seat in game.pending():
        game.play(seat, "card:recruit")
    order = []
    while game.phase == "recruit":
        order += game.pending()
        game.play(order[-1], "done")
    assert order == ["s1", "s2", "s0"]


def test_5_winter_two_different_cards() -> None:
    blank: Fields = {
        "phase": "cards",
        "season": "winter",
        "turn": None,
        "cards": [None] * 2,
        "shown": [False] * 2,
        "todo": [],
    }
    game = Position.of({}, **blank)
    assert game.legal("s1") == ["card:recruit+tax", "card:recruit+move", "card:tax+move"]


def test_5_winter_tax_before_recruitment() -> None:
    game = winter({"A": "s0 soldier"}, [["recruit", "tax"], ["tax", "move"]], gold=[0, 0])
    assert game.legal("s0") == ["play:recruit", "play:tax"]
    game.play("s0", "play:tax")
    assert game.gold == [3, 0]
    game.play("s0", "recruit:camp@A1")
    assert game.stacks["A1"] == "s0 camp"


def test_5_winter_recruitment_before_tax() -> None:
    """Without gold the Recruitment is over at once, and the tax comes too late for it."""
    game = winter({"A": "s0 soldier"}, [["recruit", "tax"], ["recruit", "tax"]], gold=[0, 4])
    game.play("s0", "play:recruit")
    assert game.gold == [3, 4]
    assert game.pending() == ["s1"]


def test_5_winter_recruits_move_if_recruitment_comes_first() -> None:
    game = winter({"A": "s0 soldier"}, [["recruit", "move"], ["tax", "move"]])
    game.play("s0", "play:recruit")
    game.play("s0", "recruit:soldier@A1")
    game.play("s0", "done")
    assert "soldier@A1>K" in game.moves("move:")


def test_5_winter_the_first_card_is_finished_before_the_second() -> None:
    game = winter({"A": "s0 soldier"}, [["recruit", "move"], ["tax", "move"]])
    game.play("s0", "play:move")
    assert game.moves("recruit:") == []
    game.play("s0", "move:soldier@A>A1")
    assert game.phase == "recruit"
    assert game.fields["spent"] == []


# ---------------------------------------------------------------------- 5.2, 5.3: recruitment and tax


def test_5_recruitment_places() -> None:
    game = recruiting({"A2": "s1 soldier", "C1": "s0 camp", "L": "s0 catapult"})
    assert game.moves("recruit:soldier@") == ["A", "A1", "C1", "L"]
    assert game.moves("recruit:camp@") == ["A1", "L"]  # not in a castle, not twice
    assert game.moves("recruit:catapult@") == ["A", "A1", "C1"]


def test_5_recruitment_of_several_until_done() -> None:
    game = recruiting({"A": "s0 soldier"})
    game.play("s0", "recruit:camp@A1")
    game.play("s0", "recruit:soldier@A1")
    game.play("s0", "recruit:knight@A")
    assert game.gold[0] == 1  # 10 - 10, 1 from the camp: the Recruitment ended by itself
    assert game.stacks == {"A": "s0 soldier knight", "A1": "s0 soldier camp"}


def test_5_no_knight_in_kilimandjora() -> None:
    game = recruiting({"K": "s0 soldier"})
    assert "K" not in game.moves("recruit:knight@")
    assert "K" in game.moves("recruit:camp@")


def test_5_supply_is_limited() -> None:
    game = recruiting({"A": "s0 soldier", "A1": "s0 soldier", "A2": "s0 soldier"})
    assert game.moves("recruit:soldier") == []


def test_5_tax_gives_three() -> None:
    blank: Fields = {"phase": "cards", "turn": None, "cards": [None] * 2, "shown": [False] * 2, "todo": []}
    game = Position.of({}, **blank)
    game.play("s0", "card:tax")
    game.play("s1", "card:recruit")
    assert game.gold == [13, 10]


# ---------------------------------------------------------------------- 5.4: moving


def test_5_soldier_moves_one_step_into_empty_or_friendly() -> None:
    game = moving({"A": "s0 soldier", "A1": "s0 soldier", "A2": "s0 camp", "L": "s1 camp"})
    assert game.moves("move:soldier@A>") == ["A2"]  # not to its fellow in A1
    assert game.moves("move:soldier@A1>") == ["A2", "C2", "K"]  # not to the enemy in L
    game.play("s0", "move:soldier@A>A2")
    assert game.moves("move:soldier@A2") == []
    assert game.fields["spent"] == ["soldier@A2"]


def test_5_an_enemy_castle_is_never_empty() -> None:
    game = moving({"B1": "s0 soldier", "B2": "s0 knight"})
    assert not any(move.endswith(">B") for move in game.moves("move:"))
    assert "knight@B2>B" in game.moves("attack:")
    assert "A" in game.moves("move:knight@B2>")  # the own castle is


def test_5_knight_rides_as_far_as_the_way_is_free() -> None:
    blocked = {"B1": "s1 camp", "B2": "s1 camp", "C1": "s1 camp", "C2": "s1 soldier"}
    game = moving({"A": "s0 knight", "A1": "s1 knight", "A2": "s0 camp"} | blocked)
    assert game.moves("move:knight@A>") == ["A2", "L", "Br"]  # K is banned
    game.play("s0", "done")


def test_5_knight_rides_through_its_fellow_but_does_not_stop_there() -> None:
    blocked = {"B1": "s1 camp", "B2": "s1 camp", "C1": "s1 camp", "C2": "s1 soldier"}
    game = moving({"A": "s0 knight", "A1": "s1 knight", "A2": "s0 knight"} | blocked)
    assert game.moves("move:knight@A>") == ["L", "Br"]


def test_5_after_a_ride_only_an_attack() -> None:
    game = moving({"A": "s0 knight", "B1": "s1 camp"})
    game.play("s0", "move:knight@A>A2")
    assert game.legal("s0") == ["attack:knight@A2>B1", "stop"]
    game.play("s0", "stop")
    assert game.phase == "auction"  # nothing else can be done


def test_5_a_ride_with_nothing_to_attack_ends_by_itself() -> None:
    game = moving({"A": "s0 soldier knight"})
    game.play("s0", "move:knight@A>A2")
    assert game.phase == "act"
    assert game.fields["spent"] == ["knight@A2"]


def test_5_a_lone_catapult_is_captured_by_walking_in() -> None:
    game = moving({"A2": "s0 soldier", "B1": "s1 catapult", "A": "s0 soldier"}, gold=[0, 0])
    game.play("s0", "move:soldier@A2>B1")
    assert game.stacks["B1"] == "s0 soldier catapult"
    assert game.fields["supply"][1]["catapult"] == 2
    assert game.fields["spent"] == ["soldier@B1", "catapult@B1"]


def test_5_a_captured_catapult_is_not_used_this_turn() -> None:
    game = moving({"A2": "s0 soldier", "B1": "s1 catapult", "A": "s0 soldier", "B2": "s1 camp"})
    game.play("s0", "move:soldier@A2>B1")
    assert game.moves("fire:") == []


def test_5_without_one_in_supply_the_catapult_is_removed() -> None:
    game = moving({"A2": "s0 soldier catapult", "B1": "s1 catapult", "A": "s0 soldier catapult"})
    game.play("s0", "move:soldier@A2>B1")
    assert game.stacks["B1"] == "s0 soldier"


def test_5_a_knight_goes_on_after_capturing_but_not_through() -> None:
    game = moving({"A2": "s0 knight", "Br": "s1 catapult"})
    assert "Br" in game.moves("move:knight@A2>")
    game.play("s0", "move:knight@A2>Br")
    assert game.stacks["Br"] == "s0 knight catapult"
    assert "B1" in game.moves("move:knight@Br>")


def test_5_a_ride_does_not_go_through_a_lone_catapult() -> None:
    board = {"A": "s0 knight", "A1": "s1 camp", "A2": "s1 catapult"}
    assert moving(board).moves("move:knight@A>") == ["A2"]


# ---------------------------------------------------------------------- 7: fights


def test_7_guessed_the_attacker_is_lost_and_the_bid_spent() -> None:
    game = moving({"A2": "s0 soldier", "B1": "s1 camp", "A": "s0 soldier"})
    game.play("s0", "attack:soldier@A2>B1")
    assert game.pending() == ["s0", "s1"]
    assert game.legal("s0") == [f"bid:{n}" for n in range(1, 11)]
    assert game.legal("s1") == [f"guess:{n}" for n in range(1, 11)]
    fight(game, 4, 4)
    assert game.stacks == {"A": "s0 soldier", "B1": "s1 camp"}
    assert game.gold == [6, 10]


def test_7_the_order_of_bid_and_guess_does_not_matter() -> None:
    game = moving({"A2": "s0 soldier", "B1": "s1 camp", "A": "s0 soldier"})
    game.play("s0", "attack:soldier@A2>B1")
    game.play("s1", "guess:3")
    assert game.secret == [None, "guess:3"]
    game.play("s0", "bid:2")
    assert game.stacks["B1"] == "s0 soldier camp"


def test_7_the_yellow_soldier() -> None:
    """It beats the knight, then the camp, moves in and captures it."""
    game = moving({"A2": "s0 soldier", "B1": "s1 knight camp", "A": "s0 soldier"})
    game.play("s0", "attack:soldier@A2>B1")
    assert game.fields["attack"]["against"] == "knight"
    fight(game, 2, 1)
    assert game.stacks["B1"] == "s1 camp"
    assert game.legal("s0") == ["on", "back"]
    game.play("s0", "on")
    assert game.fields["attack"]["against"] == "camp"
    fight(game, 1, 3)
    assert game.stacks == {"A": "s0 soldier", "B1": "s0 soldier camp"}
    assert game.gold == [7, 10]
    assert game.fields["supply"][1] == {"soldier": 3, "knight": 2, "camp": 3, "catapult": 2}


def test_7_soldier_then_knight_then_camp() -> None:
    game = moving({"A2": "s0 knight", "B1": "s1 soldier knight camp catapult"})
    game.play("s0", "attack:knight@A2>B1")
    seen = []
    for _ in range(3):
        seen.append(game.fields["attack"]["against"])
        fight(game, 1, 2)
        if game.phase == "press":
            game.play("s0", "on")
    assert seen == ["soldier", "knight", "camp"]
    assert game.stacks["B1"] == "s0 knight camp catapult"


def test_7_a_soldier_that_falls_back_is_spent() -> None:
    game = moving({"A2": "s0 soldier", "B1": "s1 knight camp", "A": "s0 soldier"})
    game.play("s0", "attack:soldier@A2>B1")
    fight(game, 2, 1)
    game.play("s0", "back")
    assert game.fields["spent"] == ["soldier@A2"]
    assert game.moves("attack:") == []


def test_7_a_knight_that_falls_back_goes_on_elsewhere() -> None:
    game = moving({"A2": "s0 knight", "B1": "s1 knight camp", "L": "s1 camp"})
    game.play("s0", "attack:knight@A2>B1")
    fight(game, 2, 1)
    game.play("s0", "back")
    assert game.fields["active"] == {"unit": "knight", "at": "A2", "may_move": True, "barred": ["B1"]}
    assert game.moves("attack:") == ["knight@A2>L"]
    assert "knight@A2>A" in game.moves("move:")


def test_7_another_unit_may_attack_the_same_province() -> None:
    game = moving({"A2": "s0 soldier knight", "B1": "s1 knight camp"})
    game.play("s0", "attack:knight@A2>B1")
    fight(game, 2, 1)
    game.play("s0", "back")
    game.play("s0", "stop")
    assert "soldier@A2>B1" in game.moves("attack:")


def test_7_a_knight_attacks_again_and_again() -> None:
    game = moving({"A2": "s0 knight", "B1": "s1 camp", "B2": "s1 camp"})
    game.play("s0", "attack:knight@A2>B1")
    fight(game, 2, 1)
    assert "knight@B1>B2" in game.moves("attack:")
    game.play("s0", "attack:knight@B1>B2")
    fight(game, 3, 1)
    assert game.stacks["B2"] == "s0 knight camp"
    assert game.gold[0] == 5


def test_7_no_gold_no_attack() -> None:
    game = moving({"A2": "s0 soldier", "B1": "s1 camp"}, gold=[0, 0])
    assert game.moves("attack:") == []


def test_7_without_gold_for_the_next_bid_it_falls_back() -> None:
    game = moving({"A2": "s0 soldier", "B1": "s1 knight camp", "A": "s0 soldier"}, gold=[2, 0])
    game.play("s0", "attack:soldier@A2>B1")
    fight(game, 2, 1)
    assert game.fields["spent"] == ["soldier@A2"]
    assert game.stacks["B1"] == "s1 camp"


def test_7_one_gold_is_always_guessed() -> None:
    game = moving({"A2": "s0 soldier", "B1": "s1 camp", "A": "s0 soldier"}, gold=[1, 0])
    game.play("s0", "attack:soldier@A2>B1")
    assert game.phase == "act"
    assert game.stacks == {"A": "s0 soldier", "B1": "s1 camp"}
    assert game.gold == [0, 0]


def test_7_two_gold_against_double_defence_fail_but_the_bid_is_chosen() -> None:
    game = moving({"B1": "s0 soldier", "A": "s0 soldier"}, gold=[2, 0])
    game.play("s0", "attack:soldier@B1>B")
    assert game.pending() == ["s0"]
    game.play("s0", "bid:1")
    assert game.stacks == {"A": "s0 soldier"}
    assert game.gold == [1, 0]


def test_7_a_camp_is_removed_if_the_captor_has_none_left() -> None:
    game = moving({"A2": "s0 soldier camp", "A1": "s0 camp", "L": "s0 camp", "B1": "s1 camp"})
    game.play("s0", "attack:soldier@A2>B1")
    fight(game, 2, 1)
    assert game.stacks["B1"] == "s0 soldier"


# Double Defence, place by place.


@pytest.mark.parametrize(
    ("board", "move", "guesses"),
    [
        ({"A1": "s0 soldier", "K": "s1 soldier"}, "attack:soldier@A1>K", 2),
        ({"A1": "s0 soldier", "K": "s1 camp"}, "attack:soldier@A1>K", 2),
        ({"B1": "s0 soldier", "B": "s1 soldier"}, "attack:soldier@B1>B", 2),
        ({"B1": "s0 soldier", "B": "s1 knight"}, "attack:soldier@B1>B", 2),
        ({"B1": "s0 soldier"}, "attack:soldier@B1>B", 2),
        ({"B1": "s0 soldier", "B": "s1 catapult"}, "attack:soldier@B1>B", 2),
        ({"A2": "s0 soldier", "B1": "s1 soldier"}, "attack:soldier@A2>B1", 1),
        ({"A2": "s0 soldier", "B1": "s1 knight"}, "attack:soldier@A2>B1", 1),
        ({"A2": "s0 soldier", "B1": "s1 camp"}, "attack:soldier@A2>B1", 1),
        ({"B1": "s0 catapult", "B": "s1 soldier"}, "fire:catapult@B1>B", 2),
        ({"B1": "s0 catapult", "B2": "s1 soldier camp"}, "fire:catapult@B1>B2", 1),
    ],
)
def test_7_double_defence(board: dict[str, str], move: str, guesses: int) -> None:
    game = moving(board)
    game.play("s0", move)
    assert game.fields["attack"]["guesses"] == guesses
    moves = game.legal("s1")
    assert moves[0] == ("guess:1,2" if guesses == 2 else "guess:1")
    assert len(moves) == (45 if guesses == 2 else 10)


def test_7_either_of_two_guesses_is_enough() -> None:
    game = moving({"A1": "s0 soldier", "K": "s1 soldier", "A": "s0 soldier"})
    game.play("s0", "attack:soldier@A1>K")
    fight(game, 5, 2, 5)
    assert "A1" not in game.stacks


def test_7_a_castle_falls_when_its_garrison_is_beaten() -> None:
    game = moving({"B1": "s0 soldier", "B": "s1 soldier catapult"})
    game.play("s0", "attack:soldier@B1>B")
    fight(game, 1, 2, 3)
    assert game.fields["attack"]["against"] == "garrison"
    game.play("s0", "on")
    fight(game, 1, 2, 3)
    assert game.phase == "over"
    assert game.fields["winners"] == ["s0"]
    assert game.returns() == [1.0, 0.0]
    assert game.pending() == []
    assert game.fields["season"] == "spring"
    assert game.gold == [8, 10]  # no income any more


# ---------------------------------------------------------------------- 5.4, 7: catapults


def test_7_catapult_destroys_everything_and_captures_nothing() -> None:
    game = moving({"A2": "s0 catapult", "B1": "s1 soldier camp catapult", "A": "s0 soldier"})
    game.play("s0", "fire:catapult@A2>B1")
    assert game.fields["attack"]["against"] == "province"
    fight(game, 3, 1)
    assert game.stacks == {"A": "s0 soldier"}
    supplies = game.fields["supply"]
    assert supplies[0] == {"soldier": 2, "knight": 2, "camp": 3, "catapult": 2}
    assert supplies[1] == {"soldier": 3, "knight": 2, "camp": 3, "catapult": 2}


def test_7_catapult_is_gone_after_a_failure_too() -> None:
    game = moving({"A2": "s0 catapult", "B1": "s1 soldier", "A": "s0 soldier"})
    game.play("s0", "fire:catapult@A2>B1")
    fight(game, 3, 3)
    assert game.stacks == {"A": "s0 soldier", "B1": "s1 soldier"}
    assert game.gold == [7, 10]


def test_5_catapult_reaches_one_province_and_never_kilimandjora() -> None:
    board = {"A2": "s0 catapult", "B1": "s1 soldier", "K": "s1 soldier", "B2": "s1 camp", "B": "s1 soldier"}
    assert moving(board).moves("fire:") == ["catapult@A2>B1"]


@pytest.mark.parametrize("players", SEATS)
def test_5_catapult_in_kilimandjora_reaches_two(players: int) -> None:
    board = {"K": "s0 catapult", "B": "s1 soldier", "B1": "s1 camp", "L": "s1 soldier", "Br": "s1 camp"}
    game = moving(board, players=players)
    two_away = ["L", "Br"] if players == 4 else ["L"]  # on the other side Broceland lies three away
    assert game.moves("fire:catapult@K>") == ["B", "B1", *two_away]


def test_5_a_castle_without_units_is_no_target() -> None:
    assert moving({"B1": "s0 soldier catapult"}).moves("fire:") == []


def test_5_catapults_alone_fall_without_a_bid() -> None:
    game = moving({"A2": "s0 catapult", "B1": "s1 catapult", "A": "s0 soldier"}, gold=[0, 0])
    game.play("s0", "fire:catapult@A2>B1")
    assert game.stacks == {"A": "s0 soldier"}


def test_5_a_catapult_alone_in_a_castle_falls_without_a_bid() -> None:
    game = moving({"B1": "s0 catapult", "B": "s1 catapult", "A": "s0 soldier"}, gold=[0, 0])
    game.play("s0", "fire:catapult@B1>B")
    assert game.stacks == {"A": "s0 soldier"}
    assert game.phase == "act"


def test_7_a_catapult_leaves_the_garrison() -> None:
    game = moving({"B1": "s0 soldier catapult", "B": "s1 soldier knight"})
    game.play("s0", "fire:catapult@B1>B")
    fight(game, 1, 2, 3)
    assert "B" not in game.stacks
    assert "soldier@B1>B" in game.moves("attack:")


# ---------------------------------------------------------------------- 6: income and end


def test_6_income_of_camps_and_lakes() -> None:
    board = {"A": "s0 soldier", "A1": "s0 camp", "L": "s0 catapult", "Br": "s1 camp", "B1": "s1 camp"}
    game = recruiting(board, gold=[2, 0], cards=[["recruit"], ["recruit"]])
    game.play("s0", "done")
    assert game.gold == [4, 3]
    assert game.fields["season"] == "summer"


def after_winter(board: dict[str, str], gold: list[int], readings: str = "ours", **settings: Any) -> Position:
    """Both players recruit nothing in Winter."""
    game = winter(board, [["recruit", "tax"]] * len(gold), gold=gold, players=len(gold))
    game = Position.load(game.fields, with_settings(DATA, **settings), readings=readings)
    while game.phase != "over":
        game.play(game.pending()[0], game.legal(game.pending()[0])[-1])
    return game


def test_6_most_provinces_win() -> None:
    assert after_winter({"A": "s0 soldier", "A1": "s0 camp", "B": "s1 soldier"}, [0, 9]).returns() == [1.0, 0.0]


def test_6_a_castle_without_units_does_not_count() -> None:
    assert after_winter({"A1": "s0 soldier", "B": "s1 soldier", "B1": "s1 camp"}, [9, 0]).returns() == [0.0, 1.0]


def test_6_by_the_book_an_empty_castle_counts_for_its_owner() -> None:
    board = {"A1": "s0 soldier", "B": "s1 soldier", "B1": "s1 camp"}
    assert after_winter(board, [9, 0], readings="book").returns() == [1.0, 0.0]
    assert after_winter(board, [0, 9], readings="book").returns() == [0.0, 1.0]
    assert after_winter(board, [0, 0], empty_castles=True).returns() == [0.0, 1.0]  # the camp's income


def test_6_without_an_income_in_winter() -> None:
    game = after_winter({"A": "s0 soldier", "A1": "s0 camp", "B": "s1 soldier", "B1": "s1 soldier"}, [0, 0])
    assert (game.gold, game.returns()) == ([4, 3], [1.0, 0.0])
    board = {"A": "s0 soldier", "A1": "s0 camp", "B": "s1 soldier", "B1": "s1 soldier"}
    game = after_winter(board, [0, 0], last_income=False)
    assert (game.gold, game.returns()) == ([3, 3], [0.5, 0.5])


def test_6_then_most_gold_after_the_last_income() -> None:
    assert after_winter({"A1": "s0 camp", "B": "s1 soldier"}, [5, 5]).returns() == [1.0, 0.0]


def test_6_then_the_win_is_split() -> None:
    game = after_winter({"A": "s0 soldier", "B": "s1 soldier"}, [5, 5])
    assert game.fields["winners"] == ["s0", "s1"]
    assert game.returns() == [0.5, 0.5]


# ---------------------------------------------------------------------- 8: the last player of Winter

WIDE = {"B": "s1 soldier", "B1": "s1 soldier", "B2": "s1 soldier", "C1": "s1 camp", "C2": "s1 camp", "L": "s1 camp"}


def test_8_the_last_player_is_skipped_if_it_cannot_win() -> None:
    """Two new provinces at most against six."""
    game = winter({"A": "s0 soldier"} | WIDE, [["recruit", "tax"], ["recruit", "tax"]], first="s1", gold=[4, 0])
    game.play("s1", "play:recruit")
    assert game.phase == "over"
    assert game.returns() == [0.0, 1.0]
    assert game.gold == [4, 7]  # no tax for s0


def test_8_a_skipped_player_still_has_its_income() -> None:
    game = winter({"A1": "s0 camp"} | WIDE, [["recruit", "tax"], ["recruit", "tax"]], first="s1", gold=[4, 0])
    game.play("s1", "play:recruit")
    assert game.gold == [5, 7]


def test_8_the_last_player_acts_if_it_may_win() -> None:
    board = {"A": "s0 soldier", "B": "s1 soldier", "B1": "s1 soldier"}
    game = winter(board, [["recruit", "tax"], ["recruit", "tax"]], first="s1", gold=[4, 0])
    game.play("s1", "play:recruit")
    assert game.phase == "order"
    assert game.pending() == ["s0"]


def test_8_a_split_win_is_a_win() -> None:
    """s1 ends with two provinces and 5 gold; s0 can have two provinces and 5 gold."""
    board = {"A": "s0 soldier", "B": "s1 soldier", "B1": "s1 soldier"}
    for gold, acts in ((4, True), (0, False)):
        game = winter(board, [["recruit", "tax"], ["recruit", "tax"]], first="s1", gold=[gold, 0 if acts else 20])
        game.play("s1", "play:recruit")
        while game.pending() == ["s1"]:
            game.play("s1", "done")
        assert (game.phase == "order") == acts


def test_8_a_knight_near_a_castle_may_always_hope() -> None:
    board = {"A": "s0 knight"} | WIDE
    for gold, acts in ((4, True), (0, False)):
        game = winter(board, [["recruit", "move"], ["recruit", "tax"]], first="s1", gold=[gold, 0])
        game.play("s1", "play:recruit")
        assert (game.phase == "order") == acts


STRONG = {"B2": "s1 soldier knight camp", "C1": "s1 soldier knight camp", "C2": "s1 camp catapult", "L": "s1 catapult"}


@pytest.mark.parametrize(("at", "acts"), [("B1", True), ("A2", False)])
def test_8_a_soldier_beside_a_castle_may_hope(at: str, acts: bool) -> None:
    """It may yet take the castle; from further off it may not."""
    game = winter({at: "s0 soldier"} | STRONG, [["tax", "move"], ["recruit", "tax"]], first="s1", gold=[0, 0])
    game.play("s1", "play:recruit")
    assert (game.phase == "order") == acts
    if acts:
        game.play("s0", "play:tax")
        game.play("s0", "attack:soldier@B1>B")
        fight(game, 3, 1, 2)
        assert game.returns() == [1.0, 0.0]


def test_8_units_that_stand_together_may_part() -> None:
    board = {"B": "s1 soldier", "B1": "s1 soldier"}
    for stack, acts in (("s0 soldier knight", True), ("s0 soldier catapult", True), ("s0 catapult", False)):
        game = winter(board | {"A": stack}, [["tax", "move"], ["recruit", "tax"]], first="s1", gold=[0, 0])
        game.play("s1", "play:recruit")
        assert game.fields["gold"][1] == 3
        assert (game.phase == "order") == acts


def test_8_the_others_are_never_skipped() -> None:
    game = winter({"A": "s0 soldier"} | WIDE, [["recruit", "tax"], ["recruit", "tax"]], gold=[4, 0])
    assert game.pending() == ["s0"]
    assert game.phase == "order"


def test_8_not_before_winter() -> None:
    blank: Fields = {"phase": "cards", "season": "autumn", "turn": None, "todo": [], "shown": [False] * 2}
    game = Position.of({"A": "s0 soldier"} | WIDE, first="s1", cards=[None, None], **blank)
    game.play("s0", "card:recruit")
    game.play("s1", "card:tax")
    assert game.pending() == ["s0"]


# ---------------------------------------------------------------------- 10: chance


def test_10_chance_deals_first_player_and_abilities() -> None:
    game = Position.new(3, rules="advanced")
    assert game.pending() == ["chance"]
    assert game.chance() == (0, [("first:s0", 1), ("first:s1", 1), ("first:s2", 1)])
    game.play("chance", "first:s1")
    for card in ABILITIES[4:8]:
        source, outcomes = game.chance()
        assert source == 1
        assert outcomes == [(f"ability:{each}", 1) for each in ABILITIES if each not in game.fields["table"]]
        game.play("chance", f"ability:{card}")
    assert game.fields["table"] == ABILITIES[4:8]
    assert game.pending() == ["s1"]


# ---------------------------------------------------------------------- 11: the abilities


def test_11_there_are_twenty() -> None:
    assert len(set(ABILITIES)) == 20


@pytest.mark.parametrize(
    ("card", "unit", "price"),
    [("quartermaster", "soldier", 1), ("stud_farm", "knight", 3), ("sappers", "camp", 1), ("sappers", "catapult", 1)],
)
def test_11_prices(card: str, unit: str, price: int) -> None:
    game = recruiting({"L": "s0 camp"} if unit == "catapult" else {"L": "s0 catapult"}, card)
    game.play("s0", f"recruit:{unit}@L")
    assert game.gold[0] == 10 - price


def test_11_prices_are_full_in_the_draft() -> None:
    game = drafting(["quartermaster"], bids={"quartermaster": {"seat": "s0", "gold": 1}})
    game.play("s0", "recruit:soldier@A1")
    assert game.gold == [8, 10]


def end_of_season(board: dict[str, str], *abilities: str, of: int = 0, **changes: Any) -> Position:
    """s0 recruits nothing, s1 plays Tax: on to the next auction."""
    game = recruiting(board, *abilities, of=of, **changes)
    if game.pending() == ["s0"] and game.phase == "recruit":
        game.play("s0", "done")
    return game


def test_11_tax_farmer() -> None:
    assert end_of_season({}, "tax_farmer", of=1).gold == [10, 15]


def test_11_banker() -> None:
    assert end_of_season({}, "banker").gold == [11, 13]


def test_11_toll_of_the_lakes() -> None:
    assert end_of_season({"L": "s0 soldier", "Br": "s0 camp"}, "toll_of_the_lakes").gold == [15, 13]


def test_11_tribute() -> None:
    game = end_of_season({}, "tribute", players=3, gold=[4, 0, 0], cards=[["recruit"], ["tax"], ["recruit"]])
    assert game.gold == [5, 2, 0]  # s1 taxed 3; s2 has nothing to give
    assert game.phase == "auction"


@pytest.mark.parametrize(("card", "unit"), [("shield_wall", "soldier"), ("barding", "knight"), ("palisade", "camp")])
def test_11_defence_everywhere(card: str, unit: str) -> None:
    for other in ("soldier", "knight", "camp"):
        game = moving({"A2": "s0 soldier", "B1": f"s1 {other}"}, card, of=1)
        game.play("s0", "attack:soldier@A2>B1")
        assert game.fields["attack"]["guesses"] == (2 if other == unit else 1)


def test_11_double_defence_does_not_add_up() -> None:
    game = moving({"A1": "s0 soldier", "K": "s1 soldier"}, "shield_wall", of=1)
    game.play("s0", "attack:soldier@A1>K")
    assert game.fields["attack"]["guesses"] == 2


@pytest.mark.parametrize("inside", ["s1 soldier", "s1 knight", ""])
def test_11_citadel(inside: str) -> None:
    game = moving({"B1": "s0 soldier"} | ({"B": inside} if inside else {}), "citadel", of=1, gold=[6, 6])
    game.play("s0", "attack:soldier@B1>B")
    assert game.fields["attack"]["guesses"] == 3
    pairs = game.legal("s1")
    assert pairs[0] == "guess:1,2"
    assert pairs[-1] == "guess:4,5"  # a third one must be left
    game.play("s1", "guess:1,3")
    assert game.legal("s1") == ["guess:4", "guess:5", "guess:6"]
    game.play("s1", "guess:5")
    assert game.secret[1] == "guess:1,3,5"
    game.play("s0", "bid:5")
    assert "B1" not in game.stacks


def test_11_citadel_a_third_guess_without_a_choice_is_not_asked() -> None:
    game = moving({"B1": "s0 soldier"}, "citadel", of=1, gold=[6, 6])
    game.play("s0", "attack:soldier@B1>B")
    game.play("s1", "guess:4,5")
    assert game.pending() == ["s0"]
    assert game.fields["secret"][1] == "guess:4,5,6"


def test_11_citadel_is_for_the_own_castle_and_holds_against_catapults() -> None:
    game = moving({"B1": "s0 catapult", "B": "s1 knight"}, "citadel", of=1)
    game.play("s0", "fire:catapult@B1>B")
    assert game.fields["attack"]["guesses"] == 3
    game = moving({"A1": "s0 soldier", "K": "s1 soldier"}, "citadel", of=1)
    game.play("s0", "attack:soldier@A1>K")
    assert game.fields["attack"]["guesses"] == 2


def test_11_forced_march_a_step_before_the_attack() -> None:
    game = moving({"A1": "s0 soldier", "B1": "s1 knight camp", "A": "s0 soldier"}, "forced_march")
    game.play("s0", "move:soldier@A1>A2")
    assert game.fields["active"] == {"unit": "soldier", "at": "A2", "may_move": True, "barred": []}
    assert "attack:soldier@A2>B1" in game.legal("s0")
    assert "move:soldier@A2>A1" in game.legal("s0")
    assert game.legal("s0")[-1] == "stop"
    game.play("s0", "attack:soldier@A2>B1")
    fight(game, 2, 1)
    game.play("s0", "back")
    assert game.fields["spent"] == ["soldier@A2"]


def test_11_forced_march_two_steps_and_no_more() -> None:
    game = moving({"A": "s0 soldier", "A2": "s0 soldier"}, "forced_march")
    game.play("s0", "move:soldier@A>A1")
    game.play("s0", "move:soldier@A1>L")
    assert game.fields["spent"] == ["soldier@L"]
    assert game.phase == "act"


def test_11_forced_march_a_capture_ends_it() -> None:
    game = moving({"A2": "s0 soldier", "B1": "s1 catapult", "A": "s0 soldier"}, "forced_march")
    game.play("s0", "move:soldier@A2>B1")
    assert game.fields["spent"] == ["soldier@B1", "catapult@B1"]


def test_11_long_arm() -> None:
    board = {"A1": "s0 catapult", "B1": "s1 soldier", "K": "s1 soldier", "B": "s1 soldier"}
    assert moving(board, "long_arm").moves("fire:") == ["catapult@A1>B1"]  # B is three away, K never
    assert moving(board).moves("fire:") == []


def test_11_long_arm_adds_nothing_in_kilimandjora() -> None:
    board = {"K": "s0 catapult", "B": "s1 soldier"}
    assert moving(board, "long_arm").moves("fire:") == ["catapult@K>B"]


def test_11_valour_once_a_season() -> None:
    board = {"A2": "s0 knight", "A1": "s0 knight", "B1": "s1 camp", "L": "s1 camp"}
    game = moving(board, "valour")
    game.play("s0", "attack:knight@A2>B1")
    fight(game, 2, 2)
    assert game.stacks == board
    assert game.fields["spent"] == ["knight@A2"]
    assert (game.fields["valour"], game.gold[0]) == ([1, 0], 8)
    game.play("s0", "attack:knight@A1>L")
    fight(game, 2, 2)
    assert "A1" not in game.stacks
    assert game.fields["season"] == "summer"
    assert game.fields["valour"] == [0, 0]


def test_11_valour_is_for_knights() -> None:
    game = moving({"A2": "s0 soldier", "B1": "s1 camp", "A": "s0 soldier"}, "valour")
    game.play("s0", "attack:soldier@A2>B1")
    fight(game, 2, 2)
    assert "A2" not in game.stacks


def test_11_scouts_hear_the_parity_before_they_guess() -> None:
    game = moving({"A2": "s0 soldier", "B1": "s1 camp", "A": "s0 soldier"}, "scouts", of=1, gold=[7, 0])
    game.play("s0", "attack:soldier@A2>B1")
    assert game.pending() == ["s0"]
    game.play("s0", "bid:4")
    assert game.attack["parity"] == "even"
    assert game.legal("s1") == ["guess:2", "guess:4", "guess:6"]
    game.play("s1", "guess:6")
    assert game.stacks["B1"] == "s0 soldier camp"


def test_11_scouts_each_bid_anew_and_sure_guesses_are_not_asked() -> None:
    game = moving({"A2": "s0 soldier", "B1": "s1 soldier knight", "A": "s0 soldier"}, "scouts", of=1, gold=[5, 0])
    game.play("s0", "attack:soldier@A2>B1")
    game.play("s0", "bid:2")
    game.play("s1", "guess:4")
    game.play("s0", "on")
    assert game.fields["attack"]["parity"] is None
    game.play("s0", "bid:2")  # of 1, 2 and 3 only 2 is even
    assert game.stacks == {"A": "s0 soldier", "B1": "s1 knight"}


def test_11_herald_wins_ties_and_pays_half_rounded_up() -> None:
    game = bidding("herald", players=3, of=2)
    assert auction(game, 5, 5, 5) == "s2"
    assert game.gold == [10, 10, 7]
    assert auction(bidding("herald", players=3, of=2), 5, 6, 5) == "s1"


def test_11_paymaster() -> None:
    game = moving({"A2": "s0 soldier", "B1": "s1 camp", "A": "s0 soldier"}, "paymaster")
    game.play("s0", "attack:soldier@A2>B1")
    fight(game, 4, 4)
    assert game.gold == [10, 10]
    assert "A2" not in game.stacks


def test_11_paymaster_pays_for_successes() -> None:
    game = moving({"A2": "s0 soldier", "B1": "s1 camp", "A": "s0 soldier"}, "paymaster")
    game.play("s0", "attack:soldier@A2>B1")
    fight(game, 4, 3)
    assert game.gold == [6, 10]


def test_11_mountaineers_enter_cross_and_attack_kilimandjora() -> None:
    board = {"A": "s0 knight", "A1": "s0 camp", "A2": "s1 camp", "C2": "s1 camp", "L": "s1 camp"}
    assert moving(board).moves("move:knight@A>") == ["A1"]
    assert {"K", "B1", "B2"} <= set(moving(board, "mountaineers").moves("move:knight@A>"))
    guarded = {"A1": "s0 knight", "K": "s1 soldier"}
    assert moving(guarded).moves("attack:") == []
    assert moving(guarded, "mountaineers").moves("attack:") == ["knight@A1>K"]


def test_11_mountaineers_recruit_in_kilimandjora_and_defend_single_there() -> None:
    assert "K" in recruiting({"K": "s0 soldier"}, "mountaineers").moves("recruit:knight@")
    game = moving({"A1": "s0 soldier", "K": "s1 knight"}, "mountaineers", of=1)
    game.play("s0", "attack:soldier@A1>K")
    assert game.fields["attack"]["guesses"] == 1


def test_11_vassals_recruit_beside_own_units_and_on_from_there() -> None:
    board = {"A2": "s0 soldier", "B2": "s1 camp"}
    assert recruiting(board, "vassals").moves("recruit:soldier@") == ["A", "A1", "B1", "K", "L"]
    assert recruiting(board).moves("recruit:soldier@") == ["A", "A1"]
    game = recruiting(board, "vassals")
    game.play("s0", "recruit:camp@B1")
    assert "B" not in game.moves("recruit:soldier@")  # an enemy castle is not empty
    assert "B2" not in game.moves("recruit:soldier@")
    game = recruiting({"A1": "s0 soldier"}, "vassals")
    game.play("s0", "recruit:camp@C2")
    assert "C1" in game.moves("recruit:soldier@")


def test_11_some_cards_bring_gold_when_the_draft_is_over_and_some_cost_it() -> None:
    gold = {row["id"]: row["gold"] for row in DATA["abilities"]["ability"]}
    bringing, costing = max(gold, key=gold.__getitem__), min(gold, key=gold.__getitem__)
    assert gold[bringing] > 0 > gold[costing]
    dealt = (bringing, costing, "banker")
    game = Position.drafted(f"bid:1@{bringing}", f"bid:2@{costing}", abilities=dealt)
    assert game.gold == [14 + gold[bringing], 13 + gold[costing]]
    game = Position.drafted(f"bid:1@{bringing}", f"bid:15@{costing}", abilities=dealt)
    assert game.gold == [14 + gold[bringing], 0]  # nobody pays more than it has


def test_11_plunder() -> None:
    game = moving({"A2": "s0 soldier", "B1": "s1 knight camp", "A": "s0 soldier"}, "plunder", gold=[3, 1])
    game.play("s0", "attack:soldier@A2>B1")
    fight(game, 3, 1)
    assert game.gold == [1, 0]
    assert game.legal("s0") == ["on", "back"]  # the loot pays for the next bid


def test_11_plunder_takes_nothing_for_a_capture() -> None:
    game = moving({"A2": "s0 soldier", "B1": "s1 catapult", "A": "s0 soldier"}, "plunder")
    game.play("s0", "move:soldier@A2>B1")
    assert game.gold == [10, 10]


def test_12_clones_are_independent() -> None:
    game = recruiting({"A": "s0 soldier"})
    before = game.fields
    game.clone().play("s0", "recruit:camp@A1")
    assert game.fields == before


# ---------------------------------------------------------------------- 9 and 12: what is refused


def test_9_an_illegal_move_is_refused() -> None:
    game = recruiting({"A": "s0 soldier"})
    with pytest.raises(ValueError, match="not legal"):
        game.play("s0", "recruit:camp@A")
    with pytest.raises(ValueError, match=r"nothing to decide|not legal"):
        game.play("s1", "done")


@pytest.mark.parametrize(
    "change",
    [
        {"gold": [10]},
        {"gold": [10, -1]},
        {"phase": "lunch"},
        {"board": {"Z": {"seat": "s0", "units": ["soldier"]}}},
        {"board": {"B": {"seat": "s0", "units": ["soldier"]}}},
        {"board": {"K": {"seat": "s0", "units": ["knight"]}}},
        {"abilities": [["banker"], ["banker"]]},
        {"turn": None},
        {"secret": ["frob", None]},
    ],
)
def test_12_positions_that_cannot_be_are_refused(change: dict[str, object]) -> None:
    with pytest.raises(REFUSED):
        Position.load(fields_of({"A": "s0 soldier"}) | change)


# ---------------------------------------------------------------------- other components


def test_7_the_least_attack_bid_may_be_nothing() -> None:
    board = {"A2": "s0 soldier", "B1": "s1 camp", "A": "s0 soldier"}
    game = Position.load(fields_of(board, gold=[2, 0]), with_settings(DATA, min_attack_bid=0))
    game.play("s0", "attack:soldier@A2>B1")
    assert game.legal("s0") == ["bid:0", "bid:1", "bid:2"]
    assert game.legal("s1") == ["guess:0", "guess:1", "guess:2"]
