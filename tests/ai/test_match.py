"""Matches: duplicate deals, every seating, the same result for the same seed."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from petteia.ai.executor import Executor, Processes, Serial
from petteia.ai.match import Plan, Played, Report, deal_score, deal_shares, play_game, run_match, seatings
from petteia.ai.stats import Sprt
from petteia.cli.analyze import analyze
from petteia.cli.match import match
from petteia.engine import GAMES, GameError, new

QUICK = Plan("egemonia", ("greedy:worlds=2", "random"), games=6, seed=3, options={"scenario": "historical"})


def played(plan: Plan, work: Executor | None = None) -> list[Played]:
    """All games of a match."""
    games: list[Played] = []
    run_match(plan, work, lambda _, deal: games.extend(deal))
    return games


def draws(game: Played, seat: str) -> list[str]:
    """What a seat drew before anybody decided: its luck."""
    first = [move for who, move in game.moves[:8] if who == "chance"]
    return first[:4] if seat == "s0" else first[4:]


def test_every_deal_is_played_with_swapped_seats() -> None:
    games = played(QUICK)
    assert len(games) == 6
    assert len({game.seed for game in games}) == 3
    for one, other in zip(games[::2], games[1::2], strict=True):
        assert one.deal == other.deal
        assert one.seed == other.seed
        assert (one.seating, other.seating) == ((0, 1), (1, 0))
        # The hands lie where they lay; the players have changed places.
        for seat in ("s0", "s1"):
            assert len(draws(one, seat)) == 4
            assert draws(one, seat) == draws(other, seat)
        assert one.shares == one.returns
        assert other.shares == other.returns[::-1]


def test_a_player_against_itself_scores_the_half() -> None:
    """With the same player and no luck of its own both games of a deal are the same game."""
    report = run_match(Plan("egemonia", ("greedy:worlds=2", "greedy:worlds=2"), games=20, seed=1))
    assert report.score.low < 0.5 < report.score.high


def test_the_same_seed_gives_the_same_match_in_any_number_of_processes() -> None:
    alone = played(QUICK, Serial())
    assert played(QUICK) == alone
    with Processes(2) as work:
        assert played(QUICK, work) == alone
    other = played(Plan(**{**vars(QUICK), "seed": 4}))
    assert [game.moves for game in other] != [game.moves for game in alone]


def test_a_record_of_a_match_can_be_played_again() -> None:
    one = play_game(QUICK, 1, (1, 0))
    game = new("egemonia", seed=one.seed, scenario="historical")
    for seat, move in one.moves:
        if seat != "chance":
            game.play(seat, move)
    assert game.result is not None
    assert game.result.returns == one.returns


@pytest.mark.parametrize(
    ("teams", "n_players", "want"),
    [
        ((0, 1), 2, {(0, 1), (1, 0)}),
        ((0, 1, 0, 1), 2, {(0, 1, 0, 1), (1, 0, 1, 0)}),
        ((0, 1, 2), 3, {(0, 1, 2), (1, 2, 0), (2, 0, 1)}),
        ((0, 1, 2), 2, {(0, 1, 0), (1, 0, 0), (0, 0, 1), (1, 0, 1), (0, 1, 1), (1, 1, 0)}),
        ((0, 1, 2, 3), 2, {(0, 1, 0, 1), (1, 0, 1, 0)}),
        ((0, 1, 2, 3), 4, {(0, 1, 2, 3), (1, 2, 3, 0), (2, 3, 0, 1), (3, 0, 1, 2)}),
        ((0,), 2, {(0,), (1,)}),  # solo: both play the same deal alone
    ],
)
def test_seatings(teams: tuple[int, ...], n_players: int, want: set[tuple[int, ...]]) -> None:
    found = seatings(teams, n_players)
    assert set(found) == want
    assert len(found) == len(want)
    for seat in range(len(teams)):  # every player sits in every seat equally often
        held = [seating[seat] for seating in found]
        assert len({held.count(player) for player in range(n_players)}) == 1


def test_more_players_than_sides_is_an_error() -> None:
    with pytest.raises(GameError, match="3 players for 2 sides"):
        seatings((0, 1), 3)


def test_a_score_is_a_difference_of_shares() -> None:
    def game(*shares: float | None) -> Played:
        return Played(0, 0, (), (), shares, ())

    assert deal_score(deal_shares([game(1.0, 0.0), game(0.0, 1.0)])) == 0.5
    assert deal_score(deal_shares([game(1.0, 0.0), game(0.5, 0.5)])) == 0.75
    assert deal_score(deal_shares([game(1.0, None), game(None, 0.0)])) == 1  # solo
    assert deal_score([1 / 3, 1 / 3]) == 0.5


def test_a_sequential_test_stops_early() -> None:
    plan = Plan("egemonia", ("greedy:worlds=4,ahead=6", "random"), games=400, seed=1, sprt=Sprt(0.5, 0.8))
    report = run_match(plan)
    assert report.verdict == "h1"
    assert 4 <= report.games < 60
    assert report.to_dict()["sprt"]["verdict"] == "h1"


def test_an_interrupted_match_keeps_what_was_played() -> None:
    def on_deal(report: Report, games: Sequence[Played]) -> None:
        if report.deals == 2:
            raise KeyboardInterrupt

    report = run_match(QUICK, on_deal=on_deal)
    assert report.interrupted
    assert report.games == 4
    assert report.to_dict()["games"] == 4


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"players": ("random",)}, "a match wants two or more"),
        ({"players": ("random", "rnd")}, "no player 'rnd'"),
        ({"games": 0}, "games=0: want at least 1"),
        ({"game": "chess"}, "no game 'chess'"),
    ],
)
def test_a_wrong_plan_is_refused_before_anything_is_played(changes: dict[str, Any], message: str) -> None:
    with pytest.raises(GameError, match=message):
        run_match(Plan(**{**vars(QUICK), **changes}))


@pytest.mark.parametrize("game", GAMES)
def test_every_game_and_number_of_seats_can_be_matched(game: str) -> None:
    for seats in GAMES[game].seat_counts:
        for one in played(Plan(game, ("random", "greedy:worlds=1"), games=2, seed=1, seats=seats)):
            assert sum(one.returns) == pytest.approx(1)
            assert all(share is None or 0 <= share <= 1 for share in one.shares)


# The commands.


def test_the_command_prints_a_score_and_writes_the_games(tmp_path: Path) -> None:
    out = tmp_path / "games.jsonl"
    arguments = ["greedy:worlds=2", "random", "--game", "egemonia", "--games", "4", "--seed", "3"]
    plain = CliRunner().invoke(match, [*arguments, "--sprt", "--out", str(out)])
    assert plain.exit_code == 0, plain.output
    for word in ("4 games of 2 deals, seed 3", "score", "Elo", "SPRT"):
        assert word in plain.output
    games = [json.loads(line) for line in out.read_text().splitlines()]
    assert [game["seating"] for game in games] == [[0, 1], [1, 0], [0, 1], [1, 0]]
    found = json.loads(CliRunner().invoke(match, [*arguments, "--json"]).output)
    assert found["games"] == 4
    assert found["score"]["low"] <= found["score"]["value"] <= found["score"]["high"]
    assert found["won"] + found["drawn"] + found["lost"] == 4


def test_the_analysis_command_says_values_lines_and_beliefs(tmp_path: Path) -> None:
    arguments = ["--game", "egemonia", "-o", "scenario=historical", "--seed", "7", "--nodes", "300", "--ai-seed", "1"]
    plain = CliRunner().invoke(analyze, arguments)
    assert plain.exit_code == 0, plain.output
    for word in ("Athens", "Sparta", "move", "visits", "hands", "plays "):
        assert word in plain.output
    found = json.loads(CliRunner().invoke(analyze, [*arguments, "--json"]).output)
    assert found["nodes"] == 300
    assert found["move"] in [line["move"] for line in found["lines"]]
    assert "hands sparta" in found["beliefs"] or "hands athens" in found["beliefs"]
    # The same position from a save.
    saved = tmp_path / "game.save"
    game = new("egemonia", seed=7, scenario="historical")
    saved.write_bytes(game.save())
    again = CliRunner().invoke(analyze, ["--save", str(saved), "--nodes", "300", "--ai-seed", "1", "--json"])
    assert {**json.loads(again.output), "seconds": 0} == {**found, "seconds": 0}


def test_the_analysis_command_plays_moves_first() -> None:
    game = new("egemonia", seed=7, scenario="historical")
    first = game.pending[0]
    move = game.legal(first)[0]
    game.play(first, move)
    arguments = ["--game", "egemonia", "-o", "scenario=historical", "--seed", "7", "--nodes", "50", "--json"]
    found = json.loads(CliRunner().invoke(analyze, [*arguments, "--moves", f"{first}={move}"]).output)
    assert found["seat"] == game.pending[0]
    wrong = CliRunner().invoke(analyze, [*arguments, "--moves", "fly:athens"])
    assert isinstance(wrong.exception, GameError)
    both = CliRunner().invoke(analyze, [])
    assert both.exit_code == 2
    assert "want --game or --save" in both.output


def test_alone_each_player_plays_the_same_deals() -> None:
    arguments = ["greedy:worlds=2", "random", "--game", "epireia", "--seats", "1", "--games", "4", "--seed", "3"]
    plain = CliRunner().invoke(match, arguments)
    assert plain.exit_code == 0, plain.output
    assert "4 games of 2 deals" in plain.output
    assert "greedy:worlds=2 minus random" in " ".join(plain.output.split())
    found = json.loads(CliRunner().invoke(match, [*arguments, "--json"]).output)
    assert [len(found["shares"]), len(found["wins"])] == [2, 2]
    [lead] = found["lead"]
    assert lead["value"] == pytest.approx(found["shares"][0]["value"] - found["shares"][1]["value"], abs=1e-5)
    assert -1 <= lead["low"] <= lead["value"] <= lead["high"] <= 1


@pytest.mark.parametrize(
    ("game", "seats", "n_players"), [("epix", 3, 3), ("epix", 4, 4), ("ephyran", 3, 3), ("ephyran", 4, 4)]
)
def test_three_and_four_players_are_told_how_many_games_each_won(game: str, seats: int, n_players: int) -> None:
    players = ["greedy:worlds=2", "random", "greedy:worlds=1", "python:tests.ai.own_players:Last"][:n_players]
    plan = Plan(game, tuple(players), games=2 * n_players, seed=1, seats=seats)
    games: list[Played] = []
    report = run_match(plan, on_deal=lambda _, deal: games.extend(deal))
    counted = [0] * n_players
    for one in games:
        best = max(share for share in one.shares if share is not None)
        if one.shares.count(best) == 1:
            counted[one.shares.index(best)] += 1
            assert one.returns[one.seating.index(one.shares.index(best))] == best  # the seat that won is the player's
    assert report.wins == counted
    assert sum(counted) > 0
    words = [*players, "--game", game, "--seats", str(seats), "--games", str(2 * n_players), "--seed", "1"]
    plain = " ".join(CliRunner().invoke(match, words).output.split())
    found = json.loads(CliRunner().invoke(match, [*words, "--json"]).output)
    assert found["wins"] == counted
    assert len(found["lead"]) == n_players - 1
    for wins in counted:
        assert f"won {wins} game" in plain


@pytest.mark.parametrize("seats", [3, 4])
def test_the_leagues_of_epireia_seat_two_players(seats: int) -> None:
    """Three or four seats are two sides there; a third player is refused with a sentence."""
    words = ["greedy:worlds=1", "random", "--game", "epireia", "--seats", str(seats), "--games", "2", "--seed", "1"]
    found = json.loads(CliRunner().invoke(match, [*words, "--json"]).output)
    assert found["won"] == found["wins"][0]
    assert found["lost"] == found["wins"][1]
    refused = CliRunner().invoke(match, ["random", *words])
    assert refused.exit_code == 2
    assert f"3 players, but epireia with {seats} seats has 2 sides" in " ".join(refused.output.split())


def test_the_command_keeps_a_journal_and_goes_on_with_it(tmp_path: Path) -> None:
    journal = tmp_path / "match.jsonl"
    arguments = ["greedy:worlds=2", "random", "--game", "egemonia", "--seed", "3", "--journal", str(journal), "--json"]
    whole = CliRunner().invoke(match, [*arguments[:-3], "--games", "6", "--json"])
    first = CliRunner().invoke(match, [*arguments, "--games", "2"])
    assert first.exit_code == 0, first.output
    again = CliRunner().invoke(match, [*arguments, "--games", "6"])
    assert isinstance(again.exception, GameError)
    assert "--resume" in str(again.exception)
    resumed = CliRunner().invoke(match, [*arguments, "--games", "6", "--resume"])
    assert json.loads(resumed.output) == json.loads(whole.output)
    assert len(journal.read_text("utf-8").splitlines()) == 4


def test_a_wrong_executor_is_said() -> None:
    wrong = CliRunner().invoke(match, ["random", "random", "--game", "egemonia", "--executor", "threads"])
    assert "want serial, processes, ray" in str(wrong.exception)
