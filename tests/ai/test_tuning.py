"""Tuning finds what is better, is repeatable, and goes on after anything."""

from __future__ import annotations

import json
import math
import random
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from petteia.ai import tuned as store
from petteia.ai.journal import Journal
from petteia.ai.match import Plan
from petteia.ai.players.ismcts import IsmctsPlayer
from petteia.ai.stats import Scores
from petteia.ai.tuning import Axis, Tuning, TuningPlan, starting_values, tunable, tune
from petteia.cli import main
from petteia.engine import GAMES, GameError, new, ruleset
from petteia.ext.search.params import PARAMETERS, as_the_game_says


@pytest.mark.parametrize("name", tunable())
def test_a_scale_goes_from_bound_to_bound_and_back(name: str) -> None:
    axis = Axis(PARAMETERS[name])
    low, high = axis.bounds
    assert (axis.value(0), axis.value(1)) == (low, high)
    assert (axis.value(-1), axis.value(2)) == (low, high)
    for place in (0.0, 0.25, 0.5, 1.0):
        value = axis.value(place)
        assert PARAMETERS[name].check(value) == value
        assert axis.value(axis.place(value)) == value


def plan_of(rounds: int, seed: int = 1, **start: float) -> TuningPlan:
    match = Plan("egemonia", ("ismcts", "ismcts"), 1, seed, 2, {"scenario": "standard"}, nodes=20)
    return TuningPlan(match, tuple(start), tuple(start.values()), rounds, batch=2)


@pytest.mark.parametrize("seed", range(4))
def test_values_go_where_games_are_won(seed: int) -> None:
    """Pretended games, in which the logarithms of two values decide, and which are won by luck for the most part."""
    best = {"ucb": 0.9, "prior": 1.0}
    plan = plan_of(400, seed, ucb=0.2, prior=10.0)
    tuning, numbers = Tuning(plan), random.Random(seed)

    def strength(text: str) -> float:
        values = dict(part.split("=") for part in text.partition(":")[2].split(","))
        return -sum((math.log(float(values[name])) - math.log(value)) ** 2 for name, value in best.items())

    for number in range(plan.rounds):
        first, second = tuning.pair(number)
        chance = 1 / (1 + math.exp(strength(second) - strength(first)))
        tuning.learn(number, Scores.of([sum(numbers.random() < chance for _ in range(2)) / 2 for _ in range(8)]))
    for name, value in best.items():
        assert value / 1.8 < tuning.values[name] < value * 1.8, tuning.values


def test_no_deal_is_played_twice_and_the_run_goes_on_after_a_kill(tmp_path: Path) -> None:
    rules, plan = ruleset("egemonia"), plan_of(3, ucb=0.2, explore=0.3)
    whole = tmp_path / "whole.jsonl"
    with Journal(whole, plan.to_dict()) as journal:
        found = tune(plan, rules, journal=journal)
    lines = whole.read_text().splitlines(keepends=True)
    deals = [json.loads(line)["deal"] for line in lines[1:]]
    assert deals == list(range(6))
    torn = tmp_path / "torn.jsonl"
    torn.write_text("".join(lines[:4]) + lines[4][:40])
    with Journal(torn, plan.to_dict(), resume=True) as journal:
        again = tune(plan, rules, journal=journal)
    assert again.to_dict() == found.to_dict()
    assert torn.read_text() == whole.read_text()


def test_start_is_what_the_search_uses() -> None:
    for name, game in GAMES.items():
        rules = ruleset(name, max(game.seat_counts))
        used = as_the_game_says(rules.rules)
        assert starting_values(rules, ["ucb", "widen"], {}) == (used["ucb"], used["widen"])
        assert starting_values(rules, ["ucb"], {"ucb": 1.5}) == (1.5,)


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (["--parameter", "width"], "no parameter 'width': want ucb"),
        (["--parameter", "guided"], "guided: no question of more or less"),
        (["--from", "ismcts:cutoff=-1", "--parameter", "cutoff"], "cutoff is -1 in egemonia: want a start from 1"),
        (["--from", "greedy"], "'greedy': want ismcts"),
        (["--parameter", "ucb", "--parameter", "ucb"], "each parameter once"),
    ],
)
def test_what_cannot_be_tuned_is_said(arguments: list[str], reason: str) -> None:
    result = CliRunner().invoke(main, ["tune", "egemonia", *arguments])
    assert result.exit_code == 2
    assert reason in " ".join(result.output.split())


def test_the_command_writes_values_and_a_picture(tmp_path: Path) -> None:
    plot, journal = tmp_path / "way.svg", tmp_path / "tune.jsonl"
    arguments = ["tune", "egemonia", "--parameter", "ucb", "--games", "8", "--batch", "2", "--nodes", "20"]
    arguments += ["--seed", "5", "--check", "4", "--journal", str(journal)]
    result = CliRunner().invoke(main, [*arguments, "--json", "--plot", str(plot)])
    assert result.exit_code == 0, result.output
    found = json.loads(result.stdout)
    assert found["rounds"] == 2
    assert len(found["way"]["ucb"]) == 3
    assert found["check"]["games"] == 4
    assert found["player"] == f"ismcts:ucb={found['found']['ucb']:g}"
    assert "<svg" in plot.read_text()
    resumed = CliRunner().invoke(main, [*arguments, "--resume"])
    assert resumed.exit_code == 0, resumed.output
    assert found["player"] in resumed.output


def test_tuned_values_are_used_and_given_ones_go_before_them(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[Any] = []

    def tuned(game: str, n_seats: int) -> dict[str, float]:
        asked.append((game, n_seats))
        return {"ucb": 1.25, "widen": 2.0}

    monkeypatch.setattr("petteia.ai.players.ismcts.tuned", tuned)
    seen: list[dict[str, float]] = []

    class Spy:
        def __init__(self, *_: Any, params: dict[str, float], **__: Any) -> None:
            seen.append(params)
            raise GameError("seen")

    monkeypatch.setattr("petteia.ai.players.ismcts.Searcher", Spy)
    from petteia.ai.settings import IsmctsSettings

    game = new("epix", seats=3, seed=1)
    for params in ({}, {"ucb": 0.5}):
        with pytest.raises(GameError, match="seen"):
            IsmctsPlayer(IsmctsSettings(params=params)).decide(game.observation(game.pending[0]))
    assert asked == [("epix", 3)] * 2
    assert seen == [{"ucb": 1.25, "widen": 2.0}, {"ucb": 0.5, "widen": 2.0}]


def test_every_tuned_value_may_be_used() -> None:
    for game, by_seats in store._all().items():
        for seats, values in by_seats.items():
            assert int(seats) in GAMES[game].seat_counts
            as_the_game_says(ruleset(game, int(seats)).rules, values)
