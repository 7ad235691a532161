"""The reference of Epix by itself: its data, whole random games, and its reading of the last player's rule."""

from __future__ import annotations

import copy
import json
import random

import pytest

from tests.reference.base import Deal, settle
from tests.reference.epix import SEATS, Epix

from .table import DATA_ROWS, position, random_last_turn

MOST_DECISIONS = {2: 1008, 3: 2229, 4: 3930}


def test_1_ten_units_each_at_the_book_price() -> None:
    rows = {row["id"]: (row["count"], row["cost"]) for row in DATA_ROWS["units"]["unit"]}
    assert rows == {"soldier": (3, 2), "knight": (2, 6), "camp": (3, 2), "catapult": (2, 2)}


@pytest.mark.parametrize(("seats", "count"), [(2, 11), (3, 12), (4, 15)])
def test_2_board(seats: int, count: int) -> None:
    rows = {row["id"]: row for row in DATA_ROWS[f"board{seats}"]["province"]}
    assert len(rows) == count
    lands = {at for at, row in rows.items() if row["kind"] == "land"}
    assert set(rows["K"]["next"]) == lands
    for at, row in rows.items():
        assert len(set(row["next"])) == len(row["next"])
        assert all(at in rows[other]["next"] for other in row["next"]), at
        if row["kind"] == "castle":
            assert row["next"] == [f"{at}1", f"{at}2"]
            assert rows[f"{at}1"]["seat"] == rows[f"{at}2"]["seat"] == row["seat"]
    assert all(row["mark"] in ("book", "read", "authored") for row in rows.values())


def test_2_a_border_without_its_way_back_is_refused() -> None:
    data = copy.deepcopy(DATA_ROWS)
    data["board2"]["province"][0]["next"].remove("A2")
    with pytest.raises(ValueError, match="border"):
        Epix(2, data=data)


def test_2_three_seats_are_alike() -> None:
    """Turning the three-player board by one castle changes nothing."""
    rows = {row["id"]: set(row["next"]) for row in DATA_ROWS["board3"]["province"]}
    turned = str.maketrans("ABC", "BCA")

    def turn(at: str) -> str:
        return at if at == "Br" else at.translate(turned)

    assert {turn(at): {turn(other) for other in others} for at, others in rows.items()} == rows


def test_2_two_seats_are_alike() -> None:
    rows = {row["id"]: set(row["next"]) for row in DATA_ROWS["board2"]["province"]}
    mirror = {"A": "B", "A1": "B2", "A2": "B1", "C1": "C2", "B": "A", "B2": "A1", "B1": "A2", "C2": "C1"}
    turned = {mirror.get(at, at): {mirror.get(other, other) for other in others} for at, others in rows.items()}
    assert turned == rows


def has_a_winning_line(game: Epix, seat: str, seen: set[str], limit: int) -> bool | None:
    """Try everything, every bid and every guess; None if that takes too long."""
    if not game.pending():
        return seat in game.fields()["winners"]
    key = json.dumps(game.fields(), sort_keys=True)
    if key in seen:
        return False
    seen.add(key)
    if len(seen) > limit:
        return None
    decider = game.pending()[0]
    for move in game.legal(decider):
        after = game.clone()
        after.play(decider, move)
        found = has_a_winning_line(after, seat, seen, limit)
        if found is not False:
            return found
    return False


def test_8_nobody_with_a_winning_line_is_skipped() -> None:
    """Every position whose last player the test would skip is searched through: no line of play wins."""
    rules = copy.deepcopy(DATA_ROWS)
    for row in rules["settings"]["setting"]:
        if row["id"] == "last_player_rule":
            row["value"] = False
    rng = random.Random(8)
    searched = {"recruit+tax": 0, "recruit+move": 0, "tax+move": 0}
    for _ in range(500):
        fields = random_last_turn(rng)
        game = Epix.from_fields(fields, rules)
        if not game.can_possibly_win("s0"):
            found = has_a_winning_line(game, "s0", set(), 300)
            assert found is not True, fields
            searched["+".join(fields["cards"][0])] += found is False
    assert min(searched.values()) >= 5, searched


def choose(rng: random.Random, moves: list[str]) -> str:
    """At random, but quarrelsome and thrifty, or attacks would hardly ever happen."""
    fierce = [move for move in moves if move.split(":")[0] in ("attack", "fire", "on") or "move" in move]
    at_castles = [move for move in fierce if move[-2:] in (">A", ">B", ">C", ">D")]
    if fierce and rng.random() < 0.7:
        return rng.choice(at_castles or fierce)
    cheap = [move for move in moves if not move.startswith("bid:") or int(move[4:].split("@")[0]) <= 2]
    if cheap and rng.random() < 0.8:
        return rng.choice(cheap)
    return rng.choice(moves)


@pytest.mark.parametrize("rules", ["basic", "advanced"])
@pytest.mark.parametrize("seats", SEATS)
def test_15_random_games_end(seats: int, rules: str) -> None:
    rng = random.Random(seats)
    longest = 0
    for seed in range(25):
        game, deal, decisions = Epix(seats, {"rules": rules}, DATA_ROWS), Deal(seed), 0
        decide = rng.choice((choose, lambda rng, moves: rng.choice(moves)))
        while pending := game.pending():
            if pending == ["chance"]:
                settle_one(game, deal)
            else:
                seat = rng.choice(pending)
                moves = game.legal(seat)
                assert len(moves) >= 2  # 9: forced moves are not asked
                assert len(set(moves)) == len(moves)
                game.play(seat, decide(rng, moves))
            decisions += 1
            assert decisions <= MOST_DECISIONS[seats]
            game.check()
        assert sum(game.returns()) == pytest.approx(1)
        longest = max(longest, decisions)
    assert longest > 20


def settle_one(game: Epix, deal: Deal) -> None:
    source, outcomes = game.chance()
    assert game.legal("chance") == [outcome for outcome, _ in outcomes]
    game.play("chance", deal.choose(source, outcomes))


@pytest.mark.parametrize("seats", SEATS)
def test_12_fields_round_trip_and_hide_what_is_hidden(seats: int) -> None:
    """Any position can be written down as JSON and taken up again; a view shows the own secrets only."""
    rng = random.Random(12)
    for seed in range(6):
        game, deal = Epix(seats, {"rules": "advanced"}, DATA_ROWS), Deal(seed)
        settle(game, deal)
        while pending := game.pending():
            fields = game.fields()
            again = Epix.from_fields(json.loads(json.dumps(fields)), DATA_ROWS)
            assert again.fields() == fields
            assert again.pending() == pending
            for number in range(seats):
                view = game.view(f"s{number}")
                assert view["seat"] == f"s{number}"
                for other in range(seats):
                    own = other == number
                    assert view["secret"][other] == (fields["secret"][other] if own else None)
                    shown = own or fields["shown"][other]
                    assert view["cards"][other] == (fields["cards"][other] if shown else None)
                hidden = ("secret", "cards", "seat")
                assert {n: v for n, v in view.items() if n not in hidden} == {
                    n: v for n, v in fields.items() if n not in hidden
                }
            seat = rng.choice(pending)
            assert again.legal(seat) == game.legal(seat)
            game.play(seat, choose(rng, game.legal(seat)))
            settle(game, deal)


def test_9_an_illegal_move_is_refused() -> None:
    recruiting = {"phase": "recruit", "cards": [["recruit"], ["tax"]], "todo": ["recruit"]}
    game = Epix.from_fields(position({"A": "s0 soldier"}, **recruiting), DATA_ROWS)
    with pytest.raises(ValueError, match="not legal"):
        game.play("s0", "recruit:camp@A")
    with pytest.raises(ValueError, match="nothing to decide"):
        game.legal("s1")
