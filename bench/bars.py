"""``python -m bench.bars``: the speeds that this project holds itself to, measured in one run on one core.

Random moves a second are stated for a machine that copies 512 bytes in 6.6 ns, and scale with that. All others are
ratios inside the run.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from dataclasses import asdict, dataclass

import click

from petteia.ai.measure.growth import by_nodes
from petteia.ai.measure.signature import SIZES
from petteia.ai.measure.speed import Report, measured
from petteia.ai.measure.tables import markdown_table, scaled
from petteia.cli.output import print_table
from petteia.engine import GAMES

from .peers import openspiel

PLAYOUTS = {"egemonia": 8.0, "epix": 6.0, "ephyran": 5.0, "epireia": 4.0}  # million moves a second
SEARCH_SHARE = 0.6  # of the playouts' moves a second, in a search whose playouts go to the end
THREADS_SHARE = 0.9  # of the gain of a bare loop
COPIES = 2.0  # of a state, at most, in an iteration
EDGE_BYTES = 48.0  # at most
GROWTH_SHARE = 0.6  # of the speed of 10,000 nodes, in a long search

COLUMNS = ("bar", "want", "measured", "")


@dataclass(frozen=True)
class Bar:
    name: str
    want: float
    measured: float
    at_most: bool = False

    @property
    def holds(self) -> bool:
        return self.measured <= self.want if self.at_most else self.measured >= self.want

    def cells(self) -> list[str]:
        want = f"{'at most' if self.at_most else 'at least'} {self.want:g}"
        return [self.name, want, f"{self.measured:.3g}", "holds" if self.holds else "MISSED"]


def bars_of(report: Report) -> Iterator[Bar]:
    for speed in report.games:
        title = GAMES[speed.game].title
        yield Bar(f"{title}: million random moves a second, scaled", PLAYOUTS[speed.game], scaled(speed, report) / 1e6)
        yield Bar(f"{title}: share of them in a search without cut-off", SEARCH_SHARE, speed.uniform_share)
        yield Bar(f"{title}: two threads, share of a bare loop's gain", THREADS_SHARE, speed.gain / speed.loop_gain)
        yield Bar(f"{title}: copies an iteration", COPIES, speed.tally.copies / speed.tally.nodes, at_most=True)
    yield Bar("bytes an edge", EDGE_BYTES, SIZES["edge"], at_most=True)


def bars_of_peers(rounds: int) -> Iterator[Bar]:
    for contest in openspiel.contests():
        if contest.bar is not None:
            yield Bar(f"{contest.game}: {contest.what}, times {contest.peer}'s", contest.bar, contest.run(rounds).ratio)


def bars_of_growth(upto: int) -> Iterator[Bar]:
    for name in GAMES:
        speeds = {point.nodes: point.nodes_per_second for point in by_nodes(name, upto)}
        name = f"{GAMES[name].title}: speed of {upto:,} nodes, share of that of 10,000"
        yield Bar(name, GROWTH_SHARE, speeds[upto] / speeds[10_000])


@click.command(context_settings={"help_option_names": ["-h", "--help"]})
@click.option("--rounds", default=5, show_default=True, type=click.IntRange(1), help="Of everything, in turn.")
@click.option("--upto", default=0, type=click.IntRange(0), help="Also to so many nodes (10,000,000: 15 minutes).")
@click.option("--json", "as_json", is_flag=True, help="For programs.")
@click.option("--markdown", "as_markdown", is_flag=True, help="The table for a page.")
def main(rounds: int, upto: int, as_json: bool, as_markdown: bool) -> None:
    """Measure the bars and say which hold; the status is 1 if one does not."""
    found = list(bars_of(measured(rounds=rounds)))
    try:
        found += bars_of_peers(rounds)
    except ImportError as error:
        print(f"OpenSpiel is skipped: {error}", file=sys.stderr)
    if upto > 10_000:
        found += bars_of_growth(upto)
    if as_json:
        click.echo(json.dumps([asdict(bar) | {"holds": bar.holds} for bar in found], indent=2))
    elif as_markdown:
        click.echo(markdown_table(COLUMNS, [bar.cells() for bar in found]))
    else:
        print_table(COLUMNS, [bar.cells() for bar in found], right=("measured",))
    sys.exit(not all(bar.holds for bar in found))


if __name__ == "__main__":
    main()
