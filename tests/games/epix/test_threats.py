"""What Epix warns of: a castle that a rival can attack with a Move & Attack card that it may yet play."""

from __future__ import annotations

from typing import Any

import pytest

from petteia.engine import ruleset
from petteia.engine.description import Threat

from .position import fields_of


def threats(board: dict[str, str], viewer: str = "s0", **changes: Any) -> list[Threat]:
    view = fields_of(board, **changes) | {"you": viewer}
    return ruleset("epix", 2, rules="advanced").threats(view)


@pytest.mark.parametrize(
    ("board", "threatened"),
    [
        ({"A1": "s1 soldier"}, True),  # beside castle A
        ({"K": "s1 soldier"}, False),  # a soldier steps or attacks
        ({"A1": "s1 camp catapult"}, False),  # neither attacks a castle on foot
        ({"B1": "s1 knight"}, True),  # it rides to Land A2
        ({"B1": "s1 knight", "A1": "s0 camp", "A2": "s0 camp"}, False),  # nowhere to ride to
        ({"A1": "s0 soldier"}, False),
    ],
    ids=str,
)
def test_who_can_come_to_a_castle(board: dict[str, str], threatened: bool) -> None:
    found = threats(board)
    assert [(threat.kind, threat.grave, threat.seats) for threat in found] == [("castle", True, ("s1",))] * threatened
    for threat in found:
        assert threat.keys[0] == "place:A"
        assert "Only the garrison defends it." in threat.words


def test_a_castle_with_soldiers_is_not_left_to_its_garrison() -> None:
    [threat] = threats({"A1": "s1 soldier", "A": "s0 soldier"})
    assert threat.words == "Red can attack your castle next, with a soldier in Land A1."


def test_an_attack_needs_gold_for_a_bid() -> None:
    assert threats({"A1": "s1 soldier"}, gold=[10, 0]) == []


def test_an_ability_lets_a_soldier_step_before_it_attacks() -> None:
    tables = ruleset("epix", 2, rules="advanced").tables  # type: ignore[attr-defined]
    steps = next(card for card, effect in tables.effects.items() if effect.effect == "extra_steps")
    assert threats({"K": "s1 soldier"}, abilities=[[], [steps]])


@pytest.mark.parametrize(
    ("changes", "threatened"),
    [
        ({"season": "autumn", "turn": "s0"}, True),  # there is another season
        ({"season": "winter", "turn": "s0", "shown": [True, False]}, True),
        ({"season": "winter", "turn": "s0", "first": "s1"}, False),  # s1 has had its turn
        ({"season": "winter", "turn": "s1", "phase": "recruit", "todo": ["recruit", "move"]}, True),
        ({"season": "winter", "turn": "s1", "phase": "recruit", "todo": ["recruit"]}, False),
        ({"season": "winter", "turn": "s1", "phase": "order", "todo": [], "cards": [["tax"], ["tax", "move"]]}, True),
        (
            {"season": "winter", "turn": "s1", "phase": "order", "todo": [], "cards": [["tax"], ["recruit", "tax"]]},
            False,
        ),
    ],
    ids=str,
)
def test_after_the_last_turn_nobody_attacks(changes: dict[str, Any], threatened: bool) -> None:
    assert bool(threats({"A1": "s1 soldier"}, **{"shown": [True, True], **changes})) == threatened


def test_a_spectator_is_told_of_every_castle() -> None:
    found = threats({"A1": "s1 soldier", "B1": "s0 soldier"}, "pub")
    assert sorted(threat.keys[0] for threat in found) == ["place:A", "place:B"]
    assert all("your" not in threat.words for threat in found)
