"""Chances as people are told: in the engine's order, true on the average, and nothing that a move depends on."""

from __future__ import annotations

from itertools import pairwise
from statistics import fmean

import pytest

from petteia.ai.calibration import Calibration
from petteia.ai.player import Limits
from petteia.ai.registry import make_player
from petteia.engine import Game, Observation, new
from petteia.engine.games.epireia import Epireia
from petteia.engine.games.epireia.calibration import CURVES

SHARES = [number / 40 for number in range(41)]


def solo(enemy: str, scenario: str = "harvest_road", seed: int = 1) -> Game:
    """A solo game when its first turn begins."""
    game = new("epireia", seats=1, seed=seed, scenario=scenario, enemy=enemy)
    while game.view("pub")["phase"] != "development":
        game.play("s0", game.legal("s0")[0])
    return game


def later(game: Game) -> list[Observation]:
    """What the player sees at each of its decisions from now on."""
    found = []
    while game.pending:
        seat = game.pending[0]
        if seat == "s0":
            found.append(game.observation("s0"))
        game.play(seat, game.legal(seat)[-1])
    return found


@pytest.mark.parametrize("game", ["egemonia", "epix", "ephyran", "epireia"])
def test_among_players_it_is_what_was_found(game: str) -> None:
    calibration = Calibration(new(game, seats=2, seed=1).observation("s0"))
    assert [calibration.chance(share) for share in SHARES] == SHARES
    assert calibration.shares((0.3, 0.7)) == (0.3, 0.7)
    assert calibration.error(0.1, 0.3) == 0.1


@pytest.mark.parametrize("enemy", CURVES)
def test_better_stays_better(enemy: str) -> None:
    for observation in later(solo(enemy)):
        calibration = Calibration(observation)
        chances = [calibration.chance(share) for share in SHARES]
        assert chances[0] == 0
        assert chances[-1] == 1
        assert all(first < second for first, second in pairwise(chances))


@pytest.mark.parametrize("enemy", CURVES)
def test_what_one_side_wins_the_other_loses(enemy: str) -> None:
    calibration = Calibration(solo(enemy).observation("s0"))
    for share in SHARES:
        assert calibration.chance(share, team=1) == pytest.approx(1 - calibration.chance(1 - share))
        assert sum(calibration.shares((share, 1 - share))) == pytest.approx(1)


def test_the_error_follows_the_curve() -> None:
    calibration = Calibration(solo("die").observation("s0"))
    small = 1e-4
    wide = (calibration.chance(0.3 + small) - calibration.chance(0.3 - small)) / 2
    assert calibration.error(small, 0.3) == pytest.approx(wide, rel=1e-3)


def test_decisions_do_not_depend_on_it(monkeypatch: pytest.MonkeyPatch) -> None:
    observation = solo("ai").observation("s0")

    def decide() -> tuple[str, float, tuple[float, ...]]:
        found = make_player("ismcts:level=4", seed=3).decide(observation, Limits(nodes=300))
        assert found.analysis is not None
        return found.move, found.policy, found.analysis.values

    move, policy, values = decide()
    monkeypatch.setattr(Epireia, "calibration", lambda self, obs: None)
    plain = decide()
    assert plain[:2] == (move, policy)
    assert plain[2] != values
    assert Calibration(observation).shares(plain[2]) == plain[2]


def test_a_player_is_told_about_what_is_won() -> None:
    """RULES.md, Balance: four games in five of the easiest grade, one in three of the hardest."""
    player = make_player("ismcts", seed=1)

    def told(scenario: str) -> float:
        found = []
        for seed in range(8):
            analysis = player.decide(solo("die", scenario, seed).observation("s0"), Limits(nodes=1000)).analysis
            assert analysis is not None
            found.append(analysis.values[0])
        return fmean(found)

    easy = [told(name) for name in ("harvest_road", "voice_of_delphi")]
    hard = [told(name) for name in ("the_thirty_years", "march_on_the_isthmus")]
    print(f"\n{easy}, {hard}")
    assert 0.6 < fmean(easy) < 0.95
    assert 0.2 < fmean(hard) < 0.6
