"""The one fixture through which the rule tests of all games run on the reference and on the kernel."""

from __future__ import annotations

import pytest

from .position import IMPLEMENTATIONS, Position


@pytest.fixture(params=IMPLEMENTATIONS)
def implementation(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """Whose rules the positions of a test are played by."""
    chosen = str(request.param)
    monkeypatch.setattr(Position, "implementation", chosen)
    return chosen


@pytest.fixture
def kernel(monkeypatch: pytest.MonkeyPatch) -> None:
    """The positions of a test are the kernel's, whose words and views it is about."""
    monkeypatch.setattr(Position, "implementation", "kernel")
