"""``petteia contract``: the checks that every game must pass, for games of other packages too."""

from __future__ import annotations

import time
from typing import Any

import click

from petteia.engine import Ruleset
from petteia.engine.contract import CHECKS
from petteia.engine.registry import find

from .arguments import GAME
from .output import print_json, progress_bar


@click.command()
@click.argument("game", type=GAME, metavar="GAME")
@click.option(
    "--check", "names", multiple=True, type=click.Choice(tuple(CHECKS)), metavar="NAME", help="Only this one."
)
@click.option("--seats", type=int, help="Only with so many seats.")
@click.option("--json", "as_json", is_flag=True, help="For programs.")
def contract(game: str, names: tuple[str, ...], seats: int | None, as_json: bool) -> None:
    """Check that a game keeps to what every game must.

    Random games are played with every number of seats and every option. They must end, nothing may leak to a seat that
    may not know it, words and saves must be read back as they were written, and the search must work.

    \b
    Examples:
      petteia contract egemonia
      petteia contract mygame --check nothing_leaks
      petteia contract mygame --json

    The status is 0 if all checks hold, and 1 if one does not.
    """
    kind = find(game)
    shapes = [shape for shape in kind.shapes() if seats in (None, shape[0])]
    if not shapes:
        counts = " or ".join(map(str, sorted(kind.seat_counts)))
        raise click.BadParameter(f"{game} with seats={seats}: want {counts}", param_hint="--seats")
    results: list[dict[str, Any]] = []
    with progress_bar(len(shapes) * len(names or CHECKS)) as show:
        for n_seats, options in shapes:
            rules = kind(n_seats, None, **options)
            for name in names or CHECKS:
                show(len(results), f"{n_seats} seats: {name}")
                results.append({"seats": n_seats, "options": options, "check": name, **run(rules, name)})
                if not as_json:
                    click.echo(_line(results[-1]))
    failed = sum(not result["ok"] for result in results)
    if as_json:
        print_json({"game": game, "ok": not failed, "checks": results})
    if failed:
        raise click.ClickException(f"{failed} of {len(results)} checks of {game} do not hold")
    if not as_json:
        click.echo(f"All {len(results)} checks of {game} hold.")


def run(rules: Ruleset, name: str) -> dict[str, Any]:
    """One check: whether it holds, what is wrong, and how long it took. Whatever a game raises is its failure."""
    started, wrong = time.monotonic(), None
    try:
        CHECKS[name](rules)
    except Exception as error:
        wrong = str(error) if isinstance(error, AssertionError) else f"{type(error).__name__}: {error}"
    return {"ok": wrong is None, "wrong": wrong, "seconds": round(time.monotonic() - started, 2)}


def _line(result: dict[str, Any]) -> str:
    words = [f"{result['seats']} seats", *(f"{name}={value}" for name, value in result["options"].items())]
    verdict = "ok  " if result["ok"] else "FAIL"
    wrong = "" if result["ok"] else f"\n      {result['wrong']}"
    return f"{verdict} {result['seconds']:6.1f} s  {result['check']} ({', '.join(words)}){wrong}"
