"""Epix's kernel by itself: its size and pace, how long games last, tokens that cannot be, and bad components."""

from __future__ import annotations

import random
import re
import time
from pathlib import Path

import pytest

from petteia.engine import BadData, BadPosition, Game, Observation, ruleset
from petteia.engine.epix import notation
from petteia.ext import epix_worlds, measure
from tests.reference.epix import DATA

from .table import position, rules_of

SHAPES = [(seats, rules) for rules in ("basic", "advanced") for seats in (2, 3, 4)]
MOST_DECISIONS = {2: 1008, 3: 2229, 4: 3930}  # RULES.md, 15
ROOT = Path(__file__).parents[3]


def test_a_state_is_small() -> None:
    assert epix_worlds.sizes()[0] <= 512


@pytest.mark.parametrize(("seats", "rules"), SHAPES)
def test_15_random_games_end_within_the_bound(seats: int, rules: str) -> None:
    start = rules_of(seats, rules).rules.start()
    longest = 0
    for seed in range(3_000):
        state = start.clone()
        chance = 1 if rules == "basic" else seats + 2
        longest = max(longest, state.playout(seed) + chance)
        assert state.pending() == 0
    assert 30 < longest <= MOST_DECISIONS[seats]


@pytest.mark.parametrize(("seats", "rules"), SHAPES)
def test_random_moves_are_fast(seats: int, rules: str) -> None:
    """4 million moves a second where 512 bytes are copied in 6.6 ns, in processor time: others may be busy too."""
    start = rules_of(seats, rules).rules.start()
    copying = playing = 0.0
    copies, decisions = 200_000, 0
    for seed in range(4):
        began = time.process_time()
        measure.memcpy_ns(512, copies)
        between = time.process_time()
        decisions += measure.playouts(start, 0.05, seed)[1]
        copying, playing = copying + between - began, playing + time.process_time() - between
    copies_per_move = (playing / decisions) / (copying / (4 * copies))
    assert 1e9 / (copies_per_move * 6.6) > 4_000_000


def test_playouts_choose_uniformly() -> None:
    """The first move of a playout is any legal one, each as often: also of guesses, which it does not list."""
    rules = rules_of(2, "advanced")
    turn = {"first": "s1", "turn": "s1", "cards": [["tax"], ["move"]], "shown": [False, True]}
    state = rules.from_fields(position({"A1": "s1 soldier"}, gold=[0, 7], abilities=[["citadel"], []], **turn))
    state.apply(1, rules.parse_move("attack:soldier@A1>A"))
    pairs = [rules.format_move(move) for move in state.legal(0)]
    assert len(pairs) == 15
    drawn = dict.fromkeys(pairs, 0)
    for seed in range(6_000):
        after = state.clone()
        assert after.playout(seed, 1) == 1
        named = rules.fields(after)["secret"][0]
        drawn[f"guess:{','.join(named.removeprefix('guess:').split(',')[:2])}"] += 1
    assert all(300 < count < 500 for count in drawn.values()), drawn


def test_the_numbers_of_the_kernel_are_those_of_the_notation() -> None:
    header = (ROOT / "ext" / "epix.pxd").read_text("utf-8")
    numbers = {name: int(value) for name, value in re.findall(r"^    ((?:DO|EV)_\w+) = (\d+)", header, re.MULTILINE)}
    assert len(numbers) == 29
    for name, number in numbers.items():
        assert getattr(notation, name.removeprefix("DO_")) == number, name
    phases = re.search(r"cdef enum Phase:\n(.*?)\n\n", header, re.DOTALL)
    assert phases is not None
    words = re.findall(r"^    (\w+) = ", phases[1], re.MULTILINE)
    assert [word.lower().replace("finished", "over") for word in words] == list(notation.PHASES)


# ---------------------------------------------------------------------------------------------------------------
# Tokens that cannot be.


def told_game(seed: int, rules: str = "advanced") -> Game:
    rng = random.Random(seed)
    game = Game(rules_of(3, rules), seed)
    while game.pending:
        seat = rng.choice(game.pending)
        game.play(seat, rng.choice(game.legal(seat)))
    return game


@pytest.mark.parametrize(
    "event",
    [
        "move s0 recruit:soldier@A1",  # chance comes first
        "move chance ability:banker",
        "move chance first:s0 again",
        "secret s1 bid:3",  # another seat's
        "secret s0 bid:3",
        "bid s0 3",
        "guess s0 3",
        "guess s0 1,2,3,4",
        "parity s0 odd",
        "parity s0 green",
        "turn s0 tax",
        "over s0 castle",
        "season summer",
        "frob",
        "",
    ],
)
def test_a_token_that_cannot_be_is_refused(event: str) -> None:
    with pytest.raises(BadPosition):
        Observation.start(rules_of(3, "advanced"), "s0").see(event)


def test_any_token_at_any_time_is_taken_or_refused() -> None:
    """Events of one game told in another: nothing worse than a refusal, and what was taken gives sound worlds."""
    rng = random.Random(6)
    games = [told_game(seed) for seed in range(8)]
    taken = refused = 0
    for _ in range(300):
        game, other, viewer = rng.choice(games), rng.choice(games), rng.choice(("s0", "s1", "s2", "pub"))
        events = game.events(viewer)
        observation = Observation.start(game.ruleset, viewer)
        for event in events[: rng.randrange(len(events))]:
            observation = observation.see(event)
        for event in rng.sample(other.events(rng.choice((viewer, "s0"))), 12):
            try:
                observation = observation.see(event)
                taken += 1
            except BadPosition:
                refused += 1
            observation.legal()
            observation.view()
            observation.sample(1).playout(1)
    assert taken > 100
    assert refused > 100


def test_what_is_shown_must_agree_with_what_was_chosen() -> None:
    game = Game(rules_of(2, "basic"), 1)
    while game.state.kind(0) != 2:  # the draft
        game.play(game.pending[0], "pass")
    game.play("s0", "bid:3")
    own, other = game.observation("s0"), game.observation("s1")
    with pytest.raises(BadPosition, match="the rules do not allow it"):
        own.see("bid s0 4")
    with pytest.raises(BadPosition, match="the rules do not allow it"):
        other.see("bid s0 16")
    with pytest.raises(BadPosition, match="not at this point"):
        other.see("bid s0 4").see("bid s1 2")  # it has not bid itself
    assert other.pending == ("s0", "s1")
    assert own.pending == ("s1",)


# ---------------------------------------------------------------------------------------------------------------
# Components.


@pytest.mark.parametrize(
    ("file", "before", "after", "reason"),
    [
        ("board2.toml", 'next = ["A1", "A2"]', 'next = ["A1"]', "one-way"),
        ("board2.toml", 'next = ["A1", "A2"]', 'next = ["A1", "Z"]', "no such province"),
        ("board2.toml", 'bans = ["camp"]', "bans = []", "camps must be banned"),
        ("units.toml", 'moves = "ride"', 'moves = "step"', "can be played"),
        ("units.toml", 'id = "soldier"', 'id = "archer"', "must be soldier"),
        ("settings.toml", "value = [1, 1, 1, 2]", "value = [1, 1, 1, 3]", "1 or 2"),
        ("settings.toml", "value = 15", "value = 60", "gold"),
        ("abilities.toml", 'effect = "price"', 'effect = "prize"', "want one of"),
    ],
)
def test_bad_components_are_refused(tmp_path: Path, file: str, before: str, after: str, reason: str) -> None:
    text = (DATA / file).read_text("utf-8")
    assert before in text
    (tmp_path / file).write_text(text.replace(before, after, 1), "utf-8")
    with pytest.raises(BadData, match=reason):
        ruleset("epix", 2, tmp_path, rules="advanced")


def test_the_least_attack_bid_may_be_nothing(tmp_path: Path) -> None:
    text = (DATA / "settings.toml").read_text("utf-8")
    at = text.index('id = "min_attack_bid"')
    (tmp_path / "settings.toml").write_text(text[:at] + text[at:].replace("value = 1", "value = 0", 1), "utf-8")
    rules = ruleset("epix", 2, tmp_path, rules="advanced")
    state = rules.from_fields(position({"A2": "s0 soldier", "B1": "s1 camp", "A": "s0 soldier"}, gold=[2, 0]))
    state.apply(0, rules.parse_move("attack:soldier@A2>B1"))
    assert [rules.format_move(move) for move in state.legal(0)] == ["bid:0", "bid:1", "bid:2"]
    assert [rules.format_move(move) for move in state.legal(1)] == ["guess:0", "guess:1", "guess:2"]
    for seed in range(300):
        after = rules.rules.start()
        after.playout(seed)
        assert after.pending() == 0


@pytest.mark.parametrize(
    "change",
    [
        {"gold": [10]},
        {"gold": [10, -1]},
        {"phase": "lunch"},
        {"board": {"Z": {"seat": "s0", "units": ["soldier"]}}},
        {"board": {"B": {"seat": "s0", "units": ["soldier"]}}},
        {"board": {"K": {"seat": "s0", "units": ["knight"]}}},
        {"abilities": [["banker"], ["banker"]]},
        {"turn": None},
        {"secret": ["frob", None]},
    ],
)
def test_positions_that_cannot_be_are_refused(change: dict[str, object]) -> None:
    with pytest.raises(BadPosition):
        rules_of(2, "advanced").from_fields(position({"A": "s0 soldier"}) | change)
