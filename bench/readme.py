"""``python -m bench.readme``: measure, and write the README's tables, so that none is typed by hand."""

from __future__ import annotations

import sys
from pathlib import Path

from petteia.ai.bench.speed import measured
from petteia.ai.bench.tables import markdown

from .peers.__main__ import PEERS, contend
from .peers.__main__ import markdown as peers_markdown

README = Path(__file__).parents[1] / "README.md"
BEGIN, END = "<!-- measured: begin -->", "<!-- measured: end -->"
ROUNDS = 3


def with_tables(text: str, tables: str) -> str:
    """The page with what stands between the two marks replaced."""
    before, begin, rest = text.partition(BEGIN)
    _, end, after = rest.partition(END)
    if not (begin and end):
        raise ValueError(f"the page lacks {BEGIN} or {END}")
    return f"{before}{begin}\n{tables}\n{end}{after}"


def main() -> None:
    outcomes, versions = contend(ROUNDS)
    if missing := PEERS.keys() - versions.keys():
        sys.exit(f"The README compares with {', '.join(sorted(missing))} too: pip install '.[research]' first.")
    tables = [markdown(measured(rounds=ROUNDS)), peers_markdown(outcomes, versions)]
    README.write_text(with_tables(README.read_text("utf-8"), "\n\n".join(tables)), "utf-8")


if __name__ == "__main__":
    main()
