"""What several commands share: arguments for a game, its options and its data."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import click

from petteia.engine import GAMES, Ruleset, UnknownGame, ruleset

from ..shared.data_folder import check_data

Command = TypeVar("Command", bound=Callable[..., Any])

GAME = click.Choice(tuple(GAMES))  # also completes in the shell


def game_options(command: Command) -> Command:
    """Add --seats, --option and --data; `find_rules` turns them into a ruleset."""
    for decorator in (
        click.option(
            "--data", type=click.Path(exists=True, file_okay=False), help="Folder with component files of yours."
        ),
        click.option("-o", "--option", "options", multiple=True, metavar="NAME=VALUE", help="An option of the game."),
        click.option("--seats", type=int, help="Number of players."),
    ):
        command = decorator(command)
    return command


def find_rules(game: str, seats: int | None, options: tuple[str, ...], data: str | None) -> Ruleset:
    return check_data(ruleset(game, seats, data, **read_options(options)), data)


def read_options(options: tuple[str, ...]) -> dict[str, str]:
    """The options of a game from NAME=VALUE."""
    chosen = {}
    for option in options:
        name, equals, value = option.partition("=")
        if not equals:
            raise UnknownGame(f"--option {option!r}: want NAME=VALUE, such as scenario=historical")
        chosen[name] = value
    return chosen


def work_options(command: Command) -> Command:
    """``--jobs`` and ``--executor``: where games are played."""
    for option in (
        click.option(
            "--executor",
            metavar="NAME[:ADDRESS]",
            help="Where games are played: serial, processes, ray (started here) or ray:HOST:PORT (a cluster).",
        ),
        click.option("--jobs", default=1, show_default=True, type=click.IntRange(1), help="Games at once."),
    ):
        command = option(command)
    return command


def run_options(command: Command) -> Command:
    """``--jobs``, ``--executor``, ``--journal`` and ``--resume``: where games are played and kept."""
    journal = click.Path(dir_okay=False, path_type=Path)
    for option in (
        click.option("--resume", is_flag=True, help="Go on with the journal of a run that was ended."),
        click.option("--journal", type=journal, metavar="FILE", help="Append every finished deal to this file."),
        work_options,
    ):
        command = option(command)
    return command
