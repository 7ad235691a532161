"""``python -m bench.deals``: what a deal costs at each level, in seconds of a core and in bytes of a journal."""

from __future__ import annotations

import json
import time
from dataclasses import asdict, dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

import click

from petteia.ai.journal import Journal
from petteia.ai.ladder import level, short_name
from petteia.ai.levels import LEVELS
from petteia.ai.match import Plan, run_match
from petteia.ai.measure.tables import markdown_table
from petteia.cli.output import print_table, progress_steps
from petteia.engine import GAMES

LEVELS_SHOWN = (1, 5, 8, 10)
COLUMNS = ("game", "level", "seconds a deal", "deals an hour", "bytes a line")


@dataclass(frozen=True)
class DealCost:
    """The mean over some deals, of two games each, of a level against itself."""

    game: str
    level: int
    seconds: float  # of processor time
    bytes: float

    def cells(self) -> list[str]:
        return [
            GAMES[self.game].title,
            short_name(level(self.level)),
            f"{self.seconds:.2f}",
            f"{3600 / self.seconds:,.0f}",
            f"{self.bytes:,.0f}",
        ]


def measure(game: str, number: int, deals: int) -> DealCost:
    plan = Plan(game, (level(number), level(number)), 2 * deals, seed=1, seats=2)
    with TemporaryDirectory() as folder:
        path = Path(folder) / "journal.jsonl"
        with Journal(path, plan.to_dict()) as journal:
            empty, begun = path.stat().st_size, time.process_time()
            run_match(plan, journal=journal)
            used = time.process_time() - begun
        return DealCost(game, number, used / deals, (path.stat().st_size - empty) / deals)


@click.command(context_settings={"help_option_names": ["-h", "--help"]})
@click.argument("games", nargs=-1, type=click.Choice(tuple(GAMES)), metavar="[GAME]...")
@click.option("--level", "levels", multiple=True, type=click.Choice(list(LEVELS)), help="Default: 1, 5, 8 and 10.")
@click.option("--deals", default=5, show_default=True, type=click.IntRange(1), help="Of each game and level.")
@click.option("--json", "as_json", is_flag=True, help="For programs.")
@click.option("--markdown", "as_markdown", is_flag=True, help="The table for a page.")
def main(games: tuple[str, ...], levels: tuple[int, ...], deals: int, as_json: bool, as_markdown: bool) -> None:
    """Play some deals of each game at some levels, with two seats, on one core."""
    games, levels = games or tuple(GAMES), levels or LEVELS_SHOWN
    found = []
    with progress_steps(len(games) * len(levels)) as tell:
        for game in games:
            for number in levels:
                tell(f"{game} {number}")
                found.append(measure(game, number, deals))
    if as_json:
        click.echo(json.dumps([asdict(cost) for cost in found], indent=2))
    elif as_markdown:
        click.echo(markdown_table(COLUMNS, [cost.cells() for cost in found]))
    else:
        print_table(COLUMNS, [cost.cells() for cost in found], right=COLUMNS[2:])


if __name__ == "__main__":
    main()
