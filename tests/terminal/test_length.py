"""How much the terminal prints for a decision."""

from __future__ import annotations

import random
import re
import statistics
from collections.abc import Callable

import pytest

from .conftest import FAST
from .terminal import LOOK_AWAY, RESULT, Terminal, plain

MOST = 16  # lines a decision at 80 columns, the median of a whole game
DRAWN_AGAIN = re.compile(r"[^\n]*\r(?!\n)")  # a line that shows that the engine thinks, and what wipes it


def lines_of(raw: str) -> int:
    """Lines that stay on the screen: from the answer that was typed to the next question."""
    return len(DRAWN_AGAIN.sub("", plain(raw).replace("\r\n", "\n")).splitlines())


def test_lines_that_stay_are_counted() -> None:
    assert lines_of("persia\r\n- You go.\r\n\r\n 1 a\r\nYour move> ") == 5
    assert lines_of("\r/ thinks (0.1 s)\r- thinks (0.2 s)\rpersia\r\nYour move> ") == 2


@pytest.mark.parametrize(
    "game",
    [
        ("epireia", "--seats", "1"),
        ("epireia", "--seats", "1", "-o", "enemy=rival"),
        ("egemonia",),
        ("epix", "--seats", "3"),
        ("ephyran", "--seats", "2"),
    ],
    ids=" ".join,
)
@pytest.mark.parametrize("how", [[], ["--plain"]], ids=["drawn", "plain"])
def test_an_answer_takes_few_lines(sit: Callable[..., Terminal], game: tuple[str, ...], how: list[str]) -> None:
    """Whatever is asked: moves are drawn at random from those that are shown, groups and what goes back included."""
    terminal = sit(*game, *how, "--seed", "7", *FAST, rows=24)
    rng = random.Random(5)
    at = terminal.wait()
    found = []
    while at != RESULT:
        terminal.child.sendline("" if at == LOOK_AWAY else terminal.pick(rng))
        at = terminal.wait()
        found.append(lines_of(terminal.raw))
    print(
        f"{' '.join((*game, *how))}: median {statistics.median(found)} lines, {len(found)} answers, most {max(found)}"
    )
    assert len(found) >= 10
    assert statistics.median(found) <= MOST
