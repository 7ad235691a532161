"""Egemonia's sampled worlds against an enumeration of all labelled histories."""

from __future__ import annotations

import random
from collections import Counter
from fractions import Fraction
from pathlib import Path

import pytest

from petteia.engine import Observation, ruleset
from petteia.ext import egemonia_worlds
from tests.kernel import KernelGame
from tests.reference.base import CHANCE, load_data
from tests.reference.egemonia import DATA, Egemonia
from tests.reference.egemonia_worlds import Observer, World, shares, truth

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
        for counts, chance in egemonia_worlds.holdings(observation.core.raw())
    }
    assert set(found) == set(by_holding)
    for held, chance in by_holding.items():
        assert found[held] == pytest.approx(float(chance), rel=1e-9, abs=1e-15)
    if samples:
        drawn = Counter(world_of(observation, number) for number in range(samples))
        assert set(drawn) <= set(law), "a sampled world that cannot be"
        check_frequencies(drawn, law, samples)


def check_frequencies(drawn: Counter[World], law: dict[World, Fraction], samples: int) -> None:
    """Chi-square over the worlds expected at least five times, the rest as one; six standard deviations allowed."""
    statistic, cells, rest_drawn, rest_expected = 0.0, 0, 0.0, 0.0
    for world, chance in law.items():
        expected = float(chance) * samples
        if expected >= 5:
            statistic += (drawn[world] - expected) ** 2 / expected
            cells += 1
        else:
            rest_drawn += drawn[world]
            rest_expected += expected
    if rest_expected >= 5:
        statistic += (rest_drawn - rest_expected) ** 2 / rest_expected
        cells += 1
    freedom = max(cells - 1, 1)
    assert statistic < freedom + 6 * (2 * freedom) ** 0.5, (statistic, freedom)


def watch_game(
    seed: int, scenario: str, samples: int, every: int, data: Path | None = None, longest: int = 1_000
) -> Counter[str]:
    """Play a random game and check the law now and then; the phases in which it was checked."""
    rng = random.Random(seed)
    options = {"scenario": scenario}
    components = {**load_data(DATA), **(load_data(data) if data else {})}
    kernel, reference = KernelGame(ruleset("egemonia", data=data, **options)), Egemonia(2, options, components)
    observers = {seat: Observer(seat, options, components) for seat in ("s0", "s1")}
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


def test_the_law_holds_for_a_player_that_passes(tmp_path: Path) -> None:
    """Athens starts with nothing, so that Military and Influence cannot be placed and are kept."""
    text = (DATA / "setup.toml").read_text("utf-8")
    rows = text.split("\n\n")
    kept = [row for row in rows if not (row.startswith("[[influence]]") and "historical" in row and "athens" in row)]
    (tmp_path / "setup.toml").write_text("\n\n".join(kept), "utf-8")
    checked: Counter[str] = Counter()
    for seed in range(20):
        checked += watch_game(seed, "historical", samples=500, every=17, data=tmp_path, longest=22)
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
        KernelGame(ruleset("egemonia", scenario="historical")),
        Egemonia(options={"scenario": "historical"}),
    )
    observer = Observer("s0", {"scenario": "historical"}, None)
    deal = ["military", "military", "coup", "olympics", "influence", "influence", "influence", "military"]
    for event in deal:
        kernel.play(CHANCE, f"draw:{event}")
        reference.play(CHANCE, f"draw:{event}")
    plan = {"s0": ["military@athens", "military@athens", "coup@crete"], "s1": ["influence@sparta"] * 3}
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
