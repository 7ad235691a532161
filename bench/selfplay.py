"""Games that the engine plays against itself, one after the other or elsewhere, for who measures something in them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeVar

import click

from petteia.ai.executor import Executor, Lost
from petteia.ai.journal import Journal, journaled
from petteia.cli.output import progress_bar

Work = TypeVar("Work")
Found = TypeVar("Found")


def play_all(
    work: Sequence[Work],
    play: Callable[[Work], Found],
    seed_of: Callable[[Work], int],
    executor: Executor,
    journal: Journal | None,
    to_dict: Callable[[Found], dict[str, Any]],
    from_dict: Callable[[dict[str, Any]], Found],
) -> list[Found]:
    """What was found in every game. One that cannot be played is left out, and said on standard error."""
    found: list[Found] = []
    results = journaled(journal, executor, play, enumerate(work), to_dict, from_dict, seed_of)
    with progress_bar(len(work), "games") as show:
        for number, result in enumerate(results):
            show(number + 1, "games")
            if isinstance(result, Lost):
                click.echo(f"left out: game {number} with seed {seed_of(work[number])}: {result.reason}", err=True)
            else:
                found.append(result)
    return found
