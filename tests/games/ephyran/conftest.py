"""The rule tests run against every backend in the list below."""

from __future__ import annotations

from functools import partial

import pytest

from .table import Backend, Table, kernel, reference

BACKENDS: list[Backend] = [reference, kernel]


@pytest.fixture(params=BACKENDS, ids=lambda backend: str(backend.__name__))
def new_table(request: pytest.FixtureRequest) -> partial[Table]:
    """``new_table(seats, data)``: a table on which a position is laid out."""
    return partial(Table, request.param)
