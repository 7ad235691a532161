"""``python -m bench.load``: one real server on the loopback address, many people and bad clients.

Times depend on what else the machine does, so its load is printed with them, and the processor time of a click.
"""

from __future__ import annotations

import asyncio
import json
import os
import statistics
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import asdict, dataclass, replace
from pathlib import Path

import click

from petteia.ai.measure.tables import markdown_table
from petteia.cli.output import print_table
from tests.web.server import Server

from .bad_clients import annoyed
from .people import come_and_go, crowd
from .processes import Usage, engine_of, usage

SCENES = ("idle", "engine", "connections", "bad")
COLUMNS = ("what", "want", "measured", "")
MEMORY = {"server": 250.0, "engine": 700.0}  # megabytes at most; a search may keep 2 x MemoryMB
LEFT = 24.0  # megabytes that may stay after connections are gone: what Python holds back


@dataclass(frozen=True)
class Sizes:
    """How much of everything."""

    games: int = 200
    clicks: int = 6  # in each game
    think: float = 10.0  # seconds that a person takes, on average
    engine_games: int = 20
    connections: int = 10_000
    at_once: int = 50
    bad: int = 5  # clients of each kind


SHORT = Sizes(games=12, clicks=2, think=0.5, engine_games=3, connections=200, at_once=20, bad=2)


@dataclass(frozen=True)
class Figure:
    """One thing that was measured, and what it should at most be (None: it is only told)."""

    scene: str
    name: str
    measured: float
    most: float | None = None

    @property
    def holds(self) -> bool:
        return self.most is None or self.measured <= self.most

    def cells(self) -> list[str]:
        want = "" if self.most is None else f"at most {self.most:g}"
        measured = f"{self.measured:.0f}" if self.measured >= 1000 else f"{self.measured:.3g}"
        return [f"{self.scene}: {self.name}", want, measured, "" if self.holds else "MISSED"]


class Bench:
    """A server, and what is measured on it."""

    def __init__(self, server: Server, sizes: Sizes) -> None:
        self.server, self.sizes = server, sizes
        self.pids = {"server": server.process.pid, "engine": engine_of(server.process.pid)}

    def usage(self) -> dict[str, Usage]:
        return {name: usage(pid) for name, pid in self.pids.items()}

    def memory(self, scene: str) -> Iterator[Figure]:
        for name, used in self.usage().items():
            yield Figure(scene, f"memory of the {name}, MB", used.megabytes, MEMORY[name])

    def clicks(self, scene: str, waits: list[float], before: dict[str, Usage], median: float) -> Iterator[Figure]:
        """From a click to its event, and what it cost."""
        waits = sorted(waits)
        spent = sum(used.seconds - before[name].seconds for name, used in self.usage().items())
        yield Figure(scene, "clicks", len(waits))
        yield Figure(scene, "median from click to event, ms", 1000 * statistics.median(waits), median)
        yield Figure(scene, "99 of 100 clicks, ms", 1000 * waits[len(waits) * 99 // 100], 5 * median)
        yield Figure(scene, "processor time of server and engine a click, ms", 1000 * spent / len(waits))

    # Scenes.

    async def idle(self) -> Iterator[Figure]:
        """People at all seats: the engine only referees."""
        sizes, before = self.sizes, self.usage()
        waits = await crowd(self.server, sizes.games, sizes.clicks, sizes.think)
        scene = f"{sizes.games} games, the engine idle"
        return iter([*self.clicks(scene, waits, before, 100.0), *self.memory(scene)])

    async def engine(self) -> Iterator[Figure]:
        """One person in each game, the engine at level 6 against them."""
        sizes, before = self.sizes, self.usage()
        waits = await crowd(self.server, sizes.engine_games, sizes.clicks, sizes.think, level=6)
        scene = f"{sizes.engine_games} games against level 6"
        return iter([*self.clicks(scene, waits, before, 100.0), *self.memory(scene)])

    async def connections(self) -> Iterator[Figure]:
        """Nothing stays of connections that are gone."""
        sizes = self.sizes
        made = self.server.create("epireia", people=2, seats=2, help=False)
        await come_and_go(self.server, sizes.at_once * 2, sizes.at_once, made)  # what is loaded once, is loaded now
        await asyncio.sleep(1.0)
        before = self.usage()
        await come_and_go(self.server, sizes.connections, sizes.at_once, made)
        await asyncio.sleep(1.0)
        after, scene = self.usage(), f"{sizes.connections} connections"
        return iter(
            figure
            for name in self.pids
            for figure in (
                Figure(scene, f"open files left in the {name}", after[name].files - before[name].files, 0),
                Figure(scene, f"threads left in the {name}", after[name].threads - before[name].threads, 0),
                Figure(scene, f"MB left in the {name}", after[name].megabytes - before[name].megabytes, LEFT),
            )
        )

    async def bad(self) -> Iterator[Figure]:
        """Others do not notice clients that behave badly, and nothing stays of those."""
        sizes, games = self.sizes, max(4, self.sizes.engine_games)
        self.server.create("egemonia", people=2, seats=2)  # the store is open from the first game on
        self.server.http.get("/api/catalog")  # here and below: one connection of our own is open
        before = self.usage()
        quiet = await crowd(self.server, games, sizes.clicks, sizes.think)
        calm = self.usage()
        async with annoyed(self.server, sizes.bad):
            waits = await crowd(self.server, games, sizes.clicks, sizes.think)
            during = self.usage()
        await asyncio.sleep(1.0)
        self.server.http.get("/api/catalog")
        scene = f"{games} games beside {4 * sizes.bad} bad clients"
        most = max(100.0, 3000 * statistics.median(quiet))
        return iter(
            [
                Figure(scene, "median without them, ms", 1000 * statistics.median(quiet)),
                *self.clicks(scene, waits, calm, most),
                Figure(
                    scene,
                    "MB more in the server meanwhile",
                    during["server"].megabytes - calm["server"].megabytes,
                    LEFT,
                ),
                Figure(
                    scene, "open files left in the server", self.usage()["server"].files - before["server"].files, 0
                ),
            ]
        )


def run(scenes: tuple[str, ...], sizes: Sizes) -> list[Figure]:
    """Each scene on a server of its own."""
    found: list[Figure] = []
    for scene in scenes:
        with tempfile.TemporaryDirectory(prefix="petteia-load-") as folder:
            server = Server(Path(folder) / "games")
            try:
                bench = Bench(server, sizes)
                found += asyncio.run(getattr(bench, scene)())
            finally:
                server.stop()
    return found


@click.command()
@click.argument("scenes", nargs=-1, type=click.Choice(SCENES))
@click.option("--short", is_flag=True, help="A few seconds each, as in the tests.")
@click.option("--think", type=click.FloatRange(0.1, 600), help="Seconds that a person takes for a decision.")
@click.option("--json", "as_json", is_flag=True, help="For programs.")
@click.option("--markdown", is_flag=True, help="As a table for docs/web.md.")
def main(scenes: tuple[str, ...], short: bool, think: float | None, as_json: bool, markdown: bool) -> None:
    """Load one server on this machine and say what it does to people's clicks, memory and open files.

    \b
    Examples:
      python -m bench.load
      python -m bench.load idle --think 4
      python -m bench.load --short --json
    """
    sizes = SHORT if short else Sizes()
    figures = run(scenes or SCENES, sizes if think is None else replace(sizes, think=think))
    load = os.getloadavg()[0]
    if as_json:
        click.echo(json.dumps({"load": load, "figures": [asdict(figure) for figure in figures]}, indent=2))
    elif markdown:
        click.echo(markdown_table(COLUMNS, [figure.cells() for figure in figures]))
    else:
        print_table(COLUMNS, [figure.cells() for figure in figures], right=("measured",))
        click.echo(f"The machine's load at the end: {load:.1f} on {os.cpu_count()} cores.")
    sys.exit(not all(figure.holds for figure in figures))


if __name__ == "__main__":
    main()
