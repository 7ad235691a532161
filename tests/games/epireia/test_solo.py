"""Epireia alone against enemy cities: the solo section of RULES.md."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from .position import DATA, DELIAN, PELOPONNESIAN, ROWS, Position

pytestmark = pytest.mark.usefixtures("implementation")

DIE = {row["roll"]: row for row in DATA["die"]["row"]}
DELPHI = ROWS["solo"]["voice_of_delphi"]
WANTED = next(goal["n"] for goal in DELPHI["objectives"] if goal["kind"] == "prestige")


# --- Setup


def test_city_and_league_are_asked_only_if_there_is_a_choice() -> None:
    position = Position.new(1, scenario="harvest_road")
    assert position.phase == "city"
    assert "city:corinth" not in position.legal()  # an enemy city
    position.do("city:elis")
    assert position.legal() == ["league:delian", "league:peloponnesian"]
    position.do("league:peloponnesian")
    assert [board["league"] for board in position.fields["boards"]] == ["peloponnesian", "delian"]
    fixed = Position.new(1, scenario="the_helots")
    assert (fixed.phase, fixed.board()["city"], fixed.board()["league"]) == ("administrator", "athens", "delian")


def test_athens_is_delian_and_sparta_peloponnesian() -> None:
    for city, league in (("athens", "delian"), ("sparta", "peloponnesian")):
        position = Position.new(1, scenario="harvest_road").do(f"city:{city}")
        assert position.phase == "administrator"
        assert position.board()["league"] == league
    against_athens = Position.new(1, scenario="wooden_walls")
    assert "city:athens" not in against_athens.legal()
    assert against_athens.do("city:corinth").board()["league"] == "peloponnesian"


@pytest.mark.parametrize("scenario", ROWS["solo"])
def test_each_scenarios_enemy_stands_ready(scenario: str) -> None:
    row = ROWS["solo"][scenario]
    position = Position.new(1, scenario=scenario)
    while position.phase in ("city", "league", "administrator", "figure"):
        position.do(position.legal()[0])
    position.draws()
    board, enemy = position.fields["boards"]
    assert board["prestige"] == 0
    assert board["resources"] == [2, 2, 2]
    assert [id for id, _ in enemy["figures"]] == [id for city in row["enemies"] for id in city["figures"]]
    side = ["delian", "peloponnesian"].index(enemy["league"])
    for front in ("flank", "center", "maritime"):
        backs = [sorted("i" * int(deck[-1]) + "?" for deck in column)[::-1] for column in row[front]]
        assert position.view("s0")["slots"][side][front] == backs
    assert position.phase == "reveal"
    assert len(position.legal()) == 24
    brigands = [at for effect in row["constraint"] if effect["do"] == "brigands" for at in effect["at"]]
    assert [id for id, t in position.fields["territories"].items() if t["brigands"]] == brigands


def test_the_rival_has_an_administrator_that_the_player_cannot_take() -> None:
    position = Position.new(1, scenario="harvest_road", enemy="rival", city="elis", league="delian")
    assert "administrator:emporos" not in position.legal()
    assert len(position.legal()) == 5


# --- Augur cards


def test_one_augur_card_each_turn_and_never_twice() -> None:
    position = Position.solo_game()
    for turn in range(2, ROWS["solo"]["harvest_road"]["turns"] + 1):
        position.until("reveal")
        assert position.fields["turn"] == turn
        assert position.fields["card"] == ""
        assert len(position.legal()) == 25 - turn
        position.do(position.legal()[0]).draws()


def omen(card: str, scenario: str = "harvest_road", **board: Any) -> Position:
    """Turn 2 of a solo game as Elis (Eupolemos 5/2, and 1 wood foraged) with the card just turned up."""
    position = Position.solo_game(
        scenario, figure="eupolemos", augur="clear_liver" if card != "clear_liver" else "laurel"
    )
    position.until("reveal").set_treasury(DELIAN, 1, 1, 1)
    position.set_board(0, **({"resources": [5, 5, 5], "prestige": 1, "bonuses": 0} | board))
    return position.do(f"card:{card}").draws()


def after_turn(position: Position) -> list[int]:
    """Resources once the turn is over, the figure having stayed at home and the enemy away from empty fields."""
    position.until("reveal")
    resources: list[int] = position.board()["resources"]
    return resources


def reaches(position: Position, roll: int, space: str = "egypt") -> bool:
    """Whether the roll is enough for Eupolemos at an empire (Egypt: 7), the enemy being at Epirus."""
    position.send(eupolemos=space).roll(1).roll(roll)
    return bool(position.board()["empires"] == [space])


def conflict(position: Position, mine: int, theirs: int) -> str:
    """Eupolemos (5) and Timoleon (5) at Ionia; Timoleon is the Peloponnesian and rolls first."""
    position.send(eupolemos="ionia").roll(9).roll(theirs, mine)
    position.until("reveal")
    return str(position.fields["territories"]["ionia"]["holder"])


SEAS = [id for id, row in ROWS["territories"].items() if row["kind"] == "sea"]

AUGURIES: dict[str, Callable[[], bool]] = {
    "white_ox": lambda: omen("white_ox").board()["resources"] == [7, 5, 5],
    "falling_oak": lambda: omen("falling_oak").board()["resources"] == [5, 7, 5],
    "bright_vein": lambda: omen("bright_vein").board()["resources"] == [5, 5, 7],
    "eagle_right": lambda: reaches(omen("eagle_right"), 3) and not reaches(omen("eagle_right"), 2),
    "owl_at_noon": lambda: (conflict(omen("owl_at_noon"), 4, 5), conflict(omen("owl_at_noon"), 4, 6)) == ("elis", ""),
    "laurel": lambda: omen("laurel").board()["prestige"] == 2,
    "swarm": lambda: omen("swarm").board()["actions"] == 3,
    "volunteers": lambda: omen("volunteers").tokens(DELIAN) == {"hoplites1": 1},
    "calm_enemy": lambda: omen("calm_enemy").send().phase == "reveal",
    "clear_liver": lambda: omen("clear_liver").fields["treasury"][DELIAN] == [2, 2, 2],
    "rats": lambda: omen("rats").board()["resources"] == [3, 5, 5],
    "dry_wells": lambda: after_turn(omen("dry_wells")) == [5, 6, 6],
    "trident": lambda: not [m for m in omen("trident").until("diplomacy").legal() if m.partition("@")[2] in SEAS],
    "two_suns": lambda: omen("two_suns").board()["actions"] == 1,
    "black_goat": lambda: bool(omen("black_goat").fields["territories"]["illyria"]["brigands"]),
    "broken_lyre": lambda: reaches(omen("broken_lyre"), 7) and not reaches(omen("broken_lyre"), 6),
    "red_moon": lambda: (conflict(omen("red_moon"), 6, 3), conflict(omen("red_moon"), 5, 3)) == ("elis", ""),
    "mutter": lambda: omen("mutter").board()["prestige"] == 0,
    "closed_hands": lambda: "donate" not in omen("closed_hands").verbs(),
    "forge_fire": lambda: (
        "produce:hoplites2" not in omen("forge_fire", buildings=["barracks"]).legal()
        and omen("forge_fire").board()["resources"] == [5, 7, 5]
    ),
    "generous_god": lambda: (
        omen("generous_god").do("donate:2@copper").board()["prestige"] == 3
        and omen("generous_god").do("build:archive").board()["resources"] == [4, 3, 4]
    ),
    "caravans": lambda: (
        omen("caravans").board()["resources"] == [5, 5, 4]
        and after_turn(omen("caravans").hold("elis", "ionia")) == [7, 6, 9]
    ),
    "war_fever": lambda: (
        omen("war_fever").do("produce:hoplites1").draws().board()["resources"] == [3, 5, 5]
        and "build:shrine" not in omen("war_fever").legal()
    ),
    "nile_letter": lambda: (
        "send:eupolemos@egypt" not in omen("nile_letter").until("diplomacy").legal()
        and after_turn(omen("nile_letter")) == [9, 6, 6]
    ),
}


@pytest.mark.parametrize("card", ROWS["augur"])
def test_each_augur_card(card: str) -> None:
    assert AUGURIES[card]()


def test_the_black_goats_brigands_leave_at_the_end_of_the_turn() -> None:
    position = omen("black_goat")
    assert position.fields["territories"]["illyria"] == {"holder": "", "since": 0, "brigands": True, "passing": True}
    position.until("reveal")
    assert position.fields["territories"]["illyria"] == {"holder": "", "since": 0, "brigands": False, "passing": False}


def test_brigands_that_stood_there_before_stay() -> None:
    position = Position.solo_game(augur="laurel").put_brigands("illyria").until("reveal").do("card:black_goat")
    assert position.fields["territories"]["illyria"] == {"holder": "", "since": 0, "brigands": True, "passing": False}
    position.next_turn()
    assert position.fields["territories"]["illyria"]["brigands"]


def test_the_black_goats_brigands_take_tokens_off_for_good_and_can_be_beaten() -> None:
    position = Position.solo_game(augur="laurel", figure="eupolemos").hold("elis", "illyria").until("reveal")
    position.do("card:black_goat")
    assert position.fields["territories"]["illyria"]["holder"] == ""
    beaten = Position.load(position.fields).send(eupolemos="illyria").roll(1).roll(1, 12)
    assert beaten.board()["victories"] == 1
    assert beaten.until("reveal").fields["territories"]["illyria"]["holder"] == "elis"
    assert position.until("reveal").fields["territories"]["illyria"]["holder"] == ""


def test_the_clear_liver_drives_brigands_away() -> None:
    position = Position.solo_game("horsemen_of_the_north", augur="laurel", city="corinth").until("reveal")
    assert position.fields["territories"]["chalkidiki"]["brigands"]
    assert not position.do("card:clear_liver").fields["territories"]["chalkidiki"]["brigands"]


def test_an_omen_lasts_one_turn() -> None:
    position = omen("two_suns").until("reveal")
    assert position.do("card:white_ox").board()["actions"] == 2


def test_every_omen_is_tested() -> None:
    assert list(AUGURIES) == list(ROWS["augur"])


# --- Constraints that last the whole game


def turns(scenario: str, city: str, see: Callable[[Position], object]) -> list[object]:
    """What is seen in the first three development turns of a scenario, each begun with 5 of everything and no tax yet;
    the cards have nothing to do with it."""
    position = Position.new(1, scenario=scenario, city=city).until("administrator").do("administrator:tamias")
    position.do(position.legal()[0]).draws()
    found = []
    for card in ("laurel", "mutter", "owl_at_noon"):
        position.set_board(resources=[5, 5, 5]).do(f"card:{card}")
        found.append(see(position))
        position.until("reveal")
    return found


@pytest.mark.parametrize(
    ("scenario", "city", "left"), [("the_helots", "athens", [4, 5, 5]), ("the_thirty_years", "elis", [5, 3, 5])]
)
def test_a_scenarios_tax_is_paid_every_turn(scenario: str, city: str, left: list[int]) -> None:
    assert turns(scenario, city, lambda position: position.board()["resources"]) == [left] * 3


def test_in_the_year_of_the_plague_no_wheat_is_ever_collected() -> None:
    def collected(position: Position) -> list[int]:
        position = Position.load(position.fields).set_board(resources=[0, 0, 0], figures=[])
        resources: list[int] = position.hold("corinth", "euboea").until("reveal").board()["resources"]
        return resources

    # Corinth yields 1 wheat, 2 wood, 1 copper; the wheat is that of Euboea.
    assert turns("year_of_the_plague", "corinth", collected) == [[2, 2, 1]] * 3


def test_on_the_march_persia_is_always_closed() -> None:
    def is_open(position: Position) -> list[bool]:
        position = Position.load(position.fields).until("diplomacy")
        return [any(move.endswith(empire) for move in position.legal()) for empire in ("@persia", "@egypt")]

    assert turns("march_on_the_isthmus", "larissa", is_open) == [[False, True]] * 3


# --- Development and diplomacy


def test_nothing_but_the_ability_goes_without_an_action() -> None:
    position = Position.solo_game().rich().set_treasury(DELIAN, 30, 30, 30).set_board(buildings=["archive"], actions=1)
    assert position.do("produce:triremes1@treasury").draws().tokens(DELIAN) == {"triremes1": 1}
    assert position.legal() == ["ability", "done"]  # the tamias takes resources


def test_no_figure_goes_to_a_greek_city_and_the_assembly_helps_in_territories() -> None:
    position = Position.solo_game(figure="eupolemos").set_treasury(DELIAN, 9, 9, 9).until("diplomacy")
    assert not [move for move in position.legal() if move.split("@")[-1] in ROWS["cities"]]
    position = Position.solo_game(figure="eupolemos").set_board(buildings=["assembly"])
    assert conflict(position, 3, 4) == "elis"
    iphitos = Position.solo_game(figure="iphitos").send(iphitos="ionia").roll(9)
    iphitos.roll(4, 4)  # 4 + 2 against 5
    assert iphitos.until("reveal").fields["territories"]["ionia"]["holder"] == "elis"


@pytest.mark.parametrize("roll", DIE)
@pytest.mark.parametrize("city", ROWS["cities"])
def test_each_row_of_the_die_table(roll: int, city: str) -> None:
    figure, second = [id for id, row in ROWS["figures"].items() if row["city"] == city][:2]
    position = Position.solo_game(city="larissa" if city != "larissa" else "elis")

    def change(fields: dict[str, Any]) -> None:
        fields["boards"][1]["figures"] = [[figure, ""], [second, ""]]

    position.edit(change).until("diplomacy").send()
    assert position.chance() == (13, [(f"roll:{n}", 1) for n in range(1, 13)])
    position.roll(roll)
    assert position.board(1)["figures"][0] == [figure, DIE[roll][city]]


def test_a_closed_space_keeps_an_enemy_figure_at_home() -> None:
    for sea in SEAS:
        roll = next(roll for roll, row in DIE.items() if row["corinth"] == sea)
        assert omen("trident").send().roll(roll).fields["territories"][sea]["holder"] == ""
    assert omen("nile_letter").send().roll(11).phase == "reveal"


def test_an_enemy_figure_leaves_its_citys_token_and_moves_the_oldest() -> None:
    position = Position.solo_game().hold("corinth", "ionia", since=1).hold("corinth", "epirus", "kritiko", since=2)
    position.edit(lambda fields: fields.update(turn=3)).send().roll(3).until("reveal")
    held = {id: t["since"] for id, t in position.fields["territories"].items() if t["holder"]}
    assert held == {"epirus": 2, "euboea": 3, "kritiko": 2}
    assert position.board(1)["resources"] == [0, 0, 0]


def test_several_enemies_in_one_space_send_their_strongest() -> None:
    position = Position.solo_game("horsemen_of_the_north", city="corinth", figure="aristeus")
    position.send(aristeus="ionia").roll(9, 9)  # Pheidon 5 + 1 on land, Eupolemos 5; Aristeus 6 + 1
    assert position.chance()[0] == 11
    position.roll(3, 1).until("reveal")
    assert position.fields["territories"]["ionia"]["holder"] == "larissa"


@pytest.mark.parametrize(("roll", "beaten"), [(3, False), (4, True)])
def test_several_figures_against_brigands_fight_as_one(roll: int, beaten: bool) -> None:
    position = Position.solo_game("horsemen_of_the_north", city="corinth", figure="aristeus", augur="laurel")
    assert position.fields["territories"]["chalkidiki"]["brigands"]
    position.send().roll(4, 4)  # Pheidon (5, and 1 on land) and Eupolemos (5) come to Chalkidiki
    assert position.chance()[0] == 12
    position.roll(5)  # 9
    assert position.chance()[0] == 11
    position.roll(roll)  # one roll for both
    assert position.board(1)["victories"] == beaten
    assert position.until("reveal").fields["territories"]["chalkidiki"] == {
        "holder": "larissa" if beaten else "",
        "since": int(beaten),
        "brigands": not beaten,
        "passing": False,
    }


def test_a_better_enemy_total_takes_the_empires_reward_away() -> None:
    for mine, reward in ((6, []), (7, ["egypt"]), (5, [])):
        position = Position.solo_game(figure="eupolemos").send(eupolemos="egypt").roll(11).roll(6, mine)
        assert position.board()["empires"] == reward
        assert position.board(1)["empires"] == []


# --- The end


def at_the_end(scenario: str = "voice_of_delphi", **board: Any) -> Position:
    """The last turn, in which two empires have been dealt with; the prestige must hold at the end."""
    position = Position.solo_game(scenario).edit(lambda fields: fields.update(turn=ROWS["solo"][scenario]["turns"]))
    return position.set_board(0, **({"prestige": WANTED, "bonuses": 4, "empires": ["persia", "egypt"]} | board))


def test_objectives_not_met_lose_the_game_without_a_battle() -> None:
    for missing in ({"prestige": WANTED - 1}, {"empires": ["egypt"]}):
        position = at_the_end(**missing).send()
        while position.pending():
            position.do(position.default())
        assert position.phase == "over"
        assert position.fields["battle"]["revealed"] == 0
        assert position.returns() == [0.0, 1.0]


def test_an_objective_once_met_stays_met_and_one_for_the_end_must_hold() -> None:
    position = Position.solo_game("voice_of_delphi")
    position.set_board(prestige=WANTED, bonuses=4, empires=["egypt", "persia"]).do("done")
    assert position.fields["goals"] == [False, True]
    position.set_board(empires=[], prestige=WANTED - 1).edit(lambda fields: fields.update(turn=DELPHI["turns"])).send()
    while position.pending():
        position.do(position.default())
    assert position.fields["goals"] == [False, True]


def with_goal(position: Position, objective: dict[str, Any], short: int) -> Position:
    """Give the player (Delian or not) what an objective asks for, less so many."""
    board = position.board()
    side = ["delian", "peloponnesian"].index(board["league"])
    kind, n = objective["kind"], objective.get("n", 0) - short
    if kind == "buildings":
        fitting = [id for id, row in ROWS["buildings"].items() if row["type"] == objective["type"]]
        position.set_board(buildings=fitting[:n])
    elif kind == "territories":
        fitting = [id for id, row in ROWS["territories"].items() if objective["where"] in ("any", row["kind"])]
        position.hold(board["city"], *fitting[:n])
    elif kind == "hold":
        position.hold(board["city"], *objective["at"][short:])
    elif kind == "treasury":
        each = objective["of"] == "each"
        position.set_treasury(
            side, *(n if each or objective["of"] == name else 0 for name in ("wheat", "wood", "copper"))
        )
    elif kind == "tokens":
        kinds = ["hoplites", "cavalry", "triremes"] if objective["army"] == "any" else [objective["army"]]
        level, power = (2, 5) if objective["level"] == 2 else (1, 2)
        position.give_tokens(side, *(f"{kinds[i % len(kinds)]}{level}={power}" for i in range(n)))
    elif kind == "empires":
        position.set_board(empires=list(ROWS["empires"])[:n])
    elif kind == "figures":
        own = [id for id, row in ROWS["figures"].items() if row["city"] == board["city"]]
        position.set_board(figures=[[id, ""] for id in own[:n]])
    else:
        position.set_board(0, **{kind: n, "bonuses": 4})
    return position


GOALS = [(id, i) for id, row in ROWS["solo"].items() for i in range(len(row["objectives"]))]


@pytest.mark.parametrize(("scenario", "number"), GOALS)
def test_each_solo_objective(scenario: str, number: int) -> None:
    row = ROWS["solo"][scenario]
    objective = row["objectives"][number]
    for short in (1, 0):
        city = next(id for id in ("elis", "corinth", "larissa") if id not in [e["city"] for e in row["enemies"]])
        league = row["league"] or "delian"
        position = Position.solo_game(scenario, city=row["city"] or city, league=league, augur="calm_enemy")
        with_goal(position, objective, short)
        if objective["when"] == "once":
            position.do("done")
        else:
            position.edit(lambda fields: fields.update(turn=row["turns"]))
            while position.phase in ("development", "diplomacy"):
                position.do(position.default())
        assert position.fields["goals"][number] == (short == 0)


def final_battle(enemy: str, mine: str) -> Position:
    """The last turn of a game with these armies on the fronts, nobody engaging."""

    def change(fields: dict[str, Any]) -> None:
        for front in fields["slots"][PELOPONNESIAN]:
            for column in fields["slots"][PELOPONNESIAN][front]:
                for name in column:
                    deck = {"flank": "cavalry", "center": "hoplites", "maritime": "triremes"}[front]
                    fields["decks"][deck + str(name.count("i"))][int(name.lstrip("i")) - 1] += 1
            fields["slots"][PELOPONNESIAN][front] = [[], [], []]
        for front in enemy.split():
            kind = {"flank": "cavalry", "center": "hoplites", "maritime": "triremes"}[front]
            fields["slots"][PELOPONNESIAN][front][0] = ["i3"]
            fields["decks"][kind + "1"][2] -= 1

    position = at_the_end().edit(change).give_tokens(DELIAN, *mine.split())
    while position.pending():
        position.do(position.default())
    return position


def test_the_battle_is_won_by_more_fronts_and_a_tie_loses() -> None:
    won = final_battle("flank", "hoplites1=1 triremes1=1")
    assert won.fields["battle"]["fronts"] == {"flank": "peloponnesian", "center": "delian", "maritime": "delian"}
    assert won.returns() == [1.0, 0.0]
    tie = final_battle("flank", "triremes1=1")  # even with the maritime front
    assert tie.fields["battle"]["fronts"]["maritime"] == "delian"
    assert tie.returns() == [0.0, 1.0]
    assert final_battle("", "hoplites1=1").returns() == [1.0, 0.0]
    assert final_battle("flank center", "triremes1=1").returns() == [0.0, 1.0]


def test_the_enemy_of_die_and_ai_has_no_figures_in_the_battle() -> None:
    position = at_the_end(figures=[["eupolemos", ""], ["xenias", ""], ["hippias", ""]]).until("leaders")
    assert position.pending() == ["s0"]
    position.do("lead:eupolemos@flank", "lead:xenias@center", "lead:hippias@maritime")
    assert position.pending() == ["s0"]
    assert position.fields["leaders"][PELOPONNESIAN] == {"flank": "", "center": "", "maritime": ""}


# --- The three kinds of enemy cities


def test_the_enemy_of_die_never_decides() -> None:
    position = Position.solo_game(enemy="die")
    while position.pending():
        assert "enemy" not in position.pending()
        position.do(position.default())


def test_the_enemy_of_ai_chooses_where_its_figures_go_and_nothing_else() -> None:
    game = Position.solo_game("wooden_walls", enemy="ai", city="elis", league="", figure="eupolemos")
    game.until("diplomacy").do("stay:eupolemos")
    assert game.pending() == ["enemy"]
    spaces = [*ROWS["empires"], *ROWS["territories"]]
    assert game.legal() == [f"send:themistocles@{space}" for space in spaces] + ["stay:themistocles"]
    game.do("send:themistocles@ionia")
    assert "send:cimon@ionia" not in game.legal()
    decided = set()
    while game.pending():
        if game.pending() == ["enemy"]:
            decided.add(game.phase)
        game.do(game.default())
    assert decided == {"diplomacy"}


def against(enemy: str, card: str) -> Position:
    """Turn 2 of The harvest road as Elis (Eupolemos 5/2) against Corinth (Timoleon 5/2), with the card turned up."""
    position = Position.solo_game(enemy=enemy, figure="eupolemos").until("reveal")
    return position.set_board(0, resources=[5, 5, 5]).do(f"card:{card}").until("diplomacy").do("stay:eupolemos")


@pytest.mark.parametrize("enemy", ["ai", "rival"])
def test_what_an_omen_does_to_an_enemy_who_decides(enemy: str) -> None:
    spaces = {*ROWS["empires"], *ROWS["territories"]}
    plain = against(enemy, "laurel")
    assert plain.pending() == ["enemy"]
    assert {move.partition("@")[2] for move in plain.legal()} - {""} == spaces
    assert {move.partition("@")[2] for move in against(enemy, "trident").legal()} - {""} == spaces - {*SEAS}
    assert {move.partition("@")[2] for move in against(enemy, "nile_letter").legal()} - {""} == spaces - {"egypt"}
    rests = against(enemy, "calm_enemy")
    assert rests.phase != "diplomacy"
    assert rests.board(1)["figures"] == [["timoleon", ""]]

    def fight(card: str, theirs: int, mine: int) -> str:
        position = Position.solo_game(enemy=enemy, figure="eupolemos").until("reveal").do(f"card:{card}")
        position.send(eupolemos="ionia", timoleon="ionia").roll(theirs, mine).until("reveal")
        return str(position.fields["territories"]["ionia"]["holder"])

    assert fight("laurel", 3, 4) == "elis"
    assert [fight("red_moon", 3, mine) for mine in (4, 5, 6)] == ["corinth", "", "elis"]


def test_the_rival_develops_and_fights_as_a_full_opponent() -> None:
    position = Position.solo_game("wooden_walls", enemy="rival", city="elis", league="", figure="eupolemos")
    assert position.pending() == ["enemy"]  # Athens is Delian and develops first
    enemy = position.board(1)
    assert (enemy["administrator"], enemy["resources"], enemy["actions"]) == ("emporos", [2, 2, 2], 2)
    assert position.tokens(DELIAN) == {"hoplites1": 1, "triremes1": 1, "triremes2": 1}
    position.set_board(1, resources=[9, 9, 9]).do("build:agora")
    assert position.legal() == ["figure:pericles", "figure:alcibiades", "figure:aspasia"]
    position.do("figure:aspasia", "donate:2@wheat")
    assert position.fields["treasury"][DELIAN] == [2, 0, 0]
    position.set_board(1, resources=[0, 0, 0]).hold("athens", "ionia").until("reveal")
    assert position.board(1)["resources"] == [1, 2, 5]  # 1 1 2, 1 wood of income, Ionia, Aspasia at home
    position.do("card:two_suns")
    assert position.board(1)["actions"] == 2  # the omen is the player's


def test_the_rival_places_its_army_and_its_figures() -> None:
    position = Position.solo_game("voice_of_delphi", enemy="rival", figure="eupolemos")
    position.edit(lambda fields: fields.update(turn=DELPHI["turns"]))
    position.set_board(0, prestige=WANTED, bonuses=4, empires=["persia", "egypt"]).give_tokens(DELIAN, "triremes1=1")
    position.until("placement")
    assert position.pending() == ["s0", "enemy"]
    while position.phase == "placement":
        position.do(position.legal()[0])
    assert position.pending() == ["s0", "enemy"]
    position.do("lead:eupolemos@flank", "lead:xenoclea@flank")
    position.until("battle")
    assert position.fields["leaders"][PELOPONNESIAN]["flank"] == "xenoclea"
    asked = set()
    while position.pending():
        asked |= set(position.pending())
        position.do("engage")
    assert asked == {"s0", "enemy"}
