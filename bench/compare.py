"""``python -m bench.compare [BASE] [NOW]``: what changed between two saved runs of `make bench`, beyond their noise.

A run is a file, or the name of a commit; without names the last run is compared with the one before. Times are divided
by the yardsticks of their own run, so that a slower hour of the machine is not taken for a slower program.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

from petteia.ai.measure.rates import COLUMNS, Change, Rate, compare, speed_of_machine
from petteia.cli.output import print_table

STORE = Path(".benchmarks")
YARDSTICK = "test_yardstick_"


def saved_runs() -> list[Path]:
    """Oldest first: pytest-benchmark numbers them."""
    return sorted(STORE.glob("*/*.json"), key=lambda path: path.name)


def find(name: str) -> Path:
    """A file, or the last run of a commit."""
    if Path(name).is_file():
        return Path(name)
    found = [path for path in saved_runs() if path.stem.partition("_")[2].startswith(name)]
    if not found:
        known = ", ".join(path.stem.partition("_")[2] for path in saved_runs()) or "none: run `make bench` first"
        raise SystemExit(f"no saved run {name!r}: there are {known}")
    return found[-1]


def rates_of(path: Path) -> dict[str, Rate]:
    """How often a second each benchmark could be run: in its best round, its quartiles and its worst."""
    found = {}
    try:
        for benchmark in json.loads(path.read_text("utf-8"))["benchmarks"]:
            stats = benchmark["stats"]
            times = (stats["min"], stats["q1"], stats["median"], stats["q3"], stats["max"])
            found[benchmark["name"]] = Rate(tuple(1 / max(seconds, 1e-12) for seconds in times))
    except (ValueError, KeyError, TypeError) as error:
        raise SystemExit(f"{path}: not a run that pytest-benchmark saved ({error!r})") from None
    return found


def changes(base: Path, now: Path) -> list[Change]:
    before, after = rates_of(base), rates_of(now)
    yardsticks = [name for name in before if name.startswith(YARDSTICK) and name in after]
    machine = speed_of_machine((before[name].best, after[name].best) for name in yardsticks)
    return [change for change in compare(before, after, machine) if change.name not in yardsticks]


def main(arguments: list[str]) -> None:
    if len(arguments) > 2:
        raise SystemExit(__doc__)
    runs = saved_runs()
    if len(arguments) < 2 and len(runs) < 2 - len(arguments):
        raise SystemExit("there are not two saved runs yet: `make bench` saves one for each commit")
    now = find(arguments[1]) if len(arguments) == 2 else runs[-1]
    base = find(arguments[0]) if arguments else runs[-2]
    found = changes(base, now)
    rows = [
        [change.name.removeprefix("test_"), *change.cells()[1:]]
        for change in sorted(found, key=lambda change: change.ratio)
    ]
    title = f"runs a second: {base.stem} and {now.stem}"
    print_table(COLUMNS, rows, title=title, right=COLUMNS[1:-1])
    real = [change for change in found if change.real]
    print(f"{len(real)} of {len(found)} changed by more than the noise.")


if __name__ == "__main__":
    main(sys.argv[1:])
