"""``petteia tune``: better values of the search's parameters, found by games."""

from __future__ import annotations

import secrets
import time
from dataclasses import replace
from pathlib import Path

import click

from petteia.ai.match import Plan, Report, seatings
from petteia.ai.measure.plot import Panel, Series, drawn
from petteia.ai.registry import parse_player
from petteia.ai.settings import IsmctsSettings
from petteia.ai.tuned import tuned
from petteia.ai.tuning import Tuning, TuningPlan, starting_values, text_of
from petteia.ai.tuning import tune as run_tuning
from petteia.engine import GameError
from petteia.engine.english import plural

from .arguments import GAME, find_rules, game_options, run_options
from .match import duration, play, span
from .output import print_json, print_pairs, print_table, progress_bar
from .runs import open_run

USUAL = ("ucb", "prior", "widen", "first_moves")
FRESH = 1_000_003  # added to the seed for the deals of the check: nothing was tuned on them


@click.command()
@click.argument("game", type=GAME)
@click.option(
    "--parameter",
    "names",
    multiple=True,
    metavar="NAME",
    help=f"What is tuned, once for each (default: {', '.join(USUAL)}).",
)
@click.option("--games", default=4000, show_default=True, type=click.IntRange(1), help="To tune on, in whole rounds.")
@click.option("--batch", default=8, show_default=True, type=click.IntRange(1), help="Deals of a round.")
@click.option("--from", "base", default="ismcts", show_default=True, help="Where to start, as in `petteia match`.")
@click.option("--nodes", default=1000, show_default=True, type=click.IntRange(1), help="Iterations for each decision.")
@click.option("--movetime", type=click.IntRange(1), metavar="MS", help="Milliseconds for each decision instead.")
@click.option(
    "--check", default=0, type=click.IntRange(0), metavar="GAMES", help="Play what was found against the start."
)
@game_options
@click.option("--seed", type=click.IntRange(0), help="Same seed, same run (default: the operating system chooses).")
@run_options
@click.option("--json", "as_json", is_flag=True, help="Print the result as JSON.")
@click.option("--plot", type=click.Path(dir_okay=False, path_type=Path), help="Write the way of each value as an SVG.")
def tune(
    game: str,
    names: tuple[str, ...],
    games: int,
    batch: int,
    base: str,
    nodes: int,
    movetime: int | None,
    check: int,
    seats: int | None,
    options: tuple[str, ...],
    data: str | None,
    seed: int | None,
    jobs: int,
    executor: str | None,
    journal: Path | None,
    resume: bool,
    as_json: bool,
    plot: Path | None,
) -> None:
    """Look for better values of the search's parameters by playing games (SPSA).

    All values move at once, a little in each round, towards those that won more. A gain of a few points wants thousands
    of games. Tune each game and each number of seats for itself. What was found must then win on deals that nothing was
    tuned on, which --check plays; only that says whether it is better.

    \b
    Examples:
      petteia tune epireia --seats 2 --jobs 2 --journal tune.jsonl
      petteia tune epireia --seats 2 --jobs 2 --journal tune.jsonl --resume
      petteia tune epix --parameter ucb --parameter prior --check 800
      petteia tune egemonia --from ismcts:ucb=0.3 --plot way.svg --json
    """
    rules = find_rules(game, seats, options, data)
    settings = parse_player(base)
    if not isinstance(settings, IsmctsSettings):
        raise GameError(f"{base!r}: want ismcts, with the values to start from")
    given = {**tuned(game, rules.n_seats), **settings.params}
    chosen = names or USUAL
    if len(set(chosen)) < len(chosen):
        raise click.UsageError(f"{', '.join(chosen)}: each parameter once")
    plan = TuningPlan(
        Plan(
            game,
            (base, base),
            games,
            secrets.randbits(32) if seed is None else seed,
            len(rules.seats),
            rules.chosen,
            data,
            None if movetime else nodes,
            None if movetime is None else movetime / 1000,
        ),
        chosen,
        starting_values(rules, chosen, given),
        max(1, games // (batch * len(seatings(rules.rules.teams, 2)))),
        batch,
    )
    begun = time.monotonic()
    with open_run(plan.to_dict(), executor, jobs, journal, resume) as (work, kept):
        with progress_bar(plan.rounds, "rounds") as show:
            found = run_tuning(plan, rules, work, kept, lambda now: show(len(now.rounds), _values(now)))
        checked = None
        if check and not found.interrupted:
            match = replace(
                plan.match,
                players=(text_of(chosen, list(found.values.values())), text_of(chosen, plan.start)),
                games=check,
                seed=plan.match.seed + FRESH,
            )
            beside = None if journal is None else journal.with_name(f"{journal.stem}.check{journal.suffix}")
            go_on = resume and beside is not None and beside.exists()
            with open_run(match.to_dict(), executor, jobs, beside, go_on) as (work, kept):
                checked = play(match, rules, work, kept)
    if plot is not None and found.rounds:
        plot.write_text(picture(found), "utf-8")
    if as_json:
        print_json({**found.to_dict(), "check": None if checked is None else checked.to_dict()})
    else:
        _print(found, checked, time.monotonic() - begun, plot)


def _values(found: Tuning) -> str:
    return " ".join(f"{name} {found.way(name)[-1]:g}" for name in found.plan.names)


def picture(found: Tuning) -> str:
    """The way of each value."""
    match = found.plan.match
    panels = [
        Panel(name, "games", "value", (Series(name, tuple(_points(found, name))),), log_y=axis.by_factors)
        for name, axis in zip(found.plan.names, found.plan.axes, strict=True)
    ]
    return drawn(f"Tuning {match.game}", f"{plural(match.seats or 0, 'seat')}, {plural(found.games, 'game')}", panels)


def _points(found: Tuning, name: str) -> list[tuple[float, float]]:
    way = found.way(name)
    per_round = found.games / max(1, len(found.rounds))
    return [(number * per_round, value) for number, value in enumerate(way)]


def _print(found: Tuning, checked: Report | None, seconds: float, plot: Path | None) -> None:
    plan, match = found.plan, found.plan.match
    limit = f"{match.nodes} nodes a move" if match.nodes else f"{1000 * (match.seconds or 0):g} ms a move"
    interrupted = " (interrupted)" if found.interrupted else ""
    rows = [
        ("game", f"{match.game}, {plural(match.seats or 0, 'seat')}, {limit}"),
        (
            "played",
            f"{plural(found.games, 'game')} in {plural(len(found.rounds), 'round')}, seed {match.seed}{interrupted}",
        ),
        ("time", duration(seconds)),
    ]
    rows += [("left out", f"deal {deal} with seed {seed}: {why}") for deal, seed, why in found.lost_deals]
    print_pairs(rows)
    values = found.values
    print_table(
        ("parameter", "before", "found"),
        [[name, f"{before:g}", f"{values[name]:g}"] for name, before in zip(plan.names, plan.start, strict=True)],
        right=("before", "found"),
    )
    player = text_of(plan.names, list(values.values()))
    closing = [("player", player)]
    if checked is None:
        closing.append(("check", "not played: --check GAMES, or `petteia match` on deals of another seed"))
    else:
        closing.append(("check", f"{span(checked.score, '.3f')} against the start, {plural(checked.games, 'game')}"))
    if plot is not None and found.rounds:
        closing.append(("plot", str(plot)))
    print_pairs(closing)
