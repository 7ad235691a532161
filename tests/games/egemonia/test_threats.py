"""What Egemonia warns of: nearly enough areas, a capital under events, the last turn."""

from __future__ import annotations

from typing import Any

from petteia.engine import new

GAME = new("egemonia", seed=3)
AREAS = GAME.ruleset.tables.areas  # type: ignore[attr-defined]


def threats(viewer: str = "s0", **fields: Any) -> dict[str, Any]:
    """By kind, in a position of turn 4 where each side holds its capital, except for what is named."""
    view = {**GAME.view(viewer), "phase": "place", "turn": 4, "placed": [], **fields}
    return {threat.kind: threat for threat in GAME.ruleset.threats(view)}


def held(athens: int, sparta: int) -> dict[str, list[Any]]:
    owners = ["athens"] * athens + ["sparta"] * sparta
    return {area: [owner, 1] for area, owner in zip(AREAS, owners, strict=False)}


def test_an_enemy_who_needs_one_more_area() -> None:
    assert "areas" not in threats(influence=held(3, 8))
    threat = threats(influence=held(3, 9))["areas"]
    assert (threat.grave, threat.seats, threat.turns, len(threat.keys)) == (True, ("s1",), 7, 9)
    assert threat.words == "Sparta controls 9 areas: one more wins at the end of a turn."
    assert threats(influence=held(3, 10))["areas"].words == "Sparta controls 10 areas: that wins at the end of a turn."


def test_ones_own_areas_are_no_threat_but_news_for_a_spectator() -> None:
    assert "areas" not in threats(influence=held(9, 3))
    assert threats("s1", influence=held(9, 3))["areas"].seats == ("s0",)
    assert threats("pub", influence=held(9, 3))["areas"].seats == ("s0",)


def test_a_capital_under_events() -> None:
    assert "capital" not in threats(placed=[["sparta", "?", "thebes"], ["athens", "coup", "athens"]])
    threat = threats(placed=[["sparta", "?", "athens"], ["sparta", "?", "athens"]])["capital"]
    assert (threat.keys, threat.seats) == (("area:athens",), ("s1",))
    assert threat.words == "2 events of Sparta lie face down on Athens, your capital."
    assert "capital" not in threats("s1", placed=[["sparta", "coup", "athens"]])


def test_the_last_turn_for_who_is_behind() -> None:
    assert "last-turn" not in threats(turn=9, influence=held(3, 5))
    assert "last-turn" not in threats(turn=10, influence=held(5, 3))
    threat = threats(turn=10, influence=held(3, 5))["last-turn"]
    assert (threat.grave, threat.turns, threat.seats) == (True, 1, ("s1",))
