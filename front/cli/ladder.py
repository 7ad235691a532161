"""``petteia ladder``: the levels, baselines and other players of a game, rated."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path
from textwrap import fill

import click

from petteia.ai.executor import make_executor
from petteia.ai.journal import Journal
from petteia.ai.ladder import (
    Journals,
    Ladder,
    LadderReport,
    Missing,
    Pair,
    check_build,
    make_report,
    missing,
    neighbours,
    next_match,
    read_journals,
    short_name,
    standard_pairs,
)
from petteia.ai.measure.interval_plot import intervals_drawn
from petteia.ai.measure.tables import markdown_table, with_part
from petteia.ai.registry import parse_player
from petteia.engine import Ruleset
from petteia.engine.english import plural
from petteia.engine.registry import find

from ..shared.errors import RunFailed
from .arguments import GAME, find_rules, game_options, work_options
from .match import MatchCommand, duration, play, span
from .output import make_console, print_json, print_table

SEED = 2026  # fixed, so that everybody rebuilds the same ladder
COLUMNS = ("player", "Elo", "+-", "against", "score", "95 %", "games", "promise")
PAGE_WIDTH = 100  # columns of prose
FIGURES = ("Elo", "+-", "score", "games")


@click.command(cls=MatchCommand)
@click.argument("game", type=GAME)
@click.argument("players", nargs=-1, metavar="[PLAYER]...")
@click.option(
    "--journals",
    "folder",
    type=click.Path(file_okay=False, path_type=Path),
    metavar="DIR",
    help="Where the journals are, one for each pair (default: ladder/GAME).",
)
@click.option("--report-only", is_flag=True, help="Play nothing: say what the journals say, and what is missing.")
@click.option("--games", default=300, show_default=True, type=click.IntRange(1), help="For each pair, in whole deals.")
@click.option("--gap", default=1, show_default=True, type=click.IntRange(1), help="Meet so many places below.")
@click.option("--all-pairs", is_flag=True, help="Everybody meets everybody in the list.")
@click.option("--also", multiple=True, metavar="PLAYER", help="Without a list: one more, who meets levels 5 and 10.")
@click.option("--anchor", metavar="PLAYER", help="Whose rating is 0 (default: level 1, or greedy, or the first).")
@click.option("--nodes", type=click.IntRange(1), help="Iterations for each decision, at most.")
@game_options
@click.option("--seed", default=SEED, show_default=True, type=click.IntRange(0), help="Same seed, same games.")
@work_options
@click.option("--json", "as_json", is_flag=True, help="Print the report as JSON.")
@click.option("--plot", type=click.Path(dir_okay=False, path_type=Path), help="Write the ratings as an SVG picture.")
@click.option(
    "--write",
    "page",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    metavar="PAGE",
    help="Write the table into a Markdown page, between its marks for this game.",
)
def ladder(
    game: str,
    players: tuple[str, ...],
    folder: Path | None,
    report_only: bool,
    games: int,
    gap: int,
    all_pairs: bool,
    also: tuple[str, ...],
    anchor: str | None,
    nodes: int | None,
    seats: int | None,
    options: tuple[str, ...],
    data: str | None,
    seed: int,
    jobs: int,
    executor: str | None,
    as_json: bool,
    plot: Path | None,
    page: Path | None,
) -> None:
    """Let players of a game meet their neighbours, and rate them all (Bradley-Terry, in Elo, with 95 % intervals).

    Without a list, these are the ten levels and the baselines random, greedy and pimc. A list is in the order of
    strength, weakest first. Two seats, if --seats says nothing else. Every finished deal is in a journal, so the same
    command goes on after anything, and plays only what is missing.

    A level should score 0.55 to 0.70 against the one below, and surely more than 0.5. Level 1 should beat random, and
    lose to greedy. The last column says whether it does: ok, OUT, or unclear where the interval allows both.

    \b
    Examples:
      petteia ladder epix --jobs 2         ten levels, three baselines
      petteia ladder epix --report-only    from the journals, without playing
      petteia ladder epix random greedy pimc --all-pairs --games 100
      petteia ladder epix --also ismcts:ucb=0.9 --journals ladder/ucb
    """
    rules = find_rules(game, 2 if seats is None else seats, options, data)
    planned = Ladder(
        game,
        tuple(_pairs(players, gap, all_pairs, also)),
        games,
        seed,
        len(rules.seats),
        rules.chosen,
        data,
        nodes,
        rules.components.digest,
    )
    for player in [*planned.players, *([anchor] if anchor else [])]:
        parse_player(player)
    place = folder or Path("ladder") / game
    if page is not None:
        _with_table(page, game, "")  # before hours of games, not after
    there = read_journals(planned, place)
    interrupted = False
    if not report_only:
        check_build(there)
        interrupted = _play_missing(planned, rules, there, place, executor, jobs)
        there = read_journals(planned, place)
    report = make_report(planned, there, anchor)
    if plot is not None and report.ratings:
        plot.write_text(picture(report), "utf-8")
    if page is not None:
        page.write_text(_with_table(page, game, markdown(report)), "utf-8")
    if as_json:
        print_json(report.to_dict())
    else:
        _print(report, interrupted, plot)


def _pairs(players: tuple[str, ...], gap: int, all_pairs: bool, also: tuple[str, ...]) -> list[Pair]:
    if players and also:
        raise click.UsageError("--also adds to the levels: put the player into the list instead")
    if all_pairs and not players:
        raise click.UsageError("--all-pairs wants a list of players")
    if len(players) == 1:
        raise click.UsageError(f"{players[0]}: a ladder wants two players or more")
    if players:
        return neighbours(players, len(players) if all_pairs else gap)
    return standard_pairs(gap, also)


# Playing.


def _play_missing(
    planned: Ladder, rules: Ruleset, there: Journals, folder: Path, executor: str | None, jobs: int
) -> bool:
    """Play what the journals lack; whether that was interrupted."""
    left = missing(planned, there)
    if not left:
        return False
    folder.mkdir(parents=True, exist_ok=True)
    begun, done, console = time.monotonic(), 0, make_console(stderr=True)
    with make_executor(executor, jobs) as work:
        for number, one in enumerate(left):
            plan, path = next_match(planned, there, one.pair, folder)
            with Journal(path, plan.to_dict(), resume=True) as journal:
                report = play(plan, rules, work, journal)
            if report.interrupted:
                return True
            done += one.work(planned.nodes)
            words = f"{_names(report.plan.players)}: {span(report.score, '.3f')}, {plural(report.games, 'game')}"
            console.print(f"{words}; {_time(time.monotonic() - begun, done, left[number + 1 :], planned)}")
    return False


def _time(seconds: float, done: int, left: list[Missing], planned: Ladder) -> str:
    """How long it took so far, and how long it may still take if an iteration costs the same in all pairs."""
    if not left:
        return f"{duration(seconds)} in all"
    rest = seconds * sum(one.work(planned.nodes) for one in left) / done
    return f"{duration(seconds)} so far, about {duration(rest)} left"


def _names(pair: tuple[str, ...]) -> str:
    return " against ".join(map(short_name, pair))


# The report.


def cells(report: LadderReport) -> Iterator[list[str]]:
    """The rows of the table: players from the strongest, each with those whom it met as the stronger one."""
    for player, rating in report.ratings.items():
        rated = [short_name(player), f"{rating.value:.0f}", f"{rating.high - rating.value:.0f}"]
        met = [result for result in report.journals.results if result.pair[0] == player and result.report.games]
        met.sort(key=lambda result: -report.ratings[result.pair[1]].value)
        for result in met:
            score = result.score
            yield [
                *rated,
                short_name(result.pair[1]),
                f"{score.value:.3f}",
                f"{score.low:.3f} to {score.high:.3f}",
                str(result.report.games),
                result.verdict,
            ]
            rated = ["", "", ""]
        if not met:
            yield [*rated, *[""] * 5]


def notes(report: LadderReport) -> list[str]:
    """What is to be known beside the table, a sentence each."""
    planned, build = report.ladder, report.journals.build
    seeds = sorted({result.report.plan.seed for result in report.journals.results})
    limit = "" if planned.nodes is None else f", at most {planned.nodes} nodes a move"
    chosen = "".join(f", {key} {value}" for key, value in planned.options.items() if value)
    found = [f"{find(planned.game).title}, {plural(planned.seats, 'seat')}{chosen}{limit}."]
    if build is not None:
        found.append(f"Played by {build}, seed {', '.join(map(str, seeds))}.")
        if report.journals.results[0].kept.plan["components"] != planned.components:
            found.append("The components were others than those of this build.")
    found += [f"Missing: {_names(one.pair)}, {one.games} of {one.wanted} games." for one in report.missing]
    if report.unrated:
        found.append(f"Not rated: {', '.join(map(short_name, report.unrated))}.")
    for result in report.journals.results:
        found += [
            f"Left out of {_names(result.pair)}: deal {deal} with seed {seed}: {why}."
            for deal, seed, why in result.report.lost_deals
        ]
    return found + [f"Left out: {name}: {why}." for name, why in report.journals.left_out]


def markdown(report: LadderReport) -> str:
    """The table for a page, and what is to be known beside it."""
    table = markdown_table(COLUMNS, list(cells(report))) + "\n\n" if report.ratings else ""
    return table + "\n".join(fill(f"- {note}", PAGE_WIDTH, subsequent_indent="  ") for note in notes(report))


def picture(report: LadderReport) -> str:
    rows = [(short_name(player), rating) for player, rating in report.ratings.items()]
    title = f"The ladder of {find(report.ladder.game).title}"
    subtitle = f"{plural(report.ladder.seats, 'seat')}; {short_name(report.anchor)} is 0; bars are 95 % intervals"
    return intervals_drawn(title, subtitle, "Elo", rows)


def _with_table(page: Path, game: str, table: str) -> str:
    begin, end = (f"<!-- ladder {game}: {word} -->" for word in ("begin", "end"))
    try:
        return with_part(page.read_text("utf-8"), begin, end, table)
    except ValueError as error:
        raise RunFailed(f"{page}: {error}") from None


def _print(report: LadderReport, interrupted: bool, plot: Path | None) -> None:
    console = make_console()
    if report.ratings:
        print_table(COLUMNS, list(cells(report)), right=FIGURES)
    for note in notes(report):
        console.print(note)
    if interrupted:
        console.print("Interrupted: the same command goes on.")
    if plot is not None and report.ratings:
        console.print(f"The ratings are drawn in {plot}.")
