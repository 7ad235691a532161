"""`story`: events told with what the seat knew before and after them, and with nothing else."""

from __future__ import annotations

import random

import pytest

from petteia.engine import GAMES, Game, Observation
from petteia.engine.narration import Narration
from petteia.protocols.referee import RefereedGame

SHAPES = [
    (name, seats, options)
    for name, kind in GAMES.items()
    for seats, options in kind.shapes()[:: 3 if name == "epireia" else 1]
]


def at_random(game: Game, seed: int, most: int = 100_000) -> Game:
    rng = random.Random(seed)
    while game.result is None and most > 0:
        seat = rng.choice(game.pending)
        game.play(seat, rng.choice(game.legal(seat)))
        most -= 1
    return game


@pytest.mark.parametrize(("name", "seats", "options"), SHAPES)
def test_whole_games_from_every_seat(name: str, seats: int, options: dict[str, str]) -> None:
    """From its own events alone, so that there is no secret to tell; in one go or bit by bit, it is the same."""
    ruleset = GAMES[name](seats, None, **options)
    game = at_random(Game(ruleset, 11), 12)
    for viewer in (*game.seats, "pub"):
        events = game.events(viewer)
        told = Narration(ruleset, viewer).follow(events)
        assert len(told) == len(events)
        seen = before_cause = Observation.start(ruleset, viewer)
        cause = ""
        for event, sentence in zip(events, told, strict=True):
            after, word = seen.see(event), event.split()[0]
            if word in ruleset.causes:
                cause, before_cause = event, seen
            before = before_cause if word in ruleset.aftermath else seen
            assert sentence == ruleset.narrate(before.view(), event, after.view(), cause)
            seen = after
        halves = Narration(ruleset, viewer)
        halves.follow(events[: len(events) // 2])
        assert halves.follow(events) == told


def test_a_roll_says_who_rolls_for_what() -> None:
    game = at_random(Game(GAMES["epireia"](1, None, scenario="harvest_road"), 3), 4)
    said = [sentence for sentence in RefereedGame("g1", game).story("s0") if sentence]
    assert any("rolls" in sentence and "needs" in sentence for sentence in said)
    assert not any(sentence.endswith(" is rolled.") for sentence in said)


def test_what_is_taken_back_is_forgotten() -> None:
    """The sentences afterwards are those of a game in which it never happened."""
    table = RefereedGame("g1", Game(GAMES["egemonia"](), 7))
    table.play("s0", 1, "setup:corinth")
    assert table.story("s1")[0] == "Athens has 1 influence in Corinth now."
    table.undo(force=False)
    assert table.story("s1")[-1] == "That is taken back."
    table.play("s0", 2, "setup:delos")
    assert [sentence for sentence in table.story("s1") if sentence][-1] == "Athens has 1 influence in Delos now."
