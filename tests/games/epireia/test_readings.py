"""What `readings=book` switches (RULES.md, the settings marked *(b)*), and that games by it end."""

from __future__ import annotations

from typing import Any

import pytest

from petteia.engine import UnknownGame, ruleset
from petteia.engine.components import BOOK, OURS, Components
from petteia.engine.games.epireia import SCENARIOS
from petteia.engine.games.epireia.rules import MODES

from ..position import random_game
from .position import DATA, PELOPONNESIAN, Position, rules

# The settings that go against a page that survives, and what follows from them in the kernel's tables.
MARKED = {"turns", "late_army_2", "late_army_3", "late_army_4", "lone_yield", "assembly_alone"}
FOLLOWS = {"turns", "late_army", "lone_yield", "assembly_alone", "options"}


def by(seats: int, readings: str, **options: str) -> Position:
    return Position.new(seats, readings=readings, **options)


def in_development(position: Position) -> Position:
    """The first development turn, by the first moves."""
    while position.phase != "development":
        position.do(position.legal()[0])
    return position


def changed(seats: int, **options: str) -> dict[str, tuple[Any, Any]]:
    """What differs between the kernel's tables of the two readings."""
    ours, book = (rules(seats, readings=readings, **options).tables.numbers for readings in (OURS, BOOK))
    return {name: (ours[name], book[name]) for name in ours if ours[name] != book[name]}


def test_the_marked_settings_are_those_with_a_side_of_the_book() -> None:
    components = Components("epireia")
    ours, book = components.settings(OURS), components.settings(BOOK)
    assert {name for name in ours if "book" in ours[name].values} == MARKED
    assert {name for name in ours if ours[name].values["value"] != book[name].values["value"]} <= MARKED
    assert {row["id"] for row in DATA["settings"]["setting"] if "book" in row} == MARKED


def test_nothing_else_is_switched() -> None:
    for seats in (2, 3, 4):
        found = changed(seats)
        assert set(found) <= FOLLOWS, found
        assert found["turns"] == (16, 60)
    assert changed(3)["lone_yield"] == ([1, 2, 1], [1, 1, 1])
    for scenario in SCENARIOS:
        found = changed(1, scenario=scenario)
        assert set(found) == {"assembly_alone", "options"}


@pytest.mark.usefixtures("implementation")
def test_ours_is_the_default() -> None:
    assert Position.new(2).fields["options"]["readings"] == OURS
    assert Position.new(1, enemy="ai").fields["options"]["readings"] == OURS


def test_other_readings_are_refused() -> None:
    with pytest.raises(UnknownGame, match="readings='mine': want one of ours, book"):
        ruleset("epireia", 2, readings="mine")


@pytest.mark.usefixtures("implementation")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_by_the_book_setup_is_complete_without_tokens(seats: int) -> None:
    position = in_development(by(seats, BOOK))
    assert position.tokens(PELOPONNESIAN) == {}


@pytest.mark.usefixtures("implementation")
def test_by_the_book_a_lone_city_collects_once() -> None:
    def collected(readings: str) -> list[int]:
        position = in_development(by(3, readings)).edit(lambda fields: fields.update(card="", met=True))
        position.set_board(1, resources=[0, 0, 0], buildings=[])
        before = position.fields["turn"]
        while position.fields["turn"] == before:
            position.do(position.default())
        return list(position.board(1)["resources"])

    own = next(row for row in DATA["cities"]["city"] if row["id"] == "sparta")["yield"]
    assert collected(OURS) == [2 * n for n in own]
    assert collected(BOOK) == own


@pytest.mark.usefixtures("implementation")
def test_by_the_book_the_battle_waits_for_act_three_or_for_turn_sixty() -> None:
    def ends(readings: str, turn: int) -> bool:
        position = in_development(by(2, readings)).edit(lambda fields: fields.update(turn=turn))
        return bool(position.until("leaders", lambda: position.fields["turn"] > turn).phase == "leaders")

    assert [ends(OURS, turn) for turn in (15, 16)] == [False, True]
    assert [ends(BOOK, turn) for turn in (16, 59, 60)] == [False, False, True]


@pytest.mark.usefixtures("implementation")
def test_by_the_book_an_assembly_is_of_no_use_alone() -> None:
    def holder(readings: str) -> str:
        position = by(1, readings, scenario="harvest_road", city="elis", league="delian")
        position.do("administrator:tamias", "figure:eupolemos").draws().do("card:clear_liver")
        position.set_board(buildings=["assembly"]).send(eupolemos="ionia").roll(9)  # Timoleon comes, of the same power
        return str(position.roll(4, 3).until("reveal").fields["territories"]["ionia"]["holder"])

    assert holder(OURS) == "elis"
    assert holder(BOOK) == "corinth"


def test_by_the_book_it_is_said_that_an_assembly_is_of_no_use_alone() -> None:
    def told(readings: str) -> str:
        found = rules(1, readings=readings)
        position = by(1, readings, scenario="harvest_road", city="elis", league="delian")
        position.do("administrator:tamias", "figure:iphitos").draws().do("card:clear_liver").rich()
        return str(found.gloss(position.view("s0"), "build:assembly"))

    assert "+2 on your rolls in territories" in told(OURS)
    assert "alone no Greek city can be won" in told(BOOK)


@pytest.mark.usefixtures("implementation")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_games_among_several_end_by_the_book(seats: int) -> None:
    for seed in range(4):
        assert_ends(by(seats, BOOK), seed, turns=60)


@pytest.mark.usefixtures("implementation")
@pytest.mark.parametrize("enemy", MODES)
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_games_alone_end_by_the_book(scenario: str, enemy: str) -> None:
    turns = rules(1, scenario=scenario).tables.numbers["turns"]
    assert_ends(by(1, BOOK, scenario=scenario, enemy=enemy), 1, turns)


def assert_ends(position: Position, seed: int, turns: int) -> None:
    last = 0
    for _ in random_game(position, seed):
        last = position.fields["turn"]
    assert position.phase == "over"
    assert 0 < last <= turns
    assert sum(position.returns()) == pytest.approx(1)


def test_the_set_up_names_what_is_added_and_the_last_bound() -> None:
    def told(seats: int, readings: str = OURS) -> str:
        return " ".join(rules(seats, readings=readings).setup_notes())

    late, lone = "starts with a few army tokens", "collects its yield twice"
    assert [(late in told(n), lone in told(n)) for n in (1, 2, 3, 4)] == [
        (False, False), (True, False), (True, True), (True, False),
    ]  # fmt: skip
    assert "An Assembly" in told(1)
    for seats in (2, 3, 4):
        assert told(seats).endswith("The Great Battle comes after turn 16 at the latest.")
        assert told(seats, BOOK) == "The Great Battle comes after turn 60 at the latest."
    first = next(iter(DATA["solo"]["scenario"]))["turns"]
    assert told(1, BOOK) == (
        f"The Great Battle comes after turn {first}, and without the scenario's objectives the game is lost before it."
    )


def test_who_chooses_the_enemy_is_told_what_is_printed() -> None:
    about = rules(1).option_words()["enemy"].about
    assert about["die"].startswith("The printed rule: ")
    assert all(about[enemy].startswith("Not the printed rule, which is the die: ") for enemy in ("ai", "rival"))
    assert rules(1).chosen["enemy"] == "die"  # of the library
