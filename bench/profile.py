"""``python -m bench.profile GAME``: where a search spends its time, function by function.

By perf where the system allows it (samples of a search at full speed), else by valgrind's callgrind (instructions of a
short one). Needs a build with names: `make profile` makes one.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

import click
from rich import box
from rich.console import Console
from rich.table import Table

from petteia.ai.bench.signature import SEED
from petteia.ai.bench.speed import UNIFORM
from petteia.engine import Game
from petteia.engine.registry import GAMES, TOYS, ruleset
from petteia.ext.search import Searcher

SLOWDOWN = 50  # of valgrind: so many times fewer nodes


@dataclass(frozen=True)
class Row:
    share: float  # per cent
    name: str
    where: str


def name_of(symbol: str) -> str:
    """A function's name as in its source: ``__pyx_f_7petteia_3ext_6ismcts_iterate`` is ``ismcts.iterate``."""
    found = re.match(r"_*pyx_\w*?_7petteia_3ext_(\d+)", symbol)
    if not found:
        return symbol
    rest = symbol[found.end() :]
    length = int(found[1])
    module, function = rest[:length], rest[length:].lstrip("_")
    inner = re.match(r"(\d+)", function)  # a method: the class has its length before it
    if inner:
        function = function[inner.end() :]
        size = int(inner[1])
        function = f"{function[:size]}.{re.sub(r'^_?[0-9]*', '', function[size:])}"
    return f"{module}.{function}"


def by_perf(command: list[str], folder: Path) -> list[Row] | None:
    """None where perf is missing or not allowed."""
    if shutil.which("perf") is None:
        return None
    data = folder / "perf.data"
    done = subprocess.run(["perf", "record", "-q", "-F", "2000", "-o", str(data), *command], capture_output=True)
    if done.returncode != 0 or not data.exists():
        return None
    report = ["perf", "report", "-i", str(data), "--stdio", "--no-children", "-F", "overhead,dso,symbol", "-t", "|"]
    text = subprocess.run(report, capture_output=True, text=True).stdout
    rows = []
    for line in text.splitlines():
        found = re.match(r"\s*([\d.]+)%?\s*\|\s*(\S+)\s*\|\s*\[[.k]\]\s*(\S+)", line)
        if found:
            rows.append(Row(float(found[1]), found[3], Path(found[2]).name.partition(".")[0]))
    return rows or None


def by_callgrind(command: list[str], folder: Path) -> list[Row] | None:
    if shutil.which("valgrind") is None:
        return None
    data = folder / "callgrind.out"
    valgrind = ["valgrind", "--tool=callgrind", f"--callgrind-out-file={data}", *command]
    if subprocess.run(valgrind, capture_output=True).returncode != 0:
        return None
    text = subprocess.run(["callgrind_annotate", "--threshold=99", str(data)], capture_output=True, text=True).stdout
    rows = []
    for line in text.splitlines():
        found = re.match(r"\s*[\d,]+ \(\s*([\d.]+)%\)\s+\S*:(\S+).*?\[?([^\[\]/]*?)\.?[^/\[\]]*\]?$", line)
        if found:
            rows.append(Row(float(found[1]), found[2].partition("'")[0], found[3].partition(".")[0]))
    return rows or None


def of_the_search(rows: list[Row]) -> list[Row]:
    """What is not the interpreter's, with readable names, the largest first, as shares of their sum."""
    kernels = {module.stem for module in Path(sys.modules[Searcher.__module__].__file__ or "").parent.glob("*.pyi")}
    shares: dict[tuple[str, str], float] = {}
    for row in rows:
        ours = row.where in kernels or "7petteia_3ext" in row.name
        if ours:
            name = name_of(row.name)
            place = (name, f"ext/{name.partition('.')[0]}.pyx")
        elif row.where in ("libc", "[kernel", "libm"):
            place = (row.name, row.where.strip("["))
        else:
            continue  # Python starts, finds the position, ends
        shares[place] = shares.get(place, 0.0) + row.share
    whole = sum(shares.values()) / 100
    return sorted((Row(share / whole, *place) for place, share in shares.items()), key=lambda row: -row.share)


def work(game: str, nodes: int, uniform: bool) -> None:
    """The search that is looked at."""
    position = Game(ruleset(game), 1)
    observation = position.observation(position.pending[0])
    search = Searcher(observation.core, ai_seed=SEED, memory_mb=256, params=UNIFORM if uniform else None)
    search.run(nodes)


@click.command(context_settings={"help_option_names": ["-h", "--help"]})
@click.argument("game", type=click.Choice([*GAMES, *TOYS]), default="egemonia")
@click.option(
    "--nodes", default=200_000, show_default=True, type=click.IntRange(1000), help="Iterations of the search."
)
@click.option("--uniform", is_flag=True, help="Random playouts to the end of the game instead of those it plays with.")
@click.option("--top", default=25, show_default=True, type=click.IntRange(1), help="So many functions.")
@click.option("--tool", type=click.Choice(["perf", "callgrind"]), help="Default: perf, else callgrind.")
@click.option("--work", "only_work", is_flag=True, hidden=True)
def main(game: str, nodes: int, uniform: bool, top: int, tool: str | None, only_work: bool) -> None:
    """Show where a search of GAME spends its time."""
    if only_work:
        work(game, nodes, uniform)
        return

    def command(count: int) -> list[str]:
        inner = [sys.executable, "-m", "bench.profile", game, "--work", "--nodes", str(count)]
        return [*inner, "--uniform"] if uniform else inner

    with tempfile.TemporaryDirectory() as folder:
        rows, used = None, "perf, share of the samples"
        if tool != "callgrind":
            rows = by_perf(command(nodes), Path(folder))
        if rows is None and tool != "perf":
            used = "callgrind, share of the instructions"
            rows = by_callgrind(command(max(1000, nodes // SLOWDOWN)), Path(folder))
    if rows is None:
        raise click.ClickException("neither perf nor valgrind works here: install one of them (Debian: linux-perf)")
    table = Table("%", "function", "where", title=f"{game}: {used}", title_justify="left", box=box.SIMPLE_HEAD)
    for row in of_the_search(rows)[:top]:
        table.add_row(f"{row.share:.1f}", row.name, row.where)
    Console().print(table)


if __name__ == "__main__":
    main()
