"""A kernel behind the interface of the reference rules, so that one test can be run against both."""

from __future__ import annotations

import functools
import tempfile
from pathlib import Path
from typing import Any, Self

from petteia.engine import Observation, Ruleset, ruleset
from petteia.engine.game import PUBLIC
from petteia.ext import core
from tests.reference.base import components


class KernelGame:
    """A state of the kernel, with the observations of all viewers if it was played from the start."""

    def __init__(self, ruleset: Ruleset, state: core.State | None = None) -> None:
        self.ruleset = ruleset
        self.state = ruleset.rules.start() if state is None else state
        self.obs: dict[str, core.Obs] = {}
        if state is None:
            viewers = (*ruleset.seats, PUBLIC)
            self.obs = {viewer: ruleset.rules.observe(ruleset.seat_number(viewer)) for viewer in viewers}

    def clone(self) -> Self:
        other = type(self)(self.ruleset, self.state.clone())
        other.obs = {viewer: obs.clone() for viewer, obs in self.obs.items()}
        return other

    def pending(self) -> list[str]:
        return list(self.ruleset.pending_seats(self.state.pending()))

    def legal(self, seat: str) -> list[str]:
        return [self.ruleset.format_move(move) for move in self.state.legal(self.ruleset.seat_number(seat))]

    def chance(self) -> tuple[int, list[tuple[str, int]]]:
        outcomes = self.state.legal(core.CHANCE)
        weights = [(self.ruleset.format_move(outcome), self.state.weight(outcome)) for outcome in outcomes]
        return self.state.source(), weights

    def play(self, seat: str, move: str) -> None:
        if seat not in self.pending() or move not in self.legal(seat):
            raise ValueError(f"{move!r} is not legal for {seat!r} now")
        told = self.state.apply_told(self.ruleset.seat_number(seat), self.ruleset.parse_move(move))
        assert self.state.check() == 0, f"check {self.state.check()} after {seat} {move}"
        for obs, tokens in zip(self.obs.values(), told, strict=False):  # nobody observes a position set up by hand
            for token in tokens:
                misfit = obs.fold(token)
                assert misfit == 0, f"misfit {misfit}: {self.ruleset.format_token(token)}"

    def fields(self) -> dict[str, Any]:
        return self.ruleset.fields(self.state)

    def view(self, seat: str) -> dict[str, Any]:
        assert self.obs, "a position that was set up by hand has no history to observe: play to it"
        return self.ruleset.view(self.obs[seat])

    def observation(self, seat: str) -> Observation:
        return Observation(self.ruleset, seat, self.obs[seat])

    def returns(self) -> list[float]:
        return self.state.returns()

    def check(self) -> None:
        assert self.state.check() == 0


@functools.cache
def kept_rules(game: str, seats: int, **options: str) -> Ruleset:
    """The kernel's rules with the game's own components, made once for all tests of a process."""
    return ruleset(game, seats, **options)


def kernel_rules(
    game: str, seats: int, options: dict[str, str] | None = None, data: dict[str, Any] | None = None
) -> Ruleset:
    """The kernel's rules; ``data`` are parsed component files, as the reference takes them."""
    if data is None or data == components(game):
        return kept_rules(game, seats, **(options or {}))
    with tempfile.TemporaryDirectory() as folder:
        for name, tables in data.items():
            if tables != components(game)[name]:
                Path(folder, f"{name}.toml").write_text(_toml(tables), "utf-8")
        return ruleset(game, seats, folder, **(options or {}))


def _toml(tables: dict[str, list[dict[str, Any]]]) -> str:
    lines = []
    for table, rows in tables.items():
        for row in rows:
            lines.append(f"[[{table}]]")
            lines += [f"{key} = {_value(value)}" for key, value in row.items()]
    return "\n".join(lines) + "\n"


def _value(value: Any) -> str:
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{key} = {_value(each)}" for key, each in value.items()) + " }"
    if isinstance(value, list):
        return "[" + ", ".join(map(_value, value)) + "]"
    if isinstance(value, bool):
        return "true" if value else "false"
    return f'"{value}"' if isinstance(value, str) else str(value)
