"""A review judges by what a seat knew, adds up, and marks nothing that noise could have made."""

from __future__ import annotations

import random
from typing import Any

import pytest

from bench.review import TABLES
from petteia.ai import review as package
from petteia.ai.choice import SECRET
from petteia.ai.registry import make_player
from petteia.ai.review import BLUNDER, FINE, THRESHOLDS, Progress, Review, nodes_for, review
from petteia.ai.review.judging import IN_MIX, Judge
from petteia.ai.review.parts import CHOICE, LUCK, Cause, Swing, mark_of
from petteia.ai.review.reasons import reason_for
from petteia.ai.stop import Stop
from petteia.engine import Game, new
from petteia.engine.description import Description, Group, Odds, Offer
from petteia.engine.registry import ruleset
from petteia.ext.core import CHANCE
from petteia.ext.core.prospects import luck_of_chance, value_of
from tests.protocol.twins import Twins, find_twins

FEW = 60  # nodes: enough for what does not depend on strength


def played(name: str, options: dict[str, Any], seed: int, level: int = 1, moves: int | None = None) -> Game:
    """A game of weak players, to its end or for so many decisions."""
    game = new(name, seed=seed, **options)
    players = {seat: make_player(f"ismcts:level={level}", seed) for seat in game.seats}
    while game.pending and moves != 0:
        seat = game.pending[0]
        game.play(seat, players[seat].decide(game.observation(seat)).move)
        moves = None if moves is None else moves - 1
    return game


@pytest.fixture(scope="module")
def whole() -> dict[str, list[Review]]:
    """A finished game of each table, reviewed in a hurry."""
    return {f"{name} {options}": review(played(name, options, 3), nodes=FEW) for name, options in TABLES}


def test_thresholds_are_those_of_the_docs() -> None:
    assert THRESHOLDS == {"inaccuracy": 0.05, "mistake": 0.10, "blunder": 0.15}
    assert mark_of(0.0499) == FINE
    assert mark_of(0.15) == BLUNDER


# ---------------------------------------------------------------------------------------------------------------
# What the whole record tells.


def test_the_ledger_adds_up_to_the_result(whole: dict[str, list[Review]]) -> None:
    for reviews in whole.values():
        for each in reviews:
            told = each.ledger
            assert told is not None
            total = told.start + told.luck + told.hidden + told.own + told.others + told.error
            assert total == pytest.approx(told.result, abs=1e-9)
            assert told.result == each.graph[-1].chances[each.team]
            assert abs(told.error) < 0.25  # a single game's; bench/review.py measures the mean


def test_what_one_side_gains_the_others_lose(whole: dict[str, list[Review]]) -> None:
    for reviews in whole.values():
        for point in reviews[0].graph:
            assert sum(point.chances) == pytest.approx(1, abs=1e-3) or point.part == LUCK
            for shares in (point.gain, point.hidden):
                assert sum(shares) == pytest.approx(0, abs=1e-3)


def test_a_position_before_a_draw_is_worth_the_mean_of_what_may_come() -> None:
    """Also where a playout from after the draw would see further. So the luck of all outcomes is nothing on average."""
    game = new("epireia", seats=1, seed=3, chance="client")
    checked = 0
    while game.pending and checked < 12:
        if game.pending == ("chance",) and len(game.legal("chance")) > 1:
            before, n = game.state, 3000
            weights = {move: before.weight(move) for move in before.legal(CHANCE)}
            luck = {move: luck_of_chance(before, move, n, 5, settled=True)[0] for move in weights}
            mean = sum(weights[move] * luck[move] for move in weights) / sum(weights.values())
            assert mean == pytest.approx(0, abs=0.03)
            after, move = before.clone(), next(iter(weights))
            after.apply(CHANCE, move)
            if after.pending():
                difference = value_of(after, n, 1)[0][0] - value_of(before, n, 2)[0][0]
                assert difference == pytest.approx(luck[move], abs=0.04)
            checked += 1
        seat = game.pending[0]
        game.play(seat, game.legal(seat)[len(game.moves) % len(game.legal(seat))])
    assert checked == 12


def test_every_move_is_a_point_of_the_graph(whole: dict[str, list[Review]]) -> None:
    for reviews in whole.values():
        graph = reviews[0].graph
        assert [point.step for point in graph] == list(range(len(graph)))
        assert {point.seat for point in graph if point.part == LUCK} <= {"chance"}
        judged = sum(len(each.judged) for each in reviews)
        assert sum(point.seat not in ("", "chance") for point in graph) == judged
        for point in graph[1:]:
            assert bool(point.gain) == (point.part in (CHOICE, LUCK))


def test_turning_points_are_the_greatest_changes(whole: dict[str, list[Review]]) -> None:
    for reviews in whole.values():
        for each in reviews:
            assert 1 <= len(each.swings) <= 3
            changes = [abs(swing.after[each.team] - swing.before[each.team]) for swing in each.swings]
            assert changes[0] > 0.03
            for swing in each.swings:
                assert swing.causes
                assert swing.step < swing.until
                gains = [abs(cause.gain) for cause in swing.causes]
                assert gains == sorted(gains, reverse=True)


def test_what_happened_is_told_with_what_was_at_stake(whole: dict[str, list[Review]]) -> None:
    """A roll says for whom and for what; a choice that nobody was told of has words."""
    told = [point.what for reviews in whole.values() for each in reviews for point in each.graph]
    assert not any("is rolled" in words or "The player" in words for words in told)
    assert any(" rolls " in words and ": " in words for words in told)
    for reviews in whole.values():
        assert all(point.what for point in reviews[0].graph if point.part == CHOICE)


def test_what_could_not_be_known_is_told_at_the_end(whole: dict[str, list[Review]]) -> None:
    hidden = {
        name: [words for each in reviews for swing in each.swings for words in swing.unknown]
        for name, reviews in whole.items()
    }
    assert any("held" in words for words in hidden["egemonia {}"])
    assert any("held" in words for words in hidden["ephyran {}"])
    assert any("front" in words for words in hidden["epireia {'seats': 1}"])
    for words in hidden.values():
        assert all(sentence.endswith((".", "!")) for sentence in words)
    [first, second] = whole["egemonia {}"]
    for swing in first.swings:  # nobody is told its own hand as a secret
        assert not any(words.startswith("Athens held") for words in swing.unknown)
    for swing in second.swings:
        assert not any(words.startswith("Sparta held") for words in swing.unknown)


# ---------------------------------------------------------------------------------------------------------------
# Marks.


@pytest.mark.parametrize(("name", "options"), TABLES)
def test_a_choice_in_the_recommended_mix_is_never_marked(name: str, options: dict[str, Any]) -> None:
    judge, chooser, tried = Judge(5, 300), random.Random(7), 0
    game = new(name, seed=11, **options)
    while game.pending and tried < 25:
        seat = chooser.choice(game.pending)
        seen = game.observation(seat)
        if len(seen.legal()) > 1 and chooser.random() < 0.4:
            look = judge._look(seen, 0, judge.nodes)
            for move, share in zip(look.moves, look.mix, strict=True):
                if share >= IN_MIX:
                    verdict = judge.judge(seen, game.ruleset.format_move(move))
                    assert (verdict.mark, verdict.loss) == (FINE, 0.0)
            tried += 1
        game.play(seat, chooser.choice(game.legal(seat)))
    assert tried >= 10


def test_blunders_are_found_and_seeds_agree() -> None:
    """Random play blunders; bench/review.py measures how well seeds agree."""
    found: list[tuple[str, str]] = []
    for seed in range(12):
        game, chooser = new("epix", seed=seed), random.Random(seed)
        while game.pending:
            seat = game.pending[0]
            seen, move = game.observation(seat), chooser.choice(game.legal(seat))
            if len(seen.legal()) > 1 and chooser.random() < 0.25:
                one, other = (Judge(number, 1000).judge(seen, move) for number in (1, 2))
                found.append((one.mark, other.mark))
                if one.mark != FINE:
                    assert one.better in seen.legal()
                    assert one.better != move
            game.play(seat, move)
    blunders = [pair for pair in found if BLUNDER in pair]
    assert len(blunders) >= 6
    assert sum(one == other for one, other in blunders) >= 0.65 * len(blunders)


def test_secret_choices_are_compared_with_the_mix() -> None:
    game = new("epix", seed=2)
    while game.observation(game.pending[0]).core.kind(int(game.pending[0][1])) not in SECRET:
        game.play(game.pending[0], game.legal(game.pending[0])[0])
    seen = game.observation(game.pending[0])
    look = Judge(1, 500)._look(seen, 0, 500)
    assert look.value == pytest.approx(sum(a * b for a, b in zip(look.mix, look.values, strict=True)))


def test_a_reason_tells_what_differs_in_cost_odds_and_effect() -> None:
    seen = new("epireia", seats=1, seed=1).observation("s0")
    send = Group("send", "send", "Send", "a reward")
    egypt = {"does": "brings 4 wheat", "group": "send", "odds": Odds(9, 12), "chance": "9 in 12"}
    persia = {"does": "brings 4 copper", "group": "send", "odds": Odds(6, 12), "chance": "6 in 12"}
    moves = [
        Offer("a", "To Persia", "a", **persia),
        Offer("b", "To Egypt", "b", **egypt),
        Offer("c", "To Egypt again", "c", **egypt),
        Offer("d", "Build", "d", does="brings 4 wheat", price="2 wood"),
    ]
    described = Description("", "", True, groups=[send], moves=moves)
    assert reason_for(seen, described, "b", "a") == (
        "To Egypt: brings 4 wheat; chance 9 in 12. To Persia: brings 4 copper; chance 6 in 12."
    )
    assert reason_for(seen, described, "b", "c") == ""
    assert reason_for(seen, described, "d", "b") == ("Build: costs 2 wood. To Egypt: chance 9 in 12.")
    assert reason_for(seen, described, "b", "unknown") == ""


# ---------------------------------------------------------------------------------------------------------------
# Secrets.


def reviewed(name: str, options: dict[str, Any], pair: Twins) -> list[dict[str, Any]]:
    rules = ruleset(name, **options)
    games = [Game(rules, 0, "client").with_moves(moves) for moves in (pair.one, pair.other)]
    assert games[0].digest != games[1].digest
    return [review(game, [pair.viewer], nodes=FEW)[0].to_dict() for game in games]


@pytest.mark.parametrize(("name", "options"), TABLES[:4] + TABLES[5:])
@pytest.mark.parametrize("seed", [1, 2])
def test_marks_do_not_depend_on_what_a_seat_could_not_know(name: str, options: dict[str, Any], seed: int) -> None:
    """Two games that a seat cannot tell apart give it the same review, word for word."""
    one, other = reviewed(name, options, find_twins(name, options, seed))
    assert one == other


def test_a_leak_would_be_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(package, "_team_names", lambda game, names: [f"{game.digest:x}"])
    one, other = reviewed("egemonia", {}, find_twins("egemonia", {}, 1))
    assert one != other


def test_while_the_game_goes_on_there_are_marks_alone() -> None:
    game = played("egemonia", {}, 4, moves=20)
    [found] = review(game, ["s1"], nodes=FEW)
    assert not found.over
    assert found.judged
    assert found.ledger is None
    assert not found.swings
    assert all(each.step is None for each in found.judged)  # how many moves others made secretly is a secret
    assert [point.step for point in found.graph] == [each.number for each in found.judged]


def test_marks_stay_the_same_when_the_game_goes_on() -> None:
    game = played("epix", {"seats": 3}, 4)
    whole, part = review(game, ["s1"], nodes=FEW)[0], game.with_moves(game.moves[:30])
    [early] = review(part, ["s1"], nodes=FEW)
    for sooner, later in zip(early.judged, whole.judged, strict=False):
        assert sooner == type(later)(**{**vars(later), "step": None})
    assert early.judged


# ---------------------------------------------------------------------------------------------------------------
# Running it.


def test_the_same_seed_gives_the_same_review() -> None:
    game = played("epireia", {"seats": 1}, 2, moves=12)
    assert review(game, nodes=FEW, seed=4) == review(game, nodes=FEW, seed=4)


def test_progress_and_stop() -> None:
    game, told, stop = played("egemonia", {}, 6), [], Stop()

    def listener(progress: Progress) -> None:
        told.append(progress)
        if progress.done == 5:
            stop.set()

    reviews = review(game, nodes=FEW, listener=listener, stop=stop)
    assert [progress.done for progress in told] == [1, 2, 3, 4, 5]
    assert told[0].of == game.n_moves + sum(seat != "chance" for seat, _ in game.moves)
    assert [len(each.judged) for each in reviews] == [5, 0]
    assert all(each.ledger is None for each in reviews)


def test_a_review_as_plain_data_and_back(whole: dict[str, list[Review]]) -> None:
    for reviews in whole.values():
        for each in reviews:
            assert Review.from_dict(each.to_dict()).to_dict() == each.to_dict()


def test_nodes_for_a_time() -> None:
    game = played("egemonia", {}, 4, moves=20)
    assert nodes_for(game, ["s0"], 0.001) < nodes_for(game, ["s0"], 60.0)


def test_a_cause_without_words_travels() -> None:
    """What is empty is left out of the data; who reads it back must bear that."""
    cause = Cause(kind="hidden", what="", gain=0.04, seat="s0")
    swing = Swing(1, 2, "Turn 1", (0.5, 0.5), (0.6, 0.4), causes=(cause,))
    assert Swing.from_dict(swing.to_dict()).causes == (cause,)
