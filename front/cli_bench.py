"""``petteia bench``: how fast the engine is here, and a signature of how it behaves."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import click
from rich import box
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn
from rich.table import Table

from petteia.ai.bench import growth, growth_plot, rates, tables
from petteia.ai.bench.signature import NODES, signatures
from petteia.ai.bench.speed import ROUNDS, Report, measured, steps_of
from petteia.engine import GAMES

from .common import GAME, make_console, print_json


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
@click.option(
    "--plot", type=click.Path(dir_okay=False, path_type=Path), help="Measure how cost grows instead; write an SVG file."
)
@click.option(
    "--upto", default=1_000_000, show_default=True, type=click.IntRange(1000), help="With --plot: the largest search."
)
def bench(
    games: tuple[str, ...],
    nodes: int,
    rounds: int,
    only_signature: bool,
    as_json: bool,
    as_markdown: bool,
    saved: Path | None,
    plot: Path | None,
    upto: int,
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
      petteia bench --plot growth.svg        nodes, players, hands: minutes
    """
    games = games or tuple(GAMES)
    before = None if saved is None else tables.read_saved(saved)
    if only_signature:
        click.echo(signatures(nodes, games)["all"])
        return
    if plot is not None:
        _plot(games, upto, plot, as_json)
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


@contextmanager
def _bar(steps: int) -> Iterator[Callable[[str], None]]:
    """A progress bar; what it gives is called at the beginning of each step."""
    columns = (TextColumn("{task.description:20}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    with Progress(
        *columns, console=make_console(stderr=True), transient=True, disable=not sys.stderr.isatty()
    ) as progress:
        bar = progress.add_task("", total=steps, completed=-1)
        yield lambda what: progress.update(bar, advance=1, description=what)


def _measured(games: tuple[str, ...], nodes: int, rounds: int) -> Report:
    with _bar(steps_of(games, rounds)) as tell:
        return measured(games, nodes, rounds, tell)


def _plot(games: tuple[str, ...], upto: int, file: Path, as_json: bool) -> None:
    try:
        file.touch()  # before minutes of work, not after
    except OSError as error:
        raise click.ClickException(f"--plot {file}: {error.strerror}") from None
    with _bar(growth.steps_of(games, upto)) as tell:
        found = growth.grown(games, upto, tell)
    file.write_text(growth_plot.picture(found), "utf-8")
    if as_json:
        print_json(found.to_dict())
        return
    console = make_console()
    console.print(_filled(tables.GROWTH_COLUMNS, tables.growth_rows(found)))
    console.print(_filled(tables.SIZE_COLUMNS, tables.size_rows(found)))
    console.print(f"The curves are in {file}.")


def _filled(columns: Sequence[str], rows: Iterable[Sequence[str]]) -> Table:
    table = Table(*columns, box=box.SIMPLE_HEAD)
    for row in rows:
        table.add_row(*row)
    return table


def _print(report: Report) -> None:
    console = make_console()
    console.print(_filled(tables.COLUMNS, (tables.row(speed) for speed in report.games)))
    console.print(tables.words(report))


def _print_changes(changes: list[rates.Change], behaving: list[str], to_stderr: bool) -> None:
    console = make_console(to_stderr)
    if not changes:
        console.print("The saved run has none of these games: there is nothing to compare.")
        return
    console.print(_filled(rates.COLUMNS, (change.cells() for change in changes)))
    if behaving:
        console.print(f"Behaviour changed: {', '.join(behaving)}. Speeds of different searches compare badly.")
