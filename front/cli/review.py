"""``petteia review``: what a game taught."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from textwrap import wrap

import click

from petteia.ai.review import BLUNDER, FINE, INACCURACY, MISTAKE, NODES, Judged, Progress, Review, Swing, nodes_for
from petteia.ai.review import review as review_game
from petteia.engine import Game
from petteia.protocols.records import uhg

from ..shared.graph import by_turn, picture, plot
from ..shared.records import load, read_text
from .output import make_console, print_json, progress_bar

MARKS = {BLUNDER: "??", MISTAKE: "?", INACCURACY: "?!"}
COLOURS = {BLUNDER: "bold red", MISTAKE: "yellow", INACCURACY: "cyan"}
MOST_STORY = 8  # sentences of a turning point that are told
MOST_LUCK = 3  # of the best and of the worst luck
LEAST_LUCK = 0.03  # less is not worth telling
SURE = 0.9  # a better move with a smaller share of the mix should not always be played
PLURALS = {BLUNDER: "blunders", MISTAKE: "mistakes", INACCURACY: "inaccuracies"}

Say = Callable[..., None]


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
    with _showing_progress() as listener:
        found = review_game(game, seats, nodes=nodes or NODES, seed=seed, listener=listener)
    if svg is not None:
        svg.write_text(picture(found[0]), "utf-8")
    if as_json:
        print_json({"game": game.ruleset.name, "reviews": [each.to_dict() for each in found]})
    else:
        _print(game, found, plain)


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
def _showing_progress() -> Iterator[Callable[[Progress], None]]:
    """A bar whose length is known with the first report."""
    with progress_bar(1, "judging") as show:
        yield lambda progress: show(progress.done, "judging" if progress.verdict else "luck", progress.of)


# ---------------------------------------------------------------------------------------------------------------
# What is printed.


def _print(game: Game, found: Sequence[Review], plain: bool) -> None:
    console = make_console()
    width = min(console.width, 100)
    ascii_only = plain or console.options.ascii_only

    def say(text: str = "", indent: int = 0, style: str = "") -> None:
        pad = " " * indent
        lines = wrap(text, width - 1, initial_indent=pad, subsequent_indent=pad) or [""]
        console.print("\n".join(lines), style=None if plain or not style else style, soft_wrap=True)

    first = found[0]
    say(f"{game.ruleset.title}. {_ending(game, first)}", style="bold")
    say()
    if first.graph:
        _print_graph(console.print, say, first, width, plain, ascii_only)
    _print_swings(say, game, found)
    for each in found:
        _print_judged(say, game, each)
        if each.ledger is not None:
            _print_ledger(console.print, say, game, each)
    if first.ledger is None:
        say("The game is not over. Luck, turning points and what was hidden are told at its end.")


def _ending(game: Game, review: Review) -> str:
    if not review.over:
        return f"Judged by what {_name(game, review.seat)} knew."
    return game.ruleset.describe(game.view("pub")).question


def _name(game: Game, seat: str) -> str:
    return game.ruleset.names(game.view("pub")).get(seat, seat)


def _percent(share: float) -> str:
    return f"{share:.0%}"


def _points(gain: float) -> str:
    """A gain in points of a hundred."""
    return f"{100 * gain:+.0f}".replace("-0", "0").replace("+0", "0") if abs(gain) < 0.005 else f"{100 * gain:+.0f}"


def _print_graph(print_: Say, say: Say, review: Review, width: int, plain: bool, ascii_only: bool) -> None:
    say(
        "The chance to win, by what the position held"
        if review.over
        else "The chance to win, as the seat could judge it"
    )
    if plain:
        for when, chances in by_turn(review):
            sides = ", ".join(f"{name} {_percent(share)}" for name, share in zip(review.names, chances, strict=True))
            say(f"{when}: {sides}.", 2)
    else:
        for line in plot(review, width - 1, ascii_only):
            print_(line, soft_wrap=True)
    say()


def _print_swings(say: Say, game: Game, found: Sequence[Review]) -> None:
    """Turning points: of two sides both have the same."""
    shown = found[:1] if len(found[0].names) == 2 else found
    for each in shown:
        if not each.swings:
            continue
        whose = "" if len(shown) == 1 else f" for {each.names[each.team]}"
        say(f"Turning points{whose}", style="bold")
        for number, swing in enumerate(each.swings, 1):
            _print_swing(say, game, each, number, swing, found if len(shown) == 1 else [each])
        say()


def _print_swing(say: Say, game: Game, review: Review, number: int, swing: Swing, found: Sequence[Review]) -> None:
    team, earlier = review.team, review.swings[: number - 1]
    say(
        f"{number}. {swing.when} (after move {swing.step}): {review.names[team]} went from "
        f"{_percent(swing.before[team])} to {_percent(swing.after[team])}."
    )
    for cause in swing.causes:
        if cause.kind == "luck":
            by = "luck"
        elif cause.kind == "choice":
            by = f"{_name(game, cause.seat)}'s choice"
        else:
            say(f"{_points(cause.gain)} because of what {_name(game, cause.seat)} could not know.", 3)
            continue
        say(f"{_points(cause.gain)} by {by}: {cause.what}", 3)
    told = [sentence for sentence in swing.story if sentence not in {cause.what for cause in swing.causes}]
    if told:
        more = f" ... ({len(told) - MOST_STORY} more)" if len(told) > MOST_STORY else ""
        say(f"Then: {' '.join(told[:MOST_STORY])}{more}", 3)
    for other in found:
        same = next((each for each in other.swings if each.step == swing.step), None)
        if same is None:
            continue
        before = {
            words for each in other.swings if each.step in {one.step for one in earlier} for words in each.unknown
        }
        if new := [words for words in same.unknown if words not in before]:
            say(f"Hidden from {_name(game, other.seat)}: {' '.join(new)}", 3)


def _print_judged(say: Say, game: Game, review: Review) -> None:
    counts = [
        f"{n} {mark if n == 1 else PLURALS[mark]}"
        for mark in (BLUNDER, MISTAKE, INACCURACY)
        if (n := review.count(mark))
    ]
    judged = [*counts, f"{review.count(FINE)} fine"]
    say(f"{_name(game, review.seat)}'s decisions: {', '.join(judged)}", style="bold")
    for each in review.judged:
        if each.mark != FINE:
            _print_one(say, each)
    say()


def _print_one(say: Say, judged: Judged) -> None:
    where = "" if judged.step is None else f", move {judged.step + 1}"
    say(
        f"{MARKS[judged.mark]} {judged.when}{where}: {judged.label}. {judged.mark.capitalize()}, "
        f"{_points(-judged.loss)}.",
        style=COLOURS[judged.mark],
    )
    say(f"Better: {judged.reason or f'{judged.better_label}.'}", 3)
    if judged.better_share < SURE:
        say(
            f"It is best about {_percent(judged.better_share)} of the time: what others expect should not come always.",
            3,
        )


def _print_ledger(print_: Say, say: Say, game: Game, review: Review) -> None:
    assert review.ledger is not None
    told = review.ledger
    say(f"Luck and skill of {_name(game, review.seat)}, in points of 100", style="bold")
    rows = (
        ("at the start", f"{100 * told.start:.0f}"),
        ("dice and draws", _points(told.luck)),
        ("what was hidden", _points(told.hidden)),
        ("own choices", _points(told.own)),
        ("others' choices", _points(told.others)),
        ("error of the estimate", _points(told.error)),
        ("the result", f"{100 * told.result:.0f}"),
    )
    for name, figure in rows:
        print_(f"  {name + ':':<24}{figure:>5}")
    for word, sign in (("Best luck", 1), ("Worst luck", -1)):
        lucky = sorted(
            (point for point in review.graph if point.part == "luck" and sign * point.gain[review.team] >= LEAST_LUCK),
            key=lambda point: -sign * point.gain[review.team],
        )[:MOST_LUCK]
        for point in lucky:
            say(f"{word}: {_points(point.gain[review.team])}, {point.when}: {point.what}", 2)
    say()
