from __future__ import annotations

from collections.abc import Iterator

import pytest

from .talk import ENCODINGS, Talk


@pytest.fixture
def talk() -> Iterator[Talk]:
    found = Talk()
    yield found
    found.close()


@pytest.fixture(params=ENCODINGS)
def either(request: pytest.FixtureRequest) -> Iterator[Talk]:
    """A conversation in each encoding."""
    found = Talk(request.param)
    yield found
    found.close()
