"""How even Epireia is when the search plays itself: `python -m bench.balance --help`.

The targets stand in the game's RULES.md. Every number of the game is data, so whoever changes one runs this again, as
may an owner of the printed game who put the printed values in (`--data`).
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click
from rich.console import Console
from rich.progress import track

from petteia.ai.executor import completed, make_executor
from petteia.ai.match import Plan, Played, play_game
from petteia.ai.stats import interval
from petteia.cli.output import print_table
from petteia.engine import new

GAME = "epireia"
EVEN = {2: (0.45, 0.55), 3: (0.40, 0.60), 4: (0.45, 0.55)}  # for a league, by players
PART = (0.40, 0.60)  # for a city, an administrator, an act's card
EASIEST, HARDEST = (0.80, 0.95), (0.25, 0.50)  # for the lone player against the die
BY_ACT_3 = (0.80, 1.00)  # of the games
DRAFT = ("city:", "administrator:")
MOST_TURNS = 16
IN_TURNS = ("length", "open")  # kinds that are shares of these, and shown as turns

Work = tuple[Plan, int]
Sample = tuple[str, str, float]  # what kind of thing, which, and the share that its league got (or of the turns)


def play(work: Work) -> list[Sample]:
    plan, deal = work
    n_seats = len(new(GAME, seats=plan.seats, **plan.options).seats)
    return list(samples(plan, play_game(plan, deal, (0,) * n_seats)))


def samples(plan: Plan, played: Played) -> Iterator[Sample]:
    """What a finished game says about the things that were in it."""
    game = new(GAME, seats=plan.seats, seed=played.seed, data=plan.data, **plan.options)
    cards = set()
    for seat, move in played.moves:
        if seat != "chance":
            game.play(seat, move)
        cards.add(game.view("pub")["card"])
    view = game.view("pub")
    yield "game", "ended by act III", float(view["turn"] < MOST_TURNS)
    yield "length", "turns", view["turn"] / MOST_TURNS
    if plan.seats == 1:
        yield "solo", f"{plan.options['scenario']} ({plan.options['enemy']})", played.returns[0]
        return
    yield "league", "delian", played.returns[0]
    for board in view["boards"]:
        share = played.returns[0 if board["league"] == "delian" else 1]
        yield "city", board["city"], share
        yield "administrator", board["administrator"], share
    for card in sorted(cards - {""}):
        yield "act", card, played.returns[0]
    for card, turns in turns_open(game.events()):
        yield "open", card, turns / MOST_TURNS


def turns_open(events: list[str]) -> Iterator[tuple[str, int]]:
    """Each card that was met, and for how many turns it lay open."""
    card, turn, came = "", 0, 0
    for event in events:
        match event.split():
            case ["turn", number]:
                turn = int(number)
            case ["move", "chance", move] if move.startswith("card:"):
                card, came = move.removeprefix("card:"), turn
            case ["met", *_]:
                yield card, 1 + turn - came


def target(kind: str, name: str, seats: int, grades: dict[str, int]) -> tuple[float, float] | None:
    """Where a share should lie."""
    if kind == "game":
        return BY_ACT_3
    if kind == "league":
        return EVEN[seats]
    if kind == "solo" and name.endswith("(die)"):
        grade = grades[name.partition(" ")[0]]
        return {min(grades.values()): EASIEST, max(grades.values()): HARDEST}.get(grade)
    return PART if kind in ("city", "administrator", "act") else None


@click.command()
@click.option("--seats", default=2, show_default=True, type=click.IntRange(1, 4))
@click.option("--games", default=400, show_default=True, help="For solo, of each scenario.")
@click.option("--player", default="ismcts", show_default=True)
@click.option("--nodes", default=1000, show_default=True, help="A move.")
@click.option("--scenario", "only", multiple=True, help="Solo: only these.")
@click.option("--enemy", default="die", show_default=True, help="Solo: the enemy cities.")
@click.option("--lots", is_flag=True, help="Cities and administrators by lot: as many games of each.")
@click.option("--data", type=click.Path(exists=True, file_okay=False), help="Folder with component files of yours.")
@click.option("--seed", default=0, show_default=True)
@click.option("--jobs", default=1, show_default=True)
@click.option("--json", "as_json", is_flag=True, help="For programs.")
def main(
    seats: int, games: int, player: str, nodes: int, only: tuple[str, ...], enemy: str, lots: bool, data: str | None,
    seed: int, jobs: int, as_json: bool,
) -> None:  # fmt: skip
    """Play Epireia by itself and show which shares lie outside their targets; also how many turns each card lay open
    until it was met.

    \b
    Examples:
      python -m bench.balance --seats 4 --games 400 --jobs 2
      python -m bench.balance --seats 2 --games 1200 --jobs 2 --lots
      python -m bench.balance --seats 1 --scenario harvest_road --scenario march_on_the_isthmus
    """
    rows = [row.values for row in new(GAME, data=data).ruleset.components if "grade" in row.values]
    grades = {row["id"]: row["grade"] for row in rows}
    work: list[Work] = []
    for options in [{"scenario": name, "enemy": enemy} for name in only or grades] if seats == 1 else [{}]:
        folder = None if data is None else Path(data)
        plan = Plan(GAME, (player,), games, seed, seats, options, folder, nodes, drawn=DRAFT if lots else ())
        work += [(plan, deal) for deal in range(games)]
    found: dict[tuple[str, str], list[float]] = defaultdict(list)
    with make_executor(jobs=jobs) as pool:
        done = completed(pool.map(play, work))
        for sample in track(done, "games", len(work), console=Console(stderr=True)):
            for kind, name, share in sample:
                found[kind, name].append(share)
    lines: list[dict[str, Any]] = []
    for (kind, name), shares in sorted(found.items()):
        mean, aim = interval(shares), target(kind, name, seats, grades)
        unit = MOST_TURNS if kind in IN_TURNS else 1
        verdict = "" if aim is None else mean.verdict(*aim)
        lines.append({"kind": kind, "name": name, "n": len(shares), "mean": unit * mean.value, "low": unit * mean.low,
                      "high": unit * mean.high, "target": aim, "verdict": verdict})  # fmt: skip
    if as_json:
        click.echo(json.dumps(lines, indent=1))
        return
    columns = ("kind", "name", "n", "mean", "95 %", "target", "")
    print_table(columns, [_cells(line) for line in lines], right=("n", "mean"))


def _cells(line: dict[str, Any]) -> list[str]:
    """A line of the table."""
    aim = line["target"]
    return [
        line["kind"], line["name"], str(line["n"]), f"{line['mean']:.3f}", f"{line['low']:.3f} - {line['high']:.3f}",
        "" if aim is None else f"{aim[0]:.2f} - {aim[1]:.2f}", line["verdict"],
    ]  # fmt: skip


if __name__ == "__main__":
    main()
