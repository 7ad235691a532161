"""The rule tests run on the reference and on the kernel."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from . import table


@pytest.fixture(params=table.BACKENDS)
def backend(request: pytest.FixtureRequest) -> Iterator[str]:
    """`table.load` and `table.new` give games of this backend."""
    table.choose_backend(request.param)
    yield str(request.param)
    table.choose_backend("reference")
