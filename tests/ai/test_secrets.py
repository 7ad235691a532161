"""A player gets an observation and nothing else, and from there no way leads to the true position."""

from __future__ import annotations

import gc
import inspect
import types
import typing
from collections.abc import Iterator
from typing import Any

import pytest

from petteia.ai.player import Limits, Player
from petteia.ai.registry import PLAYERS, make_player
from petteia.engine import Game, Observation
from petteia.ext import core

SPECS = (
    "random",
    "greedy:worlds=8",
    "greedy:worlds=4,ahead=4",
    "pimc",
    "ismcts",
    "ismcts:level=3",
    "ismcts:style=cautious",
)
LIMITS = Limits(nodes=600)
NAMESPACES = (
    type | types.ModuleType | types.FunctionType | types.BuiltinFunctionType
)  # from these all modules are reached


def everything_from(start: object) -> Iterator[object]:
    """All objects that can be reached by referents, attributes and properties, but through no code and no class."""
    seen: dict[int, object] = {}
    waiting = [start]
    while waiting:
        thing = waiting.pop()
        if id(thing) in seen or isinstance(thing, NAMESPACES):
            continue
        seen[id(thing)] = thing
        yield thing
        waiting += gc.get_referents(thing)
        for name in dir(thing):
            if name.startswith("__"):
                continue
            try:
                waiting.append(inspect.getattr_static(thing, name))
                value: Any = getattr(thing, name)
            except Exception:
                continue
            if not callable(value):
                waiting.append(value)


def test_nothing_reachable_from_an_observation_is_secret(twins: tuple[Game, Game]) -> None:
    game = twins[0]
    found = list(everything_from(game.observation("s0")))
    assert any(isinstance(thing, core.Obs) for thing in found)  # the walk does look inside
    assert any(isinstance(thing, core.Rules) for thing in found)
    for thing in found:
        assert not isinstance(thing, Game | core.State | core.DealRng), thing
        assert not (isinstance(thing, int) and thing == game.seed)
        assert not (isinstance(thing, str) and thing == str(game.seed))
    # The walk itself finds secrets where there are any.
    assert any(isinstance(thing, core.State) for thing in everything_from(game))
    assert any(isinstance(thing, int) and thing == game.seed for thing in everything_from(game))


def test_the_bytes_of_an_observation_hold_no_seed_and_no_hidden_event(twins: tuple[Game, Game]) -> None:
    one, other = (game.observation("s0").core for game in twins)
    assert one.raw() == other.raw()
    assert one.info_key == other.info_key
    for game in twins:
        assert game.seed.to_bytes(8, "little") not in game.observation("s0").core.raw()


def test_a_player_is_given_an_observation_by_type() -> None:
    for _, made in PLAYERS.values():
        assert isinstance(made, type)
        assert issubclass(made, Player)
        hints = typing.get_type_hints(made.decide)
        assert hints["observation"] is Observation
        assert not {Game, core.State} & set(hints.values())


@pytest.mark.parametrize("spec", SPECS)
def test_a_player_decides_without_any_game(spec: str, twins: tuple[Game, Game]) -> None:
    rules, lines = twins[0].ruleset, twins[0].events("s0")
    observation = Observation.start(rules, "s0")
    for line in lines:
        observation = observation.see(line)
    decision = make_player(spec, seed=5).decide(observation, LIMITS)
    assert decision.move in observation.legal()
    assert 0 < decision.policy <= 1


@pytest.mark.parametrize("spec", SPECS)
def test_what_is_hidden_changes_no_decision(spec: str, twins: tuple[Game, Game]) -> None:
    decisions = [make_player(spec, seed=11).decide(game.observation("s0"), LIMITS) for game in twins]
    assert decisions[0].move == decisions[1].move
    assert decisions[0].policy == decisions[1].policy
    if decisions[0].analysis and decisions[1].analysis:
        assert decisions[0].analysis.lines == decisions[1].analysis.lines  # visits and values, bit for bit
        assert decisions[0].analysis.values == decisions[1].analysis.values


@pytest.mark.parametrize("spec", SPECS)
def test_the_own_seed_decides_and_comes_from_the_operating_system(spec: str, twins: tuple[Game, Game]) -> None:
    observation = twins[0].observation("s0")

    def play(seed: int | None) -> tuple[str, float]:
        decision = make_player(spec, seed).decide(observation, Limits(nodes=200))
        return decision.move, decision.policy

    assert play(3) == play(3)
    assert len({play(seed) for seed in range(12)}) > 1
    first, second = make_player(spec), make_player(spec)
    assert vars(first)["seed"] != vars(second)["seed"]
