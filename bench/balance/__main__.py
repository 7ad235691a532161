"""``python -m bench.balance GAME``: the search plays itself, and what it says about the game's parts."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product
from pathlib import Path
from typing import Any

import click

from petteia.ai.executor import Executor
from petteia.ai.journal import Journal
from petteia.ai.match import Plan, Played, deal_seed
from petteia.ai.registry import parse_player
from petteia.cli.arguments import run_options
from petteia.cli.errors import as_click_error
from petteia.cli.output import print_json, print_table
from petteia.cli.runs import open_run
from petteia.engine import GAMES, GameError, Ruleset, ruleset

from .. import selfplay
from .egemonia import Egemonia
from .ephyran import Ephyran
from .epireia import ENEMY, Epireia
from .epix import Epix
from .facts import Balance, Bounds, Fact

BALANCES: dict[str, type[Balance]] = {kind.game: kind for kind in (Epireia, Egemonia, Epix, Ephyran)}

Work = tuple[Plan, int]


def play(work: Work) -> list[Fact]:
    """One game, and what it says."""
    plan, deal = work
    rules = ruleset(plan.game, plan.seats, plan.data, **plan.options)
    last = len(plan.players) - 1
    seating = tuple(last if seat == ENEMY else 0 for seat in rules.seats)
    return facts_of(plan, BALANCES[plan.game]().play(plan, deal, seating))


def facts_of(plan: Plan, played: Played) -> list[Fact]:
    balance = BALANCES[plan.game]()
    by_lot = {f"{word.removesuffix(':')} picked" for word in plan.drawn}  # nobody picked what was drawn by lot
    facts = balance.facts(balance.start(plan, played.seed), played.moves, played.returns)
    return [fact for fact in facts if fact.kind not in by_lot]


@dataclass(frozen=True)
class Line:
    """The mean of one kind and name, and what is to be said about it."""

    kind: str
    name: str
    n: int
    mean: float
    low: float
    high: float
    bounds: Bounds | None
    verdict: str  # ok, OUT, unclear (the interval reaches into the bounds), or nothing

    def to_dict(self) -> dict[str, Any]:
        return vars(self)

    def cells(self) -> list[str]:
        bounds = "" if self.bounds is None else f"{self.bounds[0]:.2f} - {self.bounds[1]:.2f}"
        span = f"{self.low:.3f} - {self.high:.3f}"
        return [self.kind, self.name, str(self.n), f"{self.mean:.3f}", span, bounds, self.verdict]


def play_all(plans: Sequence[Plan], games: int, executor: Executor, journal: Journal | None) -> list[list[Fact]]:
    """The facts of every game."""
    return selfplay.play_all(
        # By deals first: with more games the numbers of those before stay, and so does the journal.
        [(plan, deal) for deal in range(games) for plan in plans],
        play,
        lambda work: deal_seed(*work),
        executor,
        journal,
        lambda facts: {"facts": [[fact.kind, fact.name, fact.value] for fact in facts]},
        lambda entry: [Fact(*each) for each in entry["facts"]],
    )


def summed_up(balance: Balance, rules: Ruleset, games: Sequence[Sequence[Fact]], lots: bool = False) -> list[Line]:
    """A line for each kind and name, by kinds in the order in which the game lists them."""
    values: dict[tuple[str, str], list[float]] = defaultdict(list)
    for facts in games:
        for fact in facts:
            values[fact.kind, fact.name].append(fact.value)
    order = list(balance.about)
    lines = []
    for kind, name in sorted(values, key=lambda key: (order.index(key[0]), key[1])):
        mean = balance.mean(kind, values[kind, name], len(games))
        bounds = balance.bounds(kind, name, rules)
        verdict = "" if bounds is None else mean.verdict(*bounds)
        n = len(games) if kind in balance.told_once else len(values[kind, name])
        lines.append(Line(kind, name, n, mean.value, mean.low, mean.high, bounds, verdict))
    for each in balance.estimates(games, lots):
        bounds, found = balance.bounds(each.kind, each.name, rules), each.value
        verdict = "" if bounds is None else found.verdict(*bounds)
        lines.append(Line(each.kind, each.name, each.n, found.value, found.low, found.high, bounds, verdict))
    return lines


@click.command(context_settings={"help_option_names": ["-h", "--help"]})
@click.argument("game", type=click.Choice(list(GAMES)))
@click.option("--seats", type=int, help="Number of players.")
@click.option(
    "-o", "--option", "options", multiple=True, metavar="NAME=VALUE,...",
    help="One or more values. Without it: every scenario.",
)  # fmt: skip
@click.option("--games", default=400, show_default=True, type=click.IntRange(1), help="With each value.")
@click.option("--player", default="ismcts", show_default=True, help="Who plays, as in `petteia match`.")
@click.option("--enemy-player", help="Epireia alone: who plays enemy cities that an engine plays. Default: the player.")
@click.option("--nodes", default=1000, show_default=True, type=click.IntRange(1), help="A move, of --player.")
@click.option("--lots", is_flag=True, help="Draw what is chosen at the start by lot: as many games of each.")
@click.option("--data", type=click.Path(exists=True, file_okay=False), help="Folder with component files of yours.")
@click.option("--seed", default=0, show_default=True)
@run_options
@click.option("--json", "as_json", is_flag=True, help="For programs.")
def main(
    game: str, seats: int | None, options: tuple[str, ...], games: int, player: str, enemy_player: str | None,
    nodes: int, lots: bool, data: str | None, seed: int, jobs: int, executor: str | None, journal: Path | None,
    resume: bool, as_json: bool,
) -> None:  # fmt: skip
    """Let the search play itself, and compare what each part of the game gets with what it should.

    The status is 1 if something lies outside its bounds with its whole interval.

    \b
    Examples:
      python -m bench.balance egemonia --games 800 --journal egemonia.jsonl
      python -m bench.balance epix --seats 3 -o rules=advanced --jobs 2
      python -m bench.balance epix --seats 2 -o rules=advanced --lots --nodes 300 --games 26000 --jobs 2
      python -m bench.balance epireia --seats 2 --lots --games 1200 --jobs 2
      python -m bench.balance epireia --seats 1 --enemy-player ismcts:level=4
    """
    balance = BALANCES[game]()
    try:
        rules = ruleset(game, seats, data)
        plans = [
            Plan(
                game,
                tuple(f"{text}" for text in (with_nodes(player, nodes), enemy_player) if text),
                games,
                seed,
                seats,
                shape,
                data,
                drawn=balance.lots if lots else (),
            )
            for shape in chosen_shapes(balance, rules, options)
        ]
        described = {"balance": [plan.to_dict() for plan in plans]}
        with open_run(described, executor, jobs, journal, resume) as (work, kept):
            found = play_all(plans, games, work, kept)
    except GameError as error:
        raise as_click_error(error) or error from None
    if not found:
        raise click.ClickException("no game was played to its end")
    lines = summed_up(balance, rules, found, lots)
    if as_json:
        print_json([line.to_dict() for line in lines])
    else:
        show(balance, lines)
    if any(line.verdict == "OUT" for line in lines):
        raise SystemExit(1)


def with_nodes(player: str, nodes: int) -> str:
    """The player's text with a budget, unless it has one of its own or knows none."""
    settings = parse_player(player)
    if not hasattr(settings, "nodes") or settings.nodes is not None:
        return player
    return f"{player}{',' if ':' in player else ':'}nodes={nodes}"


def chosen_shapes(balance: Balance, rules: Ruleset, options: tuple[str, ...]) -> list[dict[str, str]]:
    """Every combination of the values that were given; for other options what the game asks for."""
    given: dict[str, list[str]] = {}
    for option in options:
        name, equals, values = option.partition("=")
        if not equals:
            raise click.UsageError(f"--option {option!r}: want NAME=VALUE,..., such as scenario=historical")
        given[name] = values.split(",")
    own = [dict(zip(given, values, strict=True)) for values in product(*given.values())]
    shapes: list[dict[str, str]] = []
    for asked, mine in product(balance.shapes(rules), own):
        if (shape := asked | mine) not in shapes:
            shapes.append(shape)
    return shapes


def show(balance: Balance, lines: Sequence[Line]) -> None:
    columns = ("kind", "name", "n", "mean", "95 %", "bounds", "")
    print_table(columns, [line.cells() for line in lines], right=("n", "mean"))
    for kind in dict.fromkeys(line.kind for line in lines):
        click.echo(f"{kind}: {balance.about[kind]}")


if __name__ == "__main__":
    main()
