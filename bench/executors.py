"""``python -m bench.executors``: what it costs to have others play, as ratios in one run on two cores.

The same deals are played in turn by one process, by two separate ones that know nothing of each other, by two workers
of the executor ``processes`` and by two of ``ray``. Everybody has started and has been checked before a clock runs.
"""

from __future__ import annotations

import json
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from statistics import median
from typing import Any

import click

from petteia.ai.executor import make_executor
from petteia.ai.match import Plan, Played, Task, play_deal, run_match, seatings
from petteia.ai.measure.tables import markdown_table, with_part
from petteia.cli.output import print_table
from petteia.engine import GAMES, ruleset

from .bars import COLUMNS, Bar

ROOT = Path(__file__).parents[1]
BEGIN, END = "<!-- executors: begin -->", "<!-- executors: end -->"
WORKERS = 2
PLAYER = "ismcts"
GAIN_SHARE = 0.9  # of what two separate processes gain
RAY_COST = 1.1  # of the time that processes need
TRIAL_NODES = 200  # for a deal by which the budget is found
DOZE = 0.5  # seconds
LONG = 600.0
QUESTIONS = 20
PENDING = 2000  # batches of a cluster of a thousand cores
TRIPS = 200  # batches that are sent and come back, for the cost of one
COST_COLUMNS = ("executor", "first result after, s", "a batch takes, ms", "of that the driver, ms")


def make_plan(game: str, deals: int, nodes: int) -> Plan:
    return Plan(game, (PLAYER, PLAYER), 2 * deals, seed=1, seats=2, nodes=nodes)


def tasks_of(plan: Plan, deals: Sequence[int]) -> list[Task]:
    seated = seatings(ruleset(plan.game, plan.seats).rules.teams, len(plan.players))
    return [Task(plan, deal, seated) for deal in deals]


def nodes_for(game: str, seconds: float) -> int:
    """Iterations for a decision at which a deal takes about so long here."""
    begun = time.process_time()
    for task in tasks_of(make_plan(game, 3, TRIAL_NODES), range(3)):
        play_deal(task)
    return max(1, round(3 * TRIAL_NODES * seconds / (time.process_time() - begun)))


# The ways to play. Each says how many seconds it took, without its start.


def separate(plan: Plan, deals: int, n_processes: int) -> float:
    """So many processes, each with its part of the deals; the time until the last of them is done."""
    code = "from bench.executors import play_part; play_part()"
    parts = [
        subprocess.Popen(
            [sys.executable, "-c", code], cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        for _ in range(n_processes)
    ]
    try:
        for number, part in enumerate(parts):
            mine = list(range(number, deals, n_processes))
            _say(part, json.dumps({"game": plan.game, "deals": deals, "nodes": plan.nodes, "mine": mine}))
        for part in parts:
            _hear(part, "ready")
        begun = time.monotonic()
        for part in parts:
            _say(part, "go")
        for part in parts:
            _hear(part, "done")
        return time.monotonic() - begun
    finally:
        for part in parts:
            part.communicate()


def _say(part: subprocess.Popen[str], line: str) -> None:
    assert part.stdin is not None
    print(line, file=part.stdin, flush=True)


def _hear(part: subprocess.Popen[str], wanted: str) -> None:
    assert part.stdout is not None
    heard = part.stdout.readline().strip()
    if heard != wanted:
        raise RuntimeError(f"a process said {heard!r}: want {wanted!r}")


def play_part() -> None:
    """In a separate process: play some deals when it is told to."""
    asked: dict[str, Any] = json.loads(input())
    tasks = tasks_of(make_plan(asked["game"], asked["deals"], asked["nodes"]), asked["mine"])
    print("ready", flush=True)
    input()
    for task in tasks:
        play_deal(task)
    print("done", flush=True)


def doze(seconds: float) -> None:
    """Keep a worker busy, so that another one gets the next task."""
    time.sleep(seconds)


def echo(games: list[Played]) -> list[Played]:
    """The least work for a worker."""
    return games


@dataclass
class Cost:
    """What an executor costs besides the games."""

    start: list[float] = field(default_factory=list)  # seconds to the first result
    trip: list[float] = field(default_factory=list)  # seconds from handing out a batch to its result
    driver: list[float] = field(default_factory=list)  # processor time of that in the driver

    def cells(self, name: str) -> list[str]:
        return [name, f"{median(self.start):.2f}", f"{1e3 * median(self.trip):.2f}", f"{1e3 * median(self.driver):.2f}"]


def by_executor(name: str, plan: Plan, deals: int, cost: Cost) -> float:
    """Play by an executor, and note what it costs: the games of a deal are sent to a worker and come back."""
    games = play_deal(tasks_of(make_plan(plan.game, 1, 1), [0])[0])
    begun = time.monotonic()
    with make_executor(name, WORKERS) as work:
        list(work.map(echo, [games]))
        cost.start.append(time.monotonic() - begun)
        list(work.map(doze, [DOZE] * 2 * WORKERS))  # so that every worker has started and has been checked
        driver: Any = work
        begun, processor = time.monotonic(), time.process_time()
        for _ in range(TRIPS):
            if name == "serial":
                list(work.map(echo, [games]))
                continue
            handle = driver.submit(echo, [games])
            list(driver.wait([handle]))
            driver.result(handle)
        cost.trip.append((time.monotonic() - begun) / TRIPS)
        cost.driver.append((time.process_time() - processor) / TRIPS)
        begun = time.monotonic()
        run_match(plan, work)
        return time.monotonic() - begun


def question_cost(pending: int) -> float:
    """Seconds of processor time in the driver to ask Ray which of so many batches are finished."""
    with make_executor("ray", WORKERS) as work:
        driver: Any = work
        handles = [driver.submit(doze, [seconds]) for seconds in (0.0, *[LONG] * pending)]
        list(driver.wait(handles[:1]))
        begun = time.process_time()
        for _ in range(QUESTIONS):
            list(driver.wait(handles))
        took = time.process_time() - begun
        driver.abandon(handles[1:])
    return took / QUESTIONS


@dataclass
class Times:
    """Seconds of each way to play the same deals, round by round."""

    one: list[float] = field(default_factory=list)
    separate: list[float] = field(default_factory=list)
    processes: list[float] = field(default_factory=list)
    ray: list[float] = field(default_factory=list)
    costs: dict[str, Cost] = field(default_factory=dict)

    def bars(self) -> Iterator[Bar]:
        """Ratios of the same round, and of these the median: whatever slows a whole round down changes neither."""
        share = median(alone / ours for alone, ours in zip(self.separate, self.processes, strict=True))
        yield Bar("gain of two workers, share of two separate processes' gain", GAIN_SHARE, share)
        if self.ray:
            cost = median(theirs / ours for theirs, ours in zip(self.ray, self.processes, strict=True))
            yield Bar("time of Ray, times that of processes", RAY_COST, cost, at_most=True)

    def gains(self) -> list[list[str]]:
        """How many times faster than one process each way was."""
        ways = {"two separate processes": self.separate, "processes": self.processes, "ray": self.ray}
        return [
            [f"times as fast as one process: {name}", "", f"{median(map(_ratio, self.one, took)):.2f}", ""]
            for name, took in ways.items()
            if took
        ]


def _ratio(one: float, other: float) -> float:
    return one / other


def measure(game: str, deals: int, nodes: int, rounds: int, with_ray: bool) -> Times:
    plan = make_plan(game, deals, nodes)
    names = ("serial", "processes", "ray") if with_ray else ("serial", "processes")
    found = Times(costs={name: Cost() for name in names})
    for number in range(rounds):
        print(f"round {number + 1} of {rounds}", file=sys.stderr)
        found.one.append(by_executor("serial", plan, deals, found.costs["serial"]))
        found.separate.append(separate(plan, deals, WORKERS))
        found.processes.append(by_executor("processes", plan, deals, found.costs["processes"]))
        if with_ray:
            found.ray.append(by_executor("ray", plan, deals, found.costs["ray"]))
    return found


@click.command(context_settings={"help_option_names": ["-h", "--help"]})
@click.option("--game", default="epix", show_default=True, type=click.Choice(tuple(GAMES)))
@click.option("--deals", default=20, show_default=True, type=click.IntRange(2), help="In each round, by each way.")
@click.option("--seconds", default=1.0, show_default=True, help="That a deal takes, about.")
@click.option("--rounds", default=3, show_default=True, type=click.IntRange(1))
@click.option("--json", "as_json", is_flag=True, help="For programs.")
@click.option(
    "--write",
    "page",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    metavar="PAGE",
    help="Write the tables into a Markdown page, between its marks.",
)
def main(game: str, deals: int, seconds: float, rounds: int, as_json: bool, page: Path | None) -> None:
    """Measure what executors gain and cost, on a machine that does nothing else; the status is 1 if a bar is missed.

    \b
    Examples:
      python -m bench.executors
      python -m bench.executors --write docs/scale.md
    """
    try:
        import ray  # noqa: F401

        with_ray = True
    except ImportError:
        print("Ray is skipped: it is not installed", file=sys.stderr)
        with_ray = False
    nodes = nodes_for(game, seconds)
    found = measure(game, deals, nodes, rounds, with_ray)
    bars = list(found.bars())
    rows = [["seconds a deal, in one process", "", f"{median(found.one) / deals:.2f}", ""], *found.gains()]
    if with_ray:
        asked = f"ms of the driver to ask Ray about {PENDING:,} batches"
        rows.append([asked, "", f"{1e3 * question_cost(PENDING):.2f}", ""])
    rows += [bar.cells() for bar in bars]
    costs = [cost.cells(name) for name, cost in found.costs.items()]
    if page is not None:
        tables = f"{markdown_table(COLUMNS, rows)}\n\n{markdown_table(COST_COLUMNS, costs)}"
        page.write_text(with_part(page.read_text("utf-8"), BEGIN, END, tables), "utf-8")
    if as_json:
        click.echo(json.dumps(asdict(found) | {"bars": [asdict(bar) | {"holds": bar.holds} for bar in bars]}, indent=2))
    else:
        print_table(COLUMNS, rows, right=("measured",))
        print_table(COST_COLUMNS, costs, right=COST_COLUMNS[1:])
    sys.exit(not all(bar.holds for bar in bars))


if __name__ == "__main__":
    main()
