"""``python -m bench.balance GAME``: the search plays itself, and what it says about the game's parts."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from pathlib import Path

import click

from petteia.ai.match import Plan
from petteia.ai.registry import parse_player
from petteia.cli.arguments import run_options
from petteia.cli.errors import as_click_error
from petteia.cli.output import print_json, print_table
from petteia.cli.runs import open_run
from petteia.engine import GAMES, GameError, Ruleset, ruleset

from .facts import Balance
from .games import BALANCES, Line, play_all, summed_up


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
