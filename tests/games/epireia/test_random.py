"""Random games of Epireia: they end, stay sound, hide what is hidden, and reach the rows of the data files."""

from __future__ import annotations

import json
import random
from collections import Counter
from typing import Any

import pytest

from tests.reference.base import CHANCE, Deal, perft
from tests.reference.epireia import Epireia

from .table import DATA, ROWS, random_game

# RULES.md, "Length".
MOST_DECISIONS = 711
MOST_CHANCES = 627

LEAGUE_GAMES: list[tuple[int, dict[str, Any]]] = [(seats, {}) for seats in (2, 3, 4)]
SOLO_GAMES: list[tuple[int, dict[str, Any]]] = [
    (1, {"scenario": scenario, "enemy": enemy}) for scenario in ROWS["solo"] for enemy in ("die", "ai", "rival")
]


def name(value: object) -> str:
    if isinstance(value, dict):
        return "-".join(value.values()) or "league"
    return str(value)


class Reached:
    """Which rows of the data files random games have reached, and how often."""

    def __init__(self) -> None:
        self.rows: Counter[str] = Counter()

    def start(self, game: Epireia) -> None:
        if game.solo:
            self.rows[f"solo/{game.scenario['id']}/{game.mode}"] += 1

    def see(self, game: Epireia, seat: str, move: str) -> None:
        """Note what a move is about to do."""
        verb, _, what = move.partition(":")
        thing, _, where = what.partition("@")
        if verb in ("city", "administrator", "figure", "build"):
            file = {"city": "cities", "administrator": "administrators", "figure": "figures", "build": "buildings"}
            self.rows[f"{file[verb]}/{thing}"] += 1
        elif verb == "draw":
            self.rows[f"army/{where}"] += 1
        elif verb == "card":
            self.rows[f"{'augur' if game.solo else 'acts'}/{thing}/drawn"] += 1
        elif verb == "ability":
            self.rows[f"administrators/{game.board(seat).administrator}/ability"] += 1
        elif verb == "roll" and game.phase == "diplomacy":
            self.rows[f"die/{thing}"] += 1
        elif verb == "engage":
            self.rows[f"fronts/{game.front()}/engaged"] += 1
        if seat == CHANCE and verb == "roll" and game.phase == "territories" and game.rolls["brigands"]:
            self.rows["territories/brigands"] += 1

    def compare(self, before: dict[str, Any], game: Epireia) -> None:
        """Note what a move has done."""
        after = game.fields()
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
                self.rows[f"solo/{game.scenario['id']}/goal {i + 1}"] += 1
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


def play_and_check(seats: int, options: dict[str, Any], seed: int, reached: Reached) -> None:
    decisions = chances = 0
    before: dict[str, Any] = {}
    for game, seat, move in random_game(seats, options, seed):
        game.check()
        if not before:
            reached.start(game)
        else:
            reached.compare(before, game)
        if seat:
            reached.see(game, seat, move)
        before = game.fields()
        chances += seat == CHANCE
        decisions += seat not in (CHANCE, "")
    assert game.phase == "over"
    assert sum(game.returns()) == 1
    assert decisions <= MOST_DECISIONS
    assert chances <= MOST_CHANCES


def test_random_games_end_and_reach_every_row() -> None:
    """Prints every row with how often it was reached (run with -s to see it)."""
    reached = Reached()
    for number, (seats, options) in enumerate(LEAGUE_GAMES + SOLO_GAMES):
        for seed in range(25 if seats > 1 else 4):
            play_and_check(seats, options, 100 * number + seed, reached)  # other deals for every kind of game
    expected = Reached.expected()
    for row in expected:
        print(f"{reached.rows[row]:6}  {row}")
    assert set(reached.rows) <= set(expected), "the report does not know all it counted"
    # Random play seldom meets some objectives; other tests meet each of them in a position made for it.
    easy = [row for row in expected if "/goal " not in row and not row.endswith("/met")]
    assert [row for row in easy if not reached.rows[row]] == []
    assert sum(reached.rows[row] == 0 for row in expected) <= 6


@pytest.mark.parametrize(("seats", "options"), LEAGUE_GAMES + SOLO_GAMES[::5], ids=name)
def test_a_position_survives_its_fields(seats: int, options: dict[str, Any]) -> None:
    for game, seat, move in random_game(seats, options, seed=7):
        fields = game.fields()
        assert json.loads(json.dumps(fields)) == fields
        copy = Epireia.from_fields(fields, DATA)
        assert copy.fields() == fields
        assert copy.pending() == game.pending()
        if seat:
            copy.play(seat, move)
            after = copy.fields()
            assert game.fields() == fields  # the copy is independent
            game_after = game.clone()
            game_after.play(seat, move)
            assert game_after.fields() == after


def shuffle_hidden(game: Epireia, league: str, luck: random.Random) -> Epireia:
    """The law of sampling: deal the tokens that the other league of ``league`` hides anew from what is unseen."""
    world = game.clone()
    enemy = "peloponnesian" if league == "delian" else "delian"
    for deck, row in world.deck_rows.items():
        pool = [power for power, n in enumerate(world.unseen(league, deck), start=1) for _ in range(n)]
        luck.shuffle(pool)
        n_army = sum(world.army[enemy][deck])
        world.army[enemy][deck] = [0] * 6
        for _ in range(n_army):
            world.army[enemy][deck][pool.pop() - 1] += 1
        front = next(id for id, front_row in world.front_rows.items() if front_row["kind"] == row["kind"])
        first = 3 * list(world.front_rows).index(front)
        for c, column in enumerate(world.slots[enemy][front]):
            for i, token in enumerate(column):
                if token.count("i") == row["level"] and first + c >= world.revealed:
                    column[i] = "i" * row["level"] + str(pool.pop())
        world.decks[deck] = [pool.count(power) for power in range(1, 7)]
    return world


@pytest.mark.parametrize(("seats", "options"), LEAGUE_GAMES + SOLO_GAMES[::4], ids=name)
def test_changing_what_is_hidden_never_changes_a_view(seats: int, options: dict[str, Any]) -> None:
    luck = random.Random(11)
    for game, _, _ in random_game(seats, options, seed=3):
        for board in game.boards:
            if not board.league:
                continue
            world = shuffle_hidden(game, board.league, luck)
            world.check()
            assert world.view(board.seat) == game.view(board.seat)
            assert json.loads(json.dumps(game.view(board.seat))) == game.view(board.seat)
            if board.seat in game.pending():
                assert world.legal(board.seat) == game.legal(board.seat)
        public = game.view("pub")
        assert "unseen" not in public
        assert all(isinstance(n, int) for army in public["army"] for n in army.values())


@pytest.mark.parametrize(("seats", "options"), LEAGUE_GAMES, ids=name)
def test_partners_share_a_view(seats: int, options: dict[str, Any]) -> None:
    for game, _, _ in random_game(seats, options, seed=5):
        for league in ("delian", "peloponnesian"):
            views = [game.view(board.seat) for board in game.of_league(league)]
            for view in views:
                del view["you"], view["chosen"]
            assert all(view == views[0] for view in views)


def test_perft_of_the_setup() -> None:
    game = Epireia(2, {}, DATA)
    assert [perft(game, Deal(1), depth) for depth in (1, 2, 3, 4, 5)] == [6, 30, 180, 900, 4500]


def test_the_same_deal_and_choices_make_the_same_game() -> None:
    games = [[move for _, _, move in random_game(4, {}, seed=9)] for _ in range(2)]
    assert games[0] == games[1]
