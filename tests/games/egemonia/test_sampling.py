"""Egemonia's sampled worlds against an enumeration of all labelled histories."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest

from petteia.engine import Observation
from petteia.ext.games.egemonia import packing
from tests.reference.base import CHANCE
from tests.reference.egemonia import Egemonia
from tests.reference.egemonia.worlds import Observer, World, shares, truth

from ..frequencies import check_frequencies
from ..kernel import KernelGame, kept_rules, kernel_rules
from .position import DATA
from .variants import ATHENS_HAS_NOTHING

FACTIONS = ("athens", "sparta")


def world_of(observation: Observation, number: int) -> World:
    """A sampled world, as the enumeration writes it."""
    fields = observation.ruleset.fields(observation.sample(11, number))
    enemy = FACTIONS[1 - FACTIONS.index(FACTIONS[int(observation.seat[1:])])]
    hand = [event for event, n in fields["hands"][enemy].items() for _ in range(n)]
    face_down = tuple(event for faction, event, _ in fields["placed"] if faction == enemy)
    return World(tuple(sorted(hand)), face_down, fields["discard"] if fields["oracle"] == enemy else None)


def check_law(kernel: KernelGame, observer: Observer, seat: str, samples: int) -> None:
    """The kernel's weights are exact, and what it samples follows them."""
    law = shares(observer.histories)
    by_holding: Counter[tuple[str, ...]] = Counter()
    for world, chance in law.items():
        held = [
            *world.hand,
            *(event for event in world.face_down if event),
            *([world.discard] if world.discard else []),
        ]
        by_holding[tuple(sorted(held))] += chance
    observation = kernel.observation(seat)
    names = kernel.ruleset.components.table("event")
    found = {
        tuple(sorted(names[k].values["id"] for k, n in enumerate(counts) for _ in range(n))): chance
        for counts, chance in packing.unpack_holdings(observation.core.raw())
    }
    assert set(found) == set(by_holding)
    for held, chance in by_holding.items():
        assert found[held] == pytest.approx(float(chance), rel=1e-9, abs=1e-15)
    if samples:
        drawn = Counter(world_of(observation, number) for number in range(samples))
        check_frequencies(drawn, law, least=5)


def watch_game(
    seed: int, scenario: str, samples: int, every: int, data: dict[str, Any] = DATA, longest: int = 1_000
) -> Counter[str]:
    """Play a random game and check the law now and then; the phases in which it was checked."""
    rng = random.Random(seed)
    options = {"scenario": scenario}
    kernel, reference = KernelGame(kernel_rules("egemonia", 2, options, data)), Egemonia(2, options, data)
    observers = {seat: Observer(seat, options, data) for seat in ("s0", "s1")}
    taken = dict.fromkeys(observers, 0)
    checked: Counter[str] = Counter()
    home = rng.random() < 0.5  # every other game is fought over Delphi and the capitals, for Oracles and lost homes
    step = 0
    while reference.pending() and step < longest:
        seat = reference.pending()[0]
        moves = reference.legal(seat)
        wanted = [
            move for move in moves if move.startswith("pythia:") or move.endswith(("@delphi", "@athens", "@sparta"))
        ]
        move = rng.choice(wanted if wanted and home else moves)
        kernel.play(seat, move)
        reference.play(seat, move)
        step += 1
        for viewer, observer in observers.items():
            for entry in reference.seen[viewer][taken[viewer] :]:
                observer.observe(entry)
            taken[viewer] = len(reference.seen[viewer])
            assert truth(reference, viewer) in observer.histories
            phase = reference.fields()["phase"]
            if step % every == 0 or phase == "pythia_draw" or move == "pass":
                check_law(kernel, observer, viewer, samples)
                checked[phase] += 1
                passed = any(event is None for world in observer.histories for event in world.face_down)
                checked["after a pass"] += passed
    return checked


def test_sampled_worlds_follow_the_law() -> None:
    checked: Counter[str] = Counter()
    for seed in range(4):
        checked += watch_game(seed, ("standard", "historical")[seed % 2], samples=4_000, every=37)
    assert min(checked[phase] for phase in ("draw", "pythia_draw", "action")) > 0


def test_the_law_holds_for_a_player_that_passes() -> None:
    """Athens starts with nothing, so that Military and Influence cannot be placed and are kept."""
    checked: Counter[str] = Counter()
    for seed in range(20):
        checked += watch_game(seed, "historical", samples=500, every=17, data=ATHENS_HAS_NOTHING, longest=22)
    assert checked["after a pass"] > 5


@pytest.mark.long
@pytest.mark.timeout(0)
def test_sampled_worlds_follow_the_law_in_many_games() -> None:
    checked: Counter[str] = Counter()
    for seed in range(100, 160):
        checked += watch_game(seed, ("standard", "historical")[seed % 2], samples=20_000, every=11)
        print(seed, dict(checked), flush=True)
    assert min(checked[what] for what in ("draw", "pythia", "pythia_draw", "action")) > 0


def test_a_kept_event_is_likelier_to_be_one_that_was_never_seen() -> None:
    """All that was shown is back in the cup, and yet what the enemy kept is not just any event of the cup."""
    kernel, reference = (
        KernelGame(kept_rules("egemonia", 2, scenario="historical")),
        Egemonia(options={"scenario": "historical"}),
    )
    observer = Observer("s0", {"scenario": "historical"}, None)
    deal = ["military", "military", "coup", "olympics", "influence", "influence", "influence", "military"]
    for event in deal:
        kernel.play(CHANCE, f"draw:{event}")
        reference.play(CHANCE, f"draw:{event}")
    plan = {"s0": ["military@athens", "military@athens", "coup@melos"], "s1": ["influence@argos"] * 3}
    while reference.fields()["phase"] == "action":
        seat = reference.pending()[0]
        move = f"place:{plan[seat].pop(0)}"
        kernel.play(seat, move)
        reference.play(seat, move)
    for entry in reference.seen["s0"]:
        observer.observe(entry)
    check_law(kernel, observer, "s0", samples=20_000)
    kept = {world.hand: chance for world, chance in shares(observer.histories).items()}
    # Of the four Influence the enemy showed three, so only one could have been kept; of the others more could.
    assert kept[("coup",)] > kept[("influence",)]
    assert kept[("military",)] > kept[("influence",)]
