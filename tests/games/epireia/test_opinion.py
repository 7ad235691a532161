"""What the engine thinks of a solo game: the army that stands there from the start is one to be matched, in time."""

from __future__ import annotations

from statistics import fmean

import pytest

from petteia.ai.registry import make_player
from petteia.engine import Game, new
from petteia.ext.search.searcher import Searcher

from .position import OWN_ROWS as ROWS

NOISE = 0.03  # of a mean of chances over a grade's scenarios, six games each


def begun(scenario: str, seed: int, enemy: str) -> Game:
    """A solo game when its first turn begins."""
    game = new("epireia", seats=1, seed=seed, scenario=scenario, enemy=enemy)
    player = make_player("ismcts:nodes=200", seed=seed)
    while game.view("pub")["phase"] != "development":
        seat = game.pending[0]
        game.play(seat, player.decide(game.observation(seat)).move)
    return game


def chance(scenario: str, enemy: str = "die") -> float:
    """Of the lone player when the first turn begins, as the search sees it in six games."""
    found = []
    for seed in range(6):
        search = Searcher(begun(scenario, seed, enemy).observation("s0").core, ai_seed=seed)
        search.run(nodes=1000)
        found.append(search.values()[0])
    return fmean(found)


@pytest.mark.parametrize("enemy", ["die", "ai"])
def test_the_harder_the_scenario_the_smaller_the_chance(enemy: str) -> None:
    """And an easy one, which the engine wins four times in five, does not look lost."""
    by_grade: dict[int, list[float]] = {}
    for scenario, row in ROWS["solo"].items():
        by_grade.setdefault(row["grade"], []).append(chance(scenario, enemy))
    means = {grade: fmean(found) for grade, found in by_grade.items()}
    print(f"\n{enemy}: {', '.join(f'grade {grade} {mean:.2f}' for grade, mean in sorted(means.items()))}")
    assert means[1] > 0.2
    assert means[1] > max(means[2], means[3]) > means[4] - NOISE


@pytest.mark.parametrize("enemy", ["die", "ai"])
@pytest.mark.parametrize("scenario", ROWS["solo"])
def test_an_army_that_is_not_drawn_yet_counts(scenario: str, enemy: str) -> None:
    """A player in setup does not seem to have won; nor does the first turn come as a shock."""
    game = new("epireia", seats=1, seed=1, scenario=scenario, enemy=enemy)
    chances = []
    while game.view("pub")["phase"] != "development":
        chances.append(game.observation("s0").sample(1).evaluate()[0])
        game.play("s0", game.legal("s0")[0])
    after = game.observation("s0").sample(1).evaluate()[0]
    assert all(abs(chance - after) < 0.2 for chance in chances), (chances, after)


def test_enemy_cities_go_where_they_can_hurt_the_player() -> None:
    """By an engine at full strength, hardly any journey leads to where nothing of the player's is."""
    felt, journeys = 0, 0
    for seed in range(3):
        game = begun("the_thirty_years", seed, "ai")
        player = make_player("ismcts:nodes=60", seed=seed)
        enemy = make_player("ismcts:nodes=300", seed=seed)
        while game.pending and game.view("pub")["turn"] <= 5:
            seat = game.pending[0]
            view = game.view("pub")
            move = (enemy if seat == "enemy" else player).decide(game.observation(seat)).move
            if seat == "enemy" and move.startswith("send:"):
                own = view["boards"][0]
                places = {at for _, at in own["figures"]}
                places |= {name for name, row in view["territories"].items() if row["holder"] == own["city"]}
                journeys += 1
                felt += move.partition("@")[2] in places
            game.play(seat, move)
    assert journeys > 10
    assert felt > 0.8 * journeys
