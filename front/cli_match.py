"""``petteia match``: players against each other."""

from __future__ import annotations

import json
import secrets
import sys
from pathlib import Path
from typing import IO, Any

import click
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from petteia.ai.executor import executor
from petteia.ai.match import Plan, Played, Report, run_match, seatings
from petteia.ai.stats import Interval, Sprt, elo_interval
from petteia.engine import GameError, Ruleset

from .common import GAME, find_rules, game_options, make_console, print_json


@click.command()
@click.argument("players", nargs=-1, required=True, metavar="A B [C D]")
@click.option("--game", required=True, type=GAME, help="What is played.")
@click.option(
    "--games", default=100, show_default=True, type=click.IntRange(1), help="At most so many games, in whole deals."
)
@click.option("--nodes", type=click.IntRange(1), help="Iterations for each decision.")
@click.option("--movetime", type=click.IntRange(1), metavar="MS", help="Milliseconds for each decision.")
@game_options
@click.option("--seed", type=click.IntRange(0), help="Same seed, same match (default: the operating system chooses).")
@click.option("--sprt", is_flag=True, help="Stop as soon as one of two hypotheses is accepted.")
@click.option("--h0", default=0.5, show_default=True, help="With --sprt: A scores at most this.")
@click.option("--h1", default=0.55, show_default=True, help="With --sprt: A scores at least this.")
@click.option("--alpha", default=0.05, show_default=True, help="With --sprt: the chance to accept h1 wrongly.")
@click.option("--beta", default=0.05, show_default=True, help="With --sprt: the chance to accept h0 wrongly.")
@click.option("--jobs", default=1, show_default=True, type=click.IntRange(1), help="Processes.")
@click.option("--json", "as_json", is_flag=True, help="Print the result as JSON.")
@click.option(
    "--out", type=click.Path(dir_okay=False, path_type=Path), help="Write every game to this file, a line of JSON each."
)
def match(
    players: tuple[str, ...],
    game: str,
    games: int,
    nodes: int | None,
    movetime: int | None,
    seats: int | None,
    options: tuple[str, ...],
    data: str | None,
    seed: int | None,
    sprt: bool,
    h0: float,
    h1: float,
    alpha: float,
    beta: float,
    jobs: int,
    as_json: bool,
    out: Path | None,
) -> None:
    """Let players play against each other and say who is better, with 95 % confidence intervals.

    Every deal is played once for each seating. A player is random, greedy, pimc or ismcts, with options as in
    ismcts:level=5,style=cautious. Ctrl-C ends the match with what has been played.

    \b
    Examples:
      petteia match ismcts pimc --game egemonia --games 100 --movetime 50 --jobs 2
      petteia match ismcts:level=5 ismcts:level=4 --game egemonia --sprt
    """
    rules = find_rules(game, seats, options, data)
    if len(set(rules.rules.teams[: len(rules.seats)])) < 2:
        raise GameError(f"in this game only {rules.seats[0]} decides, so nobody can be compared{_other_options(rules)}")
    try:
        plan = Plan(
            game=game,
            players=players,
            games=games,
            seed=secrets.randbits(32) if seed is None else seed,
            seats=seats,
            options=rules.chosen,
            data=data,
            nodes=nodes,
            seconds=None if movetime is None else movetime / 1000,
            sprt=Sprt(h0, h1, alpha, beta) if sprt else None,
        )
    except ValueError as error:
        raise click.UsageError(str(error)) from None
    report = _play(plan, rules, jobs, out)
    if as_json:
        print_json(report.to_dict())
    else:
        _print(report)


def _other_options(rules: Ruleset) -> str:
    return ": want -o enemy=ai or -o enemy=rival, or --seats 2" if "enemy" in rules.options else ""


def _play(plan: Plan, rules: Ruleset, jobs: int, out: Path | None) -> Report:
    per_deal = len(seatings(rules.rules.teams, len(plan.players)))
    file: IO[str] | None = None if out is None else out.open("w", encoding="utf-8")
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    shown = make_console(stderr=True)
    with Progress(*columns, console=shown, transient=True, disable=not sys.stdout.isatty()) as progress:
        bar = progress.add_task("games", total=-(-plan.games // per_deal) * per_deal)

        def told(report: Report, games: list[Played]) -> None:
            progress.update(bar, completed=len(report.played), description=f"score {report.score.value:.3f}")
            if file is not None:
                file.writelines(json.dumps(game.to_dict()) + "\n" for game in games)
                file.flush()

        try:
            with executor(jobs) as work:
                return run_match(plan, work, told)
        finally:
            if file is not None:
                file.close()


def _range(found: Interval, form: str) -> str:
    return f"{found.value:{form}}  ({found.low:{form}} to {found.high:{form}})"


def _print(report: Report) -> None:
    plan, facts = report.plan, report.to_dict()
    table = Table(show_header=False, box=None, padding=(0, 2))

    def row(name: str, value: Any) -> None:
        table.add_row(name, str(value))

    options = "".join(f", {key} {value}" for key, value in plan.options.items() if value)
    limit = "" if plan.nodes is None else f", {plan.nodes} nodes a move"
    limit += "" if plan.seconds is None else f", {plan.seconds * 1000:g} ms a move"
    row("game", plan.game + options + limit)
    row("played", f"{len(report.played)} games of {len(report.shares)} deals, seed {plan.seed}"
        + (" (interrupted)" if report.interrupted else ""))  # fmt: skip
    if len(plan.players) > 2:
        for spec, share in zip(plan.players, facts["shares"], strict=True):
            row(spec, "share " + _range(Interval(**share), ".3f"))
    else:
        first, second = plan.players
        row("players", f"{first} against {second}")
        row("won, drawn, lost", f"{facts['won']}, {facts['drawn']}, {facts['lost']}")
        row("score", _range(report.score, ".3f"))
        row("Elo", _range(elo_interval(report.score), "+.0f"))
        if plan.sprt is not None:
            test = facts["sprt"]
            low, high = test["bounds"]
            said = {"h0": f"at most {plan.sprt.h0:g}", "h1": f"at least {plan.sprt.h1:g}", None: "undecided"}
            row("SPRT", f"score {plan.sprt.h0:g} against {plan.sprt.h1:g}: {said[test['verdict']]} "
                f"(LLR {test['llr']:.2f}, bounds {low:.2f} and {high:.2f})")  # fmt: skip
    make_console().print(table)
