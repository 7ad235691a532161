"""A review as text, for the command and for the end of a game in the terminal."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from textwrap import wrap
from typing import TYPE_CHECKING

from petteia.ai.review.parts import BLUNDER, FINE, INACCURACY, MISTAKE, Judged, Review, Swing

from .graph import by_turn, plot

if TYPE_CHECKING:
    from rich.console import Console

MARKS = {BLUNDER: "??", MISTAKE: "?", INACCURACY: "?!"}
COLOURS = {BLUNDER: "bold red", MISTAKE: "yellow", INACCURACY: "cyan"}
MOST_STORY = 8  # sentences of a turning point that are told
MOST_LUCK = 3  # of the best and of the worst luck
LEAST_LUCK = 0.03  # less is not worth telling
SURE = 0.9  # a better move with a smaller share of the mix should not always be played
PLURALS = {BLUNDER: "blunders", MISTAKE: "mistakes", INACCURACY: "inaccuracies"}

Say = Callable[..., None]
Name = Callable[[str], str]


def tell_review(heading: str, name: Name, found: Sequence[Review], console: Console, plain: bool) -> None:
    """Print the reviews of some seats. ``heading``: the game and its result; ``name`` says what a seat is called."""
    width = min(console.width, 100)
    ascii_only = plain or console.options.ascii_only

    def say(text: str = "", indent: int = 0, style: str = "") -> None:
        pad = " " * indent
        lines = wrap(text, width - 1, initial_indent=pad, subsequent_indent=pad) or [""]
        console.print("\n".join(lines), style=None if plain or not style else style, soft_wrap=True)

    first = found[0]
    say(heading, style="bold")
    say()
    if first.graph:
        _print_graph(console.print, say, first, width, plain, ascii_only)
    _print_swings(say, name, found)
    for each in found:
        _print_judged(say, name, each)
        if each.ledger is not None:
            _print_ledger(console.print, say, name, each)
    if first.ledger is None:
        say("The game is not over. Luck, turning points and what was hidden are told at its end.")


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


def _print_swings(say: Say, name: Name, found: Sequence[Review]) -> None:
    """Turning points: of two sides both have the same."""
    shown = found[:1] if len(found[0].names) == 2 else found
    for each in shown:
        if not each.swings:
            continue
        whose = "" if len(shown) == 1 else f" for {each.names[each.team]}"
        say(f"Turning points{whose}", style="bold")
        for number, swing in enumerate(each.swings, 1):
            _print_swing(say, name, each, number, swing, found if len(shown) == 1 else [each])
        say()


def _print_swing(say: Say, name: Name, review: Review, number: int, swing: Swing, found: Sequence[Review]) -> None:
    team, earlier = review.team, review.swings[: number - 1]
    say(
        f"{number}. {swing.when} (after move {swing.step}): {review.names[team]} went from "
        f"{_percent(swing.before[team])} to {_percent(swing.after[team])}."
    )
    said: set[str] = set()
    for cause in swing.causes:
        if cause.kind == "luck":
            by = "luck"
        elif cause.kind == "choice":
            by = f"{name(cause.seat)}'s choice"
        else:
            by = f"what {name(cause.seat)} could not know"
        what = "" if cause.what in said else cause.what
        said.add(cause.what)
        say(f"{_points(cause.gain)} by {by}{': ' if what else '.'}{what}", 3)
    told = [sentence for sentence in swing.story if sentence not in said]
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
            say(f"Hidden from {name(other.seat)}: {' '.join(new)}", 3)


def _print_judged(say: Say, name: Name, review: Review) -> None:
    counts = [
        f"{n} {mark if n == 1 else PLURALS[mark]}"
        for mark in (BLUNDER, MISTAKE, INACCURACY)
        if (n := review.count(mark))
    ]
    judged = [*counts, f"{review.count(FINE)} fine"]
    say(f"{name(review.seat)}'s decisions: {', '.join(judged)}", style="bold")
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


def _print_ledger(print_: Say, say: Say, name: Name, review: Review) -> None:
    assert review.ledger is not None
    told = review.ledger
    say(f"Luck and skill of {name(review.seat)}, in points of 100", style="bold")
    rows = (
        ("at the start", f"{100 * told.start:.0f}"),
        ("dice and draws", _points(told.luck)),
        ("what was hidden", _points(told.hidden)),
        ("own choices", _points(told.own)),
        ("others' choices", _points(told.others)),
        ("error of the estimate", _points(told.error)),
        ("the result", f"{100 * told.result:.0f}"),
    )
    for label, figure in rows:
        print_(f"  {label + ':':<24}{figure:>5}")
    for word, sign in (("Best luck", 1), ("Worst luck", -1)):
        lucky = sorted(
            (point for point in review.graph if point.part == "luck" and sign * point.gain[review.team] >= LEAST_LUCK),
            key=lambda point: -sign * point.gain[review.team],
        )[:MOST_LUCK]
        for point in lucky:
            say(f"{word}: {_points(point.gain[review.team])}, {point.when}: {point.what}", 2)
    say()
