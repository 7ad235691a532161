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

from petteia import ext
from petteia.ai.measure.signature import SEED
from petteia.ai.measure.speed import UNIFORM
from petteia.cli.output import print_table
from petteia.engine import Game
from petteia.engine.registry import GAMES, TOYS, ruleset
from petteia.ext.search.searcher import Searcher

KERNELS = {module.name.partition(".")[0] for module in Path(ext.__file__ or "").parent.rglob("*.so")}
SLOWDOWN = 50  # of valgrind: so many times fewer nodes


@dataclass(frozen=True)
class HotSpot:
    share: float  # per cent
    name: str
    where: str


def source_of(symbol: str) -> tuple[str, str] | None:
    """The file below ext and the function that a symbol comes from; None if it is not one of ours.

    Cython writes the length before each name on the way: ``__pyx_f_7petteia_3ext_6search_7iterate_iterate`` is
    ``iterate`` in ``search/iterate``.
    """
    start = re.match(r"_*pyx_\w*?_7petteia_3ext_", symbol)
    if start is None:
        return None
    rest, path = symbol[start.end() :], []
    while found := re.match(r"\d+", rest):
        end = found.end() + int(found[0])
        name, rest = rest[found.end() : end], rest[end:].lstrip("_")
        if name[:1].isupper():  # a class; its methods are counted
            return "/".join(path), f"{name}.{re.sub(r'^[0-9]*', '', rest)}"
        path.append(name)
    return "/".join(path), rest


def by_perf(command: list[str], folder: Path) -> list[HotSpot] | None:
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
            rows.append(HotSpot(float(found[1]), found[3], Path(found[2]).name.partition(".")[0]))
    return rows or None


def by_callgrind(command: list[str], folder: Path) -> list[HotSpot] | None:
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
            rows.append(HotSpot(float(found[1]), found[2].partition("'")[0], found[3].partition(".")[0]))
    return rows or None


def of_the_search(rows: list[HotSpot]) -> list[HotSpot]:
    """What is not the interpreter's, with readable names, the largest first, as shares of their sum."""
    shares: dict[tuple[str, str], float] = {}
    for row in rows:
        ours = source_of(row.name)
        if ours is not None:
            place = (ours[1], f"ext/{ours[0]}.pyx")
        elif row.where in KERNELS:
            place = (row.name, row.where)
        elif row.where in ("libc", "[kernel", "libm"):
            place = (row.name, row.where.strip("["))
        else:
            continue  # Python starts, finds the position, ends
        shares[place] = shares.get(place, 0.0) + row.share
    whole = sum(shares.values()) / 100
    return sorted((HotSpot(share / whole, *place) for place, share in shares.items()), key=lambda row: -row.share)


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
    cells = [[f"{spot.share:.1f}", spot.name, spot.where] for spot in of_the_search(rows)[:top]]
    print_table(("%", "function", "where"), cells, title=f"{game}: {used}", right=("%",))


if __name__ == "__main__":
    main()
