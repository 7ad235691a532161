"""Throwaway: the three commands that the build's checks call."""

import click

from petteia import __version__
from petteia.ext.probe_a import total


@click.group()
@click.version_option(__version__, prog_name="petteia")
def main() -> None:
    """Play board games of hidden information."""


@main.command()
def games() -> None:
    """List the games."""
    click.echo("probe")


@main.command()
def play() -> None:
    """Play."""
    click.echo(f"result {total([1, 2, 3])}")
