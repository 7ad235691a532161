"""What Epireia tells its players agrees with what they can do and with what comes of it."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from petteia.engine import Game, new, ruleset
from petteia.engine.games.epireia.rules import LEAGUES
from petteia.engine.games.epireia.text import reckoning, words
from petteia.engine.narration import Narration
from tests.tools.random_play import random_positions

from .position import Position, rules

GAMES = [
    (1, {"enemy": "ai", "scenario": "harvest_road"}),
    (1, {"enemy": "rival", "scenario": "the_thirty_years"}),
    (1, {"enemy": "die", "scenario": "march_on_the_isthmus"}),
    (2, {}),
    (3, {}),
    (4, {}),
]


def positions(seats: int, options: dict[str, str], n_games: int = 3) -> Iterator[Game]:
    """The positions of random games in which somebody decides."""
    of_tests = rules(seats, **options)
    for seed in range(n_games):
        yield from random_positions(of_tests, seed, random.Random(seed))


def seen(position: Position, seat: str = "") -> dict[str, Any]:
    """A position that was set up by hand as the seat that decides sees it, as far as the words need it."""
    return position.fields | {"you": seat or position.pending()[0]}


def glosses(position: Position) -> Callable[[str], str]:
    """What each move means to the seat that decides."""
    view = seen(position)
    return lambda move: rules(**view["options"]).gloss(view, move)


@pytest.mark.parametrize(("seats", "options"), [(1, {"enemy": "rival"}), (2, {}), (3, {}), (4, {})], ids=str)
def test_the_question_names_the_front_and_column_that_the_seat_decides_for(seats: int, options: dict[str, str]) -> None:
    asked = 0
    for game in positions(seats, options):
        phase = game.view("pub")["phase"]
        for seat in game.pending if phase in ("placement", "leaders") else ():
            [where] = {move.partition("@")[2] for move in game.legal(seat)}
            question = game.ruleset.question(game.view(seat))
            front = where.rstrip("123")
            assert re.findall(r"the (\w+) front", question) == [front], (seat, question)
            if phase == "placement":
                assert f"column {where.removeprefix(front)} of 3" in question
            asked += 1
    assert asked > 20


@pytest.mark.usefixtures("kernel")
def test_the_odds_count_the_enemy_who_is_there() -> None:
    position = Position.league_game(figures="cimon gorgo").set_treasury(0, 3, 3, 3).set_treasury(1, 3, 3, 3)
    gloss = glosses(position.until("diplomacy").do("send:gorgo@egypt"))
    wins = sum(own >= 7 and own > other + 3 for own in range(1, 13) for other in range(1, 13))
    assert gloss("send:cimon@egypt") == (
        f"4 wheat; needs 7 with the die +0, and more than Gorgo (+3): {round(wins / 1.44)} %"
    )
    assert gloss("send:cimon@persia") == "4 copper; needs 10 with the die +0: 3 in 12"
    assert "the treasury pays 3 wheat, 3 wood, 3 copper; needs 9 with the die" in gloss("send:cimon@corinth")
    fight = Position.league_game(figures="cimon gorgo").until("diplomacy").do("send:gorgo@ionia")
    wins = sum(own + 6 > other + 3 for own in range(1, 13) for other in range(1, 13))
    assert glosses(fight)("send:cimon@ionia") == (
        f"land: 2 copper a turn; free; Gorgo of the enemy is there: you win in {round(wins / 1.44)} %"
    )


def test_who_loses_for_an_objective_is_told_which() -> None:
    """The Voice of Delphi, doing nothing: neither objective is met."""
    game_rules = ruleset("epireia", 1, scenario="voice_of_delphi", enemy="die")
    game = Game(game_rules, 1)
    while game.pending:
        moves = game.legal("s0")
        game.play("s0", next((move for move in moves if move == "done" or move.startswith("stay")), moves[0]))
    assert game.result is not None
    assert game.result.reason == "objectives"
    view = game.view("s0")
    [block, *_] = game_rules.summary(view, brief=True)
    assert block.title == "The voice of Delphi: your objectives"
    assert [row[2] for row in block.rows] == ["not met: 0 of 6", "not met: 0 of 2"]
    told = game_rules.narrate(view, game.events("s0")[-1], view)
    assert told == ("The turns are over, and this was not met: have prestige 6; be rewarded by 2 different empires.")
    assert "Great Battle" not in game_rules.headline(view)


def test_the_primer_says_what_a_beginner_must_know() -> None:
    primer = " ".join(ruleset("epireia", 2).primer.split())
    for phrase in (
        "The turn in which Act III is met is the last one: the Great Battle follows",
        "The treasury can pay for tokens too, it pays the tribute of Greek cities",
        "brigands in it have to be beaten first",
        "by a die, which is the printed rule, or where the engine sends them",
        "its army stands face down from the first turn",
        "a tie loses",
    ):
        assert phrase in primer


@pytest.mark.usefixtures("kernel")
def test_the_development_asks_for_what_can_be_done() -> None:
    def asked(position: Position) -> str:
        return rules(**seen(position)["options"]).question(seen(position))

    position = Position.solo_game()
    assert "Build, produce an army token for the Great Battle, or donate" in asked(position)
    assert "administrator" not in asked(position)
    position.set_board(buildings=["archive", "court"], uses=1)
    assert "Your administrator can help once, which takes no action." in asked(position)
    position.set_board(actions=0)
    assert "you have no action left: end development. Your administrator" in asked(position)
    assert "Build" not in asked(position)
    oath = Position.league_game().edit(lambda fields: fields.update(act=2, card="broken_oath", drawn=["broken_oath"]))
    assert "donate" not in asked(oath)


@pytest.mark.usefixtures("kernel")
def test_who_is_driven_out_by_brigands_is_told() -> None:
    before = seen(Position.solo_game().hold("elis", "illyria"))
    after = seen(Position.solo_game(augur="black_goat"))
    told = rules(**before["options"]).narrate(before, "move chance card:black_goat", after)
    assert told is not None
    assert told.endswith("Brigands drive Elis out of Illyria.")
    assert "drive" not in str(rules(**before["options"]).narrate(before, "move chance card:white_ox", before))


@pytest.mark.usefixtures("kernel")
def test_the_headline_says_which_act_it_is_and_when_the_battle_comes() -> None:
    def headline(position: Position) -> str:
        view = seen(position)
        return rules(**view["options"]).headline(view).partition(" | ")[0]

    position = Position.league_game()
    assert headline(position) == "Act I, turn 1 (16 at most)"
    assert headline(position.edit(lambda fields: fields.update(act=2, turn=5))) == "Act II, turn 5 (16 at most)"
    last = "(last turn before the Great Battle)"
    assert headline(position.edit(lambda fields: fields.update(act=3, met=True))) == f"Act III, turn 5 {last}"
    assert headline(position.edit(lambda fields: fields.update(met=False, turn=16))) == f"Act III, turn 16 {last}"
    assert headline(Position.solo_game()) == "Turn 1 of 8"


@pytest.mark.usefixtures("kernel")
def test_a_new_act_is_told_with_its_objective_and_reward() -> None:
    position = Position.league_game(card="foreign_courts")
    told = rules(2).narrate(seen(position), "move chance card:foreign_courts", seen(position))
    assert told is not None
    assert told.startswith("Act I: Foreign courts. The Great King receives nobody this year;")
    assert told.endswith(
        " Objective: be rewarded by 2 different empires; the first gets Triremes I."
        " While it lies open: no figure can go to Persia; +1 on rolls with empires."
    )
    position = Position.league_game(card="island_roads")
    told = rules(2).narrate(seen(position), "move chance card:island_roads", seen(position))
    assert told is not None
    assert "the first gets Triremes I. On its arrival brigands settle in Euboea until they are beaten" in told
    met = rules(2).narrate(seen(position), "met s0 0", seen(position))
    assert met == "You meet the objective of the act. The reward: Triremes I."
    met = rules(2).narrate(seen(position), "met s0 0", seen(position) | {"card": ""})
    assert met == "You meet the objective of the act."
    position.edit(lambda fields: fields.update(act=3, card="war_chest", drawn=["war_chest"]))
    met = rules(2).narrate(seen(position), "met s0 0", seen(position))
    assert met is not None
    assert met.endswith(" This is the last turn before the Great Battle.")
    away = rules(2).narrate(seen(position), "move chance card:the_storms", seen(position))
    assert away == "Act II: The storms. Nobody can meet its objective any more: it is put away."


@pytest.mark.usefixtures("kernel")
def test_it_is_said_that_the_treasury_can_pay_and_alone_that_a_tie_loses() -> None:
    position = Position.solo_game()
    view = seen(position)
    solo = rules(**view["options"])
    assert "The treasury can pay for a token too; it has 1 wheat, 1 wood and 1 copper." in solo.question(view)
    assert "produce:hoplites1@treasury" not in position.legal()  # it is said before it is possible
    assert any("a tie loses" in line for block in solo.summary(view) for line in block.lines)
    assert solo.because("fronts").endswith("a tie loses")
    assert "not enough" not in rules(2).because("fronts")


@pytest.mark.usefixtures("kernel")
def test_an_empire_that_has_rewarded_you_is_marked() -> None:
    position = Position.league_game(figures="cimon gorgo").set_board(1, empires=["egypt"]).until("diplomacy")
    assert "rewarded" not in glosses(position)("send:gorgo@persia")
    assert glosses(position)("send:gorgo@egypt").endswith("; has rewarded you before, and pays each time")
    for seat, who in (("s1", "you"), ("s0", "Sparta"), ("pub", "Sparta")):
        [empires] = [block for block in rules(2).summary(seen(position, seat)) if block.title == "Empires"]
        marked = {row[0]: row[empires.heads.index("has rewarded")] for row in empires.rows}
        assert marked == dict.fromkeys(marked, "") | {"Egypt": who}


@pytest.mark.parametrize("seats", [2, 4])
def test_a_figure_is_not_kept_for_a_column_that_does_not_come(seats: int) -> None:
    asked = set()
    for game in positions(seats, {}, 6):
        for seat in game.pending:
            if "hold" in game.legal(seat):
                view = game.view(seat)
                is_last = "column 3 of 3" in game.ruleset.question(view)
                assert ("later column" in game.ruleset.gloss(view, "hold")) == (not is_last)
                asked.add(is_last)
    assert asked == {False, True}


@pytest.mark.usefixtures("kernel")
def test_it_is_said_what_would_bring_nothing() -> None:
    position = Position.league_game(administrators="hierophant tamias").rich()
    gloss = glosses(position)
    assert gloss("build:agora") == "for 2 wheat, 2 wood, 1 copper: one more figure of your city (political)"
    assert gloss("build:shrine") == "for 1 wheat, 1 wood: +1 prestige (religious)"
    assert gloss("donate:2@wheat") == "give 2 wheat: +1 prestige"
    assert gloss("donate") == "give 2 to 8 of a resource to the league's treasury: +1 prestige, whatever the amount"
    position.set_board(prestige=12, bonuses=4, figures=[["cimon", ""], ["pericles", ""], ["aspasia", ""]])
    gloss = glosses(position.set_treasury(0, 0, 27, 0))
    assert gloss("build:agora").endswith(": no new figure: your city has 3, as many as it can (political)")
    assert gloss("build:shrine").endswith(": +0 prestige (12 is the most) (religious)")
    assert gloss("donate:2@wheat") == "give 2 wheat: +0 prestige (12 is the most)"
    assert gloss("ability").startswith("+0 prestige (12 is the most)")
    assert gloss("donate:5@wood").endswith("; the treasury has room for 3 wood only")
    assert "+0 prestige" in gloss("donate")
    assert "+1 prestige (12" in glosses(position.set_board(prestige=11))("build:sanctuary")


@pytest.mark.usefixtures("kernel")
def test_the_lone_peloponnesian_is_told_of_its_double_yield_and_its_two_turns() -> None:
    position = Position.new(3)
    assert glosses(position)("city:elis").startswith("collects 2 wheat, 1 wood and 1 copper;")
    assert glosses(position.do("city:athens"))("city:elis").startswith("collects 4 wheat, 2 wood and 2 copper;")
    told = []
    position = Position.league_game(3)
    while position.phase == "development":
        told.append((position.pending()[0], "another one of yours follows" in glosses(position)("done")))
        position.do("done")
    assert told == [("s0", False), ("s2", False), ("s1", True), ("s1", False)]


@pytest.mark.usefixtures("kernel")
def test_a_league_is_told_by_who_is_in_play() -> None:
    position = Position.new(1, scenario="horsemen_of_the_north", city="corinth")
    assert glosses(position)("league:delian") == "against Larissa and Elis in the Peloponnesian league"


@pytest.mark.usefixtures("kernel")
def test_the_gloss_of_all_donations_counts_what_the_card_adds() -> None:
    position = Position.solo_game(augur="generous_god")
    assert glosses(position)("donate:2@wheat") == "give 2 wheat: +2 prestige"
    assert "+2 prestige" in glosses(position)("donate")


def said(position: Position, seat: str = "", title: str = "") -> str:
    """All that the summary says to a seat, or those with such a title."""
    view = seen(position, seat)
    found = [block for block in rules(**view["options"]).summary(view) if title in block.title]
    return " ".join(sentence for block in found for sentence in [block.title, *block.sentences()])


AUGURIES = {
    "closed_hands": "you may not donate",
    "dry_wells": "your city collects no wheat",
    "forge_fire": "you may not produce army tokens of level II",
    "war_fever": "your army tokens cost 1 copper less; you may not build religious buildings",
    "caravans": "your territories yield 2 times as much; you pay 1 copper at the start of the turn",
    "nile_letter": "no figure can go to Egypt; +2 wheat at this collection",
    "swarm": "1 more action",
    "two_suns": "1 action less",
    "trident": "no figure can enter a sea territory",
}


@pytest.mark.usefixtures("kernel")
@pytest.mark.parametrize("card", AUGURIES)
def test_alone_an_augurs_card_is_about_you_and_this_turn(card: str) -> None:
    position = Position.solo_game(augur=card)
    assert f"This turn: {AUGURIES[card]}." in said(position, title="The augur")
    told = rules(**position.fields["options"]).narrate(seen(position), f"move chance card:{card}", seen(position))
    assert told is not None
    assert f"({AUGURIES[card]}" in told


@pytest.mark.usefixtures("kernel")
def test_what_an_augurs_card_did_once_is_told_apart_from_what_it_changes() -> None:
    forge = said(Position.solo_game(augur="forge_fire"), title="The augur")
    assert "When it was turned up: you take 2 wood. This turn: you may not produce" in forge


@pytest.mark.usefixtures("kernel")
def test_who_cannot_collect_is_not_told_of_a_harvest() -> None:
    position = Position.new(1, scenario="year_of_the_plague", enemy="die")
    assert glosses(position)("city:larissa").startswith("collects 1 wood;")
    plague = Position.solo_game("year_of_the_plague", city="corinth").rich()
    assert glosses(plague)("build:granary").endswith("+1 wheat at every collection, but none is collected now (civil)")
    assert glosses(plague)("build:sawmill").endswith(": +1 wood at every collection (civil)")


@pytest.mark.usefixtures("kernel")
def test_alone_names_keep_their_capitals() -> None:
    objectives = said(Position.solo_game("march_on_the_isthmus", city="larissa"), title="objectives")
    assert "Hold Euboea and Aigaio Pelagos" in objectives or "of level II" in objectives


@pytest.mark.usefixtures("kernel")
def test_a_token_says_what_it_may_be() -> None:
    position = Position.solo_game(administrator="strategos").set_treasury(0, 2, 0, 1)
    position.set_board(buildings=["granary", "sawmill", "archive"]).hold("elis", "euboea", "aigaio", "kritiko")
    assert glosses(position)("ability:cavalry1") == "cavalry of power 1 to 3; 12 left; not an action"
    assert glosses(position)("produce:hoplites1@treasury").startswith("for 2 wheat, 1 copper of the treasury: hoplites")
    position.edit(lambda fields: fields.update(turn=8)).give_tokens(0, "cavalry1=2", "cavalry1=1").until("placement")
    assert "column 1 of 3, against 2 tokens of level II (power 3 to 6) and I (power 1 to 3)?" in rules(
        **position.fields["options"]
    ).question(seen(position))


@pytest.mark.usefixtures("kernel")
def test_what_there_is_no_room_for_is_told() -> None:
    position = Position.solo_game().hold("elis", "euboea", "ionia")
    assert "this turn, and 2 wheat and 2 copper from its territories." in said(position)
    assert "would be lost" not in said(position)
    position.set_board(resources=[12, 2, 12])
    assert "It can keep 15 of each resource: more wheat would be lost." in said(position)


def test_alone_the_lesson_is_about_being_alone() -> None:
    alone, several = ruleset("epireia", 1).lesson(), ruleset("epireia", 2).lesson()
    assert several == ruleset("epireia", 2).primer
    assert "a tie loses" in alone
    assert "Act" not in alone


@pytest.mark.usefixtures("kernel")
def test_a_constraint_of_several_players_binds_everybody_turn_after_turn() -> None:
    position = Position.league_game()
    open_ = {"the_plague": "-1 wood at every collection", "broken_oath": "nobody may donate",
             "war_chest": "nobody may build civil buildings",
             "first_among_greeks": "nobody may build political buildings",
             "masterless_men": "you pay 1 wood at the start of each turn",
             "sacred_year": "-1 wheat at every collection"}  # fmt: skip
    for card, constraint in open_.items():
        view = seen(position) | {"card": card}
        [block] = [block for block in rules(2).summary(view) if block.title.startswith("Act")]
        assert f"While it lies open: {constraint}." in block.lines


@pytest.mark.usefixtures("kernel")
def test_a_bonus_and_an_ability_are_told_of_whoever_has_them() -> None:
    position = Position.league_game(administrators="tamias archon")
    assert "you" not in said(position, title="Sparta, Peloponnesian league").lower()
    assert "At prestige 3: 1 more action (lost outside the own development turn)." in said(
        position, title="Sparta, Peloponnesian league"
    )
    assert "Tamias: take 1 wheat, 1 wood and 2 copper (0 uses left)." in said(
        position, "s1", title="Athens, Delian league"
    )
    assert "you" not in said(position, "s1", title="Athens, Delian league").lower()
    gloss = rules(2).gloss(seen(Position.new(2)), "administrator:archon")
    assert "3: 1 more action (lost outside the own development turn)" in gloss
    used = rules(2).narrate(seen(position), "move s0 ability", seen(position))
    assert used == "You use the Tamias: 1 wheat, 1 wood and 2 copper."
    position = Position.league_game(administrators="emporos strategos")
    used = rules(2).narrate(seen(position), "move s0 ability:wheat>copper", seen(position))
    assert used == "You use the Emporos: 2 wheat for 4 copper."
    used = rules(2).narrate(seen(position), "move s1 ability:hoplites1", seen(position))
    assert used == "Sparta uses the Strategos: Hoplites I."


@pytest.mark.usefixtures("kernel")
def test_closed_empires_and_stormy_seas_are_marked() -> None:
    position = Position.league_game(card="foreign_courts")
    assert "Persia: needs closed, brings 4 copper." in said(position, title="Empires")
    assert "storms" not in said(position, title="Territories")
    position = Position.solo_game(augur="trident")
    assert said(position, title="Territories").count("storms") == 3
    assert "closed" not in said(position, title="Empires")


@pytest.mark.usefixtures("kernel")
def test_the_brigands_of_a_scenario_are_told_of_at_its_start_only() -> None:
    position = Position.solo_game("march_on_the_isthmus", city="larissa")
    assert (
        "In this scenario brigands settle in Euboea until they are beaten, and take city tokens off; no figure"
        in said(position)
    )
    position.edit(lambda fields: fields.update(turn=2))
    assert "In this scenario no figure can go to Persia." in said(position)


@pytest.mark.parametrize("seats", [1, 2, 4])
def test_nobody_who_watches_is_called_you(seats: int) -> None:
    for game in positions(seats, {}, 2):
        view = game.view("pub")
        headline = game.ruleset.headline(view)
        assert not re.search(r"\byou\b|wheat", headline), headline
        if view["phase"] == "battle":
            assert "fronts won: Delian " in headline


INCOMES: list[Callable[[], Position]] = [
    lambda: Position.league_game(cities="elis larissa"),
    lambda: Position.league_game(cities="athens elis").set_board(prestige=8, bonuses=4, buildings=["mine", "granary"]),
    lambda: Position.league_game(card="sacred_year", cities="delphi athens").set_board(prestige=4, bonuses=4),
    lambda: Position.league_game(3, cities="elis corinth sparta"),
    lambda: Position.league_game(4),
    lambda: Position.solo_game("year_of_the_plague", city="corinth").set_board(buildings=["granary"]),
    lambda: Position.solo_game(augur="nile_letter"),
    lambda: Position.solo_game("wooden_walls", enemy="rival", league="", augur="dry_wells"),
]


@pytest.mark.usefixtures("kernel")
@pytest.mark.parametrize("start", INCOMES)
def test_the_city_collects_what_its_sheet_says(start: Callable[[], Position]) -> None:
    position = start()
    boards = range(len(position.fields["boards"]))
    for number in boards:
        position.set_board(number, resources=[0, 0, 0], figures=[])
    view = seen(position)
    tables = rules(**view["options"]).tables  # type: ignore[attr-defined]
    plays = [number for number in boards if view["boards"][number]["administrator"]]
    expected = [reckoning.income(tables, view, view["boards"][number]) for number in plays]
    assert f"Collects {words.goods(tables, expected[0])} this turn." in said(position)
    position.until("collection", stop=lambda: position.fields["turn"] == 2)
    assert [position.board(number)["resources"] for number in plays] == expected


@pytest.mark.usefixtures("kernel")
def test_everybodys_progress_with_the_act_is_shown() -> None:
    position = Position.league_game(4, card="first_stones").set_board(2, buildings=["shrine", "mine"])
    assert "Objective: have 4 buildings (Athens 0, you 0, Corinth 2, Delphi 0); the first gets" in said(position, "s1")
    view = seen(position.set_treasury(1, 5, 0, 0), "s3") | {"card": "the_famine"}
    text = " ".join(line for block in rules(4).summary(view) for line in block.lines)
    assert "treasury (your league 0, the Peloponnesian league 5); the first" in text


@pytest.mark.usefixtures("kernel")
def test_the_decks_and_the_figures_of_a_city_can_be_counted() -> None:
    position = (
        Position.league_game(administrators="strategos tamias").rich().do("produce:hoplites1", "draw:1@hoplites1")
    )
    assert "Left in the decks: 15 Hoplites I, 12 Hoplites II," in said(position, title="Leagues")
    assert glosses(position)("produce:hoplites1").endswith("hoplites of power 1 to 3; 15 left")
    gloss = glosses(Position.new(2))("city:sparta")
    assert gloss.endswith("Figures: Brasidas, Archidamus, Gylippus, Lysander and Gorgo")


@pytest.mark.parametrize(("seats", "options"), GAMES, ids=str)
def test_the_drawing_speaks_in_words(seats: int, options: dict[str, str]) -> None:
    """No parameters such as `(of copper, n 6)`, no ids of decks."""
    for number, game in enumerate(positions(seats, options, 1)):
        if number % 5 == 0:
            text = game.draw("pub")
            assert not re.search(r"\bn -?\d|\(of |\(at |[a-z]{2}[12]\b|_", text), text


def test_the_drawing_has_the_scenarios_constraint() -> None:
    text = " ".join(Game(ruleset("epireia", 1, scenario="march_on_the_isthmus"), 1).draw().split())
    assert "[ ] have 6 copper in the league's treasury at any time" in text
    assert (
        "in this scenario: brigands settle in Euboea until they are beaten, and take city tokens off; no figure" in text
    )


def alone(until: str, seed: int = 1) -> Game:
    """Solo Epireia against the engine's figures at its first position of a phase."""
    for game in positions_of(seed):
        if game.view("s0")["phase"] == until:
            return game
    raise AssertionError(until)


def positions_of(seed: int) -> Iterator[Game]:
    game, rng = new("epireia", seats=1, seed=seed), random.Random(seed)
    while game.pending:
        yield game
        seat = game.pending[0]
        moves = game.legal(seat)
        game.play(seat, rng.choice([move for move in moves if move.startswith(("build", "send"))] or moves))
    yield game


def test_the_drawing_has_the_enemys_army_that_stands() -> None:
    """Its levels, never its powers."""
    text = alone("development").draw("s0")
    assert re.search(r"army, face down .*\n  Flank     i+\? i+\? \|", text)
    assert not re.search(r"i\d", text)


def test_in_the_battle_the_armies_alone_are_drawn() -> None:
    text = next(game.draw("s0") for game in positions_of(3) if game.view("s0")["phase"] == "battle")
    assert "Flank" in text
    assert "Macedonia" not in text
    assert len(text.splitlines()) <= 16


def test_alone_one_is_told_that_an_army_is_needed() -> None:
    """As long as there are tokens for one front at most."""
    kinds = {threat.kind: threat.words for threat in alone("development").observation("s0").describe().threats}
    assert "no army token yet for the flank, center and maritime front" in kinds["army"]
    found = set()
    for seed in range(1, 6):
        for game in positions_of(seed):
            view = game.view("s0")
            if view["phase"] == "development":
                army = view["army"][LEAGUES.index(view["boards"][0]["league"])]
                fronts = len({deck[:-1] for deck, counts in army.items() if sum(counts)})
                told = {threat.kind for threat in game.observation("s0").describe().threats}
                assert ("army" in told) is (fronts < 2)
                found.add(fronts)
    assert {0, 1, 2} <= found


def test_the_first_question_says_what_the_scenario_asks() -> None:
    question = new("epireia", seats=1, seed=1).observation("s0").describe().question
    assert "hold 2 territories at the end; have 2 civil buildings at any time" in question
    assert "two of the three fronts" in question


def test_tokens_of_one_level_are_told_once() -> None:
    asked = [
        game.observation("s0").describe().question
        for game in positions_of(3)
        if game.view("s0")["phase"] == "placement"
    ]
    assert any("against 2 tokens of level I (power 1 to 3)?" in question for question in asked)


def test_what_the_treasury_cannot_pay_is_found_where_it_pays() -> None:
    for game in positions_of(4):
        told = game.observation("s0").describe() if game.pending else None
        by_treasury = [thing for thing in told.unpaid if "treasury pays" in thing.label] if told else []
        if by_treasury:
            assert {thing.group for thing in by_treasury} == {"treasury"}
            return
    raise AssertionError("the treasury always paid")


def test_a_reward_is_told_with_the_gift_of_who_brings_it() -> None:
    """Periander brings 3 copper more, wherever the reward comes from."""
    of_corinth, told = ruleset("epireia", 1, scenario="voice_of_delphi", city="corinth"), []
    goals = ("send:periander@egypt", "send:periander@syracuse")
    for seed in range(1, 5):
        game, rng = Game(of_corinth, seed), random.Random(seed)
        while game.pending:
            moves = game.legal(game.pending[0])
            wanted = [move for move in moves if move == "figure:periander" or move in goals]
            game.play(game.pending[0], rng.choice(wanted or moves))
        told += Narration(of_corinth, "s0").follow(game.events("s0"))
    sentences = [sentence for sentence in told if sentence and "rewards you" in sentence]
    assert any(sentence.startswith("Egypt rewards you with 4 wheat and 3 copper.") for sentence in sentences)
    assert any(sentence.startswith("Syracuse rewards you with Hoplites I and 3 copper.") for sentence in sentences)
