"""The ladder: played from journals, gone on with, and rebuilt to the same bytes."""

from __future__ import annotations

import json
import xml.etree.ElementTree as ET
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from petteia.ai.executor.base import this_build
from petteia.ai.ladder import (
    Ladder,
    LadderReport,
    decision_nodes,
    journal_name,
    level,
    make_report,
    missing,
    neighbours,
    read_journals,
    short_name,
    standard_pairs,
)
from petteia.ai.match import Plan
from petteia.ai.stats import elo
from petteia.cli import main
from petteia.engine import GameError, ruleset

OTHER_BUILD = {"version": "0.0.9", "signature": "0123456789ab"}
CHOSEN = dict(ruleset("epix", 2).chosen)


def write(path: Path, players: Sequence[str], wins: int, deals: int, **changes: Any) -> None:
    """A journal in which the first player won both games of some deals and the others were shared."""
    build = changes.pop("build", vars(this_build()))
    plan = Plan("epix", tuple(players), 2 * deals, seed=2026, seats=2).to_dict() | changes
    path.parent.mkdir(exist_ok=True)
    entries: list[dict[str, Any]] = [{"journal": 1, "plan": plan, "build": build}]
    for deal in range(deals):
        games = []
        for seating in ((0, 1), (1, 0)):
            shares = (1.0, 0.0) if deal < wins or seating == (0, 1) else (0.0, 1.0)
            returns = [shares[player] for player in seating]
            games.append(
                {"deal": deal, "seed": 1, "seating": seating, "returns": returns, "shares": shares, "moves": []}
            )
        entries.append({"deal": deal, "games": games})
    path.write_text("".join(json.dumps(entry) + "\n" for entry in entries), "utf-8")


def three(games: int = 40, **settings: Any) -> Ladder:
    pairs = tuple(neighbours(["random", level(1), level(2)]))
    return Ladder("epix", pairs, games, 2026, options=CHOSEN, **settings)


def reported(folder: Path, planned: Ladder | None = None) -> LadderReport:
    planned = planned or three()
    return make_report(planned, read_journals(planned, folder))


def run(*arguments: str) -> Result:
    return CliRunner().invoke(main, ["ladder", *arguments], env={"COLUMNS": "80", "NO_COLOR": "1"})


# Who meets whom.


def test_neighbours_meet() -> None:
    assert neighbours("abcd", 2) == [("b", "a"), ("c", "a"), ("c", "b"), ("d", "b"), ("d", "c")]
    assert len(neighbours("abcd", 4)) == 6
    with pytest.raises(GameError, match="'a' comes twice"):
        neighbours("aba")


def test_the_standard_ladder_has_all_levels_and_baselines_in_one_piece() -> None:
    pairs = standard_pairs(guests=["ismcts:ucb=0.9"])
    for number in range(2, 11):
        assert (level(number), level(number - 1)) in pairs
    players = {player for pair in pairs for player in pair}
    assert {"random", "greedy", "pimc", "ismcts:ucb=0.9"} < players
    assert len(players) == 14
    reached = {level(1)}
    for _ in pairs:
        reached |= {player for pair in pairs if reached & set(pair) for player in pair}
    assert reached == players
    assert set(standard_pairs()) < set(standard_pairs(gap=2))
    with pytest.raises(GameError, match="on the ladder already"):
        standard_pairs(guests=["greedy"])


def test_names() -> None:
    assert short_name(level(3)) == "level 3"
    assert short_name("ismcts:level=3,style=cautious") == "ismcts:level=3,style=cautious"
    assert journal_name((level(10), level(9))) == "level10-level9.jsonl"
    odd = [
        journal_name((player, "random")) for player in ("pimc:worlds=4", "pimc:worlds:4", 'uhi:"a/../b c"' + "x" * 99)
    ]
    assert len(set(odd)) == 3
    assert all("/" not in name and len(name) < 80 for name in odd)


def test_what_a_decision_costs() -> None:
    assert decision_nodes(level(5)) == 1300
    assert decision_nodes(level(5), 100) == 100
    assert decision_nodes("ismcts:nodes=70") == 70
    assert decision_nodes("greedy") == decision_nodes("random")


# Reports from journals.


def test_a_report_has_the_known_answer_whatever_the_files_are_called(tmp_path: Path) -> None:
    write(tmp_path / "one.jsonl", (level(1), "random"), 10, 20)  # 0.75
    write(tmp_path / "two.jsonl", (level(1), level(2)), 8, 20)  # turned: level 2 scores 0.3
    found = reported(tmp_path).to_dict()
    assert found["anchor"] == level(1)
    elos = {row["player"]: row["elo"]["value"] for row in found["ratings"]}
    assert list(elos) == [level(1), level(2), "random"]
    assert elos["random"] == pytest.approx(-elo(0.75), abs=0.06)
    assert elos[level(2)] == pytest.approx(elo(0.3), abs=0.06)
    by_pair = {tuple(row["players"]): row for row in found["pairs"]}
    turned = by_pair[level(2), level(1)]
    assert turned["score"]["value"] == pytest.approx(0.3)
    assert turned["score"]["low"] < 0.3 < turned["score"]["high"] < 0.5
    assert (turned["won"], turned["drawn"], turned["lost"]) == (12, 0, 28)
    assert turned["expected"] == pytest.approx(0.3)
    assert found["missing"] == found["left_out"] == found["unrated"] == []


@pytest.mark.parametrize(
    ("wins", "deals", "verdict"),
    [(36, 150, "ok"), (12, 60, "ok"), (1, 10, "unclear"), (130, 150, "OUT"), (2, 150, "OUT")],
)
def test_a_level_is_a_promise(wins: int, deals: int, verdict: str, tmp_path: Path) -> None:
    """0.55 to 0.70 against the one below, and the interval above 0.5."""
    write(tmp_path / "a.jsonl", (level(2), level(1)), wins, deals)
    assert [result.verdict for result in read_journals(three(), tmp_path).results] == [verdict]
    write(tmp_path / "a.jsonl", (level(2), level(1)), wins, deals, nodes=50)  # it is a promise of the whole budget
    assert [result.verdict for result in read_journals(three(nodes=50), tmp_path).results] == [""]


def test_what_is_missing_is_named(tmp_path: Path) -> None:
    write(tmp_path / "a.jsonl", (level(1), "random"), 3, 7)
    report = reported(tmp_path)
    assert [(one.pair, one.played, one.games) for one in report.missing] == [
        ((level(1), "random"), 14, 26),
        ((level(2), level(1)), 0, 40),
    ]
    assert report.unrated == [level(2)]
    output = run("epix", "random", level(1), level(2), "--report-only", "--journals", str(tmp_path), "--games", "40")
    assert "Missing: level 1 against random, 26 of 40 games." in output.output
    assert "Missing: level 2 against level 1, 40 of 40 games." in output.output
    assert "Not rated: level 2." in output.output
    nothing = run("epix", "--report-only", "--journals", str(tmp_path / "none"))
    assert nothing.exit_code == 0, nothing.output
    assert nothing.output.count("Missing: ") == len(standard_pairs())


def test_journals_of_something_else_are_left_out_with_a_reason(tmp_path: Path) -> None:
    write(tmp_path / "a.jsonl", (level(1), "random"), 3, 20)
    write(tmp_path / "b.jsonl", ("random", level(1)), 3, 20)
    write(tmp_path / "c.jsonl", (level(2), level(1)), 3, 20, nodes=50)
    write(tmp_path / "d.jsonl", (level(3), level(1)), 3, 20)
    write(tmp_path / "e.jsonl", (level(2), level(1)), 3, 20, game="egemonia")
    (tmp_path / "f.jsonl").write_text("something else\n")
    found = dict(read_journals(three(), tmp_path).left_out)
    assert set(found) == {"b.jsonl", "c.jsonl", "d.jsonl", "f.jsonl"}
    assert found["b.jsonl"] == "a.jsonl has the same players"
    assert found["c.jsonl"] == "its nodes is 50, here it is None"
    assert found["d.jsonl"] == "its players are ismcts:level=3 and ismcts:level=1"
    assert "no journal" in found["f.jsonl"]


def test_a_pair_that_nobody_asked_for_counts_too(tmp_path: Path) -> None:
    write(tmp_path / "a.jsonl", (level(2), "random"), 10, 20)
    report = reported(tmp_path)
    assert len(report.missing) == 2
    assert report.unrated == ["random", level(2)]  # not connected with level 1
    write(tmp_path / "b.jsonl", (level(1), "random"), 5, 20)
    assert set(reported(tmp_path).ratings) == {"random", level(1), level(2)}


def test_another_build_is_reported_on_and_not_played_on(tmp_path: Path) -> None:
    write(tmp_path / "a.jsonl", (level(1), "random"), 3, 20, build=OTHER_BUILD)
    before = (tmp_path / "a.jsonl").read_bytes()
    arguments = ("epix", "random", level(1), "--journals", str(tmp_path), "--games", "100")
    said = run(*arguments, "--report-only")
    assert said.exit_code == 0, said.output
    assert "petteia 0.0.9 with signature 0123456789ab" in said.output
    refused = run(*arguments)
    assert refused.exit_code == 2
    assert "--report-only" in refused.output
    assert (tmp_path / "a.jsonl").read_bytes() == before
    write(tmp_path / "b.jsonl", (level(2), level(1)), 3, 20)
    with pytest.raises(GameError, match="want a folder for each"):
        read_journals(three(), tmp_path)
    write(tmp_path / "b.jsonl", (level(2), level(1)), 3, 20, build=OTHER_BUILD, rules="9")
    with pytest.raises(GameError, match=r"rules is .* and '9'"):
        read_journals(three(), tmp_path)


def test_components_of_ones_own_are_not_mixed_with_others(tmp_path: Path) -> None:
    write(tmp_path / "a.jsonl", (level(1), "random"), 3, 20, components="x")
    assert not read_journals(three(), tmp_path).left_out
    with_data = three(data="somewhere", components="y")
    assert read_journals(with_data, tmp_path).left_out == (("a.jsonl", "its components are not those in 'somewhere'"),)


def test_a_deal_that_was_lost_is_named(tmp_path: Path) -> None:
    write(tmp_path / "a.jsonl", (level(1), "random"), 3, 20)
    with (tmp_path / "a.jsonl").open("a") as file:
        file.write('{"deal": 20, "lost": "3 workers died of it", "seed": 77}\n{"deal": 21, "gam')  # and a torn line
    report = reported(tmp_path)
    assert report.to_dict()["pairs"][0]["lost_deals"] == [20]
    assert report.to_dict()["pairs"][0]["deals"] == 20
    said = run("epix", "random", level(1), "--report-only", "--journals", str(tmp_path)).output
    assert "deal 20 with seed 77: 3 workers died of it" in " ".join(said.split())


# Playing.

QUICK = ("epix", "random", "greedy:worlds=1", "greedy:worlds=2", "--seed", "5", "--json")


def lines(folder: Path) -> dict[str, list[str]]:
    return {path.name: sorted(path.read_text("utf-8").splitlines()) for path in folder.iterdir()}


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str]:
    """A ladder that was played at once: its folder, and what was printed."""
    folder = tmp_path_factory.mktemp("whole")
    done = run(*QUICK, "--games", "8", "--journals", str(folder))
    assert done.exit_code == 0, done.output
    return folder, done.stdout


def test_playing_says_how_long_it_takes(tmp_path: Path) -> None:
    done = run(*QUICK, "--games", "2", "--journals", str(tmp_path))
    words = " ".join(done.stderr.split())
    assert words.startswith("greedy:worlds=1 against random: ")
    assert " so far, about " in words
    assert words.endswith(" in all")


def test_a_report_rebuilt_from_journals_is_the_same_to_the_byte(whole: tuple[Path, str]) -> None:
    folder, printed = whole
    before = {path.name: path.read_bytes() for path in folder.iterdir()}
    assert len(before) == 2
    assert run(*QUICK, "--games", "8", "--journals", str(folder), "--report-only").stdout == printed
    again = run(*QUICK, "--games", "8", "--journals", str(folder))  # nothing is missing, so nothing is played
    assert (again.stdout, again.stderr) == (printed, "")
    assert {path.name: path.read_bytes() for path in folder.iterdir()} == before


def test_a_ladder_goes_on_where_it_was(whole: tuple[Path, str], tmp_path: Path) -> None:
    folder, printed = whole
    run(*QUICK, "--games", "4", "--journals", str(tmp_path))
    torn = next(tmp_path.glob("greedy*random.jsonl"))
    torn.write_bytes(torn.read_bytes()[:-9])
    rest = run(*QUICK, "--games", "8", "--journals", str(tmp_path), "--jobs", "2")
    assert rest.stdout == printed
    assert lines(tmp_path) == lines(folder)


def test_the_journal_of_a_plain_match_is_gone_on_with(whole: tuple[Path, str], tmp_path: Path) -> None:
    """Also with another name and the players in the other order."""
    _, printed = whole
    players = ("random", "greedy:worlds=1")
    journal = tmp_path / "some-name.jsonl"
    arguments = ["match", *players, "--game", "epix", "--games", "2", "--seats", "2", "--seed", "5"]
    played = CliRunner().invoke(main, [*arguments, "--journal", str(journal)])
    assert played.exit_code == 0, played.output
    found = json.loads(run(*QUICK, "--games", "8", "--journals", str(tmp_path)).stdout)
    assert len(journal.read_text().splitlines()) == 5
    assert len(list(tmp_path.iterdir())) == 2
    pairs = json.loads(printed)["pairs"]
    assert [row["players"] for row in found["pairs"]] == [["greedy:worlds=2", "greedy:worlds=1"], [*players[::-1]]]
    assert next(row for row in found["pairs"] if "greedy:worlds=2" in row["players"]) in pairs


def test_another_seed_is_refused(whole: tuple[Path, str], tmp_path: Path) -> None:
    run(*QUICK, "--games", "2", "--journals", str(tmp_path))
    other = run(*QUICK[:-2], "6", "--games", "4", "--journals", str(tmp_path))
    assert other.exit_code == 2
    assert "its seed is 5, here it is 6" in " ".join(other.output.split())


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("random",), "wants two players or more"),
        (("random", "rnd"), "no player 'rnd'"),
        (("random", "random"), "comes twice"),
        (("--all-pairs",), "wants a list of players"),
        (("random", "greedy", "--also", "pimc"), "put the player into the list"),
        (("random", "greedy", "--anchor", "pimc", "--report-only"), "anchor 'pimc': want one of random, greedy"),
    ],
)
def test_what_cannot_be_is_said(arguments: tuple[str, ...], message: str, tmp_path: Path) -> None:
    wrong = run("epix", *arguments, "--journals", str(tmp_path))
    assert wrong.exit_code == 2
    assert message in " ".join(wrong.output.split())


# Table, picture and page.


def test_the_table_fits_and_marks_what_is_out(tmp_path: Path) -> None:
    write(tmp_path / "a.jsonl", (level(10), level(9)), 1000, 1002)
    write(tmp_path / "b.jsonl", (level(9), level(8)), 300, 1000)
    players = [level(8), level(9), level(10)]
    said = run("epix", *players, "--report-only", "--journals", str(tmp_path))
    assert max(map(len, said.output.splitlines())) <= 80
    rows = [line.split() for line in said.output.splitlines() if "level" in line and " to " in line]
    assert [row[0:2] + row[-1:] for row in rows] == [["level", "10", "OUT"], ["level", "9", "ok"]]


def test_the_picture_has_a_row_for_each_player(tmp_path: Path) -> None:
    write(tmp_path / "a.jsonl", (level(1), "random"), 10, 20)
    write(tmp_path / "b.jsonl", (level(2), level(1)), 10, 20)
    picture = tmp_path / "ladder.svg"
    arguments = ("epix", "random", level(1), level(2), "--report-only", "--journals", str(tmp_path))
    assert run(*arguments, "--plot", str(picture)).exit_code == 0
    root = ET.fromstring(picture.read_text("utf-8"))
    name = "{http://www.w3.org/2000/svg}"
    assert len(root.findall(f"{name}circle")) == 3
    words = [text.text for text in root.findall(f"{name}text")]
    assert {"level 2", "level 1", "random", "Elo", "The ladder of Epix"} <= set(words)
    width = float(root.get("width", "0"))
    assert all(0 <= float(circle.get("cx", "-1")) <= width for circle in root.findall(f"{name}circle"))


def test_the_table_goes_into_a_page_between_its_marks(tmp_path: Path) -> None:
    write(tmp_path / "a.jsonl", (level(1), "random"), 10, 20)
    page = tmp_path / "page.md"
    arguments = ("epix", "random", level(1), "--report-only", "--journals", str(tmp_path), "--write", str(page))
    page.write_text("# Ladder\n<!-- ladder epix: begin -->\nold\n<!-- ladder epix: end -->\nrest\n")
    assert run(*arguments).exit_code == 0
    text = page.read_text("utf-8")
    assert text.startswith("# Ladder\n<!-- ladder epix: begin -->\n| player | Elo |")
    assert "| level 1 | 0 | 0 | random | 0.750 |" in text
    assert text.endswith("<!-- ladder epix: end -->\nrest\n")
    assert "old" not in text
    run(*arguments)
    assert page.read_text("utf-8") == text
    page.write_text("no marks\n")
    wrong = run(*arguments)
    assert wrong.exit_code == 1
    assert "lacks <!-- ladder epix: begin -->" in wrong.output
    assert page.read_text() == "no marks\n"


def test_an_interrupted_ladder_reports_what_it_has(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from petteia.ai import match

    played = match.play_deal

    def until_the_third(task: match.Task) -> list[match.Played]:
        if task.deal == 2:
            raise KeyboardInterrupt
        return played(task)

    monkeypatch.setattr(match, "play_deal", until_the_third)
    done = run(*QUICK[:-1], "--games", "8", "--journals", str(tmp_path))
    assert done.exit_code == 0, done.output
    assert "Interrupted: the same command goes on." in done.output
    planned = Ladder("epix", (("greedy:worlds=1", "random"),), 8, 5, options=CHOSEN)
    assert missing(planned, read_journals(planned, tmp_path))[0].played == 4
