"""What Epireia warns of: objectives not met or hanging on one territory, turns left, rivals, figures of the enemy."""

from __future__ import annotations

from typing import Any

from petteia.engine import Game, new
from petteia.engine.description import Threat


def opened(seats: int, phase: str = "development", **options: str) -> Game:
    """Played with the first moves until a phase."""
    game = new("epireia", seats=seats, seed=3, **options)
    while game.view("pub")["phase"] != phase:
        game.play(game.pending[0], game.legal(game.pending[0])[0])
    return game


def threats(game: Game, viewer: str, held: dict[str, str] | None = None, **fields: Any) -> list[Threat]:
    """With territories in other hands, and other fields."""
    view = game.view(viewer) | fields
    view["territories"] = {
        name: {**now, "holder": (held or {}).get(name, "")} for name, now in view["territories"].items()
    }
    return game.ruleset.threats(view)


def goal(game: Game, kind: str) -> dict[str, Any]:
    return next(goal for goal in game.ruleset.tables.solo.goals if goal["kind"] == kind)  # type: ignore[attr-defined]


def test_an_objective_that_would_fail_if_the_turn_ended_now() -> None:
    game = opened(1, scenario="harvest_road", city="athens")
    lands = dict.fromkeys(list(game.view("pub")["territories"])[: goal(game, "territories")["n"]], "athens")
    short = dict(list(lands.items())[1:])
    n, turns = len(lands), game.ruleset.tables.solo.turns  # type: ignore[attr-defined]
    told = next(threat for threat in threats(game, "s0", short) if "territor" in threat.words)
    assert (told.kind, told.grave, told.turns) == ("objective", False, turns)
    assert told.words == f"Not met yet: hold {n} territories ({n - 1} of {n}). There are {turns} turns left."
    last = next(threat for threat in threats(game, "s0", short, turn=turns) if "territor" in threat.words)
    assert (last.grave, last.turns) == (True, 1)
    assert last.words.endswith("This is the last turn.")
    assert not any("civil" in each.words for each in threats(game, "s0", short, goals=[False, True]))  # met for good


def test_an_objective_that_one_lost_territory_would_undo() -> None:
    game = opened(1, scenario="harvest_road", city="athens")
    n, names = goal(game, "territories")["n"], list(game.view("pub")["territories"])
    enough, more = (dict.fromkeys(names[:k], "athens") for k in (n, n + 1))
    [told] = [threat for threat in threats(game, "s0", enough) if threat.kind == "territory"]
    assert told.keys == tuple(f"space:{name}" for name in names[:n])
    assert "one territory lost would undo it" in told.words
    assert not [threat for threat in threats(game, "s0", more) if threat.kind == "territory"]


def test_only_the_territories_that_count_are_named() -> None:
    """A land territory does not help where the sea is asked for."""
    game = opened(1, scenario="wooden_walls", city="corinth")
    kinds = {name: game.ruleset.tables.rows[name]["kind"] for name in game.view("pub")["territories"]}  # type: ignore[attr-defined]
    sea, land = (next(name for name, kind in kinds.items() if kind == wanted) for wanted in ("sea", "land"))
    [told] = [each for each in threats(game, "s0", {sea: "corinth", land: "corinth"}) if each.kind == "territory"]
    assert told.keys == (f"space:{sea}",)


def test_territories_that_must_be_held_by_name() -> None:
    game = opened(1, scenario="march_on_the_isthmus")
    city, wanted = game.view("s0")["boards"][0]["city"], goal(game, "hold")["at"]
    keys = tuple(f"space:{at}" for at in wanted)
    [told] = [each for each in threats(game, "s0", dict.fromkeys(wanted, city)) if each.kind == "territory"]
    assert told.keys == keys
    [told] = [each for each in threats(game, "s0", dict.fromkeys(wanted[1:], city)) if each.keys == keys]
    assert told.kind == "objective"


def test_the_enemys_seat_is_not_warned_of_the_players_objectives() -> None:
    assert threats(opened(1, scenario="harvest_road", enemy="ai", city="athens"), "enemy") == []


def test_rivals_who_need_one_thing_more_for_the_act() -> None:
    game = opened(2)
    rows = game.ruleset.tables.rows  # type: ignore[attr-defined]
    card = next(name for name, row in rows.items() if row.get("objective", {}).get("kind") == "prestige")
    n = rows[card]["objective"]["n"]
    told: dict[int, list[Threat]] = {}
    for have in (n - 2, n - 1, n):
        boards = [dict(board) for board in game.view("s0")["boards"]]
        boards[1]["prestige"] = have
        told[have] = [t for t in threats(game, "s0", card=card, boards=boards) if t.seats == ("s1",)]
    assert [len(found) for found in told.values()] == [0, 1, 1]
    assert "needs 1 more for the objective of the act" in told[n - 1][0].words
    assert "meets the objective of the act when the turn ends" in told[n][0].words


def test_turns_left_before_the_battle() -> None:
    game = opened(2)
    turns = game.ruleset.tables.numbers["turns"]  # type: ignore[attr-defined]
    assert not [threat for threat in threats(game, "s0", turn=turns - 2) if threat.kind == "battle"]
    [told] = [threat for threat in threats(game, "s0", turn=turns) if threat.kind == "battle"]
    assert (told.turns, told.words) == (1, "This is the last turn before the Great Battle.")
