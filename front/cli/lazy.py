"""A group of commands that are loaded when they are run: asking for help loads none of them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from importlib import import_module
from typing import Any

import click


@dataclass(frozen=True)
class Later:
    """A command that is not loaded yet."""

    module: str  # beside this one; the command has the group's name for it there
    help: str  # what the group says of it


class LazyGroup(click.Group):
    """Commands by name, each loaded from its module when it is asked for."""

    def __init__(self, *args: Any, later: Mapping[str, Later], **settings: Any) -> None:
        super().__init__(*args, **settings)
        self.later = later

    def list_commands(self, ctx: click.Context) -> list[str]:
        return [*self.later, *super().list_commands(ctx)]

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in self.later:
            return super().get_command(ctx, cmd_name)
        found: click.Command = getattr(import_module(f".{self.later[cmd_name].module}", __package__), cmd_name)
        return found

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        rows = [(name, later.help) for name, later in self.later.items()]
        rows += [(name, self.commands[name].get_short_help_str(limit=100)) for name in super().list_commands(ctx)]
        with formatter.section("Commands"):
            formatter.write_dl(rows)
