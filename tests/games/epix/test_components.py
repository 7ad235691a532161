"""What the component files of Epix hold (RULES.md, 1 and 2), and files that are refused."""

from __future__ import annotations

import copy
from pathlib import Path

import pytest

from petteia.engine import BadData, ruleset
from tests.reference.base import data_folder

from .position import DATA, Position


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
