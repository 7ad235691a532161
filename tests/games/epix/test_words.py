"""What Epix tells its players: each thing once, and in English."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator

import pytest

from petteia.engine import Game, ruleset
from petteia.protocols.narration import Narration


def positions(seats: int, n_games: int) -> Iterator[Game]:
    rules = ruleset("epix", seats, rules="advanced")
    for seed in range(n_games):
        game, rng = Game(rules, seed), random.Random(seed)
        while game.pending:
            yield game
            seat = rng.choice(game.pending)
            moves = game.legal(seat)
            verb = rng.choice(sorted({move.partition(":")[0] for move in moves}))
            game.play(seat, rng.choice([move for move in moves if move.partition(":")[0] == verb]))
        yield game


@pytest.mark.parametrize("seats", [2, 3])
def test_a_bid_and_a_guess_are_told_once(seats: int) -> None:
    """To who chose it then, to the others when it is shown; what nobody could choose, to all when it is shown."""
    told = unchosen = 0
    for game in positions(seats, 4):
        if game.pending:
            continue
        for viewer in (*game.seats, "pub"):
            events, chosen = game.events(viewer), ""
            for event, said in zip(events, Narration(game.ruleset, viewer).follow(events), strict=True):
                word, who, *rest = event.split(" ")
                if word == "secret":
                    assert said is not None
                    chosen = rest[0]
                if word in ("bid", "guess"):
                    is_known = who == viewer and chosen == f"{word}:{rest[0]}"
                    assert (said is None) == is_known
                    told += is_known
                    unchosen += who == viewer and not is_known
                    chosen = "" if is_known else chosen
    assert told > 20
    assert unchosen > 0


def test_a_fight_is_asked_about_in_english() -> None:
    guesses, empty = set(), 0
    for game in positions(2, 60):
        view = game.view(game.pending[0]) if game.pending else {"phase": "over", "attack": None}
        if view["phase"] != "fight" or not view["attack"]:
            continue
        for seat in game.pending:
            question = game.ruleset.question(game.view(seat))
            assert "province in" not in question
            [asked] = re.findall(r"\d guess(?:es)?\b", question)
            guesses.add(asked)
            empty += view["attack"]["against"] == "province"
    assert {"1 guess", "2 guesses"} <= guesses
    assert empty > 0


def test_a_season_that_is_a_phase_too_is_said_once() -> None:
    game = Game(ruleset("epix", 2), 1)
    assert "Draft   first player:" in game.draw()
    assert "Draft, draft" not in game.draw()


def test_a_province_is_not_called_twice() -> None:
    game = Game(ruleset("epix", 2), 1)
    said = " ".join(sentence for block in game.ruleset.summary(game.view("s0")) for sentence in block.sentences())
    assert "Land A1: touches" in said
    assert "Kilimandjora (K): touches" in said
