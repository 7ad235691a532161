"""The command ``petteia``: one group, each command in a module of its own subject."""

from __future__ import annotations

from typing import Any

import click
from click.shell_completion import get_completion_class

from petteia import __version__
from petteia.engine import GameError

from .cli_analyze import analyze
from .cli_bench import bench
from .cli_engine import conformance, convert, engine, replay
from .cli_games import games, perft, rules, show
from .cli_match import match
from .cli_play import play
from .cli_web import web
from .common import forgive_signs


class Commands(click.Group):
    """A group that answers what cannot be with a sentence instead of a traceback."""

    def invoke(self, ctx: click.Context) -> Any:
        forgive_signs()
        try:
            return super().invoke(ctx)
        except GameError as error:
            raise click.ClickException(str(error)) from error
        except OSError as error:
            if error.filename is None:  # of our own making
                raise
            raise click.ClickException(f"{error.filename}: {error.strerror}") from error


@click.group(cls=Commands, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.version_option(__version__, "-V", "--version", message="petteia %(version)s")
def main() -> None:
    """An AI opponent for board games of hidden information.

    It knows the rules, deals, keeps secrets and plays any seat, and never looks at what its seat may not see.

    \b
    Examples:
      petteia play                            a game in the terminal
      petteia web                             the same in the browser
      petteia games                           the games and their options
      petteia rules egemonia                  every component and where it came from
      petteia show egemonia --random 20       a position of a random game
      petteia analyze --game egemonia         what a seat should do, and why
      petteia match pimc greedy --game epix   let players play each other
      petteia bench                           how fast it is here, and whether it behaves as before
    """


@main.command()
@click.argument("shell", type=click.Choice(["bash", "zsh", "fish"]))
def completion(shell: str) -> None:
    """Print a script that completes petteia's commands in your shell.

    \b
    For bash, add to ~/.bashrc:
      eval "$(petteia completion bash)"
    """
    completer = get_completion_class(shell)
    if completer is None:
        raise click.ClickException(f"no completion for {shell!r}")
    click.echo(completer(main, {}, "petteia", "_PETTEIA_COMPLETE").source())


for command in (play, web, games, rules, show, perft, analyze, match, bench, engine, replay, convert, conformance):
    main.add_command(command)
