"""``petteia bench``: how fast the engine is here, and a signature of how it behaves."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from petteia.ai.measure import growth, growth_plot, rates, tables
from petteia.ai.measure.signature import NODES, signatures
from petteia.ai.measure.speed import ROUNDS, Report, measured, steps_of
from petteia.engine import GAMES, GameError

from ..shared.errors import RunFailed
from .arguments import GAME
from .output import make_console, print_json, print_table, progress_steps


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
    before = None if saved is None else _read_saved(saved)
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


def _read_saved(path: Path) -> dict[str, Any]:
    try:
        return tables.read_saved(path)
    except GameError as error:
        raise RunFailed(str(error)) from None


def _measured(games: tuple[str, ...], nodes: int, rounds: int) -> Report:
    with progress_steps(steps_of(games, rounds)) as tell:
        return measured(games, nodes, rounds, tell)


def _plot(games: tuple[str, ...], upto: int, file: Path, as_json: bool) -> None:
    try:
        file.touch()  # before minutes of work, not after
    except OSError as error:
        raise click.ClickException(f"--plot {file}: {error.strerror}") from None
    with progress_steps(growth.steps_of(games, upto)) as tell:
        found = growth.grown(games, upto, tell)
    file.write_text(growth_plot.picture(found), "utf-8")
    if as_json:
        print_json(found.to_dict())
        return
    print_table(tables.GROWTH_COLUMNS, tables.growth_rows(found), right=tables.GROWTH_COLUMNS[1:])
    print_table(tables.SIZE_COLUMNS, tables.size_rows(found), right=tables.SIZE_COLUMNS[2:])
    make_console().print(f"The curves are in {file}.")


def _print(report: Report) -> None:
    """A column for each game: their names are short, those of the figures are not."""
    first, *others = zip(tables.COLUMNS, *(tables.row(speed) for speed in report.games), strict=True)
    print_table(first, others, right=first[1:])
    make_console().print(tables.words(report))


def _print_changes(changes: list[rates.Change], behaving: list[str], to_stderr: bool) -> None:
    console = make_console(to_stderr)
    if not changes:
        console.print("The saved run has none of these games: there is nothing to compare.")
        return
    print_table(rates.COLUMNS, [change.cells() for change in changes], right=rates.COLUMNS[1:-1], console=console)
    if behaving:
        console.print(f"Behaviour changed: {', '.join(behaving)}. Speeds of different searches compare badly.")
