"""``petteia review``: what a game taught."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import click

from petteia.ai.review import NODES, Progress, Review, nodes_for
from petteia.ai.review import review as review_game
from petteia.engine import Game
from petteia.protocols.records import uhg

from ..shared.graph import picture
from ..shared.records import load, read_text
from ..shared.told_review import tell_review
from .output import make_console, print_json, progress_bar


@click.command()
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--seat", help="Whose decisions (default: everybody's, if the game is over).")
@click.option("--nodes", type=click.IntRange(1), help=f"Iterations of the first look at a decision (default: {NODES}).")
@click.option("--seconds", type=click.FloatRange(0.1), help="About so long instead, whatever the machine.")
@click.option(
    "--seed", type=click.IntRange(0), default=0, show_default=True, help="Of the engine: same seed, same words."
)
@click.option("--svg", type=click.Path(dir_okay=False, path_type=Path), help="Write the graph to this file.")
@click.option("--plain", is_flag=True, help="Words only, no plot and no colours: for a screen reader.")
@click.option("--json", "as_json", is_flag=True, help="Print the review as JSON, for programs.")
@click.option("--data", type=click.Path(exists=True, file_okay=False), help="A folder with the components it used.")
def review(
    file: Path,
    seat: str | None,
    nodes: int | None,
    seconds: float | None,
    seed: int,
    svg: Path | None,
    plain: bool,
    as_json: bool,
    data: str | None,
) -> None:
    """Say what a game taught: where it turned, which decisions were bad, and what was luck.

    FILE is a .uhg, .save or .json record. Each decision is judged by what its seat knew then, never by what came out
    later. While the game goes on, only one seat's decisions are judged, and nothing is told that it does not know.

    \b
    Examples:
      petteia review game.uhg
      petteia review game.uhg --seat s1 --seconds 10
      petteia review game.save --svg chances.svg --json
    """
    if nodes is not None and seconds is not None:
        raise click.UsageError("want --nodes or --seconds, and not both")
    game = _load(file, data)
    seats = _seats(game, seat)
    if seconds is not None:
        nodes = nodes_for(game, seats, seconds)
    with showing_progress() as listener:
        found = review_game(game, seats, nodes=nodes or NODES, seed=seed, listener=listener)
    if svg is not None:
        svg.write_text(picture(found[0]), "utf-8")
    if as_json:
        print_json({"game": game.ruleset.name, "reviews": [each.to_dict() for each in found]})
    else:
        print_review(game, found, plain)


def _load(file: Path, data: str | None) -> Game:
    if file.suffix == ".uhg" and (own := uhg.read(read_text(file)).seat) is not None:
        raise click.UsageError(
            f"{file.name} is what {own} saw, which does not tell all moves: want a whole game's record"
        )
    game = load(file, data)
    if not game.moves:
        raise click.UsageError(f"{file.name}: nothing has been played yet")
    return game


def _seats(game: Game, seat: str | None) -> list[str]:
    if seat is not None:
        if seat not in game.seats:
            raise click.UsageError(f"--seat {seat}: want {', '.join(game.seats)}")
        return [seat]
    if game.result is None and len(game.seats) > 1:
        raise click.UsageError(f"the game is not over: say whose decisions, with --seat {' or '.join(game.seats)}")
    return list(game.seats)


@contextmanager
def showing_progress() -> Iterator[Callable[[Progress], None]]:
    """A bar whose length is known with the first report."""
    with progress_bar(1, "judging") as show:
        yield lambda progress: show(progress.done, "judging" if progress.verdict else "luck", progress.of)


def print_review(game: Game, found: Sequence[Review], plain: bool) -> None:
    ending = _ending(game, found[0])
    heading = f"{game.ruleset.title}. {ending[:1].upper()}{ending[1:]}"
    tell_review(heading, lambda seat: _name(game, seat), found, make_console(), plain)


def _ending(game: Game, review: Review) -> str:
    if not review.over:
        return f"Judged by what {_name(game, review.seat)} knew."
    return game.ruleset.describe(game.view("pub")).question


def _name(game: Game, seat: str) -> str:
    return game.ruleset.names(game.view("pub")).get(seat, seat)
