"""What several commands share: arguments for a game, its options and its data."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any, TypeVar

import click

from petteia.engine import GAMES, Ruleset, UnknownGame, ruleset

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
    return ruleset(game, seats, data, **read_options(options))


def read_options(options: tuple[str, ...]) -> dict[str, str]:
    """The options of a game from NAME=VALUE."""
    chosen = {}
    for option in options:
        name, equals, value = option.partition("=")
        if not equals:
            raise UnknownGame(f"--option {option!r}: want NAME=VALUE, such as scenario=historical")
        chosen[name] = value
    return chosen


def print_json(value: Any) -> None:
    click.echo(json.dumps(value, indent=2, ensure_ascii=False))
