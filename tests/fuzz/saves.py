"""Saved games and pickled handles. An input is one of

a record as JSON       packed with its checksum, as `Game.save` does
pickle GAME STEPS KIND AT:BYTE...
                       a handle (game, state, obs, observation, rules) after so many decisions, pickled, with bytes
                       changed
anything else          the bytes of a save
"""

from __future__ import annotations

import hashlib
import json
import random
import re
from collections.abc import Callable
from functools import lru_cache
from typing import Any

import msgpack

from petteia.engine import GAMES, Game, GameError, Observation, new, ruleset
from petteia.engine.record import FORMAT, MAGIC
from petteia.ext.core import Obs, Rules, State, key_of

from ..core.test_checked import REFUSALS
from .mutation import NUMBERS, mutate_value, odd_value
from .records import check_sentence

KINDS = ("game", "state", "obs", "observation", "rules")
NUMBER = re.compile(r"[0-9]{1,6}")
EDIT = re.compile(r"([0-9]{1,2}):([0-9]{1,6}):(-?[0-9]{1,20})")
MAX_MOVES = 400


def run(data: bytes) -> None:
    if data.startswith(b"pickle "):
        _load_pickle(data)
        return
    if data.startswith(b"{"):
        try:
            data = _saved(json.loads(data))
        except (ValueError, RecursionError, OverflowError, TypeError):
            return
    try:
        game = Game.load(data)
    except GameError as error:
        check_sentence(error, b"")
        return
    assert Game.load(game.save()).digest == game.digest


def _saved(record: Any) -> bytes:
    """A record as a save, right in every respect but what it says."""
    if isinstance(record, dict):
        if record.get("components") == "$components" and record.get("game") in GAMES:
            record["components"] = ruleset(record["game"]).components.digest
        if isinstance(record.get("moves"), list):
            record["moves"] = record["moves"][:MAX_MOVES]
    body = msgpack.packb(record)
    return bytes(msgpack.packb([MAGIC, FORMAT, body, hashlib.sha256(body).digest()[:16]]))


# ---------------------------------------------------------------------------------------------------------------
# Pickles. A pickle of a stranger's runs any code at all; what is looked at here is what our loaders make of damaged
# arguments.


def _load_pickle(data: bytes) -> None:
    words = data.decode("ascii", "replace").split()
    name = words[1] if len(words) > 1 and words[1] in GAMES else "egemonia"
    steps = int(words[2]) % 40 if len(words) > 2 and NUMBER.fullmatch(words[2]) else 0
    kind = words[3] if len(words) > 3 and words[3] in KINDS else "state"
    loader, arguments = _taken_apart(name, steps, kind)
    damaged = list(arguments)
    for word in words[4:]:
        if found := EDIT.fullmatch(word):
            place, at, value = map(int, found.groups())
            damaged[place % len(damaged)] = _damaged(damaged[place % len(damaged)], at, value)
    if kind in ("obs", "observation") and words[-1] == "sealed":  # with the right key: the events themselves are judged
        damaged[4] = _key(kind, damaged)
    try:
        found = loader(*damaged)
    except REFUSALS as error:
        check_sentence(error, b"")
        return
    _use(found)


@lru_cache(maxsize=256)
def _taken_apart(name: str, steps: int, kind: str) -> tuple[Callable[..., Any], tuple[Any, ...]]:
    """What is in the pickle of a handle: who loads it, and from what."""
    game, chooser = new(name, seed=7), random.Random(steps)
    for _ in range(steps):
        if game.pending:
            game.play(game.pending[0], chooser.choice(game.legal(game.pending[0])))
    observation = game.observation("s0")
    handles = {"game": game, "state": game.state, "obs": observation.core, "observation": observation}
    loader, arguments = handles.get(kind, game.ruleset.rules).__reduce__()
    return loader, arguments


def _damaged(argument: Any, at: int, value: int) -> Any:
    """One byte, one token or the number itself changed; whatever else it is becomes a number."""
    if isinstance(argument, bytes) and argument:
        at %= len(argument)
        return argument[:at] + bytes([value % 256]) + argument[at + 1 :]
    if isinstance(argument, list) and argument:
        at %= len(argument)
        return [*argument[:at], value, *argument[at + value % 2 :]]
    return value


def _key(kind: str, arguments: list[Any]) -> Any:
    viewer = 0 if kind == "observation" else arguments[2]
    try:
        return key_of(viewer, arguments[3])
    except REFUSALS:
        return arguments[4]


def _use(found: object) -> None:
    """What came through must be as good as any."""
    if isinstance(found, Game):
        found, _ = found.state, found.view("pub")
    if isinstance(found, State):
        assert found.check() == 0
        found.clone().playout(1, 200)
    elif isinstance(found, Observation):
        found.view()
        found.sample(1).playout(1, 200)
    elif isinstance(found, Obs):
        found.sample(1).playout(1, 200)
    elif isinstance(found, Rules):
        found.start().playout(1, 200)


def mutate(data: bytes, chooser: random.Random) -> bytes:
    if data.startswith(b"{"):
        try:
            return json.dumps(mutate_value(json.loads(data), chooser, ["s0", "s1", "chance", *GAMES])).encode()
        except (ValueError, RecursionError):
            return json.dumps(odd_value(chooser)).encode()
    words = data.split() if data.startswith(b"pickle ") else b"pickle epix 3 obs".split()
    match chooser.randrange(4):
        case 0:
            words[1] = chooser.choice(list(GAMES)).encode()
        case 1:
            words[2:4] = [str(chooser.randrange(40)).encode(), chooser.choice(KINDS).encode()]
        case _:
            value = chooser.choice([*NUMBERS, chooser.randrange(256), chooser.getrandbits(64)])
            words.append(f"{chooser.randrange(5)}:{chooser.randrange(1 << 14)}:{value}".encode())
            if chooser.random() < 0.3:
                words.append(b"sealed")
    return b" ".join(words)
