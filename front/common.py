"""What several commands share: arguments for a game, its options and its data."""

from __future__ import annotations

import io
import json
import sys
from collections.abc import Callable
from typing import Any, TypeVar

import click
from rich.console import Console

from petteia.engine import GAMES, BadData, Ruleset, UnknownGame, ruleset

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


def check_data(rules: Ruleset, data: str | None) -> Ruleset:
    """The rules, unless a folder was given for them that has none of their files."""
    if data is not None and not rules.components.overridden:
        files = ", ".join(dict.fromkeys(row.file for row in rules.components))
        raise BadData(f"--data {data}: no file of {rules.name} is there; want some of {files}")
    return rules


def read_options(options: tuple[str, ...]) -> dict[str, str]:
    """The options of a game from NAME=VALUE."""
    chosen = {}
    for option in options:
        name, equals, value = option.partition("=")
        if not equals:
            raise UnknownGame(f"--option {option!r}: want NAME=VALUE, such as scenario=historical")
        chosen[name] = value
    return chosen


def make_console(stderr: bool = False) -> Console:
    """A console that prints words as they are: `[b12]` in somebody's data is no style, `:dagger:` no picture."""
    return Console(stderr=stderr, markup=False, emoji=False, highlight=False)


def forgive_signs() -> None:
    """What a terminal's encoding does not have is printed as `?`, which is no reason to end."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")


def print_json(value: Any) -> None:
    plain = not sys.stdout.encoding.lower().startswith("utf")  # programs get what was meant in any encoding
    click.echo(json.dumps(value, indent=2, ensure_ascii=plain))
