"""How far a review can be trusted: `python -m bench.review agreement` and `python -m bench.review ledger`.

agreement   weak players' doubtful choices are judged with two seeds. Printed is how many of the blunders that one seed
            found the other one found too. A choice is doubtful if the player's own short search saw a loss.
ledger      games of weak players are reviewed whole: the estimate's own error in each, and the processor time.
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Iterator
from typing import Any

import click

from petteia.ai.player import Decision
from petteia.ai.registry import make_player
from petteia.ai.review import review
from petteia.ai.review.judging import NODES, Judge
from petteia.ai.review.parts import BLUNDER
from petteia.engine import Game, Observation, new

TABLES: tuple[tuple[str, dict[str, Any]], ...] = (
    ("egemonia", {}),
    ("epix", {"seats": 2}),
    ("epix", {"seats": 3}),
    ("ephyran", {}),
    ("epireia", {"seats": 1}),
    ("epireia", {"seats": 2}),
)
DOUBTFUL = 0.10  # the loss that the player's own search saw, at least


def played(name: str, options: dict[str, Any], deal: int) -> Iterator[tuple[Game, Observation, Decision]]:
    """A game of levels 1 to 3: every decision, before it is played. The game goes on with the next one."""
    game = new(name, seed=deal, **options)
    players = {seat: make_player(f"ismcts:level={1 + (deal + n) % 3}", deal + n) for n, seat in enumerate(game.seats)}
    while game.pending:
        seat = game.pending[0]
        seen = game.observation(seat)
        decision = players[seat].decide(seen)
        yield game, seen, decision
        game.play(seat, decision.move)


def is_doubtful(decision: Decision) -> bool:
    if decision.analysis is None:
        return False
    values = {line.move: line.value for line in decision.analysis.lines if line.visits}
    return bool(values) and max(values.values()) - values.get(decision.move, 0.0) >= DOUBTFUL


@click.group()
def main() -> None:
    """How far a review can be trusted."""


@main.command()
@click.option("--marks", "wanted", default=34, show_default=True, help="Marks of both seeds in each game, at least.")
@click.option("--nodes", default=NODES, show_default=True)
@click.option("--game", help="Only this one.")
def agreement(wanted: int, nodes: int, game: str | None) -> None:
    """Judge doubtful choices with two seeds."""
    one, other = Judge(1, nodes), Judge(2, nodes)
    all_found = all_agreed = 0
    for name, options in [table for table in TABLES if game in (None, table[0])]:
        found = agreed = judged = deal = 0
        started = time.process_time()
        while found < wanted:
            deal += 1
            for _, seen, decision in played(name, options, deal):
                if is_doubtful(decision):
                    marks = [judge.judge(seen, decision.move).mark for judge in (one, other)]
                    judged += 1
                    found += marks.count(BLUNDER)
                    agreed += 2 * (marks == [BLUNDER, BLUNDER])
        spent = time.process_time() - started
        print(
            f"{name} {options}: {judged} judged twice, {found} marks, {agreed / found:.3f} agree, {spent:.0f} s",
            flush=True,
        )
        all_found, all_agreed = all_found + found, all_agreed + agreed
    print(f"all: {all_found} marks, {all_agreed / all_found:.3f} agree")


@main.command()
@click.option("--games", default=3, show_default=True, help="Of each kind.")
@click.option(
    "--nodes", default=NODES, show_default=True, help="The ledger needs none: few do, if times do not matter."
)
@click.option("--game", "only", help="Only this one.")
def ledger(games: int, nodes: int, only: str | None) -> None:
    """Review whole games."""
    every = []
    for name, options in [table for table in TABLES if only in (None, table[0])]:
        errors, seconds, decisions = [], [], []
        for deal in range(1, games + 1):
            *_, (game, _, _) = played(name, options, deal)
            started = time.process_time()
            reviews = review(game, nodes=nodes)
            seconds.append(time.process_time() - started)
            decisions.append(sum(len(each.judged) for each in reviews))
            errors += [each.ledger.error for each in reviews[:1] if each.ledger is not None]
        every += errors
        spent = sum(seconds) / sum(decisions) * 150
        print(
            f"{name} {options}: {statistics.fmean(decisions):.0f} decisions, "
            f"mean error {statistics.fmean(map(abs, errors)):.3f}, most {max(map(abs, errors)):.3f}, "
            f"{statistics.fmean(seconds):.1f} s a game, {spent:.1f} s for 150 decisions",
            flush=True,
        )
    mean, signed = statistics.fmean(map(abs, every)), statistics.fmean(every)
    print(f"all: mean error {mean:.3f}, signed {signed:+.3f}, {len(every)} games")


if __name__ == "__main__":
    main()
