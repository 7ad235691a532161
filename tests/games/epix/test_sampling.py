"""Epix's sampled worlds against the law of RULES.md, 14, worked out anew from what a viewer sees."""

from __future__ import annotations

import random
from collections import Counter
from itertools import product
from typing import Any

import pytest

from tests.kernel import KernelGame
from tests.reference.base import CHANCE

from .table import ABILITIES, rules_of
from .test_lockstep import Chooser

ONE = (["recruit"], ["tax"], ["move"])
TWO = (["recruit", "tax"], ["recruit", "move"], ["tax", "move"])
AFTER_CARDS = ("order", "recruit", "act", "unit", "fight", "press")


def only_secret(view: dict[str, Any], seat: int) -> str | None:
    """9: what a seat has submitted because it had no choice, as everybody can tell."""
    if view["phase"] == "auction":
        return "bid:0" if view["gold"][seat] == 0 else None
    attack = view["attack"]
    gold = view["gold"][int(view["turn"][1])]
    amounts = [n for n in range(1, gold + 1) if attack["parity"] in (None, ("even", "odd")[n % 2])]
    if view["turn"] == f"s{seat}":
        return "bid:1" if gold == 1 else None
    if attack["defender"] != f"s{seat}" or len(amounts) > attack["guesses"]:
        return None
    scouts = "scouts" in view["abilities"][seat]
    return None if scouts and attack["parity"] is None else f"guess:{','.join(map(str, amounts))}"


def law(view: dict[str, Any], forget_own: bool) -> list[list[Any]]:
    """The equally likely values of each seat's hidden cards and secret."""
    players = view["players"]
    own = None if forget_own or view["seat"] == "pub" else int(view["seat"][1])
    found: list[list[Any]] = []
    for seat in range(players):
        if seat == own or view["shown"][seat] or view["phase"] not in AFTER_CARDS:
            found.append([view["cards"][seat] if seat == own or view["shown"][seat] else None])
        else:
            found.append(list(TWO if view["season"] == "winter" else ONE))
    for seat in range(players):
        if view["phase"] not in ("auction", "fight"):
            found.append([None])
        elif seat == own:
            found.append([view["secret"][seat]])
        elif view["phase"] == "fight" and view["turn"] == f"s{seat}" and view["attack"]["parity"]:
            parity = view["attack"]["parity"]
            found.append([f"bid:{n}" for n in range(1, view["gold"][seat] + 1) if ("even", "odd")[n % 2] == parity])
        else:
            found.append([only_secret(view, seat)])
    return found


def check_law(game: KernelGame, viewer: str, forget_own: bool, samples: int) -> int:
    """The number of worlds that the law allows; all of them are drawn, each as often as the others."""
    rules, view = game.ruleset, game.view(viewer)
    worlds = [repr(world) for world in product(*law(view, forget_own))]
    drawn: Counter[str] = Counter()
    for number in range(samples if len(worlds) > 1 else 3):
        state = game.obs[viewer].sample(17, number, forget_own)
        assert state.check() == 0
        fields = rules.fields(state)
        for name in fields.keys() - {"secret", "cards"}:
            assert fields[name] == view[name], name
        drawn[repr((*fields["cards"], *fields["secret"]))] += 1
    assert set(drawn) <= set(worlds), "a sampled world that cannot be"
    if len(worlds) > 1:
        expected = samples / len(worlds)
        statistic = sum((drawn[world] - expected) ** 2 / expected for world in worlds)
        freedom = len(worlds) - 1
        assert statistic < freedom + 6 * (2 * freedom) ** 0.5, (statistic, freedom)
    return len(worlds)


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
                worlds = check_law(game, viewer, bool(rng.randrange(2)), samples)
                if worlds > 1:
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
