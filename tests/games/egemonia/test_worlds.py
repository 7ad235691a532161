"""Egemonia's law of sampling as the reference counts it. `test_sampling.py` holds the kernel to that count."""

from __future__ import annotations

import copy
import random
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest

from tests.reference.base import CHANCE
from tests.reference.egemonia import Egemonia
from tests.reference.egemonia.worlds import Observer, World, brute, truth, worlds

from ..variants import with_settings
from .position import DATA, SCENARIOS, Position


def tiny(counts: dict[str, int], sparta_stands: bool = True) -> dict[str, Any]:
    """A game for exhaustive counting: six areas, hands of three, two placements, and the events of ``counts``."""
    data = copy.deepcopy(with_settings(DATA, turns=2, hand=3, draws=2, placements=2))
    keep = ("sparta", "corinth", "thebes", "athens", "delphi", "sicily")
    lines = {
        "sparta": (["corinth"], ["sicily"]),
        "corinth": (["sparta", "thebes"], []),
        "thebes": (["corinth", "athens", "delphi"], []),
        "athens": (["thebes"], []),
        "delphi": (["thebes"], []),
        "sicily": ([], ["sparta"]),
    }
    data["areas"]["area"] = [
        {**row, "land": lines[row["id"]][0], "sea": lines[row["id"]][1]}
        for row in data["areas"]["area"]
        if row["id"] in keep
    ]
    data["events"]["event"] = [
        {**row, "count": counts[row["id"]]} for row in data["events"]["event"] if row["id"] in counts
    ]
    factions = ("athens", "sparta") if sparta_stands else ("athens",)
    data["setup"]["influence"] = [
        {"scenario": "standard", "faction": faction, "area": faction, "count": 1} for faction in factions
    ]
    data["setup"]["choose"] = []
    return data


MIXED = {"military": 2, "influence": 1, "coup": 2, "false_alarm": 1, "divine_help": 1, "persian_gold": 1}
PLAIN = {"military": 3, "influence": 2, "coup": 1, "false_alarm": 1}

TINY: dict[str, tuple[dict[str, Any], dict[str, Any]]] = {
    "mixed": (tiny(MIXED), {}),
    "oracle_of_athens": (tiny(MIXED), {"oracle": "athens"}),
    "oracle_of_sparta": (tiny(MIXED), {"oracle": "sparta"}),
    "plain": (tiny(PLAIN), {}),
    "sparta_passes": (tiny(PLAIN, sparta_stands=False), {}),
}


def positions_of_a_tiny_game(case: str, seed: int) -> list[Egemonia]:
    """A random game, as it stood after each move."""
    data, fields = TINY[case]
    game = Egemonia.from_fields({"turn": 1, "phase": "draw", **fields}, data=data)
    after: list[Egemonia] = []
    Position(game).play_out(random.Random(f"{case} {seed}"), lambda: after.append(game.clone()))
    return after


def worlds_agree_with_brute(case: str, seat: str, game: Egemonia) -> None:
    data, fields = TINY[case]

    def start(labelled: dict[str, Any]) -> Egemonia:
        return Egemonia.from_fields({"turn": 1, "phase": "draw", **fields}, data=labelled)

    counted = worlds(seat, game.seen[seat], data=data)
    listed, n_histories = brute(seat, game.seen[seat], data, start)
    assert n_histories > 0
    assert counted == listed
    assert truth(game, seat) in counted
    assert sum(counted.values()) == 1


@pytest.mark.parametrize("seat", ["s0", "s1"])
@pytest.mark.parametrize(
    ("case", "seed"),  # games with few histories
    [
        ("mixed", 2),
        ("mixed", 6),
        ("oracle_of_athens", 6),
        ("oracle_of_sparta", 0),
        ("plain", 2),
        ("sparta_passes", 1),
        ("sparta_passes", 4),
    ],
)
def test_law_of_sampling_by_listing_every_labelled_history(case: str, seed: int, seat: str) -> None:
    after = positions_of_a_tiny_game(case, seed)
    for i in (8, 11, len(after) - 2):  # within the first action, about the second draw, before the last placement
        worlds_agree_with_brute(case, seat, after[i])


@pytest.mark.long
@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("case", TINY)
def test_law_of_sampling_after_every_move(case: str, seed: int) -> None:
    for game in positions_of_a_tiny_game(case, seed):
        for seat in ("s0", "s1"):
            worlds_agree_with_brute(case, seat, game)


def chance_of(law: dict[World, Fraction], happens: Callable[[World], bool]) -> Fraction:
    return sum((share for world, share in law.items() if happens(world)), Fraction(0))


def first_turn(placed: list[tuple[str, str]]) -> Egemonia:
    """Historical, turn 1 (Athens is favoured): both hands are drawn, then these are placed."""
    game = Egemonia(options={"scenario": "historical"})
    for event in ("coup", "coup", "coup", "military", "coup", "false_alarm", "divine_help", "olympics"):
        game.play(CHANCE, f"draw:{event}")
    for seat, move in placed:
        game.play(seat, move)
    return game


def test_law_a_drawn_hand_is_any_hand() -> None:
    game = first_turn([])
    law = worlds("s0", game.seen["s0"], {"scenario": "historical"})
    assert chance_of(law, lambda world: "divine_help" in world.hand) == Fraction(4, 18)
    assert chance_of(law, lambda world: world.hand.count("coup") > 1) == 0  # three are mine
    assert chance_of(law, lambda world: world.hand == ("influence",) * 4) == Fraction(4 * 3 * 2, 18 * 17 * 16 * 15)


def test_law_what_lies_out_of_range_is_not_influence() -> None:
    placed = [("s0", "place:coup@melos"), ("s1", "place:coup@byzantium")]
    game = first_turn(placed)
    law = worlds("s0", game.seen["s0"], {"scenario": "historical"})
    # Byzantium is two lines from Thebes by way of Potidaea, so that Military reaches it.
    assert chance_of(law, lambda world: world.face_down[0] in ("influence", "persian_gold", "delian_gold")) == 0
    # Of the 18 unseen events, six are an Influence; the other twelve are as likely as each other.
    assert chance_of(law, lambda world: world.face_down == ("military",)) == Fraction(3, 12)
    assert chance_of(law, lambda world: world.face_down == ("divine_help",)) == Fraction(1, 12)


def test_law_a_kept_event_is_one_of_the_unseen_and_divine_help_is_known() -> None:
    placed = [
        ("s0", "place:coup@melos"),
        ("s1", "place:false_alarm@samos"),
        ("s0", "place:coup@melos"),
        ("s1", "place:divine_help@samos"),
        ("s0", "place:coup@melos"),
        ("s1", "place:olympics@samos"),
    ]
    game = first_turn(placed)
    assert game.hands == {"athens": {"military": 1, "divine_help": 1}, "sparta": {"coup": 1}}
    law = worlds("s0", game.seen["s0"], {"scenario": "historical"})
    # Sparta kept one of the fifteen that were neither mine nor shown.
    assert law[World(("influence",), (), None)] == Fraction(4, 15)
    assert law[World(("coup",), (), None)] == Fraction(1, 15)
    assert World(("divine_help",), (), None) not in law
    assert World(("olympics",), (), None) not in law
    # Seen from the other side: Divine help is in Athens' hand in every world.
    law = worlds("s1", game.seen["s1"], {"scenario": "historical"})
    assert chance_of(law, lambda world: "divine_help" in world.hand) == 1
    assert law[World(("divine_help", "military"), (), None)] == Fraction(4, 15)


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_law_the_truth_is_always_possible(scenario: str) -> None:
    game = Egemonia(options={"scenario": scenario})
    observers = {seat: Observer(seat, {"scenario": scenario}, None) for seat in ("s0", "s1")}
    n_seen = dict.fromkeys(observers, 0)

    def each() -> None:
        for seat, observer in observers.items():
            for entry in game.seen[seat][n_seen[seat] :]:
                observer.observe(entry)
            n_seen[seat] = len(game.seen[seat])
            assert observer.histories[truth(game, seat)] > 0

    Position(game).play_out(random.Random(scenario), each)


def test_law_histories_cannot_be_counted_from_the_middle() -> None:
    game = Egemonia.from_fields({"turn": 2, "phase": "draw", "hands": {"athens": {"military": 2, "coup": 1}}})
    with pytest.raises(ValueError, match="not known"):
        worlds("s0", game.seen["s0"])
