"""How games came out, statistics, and what is suggested next."""

from __future__ import annotations

from dataclasses import replace

from petteia.shared.finished import DRAWN, LOST, OPEN, SHARED, WON, kind_of, outcome, statistics, suggestion
from petteia.shared.store.games import KeptGame


def game(
    winners: list[str] | None,
    *,
    level: int = 4,
    people: tuple[str, ...] = ("s0",),
    engines: tuple[str, ...] = ("s1",),
    name: str = "epix",
    seats: int = 2,
    **options: str,
) -> KeptGame:
    result = None if winners is None else (winners, "reason")
    levels = dict.fromkeys(engines, level)
    return KeptGame("id", "web", name, seats, people, levels, {"options": options}, 10, result)


def test_how_a_game_came_out() -> None:
    assert outcome(game(None)) == OPEN
    assert outcome(game(["s0"])) == WON
    assert outcome(game(["s1"])) == LOST
    assert outcome(game([])) == DRAWN
    assert outcome(game(["s0", "s1"])) == DRAWN
    assert outcome(game([], seats=1, engines=("enemy",))) == LOST  # the game has won
    assert outcome(game(["s0", "s2"], engines=("s1", "s2", "s3"), seats=4)) == WON  # with an ally
    assert outcome(game(["s0"], people=("s0", "s1"), engines=())) == SHARED


def test_games_of_a_kind_are_counted_together() -> None:
    games = [game(["s0"]), game(["s1"]), game(["s0"], level=5), game(None), game([], seats=1, scenario="helots")]
    rows = {(row.kind, row.level): (row.played, row.won, row.lost, row.drawn) for row in statistics(games)}
    assert rows == {
        ("2 players", 4): (2, 1, 1, 0),
        ("2 players", 5): (1, 1, 0, 0),
        ("helots", 4): (1, 0, 1, 0),
    }
    assert kind_of(game(None, seats=1)) == "alone"


def test_a_scenario_that_was_not_chosen_is_the_first() -> None:
    """It is counted with games in which it was chosen, and the next one is suggested after it."""
    chosen, default = (game(["s0"], name="epireia", seats=1, scenario=name) for name in ("harvest_road", ""))
    [row] = statistics([chosen, default])
    assert (row.kind, row.played) == ("harvest_road", 2)
    following = suggestion([default], ["harvest_road", "voice_of_delphi"])
    assert following is not None
    assert following.options["scenario"] == "voice_of_delphi"


def test_what_if_is_practice() -> None:
    practice = replace(game(["s1"]), settings={"options": {}, "what_if": True})
    assert statistics([practice]) == []
    assert suggestion([practice]) is None
    assert [row.played for row in statistics([practice, game(["s0"])])] == [1]


def test_what_is_suggested() -> None:
    assert suggestion([]) is None
    assert suggestion([game(None), game(["s0"], engines=())]) is None
    won, lost = game(["s0"]), game(["s1"])
    for games, level in (
        ([won] * 3, 5),
        ([lost] * 3, 3),
        ([won, lost, won], 4),
        ([lost, won, lost], 4),
        ([game(["s0"], level=10)] * 3, 10),
        ([game(["s1"], level=1)] * 3, 1),
    ):
        found = suggestion(games)
        assert found is not None
        assert (found.name, found.seats, found.level) == ("epix", 2, level)
        assert found.why
    first = game(["s0"], seats=1, scenario="a")
    following = suggestion([first], ["a", "b"])
    assert following is not None
    assert following.options == {"scenario": "b"}
    last = suggestion([game(["s0"], seats=1, scenario="b")], ["a", "b"])
    assert last is not None
    assert last.options == {"scenario": "b"}
