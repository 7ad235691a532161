"""``python -m bench.peers``: the table."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator
from importlib import metadata

import click

from petteia.ai.measure.tables import markdown_table
from petteia.cli.output import print_table

from . import environments, openspiel
from .contest import COLUMNS, Contest, Outcome

PEERS: dict[str, Callable[[], Iterator[Contest]]] = {
    "open_spiel": openspiel.contests,
    "rlcard": environments.rlcard,
    "pettingzoo": environments.pettingzoo,
}


def contend(rounds: int) -> tuple[list[Outcome], dict[str, str]]:
    """All contests with the peers that are there, and the versions of these."""
    outcomes: list[Outcome] = []
    versions: dict[str, str] = {}
    for package, contests in PEERS.items():
        try:
            for contest in contests():
                print(f"{contest.peer}: {contest.game}, {contest.what}", file=sys.stderr)
                outcomes.append(contest.run(rounds))
            versions[package] = metadata.version(package)
        except ImportError as error:
            print(f"{package} is skipped: {error}", file=sys.stderr)
    return outcomes, versions


def markdown(outcomes: list[Outcome], versions: dict[str, str]) -> str:
    """The table for a page."""
    names = ", ".join(f"{name} {version}" for name, version in versions.items())
    rows = [one.cells()[:-1] for one in outcomes]
    return f"Beside {names}, on the games that both have:\n\n{markdown_table(COLUMNS[:-1], rows)}"


@click.command(context_settings={"help_option_names": ["-h", "--help"]})
@click.option("--rounds", default=5, show_default=True, type=click.IntRange(1), help="Turns of each side.")
@click.option("--json", "as_json", is_flag=True, help="For programs.")
@click.option("--markdown", "as_markdown", is_flag=True, help="The table for a page.")
def main(rounds: int, as_json: bool, as_markdown: bool) -> None:
    """Measure petteia beside OpenSpiel, RLCard and PettingZoo (pip install "petteia[peers]"), those that are there.

    A ratio above 1 means that petteia is faster.
    """
    outcomes, versions = contend(rounds)
    if as_json:
        click.echo(json.dumps({"peers": versions, "outcomes": [one.to_dict() for one in outcomes]}, indent=2))
    elif as_markdown:
        click.echo(markdown(outcomes, versions))
    else:
        print_table(COLUMNS, [one.cells() for one in outcomes])


if __name__ == "__main__":
    main()
