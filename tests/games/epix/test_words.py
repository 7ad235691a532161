"""What Epix tells its players: each thing once, and in English."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator

import pytest

from petteia.engine import Game, ruleset
from petteia.engine.narration import Narration
from tests.tools.random_play import random_positions


def positions(seats: int, n_games: int) -> Iterator[Game]:
    rules = ruleset("epix", seats, rules="advanced")
    for seed in range(n_games):
        yield from random_positions(rules, seed, random.Random(seed))


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
                    # The last bid of an auction also tells who won it, the last guess of a fight what it came to.
                    own = re.match(r"(?:You have|\w+ has) (?:bid|guessed) ", said or "")
                    assert (own is None) == is_known
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


def fought() -> Iterator[tuple[bool, str]]:
    """Of fights, whether the bid was among the guesses, and what was said at the last of them."""
    for seed in range(30):
        game, rng = Game(ruleset("epix", 3, rules="advanced"), seed), random.Random(seed)
        while game.pending:
            seat = rng.choice(game.pending)
            moves = game.legal(seat)
            game.play(seat, rng.choice([move for move in moves if move.startswith(("attack", "on", "fire"))] or moves))
        events, bid = game.events("pub"), ""
        named: set[str] = set()
        for event, said in zip(events, Narration(game.ruleset, "pub").follow(events), strict=True):
            word, *rest = event.split(" ")
            if word == "bid":
                bid, named = rest[1], set()
            elif word == "guess":
                named |= set(rest[1].split(","))
                yield bid in named, said or ""


def test_a_fight_is_told_with_what_it_came_to() -> None:
    found = list(fought())
    assert {guessed for guessed, _ in found} == {True, False}
    for guessed, said in found:
        assert said.endswith("guessed: the attack fails." if guessed else "not guessed: the attack succeeds."), said


def test_an_auction_is_told_with_who_won_and_why() -> None:
    """Who is told to win names who gets the card, also among several who bid as much."""
    tied = 0
    for seed in range(25):
        game, rng = Game(ruleset("epix", 3, rules="advanced"), seed), random.Random(seed)
        while game.pending:
            seat = rng.choice(game.pending)
            game.play(seat, rng.choice(game.legal(seat)[:3]))
        events = game.events("pub")
        told = Narration(game.ruleset, "pub").follow(events)
        names = {name: seat for seat, name in game.ruleset.names(game.view("pub")).items()}
        for number, said in enumerate(told):
            found = re.search(r"(\w+) wins the auction and pays (\d+)", said or "")
            if found is None:
                continue
            later = [event.split(" ") for event in events[number + 1 :]]
            giver = next(
                words[1] for words in later if words[0] in ("move", "forced") and words[2].startswith("first:")
            )
            assert giver == names[found[1]]
            tied += "wins ties" in str(said)
    assert tied > 5
