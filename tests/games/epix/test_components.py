"""What the component files of Epix hold (RULES.md, 1 and 2), and files that are refused."""

from __future__ import annotations

import copy
import math
from cmath import phase
from itertools import combinations
from pathlib import Path

import pytest

from petteia.engine import BadData, ruleset
from tests.reference.base import data_folder

from .position import DATA, SEATS, Position


def test_1_ten_units_each_at_the_book_price() -> None:
    rows = {row["id"]: (row["count"], row["cost"]) for row in DATA["units"]["unit"]}
    assert rows == {"soldier": (3, 2), "knight": (2, 6), "camp": (3, 2), "catapult": (2, 2)}


@pytest.mark.parametrize(("seats", "count"), [(2, 11), (3, 12), (4, 15)])
def test_2_board(seats: int, count: int) -> None:
    rows = {row["id"]: row for row in DATA[f"board{seats}"]["province"]}
    assert len(rows) == count
    lands = {at for at, row in rows.items() if row["kind"] == "land"}
    assert set(rows["K"]["next"]) == lands
    for at, row in rows.items():
        assert len(set(row["next"])) == len(row["next"])
        assert all(at in rows[other]["next"] for other in row["next"]), at
        if row["kind"] == "castle":
            assert row["next"] == [f"{at}1", f"{at}2"]
            assert rows[f"{at}1"]["seat"] == rows[f"{at}2"]["seat"] == row["seat"]


@pytest.mark.usefixtures("implementation")
def test_2_a_border_without_its_way_back_is_refused() -> None:
    data = copy.deepcopy(DATA)
    data["board2"]["province"][0]["next"].remove("A2")
    with pytest.raises(ValueError, match=r"border|one-way"):
        Position.new(data=data)


def test_2_one_side_of_the_board_is_for_two_and_three() -> None:
    """With two players castle C is out of play, and its lands belong to nobody; nothing else is different."""
    of_three = {row["id"]: row for row in DATA["board3"]["province"] if row["id"] != "C"}
    of_two = {row["id"]: row for row in DATA["board2"]["province"]}
    told = ("mark", "note")
    for at, row in of_three.items():
        same = {key: value for key, value in row.items() if key not in told and (key != "seat" or at[0] != "C")}
        same["next"] = [other for other in row["next"] if other != "C"]
        assert {key: value for key, value in of_two[at].items() if key not in told} == same
    assert list(of_two) == list(of_three)


class Drawing:
    """A board as the page draws it: straight borders, but to a band about the board they go straight outwards."""

    def __init__(self, seats: int) -> None:
        self.rows = {row["id"]: row for row in DATA[f"board{seats}"]["province"]}
        self.band = next((at for at, row in self.rows.items() if row.get("around")), None)
        self.borders = sorted({tuple(sorted((at, other))) for at, row in self.rows.items() for other in row["next"]})

    def at(self, place: str) -> complex:
        return complex(*self.rows[place]["at"]) - complex(50, 50)

    def end(self, place: str, other: str) -> complex:
        """Where the border of a place and another ends at the first."""
        if place != self.band:
            return self.at(place)
        there = self.at(other)
        return there / math.hypot(there.real / 53, there.imag / self.at(place).imag)

    def neighbours(self, place: str) -> list[str]:
        """Round about the place, as its borders leave it; a band is seen from without."""
        if place == self.band:
            return sorted(self.rows[place]["next"], key=lambda other: -phase(self.at(other)))
        return sorted(
            self.rows[place]["next"], key=lambda other: phase(self.end(other, place) - self.at(place))
        )  # fmt: skip


@pytest.mark.parametrize("seats", SEATS)
def test_2_no_two_borders_cross(seats: int) -> None:
    """So there can be such a map: drawn in the plane, V - E + F = 2."""
    drawing = Drawing(seats)
    steps = {(at, other) for at in drawing.rows for other in drawing.rows[at]["next"]}
    faces = 0
    while steps:
        at, other = start = steps.pop()
        faces += 1
        while True:
            around = drawing.neighbours(other)
            at, other = other, around[(around.index(at) + 1) % len(around)]
            if (at, other) == start:
                break
            steps.remove((at, other))
    assert len(drawing.rows) - len(drawing.borders) + faces == 2


@pytest.mark.parametrize("seats", SEATS)
def test_2_no_two_lines_cross_on_the_page(seats: int) -> None:
    drawing = Drawing(seats)
    lines = [((a, b), drawing.end(a, b), drawing.end(b, a)) for a, b in drawing.borders]

    def side(a: complex, b: complex, c: complex) -> float:
        return ((b - a).conjugate() * (c - a)).imag

    for (ends, a, b), (others, c, d) in combinations(lines, 2):
        crosses = side(a, b, c) * side(a, b, d) < 0 and side(c, d, a) * side(c, d, b) < 0
        assert not crosses, (ends, others)
    for ends, a, b in lines:
        for place in drawing.rows.keys() - set(ends) - {drawing.band}:
            along = ((b - a).conjugate() * (drawing.at(place) - a)).real / abs(b - a) ** 2
            assert abs(a + min(max(along, 0), 1) * (b - a) - drawing.at(place)) > 7, (ends, place)


def test_2_three_seats_are_alike() -> None:
    """Turning the three-player board by one castle changes nothing."""
    rows = {row["id"]: set(row["next"]) for row in DATA["board3"]["province"]}
    turned = str.maketrans("ABC", "BCA")

    def turn(at: str) -> str:
        return at if at == "Br" else at.translate(turned)

    assert {turn(at): {turn(other) for other in others} for at, others in rows.items()} == rows


def test_2_two_seats_are_alike() -> None:
    rows = {row["id"]: set(row["next"]) for row in DATA["board2"]["province"]}
    mirror = {"A": "B", "A1": "B2", "A2": "B1", "C1": "C2", "B": "A", "B2": "A1", "B1": "A2", "C2": "C1"}
    turned = {mirror.get(at, at): {mirror.get(other, other) for other in others} for at, others in rows.items()}
    assert turned == rows


@pytest.mark.parametrize(
    ("file", "before", "after", "reason"),
    [
        ("board2.toml", 'next = ["A1", "A2"]', 'next = ["A1"]', "one-way"),
        ("board2.toml", 'next = ["A1", "A2"]', 'next = ["A1", "Z"]', "no such province"),
        ("board2.toml", 'bans = ["camp"]', "bans = []", "camps must be banned"),
        ("units.toml", 'moves = "ride"', 'moves = "step"', "can be played"),
        ("units.toml", 'id = "soldier"', 'id = "archer"', "must be soldier"),
        ("settings.toml", "value = [1, 1, 1, 2]", "value = [1, 1, 1, 3]", "1 or 2"),
        ("settings.toml", "value = 15", "value = 60", "gold"),
        ("abilities.toml", 'effect = "price"', 'effect = "prize"', "want one of"),
    ],
)
def test_bad_components_are_refused(tmp_path: Path, file: str, before: str, after: str, reason: str) -> None:
    text = (data_folder("epix") / file).read_text("utf-8")
    assert before in text
    (tmp_path / file).write_text(text.replace(before, after, 1), "utf-8")
    with pytest.raises(BadData, match=reason):
        ruleset("epix", 2, tmp_path, rules="advanced")
