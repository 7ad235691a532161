"""Whether the engine's chances are true: `python -m bench.calibration --help`.

The search plays itself. Before each of its moves it says what share of the game it expects; when the game is over that
is compared with what came. `--fit` finds the curve by which a game's `Ruleset.calibration` should read what is
expected, and says what a curve found in one half of the games loses in the other half.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import astuple, dataclass
from itertools import product
from pathlib import Path
from statistics import fmean
from typing import Any

import click
import numpy as np

from petteia.ai.executor import Executor
from petteia.ai.journal import Journal
from petteia.ai.match import derived_seed
from petteia.ai.player import Limits
from petteia.ai.registry import make_player
from petteia.cli.arguments import run_options
from petteia.cli.errors import as_click_error
from petteia.cli.output import print_json, print_table
from petteia.cli.runs import open_run
from petteia.engine import GAMES, GameError, new, ruleset

from . import selfplay

QUARTERS = ("first quarter", "second", "third", "last")
BINS = 10
LEAST = 0.01  # what came is never less likely than this, for the log loss: a rare surprise is not infinitely bad


@dataclass(frozen=True)
class SelfPlay:
    """The games of one set of options."""

    game: str
    seats: int | None
    options: dict[str, str]
    nodes: int
    seed: int

    def to_dict(self) -> dict[str, Any]:
        """What decides the games."""
        rules = ruleset(self.game, self.seats, **self.options)
        return {
            "game": self.game,
            "rules": rules.version,
            "seats": len(rules.seats),
            "options": rules.chosen,
            "components": rules.components.digest,
            "nodes": self.nodes,
            "seed": self.seed,
        }

    def deal_seed(self, deal: int) -> int:
        return derived_seed(self.seed, "deal", deal)


@dataclass(frozen=True)
class Saying:
    """What a seat was told to expect and what it got."""

    said: float
    came: float
    played: float  # the share of the game's decisions that were made by then
    expected: float  # by the engine, for the first team: log odds
    first: float  # what that team got
    left: float  # `Ruleset.share_left`


def play(work: tuple[SelfPlay, int]) -> list[Saying]:
    """One game, and what was said in it before each real choice."""
    plan, deal = work
    game = new(plan.game, seats=plan.seats, seed=plan.deal_seed(deal), **plan.options)
    teams = game.ruleset.rules.teams
    players = {seat: make_player("ismcts", derived_seed(plan.seed, "player", deal, seat)) for seat in game.seats}
    said: list[tuple[int, float, float, float]] = []  # team, what it is told, what is expected, what is left
    while game.pending:
        decided = []
        for seat in game.pending:
            decision = players[seat].decide(game.observation(seat), Limits(nodes=plan.nodes))
            decided.append((seat, decision.move))
            if decision.analysis is not None and len(game.legal(seat)) > 1:
                team = teams[game.seats.index(seat)]
                values = decision.analysis.values
                seen = game.observation(seat).core
                a, b = game.ruleset.calibration(seen) or (0.0, 1.0)
                said.append((team, values[team], (log_odds(values[0]) - a) / b, game.ruleset.share_left(seen)))
        for seat, move in decided:
            game.play(seat, move)
    assert game.result is not None
    returns = game.result.returns
    return [
        Saying(share, returns[team], number / len(said), expected, returns[0], left)
        for number, (team, share, expected, left) in enumerate(said)
    ]


def log_odds(share: float) -> float:
    share = min(max(share, LEAST / 2), 1 - LEAST / 2)
    return math.log(share / (1 - share))


def curve(sayings: list[Saying], rounds: int = 100, pull: float = 5.0) -> list[float]:
    """The log odds of the first team as a + b x, where both depend on the share of turns left: a and b at the end, and
    what is added to them at the start. By logistic regression, pulled a little towards no change.
    """
    seen = np.array([(1, each.expected, each.left, each.left * each.expected) for each in sayings])
    came = np.array([each.first for each in sayings])
    plain = np.array([0.0, 1.0, 0.0, 0.0])
    found = plain.copy()
    for _ in range(rounds):
        chance = 1 / (1 + np.exp(-seen @ found))
        slope = seen.T @ (chance - came) + pull * (found - plain)
        bend = (seen * (chance * (1 - chance))[:, None]).T @ seen + pull * np.eye(4)
        found -= 0.5 * np.linalg.solve(bend, slope)  # half steps: whole ones may overshoot
    return [float(each) for each in found]


def log_loss(said: float, came: float) -> float:
    said = min(max(said, LEAST), 1 - LEAST)
    return -came * math.log(said) - (1 - came) * math.log(1 - said)


def loss(sayings: Iterable[Saying]) -> float:
    """The mean log loss: a coin has 0.693."""
    return fmean(log_loss(each.said, each.came) for each in sayings)


def loss_by(found: list[float], sayings: Iterable[Saying]) -> float:
    """The same if a curve had been read."""
    a, b, more, steeper = found
    read = ((a + more * each.left + (b + steeper * each.left) * each.expected, each.first) for each in sayings)
    return fmean(log_loss(1 / (1 + math.exp(-odds)), came) for odds, came in read)


def checked(games: list[list[Saying]]) -> float:
    """The loss by a curve on games that it was not fitted to: each half of them by the curve of the other half."""
    halves = [[each for game in games[start::2] for each in game] for start in (0, 1)]
    return fmean(loss_by(curve(fitted), other) for fitted, other in (halves, halves[::-1]))


def row(name: str, sayings: list[Saying]) -> dict[str, Any]:
    n = len(sayings)
    said, came = sum(each.said for each in sayings) / n, sum(each.came for each in sayings) / n
    return {"what": name, "n": n, "said": said, "came": came, "loss": loss(sayings)}


def rows(sayings: list[Saying]) -> Iterator[dict[str, Any]]:
    """All, by quarters of the game, and by what was said."""
    yield row("all", sayings)
    by_quarter: dict[int, list[Saying]] = defaultdict(list)
    by_said: dict[int, list[Saying]] = defaultdict(list)
    for each in sayings:
        by_quarter[int(4 * each.played)].append(each)
        by_said[min(int(BINS * each.said), BINS - 1)].append(each)
    for quarter, found in sorted(by_quarter.items()):
        yield row(QUARTERS[quarter], found)
    for number, found in sorted(by_said.items()):
        yield row(f"said {number / BINS:.1f} to {(number + 1) / BINS:.1f}", found)


def play_all(plans: list[SelfPlay], games: int, executor: Executor, journal: Journal | None) -> list[list[Saying]]:
    """What was said in every game."""
    return selfplay.play_all(
        # By deals first: with more games the numbers of those before stay, and so does the journal.
        [(plan, deal) for deal in range(games) for plan in plans],
        play,
        lambda work: work[0].deal_seed(work[1]),
        executor,
        journal,
        lambda sayings: {"sayings": [astuple(each) for each in sayings]},
        lambda entry: [Saying(*each) for each in entry["sayings"]],
    )


@click.command(context_settings={"help_option_names": ["-h", "--help"]})
@click.argument("game", type=click.Choice(list(GAMES)))
@click.option("--seats", type=int, help="Number of players.")
@click.option("-o", "--option", "options", multiple=True, metavar="NAME=VALUE,...", help="One or more values.")
@click.option("--games", default=100, show_default=True, type=click.IntRange(1), help="With each value.")
@click.option("--nodes", default=1000, show_default=True, help="A move.")
@click.option("--seed", default=0, show_default=True)
@run_options
@click.option("--fit", is_flag=True, help="Also find the curve, for a game of two teams.")
@click.option("--json", "as_json", is_flag=True, help="For programs.")
def main(
    game: str, seats: int | None, options: tuple[str, ...], games: int, nodes: int, seed: int, jobs: int,
    executor: str | None, journal: Path | None, resume: bool, fit: bool, as_json: bool,
) -> None:  # fmt: skip
    """Compare the chances that the engine says with the games that it wins.

    \b
    Examples:
      python -m bench.calibration egemonia --jobs 2
      python -m bench.calibration epireia --seats 1 -o enemy=die,ai --fit
      python -m bench.calibration epix --executor ray --journal epix.jsonl
    """
    given = {name: values.split(",") for name, _, values in (option.partition("=") for option in options)}
    plans = [
        SelfPlay(game, seats, dict(zip(given, values, strict=True)), nodes, seed) for values in product(*given.values())
    ]
    try:
        described = {"calibration": [plan.to_dict() for plan in plans]}
        with open_run(described, executor, jobs, journal, resume) as (work, kept):
            told = play_all(plans, games, work, kept)
    except GameError as error:
        raise as_click_error(error) or error from None
    if not told:
        raise click.ClickException("no game was played to its end")
    sayings = [each for game_ in told for each in game_]
    lines = list(rows(sayings))
    found = curve(sayings) if fit else []
    missed = checked(told) if fit and len(told) > 1 else None
    if as_json:
        print_json({"rows": lines, "curve": found, "checked": missed})
        return
    columns = ("", "n", "said", "came", "log loss")
    cells = [
        [line["what"], str(line["n"]), *(f"{line[name]:.3f}" for name in ("said", "came", "loss"))] for line in lines
    ]
    print_table(columns, cells, right=columns[1:])
    if fit:
        click.echo(
            f"a and b at the end {found[0]:.2f} {found[1]:.2f}, added at the start {found[2]:.2f} {found[3]:.2f}"
        )
        if missed is not None:
            click.echo(f"log loss with such a curve, on games that it was not fitted to: {missed:.3f}")


if __name__ == "__main__":
    main()
