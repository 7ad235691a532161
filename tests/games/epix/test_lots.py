"""The measurement of abilities that are given by lot (`python -m bench.balance epix --lots`)."""

from __future__ import annotations

import json
import random

import pytest
from click.testing import CliRunner

from bench.balance.__main__ import main
from bench.balance.epix import NONE, Epix, effects, play_with_lots
from petteia.ai.match import Plan

EFFECTS = {NONE: 0.0, "strong": 0.2, "weak": -0.1, "plain": 0.0}


@pytest.mark.parametrize("n_seats", [2, 4])
def test_effects_are_found_again(n_seats: int) -> None:
    """Games whose seats win with the chances that the abilities give them."""
    rng, games = random.Random(1), []
    for _ in range(4_000):
        names = [rng.choice(list(EFFECTS)) for _ in range(n_seats)]
        mean = sum(EFFECTS[name] for name in names) / n_seats
        chances = [1 / n_seats + (EFFECTS[name] - mean) * n_seats / (n_seats - 1) for name in names]
        winner = rng.choices(range(n_seats), [max(chance, 0) for chance in chances])[0]
        games.append([(name, float(seat == winner)) for seat, name in enumerate(names)])
    found = effects(games)
    assert set(found) == set(EFFECTS) - {NONE}
    for name, effect in found.items():
        assert effect.low - 0.01 < EFFECTS[name] < effect.high + 0.01, (name, effect)
        assert 0.01 < effect.high - effect.low < 0.08


@pytest.mark.parametrize("seats", [2, 4])
def test_every_seat_has_what_was_drawn_for_it_and_paid_nothing(seats: int) -> None:
    plan = Plan("epix", ("random",), 1, seats=seats, options={"rules": "advanced"}, drawn=Epix.lots)
    owned = 0
    for deal in range(12):
        played = play_with_lots(Epix(), plan, deal)
        bids = [(seat, move) for seat, move in played.moves if "@" in move and move.startswith("bid:")]
        assert all(move.startswith("bid:0@") for _, move in bids)
        assert len({seat for seat, _ in bids}) == len(bids) == len({move for _, move in bids})
        owned += len(bids)
    assert 0.6 * 12 * seats < owned < 12 * seats


def test_the_command_tells_effects() -> None:
    words = ("epix", "--seats", "2", "-o", "rules=advanced", "--lots", "--games", "30", "--player", "random", "--json")
    done = CliRunner().invoke(main, words)
    assert done.exit_code in (0, 1), done.output
    lines = json.loads(done.stdout)
    told = [line for line in lines if line["kind"] == "effect"]
    assert sum(line["n"] for line in lines if line["kind"] == "ability") == 60
    assert len(told) > 10
    assert all(line["bounds"] == [0.01, 0.10] for line in told)
