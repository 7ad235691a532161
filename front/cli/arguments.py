"""What several commands share: arguments for a game, its options and its data."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from petteia.engine import GAMES, Ruleset, UnknownGame, available, ruleset
from petteia.engine.registry import TOYS

from ..shared.data_folder import check_data

Command = TypeVar("Command", bound=Callable[..., Any])


if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

    Choice = click.Choice[str]
else:
    Choice = click.Choice  # of which older versions have no kinds


class GameName(Choice):
    """A game of ours or of another package; those are looked for when a name is none of ours, and to complete one."""

    def __init__(self) -> None:
        super().__init__(tuple(GAMES))

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        if value not in self.choices:
            self.choices = tuple(available())
        return super().convert(value, param, ctx)

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        self.choices = tuple(available())
        return super().shell_complete(ctx, param, incomplete)


GAME = GameName()


class OfferedGame(GameName):
    """A game, or with ``--toys`` one of the small ones that are not offered otherwise."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        if ctx is not None and ctx.params.get("toys") and value in TOYS:
            return str(value)
        return super().convert(value, param, ctx)


toys_option = click.option(
    "--toys", is_flag=True, is_eager=True, help="Also offer the small games that the search is checked with."
)


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
