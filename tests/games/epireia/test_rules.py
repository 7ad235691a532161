"""Epireia's rules, section by section of RULES.md."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from .position import DATA, DELIAN, PELOPONNESIAN, ROWS, Position

pytestmark = pytest.mark.usefixtures("implementation")

ADMINISTRATORS = " ".join(ROWS["administrators"])
QUIET = {"brigands": False, "passing": False}  # of a territory


# --- Seats, leagues, options


def test_options_that_do_not_fit_are_refused() -> None:
    for seats, options in [
        (5, {}),
        (2, {"enemy": "ai"}),
        (2, {"colour": "red"}),
        (1, {"scenario": "nowhere"}),
        (1, {"enemy": "nobody"}),
        (1, {"scenario": "harvest_road", "city": "corinth"}),  # an enemy city
        (1, {"city": "athens", "league": "peloponnesian"}),
        (1, {"scenario": "the_helots", "city": "elis"}),  # the scenario fixes Athens
    ]:
        with pytest.raises(ValueError, match=r"\w"):
            Position.new(seats, **options)


# --- Setup


@pytest.mark.parametrize(("seats", "leagues"), [(2, "D P"), (3, "D P D"), (4, "D P P D")])
def test_the_drafts_go_by_league(seats: int, leagues: str) -> None:
    position = Position.new(seats)
    order = []
    for phase in ("city", "administrator"):
        for i in range(seats):
            assert position.phase == phase
            assert position.pending() == [f"s{i}"]
            assert len(position.legal()) == 6 - i
            order.append(position.board(i)["league"][0].upper())
            position.do(position.legal()[-1])
    assert order == leagues.split() * 2
    assert position.pending() == [f"s{i}" for i in range(seats)]


def test_the_starting_figure_is_secret_until_all_have_chosen() -> None:
    position = Position.new(4)
    for word in ("city", "administrator"):
        while position.phase == word:
            position.do(position.legal()[0])
    assert position.legal("s3") == [f"figure:{id}" for id in list(ROWS["figures"])[15:20]]
    before = {seat: position.view(seat) for seat in ("s0", "s1", "s2", "pub")}
    position.do("figure:timon")  # of s3, in any order
    assert position.pending() == ["s0", "s1", "s2"]
    assert {seat: position.view(seat) for seat in ("s0", "s1", "s2", "pub")} == before  # nor the partner, s0
    assert position.view("s3")["chosen"] == {"s3": "timon"}
    position.do("figure:cimon", "figure:gorgo")
    assert position.board(0)["figures"] == []
    position.do("figure:aristeus")
    assert [board["figures"] for board in position.fields["boards"]] == [
        [["cimon", ""]],
        [["gorgo", ""]],
        [["aristeus", ""]],
        [["timon", ""]],
    ]
    assert position.fields["chosen"] == {}


def test_what_everybody_starts_with() -> None:
    position = Position.league_game(3)
    for board in position.fields["boards"]:
        assert board["resources"] == [2, 2, 2]
        assert board["prestige"] == 1
        assert board["buildings"] == []
    assert position.fields["treasury"] == [[0, 0, 0], [0, 0, 0]]
    assert (position.fields["act"], position.fields["card"], position.fields["turn"]) == (1, "first_stones", 1)


# --- 0. Cards


def test_the_next_acts_card_comes_at_the_start_of_the_next_turn() -> None:
    position = Position.league_game(card="sacred_year").set_board(
        prestige=ROWS["acts"]["sacred_year"]["objective"]["n"]
    )
    position.do("done")
    assert position.fields["met"]
    position.draws().until("collection", stop=lambda: position.fields["turn"] == 2)
    assert (position.phase, position.fields["act"], position.fields["card"]) == ("reveal", 2, "")
    assert position.chance() == (7, [(f"card:{id}", 1) for id, row in ROWS["acts"].items() if row["act"] == 2])


def test_a_card_that_is_not_met_stays() -> None:
    position = Position.league_game(card="first_stones").next_turn()
    assert (position.fields["turn"], position.fields["act"], position.fields["card"]) == (2, 1, "first_stones")
    assert position.phase == "development"


def exhausted(fields: dict[str, Any], kind: str) -> None:
    """Every token of a kind is in nobody's reach: as if an army of the other kind had all of them."""
    for deck in (f"{kind}1", f"{kind}2"):
        fields["decks"][deck] = [0] * 6


def test_a_card_that_nobody_can_fulfil_is_replaced() -> None:
    position = Position.league_game(card="first_stones")
    position.edit(lambda fields: fields.update(act=2, card="the_storms", drawn=["first_stones", "the_storms"]))
    position.edit(lambda fields: exhausted(fields, "cavalry")).next_turn()
    assert (position.phase, position.fields["act"], position.fields["card"]) == ("reveal", 2, "")
    assert "card:the_storms" not in position.legal()
    assert len(position.legal()) == 4


def test_a_card_drawn_that_nobody_can_fulfil_is_put_away_and_an_act_without_cards_is_met() -> None:
    act_two = [id for id, row in ROWS["acts"].items() if row["act"] == 2]
    position = Position.league_game(card="first_stones")
    position.edit(
        lambda fields: fields.update(act=2, card="the_storms", drawn=[i for i in act_two if i != "the_famine"])
    )
    position.edit(lambda fields: exhausted(fields, "cavalry")).next_turn()
    assert position.legal() == ["card:the_famine"]

    position = Position.league_game(card="first_stones")
    position.edit(
        lambda fields: fields.update(met=True, drawn=["first_stones", *(i for i in act_two if i != "the_storms")])
    )
    position.edit(lambda fields: exhausted(fields, "cavalry")).next_turn()
    position.do("card:the_storms")
    assert (position.phase, position.fields["act"], position.fields["card"], position.fields["met"]) == (
        "development",
        2,
        "",
        True,
    )


def test_a_constraint_lasts_to_the_end_of_the_turn_in_which_its_card_is_met() -> None:
    position = Position.league_game(card="first_stones")
    position.edit(lambda fields: fields.update(act=2, card="broken_oath", met=True, drawn=["broken_oath"]))
    assert "donate" not in position.verbs()
    position.do("done")
    assert "donate" not in position.verbs()


# --- 1. Development


@pytest.mark.parametrize(
    ("seats", "order"), [(2, "s0 s1"), (3, "s0 s2 s1 s1"), (4, "s0 s3 s1 s2")], ids=["2", "3", "4"]
)
def test_development_order(seats: int, order: str) -> None:
    position = Position.league_game(seats)
    seen = []
    while position.phase == "development":
        seen += position.pending()
        assert position.board(int(position.pending()[0][1]))["actions"] == 2
        position.do("done")
    assert seen == order.split()


def test_two_actions_and_the_same_one_twice() -> None:
    position = Position.league_game().rich().set_board(prestige=0)
    position.do("donate:2@wheat", "donate:2@wheat")
    assert position.pending() == ["s1"]  # nothing but `done` was left
    assert position.board()["prestige"] == 2
    assert position.board()["donations"] == 2


def test_donations_are_two_to_eight_of_one_resource_for_one_prestige() -> None:
    position = Position.league_game().set_board(resources=[1, 3, 15])
    donations = [move for move in position.legal() if move.startswith("donate")]
    assert donations == ["donate:2@wood", "donate:3@wood"] + [f"donate:{n}@copper" for n in range(2, 9)]
    position.do("donate:8@copper")
    assert position.board()["resources"] == [1, 3, 7]
    assert position.board()["prestige"] == 2
    assert position.fields["treasury"] == [[0, 0, 8], [0, 0, 0]]


def test_a_full_treasury_loses_what_goes_beyond() -> None:
    position = Position.league_game().rich().set_treasury(DELIAN, 29, 0, 0).do("donate:8@wheat")
    assert position.fields["treasury"][DELIAN] == [30, 0, 0]
    assert position.board()["prestige"] == 2


@pytest.mark.parametrize("building", ROWS["buildings"])
def test_each_building_costs_what_it_costs_and_comes_once(building: str) -> None:
    row = ROWS["buildings"][building]
    cost = row["cost"]
    position = Position.league_game().set_board(resources=cost)
    assert f"build:{building}" in position.legal()
    for i in range(3):
        if cost[i]:
            poor = [n - (j == i) for j, n in enumerate(cost)]
            assert f"build:{building}" not in Position.league_game().set_board(resources=poor).legal()
    position.rich().set_board(prestige=0).do(f"build:{building}")
    if row["effect"]["do"] == "figure":
        position.do("figure:cimon")
    assert position.board()["resources"] == [15 - n for n in cost]
    assert position.board()["buildings"] == [building]
    assert f"build:{building}" not in position.legal()


@pytest.mark.parametrize(
    ("building", "deck"), [("barracks", "hoplites2"), ("shipyard", "triremes2"), ("stables", "cavalry2")]
)
def test_military_buildings_allow_level_two(building: str, deck: str) -> None:
    position = Position.league_game().rich()
    level_two = [f"produce:{id}" for id, row in ROWS["army"].items() if row["level"] == 2]
    assert not set(level_two) & set(position.legal())
    position.do(f"build:{building}")
    assert [move for move in position.legal() if move in level_two] == [f"produce:{deck}"]


@pytest.mark.parametrize(("building", "prestige"), [("shrine", 1), ("temple", 1), ("sanctuary", 2)])
def test_religious_buildings_bring_prestige(building: str, prestige: int) -> None:
    assert Position.league_game().rich().do(f"build:{building}").board()["prestige"] == 1 + prestige


@pytest.mark.parametrize(("building", "resource"), [("granary", 0), ("sawmill", 1), ("mine", 2)])
def test_civil_buildings_add_to_the_collection(building: str, resource: int) -> None:
    position = (
        Position.league_game(cities="elis larissa").set_board(resources=[0, 0, 0], buildings=[building]).next_turn()
    )
    expected = [2, 1, 1]
    expected[resource] += 1
    assert position.board()["resources"] == expected


def test_an_assembly_is_of_no_use_in_territories_while_cities_can_be_won() -> None:
    position = Position.league_game(figures="pericles gorgo").set_board(1, buildings=["assembly"])
    ahead = ROWS["figures"]["pericles"]["power"] - ROWS["figures"]["gorgo"]["power"]
    position.send(gorgo="ionia", pericles="ionia").roll(5 + ahead, 5).until("development")
    assert position.fields["territories"]["ionia"]["holder"] == ""  # both leave


def test_the_agora_brings_a_figure_at_home_and_never_a_fourth() -> None:
    position = Position.league_game(figures="pericles").rich().do("build:agora")
    assert position.pending() == ["s0"]
    assert position.legal() == ["figure:themistocles", "figure:cimon", "figure:alcibiades", "figure:aspasia"]
    position.do("figure:aspasia")
    assert position.board()["figures"] == [["pericles", ""], ["aspasia", ""]]
    full = Position.league_game().rich().set_board(figures=[["cimon", ""], ["pericles", ""], ["aspasia", ""]])
    full.do("build:agora")
    assert "done" in full.legal()
    assert len(full.board()["figures"]) == 3


@pytest.mark.parametrize("deck", ROWS["army"])
def test_the_treasury_can_pay_for_a_token_by_the_same_action(deck: str) -> None:
    row, move = ROWS["army"][deck], f"produce:{deck}@treasury"
    cost = row["cost"]
    position = Position.league_game().set_board(buildings=["barracks", "shipyard", "stables"], resources=[0, 0, 0])
    for i in range(3):
        poor = [n - (j == i) for j, n in enumerate(cost)]
        assert not cost[i] or move not in position.set_treasury(DELIAN, *poor).legal()
    position.set_treasury(DELIAN, *[2 * n for n in cost]).set_treasury(PELOPONNESIAN, 30, 30, 30)
    assert f"produce:{deck}" not in position.legal()
    assert position.do(move).draws().tokens(DELIAN) == {deck: 1}
    assert position.fields["treasury"][DELIAN] == cost
    assert position.board()["resources"] == [0, 0, 0]
    assert position.board()["actions"] == 1
    assert position.do(move).draws().pending() == ["s1"]  # the second action was the last
    assert position.fields["treasury"][PELOPONNESIAN] == [30, 30, 30]
    if row["level"] == 2:
        assert move not in Position.league_game().set_treasury(DELIAN, 30, 30, 30).legal()


def test_a_league_pays_for_both_of_its_cities_and_no_token_is_paid_from_two_purses() -> None:
    position = Position.league_game(4).set_treasury(DELIAN, 2, 0, 0).set_board(3, resources=[0, 2, 1])
    assert position.do("done").pending() == ["s3"]
    assert [move for move in position.legal() if move.startswith("produce")] == ["produce:triremes1"]
    both = Position.league_game(4).set_treasury(DELIAN, 2, 0, 1).do("done")
    assert both.pending() == ["s3"]
    assert "produce:hoplites1@treasury" in both.legal()
    both.do("produce:hoplites1@treasury").draws()
    assert both.tokens(DELIAN) == {"hoplites1": 1}


@pytest.mark.parametrize("deck", ROWS["army"])
def test_each_deck_can_be_produced_from_while_it_lasts(deck: str) -> None:
    row = ROWS["army"][deck]
    position = Position.league_game().set_board(buildings=["barracks", "shipyard", "stables"], resources=row["cost"])
    position.do(f"produce:{deck}")
    source, outcomes = position.chance()
    assert source == list(ROWS["army"]).index(deck)
    assert outcomes == [(f"draw:{p}@{deck}", n) for p, n in enumerate(row["powers"], start=1) if n]
    position.do(f"draw:3@{deck}")
    assert position.fields["army"][DELIAN][deck] == [0, 0, 1, 0, 0, 0]
    assert position.fields["decks"][deck][2] == row["powers"][2] - 1
    assert position.board()["resources"] == [0, 0, 0]
    position.set_board(1, buildings=["barracks", "shipyard", "stables"], resources=row["cost"])
    position.edit(lambda fields: fields["decks"].update({deck: [0] * 6}))
    if position.pending() == ["s0"]:
        position.do("done")
    assert f"produce:{deck}" not in position.legal("s1")


def with_administrator(administrator: str, **board: Any) -> Position:
    others = [id for id in ROWS["administrators"] if id != administrator]
    position = Position.league_game(administrators=f"{administrator} {others[0]}")
    return position.set_board(
        0, **({"buildings": ["archive", "court", "treasury_house"], "resources": [5, 5, 5]} | board)
    )


def test_the_ability_is_used_once_for_each_administrator_building() -> None:
    position = with_administrator("tamias")
    for _ in range(3):
        position.do("ability")
    assert "ability" not in position.legal()
    assert position.board()["uses"] == 3
    assert "ability" not in with_administrator("tamias", buildings=[]).legal()
    assert "ability" in with_administrator("tamias", buildings=["court"], uses=0, actions=0).legal()  # not an action
    assert "ability" not in with_administrator("tamias", buildings=["court"], uses=1).legal()


def late_army(seats: int) -> list[str]:
    """The decks of the tokens that the Peloponnesian league draws before turn 1."""
    return next(row["value"] for row in DATA["settings"]["setting"] if row["id"] == f"late_army_{seats}")


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_league_that_develops_last_begins_with_a_few_tokens(seats: int) -> None:
    late = late_army(seats)
    position = Position.new(seats)
    while position.phase != "reveal":
        position.do(position.legal()[0])
    assert position.fields["agenda"] == [["draw", "peloponnesian", deck] for deck in late]
    position.draws()
    assert position.tokens(DELIAN) == {}
    assert position.tokens(PELOPONNESIAN) == {deck: late.count(deck) for deck in late}
    assert position.legal()[0].startswith("card:")


def test_each_ability() -> None:
    levy = with_administrator("strategos")
    assert [m for m in levy.legal() if m.startswith("ability")] == [
        "ability:hoplites1",
        "ability:cavalry1",
        "ability:triremes1",
    ]
    levy.do("ability:cavalry1", "draw:2@cavalry1")
    assert levy.tokens(DELIAN) == {"cavalry1": 1}
    assert levy.board()["resources"] == [5, 5, 5]

    assert with_administrator("archon").do("ability").board()["actions"] == 4
    prestige = ROWS["administrators"]["hierophant"]["ability"]["n"]
    assert with_administrator("hierophant").do("ability").board()["prestige"] == 1 + prestige
    assert with_administrator("tamias").do("ability").board()["resources"] == [6, 6, 7]

    trade = with_administrator("emporos", resources=[5, 1, 5])
    moves = [move for move in trade.legal() if move.startswith("ability")]
    assert moves == [f"ability:{way}" for way in ("wheat>wood", "wheat>copper", "copper>wheat", "copper>wood")]
    terms = ROWS["administrators"]["emporos"]["ability"]
    assert trade.do("ability:wheat>copper").board()["resources"] == [5 - terms["give"], 1, 5 + terms["get"]]

    favour = with_administrator("proxenos").do("ability")
    assert favour.board()["favour"] == 4
    assert "ability" not in favour.legal()
    assert favour.next_turn().board()["favour"] == 0


@pytest.mark.parametrize("administrator", ROWS["administrators"])
@pytest.mark.parametrize("number", range(4))
def test_each_prestige_bonus_is_due_once_when_its_level_is_reached(administrator: str, number: int) -> None:
    bonus = ROWS["administrators"][administrator]["bonus"][number]
    before = {"prestige": bonus["at"] - 1, "bonuses": number, "buildings": [], "resources": [5, 5, 5]}
    position = with_administrator(administrator, **before).set_treasury(DELIAN, 1, 1, 1)
    position.do("build:shrine")  # 1 wheat and 1 wood for 1 prestige
    assert position.board()["bonuses"] == number + 1
    if bonus["do"] == "gain":
        gained = [4 + bonus["wheat"], 4 + bonus["wood"], 5 + bonus["copper"]]
        assert position.board()["resources"] == gained
    elif bonus["do"] == "treasury":
        assert position.fields["treasury"][DELIAN] == [1 + bonus[r] for r in ("wheat", "wood", "copper")]
    elif bonus["do"] == "token":
        assert position.legal()[0].endswith("@" + bonus["deck"])
        position.draws()
        assert position.tokens(DELIAN) == {bonus["deck"]: 1}
        assert position.board()["resources"] == [have - n for have, n in zip([4, 4, 5], bonus["cost"], strict=True)]
    elif bonus["do"] == "figure":
        position.do("figure:pericles")
        assert len(position.board()["figures"]) == 2
    else:
        assert position.board()["actions"] == 1 + bonus["n"]
    assert not position.fields["agenda"]
    again = position.set_board(prestige=bonus["at"] - 1, resources=[5, 5, 5], actions=2).do("donate:2@wheat")
    assert again.board()["bonuses"] == number + 1
    assert again.board()["resources"] == [3, 5, 5]


def test_a_bonus_that_cannot_be_paid_or_whose_deck_is_empty_is_lost() -> None:
    first = ROWS["administrators"]["strategos"]["bonus"][0]
    assert first["cost"][0] > 0  # so that who has no wheat cannot pay it
    poor = with_administrator("strategos", prestige=2, buildings=[], resources=[1, 1, 5]).do("build:shrine")
    assert poor.board()["bonuses"] == 1
    assert poor.tokens(DELIAN) == {}
    assert poor.board()["resources"] == [0, 0, 5]
    empty = with_administrator("strategos", prestige=2, buildings=[])
    empty.edit(lambda fields: fields["decks"].update({first["deck"]: [0] * 6})).do("build:shrine")
    assert empty.board()["bonuses"] == 1
    assert empty.board()["resources"] == [4, 4, 5]


def test_extra_actions_are_lost_outside_the_own_development_turn() -> None:
    position = Position.league_game(cities="delphi elis", administrators="archon tamias")
    turn = ROWS["cities"]["delphi"]["prestige_every"]
    position.edit(lambda fields: fields.update(turn=turn)).set_board(prestige=2).do("done", "done").until("development")
    assert position.board()["prestige"] == 3
    assert position.board()["bonuses"] == 1
    assert position.board()["actions"] == 2


# --- 2. Diplomacy


@pytest.mark.parametrize(("seats", "order"), [(2, "s1 s0"), (3, "s1 s0 s2"), (4, "s1 s2 s0 s3")], ids=["2", "3", "4"])
def test_diplomacy_order(seats: int, order: str) -> None:
    position = Position.league_game(seats).until("diplomacy")
    seen = []
    while position.phase == "diplomacy":
        seen += position.pending()
        position.do(position.legal()[-1])
    assert seen == order.split()


def test_a_figure_goes_anywhere_from_home_or_stays() -> None:
    position = Position.league_game(figures="gorgo").set_treasury(PELOPONNESIAN, 3, 3, 3).until("diplomacy")
    neutral = ["corinth", "delphi", "larissa", "elis"]
    spaces = [*ROWS["empires"], *ROWS["territories"], *neutral]
    assert position.legal() == [f"send:gorgo@{space}" for space in spaces] + ["stay:gorgo"]


def test_where_a_figure_cannot_be_sent() -> None:
    position = Position.league_game(4, figures="cimon gorgo aristeus timon").set_treasury(PELOPONNESIAN, 2, 3, 3)
    position.edit(lambda fields: fields["joined"].update(elis="delian"))
    position.hold("athens", "ionia").hold("delphi", "aeolis").until("diplomacy")
    position.do("send:gorgo@persia")
    assert "send:aristeus@persia" not in position.legal()  # its league is there
    assert not [move for move in position.legal() if move.split("@")[-1] in ROWS["cities"]]  # no tribute
    position.set_treasury(PELOPONNESIAN, 3, 3, 3)
    assert [m for m in position.legal() if m.split("@")[-1] in ROWS["cities"]] == ["send:aristeus@larissa"]
    position.do("stay:aristeus")
    assert "send:cimon@ionia" in position.legal()  # its own
    assert "send:cimon@aeolis" not in position.legal()  # its partner's
    assert "send:cimon@persia" in position.legal()


# --- 3.1 Empires


def at_empire(space: str = "egypt", **boards: Any) -> Position:
    """Cimon (6/0) of Athens and Gorgo (3/3) of Sparta at an empire; Sparta rolls first."""
    position = Position.league_game(figures="cimon gorgo")
    return position.set_board(0, **boards).set_board(1, resources=[0, 0, 0]).send(gorgo=space, cimon=space)


def test_an_empire_is_won_at_its_target() -> None:
    for roll, wheat in ((6, 2), (7, 6)):
        position = Position.league_game(figures="cimon gorgo").send(cimon="egypt")
        assert position.chance() == (10, [(f"roll:{n}", 1) for n in range(1, 13)])
        position.roll(roll).until("development")
        assert position.board()["resources"] == [wheat + 1, 3, 4]  # with the collection of Athens
        assert position.board()["empires"] == (["egypt"] if roll == 7 else [])


@pytest.mark.parametrize("empire", ROWS["empires"])
def test_each_empires_reward(empire: str) -> None:
    row = ROWS["empires"][empire]
    position = Position.league_game(figures="pericles gorgo").set_board(resources=[0, 0, 0]).send(pericles=empire)
    position.roll(row["target"] - 3)
    if row["token"]:
        position.draws()
        assert position.tokens(DELIAN) == {row["token"]: 1}
    gift = [0, 1, 0]  # the talent of Pericles
    position.until("development")
    got = [have - collected for have, collected in zip(position.board()["resources"], [1, 1, 2], strict=True)]
    assert got == [n + g for n, g in zip(row["reward"], gift, strict=True)]
    lost = Position.league_game(figures="pericles gorgo").send(pericles=empire).roll(row["target"] - 4)
    assert lost.until("development").board()["empires"] == []


def test_of_both_leagues_only_the_higher_total_is_rewarded() -> None:
    assert [b["empires"] for b in at_empire().roll(9, 12).fields["boards"]] == [[], []]  # 12 each
    assert [b["empires"] for b in at_empire().roll(8, 12).fields["boards"]] == [["egypt"], []]
    assert [b["empires"] for b in at_empire().roll(10, 12).fields["boards"]] == [[], ["egypt"]]
    assert [b["empires"] for b in at_empire().roll(1, 2).fields["boards"]] == [[], []]  # both too low


def test_what_helps_with_empires() -> None:
    assert at_empire(buildings=["embassy"]).roll(1, 5).board()["empires"] == ["egypt"]
    assert at_empire(favour=4).roll(1, 3).board()["empires"] == ["egypt"]
    talent = Position.league_game(cities="delphi elis", figures="perialla").send(perialla="egypt")
    assert talent.roll(2).board()["empires"] == ["egypt"]  # diplomacy 2 and 3 for Egypt


# --- 3.2 Territories


def fighters(space: str) -> Position:
    """Pericles (power 4) of Athens against Gorgo (power 3) of Sparta; Sparta rolls first."""
    return Position.league_game(figures="pericles gorgo").send(gorgo=space, pericles=space)


def test_conflicts_over_a_territory() -> None:
    position = fighters("ionia")
    assert position.chance()[0] == 11
    position.roll(5)
    assert position.chance()[0] == 10
    position.roll(5).until("development")
    assert position.fields["territories"]["ionia"]["holder"] == "athens"
    assert [board["victories"] for board in position.fields["boards"]] == [1, 0]
    lost = fighters("ionia").roll(7, 5).until("development")
    assert lost.fields["territories"]["ionia"]["holder"] == "sparta"
    equal = fighters("ionia").roll(6, 5).until("development")
    assert equal.fields["territories"]["ionia"]["holder"] == ""
    assert [board["victories"] for board in equal.fields["boards"]] == [0, 0]


def test_an_empty_territory_is_occupied_and_an_undefended_one_taken() -> None:
    position = (
        Position.league_game(figures="pericles gorgo").hold("athens", "ionia").send(gorgo="ionia", pericles="aeolis")
    )
    position.until("development")
    assert position.fields["territories"]["ionia"] == {"holder": "sparta", "since": 1, **QUIET}
    assert position.fields["territories"]["aeolis"] == {"holder": "athens", "since": 1, **QUIET}
    assert position.board(0)["resources"] == [4, 3, 5]
    assert position.board(1)["resources"] == [4, 2, 6]


def test_an_equal_fight_leaves_the_holder() -> None:
    position = (
        Position.league_game(figures="pericles gorgo").hold("athens", "ionia").send(gorgo="ionia", pericles="ionia")
    )
    position.roll(6, 5).until("development")
    assert position.fields["territories"]["ionia"]["holder"] == "athens"


def test_talents_in_territories() -> None:
    sea = Position.league_game(figures="themistocles brasidas").send(brasidas="aigaio", themistocles="aigaio")
    assert sea.roll(1, 1).until("development").fields["territories"]["aigaio"]["holder"] == ""  # 6 against 5 + 1
    land = Position.league_game(figures="themistocles brasidas").send(brasidas="ionia", themistocles="ionia")
    assert land.roll(1, 1).until("development").fields["territories"]["ionia"]["holder"] == "sparta"
    cities = Position.league_game(cities="elis sparta", figures="eupolemos brasidas")
    forage = cities.set_board(resources=[0, 0, 0]).send(eupolemos="ionia").until("development")
    assert forage.board()["resources"] == [2, 2, 3]  # Elis 2 1 1, Ionia 2 copper, 1 wood foraged
    pheidon = Position.league_game(cities="larissa sparta", figures="pheidon brasidas")
    pheidon.send(brasidas="ionia", pheidon="ionia").roll(1, 1).until("development")
    assert pheidon.fields["territories"]["ionia"]["holder"] == ""


def test_a_fourth_territory_means_giving_one_up() -> None:
    position = Position.league_game(figures="pericles gorgo").hold("athens", "epirus", "ionia", "kritiko")
    position.send(pericles="euboea")
    assert position.pending() == ["s0"]
    assert position.legal() == ["give:epirus", "give:euboea", "give:ionia", "give:kritiko"]
    position.do("give:ionia").until("development")
    held = [id for id, territory in position.fields["territories"].items() if territory["holder"] == "athens"]
    assert held == ["epirus", "euboea", "kritiko"]
    assert position.fields["territories"]["ionia"] == {"holder": "", "since": 0, **QUIET}


def test_brigands_fight_each_side_before_the_leagues_fight() -> None:
    def start() -> Position:
        position = Position.league_game(figures="pericles gorgo").put_brigands("ionia")
        return position.send(gorgo="ionia", pericles="ionia")

    position = start()
    assert position.chance()[0] == 12
    position.roll(5)  # 9
    assert position.chance()[0] == 11
    position.roll(6)  # 9: not higher
    position.roll(5)  # 9: not higher
    assert position.fields["territories"]["ionia"]["brigands"]
    assert position.until("development").fields["territories"]["ionia"]["holder"] == ""

    one = start().roll(5, 7, 5)  # Sparta alone beats them
    assert one.fields["boards"][1]["victories"] == 1
    assert one.until("development").fields["territories"]["ionia"]["holder"] == "sparta"

    both = start().roll(5, 7, 6)
    assert both.chance()[0] == 11  # now the leagues, with new rolls
    both.roll(1, 1).until("development")
    assert both.fields["territories"]["ionia"] == {"holder": "athens", "since": 1, **QUIET}
    assert [board["victories"] for board in both.fields["boards"]] == [2, 1]

    hunter = Position.league_game(cities="athens elis", figures="pericles thrasydaeus").put_brigands("ionia")
    hunter.send(thrasydaeus="ionia").roll(5, 2)  # 5 + 3 + 2 against 9
    assert hunter.until("development").fields["territories"]["ionia"]["holder"] == "elis"


def test_a_figure_that_left_is_not_at_home_for_the_collection() -> None:
    position = Position.league_game(figures="cimon gorgo").put_brigands("ionia").set_board(1, resources=[0, 0, 0])
    position.send(gorgo="ionia").roll(12, 1).until("development")
    assert position.board(1)["resources"] == [2, 0, 2]
    home = Position.league_game(figures="cimon gorgo").set_board(1, resources=[0, 0, 0]).next_turn()
    assert home.board(1)["resources"] == [3, 0, 2]


# --- 3.3 Greek cities


def suitors() -> Position:
    """Aspasia and Gorgo (diplomacy 3 each) at Corinth (target 9), which both leagues can pay."""
    position = Position.league_game(figures="aspasia gorgo").set_treasury(DELIAN, 3, 3, 3).set_treasury(1, 3, 3, 3)
    position.send(gorgo="corinth", aspasia="corinth")
    return position


def test_a_city_joins_for_a_tribute_and_brings_tokens() -> None:
    position = Position.league_game(figures="aspasia gorgo").set_treasury(DELIAN, 4, 3, 5).send(aspasia="corinth")
    position.roll(6)
    assert [task[2] for task in position.fields["agenda"]] == ["triremes2", "hoplites1"]
    position.draws().until("development")
    assert position.fields["joined"] == {"corinth": "delian"}
    assert position.fields["treasury"][DELIAN] == [1, 0, 2]
    assert position.tokens(DELIAN) == {"hoplites1": 1, "triremes2": 1}
    assert position.board()["cities"] == 1
    missed = Position.league_game(figures="aspasia gorgo").set_treasury(DELIAN, 4, 3, 5).send(aspasia="corinth").roll(5)
    assert missed.fields["joined"] == {}
    assert missed.fields["treasury"][DELIAN] == [4, 3, 5]


@pytest.mark.parametrize("city", ROWS["cities"])
def test_each_city_can_join(city: str) -> None:
    row = ROWS["cities"][city]
    players = [id for id in ROWS["cities"] if id != city][-2:]
    position = Position.league_game(cities=" ".join(players)).set_treasury(DELIAN, 3, 3, 3).until("diplomacy")
    position.do("stay:" + position.legal()[-1].split(":")[1])
    figure = position.legal()[-1].split(":")[1]
    position.do(f"send:{figure}@{city}").roll(12).draws()
    assert position.fields["joined"] == {city: "delian"}
    assert position.tokens(DELIAN) == dict.fromkeys(sorted(row["brings"], key=list(ROWS["army"]).index), 1)


def test_no_tribute_no_roll() -> None:
    position = Position.league_game(
        4, cities="athens sparta corinth delphi", figures="aspasia gorgo periander xenoclea"
    )
    position.set_treasury(DELIAN, 3, 3, 3).send(aspasia="larissa", xenoclea="elis").roll(12).draws()
    assert position.fields["joined"] == {"larissa": "delian"}
    assert position.phase == "development"  # the treasury was spent: nobody rolled for Elis
    assert position.fields["turn"] == 2


def test_two_leagues_at_one_city() -> None:
    assert suitors().roll(6, 7).draws().fields["joined"] == {"corinth": "delian"}
    assert suitors().roll(8, 7).draws().fields["joined"] == {"corinth": "peloponnesian"}
    assert suitors().roll(7, 7).fields["joined"] == {}
    assert suitors().roll(5, 6).draws().fields["joined"] == {"corinth": "delian"}  # only one succeeds
    assert suitors().roll(5, 5).fields["joined"] == {}
    position = suitors().roll(8, 7).draws()
    assert position.fields["treasury"] == [[3, 3, 3], [0, 0, 0]]


def test_what_helps_with_cities() -> None:
    assembly = Position.league_game(figures="aspasia gorgo").set_board(buildings=["assembly"]).set_treasury(0, 3, 3, 3)
    assert assembly.send(aspasia="corinth").roll(4).draws().fields["joined"] == {"corinth": "delian"}
    favour = Position.league_game(figures="aspasia gorgo").set_board(favour=4).set_treasury(0, 3, 3, 3)
    assert favour.send(aspasia="corinth").roll(2).draws().fields["joined"] == {"corinth": "delian"}
    talent = Position.league_game(cities="delphi sparta", figures="xenoclea gorgo").set_treasury(0, 3, 3, 3)
    assert talent.send(xenoclea="corinth").roll(5).draws().fields["joined"] == {"corinth": "delian"}


# --- 3.4 Collection


@pytest.mark.parametrize("city", ROWS["cities"])
@pytest.mark.parametrize(("prestige", "more"), [(3, 0), (4, 1), (8, 2)])
def test_each_citys_yield_and_what_prestige_adds(city: str, prestige: int, more: int) -> None:
    row = ROWS["cities"][city]
    other = next(id for id in ROWS["cities"] if id != city)
    position = Position.league_game(card="first_stones", cities=f"{city} {other}", administrators="archon tamias")
    board = {"resources": [0, 0, 0], "prestige": prestige, "bonuses": 4, "figures": []}
    position.set_board(0, **board).next_turn()
    expected = list(row["yield"])
    expected[["wheat", "wood", "copper"].index(row["first"])] += more
    assert position.board()["resources"] == expected


def test_delphi_gains_prestige_every_few_turns() -> None:
    position = Position.league_game(cities="delphi elis")
    every = ROWS["cities"]["delphi"]["prestige_every"]
    prestige = []
    for _ in range(9):
        position.next_turn()
        if position.phase == "reveal":
            position.do(position.legal()[0])
        prestige.append(position.board()["prestige"])
    assert prestige == [1 + turn // every for turn in range(1, 10)]


def test_the_lone_peloponnesian_collects_twice() -> None:
    position = Position.league_game(3, cities="athens elis sparta").set_board(1, resources=[0, 0, 0]).next_turn()
    assert position.board(1)["resources"] == [4, 2, 2]


def test_resources_stop_at_fifteen_and_prestige_at_twelve() -> None:
    position = Position.league_game().rich().set_board(prestige=12, bonuses=4).do("donate:2@wheat")
    assert position.board()["prestige"] == 12
    assert position.next_turn().board(1)["resources"] == [15, 15, 15]


# --- Objectives, rewards, constraints: each card

RESOURCES = ("wheat", "wood", "copper")


def have(position: Position, objective: dict[str, Any], n: int) -> None:
    """Give s1 just so many of what an objective counts."""
    kind = objective["kind"]
    if kind == "buildings":
        fitting = [id for id, row in ROWS["buildings"].items() if objective["type"] in ("any", row["type"])]
        position.set_board(1, buildings=fitting[:n])
    elif kind == "territories":
        fitting = [id for id, row in ROWS["territories"].items() if objective["where"] in ("any", row["kind"])]
        position.hold("sparta", *fitting[:n])
    elif kind == "tokens":
        left = {
            id: [power for power, n_left in enumerate(row["powers"], 1) for _ in range(n_left)]
            for id, row in ROWS["army"].items()
            if objective["army"] in ("any", row["kind"]) and objective["level"] in (0, row["level"])
        }
        position.give_tokens(PELOPONNESIAN, *(f"{deck}={left[deck].pop()}" for deck in (list(left) * n)[:n]))
    elif kind == "treasury" and objective["of"] == "total":
        position.set_treasury(PELOPONNESIAN, n // 3, n // 3, n - 2 * (n // 3))
    elif kind == "treasury":
        position.set_treasury(PELOPONNESIAN, *(n if objective["of"] in ("each", name) else 30 for name in RESOURCES))
    elif kind == "empires":
        position.set_board(1, empires=list(ROWS["empires"])[:n])
    elif kind == "prestige":
        position.set_board(1, prestige=n, bonuses=4)
    else:
        position.set_board(1, **{kind: n})


def prepared(card: str, short: bool) -> Position:
    """A game with the card open and its objective met by s1 (or one short of it) before the next look."""
    position = Position.league_game(card="first_stones" if card != "first_stones" else "sacred_year")
    position.edit(lambda fields: fields.update(act=ROWS["acts"][card]["act"], card=card, drawn=[card]))
    have(position, ROWS["acts"][card]["objective"], ROWS["acts"][card]["objective"]["n"] - short)
    return position


@pytest.mark.parametrize("card", ROWS["acts"])
def test_each_objective_and_reward(card: str) -> None:
    assert not prepared(card, short=True).do("done").fields["met"]
    position = prepared(card, short=False)
    before = position.tokens(PELOPONNESIAN)
    position.do("done")
    assert position.fields["met"]
    assert position.fields["agenda"] == [["draw", "peloponnesian", deck] for deck in ROWS["acts"][card]["reward"]]
    position.draws()
    gained = {deck: n - before.get(deck, 0) for deck, n in position.tokens(PELOPONNESIAN).items()}
    assert sum(gained.values()) == len(ROWS["acts"][card]["reward"])
    assert position.tokens(DELIAN) == {}
    position.do("done")
    assert not position.fields["agenda"]  # only once


def test_an_objective_met_already_is_won_at_the_reveal_in_development_order() -> None:
    enough = ROWS["acts"]["sacred_year"]["objective"]["n"]
    position = Position.league_game(card="first_stones").set_board(0, prestige=enough, bonuses=4)
    position.set_board(1, prestige=enough, bonuses=4)
    position.edit(lambda fields: fields.update(card="", phase="reveal", step=0, substep=0, drawn=[]))
    position.set_board(0, actions=0).do("card:sacred_year")
    assert position.fields["met"]
    assert {task[1] for task in position.fields["agenda"]} == {"delian"}


def test_after_development_the_peloponnesian_is_looked_at_first() -> None:
    position = Position.league_game(card="foreign_courts", figures="aspasia gorgo").set_board(
        0, empires=["persia", "egypt"]
    )
    position.edit(lambda fields: fields.update(phase="diplomacy", step=0, substep=0)).set_board(0, actions=0)
    position.set_board(1, empires=["persia", "egypt"]).do("stay:gorgo")
    assert {task[1] for task in position.fields["agenda"]} == {"peloponnesian"}


@pytest.mark.parametrize("card", ROWS["acts"])
def test_no_constraint_forbids_its_own_objective(card: str) -> None:
    objective = ROWS["acts"][card]["objective"]
    words = {effect["do"] for effect in ROWS["acts"][card]["constraint"]}
    closed = [effect["at"] for effect in ROWS["acts"][card]["constraint"] if effect["do"] == "closed"]
    stopped = [effect["type"] for effect in ROWS["acts"][card]["constraint"] if effect["do"] == "no_building"]
    if objective["kind"] in ("donations", "treasury"):
        assert "no_donations" not in words
    if objective["kind"] in ("territories", "hold"):
        assert "storms" not in words
    if objective["kind"] == "buildings":
        assert objective["type"] not in stopped
    if objective["kind"] == "empires":
        assert objective["n"] <= 6 - len(closed)
    if objective["kind"] == "tokens" and objective["level"] == 2:
        assert "no_level2" not in words


def under(card: str, **arguments: Any) -> Position:
    """A game in which the card was just turned up."""
    position = Position.league_game(card="first_stones" if card != "first_stones" else "sacred_year", **arguments)
    position.edit(
        lambda fields: fields.update(
            act=ROWS["acts"][card]["act"], card="", phase="reveal", step=0, substep=0, drawn=[]
        )
    )
    return position.set_board(0, actions=0).do(f"card:{card}")


def resources(position: Position) -> list[list[int]]:
    return [board["resources"] for board in position.fields["boards"]]


def collected(card: str, *territories: str) -> list[list[int]]:
    """What Elis, which holds these, and Larissa have after a turn under the card."""
    position = under(card, cities="elis larissa").hold("elis", *territories)
    return resources(position.set_board(0, resources=[0, 0, 0]).set_board(1, resources=[0, 0, 0]).next_turn())


def yields(city: str, *change: int, held: str = "") -> list[int]:
    """What a city collects with a change of its yield, and what a territory brings it."""
    brings = ROWS["territories"][held]["yield"] if held else (0, 0, 0)
    own = ROWS["cities"][city]["yield"]
    return [max(0, n + more) + other for n, more, other in zip(own, change, brings, strict=True)]


def sent_to(card: str) -> set[str]:
    """Where Gorgo can go under the card."""
    position = under(card, figures="aspasia gorgo").until("diplomacy")
    return {move.partition("@")[2] for move in position.legal()} - {""}


def affords(card: str, move: str, *amounts: int) -> bool:
    return move in under(card).set_board(resources=list(amounts)).legal()


def forbidden(card: str) -> set[str]:
    """The buildings that even a rich city may not build under the card."""
    return {id for id in ROWS["buildings"] if f"build:{id}" not in under(card).rich().legal()}


def of_type(type_: str) -> set[str]:
    return {id for id, row in ROWS["buildings"].items() if row["type"] == type_}


SPACES = {*ROWS["empires"], *ROWS["territories"]}
SEAS = {id for id, row in ROWS["territories"].items() if row["kind"] == "sea"}

CONSTRAINTS: dict[str, Callable[[], bool]] = {
    "island_roads": lambda: bool(under("island_roads").fields["territories"]["euboea"]["brigands"]),
    "sacred_year": lambda: collected("sacred_year") == [yields("elis", -1, 0, 0), yields("larissa", -1, 0, 0)],
    "common_chest": lambda: (
        affords("common_chest", "produce:hoplites1", 2, 0, 2)
        and not affords("common_chest", "produce:hoplites1", 2, 0, 1)
    ),
    "foreign_courts": lambda: (
        sent_to("foreign_courts") == SPACES - {"persia"}
        and under("foreign_courts", figures="aspasia gorgo").send(aspasia="egypt").roll(3).board()["empires"]
        == ["egypt"]  # 3 + 3 + 1
    ),
    "the_plague": lambda: (  # the territory yields what it always does
        collected("the_plague", "epirus") == [yields("elis", 0, -1, 0, held="epirus"), yields("larissa", 0, -1, 0)]
    ),
    "the_famine": lambda: (  # two wheat less, not below 0
        collected("the_famine", "euboea") == [yields("elis", -2, 0, 0, held="euboea"), yields("larissa", -2, 0, 0)]
    ),
    "the_storms": lambda: sent_to("the_storms") == SPACES - SEAS,
    "masterless_men": lambda: (
        [id for id, now in under("masterless_men").fields["territories"].items() if now["brigands"]]
        == ["epirus", "illyria", "chalkidiki"]
        and resources(under("masterless_men")) == [[2, 1, 2], [2, 1, 2]]
    ),
    "broken_oath": lambda: "donate" not in under("broken_oath").verbs(),
    "call_to_arms": lambda: (
        affords("call_to_arms", "produce:triremes1", 0, 3, 1)
        and not affords("call_to_arms", "produce:triremes1", 0, 2, 1)
    ),
    "last_neutrals": lambda: (
        sent_to("last_neutrals") == SPACES - {"macedonia"}
        and under("last_neutrals", figures="aspasia gorgo")
        .set_treasury(DELIAN, 3, 3, 3).send(aspasia="corinth").roll(5).draws().fields["joined"]
        == {"corinth": "delian"}  # 5 + 3 + 1
    ),
    "first_among_greeks": lambda: forbidden("first_among_greeks") == of_type("political"),
    "war_chest": lambda: forbidden("war_chest") == of_type("civil"),
    "long_walls": lambda: (
        affords("long_walls", "build:shrine", 1, 1, 1) and not affords("long_walls", "build:shrine", 1, 1, 0)
    ),
}  # fmt: skip


@pytest.mark.parametrize("card", CONSTRAINTS)
def test_each_constraint(card: str) -> None:
    assert CONSTRAINTS[card]()


def test_every_constraint_is_tested() -> None:
    assert list(CONSTRAINTS) == [id for id, row in ROWS["acts"].items() if row["constraint"]]


def test_brigands_take_city_tokens_off_and_a_tax_takes_what_there_is() -> None:
    position = Position.league_game().hold("athens", "epirus").set_board(0, resources=[2, 0, 2])
    position.edit(lambda fields: fields.update(act=2, card="", phase="reveal", step=0, substep=0, drawn=[]))
    position.set_board(0, actions=0).do("card:masterless_men")
    assert position.fields["territories"]["epirus"] == {"holder": "", "since": 0, **QUIET, "brigands": True}
    assert position.board()["resources"] == [2, 0, 2]


# --- The Great Battle


def before_battle(seats: int = 2, delian: str = "", peloponnesian: str = "", **arguments: Any) -> Position:
    """The end of the turn in which Act III was met, with these armies (`cavalry1=3 ...`)."""
    position = Position.league_game(seats, **arguments)
    position.edit(lambda fields: fields.update(act=3, card="war_chest", met=True, drawn=["war_chest"]))
    return position.give_tokens(DELIAN, *delian.split()).give_tokens(PELOPONNESIAN, *peloponnesian.split())


def test_the_battle_comes_after_the_turn_in_which_act_three_is_met() -> None:
    position = before_battle(delian="cavalry1=3")
    assert position.phase == "development"
    position.until("placement")
    assert position.fields["turn"] == 1
    assert position.board()["resources"] == [3, 3, 4]  # the turn was finished


def test_the_battle_comes_after_turn_sixteen() -> None:
    position = Position.league_game().edit(lambda fields: fields.update(turn=16)).give_tokens(DELIAN, "cavalry1=3")
    assert position.until("placement").fields["met"] is False


def test_tokens_are_placed_column_by_column_and_all_that_fit() -> None:
    position = before_battle(delian="cavalry1=2 cavalry1=2 cavalry2=5 cavalry1=3 cavalry1=1").until("placement")
    assert position.pending() == ["s0"]
    assert position.legal() == [
        "place:ii5+i3@flank1",
        "place:ii5+i2@flank1",
        "place:ii5+i1@flank1",
        "place:i3+i2@flank1",
        "place:i3+i1@flank1",
        "place:i2+i2@flank1",
        "place:i2+i1@flank1",
        "place:ii5@flank1",
        "place:i3@flank1",
        "place:i2@flank1",
        "place:i1@flank1",
    ]  # five tokens: one at least must stand here
    position.do("place:i3@flank1")
    assert all("+" in move for move in position.legal())  # four tokens for four slots
    position.do("place:i2+i2@flank2")
    assert position.legal() == ["place:ii5+i1@flank3"]
    position.do("place:ii5+i1@flank3")
    assert position.phase == "leaders"
    assert position.fields["slots"][DELIAN] == {
        "flank": [["i3"], ["i2", "i2"], ["ii5", "i1"]],
        "center": [[], [], []],
        "maritime": [[], [], []],
    }
    few = before_battle(delian="cavalry1=2").until("placement")
    assert few.legal() == ["place:i2@flank1", "place:none@flank1"]
    assert few.do("place:none@flank1", "place:none@flank2").legal() == ["place:i2@flank3"]


def test_surplus_tokens_are_not_used() -> None:
    position = before_battle(delian=" ".join(["triremes1=1"] * 5 + ["triremes1=2"] * 2)).until("placement")
    position.do("place:i2+i2@maritime1", "place:i1+i1@maritime2", "place:i1+i1@maritime3")
    assert position.tokens(DELIAN) == {"triremes1": 1}


def test_both_leagues_place_at_once_and_show_only_backs() -> None:
    position = Position.campaign(
        2,
        {
            "s0": ["produce:cavalry1", "build:barracks", "produce:hoplites2"],
            "s1": ["build:stables", "produce:cavalry2"],
        },
        {"delian cavalry1": [2], "delian hoplites2": [6], "peloponnesian cavalry2": [5]}
        | {"peloponnesian cavalry1": [1], "peloponnesian hoplites1": [3]},  # it begins with these
    )
    assert position.pending() == ["s0", "s1"]
    before = position.view("s0")
    position.do("place:ii5@flank1", "place:i1@flank2")
    after = position.view("s0")
    assert before == after
    assert after["army"][PELOPONNESIAN]["cavalry2"] == 1
    for move in ("none@flank3", "none@center1", "i3@center2", "none@center3"):
        position.play("s1", f"place:{move}")
    assert position.pending() == ["s0"]
    for move in ("i2@flank1", "none@flank2", "none@flank3", "ii6@center1", "none@center2", "none@center3"):
        position.play("s0", f"place:{move}")
    seen = position.view("s0")
    assert position.phase == "leaders"
    assert seen["slots"][PELOPONNESIAN] == {
        "flank": [["ii?"], ["i?"], []],
        "center": [[], ["i?"], []],
        "maritime": [[], [], []],
    }
    assert seen["army"][PELOPONNESIAN]["cavalry2"] == 0
    assert seen["slots"][DELIAN]["center"] == [["ii6"], [], []]
    assert position.view("s1")["slots"][DELIAN]["center"] == [["ii?"], [], []]


def test_in_a_league_of_two_the_second_seat_decides_for_the_center() -> None:
    late = late_army(4)
    position = Position.campaign(
        4,
        {
            "s0": ["figure:cimon", "produce:cavalry1", "produce:triremes1"],
            "s1": ["figure:gorgo"],
            "s2": ["figure:aristeus"],
            "s3": ["figure:timon", "produce:hoplites1"],
        },
        {
            "delian cavalry1": [1],
            "delian triremes1": [1],
            "delian hoplites1": [1],
            **{f"peloponnesian {deck}": [3] * late.count(deck) for deck in late},
        },
    )
    s2 = ["s2"] if any(deck.startswith("hoplites") for deck in late) else []  # it decides for the center too
    assert position.pending() == ["s0", "s1", *s2, "s3"]
    assert position.legal("s0") == ["place:i1@flank1", "place:none@flank1"]
    assert position.legal("s3") == ["place:i1@center1", "place:none@center1"]
    position.do("place:i1@center1")
    assert position.view("s0")["slots"][DELIAN]["center"] == [["i1"]]  # the partner sees it
    assert position.view("s1")["slots"][DELIAN]["center"] == []
    while position.phase == "placement":
        position.do(position.legal()[0])
    assert position.pending() == ["s0", "s1"]
    assert position.legal("s0") == ["lead:cimon@flank", "lead:timon@flank", "lead:none@flank"]
    position.do("lead:timon@flank")
    assert position.pending() == ["s1", "s3"]
    assert position.legal("s3") == ["lead:cimon@center", "lead:none@center"]
    assert position.view("s1")["leaders"] == [{}, {}]
    position.do("lead:none@center")
    assert position.legal("s0") == ["lead:cimon@maritime"]
    position.do("lead:cimon@maritime", "lead:gorgo@flank", "lead:aristeus@center")
    assert position.fields["leaders"][DELIAN] == {"flank": "timon", "center": "", "maritime": "cimon"}
    position.do("lead:none@maritime")
    assert position.phase == "battle"
    assert position.view("s1")["leaders"][DELIAN]["flank"] == "timon"


def test_one_figure_goes_to_a_front_of_choice_and_three_to_all() -> None:
    position = before_battle(delian="cavalry1=1", figures="cimon gorgo").until("leaders")
    assert position.legal("s0") == ["lead:cimon@flank", "lead:none@flank"]
    position.do("lead:none@flank", "lead:none@center")
    assert position.legal("s0") == ["lead:cimon@maritime"]
    three = before_battle(delian="cavalry1=1").set_board(figures=[["cimon", ""], ["pericles", ""], ["aspasia", ""]])
    assert three.until("leaders").legal("s0") == ["lead:cimon@flank", "lead:pericles@flank", "lead:aspasia@flank"]


def place(position: Position, delian: list[str], peloponnesian: list[str], front: str = "flank") -> Position:
    """Place both armies of one front by columns (`ii5+i2`, `none`)."""
    for column in range(3):
        for seat, tokens in (("s0", delian), ("s1", peloponnesian)):
            if seat in position.pending():
                position.play(seat, f"place:{tokens[column]}@{front}{column + 1}")
    return position


def lead(position: Position, front: str, *figures: str) -> Position:
    """Put these figures on the front and leave the other fronts empty."""
    while position.phase == "leaders":
        moves = position.legal()
        wanted = [move for move in moves if move.split(":")[1].split("@")[0] in figures and move.endswith(front)]
        none = [move for move in moves if ":none@" in move]
        position.do((wanted or none or moves)[0])
    return position


def duel(delian: int, peloponnesian: int) -> Position:
    """One cavalry token each in column 1 of the flank; Cimon (6) and Gorgo (3) lead there."""
    position = before_battle(
        delian=f"cavalry{2 if delian > 3 else 1}={delian}",
        peloponnesian=f"cavalry{2 if peloponnesian > 3 else 1}={peloponnesian}",
        figures="cimon gorgo",
    ).until("placement")
    names = ["i" * (2 if power > 3 else 1) + str(power) for power in (delian, peloponnesian)]
    return lead(place(position, [names[0], "none", "none"], [names[1], "none", "none"]), "flank", "cimon", "gorgo")


def test_who_is_behind_may_engage_first_and_the_other_may_answer() -> None:
    position = duel(2, 5)
    assert (position.pending(), position.legal()) == (["s0"], ["engage", "hold"])
    position.do("engage")
    assert position.fields["battle"]["power"] == [8, 5]
    assert position.pending() == ["s1"]
    position.do("engage")  # 8 against 8: nobody's
    assert position.fields["battle"]["columns"]["flank"] == [0, 0]
    unanswered = duel(2, 5).do("engage", "hold")
    assert unanswered.fields["battle"]["columns"]["flank"] == [1, 0]


def test_if_the_first_holds_the_other_may_engage_and_be_answered() -> None:
    position = duel(2, 5).do("hold")
    assert position.pending() == ["s1"]
    position.do("engage")
    assert position.pending() == ["s0"]  # may answer although it held
    position.do("engage")
    assert position.fields["battle"]["columns"]["flank"] == [0, 0]  # 8 against 8
    both_hold = duel(2, 5).do("hold", "hold")
    assert both_hold.fields["battle"]["columns"]["flank"] == [0, 1]
    assert duel(2, 5).do("hold", "engage", "hold").fields["battle"]["columns"]["flank"] == [0, 1]


def test_a_tie_asks_the_peloponnesian_first() -> None:
    assert duel(2, 2).pending() == ["s1"]
    assert duel(2, 2).fields["battle"]["first"] == "peloponnesian"


def test_a_figure_serves_one_column() -> None:
    position = duel(2, 5).do("engage", "hold")
    assert position.fields["battle"]["revealed"] == 2
    assert position.pending() == ["s1"]  # Cimon is spent, Gorgo is not
    position.do("engage")
    assert position.phase == "over"  # no figures are left on any front: the rest goes by itself
    assert position.fields["battle"]["columns"]["flank"] == [1, 1]


def test_a_talent_for_the_front_adds_power() -> None:
    position = before_battle(
        delian="cavalry1=1", peloponnesian="cavalry2=6", cities="larissa sparta", figures="polymedes gorgo"
    ).until("placement")
    lead(place(position, ["i1", "none", "none"], ["ii6", "none", "none"]), "flank", "polymedes", "gorgo").do("engage")
    assert position.fields["battle"]["power"] == [8, 6]


def test_on_a_front_that_is_decided_nobody_is_asked() -> None:
    def after_two(delian: list[str]) -> Position:
        """Columns 1 and 2 of the flank are closed, without the figures that lead there."""
        position = before_battle(
            delian="cavalry1=3 cavalry1=1 cavalry1=1", peloponnesian="cavalry2=6 cavalry2=5 cavalry2=4",
            figures="cimon gorgo",
        ).until("placement")  # fmt: skip
        lead(place(position, delian, ["ii6", "ii5", "ii4"]), "flank", "cimon", "gorgo")
        return position.do("hold", "hold", "hold", "hold")

    position = after_two(["i3", "i1", "i1"])
    assert position.phase == "over"  # 2-0: Cimon could turn the third column, but not the front
    assert position.fields["battle"]["columns"]["flank"] == [0, 3]
    assert position.fields["battle"]["engaged"]["flank"] == [False, False]
    one = duel(2, 5).do("hold", "hold")  # 1-0, and two columns to come
    assert (one.pending(), one.fields["battle"]["revealed"]) == (["s1"], 2)
    one.do("hold", "hold")
    assert one.fields["battle"]["revealed"] == 3  # 1-0, and one: it could still be 1-1


FRONT_CASES = [
    (["i3", "i2", "i1"], ["i2", "i1", "i3"], "delian"),  # 2-1
    (["i3", "i1", "i2"], ["i2", "i2", "i2"], "none"),  # 1-1
    (["i2", "i2", "i2"], ["i2", "i2", "i2"], "none"),  # 0-0
    (["i2", "i2", "i2"], ["i2", "i3", "i2"], "peloponnesian"),  # 0-1 wins it
    (["i1+i1", "none", "none"], ["i1", "none", "none"], "delian"),  # both rows count
]


@pytest.mark.parametrize(("delian", "peloponnesian", "winner"), FRONT_CASES)
def test_columns_and_fronts(delian: list[str], peloponnesian: list[str], winner: str) -> None:
    def army(columns: list[str]) -> str:
        return " ".join(f"cavalry1={name[1:]}" for column in columns if column != "none" for name in column.split("+"))

    position = before_battle(delian=army(delian), peloponnesian=army(peloponnesian)).until("placement")
    place(position, delian, peloponnesian).until("over")
    assert position.fields["battle"]["fronts"]["flank"] == winner


def battle(
    delian: str, peloponnesian: str, prestige: tuple[int, ...] = (1, 1), copper: tuple[int, ...] = (0, 0)
) -> Position:
    """A battle in which each front's only tokens stand in column 1 and nobody engages, of two or of four."""
    position = before_battle(len(copper), delian=delian, peloponnesian=peloponnesian).until("placement")
    for i in range(len(copper)):
        position.set_board(i, prestige=prestige[i], bonuses=4, resources=[0, 0, copper[i]])
    while position.phase == "placement":
        seat = position.pending()[0]
        position.play(seat, position.legal(seat)[0])
    return position.until("over")


def test_more_fronts_win() -> None:
    position = battle("cavalry1=1 hoplites1=1", "triremes1=3")
    assert position.fields["battle"]["fronts"] == {"flank": "delian", "center": "delian", "maritime": "peloponnesian"}
    assert position.returns() == [1.0, 0.0]
    assert position.pending() == []


def test_equal_fronts_go_to_the_maritime_one_then_prestige_then_copper_then_nobody() -> None:
    assert battle("cavalry1=1", "triremes1=3", prestige=(9, 1)).returns() == [0.0, 1.0]
    assert battle("cavalry1=1", "hoplites1=3", prestige=(5, 4)).returns() == [1.0, 0.0]
    assert battle("cavalry1=1", "hoplites1=3", prestige=(4, 4), copper=(1, 2)).returns() == [0.0, 1.0]
    assert battle("cavalry1=1", "hoplites1=3", prestige=(4, 4), copper=(2, 2)).returns() == [0.5, 0.5]


def test_the_most_copper_of_any_seat_counts_and_the_treasury_does_not() -> None:
    def drawn(**arguments: Any) -> Position:
        return battle("cavalry1=1", "hoplites1=3", prestige=(4, 4, 4, 4), **arguments)

    # Delian s0 and s3 with 1 and 6, Peloponnesian s1 and s2 with 5 and 5: the most, not the sum.
    assert drawn(copper=(1, 5, 5, 6)).returns() == [1.0, 0.0]
    assert drawn(copper=(5, 1, 6, 5)).returns() == [0.0, 1.0]
    assert drawn(copper=(3, 1, 3, 2)).returns() == [0.5, 0.5]
    rich = before_battle(delian="cavalry1=1", peloponnesian="hoplites1=3").set_treasury(DELIAN, 0, 0, 30)
    rich.until("placement")
    for i in range(2):
        rich.set_board(i, prestige=4, bonuses=4, resources=[0, 0, 2 + i])
    while rich.phase == "placement":
        rich.play(rich.pending()[0], rich.legal()[0])
    assert rich.until("over").returns() == [0.0, 1.0]


def test_prestige_is_the_highest_of_any_seat_of_the_league() -> None:
    position = before_battle(4).until("leaders")
    for i, prestige in enumerate((1, 6, 6, 7)):
        position.set_board(i, prestige=prestige, bonuses=4)
    assert position.until("over").returns() == [1.0, 0.0]
