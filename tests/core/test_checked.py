"""The Python handles check what they are given: wrong numbers raise errors, and never end the program."""

from __future__ import annotations

import copy
import math
import random
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from petteia.engine import GAMES, Game, ruleset
from petteia.ext import core
from petteia.ext.core import DealRng, Obs, Rules, State
from petteia.ext.core.perft import divide, perft
from petteia.ext.search.cfr import Solver
from petteia.ext.search.pimc import Pimc
from petteia.ext.search.searcher import Searcher

CALLS, MANY_CALLS = 10_000, 1_000_000  # over all games
CALLS_EACH = 500  # in one game
REFUSALS = (ValueError, OverflowError, TypeError, BufferError)
WRONG = [
    *range(-3, 10), 63, 64, 127, 128, 255, 256, 4095, 4096, 2**15, 2**16, 2**31 - 1, 2**31, 2**32 - 1, 2**32,
    2**63 - 1, 2**63, 2**64 - 1, 2**64, -(2**31), -(2**63), 10**30, 1.5, math.nan, math.inf, "1", b"1", None, [], (),
]  # fmt: skip

every_game = pytest.mark.parametrize("name", GAMES)

# What each method takes: a number of that sort, mostly a wrong one.
ARGUMENTS: dict[type, dict[str, str]] = {
    State: {
        "apply": "seat move", "apply_told": "seat move", "kind": "seat", "legal": "seat", "legal_actions": "seat",
        "secrets": "seat", "weight": "outcome",
        "plausible": "viewer", "playout": "number cutoff", "source": "", "returns": "", "evaluate": "", "check": "",
        "clone": "", "digest": "", "noop": "", "pending": "", "raw": "",
    },
    Obs: {
        "fold": "token", "kind": "seat", "sample": "number number flag", "legal": "", "legal_actions": "",
        "encode": "vector", "pending": "", "clone": "", "raw": "", "raw_state": "", "tokens": "",
    },
    DealRng: {"draw": "state", "skip": "state", "clone": ""},
    Rules: {
        "observe": "viewer", "state": "bytes", "start": "", "packed": "", "action_of": "move", "move_of": "action",
    },
}  # fmt: skip
UNCHECKED = {"apply_unchecked"}


def asked(state: State) -> int:
    """A seat that must decide, or CHANCE."""
    pending = state.pending()
    return core.CHANCE if pending == core.PENDING_CHANCE else (pending & -pending).bit_length() - 1


class Fuzzer:
    """Handles of one game on the way from its start to its end, and numbers to try on them."""

    def __init__(self, name: str, numbers: random.Random) -> None:
        self.numbers = numbers
        seats = self.numbers.choice(sorted(GAMES[name].seat_counts))
        self.rules = ruleset(name, seats).rules
        self.state = self.rules.start()
        self.obs = [self.rules.observe(viewer) for viewer in (*range(self.rules.n_seats), core.SPECTATOR)]
        self.tokens = [0]

    def step(self) -> None:
        """A random legal move, seen by all."""
        if not self.state.pending():
            return
        seat = asked(self.state)
        for obs, tokens in zip(
            self.obs, self.state.apply_told(seat, self.numbers.choice(self.state.legal(seat))), strict=True
        ):
            for token in tokens:
                self.tokens.append(token)
                assert obs.fold(token) == 0

    def flipped(self, number: int, bits: int) -> int:
        return number ^ 1 << self.numbers.randrange(bits)

    def argument(self, sort: str) -> Any:
        """A value that may be wrong, or nearly right."""
        if self.numbers.random() < 0.4:
            return self.numbers.choice(WRONG)
        if sort == "seat":
            return self.numbers.choice([*range(self.rules.n_seats), core.CHANCE, asked(self.state)])
        if sort == "viewer":
            return self.numbers.choice([*range(self.rules.n_seats), core.SPECTATOR])
        if sort in ("move", "outcome"):
            legal = self.state.legal(asked(self.state)) if self.state.pending() else [0]
            return self.flipped(self.numbers.choice(legal), 32)
        if sort == "token":
            known = self.numbers.choice(self.tokens)
            return self.numbers.choice([known, self.flipped(known, 64), self.numbers.getrandbits(64)])
        if sort == "bytes":
            raw = bytearray(self.state.raw())
            raw[self.numbers.randrange(len(raw))] ^= 1 << self.numbers.randrange(8)
            return self.numbers.choice([bytes(raw[:-1]), self.numbers.randbytes(len(raw)), b""])
        if sort == "vector":
            size = self.rules.n_features
            shape = self.numbers.choice([size, size + 1, size - 1, 0, (size, 1), (1, size)])
            return np.zeros(shape, self.numbers.choice([np.float32, np.float64, np.int32, np.uint8]))
        if sort == "action":
            return self.numbers.randrange(-1, self.rules.n_actions + 2)
        if sort == "cutoff":
            return self.numbers.randrange(-1, 5)
        return self.state if sort == "state" else self.numbers.getrandbits(64)

    def call(self) -> None:
        """One method of one handle, on a copy; what it leaves must be sound."""
        kind = self.numbers.choice(list(ARGUMENTS))
        method = self.numbers.choice(list(ARGUMENTS[kind]))
        arguments = [self.argument(sort) for sort in ARGUMENTS[kind][method].split()]
        handle: Any = {State: self.state, Obs: self.numbers.choice(self.obs), Rules: self.rules}.get(kind)
        handle = DealRng(1) if kind is DealRng else handle if kind is Rules else handle.clone()
        try:
            getattr(handle, method)(*arguments)
        except REFUSALS:
            return
        if kind is State:
            assert handle.check() == 0, (method, arguments)


def test_every_method_is_fuzzed() -> None:
    for kind, methods in ARGUMENTS.items():
        public = {name for name in dir(kind) if not name.startswith("_") and callable(getattr(kind, name))}
        assert public - UNCHECKED == set(methods)


def call_all(name: str, calls: int) -> None:
    """So many calls, in games of 500 each."""
    for seed in range(calls // CALLS_EACH):
        fuzzer = Fuzzer(name, random.Random(f"{name} {seed}"))
        for number in range(CALLS_EACH):
            fuzzer.call()
            if number % 2:
                fuzzer.step()


@every_game
def test_wrong_numbers_raise_errors(name: str) -> None:
    call_all(name, CALLS // len(GAMES))


@pytest.mark.long
@pytest.mark.timeout(7200)
@every_game
def test_a_million_wrong_numbers_raise_errors(name: str) -> None:
    call_all(name, MANY_CALLS // len(GAMES))


def uses(obs: Obs) -> list[Callable[[], object]]:
    """All that one can do with an observation and that looks inside."""
    return [
        obs.pending, obs.legal, obs.clone().legal, lambda: obs.sample(1), lambda: obs.kind(0), lambda: obs.fold(0),
        lambda: Searcher(obs, ai_seed=1), lambda: Pimc(obs, ai_seed=1),
    ]  # fmt: skip


@every_game
def test_an_observation_that_took_in_nonsense_refuses_all_else(name: str) -> None:
    fuzzer, refused = Fuzzer(name, random.Random(f"{name} 9")), 0
    for _ in range(60):
        fuzzer.step()
        obs = fuzzer.numbers.choice(fuzzer.obs).clone()
        misfit = obs.fold(fuzzer.numbers.getrandbits(64))
        refused += misfit != 0
        for use in uses(obs) if misfit else []:
            with pytest.raises(ValueError, match=rf"a token that no game shows there \(misfit {misfit}\)"):
                use()
    assert refused > 30


def test_errors_quote_the_input_and_say_what_is_right() -> None:
    state = ruleset("egemonia").rules.start()
    seat = asked(state)
    legal = state.legal(seat)
    assert state.pending() == 1 << seat
    with pytest.raises(
        ValueError, match=rf"^{max(legal) + 1} is not a legal move of seat {seat} now: want {legal[0]}, "
    ):
        state.apply(seat, max(legal) + 1)
    with pytest.raises(ValueError, match=rf"^seat 77 is not asked now: want {seat}$"):
        state.apply_told(77, legal[0])
    with pytest.raises(ValueError, match=r"^no seat -1: want 0 to 1, or 6 for chance$"):
        state.legal(-1)
    with pytest.raises(ValueError, match=r"^seat 6 is not asked now: want"):
        state.kind(core.CHANCE)
    with pytest.raises(ValueError, match=r"^chance does not decide now"):
        state.source()
    with pytest.raises(ValueError, match=r"^chance does not decide now"):
        DealRng(1).draw(state)
    with pytest.raises(ValueError, match=r"^no viewer 5: want 0 to 1, or 7 for a spectator$"):
        state.rules.observe(5)
    with pytest.raises(ValueError, match=r"^the game is not over"):
        state.returns()
    with pytest.raises(ValueError, match=r"^cutoff=-2: want"):
        state.playout(1, -2)
    with pytest.raises(ValueError, match=r"^no game 'chess': want egemonia, "):
        Rules("chess", b"")
    assert state == state.rules.start()


@every_game
def test_a_finished_game_stays_as_it_is(name: str) -> None:
    state = ruleset(name).rules.start()
    state.playout(3)
    before = state.raw()
    assert state.playout(4) == 0
    assert state.raw() == before
    assert all(state.legal(seat) == [] for seat in range(state.rules.n_seats))
    with pytest.raises(ValueError, match="seat 0 is not asked: the game is over"):
        state.apply(0, 0)


def test_handles_come_from_their_makers_and_copies_are_independent() -> None:
    rules = ruleset("epix").rules
    for kind in (State, Obs):
        with pytest.raises(TypeError, match="comes from Rules"):
            kind()
    state, obs = rules.start(), rules.observe(0)
    for copied in (copy.copy, copy.deepcopy):
        other = copied(state)
        assert other == state
        other.apply(asked(other), other.legal(asked(other))[0])
        assert other != state
        assert copied(obs).raw() == obs.raw()


def test_the_search_checks_too() -> None:
    game = Game(ruleset("epix"), seed=1)
    obs = game.observation(game.pending[0]).core
    search, other = Searcher(obs, ai_seed=1), ruleset("epix", 3).rules
    for maker in (Searcher, Pimc):
        with pytest.raises(TypeError):
            maker(None, ai_seed=1)  # type: ignore[arg-type]
    for wrong in ({"nodes": -1}, {"nodes": 10**13}, {"seconds": -1.0}, {"seconds": math.nan}):
        for searching in (search, Pimc(obs, ai_seed=1)):
            if wrong.get("nodes") != 10**13 or searching is search:
                with pytest.raises(ValueError, match=rf"{next(iter(wrong))}=.*: want"):
                    searching.run(**wrong)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="is not a legal move at the root: want"):
        search.line(max(obs.legal()) + 1)
    with pytest.raises(ValueError, match=r"an observation of epix by viewer \d: want one of the same rules of epix"):
        search.advance(other.observe(obs.viewer))
    for given in ({"worlds": 0}, {"worlds": 10**6}, {"memory_mb": 10**6}, {"exploration": math.nan}, {"cutoff": -2}):
        with pytest.raises(ValueError, match=rf"{next(iter(given))}=.*: want"):
            Pimc(obs, ai_seed=1, **given)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="memory_mb=0: want"):
        Solver(game.state.rules, memory_mb=0)
    for count in (perft, divide):
        for depth in (-1, 65):
            with pytest.raises(ValueError, match=f"depth={depth}: want 0 to 64"):
                count(game.state, game.deal_rng, depth)
        with pytest.raises(TypeError):
            count(None, game.deal_rng, 1)  # type: ignore[arg-type]


@pytest.mark.parametrize("field", ["phase", "active", "favoured", "oracle", "winner", "n_placed"])
def test_bytes_with_numbers_that_mean_nothing_are_no_state(field: str) -> None:
    """Egemonia looked things up with them before it looked at them, and ended the program."""
    fields = ("turn", "phase", "active", "favoured", "oracle", "syracuse", "winner", "reason", "n_placed")
    state = ruleset("egemonia").rules.start()
    state.playout(5, 6)
    raw = bytearray(state.raw())
    raw[8 * 4 + fields.index(field)] = 200  # after eight sets of areas
    with pytest.raises(ValueError, match="not a possible state of egemonia: check 9"):
        state.rules.state(bytes(raw))
