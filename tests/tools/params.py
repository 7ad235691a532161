"""The table of the search's parameters in docs/search.md: ``python -m tests.tools.params`` writes it anew."""

from petteia.ext.search.params import PARAMETERS

from .layout import ROOT

PAGE = ROOT / "docs" / "search.md"
BEGIN, END = "<!-- parameters: begin -->\n", "<!-- parameters: end -->\n"


def table() -> str:
    """The parameters as a Markdown table."""
    lines = ["| parameter | default | from | to | what it does |", "|---|---|---|---|---|"]
    for parameter in PARAMETERS.values():
        special = "; ".join(f"{value}: {meaning}" for value, meaning in parameter.special.items())
        about = f"{parameter.about} ({special})" if special else parameter.about
        lines.append(f"| `{parameter.name}` | {parameter.default} | {parameter.low} | {parameter.high} | {about} |")
    return "\n".join(lines) + "\n"


def printed() -> str:
    """The table as the page has it."""
    return PAGE.read_text("utf-8").partition(BEGIN)[2].partition(END)[0]


def main() -> None:
    """Put the table between the page's markers."""
    before, _, rest = PAGE.read_text("utf-8").partition(BEGIN)
    PAGE.write_text(before + BEGIN + table() + END + rest.partition(END)[2], "utf-8")


if __name__ == "__main__":
    main()
