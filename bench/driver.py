"""``python -m bench.driver``: how many deals a second the process that hands them out can handle.

The workers only pretend to play. Everything else is real: plans and results are pickled as on their way to a worker and
back, results are put in order, counted, and written to a journal. The results are games that were played once, before
the clock started.
"""

from __future__ import annotations

import heapq
import json
import os
import pickle
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from types import TracebackType
from typing import Any, Self

import click

from petteia.ai.executor.base import Done, Lost, Task
from petteia.ai.executor.driver import drive
from petteia.ai.journal import Journal
from petteia.ai.match import Plan, Played, Report, play_deal, run_match, seatings
from petteia.ai.match import Task as Deal
from petteia.cli.output import print_table
from petteia.engine import GAMES, ruleset

from .bars import COLUMNS, Bar

RATE = 300.0  # deals a second: a million games an hour is 139 deals of two games
GROWTH = 1.05  # of memory, from the first half of the run to the second
SAMPLES = 10  # of memory
KINDS = 8  # different deals whose games come back
QUEUED = 2  # batches for each worker, as on Ray


@dataclass
class FakeWorkers:
    """Workers on a clock: each has a batch for as long as its deals take, and then gives back games that were prepared.

    The clock is the real one, and the driver waits as it would; or it is imagined, and never makes the driver wait.
    """

    workers: int
    seconds: float  # a deal
    games: list[bytes]  # of a deal, pickled
    real: bool
    slots: int = 0
    now: float = 0.0
    ends: list[tuple[float, int]] = field(default_factory=list)  # of batches, the next first
    batches: dict[int, list[Any]] = field(default_factory=dict)
    free: list[float] = field(default_factory=list)  # when each worker is done with what it has
    number: int = 0

    def __post_init__(self) -> None:
        self.slots = QUEUED * self.workers
        self.free = [self._time()] * self.workers

    def _time(self) -> float:
        return time.monotonic() if self.real else self.now

    def map(self, work: Callable[[Task], Done], tasks: Iterable[Task]) -> Iterator[Done | Lost]:
        return drive(self, work, tasks)

    def submit(self, work: Callable[[Any], Any], batch: Sequence[Any]) -> int:
        self.number += 1
        sent = pickle.loads(pickle.dumps((work, batch)))[1]
        # Deals differ: from half as long as the mean to half as long again.
        took = sum(self.seconds * (0.5 + (task.deal * 7919 % 1000) / 1000) for task in sent)
        end = max(heapq.heappop(self.free), self._time()) + took
        heapq.heappush(self.free, end)
        heapq.heappush(self.ends, (end, self.number))
        self.batches[self.number] = sent
        return self.number

    def wait(self, handles: Iterable[int]) -> list[int]:
        first = self.ends[0][0]
        if self.real:
            time.sleep(max(0.0, first - time.monotonic()))
        self.now = max(self.now, first)
        done = []
        while self.ends and self.ends[0][0] <= self._time():
            done.append(heapq.heappop(self.ends)[1])
        return done

    def result(self, handle: int) -> tuple[list[Any], float]:
        batch = self.batches.pop(handle)
        return [pickle.loads(self.games[task.deal % len(self.games)]) for task in batch], self.seconds * len(batch)

    def abandon(self, handles: Iterable[int]) -> None:
        pass

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        pass


@dataclass(frozen=True)
class Simulation:
    """What the driver needed."""

    deals: int
    seconds: float
    processor_seconds: float
    journal_bytes: int
    megabytes: tuple[float, ...]  # of memory, at equal distances

    @property
    def handled(self) -> float:
        """Deals for each second of a core."""
        return self.deals / self.processor_seconds

    @property
    def growth(self) -> float:
        """Of the lowest memory from the first half to the second. What is on its way comes and goes; a leak stays."""
        half = len(self.megabytes) // 2
        return min(self.megabytes[half:]) / min(self.megabytes[:half])

    def bars(self) -> list[Bar]:
        return [
            Bar("deals for a second of one core", RATE, self.handled),
            Bar("least memory of the second half, times the first's", GROWTH, self.growth, at_most=True),
        ]


def prepared(plan: Plan) -> list[bytes]:
    """The games of some deals, as a worker would send them."""
    seated = seatings(ruleset(plan.game, plan.seats).rules.teams, len(plan.players))
    return [pickle.dumps(play_deal(Deal(plan, deal, seated))) for deal in range(KINDS)]


def simulate(game: str, deals: int, workers: int, seconds: float, real: bool, folder: Path) -> Simulation:
    plan = Plan(game, ("ismcts:level=5", "ismcts:level=4"), 2 * deals, seed=1, seats=2)
    fake = FakeWorkers(workers, seconds, prepared(Plan(**{**vars(plan), "nodes": 50})), real)
    megabytes: list[float] = []

    def on_deal(report: Report, _: Sequence[Played]) -> None:
        if report.deals * SAMPLES // deals > len(megabytes):
            megabytes.append(memory())

    path = folder / "journal.jsonl"
    with Journal(path, plan.to_dict()) as journal:
        begun, processor = time.monotonic(), time.process_time()
        report = run_match(plan, fake, on_deal, journal)
        took, used = time.monotonic() - begun, time.process_time() - processor
    return Simulation(report.deals, took, used, path.stat().st_size, tuple(megabytes))


def memory() -> float:
    """Megabytes of this process that are in memory now (Linux)."""
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 1e6


@click.command(context_settings={"help_option_names": ["-h", "--help"]})
@click.option("--game", default="epireia", show_default=True, type=click.Choice(tuple(GAMES)))
@click.option("--deals", default=20_000, show_default=True, type=click.IntRange(10 * SAMPLES))
@click.option("--workers", default=300, show_default=True, type=click.IntRange(1))
@click.option("--seconds", default=1.0, show_default=True, help="That a deal takes.")
@click.option("--real", is_flag=True, help="By the real clock: as many deals a second as the workers would play.")
@click.option("--json", "as_json", is_flag=True, help="For programs.")
def main(game: str, deals: int, workers: int, seconds: float, real: bool, as_json: bool) -> None:
    """Feed the driver with pretended workers, and say what it costs; the status is 1 if a bar is missed.

    \b
    Examples:
      python -m bench.driver                          as fast as it can
      python -m bench.driver --real --workers 300     300 deals a second
      python -m bench.driver --workers 5000           a large cluster
    """
    with TemporaryDirectory() as folder:
        found = simulate(game, deals, workers, seconds, real, Path(folder))
    bars = found.bars()
    if as_json:
        click.echo(json.dumps(asdict(found) | {"bars": [asdict(bar) | {"holds": bar.holds} for bar in bars]}, indent=2))
    else:
        rows = [
            ["deals", "", f"{found.deals}", ""],
            ["deals a second, by the clock", "", f"{found.deals / found.seconds:.0f}", ""],
            ["share of a core", "", f"{found.processor_seconds / found.seconds:.2f}", ""],
            ["bytes of a journal's line", "", f"{found.journal_bytes / found.deals:.0f}", ""],
            ["megabytes of memory, least", "", f"{min(found.megabytes):.1f}", ""],
            ["and most", "", f"{max(found.megabytes):.1f}", ""],
        ]
        print_table(COLUMNS, [*rows, *(bar.cells() for bar in bars)], right=("measured",))
    sys.exit(not all(bar.holds for bar in bars))


if __name__ == "__main__":
    main()
