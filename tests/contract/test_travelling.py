"""Rules, states, observations, games and rule sets travel: pickled and copied they are what they were.

A pickle that is damaged, of another version or of other rules is an error with a sentence.
"""

from __future__ import annotations

import copy
import pickle
import random
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from petteia.engine import GAMES, Game, GameError, Observation, Ruleset, new
from petteia.engine.contract import viewers
from petteia.engine.registry import TOYS
from petteia.ext.core import Obs, Rules, State

from .conftest import label, shapes

TOY_SHAPES = [(name, *game.shapes()[0]) for name, game in TOYS.items()]
GAMES_FOLDER = Path(__file__).resolve().parents[2] / "engine" / "games"
DAMAGES = 40  # flipped bits that are tried on each kind of thing


@pytest.fixture(params=[*shapes(), *TOY_SHAPES], ids=label, scope="module")
def rules(request: pytest.FixtureRequest) -> Ruleset:
    """As in the other contracts, and the toys."""
    name, seats, options = request.param
    return {**GAMES, **TOYS}[name](seats, None, **options)


def games(rules: Ruleset) -> list[Game]:
    """A game at its start, in the middle, and when it is over."""
    found = []
    rng = random.Random(f"{rules.name} travels")
    game = Game(rules, 7)
    found.append(game.clone())
    while game.pending:
        seat = rng.choice(game.pending)
        game.play(seat, rng.choice(game.legal(seat)))
        if len(game.moves) == 25:
            found.append(game.clone())
    return [*found, game]


def again(thing: Any) -> Any:
    return pickle.loads(pickle.dumps(thing))


def same_observation(one: Observation, other: Observation) -> bool:
    return (one.seat, one.key, one.core.raw(), one.events()) == (
        other.seat, other.key, other.core.raw(), other.events(),
    )  # fmt: skip


@pytest.mark.parametrize("way", [again, copy.copy, copy.deepcopy], ids=["pickle", "copy", "deepcopy"])
def test_they_are_what_they_were(rules: Ruleset, way: Any) -> None:
    assert way(rules.rules) == rules.rules
    assert hash(way(rules.rules)) == hash(rules.rules)
    found = way(rules)
    assert (found.name, found.seats, found.chosen) == (rules.name, rules.seats, rules.chosen)
    assert (found.rules, found.components.digest) == (rules.rules, rules.components.digest)
    for game in games(rules):
        other = way(game)
        assert other.state == game.state == way(game.state)
        assert (other.moves, other.seed, other.chance) == (game.moves, game.seed, game.chance)
        for viewer in viewers(rules):
            assert other.events(viewer) == game.events(viewer)
            seen = game.observation(viewer)
            assert same_observation(way(seen), seen)
            assert way(seen.core).raw() == seen.core.raw()
            assert way(seen.core).tokens() == seen.core.tokens()
        if game.pending:  # the deal goes on as it would have
            seat = game.pending[0]
            move = game.legal(seat)[0]
            ahead = game.clone()
            ahead.play(seat, move)
            other.play(seat, move)
            assert other.state == ahead.state
            assert other.digest != game.digest  # and it is a copy


def test_a_copy_of_a_state_or_an_observation_is_independent(rules: Ruleset) -> None:
    game = games(rules)[0]
    for way in (again, copy.copy, copy.deepcopy):
        state = way(game.state)
        state.playout(3)
        assert game.state == games(rules)[0].state
        obs = game.observation(rules.seats[0]).core
        before, other = obs.raw(), way(obs)
        for token in games(rules)[-1].observation(rules.seats[0]).core.tokens()[obs.n_tokens :]:
            assert other.fold(token) == 0
        assert (obs.raw(), obs.n_tokens) == (before, game.n_events(rules.seats[0]))
        assert other.n_tokens > obs.n_tokens


def test_a_game_whose_chance_is_the_tables_travels_too(rules: Ruleset) -> None:
    game = Game(rules, 7, chance="client")
    while game.pending and len(game.moves) < 12:
        seat = game.pending[0]
        game.play(seat, game.legal(seat)[0])
    other = again(game)
    assert (other.pending, other.chance, other.state) == (game.pending, game.chance, game.state)


def test_an_observations_pickle_has_nothing_that_is_hidden(rules: Ruleset) -> None:
    """Under what a seat saw another world may lie; the pickle is the same to the byte, and has no seed."""
    for game in games(rules):
        for viewer in viewers(rules):
            seen = game.observation(viewer)
            other = game.clone()
            other.state, other.seed = seen.sample(11), 0x7EDC_BA98_7654_3210
            for thing, twin in ((seen, other.observation(viewer)), (seen.core, other.observation(viewer).core)):
                assert pickle.dumps(thing) == pickle.dumps(twin)


def parts(thing: Any) -> tuple[Any, tuple[Any, ...]]:
    """What a pickle says: a function and its arguments."""
    found = thing.__reduce__()
    return found[0], found[1]


def everything(rules: Ruleset) -> list[Any]:
    game = games(rules)[1]
    seen = game.observation(rules.seats[0])
    return [rules, rules.rules, game, game.state, seen, seen.core]


def test_another_version_is_refused(rules: Ruleset) -> None:
    for thing in everything(rules):
        load, (version, *rest) = parts(thing)
        for other in (version + 1, 0, None, "1"):
            with pytest.raises(
                ValueError, match=re.escape(f"of version {other!r}: this build reads version {version}")
            ):
                load(other, *rest)


def test_rules_that_are_none_are_refused(rules: Ruleset) -> None:
    game = games(rules)[1]
    for thing in (game, game.observation(rules.seats[0])):
        load, (version, _, *rest) = parts(thing)
        for other in (None, 7, rules.rules):
            with pytest.raises(GameError, match=f"whose rules are of the type {type(other).__name__}: want a Ruleset"):
                load(version, other, *rest)


def test_a_rule_set_with_other_components_or_rules_is_refused(rules: Ruleset) -> None:
    load, arguments = parts(rules)
    with pytest.raises(GameError, match=r"pickled with other components of .* \(0123\)"):
        load(*arguments[:-1], "0123")
    with pytest.raises(GameError, match=r"pickled by version 99 of .*'s rules; this engine has 1"):
        load(*arguments[:-2], 99, arguments[-1])


def test_damaged_bytes_are_refused(rules: Ruleset) -> None:
    """Wherever a bit was flipped or the end is missing: an error with a sentence."""
    rng = random.Random(f"{rules.name} damaged")
    for thing in everything(rules):
        load, arguments = parts(thing)
        for place, value in enumerate(arguments):
            if isinstance(value, bytes):
                for damaged in (*(flipped(value, rng) for _ in range(DAMAGES)), value[:-1], b"", value + b"\0"):
                    refused(load, arguments, place, damaged)
            elif isinstance(value, list) and value:
                wrong = rng.randrange(len(value))
                for bit in rng.sample(range(64), 8):
                    refused(load, arguments, place, [*value[:wrong], value[wrong] ^ 1 << bit, *value[wrong + 1 :]])
                refused(load, arguments, place, value[:-1])


def flipped(value: bytes, rng: random.Random) -> bytes:
    damaged = bytearray(value)
    damaged[rng.randrange(len(damaged))] ^= 1 << rng.randrange(8)
    return bytes(damaged)


def refused(load: Any, arguments: tuple[Any, ...], place: int, damaged: Any) -> None:
    with pytest.raises(ValueError, match=r"\w+ \w+ \w+"):
        load(*arguments[:place], damaged, *arguments[place + 1 :])


def test_a_state_of_other_rules_is_refused() -> None:
    """Even where a state has the same size and could be one of theirs."""
    for name, game in GAMES.items():
        all_rules = [game(seats, None, **options).rules for seats, options in game.shapes()]
        load, (version, _, raw, digest) = parts(all_rules[0].start())
        for other in all_rules[1:]:
            if other != all_rules[0]:
                with pytest.raises(ValueError, match=f"the pickled state of {name} is damaged, or was of other rules"):
                    load(version, other, raw, digest)
    state, other = GAMES["epix"](2).rules.start(), GAMES["egemonia"]().rules
    with pytest.raises(ValueError, match="the pickled state of egemonia is damaged, or was of other rules"):
        parts(state)[0](1, other, *parts(state)[1][2:])


def test_an_observation_that_took_in_nonsense_is_not_pickled() -> None:
    obs = GAMES["epix"]().rules.observe(0)
    assert obs.fold(2**63 + 12345) != 0
    with pytest.raises(ValueError, match="a token that no game shows there"):
        pickle.dumps(obs)


def test_an_owners_files_travel_with_their_rules(tmp_path: Path) -> None:
    own = GAMES_FOLDER / "egemonia" / "data" / "settings.toml"
    (tmp_path / "settings.toml").write_text(own.read_text("utf-8").replace("value = 4", "value = 3", 1), "utf-8")
    game = new("egemonia", seed=3, data=tmp_path)
    sent = pickle.dumps((game, game.observation("s0")))
    (tmp_path / "settings.toml").unlink()
    other, seen = pickle.loads(sent)
    assert other.state == game.state
    assert (
        other.ruleset.components.digest == game.ruleset.components.digest != new("egemonia").ruleset.components.digest
    )
    assert seen.ruleset is other.ruleset
    assert seen.view() == game.view("s0")


def test_they_arrive_in_a_fresh_process() -> None:
    game = Game(GAMES["epix"](3), 5)
    seen = game.observation("s1")
    sent = pickle.dumps((game, game.state, seen, seen.core, game.ruleset, game.ruleset.rules))
    code = "import pickle, sys; print([type(x).__name__ for x in pickle.load(sys.stdin.buffer)])"
    done = subprocess.run([sys.executable, "-c", code], input=sent, capture_output=True, timeout=120)
    assert done.stdout.decode().strip() == "['Game', 'State', 'Observation', 'Obs', 'Epix', 'Rules']", done.stderr


def test_wrong_kinds_of_values_raise_errors() -> None:
    rules = GAMES["egemonia"]()
    for thing in (rules.rules, rules.rules.start(), rules.rules.observe(0)):
        assert isinstance(thing, Rules | State | Obs)
        load, (version, *rest) = parts(thing)
        for place in range(len(rest)):
            for wrong in (None, "x", 1.5, -1, [None], ["x"], [-1], b"x", 2**70):
                if wrong == rest[place] or (isinstance(rest[place], list) and wrong == [-1] and not rest[place]):
                    continue
                with pytest.raises((ValueError, TypeError, OverflowError)):
                    load(version, *rest[:place], wrong, *rest[place + 1 :])
