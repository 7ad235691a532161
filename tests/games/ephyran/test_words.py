"""What Ephyran tells its players: the same facts in words and in the drawing."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator

from petteia.engine import Game, Observation, ruleset


def positions(n_games: int) -> Iterator[Game]:
    rules = ruleset("ephyran", 3)
    for seed in range(n_games):
        game, rng = Game(rules, seed), random.Random(seed)
        while game.pending:
            yield game
            moves = game.legal(game.pending[0])
            grows = [move for move in moves if move.startswith(("add:", "take:", "put:"))]
            game.play(game.pending[0], rng.choice(grows or moves))
        yield game


def test_magic_tokens_and_what_counts_double_are_in_words_and_in_the_drawing() -> None:
    magic = tokens = double = 0
    for number, game in enumerate(positions(2)):
        if number % 7:
            continue
        view = game.view("s0")
        cities = [block for block in game.ruleset.summary(view) if block.seat]
        said = " ".join(line for block in cities for line in block.lines if not line.startswith("Hand:"))
        drawn = "\n".join(line for line in game.draw("s0").splitlines() if not line.startswith("+n"))
        in_words = re.findall(r"magic ([+-]\d)", said)
        assert sorted(re.findall(r"[a-z]([+-]\d)", drawn)) == sorted(in_words)
        assert sorted(re.findall(r"\[([+-]\d)\]", drawn)) == sorted(re.findall(r"\(([+-]\d)\)", said))
        assert drawn.count("[?]") == said.count("an unknown token")
        doubled = [territory.lower() for territory in re.findall(r"(\w+), counts double", said)]
        assert re.findall(r"(\w+) counts double", drawn) == doubled
        magic, tokens, double = magic + len(in_words), tokens + said.count("token"), double + len(doubled)
    assert min(magic, tokens, double) > 20


def test_a_card_from_the_discard_is_told_by_name() -> None:
    """It lies open."""
    told = 0
    *_, game = positions(1)
    seen = Observation.start(game.ruleset, "pub")
    for event in game.events("pub"):
        before = seen.view()
        seen = seen.see(event)
        if event.endswith(" draw:discard"):
            said = game.ruleset.narrate(before, event, seen.view()) or ""
            assert re.fullmatch(r"[A-Z][a-z]+ draws [^.]+ / [^.]+ from the discard\.", said), said
            told += 1
    assert told > 0


def test_what_belongs_to_a_seat_is_called_its_own() -> None:
    """So that it becomes "your": "the token of you" is no English."""
    rules = ruleset("ephyran", 2)
    assert rules.tell("shown s0 lagoon-2 owl") == "Player 1's token on lagoon 2 is Athena's owl (+1)."
    supports = zip(rules.tables.cards, rules.tables.supports, strict=True)
    card = next(card for card, support in supports if support == "hecate")
    assert rules.tell(f"move s1 unlock:{card}@s0.lagoon") == (
        "Player 2 unlocks the lagoon in Player 1's city with Hecate's magic."
    )
    assert rules.tell(f"move s1 unlock:{card}@s1.lagoon") == (
        "Player 2 unlocks the lagoon in its own city with Hecate's magic."
    )


def test_a_god_is_offered_with_its_territory() -> None:
    game = Game(ruleset("ephyran", 2, gods="choose"), 1)
    seat = game.pending[0]
    glosses = {move: game.ruleset.gloss(game.view(seat), move) for move in game.legal(seat)}
    assert glosses["god:poseidon"] == "your lagoon will count double"
    assert len(set(glosses.values())) == 4
