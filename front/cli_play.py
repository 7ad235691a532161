"""``petteia play``: a game in the terminal."""

from __future__ import annotations

import sys

import click

from petteia.ai.player import Limits, Player
from petteia.ai.registry import make_player
from petteia.engine import Game, GameError
from petteia.engine.game import Result

from .common import GAME, find_rules, game_options

HELP = """Type the number or the name of a move (the beginning is enough if it is clear), or
  ?  the moves again      b  the board      s  what happened so far      h  a hint      q  give up"""


@click.command()
@click.argument("game", type=GAME, metavar="[GAME]", default="egemonia")
@click.option("--seat", default="s0", show_default=True, help="Your seat.")
@click.option("--seed", type=int, help="Of the deal; by default no two games are alike.")
@click.option(
    "--opponent", default="ismcts:level=6", show_default=True, metavar="PLAYER", help="Who plays the other seats."
)
@game_options
def play(
    game: str, seat: str, seed: int | None, opponent: str, seats: int | None, options: tuple[str, ...], data: str | None
) -> None:
    """Play a game in the terminal.

    Without a terminal (in a script, or with input from /dev/null) the engine plays your seat too, to the end.

    \b
    Examples:
      petteia play
      petteia play egemonia --seat s1 --option scenario=historical
    """
    table = Game(find_rules(game, seats, options, data), seed)
    if seat not in table.seats:
        raise GameError(f"--seat {seat!r}: want {', '.join(table.seats)}")
    person = seat if sys.stdin.isatty() else None
    engine = make_player(opponent)
    told = 0
    if person:
        click.echo(f"{table.ruleset.title}: you are {table.ruleset.seat_name(person)}.\n{HELP}")
    while table.pending:
        who = person if person in table.pending else table.pending[0]
        told = tell(table, seat, told)
        if who == person:
            move = ask(table, person, engine)
            if move is None:
                click.echo("You gave up.")
                return
        else:
            move = engine.decide(table.observation(who), Limits()).move
        table.play(who, move)
    tell(table, seat, told)
    click.echo(table.draw(seat if person else "pub"))
    assert table.result is not None
    click.echo(sentence(table, table.result))


def tell(table: Game, seat: str, told: int) -> int:
    """Say what the seat has seen since event number ``told``; the number of events now."""
    for line in table.story(seat, told):
        click.echo(line)
    return table.n_events(seat)


def sentence(table: Game, result: Result) -> str:
    names = [table.ruleset.seat_name(winner) for winner in result.winners]
    if not names:  # solo, against a house that has no seat
        return f"Result: lost ({result.reason})."
    if len(names) > 1:
        return f"Result: drawn between {', '.join(names)} ({result.reason})."
    return f"Result: {names[0]} wins ({result.reason})."


def ask(table: Game, person: str, engine: Player) -> str | None:
    """The person's move; None if it gives up."""
    legal = table.legal(person)
    if len(legal) == 1:
        click.echo(f"Your only move: {legal[0]}.")
        return legal[0]
    click.echo("\n" + table.draw(person))
    show_moves(legal)
    while True:
        try:
            answer = click.prompt("Your move", prompt_suffix="> ").strip()
        except click.Abort:
            return None
        if answer in ("q", "quit"):
            return None
        if answer == "?":
            show_moves(legal)
        elif answer == "b":
            click.echo(table.draw(person))
        elif answer == "s":
            click.echo("\n".join(table.story(person)))
        elif answer == "h":
            click.echo(f"Perhaps {engine.decide(table.observation(person), Limits()).move}.")
        elif answer.isdecimal():
            if 1 <= int(answer) <= len(legal):
                return legal[int(answer) - 1]
            click.echo(f"There is no move {answer}: want 1 to {len(legal)}.")
        else:
            try:
                return table.complete(person, answer)
            except GameError as error:
                click.echo(f"{error}.")


def show_moves(legal: list[str]) -> None:
    """The moves with their numbers, in columns."""
    width = max(map(len, legal)) + 6
    columns = max(1, 80 // width)
    cells = [f"{number:3} {move}".ljust(width) for number, move in enumerate(legal, 1)]
    for start in range(0, len(cells), columns):
        click.echo("".join(cells[start : start + columns]).rstrip())
