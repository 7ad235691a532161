"""The rule tests run against the reference and the kernel."""

from __future__ import annotations

import pytest

from .table import Backend, KernelBackend, ReferenceBackend, Table


@pytest.fixture(params=[ReferenceBackend(), KernelBackend()], ids=["reference", "kernel"])
def backend(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Backend:
    """Whose rules the tables of a test play by."""
    chosen: Backend = request.param
    monkeypatch.setattr(Table, "backend", chosen)
    return chosen


@pytest.fixture
def kernel(monkeypatch: pytest.MonkeyPatch) -> None:
    """The tables of a test play by the kernel, whose positions the words are about."""
    monkeypatch.setattr(Table, "backend", KernelBackend())
