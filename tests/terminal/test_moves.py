"""Which move is meant, and what is listed together."""

from __future__ import annotations

import random
import re

import pytest

from petteia.engine import Description, new
from petteia.engine.description import Group, Odds, Offer, Unpaid
from petteia.terminal.dialog import sentences
from petteia.terminal.moves import Menu, NoMove, tells_of
from petteia.terminal.reasons import estimate, reason
from petteia.terminal.settings import PlaySettings, parse_levels


def description(moves: list[Offer], groups: tuple[Group, ...] = (), unpaid: tuple[Unpaid, ...] = ()) -> Description:
    return Description("", "", True, groups=groups, moves=tuple(moves), unpaid=unpaid)


EMPIRES = Group("empires", "empires", "To an empire", "a reward", listing=True)
SENT = [
    Offer(f"send:cimon@{place}", f"Send Cimon to {place.capitalize()}", f"space:{place}", place.capitalize(),
          group="empires")
    for place in ("persia", "phoenicia", "egypt")
]  # fmt: skip
STAY = Offer("stay:cimon", "Cimon stays at home", "stay:cimon")
DONE = Offer("done", "End the turn", "done")
SENDING = Menu(description([*SENT, STAY, DONE], (EMPIRES,)))


@pytest.mark.parametrize(
    ("typed", "move"),
    [
        ("1", SENT[0]),
        ("stay:cimon", STAY),
        ("st", STAY),
        ("persia", SENT[0]),
        ("PHO", SENT[1]),
        ("send egypt", SENT[2]),
        ("send:cimon @ egypt", SENT[2]),
        ("end", DONE),
        ("d", DONE),
        ("to an", EMPIRES),
    ],
)
def test_what_is_meant(typed: str, move: Offer | Group) -> None:
    assert SENDING.find(typed, SENDING.listed().lines) == move


@pytest.mark.parametrize(
    ("typed", "answer"),
    [
        ("p", "'p' fits 2 moves: Send Cimon to Persia; Send Cimon to Phoenicia"),
        ("6", "no number 6: want 1 to 5"),
        ("²", "is none of your moves"),
        ("-1", "'-1' is none of your moves"),
        ("egypt persia", "is none of your moves"),
        ("@", "'@' is none of your moves: want a number, 1 to 5, or a name such as Persia"),
    ],
)
def test_what_is_not(typed: str, answer: str) -> None:
    with pytest.raises(NoMove, match=re.escape(answer)):
        SENDING.find(typed, SENDING.listed().lines)


def test_what_fits_all_moves_of_a_group_opens_it() -> None:
    assert SENDING.find("send", SENDING.listed().lines) == EMPIRES


def test_of_many_moves_that_fit_some_are_quoted() -> None:
    menu = Menu(description([Offer(f"send:{name}@copper", f"Send {name} for copper", name) for name in "abcdefg"]))
    with pytest.raises(NoMove, match=r"fits 7 moves: Send a for copper; .*; Send d for copper\.\.\. Type more"):
        menu.find("copper", menu.listed().lines)


def test_a_word_that_is_whole_is_preferred() -> None:
    moves = [Offer(f"build:{name}", f"Build the {name.capitalize()}", name) for name in ("mine", "minerva")]
    menu = Menu(description(moves))
    assert menu.find("mine", menu.listed().lines) == moves[0]


def test_groups_that_only_make_lists_shorter_are_opened_where_there_is_room() -> None:
    assert [line.name for line in SENDING.listed().lines] == ["Persia", "Phoenicia", "Egypt", STAY.label, DONE.label]
    many = [Offer(f"send:{n}", f"Send to {n}", f"space:{n}", f"Place {n}", group="empires") for n in range(20)]
    menu = Menu(description([*many, DONE], (EMPIRES,)))
    first, last = menu.listed().lines
    assert (first.name, first.tells, first.thing, last.thing) == ("To an empire...", "a reward", EMPIRES, DONE)
    inside = menu.listed("empires").lines
    assert [line.name for line in inside] == [f"Place {n}" for n in range(20)]
    assert menu.find("place 7", inside, "empires") == many[7]
    assert menu.find("done", inside, "empires") == DONE  # a move of elsewhere is a move, too


def test_an_amount_is_called_by_its_own_number() -> None:
    group = Group("donate", "donate", "Donate wheat", ask="How much?")
    moves = [
        Offer(f"donate:{n}@wheat", f"Donate {n} wheat", f"amount:{n}", str(n), group="donate", amount=n)
        for n in (2, 3, 8)
    ]
    menu = Menu(description([*moves, DONE], (group,)))
    assert [line.number for line in menu.listed().lines] == [1, 2]
    inside = menu.listed("donate").lines
    assert [(line.number, line.name) for line in inside] == [(n, f"Donate {n} wheat") for n in (2, 3, 8)]
    assert menu.find("8", inside, "donate") == moves[2]
    with pytest.raises(NoMove, match="no number 1: want 2 to 8"):
        menu.find("1", inside, "donate")
    assert menu.find("wheat", menu.listed().lines) == group
    assert menu.find("donate 3 wheat", menu.listed().lines) == moves[1]


def test_what_cannot_be_paid_stands_where_it_would_be_found() -> None:
    build = Group("build", "build", "Build", "for its cost", listing=True)
    mine = Offer("build:mine", "Build the Mine", "build:mine", "Mine", group="build", cost={"wood": 1}, price="1 wood")
    dear = [Unpaid(f"Build {n}", n, {"copper": 2}, "2 copper", {"copper": 1}, "", group="build") for n in "abc"]
    menu = Menu(description([mine, DONE], (build,), tuple(dear)))
    shown = menu.listed()
    assert [(line.name, line.tells) for line in shown.lines] == [
        ("Build...", "for its cost (1 of 4 can be paid)"),
        (DONE.label, ""),
    ]
    assert list(shown.unpaid) == []
    assert list(menu.listed("build").unpaid) == dear
    few = Menu(description([mine, DONE], (build,), tuple(dear[:1])))
    assert [line.name for line in few.listed().lines] == ["Build the Mine", DONE.label]
    assert list(few.listed().unpaid) == dear[:1]


def test_a_list_leaves_out_what_its_question_has_said() -> None:
    """What all labels begin or end with; also of what cannot be paid."""
    build = Group("build", "build", "Build", "for its cost", listing=True)
    mine = Offer("build:mine", "Build the Mine", "build:mine", "Mine", group="build")
    shrine = Offer("build:shrine", "Build the Shrine", "build:shrine", "Shrine", group="build")
    dear = Unpaid("Build the Agora", "build:agora", {"copper": 2}, "2 copper", {"copper": 1}, "", group="build")
    inside = Menu(description([mine, shrine, DONE], (build,), (dear,))).listed("build")
    assert [line.name for line in inside.lines] == ["Mine", "Shrine"]
    assert [thing.label for thing in inside.unpaid] == ["Agora"]
    place = [Offer(f"place:{n}", f"{n} to the flank", f"tok:{n}", n) for n in ("II 6", "I 2", "nothing")]
    listed = Menu(description(place)).listed()
    assert [line.name for line in listed.lines] == ["II 6", "I 2", "nothing"]


def test_the_only_move_of_a_group_is_shown_however_deep_it_lies() -> None:
    groups = (
        Group("card", "card", "Exchange", "swap an area"),
        Group("half", "half", "Dionysus", "from your hand", group="card"),
    )
    only = Offer("exchange:x", "Exchange your area with Dionysus", "x", "lagoon 1", group="half")
    shown = Menu(description([only, DONE], groups)).listed().lines
    assert [(line.name, line.thing) for line in shown] == [(only.label, only), (DONE.label, DONE)]


def test_a_price_that_the_label_names_is_not_told_again() -> None:
    move = Offer("take:x", "Take a token (gives up Cerberus)", "x", does="Draw it.", price="Cerberus")
    assert tells_of(move) == "Draw it"


def test_cost_odds_and_effect_stand_on_a_move_and_sentences_only_once() -> None:
    move = Offer(
        "take:x", "Take a token", "x", does="Draw it and look.", price="Cerberus", odds=Odds(3, 4), chance="3 of 4"
    )
    assert tells_of(move) == "Cerberus: Draw it and look; 3 of 4"
    assert tells_of(move, {"Draw it and look."}) == "Cerberus: 3 of 4"
    state = Offer("place:x", "Place x", "x", does="neutral; there already: a bluff")
    assert tells_of(state, {state.does}) == state.does


def test_reasons_come_from_what_differs() -> None:
    persia = Offer("a", "Persia", "a", does="brings 4 copper", odds=Odds(6, 12), chance="6 in 12")
    egypt = Offer("b", "Egypt", "b", does="brings 4 wheat", odds=Odds(9, 12), chance="9 in 12")
    assert reason(egypt, persia) == "brings 4 wheat; 9 in 12"
    assert reason(egypt, egypt) == ""
    assert reason(Offer("c", "C", "c", price="2 wood"), Offer("d", "D", "d")) == "2 wood"


def test_hidden_numbers_are_told_as_estimates() -> None:
    assert estimate({"4": 0.2, "6": 0.5, "9": 0.3}) == "about 6 (4 to 9)"
    assert estimate({"5": 1.0}) == "about 5"
    assert estimate({"ii4 i1": 0.5, "ii5 i2": 0.3, "i1": 0.2}) == "about 5 (1 to 7)"
    assert estimate({"coup": 0.5, "olympics": 0.5}) == ""
    assert estimate({"1": 0.9, "2": 0.8}) == ""  # both may be there


def test_a_question_falls_into_sentences() -> None:
    assert sentences("Where to? An empire pays. Go!") == ["Where to?", "An empire pays.", "Go!"]


def test_every_move_of_every_game_can_be_reached_and_typed() -> None:
    """By the numbers of the lists, by its notation and by its label, in random games of all kinds."""
    for name, seats in (("epireia", 1), ("epireia", 3), ("egemonia", 2), ("epix", 2), ("ephyran", 3)):
        game, rng = new(name, seats=seats, seed=5), random.Random(name)
        for _ in range(60):
            if not game.pending:
                break
            seat = rng.choice(game.pending)
            menu = Menu(game.observation(seat).describe())
            reached, groups = {}, [""]
            while groups:
                at = groups.pop()
                numbers = [line.number for line in menu.listed(at).lines]
                assert len(set(numbers)) == len(numbers)
                for line in menu.listed(at).lines:
                    if isinstance(line.thing, Group):
                        groups.append(line.thing.id)
                    else:
                        reached[line.thing.move] = line.thing
            legal = game.legal(seat)
            assert sorted(reached) == sorted(legal)
            lines = menu.listed().lines
            for move in rng.sample(legal, min(len(legal), 10)):
                assert menu.find(move, lines) == reached[move]
            game.play(seat, rng.choice(legal))


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
