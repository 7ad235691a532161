"""Runs of many games, as the options of `arguments.run_options` say: where they are played and what is kept."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

from petteia.ai.executor import Executor, make_executor
from petteia.ai.journal import Journal


@contextmanager
def open_run(
    plan: dict[str, Any], executor: str | None, jobs: int, journal: Path | None, resume: bool
) -> Iterator[tuple[Executor, Journal | None]]:
    """An executor, and a journal of this plan if one is wanted. Both are closed at the end."""
    with ExitStack() as opened:
        kept = None if journal is None else opened.enter_context(Journal(journal, plan, resume))
        yield opened.enter_context(make_executor(executor, jobs)), kept
