"""``petteia bench``: how fast the engine is here, and a signature of how it behaves."""

from __future__ import annotations

import sys
from pathlib import Path

import click
from rich import box
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn
from rich.table import Table

from petteia.ai.bench import rates, tables
from petteia.ai.bench.signature import NODES, signatures
from petteia.ai.bench.speed import ROUNDS, Report, measured, steps_of
from petteia.engine import GAMES

from .common import GAME, print_json


@click.command()
@click.argument("games", nargs=-1, type=GAME, metavar="[GAME]...")
@click.option("--nodes", default=NODES, show_default=True, type=click.IntRange(1), help="Iterations for each position.")
@click.option("--rounds", default=ROUNDS, show_default=True, type=click.IntRange(1), help="The best of so many counts.")
@click.option("--signature", "only_signature", is_flag=True, help="Print the signature and nothing else.")
@click.option("--json", "as_json", is_flag=True, help="For programs, and to compare with later.")
@click.option("--markdown", "as_markdown", is_flag=True, help="The table for a page.")
@click.option(
    "--compare",
    "saved",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="What changed since a run that was saved with --json, and whether that is more than noise.",
)
def bench(
    games: tuple[str, ...],
    nodes: int,
    rounds: int,
    only_signature: bool,
    as_json: bool,
    as_markdown: bool,
    saved: Path | None,
) -> None:
    """Search fixed positions with fixed seeds on one thread: how fast, and what came out.

    A node is an iteration of the search. The signature changes only when the engine's behaviour does: it is the same
    on every machine and in the protocol's `bench`. Speeds stand beside what the machine itself can do in the same run.

    \b
    Examples:
      petteia bench                          all games, about half a minute
      petteia bench egemonia --rounds 10
      petteia bench --signature              for a commit message
      petteia bench --json > before.json
      petteia bench --compare before.json
    """
    games = games or tuple(GAMES)
    before = None if saved is None else tables.read_saved(saved)
    if only_signature:
        click.echo(signatures(nodes, games)["all"])
        return
    report = _measured(games, nodes, rounds)
    if as_json:
        print_json(report.to_dict())
    elif as_markdown:
        click.echo(tables.markdown(report))
    elif before is None:
        _print(report)
    if before is not None:
        _print_changes(tables.changes(before, report), tables.changed_signatures(before, report), as_json)


def _measured(games: tuple[str, ...], nodes: int, rounds: int) -> Report:
    columns = (TextColumn("{task.description:10}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True, disable=not sys.stderr.isatty()) as progress:
        bar = progress.add_task("", total=steps_of(games, rounds), completed=-1)

        def tell(what: str) -> None:
            progress.update(bar, advance=1, description=what)

        return measured(games, nodes, rounds, tell)


def _print(report: Report) -> None:
    table = Table(*tables.COLUMNS, box=box.SIMPLE_HEAD)
    for speed in report.games:
        table.add_row(*tables.row(speed, report))
    console = Console()
    console.print(table)
    console.print(tables.words(report), highlight=False)


def _print_changes(changes: list[rates.Change], behaving: list[str], to_stderr: bool) -> None:
    table = Table(*rates.COLUMNS, box=box.SIMPLE_HEAD)
    for change in changes:
        table.add_row(*change.cells())
    console = Console(stderr=to_stderr)
    console.print(table)
    if behaving:
        console.print(f"Behaviour changed: {', '.join(behaving)}. Speeds of different searches compare badly.")
