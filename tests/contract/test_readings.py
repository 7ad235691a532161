"""The option `readings` of every game: ours, or the book's where our rules differ from it."""

from __future__ import annotations

import json
import random
import re

import pytest

from petteia.engine import GAMES, Ruleset
from petteia.engine.components import BOOK, MARKS, OURS, READINGS, Components
from petteia.engine.game import Game
from petteia.engine.languages import catalogue
from tests.tools.layout import ROOT

SHAPES = [(name, seats) for name, game in GAMES.items() for seats in game.seat_counts]
PAGE = ROOT / "docs" / "rules-and-readings.md"


def rules_by(name: str, seats: int, readings: str) -> Ruleset:
    return GAMES[name](seats, None, readings=readings)


@pytest.mark.parametrize("name", GAMES)
def test_every_game_has_the_option(name: str) -> None:
    assert GAMES[name].options["readings"] == READINGS == (OURS, BOOK)
    for seats in GAMES[name].seat_counts:
        assert GAMES[name](seats).readings == OURS
        assert rules_by(name, seats, BOOK).readings == rules_by(name, seats, BOOK).chosen["readings"] == BOOK
    assert any(options.get("readings") == BOOK for _, options in GAMES[name].shapes())


@pytest.mark.parametrize("name", GAMES)
def test_the_words_of_the_option_are_the_same_everywhere(name: str) -> None:
    assert GAMES[name].option_words()["readings"] == GAMES["ephyran"].option_words()["readings"]


@pytest.mark.parametrize("name", GAMES)
def test_the_book_switches_exactly_the_settings_that_say_so(name: str) -> None:
    components = Components(name)
    ours, book = components.settings(OURS), components.settings(BOOK)
    assert list(ours) == list(book)
    switched = {setting for setting, row in ours.items() if "book" in row.values}
    assert switched
    for setting, row in ours.items():
        value = row.values["value"]
        assert book[setting].values == {**row.values, "value": row.values.get("book", value)}
        if setting in switched:
            assert type(row.values["book"]) is type(value)
            if value != row.values["book"]:
                assert row.mark in MARKS[1:], f"{setting}: what is not the book's side is no book"


@pytest.mark.parametrize(("name", "seats"), SHAPES)
def test_the_option_reaches_the_kernel(name: str, seats: int) -> None:
    """The packed rules differ if a setting that concerns these seats is switched, and only then."""
    ours, book = (rules_by(name, seats, readings) for readings in READINGS)
    rows = ours.components.settings(OURS)
    concerned = [
        setting
        for setting, row in rows.items()
        if row.values.get("book", row.values["value"]) != row.values["value"] and ours.concerns(setting)
    ]
    assert (ours.rules.packed() != book.rules.packed()) == bool(concerned)


@pytest.mark.parametrize("name", GAMES)
def test_the_page_lists_every_setting_with_its_default(name: str) -> None:
    """docs/rules-and-readings.md has a row that marks the setting *b*, with its default and the book's value."""
    page = PAGE.read_text("utf-8")
    section = re.search(rf"^## {GAMES[name].title}\n(.*?)(?=^## |\Z)", page, re.DOTALL | re.MULTILINE)
    assert section is not None, f"{PAGE.name} has no section {GAMES[name].title!r}"
    marked = [line for line in section[1].splitlines() if line.startswith("|") and "*b*" in line]
    settings = Components(name).settings()
    switched = {setting: row for setting, row in settings.items() if "book" in row.values}
    named = {setting for line in marked for setting in re.findall(r"`(\w+)", line) if setting in settings}
    assert named == set(switched)
    for setting, row in switched.items():
        found = " ".join(line for line in marked if f"`{setting}" in line)
        for value in (row.values["value"], row.values["book"]):
            assert re.search(rf"(?<!\w){re.escape(shown(value))}(?!\w)", found), (
                f"{setting}: no {shown(value)} in {found}"
            )


def shown(value: object) -> str:
    """A value as the page writes it."""
    return value if isinstance(value, str) else json.dumps(value)


@pytest.mark.parametrize(("name", "seats"), SHAPES)
@pytest.mark.parametrize("readings", READINGS)
def test_people_are_told_of_additions_and_of_the_bound(name: str, seats: int, readings: str) -> None:
    rules = rules_by(name, seats, readings)
    notes = rules.setup_notes()
    assert notes == [*rules.additions(), rules.bound()]
    assert rules.bound()
    assert all(note.endswith(".") for note in notes)
    words = catalogue(name)
    for setting, row in rules.components.settings(readings).items():
        if "book" not in row.values or not rules.concerns(setting):
            continue
        if readings == BOOK:
            assert row.values["value"] == row.values["book"]
        assert f"addition.{setting}" in words, f"{setting} may differ from the book, and nobody would be told"
    told = sum(
        f"addition.{setting}" in words and rules.concerns(setting) and row.values["value"] != row.values.get("book")
        for setting, row in rules.components.settings(readings).items()
    )
    assert len(rules.additions()) == told


@pytest.mark.parametrize("name", GAMES)
def test_additions_are_settings(name: str) -> None:
    told = {key.removeprefix("addition.") for key in catalogue(name).texts if key.startswith("addition.")}
    assert told <= set(Components(name).settings())


@pytest.mark.parametrize(("name", "seats"), SHAPES)
@pytest.mark.parametrize("readings", READINGS)
def test_games_end(name: str, seats: int, readings: str) -> None:
    rules = rules_by(name, seats, readings)
    for seed in range(4):
        game, chooser = Game(rules, seed), random.Random(seed)
        while game.pending:
            seat = chooser.choice(game.pending)
            game.play(seat, chooser.choice(game.legal(seat)))
        assert game.result is not None
