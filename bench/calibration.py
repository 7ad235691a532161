"""Whether the engine's chances are true: `python -m bench.calibration --help`.

The search plays itself. Before each of its moves it says what share of the game it expects; when the game is over that
is compared with what came.
"""

from __future__ import annotations

import json
import math
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

import click
from rich import box
from rich.console import Console
from rich.progress import track
from rich.table import Table

from petteia.ai.executor import executor
from petteia.ai.match import derived_seed
from petteia.ai.player import Limits
from petteia.ai.registry import make_player
from petteia.engine import GAMES, new

QUARTERS = ("first quarter", "second", "third", "last")
BINS = 10
LEAST = 0.01  # what came is never less likely than this, for the log loss: a rare surprise is not infinitely bad


@dataclass(frozen=True)
class Plan:
    game: str
    seats: int | None
    options: dict[str, str]
    nodes: int
    seed: int


@dataclass(frozen=True)
class Saying:
    """What a seat was told to expect, how much of the game was played by then, and what it got."""

    said: float
    played: float
    came: float


def play(work: tuple[Plan, int]) -> list[Saying]:
    """One game, and what was said in it before each real choice."""
    plan, deal = work
    game = new(plan.game, seats=plan.seats, seed=derived_seed(plan.seed, "deal", deal), **plan.options)
    teams = game.ruleset.rules.teams
    players = {seat: make_player("ismcts", derived_seed(plan.seed, "player", deal, seat)) for seat in game.seats}
    said: list[tuple[int, float]] = []  # team, what it expects
    while game.pending:
        decided = []
        for seat in game.pending:
            decision = players[seat].decide(game.observation(seat), Limits(nodes=plan.nodes))
            decided.append((seat, decision.move))
            if decision.analysis is not None and len(game.legal(seat)) > 1:
                team = teams[game.seats.index(seat)]
                said.append((team, decision.analysis.values[team]))
        for seat, move in decided:
            game.play(seat, move)
    assert game.result is not None
    returns = game.result.returns
    return [Saying(share, number / len(said), returns[team]) for number, (team, share) in enumerate(said)]


def loss(sayings: Iterable[Saying]) -> float:
    """The mean log loss: a coin has 0.693."""
    found = []
    for saying in sayings:
        said = min(max(saying.said, LEAST), 1 - LEAST)
        found.append(-saying.came * math.log(said) - (1 - saying.came) * math.log(1 - said))
    return sum(found) / len(found)


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


@click.command(context_settings={"help_option_names": ["-h", "--help"]})
@click.argument("game", type=click.Choice(list(GAMES)))
@click.option("--seats", type=int, help="Number of players.")
@click.option("-o", "--option", "options", multiple=True, metavar="NAME=VALUE", help="An option of the game.")
@click.option("--games", default=100, show_default=True, type=click.IntRange(1))
@click.option("--nodes", default=1000, show_default=True, help="A move.")
@click.option("--seed", default=0, show_default=True)
@click.option("--jobs", default=1, show_default=True)
@click.option("--json", "as_json", is_flag=True, help="For programs.")
def main(
    game: str, seats: int | None, options: tuple[str, ...], games: int, nodes: int, seed: int, jobs: int, as_json: bool
) -> None:
    """Compare the chances that the engine says with the games that it wins.

    \b
    Examples:
      python -m bench.calibration egemonia --jobs 2
      python -m bench.calibration epireia --seats 1 -o scenario=wooden_walls -o enemy=die --games 200
    """
    chosen = dict(option.split("=", 1) for option in options if "=" in option)
    if len(chosen) < len(options):
        raise click.UsageError(f"--option {' '.join(options)}: want NAME=VALUE, each once")
    plan = Plan(game, seats, chosen, nodes, seed)
    sayings: list[Saying] = []
    with executor(jobs) as pool:
        done = pool.map(play, [(plan, deal) for deal in range(games)])
        for found in track(done, "games", games, console=Console(stderr=True)):
            sayings += found
    lines = list(rows(sayings))
    if as_json:
        click.echo(json.dumps(lines, indent=1))
        return
    table = Table("", "n", "said", "came", "log loss", box=box.SIMPLE_HEAD)
    for line in lines:
        table.add_row(line["what"], str(line["n"]), *(f"{line[name]:.3f}" for name in ("said", "came", "loss")))
    Console().print(table)


if __name__ == "__main__":
    main()
