"""The command ``petteia``: one group, each command in a module of its own subject."""

from __future__ import annotations

import warnings
from typing import Any

import click

from petteia import __version__

from ..shared.errors import RunFailed
from .lazy import Later, LazyGroup

COMMANDS = {
    "play": Later("play", "Play a game in the terminal."),
    "web": Later("web", "Play in the browser."),
    "games": Later("games", "List the games and their options."),
    "rules": Later("games", "Show a game's components, each with its mark."),
    "show": Later("positions", "Show a position as one seat sees it."),
    "analyze": Later("analyze", "Say what a seat should do, and why."),
    "match": Later("match", "Let players play against each other, and say who is better."),
    "ladder": Later("ladder", "Rate levels, baselines and other players of a game by matches."),
    "tune": Later("tune", "Look for better values of the search's parameters by playing games."),
    "bench": Later("bench", "Measure how fast the engine is here, and whether it behaves as before."),
    "doctor": Later("doctor", "Say what is installed, whether it works, and whether kept games are sound."),
    "perft": Later("positions", "Count the sequences of so many decisions from the start of a game."),
    "engine": Later("engine", "Run the engine for a program: UHI on stdin and stdout."),
    "replay": Later("records", "Play a record again, check it, and tell it as a story."),
    "review": Later("review", "Say what a game taught: where it turned, what was bad, what was luck."),
    "history": Later("history", "List the games that were played here, how they came out, and what to play next."),
    "convert": Later("records", "Turn a record into another kind: .uhg, .save or .json."),
    "contract": Later("contract", "Check that a game keeps to what every game must, such as one of yours."),
    "conformance": Later("engine", "Run the protocol's transcripts against an engine."),
}


def _warning(message: Warning | str, category: Any, filename: str, lineno: int, line: str | None = None) -> str:
    """A warning for people: what it says, and no line of code."""
    return f"Warning: {message}\n"


class Commands(LazyGroup):
    """A group that answers what cannot be with a sentence instead of a traceback."""

    def invoke(self, ctx: click.Context) -> Any:
        from .output import forgive_signs

        forgive_signs()
        warnings.formatwarning = _warning
        try:
            return super().invoke(ctx)
        except (ValueError, OSError, RunFailed) as error:
            from .errors import as_click_error  # loaded only now, for help needs no game

            found = as_click_error(error)
            if found is None:  # of our own making
                raise
            raise found from error


@click.group(
    cls=Commands,
    later=COMMANDS,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)
@click.version_option(__version__, "-V", "--version", message="petteia %(version)s")
def main() -> None:
    """An AI opponent for board games of hidden information.

    It knows the rules, deals, keeps secrets and plays any seat, and never looks at what its seat may not see.

    \b
    Examples:
      petteia play                            a game in the terminal
      petteia web                             the same in the browser
      petteia games                           the games and their options
      petteia rules egemonia                  every component and its mark
      petteia show egemonia --random 20       a position of a random game
      petteia analyze --game egemonia         what a seat should do, and why
      petteia match pimc greedy --game epix   let players play each other
      petteia ladder epix --jobs 2            rate all levels of a game
      petteia tune epix --jobs 2              look for better search parameters
      petteia bench                           how fast it is here
      petteia doctor                          what is installed, and is all well?
      petteia history                         games that were played, and the next

    The status is 0 if all went well, 2 if something on the command line is wrong, and 1 if what was asked for failed.
    """


@main.command()
@click.argument("shell", type=click.Choice(["bash", "zsh", "fish"]))
def completion(shell: str) -> None:
    """Print a script that completes petteia's commands in your shell.

    \b
    For bash, add to ~/.bashrc:
      eval "$(petteia completion bash)"
    """
    from click.shell_completion import get_completion_class

    completer = get_completion_class(shell)
    if completer is None:
        raise click.ClickException(f"no completion for {shell!r}")
    click.echo(completer(main, {}, "petteia", "_PETTEIA_COMPLETE").source())
