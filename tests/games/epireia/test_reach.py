"""Random games of Epireia reach the rows of the data files."""

from __future__ import annotations

from collections import Counter

import pytest

from tests.reference.base import CHANCE

from ..position import Fields, random_game
from .position import DATA, ROWS, Position

GAMES: list[tuple[int, dict[str, str]]] = [
    *((seats, {}) for seats in (2, 3, 4)),
    *((1, {"scenario": scenario, "enemy": enemy}) for scenario in ROWS["solo"] for enemy in ("die", "ai", "rival")),
]
FRONTS = list(ROWS["fronts"])


class Reached:
    """Which rows of the data files random games have reached, and how often."""

    def __init__(self) -> None:
        self.rows: Counter[str] = Counter()

    def start(self, options: dict[str, str]) -> None:
        if options:
            self.rows[f"solo/{options['scenario']}/{options['enemy']}"] += 1

    def see(self, fields: Fields, seat: str, move: str) -> None:
        """Note what a move is about to do."""
        verb, _, what = move.partition(":")
        thing, _, where = what.partition("@")
        if verb in ("city", "administrator", "figure", "build"):
            file = {"city": "cities", "administrator": "administrators", "figure": "figures", "build": "buildings"}
            self.rows[f"{file[verb]}/{thing}"] += 1
        elif verb == "draw":
            self.rows[f"army/{where}"] += 1
        elif verb == "card":
            self.rows[f"{'augur' if fields['options']['seats'] == 1 else 'acts'}/{thing}/drawn"] += 1
        elif verb == "ability":
            (administrator,) = (board["administrator"] for board in fields["boards"] if board["seat"] == seat)
            self.rows[f"administrators/{administrator}/ability"] += 1
        elif verb == "roll" and fields["phase"] == "diplomacy":
            self.rows[f"die/{thing}"] += 1
        elif verb == "engage":
            self.rows[f"fronts/{FRONTS[(fields['battle']['revealed'] - 1) // 3]}/engaged"] += 1
        if seat == CHANCE and verb == "roll" and fields["phase"] == "territories" and fields["rolls"]["brigands"]:
            self.rows["territories/brigands"] += 1

    def compare(self, before: Fields, after: Fields) -> None:
        """Note what a move has done."""
        for old, new in zip(before["boards"], after["boards"], strict=True):
            for number in range(old["bonuses"], new["bonuses"]):
                self.rows[f"administrators/{new['administrator']}/bonus {number + 1}"] += 1
            for empire in set(new["empires"]) - set(old["empires"]):
                self.rows[f"empires/{empire}/rewarded"] += 1
        for id, territory in after["territories"].items():
            if territory["holder"] and territory["holder"] != before["territories"][id]["holder"]:
                self.rows[f"territories/{id}/held"] += 1
        for city in set(after["joined"]) - set(before["joined"]):
            self.rows[f"cities/{city}/joined"] += 1
        if after["met"] and not before["met"]:
            self.rows[f"acts/{after['card']}/met"] += 1
        for i, (old, new) in enumerate(zip(before["goals"], after["goals"], strict=True)):
            if new and not old:
                self.rows[f"solo/{after['options']['scenario']}/goal {i + 1}"] += 1
        for front in set(after["battle"]["fronts"]) - set(before["battle"]["fronts"]):
            self.rows[f"fronts/{front}/{after['battle']['fronts'][front]}"] += 1

    @staticmethod
    def expected() -> list[str]:
        rows = [f"cities/{id}" for id in ROWS["cities"]] + [f"cities/{id}/joined" for id in ROWS["cities"]]
        rows += [f"{file}/{id}" for file in ("figures", "administrators", "buildings", "army") for id in ROWS[file]]
        rows += [f"administrators/{id}/ability" for id in ROWS["administrators"]]
        rows += [f"administrators/{id}/bonus {n}" for id in ROWS["administrators"] for n in (1, 2, 3, 4)]
        rows += [f"empires/{id}/rewarded" for id in ROWS["empires"]]
        rows += [f"territories/{id}/held" for id in ROWS["territories"]] + ["territories/brigands"]
        rows += [f"acts/{id}/{what}" for id in ROWS["acts"] for what in ("drawn", "met")]
        rows += [f"augur/{id}/drawn" for id in ROWS["augur"]]
        rows += [f"die/{row['roll']}" for row in DATA["die"]["row"]]
        rows += [
            f"fronts/{id}/{what}" for id in ROWS["fronts"] for what in ("engaged", "delian", "peloponnesian", "none")
        ]
        rows += [f"solo/{id}/{mode}" for id in ROWS["solo"] for mode in ("die", "ai", "rival")]
        rows += [f"solo/{id}/goal {i + 1}" for id, row in ROWS["solo"].items() for i in range(len(row["objectives"]))]
        return rows


@pytest.mark.usefixtures("kernel")
def test_random_games_reach_every_row() -> None:
    """Prints every row with how often it was reached (run with -s to see it)."""
    reached = Reached()
    for number, (seats, options) in enumerate(GAMES):
        for seed in range(25 if seats > 1 else 4):
            reached.start(options)
            position = Position.new(seats, **options)
            before = position.fields
            for seat, move in random_game(position, 100 * number + seed):  # other deals for every kind of game
                after = position.fields
                reached.compare(before, after)
                reached.see(after, seat, move)
                before = after
            reached.compare(before, position.fields)
    expected = Reached.expected()
    for row in expected:
        print(f"{reached.rows[row]:6}  {row}")
    assert set(reached.rows) <= set(expected), "the report does not know all it counted"
    # Random play seldom meets some objectives; other tests meet each of them in a position made for it.
    easy = [row for row in expected if "/goal " not in row and not row.endswith("/met")]
    assert [row for row in easy if not reached.rows[row]] == []
    assert sum(reached.rows[row] == 0 for row in expected) <= 6
