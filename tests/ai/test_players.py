"""The players and how they are named."""

from __future__ import annotations

import time
from collections import Counter

import pytest

from petteia.ai.beliefs import beliefs
from petteia.ai.choice import draw_from
from petteia.ai.player import PONDER_BATCH, Analysis, Limits, randomness
from petteia.ai.players.ismcts import IsmctsPlayer
from petteia.ai.registry import PLAYERS, make_player, parse_player
from petteia.ai.settings import IsmctsSettings, PimcSettings
from petteia.ai.stop import Stop
from petteia.ai.trees import KeptTrees
from petteia.engine import GAMES, Game, GameError, IllegalMove, WrongSeat, new
from petteia.ext.search.pimc import Pimc

from .conftest import ATHENS, HISTORICAL, dealt

SPECS = ("random", "greedy:worlds=2", "pimc:nodes=60", "ismcts:nodes=60")


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("spec", SPECS)
def test_a_player_plays_whole_games(game: str, spec: str) -> None:
    table = new(game, seed=2)
    player = make_player(spec, seed=1)
    while table.pending:
        seat = table.pending[-1]
        decision = player.decide(table.observation(seat))
        assert decision.move in table.legal(seat)
        if decision.analysis is not None:
            lines = decision.analysis.lines
            assert sorted(line.move for line in lines) == sorted(table.legal(seat))
            assert sum(line.policy for line in lines) == pytest.approx(1, abs=1e-6)
            assert sum(decision.analysis.values) == pytest.approx(1, abs=1e-4)
        table.play(seat, decision.move)
    assert table.result is not None


@pytest.mark.parametrize("spec", PLAYERS)
def test_a_seat_that_is_not_asked_cannot_decide(spec: str, twins: tuple[Game, Game]) -> None:
    with pytest.raises(WrongSeat, match="'s1' is not asked now: want s0"):
        make_player(spec).decide(twins[0].observation("s1"))


@pytest.mark.parametrize(
    ("spec", "message"),
    [
        ("gredy", "no player 'gredy': want random or greedy or pimc or ismcts"),
        ("greedy:worlds", "'worlds' is not an option: want greedy:key=value"),
        ("random:worlds=3", "random has no option 'worlds'; its options: none"),
        ("ismcts:level=11", "level='11': want a whole number from 1 to 10"),
        ("ismcts:level=high", "level='high': want a whole number from 1 to 10"),
        ("ismcts:style=wild", "style='wild': want one of balanced, aggressive, cautious"),
        ("ismcts:level=3,level=4", "'level' comes twice"),
        ("pimc:exploration=nan", "exploration='nan': want a number from 0 to 10"),
    ],
)
def test_a_wrong_description_is_answered_with_the_right_one(spec: str, message: str) -> None:
    with pytest.raises(GameError) as error:
        make_player(spec)
    assert message in str(error.value)


def test_a_description_has_options() -> None:
    assert parse_player("ismcts:level=5,style=cautious,nodes=2000") == IsmctsSettings(5, "cautious", nodes=2000)
    assert parse_player("ismcts:explore=0.5,threads=2") == IsmctsSettings(threads=2, params={"explore": 0.5})


def test_settings_are_checked_however_they_are_made() -> None:
    with pytest.raises(GameError, match="level=11: want a whole number from 1 to 10"):
        IsmctsSettings(level=11)
    with pytest.raises(GameError, match="style='wild': want one of balanced, aggressive, cautious"):
        IsmctsSettings(style="wild")
    with pytest.raises(GameError, match="exploration=nan: want a number from 0 to 10"):
        PimcSettings(exploration=float("nan"))


def test_the_player_itself_selects_the_likeliest_move(twins: tuple[Game, Game]) -> None:
    """The weakest level mixes all its moves: one is drawn, or it is always the likeliest."""
    observation = twins[0].observation("s0")
    drawn = {make_player(IsmctsSettings(level=1), seed).decide(observation).move for seed in range(6)}
    assert len(drawn) > 1
    for seed in range(3):
        decision = make_player(IsmctsSettings(level=1, select="best"), seed).decide(observation)
        assert decision.analysis is not None
        likeliest = max(decision.analysis.lines, key=lambda line: line.policy)
        assert likeliest.policy < 1
        assert (decision.move, decision.policy) == (likeliest.move, 1.0)


def test_greedy_takes_what_it_sees(twins: tuple[Game, Game]) -> None:
    """The last placement of a turn shows its effect at once: the greedy player's choice has the best mean of all."""
    game = twins[0].clone()
    for _ in range(3):
        game.play(game.pending[0], game.legal(game.pending[0])[0])
    game.chance = "engine"
    seat = game.pending[0]
    decision = make_player("greedy:worlds=16", seed=4).decide(game.observation(seat))
    assert decision.analysis is not None
    lines = decision.analysis.lines
    assert lines[0].value > lines[-1].value
    assert decision.move in [line.move for line in lines if line.value == lines[0].value]


def test_determinised_search_counts_every_iteration(twins: tuple[Game, Game]) -> None:
    search = Pimc(twins[0].observation("s0").core, ai_seed=1, worlds=4)
    search.run(nodes=400)
    search.run(nodes=700)  # goes on
    rows = search.root()
    assert sum(row[2] for row in rows) == search.nodes == 700
    assert sum(row[1] for row in rows) == pytest.approx(1)
    assert all(0 <= row[3] <= 1 for row in rows)
    assert [row[2] for row in rows] == sorted((row[2] for row in rows), reverse=True)
    at_once = Pimc(twins[0].observation("s0").core, ai_seed=1, worlds=4)
    at_once.run(nodes=700)
    assert at_once.root() == rows


def test_determinised_search_is_bounded_by_its_memory(twins: tuple[Game, Game]) -> None:
    search = Pimc(twins[0].observation("s0").core, ai_seed=1, worlds=4, memory_mb=1)
    search.run(nodes=60_000)  # many more nodes than fit
    assert sum(row[2] for row in search.root()) == 60_000


@pytest.mark.parametrize("spec", ["pimc", "ismcts", "ismcts:threads=2"])
def test_thinking_can_be_followed_and_stopped(spec: str, twins: tuple[Game, Game]) -> None:
    stop = Stop()
    heard: list[Analysis] = []

    def listen(analysis: Analysis) -> None:
        heard.append(analysis)
        stop.set()

    started = time.monotonic()
    decision = make_player(spec, 1).decide(twins[0].observation("s0"), Limits(infinite=True), listen, stop)
    assert time.monotonic() - started < 60
    assert heard
    assert heard[0].nodes > 0
    assert decision.move in twins[0].legal("s0")
    assert heard[0].to_dict()["seat"] == "s0"


def test_a_time_limit_is_kept(twins: tuple[Game, Game]) -> None:
    for spec in ("pimc", "ismcts"):
        decision = make_player(spec, 1).decide(twins[0].observation("s0"), Limits(seconds=0.1))
        assert decision.analysis is not None
        assert 0.09 < decision.analysis.seconds < 10


def test_an_analysis_for_a_listener_has_beliefs(twins: tuple[Game, Game]) -> None:
    decision = make_player("ismcts", 1).decide(twins[0].observation("s0"), Limits(nodes=300), lambda analysis: None)
    assert decision.analysis is not None
    assert set(decision.analysis.beliefs) == {"hands sparta", "placed 2 sparta thebes"}


@pytest.mark.parametrize("game", GAMES)
def test_an_analysis_says_how_it_may_go_on(game: str) -> None:
    """Also one that nobody listened to, as `petteia analyze` makes it."""
    shown = 0
    for seed in range(3):
        table = new(game, seed=seed)
        decision = make_player("ismcts", 1).decide(table.observation(table.pending[0]), Limits(nodes=1500))
        assert decision.analysis is not None
        shown += sum(bool(line.continuation) for line in decision.analysis.lines[:3])
    assert shown > 0


def test_the_tree_is_kept_with_a_time_limit_only() -> None:
    game = new("egemonia", seed=3, scenario="historical")
    trees = KeptTrees(64)
    player = IsmctsPlayer(seed=1, trees=trees)
    seat = game.pending[0]
    player.decide(game.observation(seat), Limits(nodes=200))
    assert len(trees) == 0
    move = player.decide(game.observation(seat), Limits(seconds=0.05)).move
    first = trees.take(player, seat, game.ruleset)
    assert first is not None
    trees.keep(player, seat, game.ruleset, first)
    game.play(seat, move)
    other = game.pending[0]
    game.play(other, game.legal(other)[0])
    player.decide(game.observation(seat), Limits(seconds=0.05))
    assert trees.take(player, seat, game.ruleset) is first
    trees.keep(player, seat, game.ruleset, first)
    player.decide(game.observation(seat), Limits(nodes=200))
    assert len(trees) == 0
    player.decide(game.observation(seat), Limits(seconds=0.01))
    assert len(trees) == 1
    player.begin()
    assert len(trees) == 0


def test_a_forced_move_is_played_at_once_only_where_all_can_see_that_it_is_forced(twins: tuple[Game, Game]) -> None:
    player = IsmctsPlayer(seed=1)
    assert not player._evident(twins[0].observation("s0"))


def test_numbers_are_drawn_with_their_chances(twins: tuple[Game, Game]) -> None:
    numbers = randomness(1, twins[0].observation("s0"))
    drawn = [draw_from([0.5, 0.0, 0.3, 0.2], numbers) for _ in range(20_000)]
    for index, chance in enumerate((0.5, 0.0, 0.3, 0.2)):
        assert drawn.count(index) / len(drawn) == pytest.approx(chance, abs=0.02)


# Beliefs.


def reaches_thebes(event: str) -> bool:
    """Whether Sparta may place it there."""
    others = [each for each in ("military", "influence", "coup") if each != event]
    try:
        dealt((event, *others, others[0])[:4], 1, event)
    except IllegalMove:
        return False
    return True


def test_beliefs_follow_the_law_of_sampling(twins: tuple[Game, Game]) -> None:
    """Sparta's face-down event on Thebes and its three events in hand come from the 18 that Athens does not hold."""
    found = beliefs(twins[0].observation("s0"), worlds=3000)
    placed, hand = found["placed 2 sparta thebes"], found["hands sparta"]
    assert sum(placed.values()) == pytest.approx(1, abs=0.001)
    assert list(placed.values()) == sorted(placed.values(), reverse=True)
    # The chance of what has the range of Thebes is that of a draw from all that has it.
    left = Counter(row.values["id"] for row in HISTORICAL.components.table("event") for _ in range(row.values["count"]))
    left -= Counter(ATHENS)
    assert left.total() == 18
    able = {event: count for event, count in left.items() if reaches_thebes(event)}
    assert len(able) > 1
    assert set(placed) == set(able)
    for event, count in able.items():
        assert placed[event] == pytest.approx(count / sum(able.values()), abs=0.03)
    assert hand["olympics"] == pytest.approx(3 / 18, abs=0.03)


def test_beliefs_are_the_same_where_the_observation_is(twins: tuple[Game, Game]) -> None:
    assert beliefs(twins[0].observation("s0")) == beliefs(twins[1].observation("s0"))


@pytest.mark.parametrize("game", GAMES)
def test_beliefs_name_what_is_hidden(game: str) -> None:
    table = new(game, seed=1)
    for _ in range(25):
        if not table.pending:
            break
        for seat in table.seats:
            for possible in beliefs(table.observation(seat), worlds=5).values():
                assert all(0 < chance <= 1 for chance in possible.values())
                assert "?" not in possible
        table.play(table.pending[0], table.legal(table.pending[0])[0])


def test_pondering_warms_the_tree_of_the_next_decision() -> None:
    """What a seat thought while it waited is there when it is asked, if what happened was thought of."""
    game = new("egemonia", seed=5)
    player = IsmctsPlayer(seed=1)
    [seat] = game.pending
    other = next(name for name in game.seats if name != seat)
    stop = Stop()
    told: list[Analysis] = []

    def listen(analysis: Analysis) -> None:
        told.append(analysis)
        stop.set()

    found = player.ponder(game.observation(other), listen, stop)
    assert told
    assert found.nodes >= told[0].nodes > 0
    assert found.seat == other
    assert sum(found.values) == pytest.approx(1)
    game.play(seat, game.legal(seat)[0])
    assert other in game.pending
    search = player.trees.take(player, other, game.ruleset)
    assert search is not None
    assert search.advance(game.observation(other).core)
    assert search.used[0] > 1


def test_a_player_without_a_tree_ponders_by_playing_on() -> None:
    game = new("egemonia", seed=5)
    [seat] = game.pending
    other = next(name for name in game.seats if name != seat)
    stop = Stop()
    stop.set()
    found = make_player("random", 3).ponder(game.observation(other), lambda analysis: None, stop)
    assert found.nodes == PONDER_BATCH
    assert sum(found.values) == pytest.approx(1)
