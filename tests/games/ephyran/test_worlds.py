"""Why the law of sampling of Ephyran (RULES.md, 17) is what it is: all histories of small positions, counted."""

from __future__ import annotations

import itertools
from collections import Counter, defaultdict
from fractions import Fraction

import pytest

from .position import Layout, Position

pytestmark = pytest.mark.usefixtures("implementation")


def test_17_the_card_kept_with_the_graeae_is_uniform() -> None:
    """All histories of another's Graeae that end in the same discards, with their weights."""
    layout = Layout(4)
    card = layout.support("s0", "graeae")
    start = layout.start(pile=6)
    start.do(f"graeae:{card}")
    seen = start.unseen[2:4]
    weights: defaultdict[str, Fraction] = defaultdict(Fraction)
    stack: list[tuple[Position, Fraction]] = [(start, Fraction(1))]
    while stack:
        game, weight = stack.pop()
        if game.turn == "s1":
            if game.discard == seen:
                weights[game.hands["s0"][0]] += weight
            continue
        hidden = game.phase in ("look", "keep")
        choices = game.legal(game.pending()[0])
        for move in choices:
            after = game.clone()
            after.play(game.pending()[0], move)
            stack.append((after, weight / len(choices) if hidden else weight))
    assert set(weights) == set(start.unseen) - set(seen)
    assert len(set(weights.values())) == 1


def test_17_an_unknown_hand_is_uniform_whatever_was_played_openly() -> None:
    """Deal two cards from six, see one of them discarded and another drawn: the hand is any two others."""
    layout = Layout(4)
    start = layout.start(pile=6, phase="pile", drawer="s0", draws=1, support="twins")
    shown = start.unseen[3]
    weights: Counter[tuple[str, ...]] = Counter()
    for first, second, third in itertools.permutations(start.unseen, 3):
        game = start.clone()
        game.do(f"card:{first}")
        game = Position.load(game.fields | {"phase": "pile", "drawer": "s0", "draws": 1, "support": None})
        game.do(f"card:{second}")
        game = Position.load(game.fields | {"turn": "s0"})
        if f"discard:{shown}" in game.legal("s0"):
            game.do(f"discard:{shown}", "draw:pile")
            if third in game.unseen:
                game.do(f"card:{third}")
                weights[tuple(game.hands["s0"])] += 1
    others = [card for card in start.unseen if card != shown]
    assert set(weights) == set(itertools.combinations(others, 2))
    assert len(set(weights.values())) == 1
