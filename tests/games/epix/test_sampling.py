"""Epix's sampled worlds against the law of RULES.md, 14, worked out anew from what a viewer sees."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from tests.reference.base import CHANCE
from tests.reference.epix.worlds import worlds

from ..frequencies import check_frequencies
from ..kernel import KernelGame
from .position import ABILITIES, rules_of
from .styles import Chooser


def check_law(game: KernelGame, viewer: str, forget_own: bool, samples: int) -> int:
    """The number of worlds that the law allows; all of them are drawn, each as often as the others."""
    rules, view = game.ruleset, game.view(viewer)
    law = dict.fromkeys(map(repr, worlds(view, forget_own)), 1)
    drawn: Counter[str] = Counter()
    for number in range(samples if len(law) > 1 else 3):
        state = game.obs[viewer].sample(17, number, forget_own)
        assert state.check() == 0
        fields = rules.fields(state)
        for name in fields.keys() - {"secret", "cards"}:
            assert fields[name] == view[name], name
        drawn[repr((*fields["cards"], *fields["secret"]))] += 1
    check_frequencies(drawn, law)
    return len(law)


def watch_game(seed: int, samples: int, every: int) -> Counter[str]:
    """Play a game and check the law now and then; the phases in which something was hidden."""
    rng = random.Random(seed)
    choose = Chooser(seed)
    game = KernelGame(rules_of(2 + seed % 3, "advanced"))
    checked: Counter[str] = Counter()
    table = ["scouts", "citadel", *rng.sample([card for card in ABILITIES if card not in ("scouts", "citadel")], 3)]
    while pending := game.pending():
        seat = rng.choice(pending)
        moves = game.legal(seat)
        if seat == CHANCE and moves[0].startswith("ability:"):
            move = f"ability:{table.pop(0)}"
        else:
            wanted = [move for move in moves if move.endswith(("@scouts", "@citadel")) and move < "bid:4"]
            move = rng.choice(wanted) if wanted and rng.random() < 0.5 else choose(seat, moves)
        game.play(seat, move)
        fields = game.fields()
        told = fields["attack"] is not None and fields["attack"]["parity"] is not None
        for viewer in game.obs:
            if told or fields["phase"] == "press" or rng.randrange(every) == 0:  # pressing on is rare
                n_worlds = check_law(game, viewer, bool(rng.randrange(2)), samples)
                if n_worlds > 1:
                    checked["parity" if told else fields["phase"]] += 1
                elif any(fields["secret"]):
                    checked["open"] += 1
    return checked


def test_14_sampled_worlds_follow_the_law() -> None:
    checked: Counter[str] = Counter()
    for seed in range(18):
        checked += watch_game(seed, samples=300, every=40)
    assert min(checked[what] for what in ("parity", "recruit", "act", "open")) > 0, checked


@pytest.mark.long
@pytest.mark.timeout(0)
def test_14_sampled_worlds_follow_the_law_in_many_games() -> None:
    checked: Counter[str] = Counter()
    for seed in range(100, 200):
        checked += watch_game(seed, samples=4_000, every=15)
        print(seed, dict(checked), flush=True)
    assert min(checked[what] for what in ("parity", "order", "recruit", "act", "unit", "fight", "open")) > 0, checked
