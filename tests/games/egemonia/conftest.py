"""The rule tests run against every backend in the list below.

A backend is a callable ``(fields, options) -> game``. The game has the interface of ``Reference``; ``fields`` is a
complete position as in RULES.md, or None for a new game.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from petteia.engine import ruleset
from tests.kernel import KernelGame
from tests.reference.base import Reference
from tests.reference.egemonia import Egemonia

Backend = Callable[[dict[str, Any] | None, dict[str, Any]], Reference]
Position = Callable[..., Reference]
NewGame = Callable[..., Reference]


def reference(fields: dict[str, Any] | None, options: dict[str, Any]) -> Reference:
    return Egemonia(options=options) if fields is None else Egemonia.from_fields(fields, options)


def kernel(fields: dict[str, Any] | None, options: dict[str, Any]) -> Reference:
    rules = ruleset("egemonia", **options)
    return KernelGame(rules, None if fields is None else rules.from_fields(fields))


BACKENDS: list[Backend] = [reference, kernel]


@pytest.fixture(params=BACKENDS, ids=lambda backend: str(backend.__name__))
def backend(request: pytest.FixtureRequest) -> Backend:
    chosen: Backend = request.param
    return chosen


@pytest.fixture
def new_game(backend: Backend) -> NewGame:
    """``new_game(scenario)``: a game from the start."""

    def make(scenario: str = "standard") -> Reference:
        return backend(None, {"scenario": scenario})

    return make


@pytest.fixture
def position(backend: Backend) -> Position:
    """``position(scenario, **fields)``: fields left out are as at the start; the cup holds what lies nowhere else."""

    def make(scenario: str = "standard", **fields: Any) -> Reference:
        options = {"scenario": scenario}
        return backend(Egemonia.from_fields(fields, options).fields(), options)

    return make
