"""A table for each test, whose games are kept in a folder of its own."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from .terminal import Terminal

FAST = ("--level", "1", "--nodes", "15")


@pytest.fixture
def sit(tmp_path: Path) -> Iterator[Callable[..., Terminal]]:
    """Start ``petteia play`` in a terminal; all are closed afterwards."""
    open_: list[Terminal] = []

    def start(*arguments: str, **settings: Any) -> Terminal:
        open_.append(Terminal(tmp_path, *arguments, **settings))
        return open_[-1]

    yield start
    for terminal in open_:
        terminal.close()
