"""Tables that people read fit a terminal of 80 columns: nothing is cut off, and no name is broken in two."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from importlib import import_module
from pathlib import Path
from typing import Any

import click
import pytest
from click.testing import CliRunner
from rich.cells import cell_len
from rich.console import Console

from bench import bars, vector
from bench.balance import __main__ as balance
from bench.balance import games as balance_games
from bench.balance.facts import Fact
from bench.peers import __main__ as peers
from bench.peers.contest import Outcome
from petteia.ai.measure import speed
from petteia.ai.measure.rates import Rate
from petteia.cli import main
from petteia.cli.output import print_pairs, print_table
from petteia.engine import GAMES, new
from petteia.engine.registry import TOYS
from petteia.shared.markdown import Page
from petteia.shared.rulebook import rules_page
from petteia.shared.tables import column_widths

WIDTH = 80


def printed(command: click.Command, *arguments: str, status: int = 0) -> str:
    """What a command prints at 80 columns."""
    result = CliRunner().invoke(command, arguments, env={"COLUMNS": str(WIDTH), "NO_COLOR": "1"})
    assert result.exit_code == status, result.output
    check(result.output)
    return result.output


def check(text: str, words: Iterable[str] = ()) -> None:
    for line in text.splitlines():
        assert cell_len(line) <= WIDTH, line
        assert "…" not in line, line
    shown = words_of(text)
    for word in words:
        assert words_of(word) <= shown, word


@pytest.mark.parametrize("name", ["", *main.list_commands(click.Context(main))])
def test_help(name: str) -> None:
    """The examples too, which are not wrapped."""
    check(printed(main, *name.split(), "--help"))


def words_of(text: str) -> set[str]:
    return set(re.findall(r"\w[\w'-]*", text))


def test_games() -> None:
    for arguments, listed in (((), GAMES), (("--toys",), GAMES | TOYS)):
        text = printed(main, "games", *arguments)
        for name, kind in listed.items():
            check(text, [name, kind.about, *(value for values in kind.options.values() for value in values)])


@pytest.mark.parametrize("game", GAMES)
def test_rules(game: str) -> None:
    """Every component, every name and every text of it, whole."""
    text = printed(main, "rules", game)
    rows = [row.values for row in new(game).ruleset.components]
    check(text, (value for row in rows for value in row.values() if isinstance(value, str)))


@pytest.mark.parametrize("game", GAMES)
def test_rules_pages(game: str) -> None:
    console = Console(width=WIDTH, no_color=True)
    with console.capture() as captured:
        console.print(Page(rules_page(game)))
    text = captured.get()
    check(text)
    assert text.count("…") == rules_page(game).count("…")


@pytest.mark.parametrize("game", GAMES)
def test_analyze(game: str) -> None:
    arguments = ("analyze", "--game", game, "--nodes", "60", "--ai-seed", "1", "--lines", "6")
    found = json.loads(CliRunner().invoke(main, [*arguments, "--json"]).output)
    text = printed(main, *arguments)
    check(text, [line["move"] for line in found["lines"]])
    assert found["lines"]


def test_match() -> None:
    for players in (("random", "greedy:worlds=3"), ("ismcts:level=1,style=aggressive", "random", "greedy")):
        seats = ("--game", "epix", "--seats", str(len(players)))
        check(printed(main, "match", *players, *seats, "--games", "1", "--nodes", "5", "--seed", "1"), players)


def test_ladder(tmp_path: Path) -> None:
    players = ("random", "greedy:worlds=3", "ismcts:level=1,style=aggressive,nodes=5")
    arguments = ("--games", "2", "--journals", str(tmp_path / "journals"))
    check(printed(main, "ladder", "epix", *players, *arguments), players)
    check(printed(main, "ladder", "epix", "--report-only"), ["level 10", "pimc", "Missing"])


@pytest.fixture(scope="module")
def report() -> speed.Report:
    return speed.measured(nodes=20, rounds=1)


def test_bench(report: speed.Report, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(import_module("petteia.cli.bench"), "measured", lambda *_: report)
    titles = [kind.title for kind in GAMES.values()]
    check(printed(main, "bench"), [*titles, "of these in a search", *(game.tally.signature for game in report.games)])
    file = tmp_path / "run.json"
    file.write_text(json.dumps(report.to_dict()))
    check(printed(main, "bench", "--compare", str(file)), report.rates())


def test_growth(tmp_path: Path) -> None:
    text = printed(main, "bench", "ephyran", "--plot", str(tmp_path / "growth.svg"), "--upto", "1000")
    check(text.replace(str(tmp_path), ""), ["Ephyran", "seats 2", "hand 6", "bytes in use"])


def test_bars(report: speed.Report, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bars, "measured", lambda **_: report)
    monkeypatch.setattr(bars, "bars_of_peers", lambda _: [])
    found = list(bars.bars_of(report))
    text = printed(bars.main, status=int(not all(bar.holds for bar in found)))
    check(text, [bar.name for bar in found])


def test_peers(monkeypatch: pytest.MonkeyPatch) -> None:
    rate = Rate((123_456.0, 120_000.0))
    names = ("Oshi-Zumo with imperfect information", "random games to the end", "OpenSpiel (C++)")
    outcomes = [Outcome(names[0], names[1], names[2], rate, rate, 1.5)]
    monkeypatch.setattr(peers, "contend", lambda _: (outcomes, {}))
    check(printed(peers.main), (*names, "123 thousand", "(missed)"))


def test_many_games_at_once() -> None:
    text = printed(vector.main, "--games", "8", "--rounds", "1")
    check(text, [game.title for game in GAMES.values()])
    found = json.loads(printed(vector.main, "--games", "8", "--rounds", "1", "--json"))
    assert [speed["game"] for speed in found] == list(GAMES)
    assert all(speed["steps"] > 0 and speed["moves"] > 0 for speed in found)


def test_balance(monkeypatch: pytest.MonkeyPatch) -> None:
    played: Any = lambda _: [Fact("administrator", "hieromnemon_of_the_amphictyony", 0.9)]  # noqa: E731
    monkeypatch.setattr(balance_games, "play", played)
    text = printed(balance.main, "epireia", "--games", "40", status=1)
    check(text.partition("\n")[2], ["administrator", "hieromnemon_of_the_amphictyony", "0.40", "0.60", "OUT"])


# The table itself.


def test_columns_fit_and_no_word_is_broken() -> None:
    rows = [("name", "what it is"), ("a-very-long-name", "some words " * 20)]
    widths = column_widths(rows, 60)
    assert widths is not None
    assert sum(widths) <= 60
    assert widths[0] == 16
    assert column_widths(rows, 20) is None  # the longest words do not fit side by side
    assert column_widths(rows, 60, most_wrapping=2) is None  # too much would be wrapped
    assert column_widths([("a", "b"), ("cc", "")], 60) == [2, 1]


@pytest.mark.parametrize("width", [20, 40, 80, 200])
def test_a_table_never_cuts_off(width: int) -> None:
    columns, rows = ("name", "figure", ""), [("ichthyocentaur-1", "12.3 million", "holds"), ("x", "", "MISSED")]
    console = Console(width=width, no_color=True)
    with console.capture() as captured:
        print_table(columns, rows, title="t", right=("figure",), console=console)
    text = captured.get()
    assert max(map(cell_len, text.splitlines())) <= width
    joined = "".join(text.split())
    for cell in ("ichthyocentaur-1", "million", "MISSED"):
        assert cell in joined
    assert "…" not in text


def test_pairs_are_wrapped(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "40")
    print_pairs([("a-name", "some words " * 12), ("an-even-longer-name-than-that-one", "x")])
    text = capsys.readouterr().out
    assert max(map(cell_len, text.splitlines())) <= 40
    assert "…" not in text
