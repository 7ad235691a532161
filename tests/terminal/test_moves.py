"""Which move is meant, how many are shown, and how sentences speak to a person."""

from __future__ import annotations

import random
import re
from types import SimpleNamespace
from typing import Any

import pytest

from petteia.engine import new
from petteia.terminal.game import TerminalGame
from petteia.terminal.moves import Choice, NoMove, choices, find, labels, parts, range_of_amounts
from petteia.terminal.narrator import personal
from petteia.terminal.screen import Screen
from petteia.terminal.settings import PlaySettings, parse_levels

MOVES = ["send:cimon@persia", "send:cimon@phoenicia", "send:cimon@egypt", "stay:cimon", "done"]


@pytest.mark.parametrize(
    ("typed", "move"),
    [
        ("1", MOVES[0]),
        ("stay:cimon", MOVES[3]),
        ("st", MOVES[3]),
        ("persia", MOVES[0]),
        ("PHO", MOVES[1]),
        ("send egypt", MOVES[2]),
        ("send:cimon @ egypt", MOVES[2]),
        ("d", MOVES[4]),
    ],
)
def test_what_is_meant(typed: str, move: str) -> None:
    assert find(typed, MOVES, choices(MOVES)) == Choice(move, (move,))


@pytest.mark.parametrize(
    ("typed", "answer"),
    [
        ("p", "'p' fits 2 moves: send:cimon@persia, send:cimon@phoenicia"),
        ("send", "'send' fits 3 moves"),
        ("6", "no number 6: want 1 to 5"),
        ("²", "is none of your moves"),
        ("-1", "'-1' is none of your moves"),
        ("egypt persia", "is none of your moves"),
        ("@", "'@' is none of your moves"),
    ],
)
def test_what_is_not(typed: str, answer: str) -> None:
    with pytest.raises(NoMove, match=answer):
        find(typed, MOVES, choices(MOVES))


def test_of_many_moves_that_fit_some_are_quoted() -> None:
    moves = [f"send:{name}@copper" for name in "abcdefg"]
    with pytest.raises(NoMove, match=r"fits 7 moves: send:a@copper, .*, send:e@copper\.\.\. Type more"):
        find("copper", moves, choices(moves))


def test_a_word_that_is_whole_is_preferred() -> None:
    moves = ["build:mine", "build:minerva", "give:x"]
    assert find("mine", moves, choices(moves)).words == "build:mine"


def test_many_moves_are_grouped_by_what_they_begin_with() -> None:
    moves = [f"place:{event}@{area}" for event in ("coup", "military") for area in range(20)] + ["pass"]
    offered = choices(moves)
    assert [choice.words for choice in offered] == ["place", "pass"]
    assert find("1", moves, offered).is_group
    inside = choices(list(offered[0].moves))
    assert [choice.words for choice in inside] == ["place:coup", "place:military"]
    assert find("place:mil", moves, offered) == Choice("place:military", tuple(moves[20:40]))
    assert [choice.words for choice in choices(list(inside[0].moves))] == moves[:20]
    assert find("coup@3", moves, offered).words == "place:coup@3"


def test_moves_that_do_not_fall_into_groups_are_all_shown() -> None:
    moves = [f"m{number}" for number in range(100)]
    assert [choice.words for choice in choices(moves)] == moves


def test_an_amount_is_called_by_its_own_number() -> None:
    bids = [f"bid:{n}" for n in range(6)]
    assert find("3", bids, choices(bids)).words == "bid:3"
    assert find("0", bids, choices(bids)).words == "bid:0"
    assert labels(bids) == bids
    guesses = [f"guess:{a},{b}" for a in range(1, 9) for b in range(a + 1, 10)]
    offered = choices(guesses)
    assert find("2", guesses, offered).words == "guess:2"
    inside = choices(list(find("2", guesses, offered).moves))
    assert find("7", guesses, inside).words == "guess:2,7"
    with pytest.raises(NoMove, match="want 3 to 9"):
        find("1", guesses, inside)


DONATIONS = [f"donate:{n}@{of}" for n in range(2, 9) for of in ("wheat", "wood", "copper")]


@pytest.mark.parametrize("others", [["done"], [f"build:{n}" for n in "abcdefghijklmnop"]], ids=["few", "many"])
def test_amounts_of_several_things_are_grouped_by_the_thing(others: list[str]) -> None:
    """Never by the amount, and no number of a line is taken for an amount."""
    moves = [*DONATIONS, *others]
    for words in ("wood", "donate wood"):
        wood = find(words, moves, choices(moves))
        assert wood == Choice("donate wood", tuple(f"donate:{n}@wood" for n in range(2, 9)))
        assert find("2", moves, choices(list(wood.moves))).words == "donate:2@wood"
        with pytest.raises(NoMove, match="want 2 to 8"):
            find("1", list(wood.moves), choices(list(wood.moves)))
    assert [choice.words for choice in choices(DONATIONS)] == ["donate wheat", "donate wood", "donate copper"]
    assert find("2", DONATIONS, choices(DONATIONS)).words == "donate wood"
    assert find("donate 3 wheat", moves, choices(moves)).words == "donate:3@wheat"


def test_a_single_amount_is_a_move_like_others() -> None:
    moves = ["donate:2@wheat", "donate:2@wood", "donate:3@wood", "done"]
    assert [choice.words for choice in choices(moves)] == ["donate:2@wheat", "donate wood", "done"]
    assert find("2", moves, choices(moves)).is_group


def test_what_a_group_of_amounts_means() -> None:
    said = {f"donate:{n}@wheat": f"give {n} wheat: +1 prestige" for n in (2, 3)}
    assert range_of_amounts(said) == "give 2 to 3 wheat: +1 prestige"
    said["donate:8@wheat"] = "give 8 wheat: +1 prestige; the treasury has room for 3 wheat only"
    assert range_of_amounts(said) == "give 2 to 8 wheat: +1 prestige"
    assert range_of_amounts({f"bid:{n}@x": "Tribute: 1 gold each." for n in (1, 2)}) == "Tribute: 1 gold each. (1 to 2)"
    assert range_of_amounts({"bid:1@x": "one thing", "bid:2@x": "another"}) == "1 to 2"


def test_parts() -> None:
    assert parts("exchange:a-1,b-2@s1>x") == ["exchange", ":a-1", ",b-2", "@s1", ">x"]


def test_labels_leave_out_what_nearly_all_share() -> None:
    assert labels(MOVES[:4]) == ["persia", "phoenicia", "egypt", "stay:cimon"]
    assert labels(["build:a", "donate:2@wheat", "done"]) == ["build:a", "donate:2@wheat", "done"]
    assert labels([]) == []


@pytest.mark.parametrize(
    ("sentence", "told"),
    [
        ("s0 draws a card.", "You draw a card."),
        ("s0 passes.", "You pass."),
        ("s0 has 3 gold of tax.", "You have 3 gold of tax."),
        ("s0 secretly chooses bid:3.", "You secretly choose bid:3."),
        ("s1 plays Destroy against s0.", "s1 plays Destroy against you."),
        ("The token of s0 on x is an owl.", "The token of you on x is an owl."),
        ("s0's knight attacks.", "Your knight attacks."),
        ("enemy sends Timoleon to Egypt.", "The enemy sends Timoleon to Egypt."),
        ("Turn 2. s0 has 2 wheat.", "Turn 2. You have 2 wheat."),
        (
            "Flank: s0 has i2 (2), enemy has i3. enemy wins.",
            "Flank: you have i2 (2), the enemy has i3. The enemy wins.",
        ),
        ("Flank: enemy has i1, s0 has i2.", "Flank: the enemy has i1, you have i2."),
        ("The dog sleeps: the enemy stays at home.", "The dog sleeps: the enemy stays at home."),
        ("The enemy wins.", "The enemy wins."),
        (
            "s0 meets the objective of the act and takes the reward.",
            "You meet the objective of the act and take the reward.",
        ),
        ("s1 meets it and takes the reward.", "s1 meets it and takes the reward."),
        ("s0 gathers wheat and horses.", "You gather wheat and horses."),
    ],
)
def test_sentences_speak_to_the_person(sentence: str, told: str) -> None:
    names = {"enemy": "the enemy"}
    made = personal(sentence, "s0", ("s0", "s1", "enemy"), lambda seat: names.get(seat, seat))
    assert made == told


def test_an_enemy_without_a_seat_has_its_name_too() -> None:
    """Against the die, in whole games."""
    told = []
    for seed in range(8):
        game, rng = new("epireia", seats=1, enemy="die", seed=seed), random.Random(seed)
        while game.pending:
            game.play("s0", rng.choice(game.legal("s0")))
        played: Any = SimpleNamespace(events={"s0": game.events("s0")})
        shown = TerminalGame(Screen(), SimpleNamespace(), played, PlaySettings("epireia", 1), game.ruleset)  # type: ignore[arg-type]
        told += [line for line in shown.news("s0") if "enemy" in line.lower()]
    assert told
    assert not [line for line in told if re.search(r"(?<!the )enemy|the the", line, re.IGNORECASE)]


def test_levels() -> None:
    assert parse_levels(("6", "s1=2,s2=10")) == (6, {"s1": 2, "s2": 10})
    for wrong in ("0", "11", "s1=", "x=y", ""):
        with pytest.raises(ValueError, match="want a number from 1 to 10"):
            parse_levels((wrong,))


def test_a_plan_survives_its_file() -> None:
    plan = PlaySettings("epix", 3, {"rules": "advanced"}, ["s1"], 6, {"s2": 9}, "cautious", 100, 7, None)
    assert PlaySettings.from_dict({**plan.to_dict(), "unknown": 1}) == plan
    assert PlaySettings("epireia").settle().seats == ("s0", "enemy")


def test_the_table_has_the_seats_that_were_named() -> None:
    assert PlaySettings("epireia", people=["s0", "s1"]).settle().seats == ("s0", "s1")
    assert PlaySettings("epix", levels={"s2": 9}).settle().seats == ("s0", "s1", "s2")
    with pytest.raises(ValueError, match="no seat 's9' in this game: want s0, enemy"):
        PlaySettings("epireia", people=["s9"]).settle()
