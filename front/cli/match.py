"""``petteia match``: players against each other."""

from __future__ import annotations

import json
import secrets
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import IO, Any

import click

from petteia.ai.correction import PLAYOUTS, REDRAWS
from petteia.ai.executor import Executor
from petteia.ai.journal import Journal
from petteia.ai.match import Plan, Played, Report, run_match, seatings
from petteia.ai.stats import Interval, Sprt, elo_interval
from petteia.engine import Ruleset
from petteia.engine.english import plural

from .arguments import GAME, find_rules, game_options, run_options
from .output import print_json, print_pairs, progress_bar
from .runs import open_run


class MatchCommand(click.Command):
    """Its help ends with the options of the players, as the registry has them."""

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        from petteia.ai.registry import option_help

        with formatter.section("Options of players"):
            formatter.write_dl(option_help())


@click.command(cls=MatchCommand)
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
@click.option("--corrected", is_flag=True, help="Take luck off the score too; --sprt then judges that score.")
@click.option(
    "--playouts",
    default=PLAYOUTS,
    show_default=True,
    type=click.IntRange(1, 10_000),
    help="With --corrected: by so many each event is judged.",
)
@click.option(
    "--redraws",
    default=REDRAWS,
    show_default=True,
    type=click.IntRange(0, 100),
    help="With --corrected: so often players are asked again with other seeds.",
)
@run_options
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
    corrected: bool,
    playouts: int,
    redraws: int,
    jobs: int,
    executor: str | None,
    journal: Path | None,
    resume: bool,
    as_json: bool,
    out: Path | None,
) -> None:
    """Let players play against each other and say who is better, with 95 % confidence intervals.

    Every deal is played once for each seating. Alone against the die, each player plays the same deals. Ctrl-C ends
    the match with what has been played; with a journal, --resume goes on later.

    A player is random, greedy, pimc or ismcts, with options as in ismcts:level=5,style=cautious. It may also be an
    engine process that speaks UHI, such as an older build (uhi:COMMAND), or a class of yours (python:MODULE:CLASS).

    \b
    Examples:
      petteia match ismcts pimc --game egemonia --games 100 --movetime 50 --jobs 2
      petteia match ismcts:level=5 ismcts:level=4 --game egemonia --sprt
      petteia match ismcts ismcts:ucb=0.9 --game epix --journal ucb.jsonl
      petteia match ismcts greedy --game epireia --seats 1 --games 100
      petteia match ismcts 'uhi:"old/petteia engine",Level=8' --game egemonia
      petteia match python:my_players:Bold,courage=0.7 random --game epix
    """
    rules = find_rules(game, seats, options, data)
    _check_players(players, rules, lambda n_seats: find_rules(game, n_seats, options, data))
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
            corrected=playouts if corrected else 0,
            redraws=redraws if corrected else 0,
        )
    except ValueError as error:
        raise click.UsageError(str(error)) from None
    begun = time.monotonic()
    with open_run(plan.to_dict(), executor, jobs, journal, resume) as (work, kept):
        report = play(plan, rules, work, kept, out)
    if as_json:
        print_json(report.to_dict())
    else:
        _print(report, time.monotonic() - begun, count_sides(rules) == 1)


def _check_players(players: tuple[str, ...], rules: Ruleset, with_seats: Callable[[int], Ruleset]) -> None:
    """UsageError if there are too few or too many players for the game as it was set up."""
    if len(players) < 2:
        raise click.UsageError(f"{' '.join(players)}: a match wants two players or more")
    n_sides = count_sides(rules)
    if len(players) > n_sides > 1:  # alone, all play the same deals
        want = f"want at most {n_sides} players"
        for seats in sorted(rules.seat_counts):
            if count_sides(with_seats(seats)) >= len(players):
                want = f"want --seats {seats}"
                break
        raise click.UsageError(
            f"{len(players)} players, but {rules.name} with {len(rules.seats)} seats has {n_sides} sides: {want}"
        )


def count_sides(rules: Ruleset) -> int:
    """How many seats or leagues can win on their own."""
    return len(set(rules.rules.teams[: len(rules.seats)]))


def play(plan: Plan, rules: Ruleset, work: Executor, journal: Journal | None, out: Path | None = None) -> Report:
    """Play a match and show how far it is."""
    per_deal = len(seatings(rules.rules.teams, len(plan.players)))
    file: IO[str] | None = None if out is None else out.open("w", encoding="utf-8")
    try:
        with progress_bar(-(-plan.games // per_deal) * per_deal, "games") as show:

            def on_deal(report: Report, games: Sequence[Played]) -> None:
                show(report.games, f"score {report.score.value:.3f}")
                if file is not None:
                    file.writelines(json.dumps(game.to_dict()) + "\n" for game in games)
                    file.flush()

            return run_match(plan, work, on_deal, journal)
    finally:
        if file is not None:
            file.close()


def _print(report: Report, seconds: float, alone: bool) -> None:
    plan, facts = report.plan, report.to_dict()
    options = "".join(f", {key} {value}" for key, value in plan.options.items() if value)
    limit = "" if plan.nodes is None else f", {plan.nodes} nodes a move"
    limit += "" if plan.seconds is None else f", {plan.seconds * 1000:g} ms a move"
    deals = plural(report.deals, "deal")
    interrupted = " (interrupted)" if report.interrupted else ""
    rows = [
        ("game", plan.game + options + limit),
        ("played", f"{plural(report.games, 'game')} of {deals}, seed {plan.seed}{interrupted}"),
        ("time", duration(seconds)),
    ]
    rows += [("left out", f"deal {deal} with seed {seed}: {why}") for deal, seed, why in report.lost_deals]
    if len(plan.players) > 2 or alone:
        rows += _each_player(report, facts)
    if alone:
        first, *others = plan.players
        differences = zip(others, report.lead, strict=True)
        rows += [("difference", f"{first} minus {other}: {span(lead, '+.3f')}") for other, lead in differences]
    elif len(plan.players) == 2:
        first, second = plan.players
        rows += [
            ("players", f"{first} against {second}"),
            ("won, drawn, lost", f"{facts['won']}, {facts['drawn']}, {facts['lost']}"),
            ("score", span(report.score, ".3f")),
            ("Elo", span(elo_interval(report.score), "+.0f")),
        ]
    if plan.corrected:
        rows.append(("corrected", _corrected(report, alone)))
    if plan.sprt is not None:
        rows.append(("SPRT", _sprt_words(plan.sprt, facts["sprt"])))
    print_pairs(rows)


def _each_player(report: Report, facts: dict[str, Any]) -> list[tuple[str, str]]:
    """How many games each player's seats won, and its share of all."""
    shares = (Interval(**share) for share in facts["shares"])
    return [
        (spec, f"won {plural(wins, 'game')}, share {span(share, '.3f')}")
        for spec, wins, share in zip(report.plan.players, report.wins, shares, strict=True)
    ]


def _corrected(report: Report, alone: bool) -> str:
    """The score, or alone the difference, without the luck that was found."""
    found = report.corrected
    shown = span(found, ".3f")
    if alone:
        shown = span(Interval(2 * found.value - 1, 2 * found.low - 1, 2 * found.high - 1), "+.3f")
    return f"{shown}, variance {report.noise_left:.2f} of the raw"


def duration(seconds: float) -> str:
    """``3.2 s``, ``4 min 5 s``, ``2 h 0 min``."""
    if seconds < 60:
        return f"{seconds:.1f} s"
    minutes, left = divmod(round(seconds), 60)
    return f"{minutes} min {left} s" if minutes < 60 else f"{minutes // 60} h {minutes % 60} min"


def span(found: Interval, form: str) -> str:
    """An estimate with its interval."""
    return f"{found.value:{form}}  ({found.low:{form}} to {found.high:{form}})"


def _sprt_words(sprt: Sprt, test: dict[str, Any]) -> str:
    """What the sequential test found."""
    low, high = test["bounds"]
    verdict = {"h0": f"at most {sprt.h0:g}", "h1": f"at least {sprt.h1:g}", None: "undecided"}[test["verdict"]]
    return f"score {sprt.h0:g} against {sprt.h1:g}: {verdict} (LLR {test['llr']:.2f}, bounds {low:.2f} and {high:.2f})"
