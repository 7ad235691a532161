"""``python -m bench.readme``: measure, and write the tables of README and docs/benchmarks.md.

No figure on these pages is typed by hand. The README has the few that most people want, the page all of them.
"""

from __future__ import annotations

import sys
from pathlib import Path

from petteia.ai.measure.rates import amount
from petteia.ai.measure.speed import Report, measured
from petteia.ai.measure.tables import markdown, markdown_table, with_part
from petteia.engine import GAMES

from .peers.__main__ import PEERS, contend
from .peers.__main__ import markdown as peers_markdown
from .peers.contest import Outcome

ROOT = Path(__file__).parents[1]
BEGIN, END = "<!-- measured: begin -->", "<!-- measured: end -->"
ROUNDS = 3
SMALL_GAMES = ("kuhn", "leduc")
COMPARISON = "times as fast as OpenSpiel (C++), in one run"
COMPARED = {"IS-MCTS simulations/s": "IS-MCTS simulations a second", "random games/s": "random games a second"}


def with_tables(text: str, tables: str) -> str:
    return with_part(text, BEGIN, END, tables)


def short_tables(report: Report, outcomes: list[Outcome]) -> str:
    """How fast each game is searched and played, and how that compares with OpenSpiel."""
    speeds = [
        [GAMES[speed.game].title, amount(speed.search.best), amount(speed.playout.best)] for speed in report.games
    ]
    ratios = {(one.what, one.game): f"{one.ratio:.2f}" for one in outcomes if one.peer == "OpenSpiel"}
    compared = [[title, *(ratios[what, game] for game in SMALL_GAMES)] for what, title in COMPARED.items()]
    return "\n\n".join(
        [
            markdown_table(["game", "search iterations a second", "random moves a second"], speeds),
            markdown_table([COMPARISON, *(game.title() for game in SMALL_GAMES)], compared),
        ]
    )


def write(page: Path, tables: str) -> None:
    page.write_text(with_tables(page.read_text("utf-8"), tables), "utf-8")


def main() -> None:
    outcomes, versions = contend(ROUNDS)
    if missing := PEERS.keys() - versions.keys():
        sys.exit(f"The tables compare with {', '.join(sorted(missing))} too: pip install '.[peers]' first.")
    report = measured(rounds=ROUNDS)
    write(ROOT / "README.md", short_tables(report, outcomes))
    write(ROOT / "docs" / "benchmarks.md", f"{markdown(report)}\n\n{peers_markdown(outcomes, versions)}")


if __name__ == "__main__":
    main()
