"""Correction for luck: it leaves the mean as it is, takes noise away, and is the same whoever plays."""

from __future__ import annotations

import json
import math
import random
import statistics
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from petteia.ai.correction import KINDS, MOST_TOGETHER, Choice, luck_of
from petteia.ai.executor import make_executor
from petteia.ai.journal import Journal
from petteia.ai.match import Plan, Played, Report, deal_luck, play_game, run_match
from petteia.ai.player import Decision
from petteia.ai.players.pimc import PimcPlayer
from petteia.ai.players.random import RandomPlayer
from petteia.ai.registry import make_player
from petteia.ai.stats import Moments, Sprt
from petteia.cli.match import match
from petteia.engine import GameError, Observation, new, ruleset
from petteia.ext import core
from petteia.ext.core.prospects import ends_soon, luck_of_chance, luck_of_choice

from .test_executors import needs_ray

PLAN = Plan("egemonia", ("random", "ismcts:nodes=10"), games=6, seed=5, corrected=10, redraws=1)


@cache
def value(state: core.State) -> float:
    """What the first team may expect when all play at random: exact, by going through everything."""
    if not state.pending():
        return state.returns()[0]
    seat, moves, chances = options(state)
    return sum(chance * value(after(state, seat, move)) for move, chance in zip(moves, chances, strict=True))


def options(state: core.State) -> tuple[int, list[int], list[float]]:
    """Who decides first, between what, and how likely each is at random."""
    pending = state.pending()
    seat = core.CHANCE if pending == core.PENDING_CHANCE else (pending & -pending).bit_length() - 1
    moves = state.legal(seat)
    weights = [state.weight(move) if seat == core.CHANCE else 1 for move in moves]
    return seat, moves, [weight / sum(weights) for weight in weights]


def after(state: core.State, seat: int, move: int) -> core.State:
    then = state.clone()
    then.apply(seat, move)
    return then


def mean_luck(state: core.State, chosen: int, seeds: int = 400) -> tuple[float, float]:
    """The first team's luck of what came, over many seeds, with its standard error."""
    seat, moves, chances = options(state)
    if seat == core.CHANCE:
        found = [luck_of_chance(state, moves[chosen], 40, seed)[0] for seed in range(seeds)]
    else:
        then = [after(state, seat, move) for move in moves]
        weights = [(number == chosen) - chance for number, chance in enumerate(chances)]
        found = [luck_of_choice(state, then, weights, 40, seed)[0] for seed in range(seeds)]
    return statistics.fmean(found), statistics.stdev(found) / math.sqrt(seeds)


def positions(game: str, n: int) -> list[core.State]:
    """Positions of random games at which something is decided."""
    found, numbers = [], random.Random(3)
    while len(found) < n:
        state = ruleset(game).rules.start()
        while state.pending():
            seat, moves, chances = options(state)
            if len(moves) > 1 and numbers.random() < 0.3:
                found.append(state)
            state = after(state, seat, numbers.choices(moves, chances)[0])
    return found[:n]


@pytest.mark.parametrize("game", ["leduc", "attack"])
def test_the_mean_luck_of_an_event_is_zero(game: str) -> None:
    """By the chances of what can come, within the noise of the guesses."""
    for state in positions(game, 6):
        _, moves, chances = options(state)
        found = [mean_luck(state, chosen) for chosen in range(len(moves))]
        total = sum(chance * mean for chance, (mean, _) in zip(chances, found, strict=True))
        error = sum(chance * error for chance, (_, error) in zip(chances, found, strict=True))
        assert abs(total) <= 4 * error + 1e-12


def test_luck_is_the_value_of_what_came_less_the_mean_value() -> None:
    """Kuhn's cards: after the deal of a card nothing but playouts at random is there to judge by."""
    state = ruleset("kuhn").rules.start()
    _, moves, _ = options(state)
    exact = [value(after(state, core.CHANCE, move)) - value(state) for move in moves]
    assert max(exact) - min(exact) > 0.1
    for chosen, right in enumerate(exact):
        mean, error = mean_luck(state, chosen)
        assert abs(mean - right) < max(4 * error, 0.05)


def test_what_could_not_be_otherwise_is_no_luck() -> None:
    state = ruleset("kuhn").rules.start()
    then = [after(state, core.CHANCE, move) for move in state.legal(core.CHANCE)]
    assert luck_of_choice(state, then, [0.0, 0.0, 0.0], 10, 1) == [0.0, 0.0]
    assert luck_of_choice(state, then[:1], [0.0], 10, 1) == [0.0, 0.0]


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda state: luck_of_chance(state, state.legal(core.CHANCE)[0], 0, 1), "playouts=0: want 1 to"),
        (lambda state: luck_of_chance(state, 999, 10, 1), "999 is not a legal move"),
        (lambda state: luck_of_choice(state, [state], [1.0], 10, 1), "weights add up to 1.0: want 0"),
        (lambda state: luck_of_choice(state, [state], [0.5, -0.5], 10, 1), "1 positions, 2 weights"),
        (lambda state: luck_of_choice(state, [ruleset("coin").rules.start()], [0.0], 10, 1), "of other rules"),
        (lambda state: luck_of_chance(after(state, 6, state.legal(6)[0]).clone(), 0, 10, 1), "not a legal|not decide"),
    ],
)
def test_wrong_arguments_are_said(call: Any, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        call(ruleset("kuhn").rules.start())


# Whole games.


@pytest.mark.parametrize(
    ("game", "players", "most"),
    [
        ("leduc", ("random", "random"), 0.35),  # both say their chances, and playouts play as they do
        ("coin", ("random", "greedy:worlds=2"), 1.05),
        ("goofspiel", ("random", "greedy:worlds=2"), 1.05),  # seats that choose at the same time
        ("siege", ("random", "ismcts:nodes=20"), 1.05),
    ],
)
def test_corrected_scores_have_the_same_mean_and_less_noise(game: str, players: tuple[str, ...], most: float) -> None:
    plan = Plan(game, players, games=400, seed=2, corrected=20)
    luck = [Moments() for _ in KINDS]
    report = run_match(plan, on_deal=lambda _, games: [m.add(x) for m, x in zip(luck, deal_luck(games), strict=True)])
    for kind in luck:
        assert abs(kind.mean) <= 4 * math.sqrt(kind.variance / kind.n) + 1e-9
    assert any(kind.variance > 0 for kind in luck)
    difference = report.corrected.value - report.score.value
    spread = sum(c * c * kind.variance for c, kind in zip(report.control.coefficients, luck, strict=True))
    assert abs(difference) <= 4 * math.sqrt(spread / report.deals) + 0.02
    assert report.noise_left <= most


def test_games_have_the_same_luck_as_long_as_they_are_the_same() -> None:
    """So what was dealt to both alike is not counted for anybody."""
    options = {"scenario": "historical"}  # which begins with the draw of two hands
    plan, rules = (
        Plan("egemonia", ("random", "random"), games=2, seed=1, options=options),
        ruleset("egemonia", **options),
    )
    one, other = play_game(plan, 0, (0, 1)), play_game(plan, 0, (1, 0))
    same = next(number for number, (a, b) in enumerate(zip(one.moves, other.moves, strict=False)) if a != b)
    assert same >= 8
    first, second = (luck_of(rules, game.moves[:same], {}, 10, 3) for game in (one, other))
    assert first == second
    assert first["chance"] != [0.0, 0.0]


def test_many_choices_at_once_are_drawn_from() -> None:
    """Two seats with more moves than are looked at together: still no bias."""
    rules = ruleset("goofspiel")
    state = rules.rules.start()
    while state.pending() == core.PENDING_CHANCE:
        state.apply(core.CHANCE, state.legal(core.CHANCE)[0])
    words = [rules.format_move(move) for move in state.legal(0)]
    lot = tuple((word, 1 / (20 * len(words))) for word in words for _ in range(20))
    assert len(lot) ** 2 > MOST_TOGETHER
    totals = Moments()
    for seed in range(30):
        for one in words:
            for two in words:
                luck = luck_of(rules, [("s0", one), ("s1", two)], {0: Choice(lot), 1: Choice(lot)}, 4, seed)
                totals.add(luck["late lot"][0])
    assert abs(totals.mean) < 4 * math.sqrt(totals.variance / totals.n)


class Silent(RandomPlayer):
    """Plays at random and does not say so."""

    def decide(self, observation: Observation, *args: Any, **kwargs: Any) -> Decision:
        return Decision(super().decide(observation, *args, **kwargs).move)


def test_a_player_that_tells_no_chances_has_no_lots(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("petteia.ai.match.make_player", lambda spec, seed: Silent(seed=seed))
    luck = play_game(Plan("leduc", ("random", "random"), games=2, seed=2, corrected=5), 0, (0, 1)).luck
    assert luck is not None
    assert luck["late lot"] == (0.0, 0.0)
    assert luck["late chance"] != (0.0, 0.0)


def test_asked_again_a_player_shows_what_else_it_might_have_done() -> None:
    """Silent players leave nothing to a lot that is known. The same players with other seeds still tell their luck."""

    def games(redraws: int) -> list[float]:
        plan = Plan("leduc", ("random", "random"), games=400, seed=3, corrected=20, redraws=redraws)
        found = [play_game(plan, deal, (0, 1)) for deal in range(200)]
        return [luck["late seed"][0] or 0.0 for game in found if (luck := game.luck) is not None]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("petteia.ai.match.make_player", lambda spec, seed: Silent(seed=seed))
        once, never = Moments.of(games(1)), games(0)
        patch.setattr(Silent, "repeatable", False)
        assert not any(games(1)), "its answers may depend on what it was asked before"
    assert not any(never)
    assert once.variance > 0.01
    assert abs(once.mean) < 4 * math.sqrt(once.variance / once.n)


def test_a_lot_that_is_told_is_not_lucky_in_its_seed() -> None:
    """A player at random tells the same lot whatever its seed is."""
    luck = play_game(Plan("leduc", ("random", "random"), games=2, seed=2, corrected=5, redraws=2), 0, (0, 1)).luck
    assert luck is not None
    assert luck["late lot"] != (0.0, 0.0)
    assert luck["late seed"] == (0.0, 0.0)


def test_late_is_where_a_playout_ends() -> None:
    """By the position before the event alone: what came must not decide how much of it is taken off."""
    rules, game = ruleset("epireia"), new("epireia", seed=1)
    assert not ends_soon(rules.rules.start(), 1)
    player = make_player("random", seed=1)
    while not game.pending or not game.legal(game.pending[0])[0].startswith("lead:"):
        for seat in game.pending:
            game.play(seat, player.decide(game.observation(seat)).move)
    assert ends_soon(game.state, 1)


def test_an_ending_without_chance_is_solved() -> None:
    """Epireia's battle: whoever knows everything wins it or not, so its luck is a whole number of halves."""
    game, player, seen = new("epireia", seed=2), make_player("random", seed=2), 0
    while game.pending:
        moves, before = game.legal(game.pending[0]), game.state.clone()
        if moves == ["engage", "hold"]:
            seat = game.ruleset.seat_number(game.pending[0])
            then = [after(before, seat, move) for move in before.legal(seat)]
            luck = luck_of_choice(before, then, [1.0, -1.0], 3, 1)
            assert luck in ([value / 2, -value / 2] for value in range(-2, 3))
            seen += 1
        for seat_name in game.pending:
            game.play(seat_name, player.decide(game.observation(seat_name)).move)
    assert seen


def test_chances_without_the_move_that_was_played_are_refused() -> None:
    rules = ruleset("goofspiel")
    game = new("goofspiel", seed=1)
    one, two, *_ = game.legal("s0")
    lot = ((two, 1.0),)
    drawn = [(seat, move) for seat, move in game.moves]
    with pytest.raises(GameError, match=f"s0 played '{one}', but told chances of {two} alone"):
        luck_of(rules, [*drawn, ("s0", one), ("s1", one)], {len(drawn): Choice(lot)}, 4, 1)


@pytest.mark.parametrize("player", ["random", "ismcts:nodes=40", "ismcts:level=2,nodes=40"])
def test_a_player_tells_the_chances_of_its_lot(player: str) -> None:
    game = new("egemonia", seed=4, scenario="historical")
    seat = game.pending[0]
    told = make_player(player, seed=1).decide(game.observation(seat))
    assert told.chances, "a hidden placement is left to a lot"
    assert sum(chance for _, chance in told.chances) == pytest.approx(1)
    assert dict(told.chances)[told.move] == pytest.approx(told.policy)
    assert set(dict(told.chances)) <= set(game.legal(seat))


def test_ties_are_a_lot() -> None:
    game = new("goofspiel", seed=1)
    seat = game.pending[0]
    tells = [make_player("greedy:worlds=1", seed=seed).decide(game.observation(seat)) for seed in range(20)]
    ties = [told for told in tells if told.policy < 1]
    assert ties
    for told in ties:
        assert dict(told.chances)[told.move] == told.policy == 1 / len(told.chances)
    assert all(told.chances == () for told in tells if told.policy == 1)


def test_who_plays_the_best_move_tells_no_chances() -> None:
    game = new("egemonia", seed=4, scenario="historical")
    seat = game.pending[0]
    assert PimcPlayer(seed=1).decide(game.observation(seat)).chances == ()
    assert make_player("ismcts:nodes=40,select=best", seed=1).decide(game.observation(seat)).chances == ()


# Matches.


def play(path: Path, plan: Plan = PLAN, executor: str = "serial", resume: bool = False) -> Report:
    with make_executor(executor, jobs=2) as work, Journal(path, plan.to_dict(), resume) as journal:
        return run_match(plan, work, journal=journal)


@pytest.mark.parametrize("executor", ["processes", pytest.param("ray", marks=needs_ray)])
def test_whoever_plays_corrected_journals_and_reports_are_the_same(executor: str, tmp_path: Path) -> None:
    plain, other = play(tmp_path / "a"), play(tmp_path / "b", executor=executor)
    kept = [sorted((tmp_path / name).read_text("utf-8").splitlines()) for name in ("a", "b")]
    assert kept[0] == kept[1]
    assert all('"luck":{"chance":[' in line for line in kept[0] if not line.startswith('{"journal"'))
    assert json.dumps(plain.to_dict()) == json.dumps(other.to_dict())


def test_a_corrected_run_goes_on_where_it_was(tmp_path: Path) -> None:
    whole = play(tmp_path / "a")
    play(tmp_path / "b", Plan(**{**vars(PLAN), "games": 2}))
    assert play(tmp_path / "b", resume=True).to_dict() == whole.to_dict()
    with pytest.raises(GameError, match="its corrected is 10, here it is None"):
        play(tmp_path / "b", Plan(**{**vars(PLAN), "corrected": 0}), resume=True)


def test_correction_does_not_change_the_games() -> None:
    def games(plan: Plan) -> list[tuple[Any, ...]]:
        found: list[Played] = []
        run_match(plan, on_deal=lambda _, deal: found.extend(deal))
        return [(game.seed, game.seating, game.moves, game.shares) for game in found]

    assert games(PLAN) == games(Plan(**{**vars(PLAN), "corrected": 0}))


def test_a_sequential_test_looks_at_the_corrected_score() -> None:
    """Players at random, whose luck is all that there is: it takes far fewer deals to see that they are equal."""
    test = Sprt(0.5, 0.52)
    plan = Plan("kuhn", ("random", "random"), games=4000, seed=1, sprt=test, corrected=40)
    corrected, raw = run_match(plan), run_match(Plan(**{**vars(plan), "corrected": 0}))
    assert corrected.verdict == "h0"
    assert corrected.to_dict()["sprt"]["llr"] == round(test.ratio(corrected.control.corrected), 4)
    assert corrected.deals < raw.deals / 2


def test_three_players_are_not_corrected() -> None:
    with pytest.raises(GameError, match="3 players: a score is corrected for luck with two"):
        run_match(Plan("epix", ("random",) * 3, games=6, seats=3, corrected=10))


def test_the_command_shows_both_scores() -> None:
    arguments = ["greedy:worlds=2", "random", "--game", "egemonia", "--games", "8", "--seed", "3", "--corrected"]
    plain = CliRunner().invoke(match, [*arguments, "--playouts", "20", "--sprt"])
    assert plain.exit_code == 0, plain.output
    assert "corrected" in plain.output
    assert "of the raw" in plain.output
    found = json.loads(CliRunner().invoke(match, [*arguments, "--playouts", "20", "--json"]).output)
    assert found["corrected"]["score"]["low"] < found["corrected"]["score"]["value"]
    assert found["corrected"]["playouts"] == 20
    assert set(found["corrected"]["coefficients"]) == set(KINDS)
    without = json.loads(CliRunner().invoke(match, [*arguments[:-1], "--json"]).output)
    assert "corrected" not in without
    assert without["score"] == found["score"]


def test_alone_the_difference_is_corrected() -> None:
    arguments = ["greedy:worlds=1", "random", "--game", "epireia", "--seats", "1", "--games", "6", "--seed", "3"]
    shown = CliRunner().invoke(match, [*arguments, "--corrected", "--playouts", "10"])
    assert shown.exit_code == 0, shown.output
    assert "corrected" in shown.output
