"""The measuring tools: what they say is what the numbers are."""

from __future__ import annotations

import json
import math
import random
import xml.etree.ElementTree as ET
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from bench import bars, calibration, compare, deals, driver, executors, profile, readme
from bench.peers import openspiel, small_games
from petteia.ai.measure import growth, growth_plot, rates, speed, tables
from petteia.cli import main
from petteia.engine import GAMES


@pytest.fixture(scope="module")
def report() -> speed.Report:
    return speed.measured(("egemonia", "epix"), nodes=60, rounds=1)


def test_a_run_measures_everything(report: speed.Report) -> None:
    found = report.to_dict()
    assert set(found["games"]) == {"egemonia", "epix"}
    for figures in found["games"].values():
        assert figures["nodes"] == 60 * 6
        assert figures["copies_per_node"] <= 2
        assert 0 < figures["uniform_share_of_playout"] < 2
        assert figures["nodes_per_second"]["best"] > 1000
        assert figures["transitions_per_node"] > 1
        assert figures["bytes_per_node"] > 0
        assert figures["two_threads_share"] > 0
    assert found["edge_bytes"] <= 48
    assert found["nodes"] == 720


def test_markdown_has_a_row_for_each_game(report: speed.Report) -> None:
    lines = tables.markdown(report).splitlines()
    assert lines[2].count("|") == len(tables.COLUMNS) + 1
    assert [line.split("|")[1].strip() for line in lines[4:]] == ["Egemonia", "Epix"]


def test_random_moves_are_also_told_for_the_machine_of_the_bars(report: speed.Report) -> None:
    line = next(line for line in tables.words(report).splitlines() if line.startswith("Random moves/s"))
    figures = report.to_dict()["games"]["epix"]["playout_moves_per_second_at_6_6_ns"]
    assert line.endswith(f"Epix {rates.amount(figures)}.")


def test_a_run_compared_with_itself_has_not_changed(report: speed.Report, tmp_path: Path) -> None:
    file = tmp_path / "run.json"
    file.write_text(json.dumps(report.to_dict()))
    saved = tables.read_saved(file)
    changes = tables.changes(saved, report)
    assert len(changes) == 6
    assert not any(change.real for change in changes)
    assert tables.changed_signatures(saved, report) == []
    saved["games"]["epix"]["signature"] = "another"
    assert tables.changed_signatures(saved, report) == ["epix"]


def test_a_run_that_has_nothing_in_common_is_told(report: speed.Report, tmp_path: Path) -> None:
    file = tmp_path / "run.json"
    file.write_text(json.dumps(report.to_dict()))
    arguments = ["bench", "ephyran", "--nodes", "20", "--rounds", "1", "--compare", str(file)]
    assert "nothing to compare" in CliRunner().invoke(main, arguments).output


def test_a_faster_machine_is_no_faster_program() -> None:
    before, after = {"a": rates.Rate((100.0, 99.0, 98.0))}, {"a": rates.Rate((200.0, 198.0, 196.0))}
    assert rates.compare(before, after)[0].verdict == "faster"
    assert rates.compare(after, before)[0].verdict == "SLOWER"
    machine = rates.speed_of_machine([(10.0, 20.0), (5.0, 10.0)])
    assert rates.compare(before, after, machine)[0].verdict == ""


def test_what_is_within_the_noise_is_not_marked() -> None:
    noisy = {"a": rates.Rate((100.0, 80.0, 70.0))}
    assert rates.compare(noisy, {"a": rates.Rate((85.0, 84.0))})[0].verdict == ""
    assert rates.compare(noisy, {"a": rates.Rate((50.0, 49.0))})[0].verdict == "SLOWER"


def test_amounts_have_three_digits() -> None:
    assert [rates.amount(value) for value in (0.5, 12.34, 999.6, 43_210, 8_214_000, 3e9)] == [
        "0.50", "12.3", "1.00 thousand", "43.2 thousand", "8.21 million", "3.00 billion",
    ]  # fmt: skip


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"machine": {}}', '{"machine": 3, "signature": "x", "games": {}}'])
def test_another_file_is_refused(text: str, tmp_path: Path) -> None:
    file = tmp_path / "other.json"
    file.write_text(text)
    result = CliRunner().invoke(main, ["bench", "--compare", str(file)])
    assert result.exit_code == 1
    assert "not a run that `petteia bench --json` saved" in result.output


def saved_run(folder: Path, name: str, **seconds: float) -> Path:
    stats: dict[str, Any] = {
        key: {"min": value, "q1": 1.01 * value, "median": 1.02 * value, "q3": 1.03 * value, "max": 2 * value}
        for key, value in seconds.items()
    }
    file = folder / name
    file.write_text(json.dumps({"benchmarks": [{"name": key, "stats": value} for key, value in stats.items()]}))
    return file


def test_saved_benchmarks_are_compared_by_their_yardsticks(tmp_path: Path) -> None:
    base = saved_run(tmp_path, "1.json", test_yardstick_copy=1.0, test_a=1.0, test_b=1.0, test_gone=1.0)
    now = saved_run(tmp_path, "2.json", test_yardstick_copy=2.0, test_a=2.0, test_b=1.0)
    found = {change.name: change for change in compare.changes(base, now)}
    assert {name: change.verdict for name, change in found.items()} == {"test_a": "", "test_b": "faster"}
    assert found["test_b"].ratio == pytest.approx(2)
    with pytest.raises(SystemExit, match="no saved run"):
        compare.find("nothing-of-that-name")


def test_growth_is_measured_and_drawn(tmp_path: Path) -> None:
    file = tmp_path / "growth.svg"
    result = CliRunner().invoke(main, ["bench", "epix", "--plot", str(file), "--upto", "3000", "--json"])
    assert result.exit_code == 0, result.output
    found = json.loads(result.output)
    assert [point["nodes"] for point in found["nodes"]] == [1000, 3000]
    assert found["nodes"][0]["bytes"] < found["nodes"][1]["bytes"]
    sizes = [(sized["what"], sized["size"]) for sized in found["sizes"]]
    assert sizes == [*(("seats", n) for n in (2, 3, 4)), *(("start_gold", n) for n in growth.SIZES["epix"][1])]
    assert {element.tag.rpartition("}")[2] for element in ET.parse(file).iter()} >= {"svg", "polyline", "text"}


def test_every_point_of_a_curve_is_inside_its_panel() -> None:
    points = tuple(
        growth.Point(name, nodes, 1e5 / (1 + index) / nodes**0.1, nodes * 50)
        for index, name in enumerate(GAMES)
        for nodes in growth.checkpoints(10_000_000)
    )
    root = ET.fromstring(growth_plot.picture(growth.Growth(points, ())))
    lines = [element.get("points", "") for element in root.iter() if element.tag.endswith("polyline")]
    assert len(lines) == 2 * len(GAMES)
    for line in lines:
        for place in line.split():
            x, y = map(float, place.split(","))
            assert 0 <= x <= 460
            assert 0 <= y <= 300


def test_a_place_that_cannot_be_written_is_said_at_once(tmp_path: Path) -> None:
    result = CliRunner().invoke(main, ["bench", "--plot", str(tmp_path / "no" / "growth.svg")])
    assert result.exit_code == 1
    assert "No such file" in result.output


@pytest.mark.parametrize("name", ["README.md", "docs/benchmarks.md"])
def test_tables_stand_between_their_marks(name: str) -> None:
    page = (readme.ROOT / name).read_text("utf-8")
    again = readme.with_tables(readme.with_tables(page, "| old |"), "| new |")
    assert "| new |" in again
    assert "| old |" not in again
    assert again.partition(readme.BEGIN)[0] == page.partition(readme.BEGIN)[0]
    assert again.partition(readme.END)[2] == page.partition(readme.END)[2]
    with pytest.raises(ValueError, match="lacks"):
        readme.with_tables("no marks", "| new |")


@pytest.mark.parametrize(
    ("symbol", "source"),
    [
        ("__pyx_f_7petteia_3ext_6search_7iterate_iterate", ("search/iterate", "iterate")),
        ("__pyx_f_7petteia_3ext_5games_4epix_5moves_menu_of.constprop.0", ("games/epix/moves", "menu_of.constprop.0")),
        ("__pyx_pw_7petteia_3ext_6search_8searcher_8Searcher_3run", ("search/searcher", "Searcher.run")),
        ("memcpy", None),
    ],
)
def test_profiles_name_functions_as_their_source_does(symbol: str, source: tuple[str, str] | None) -> None:
    assert profile.source_of(symbol) == source


def test_bars_say_which_way_they_go() -> None:
    assert bars.Bar("a", 3, 2.9).cells()[-1] == "MISSED"
    assert bars.Bar("a", 48, 48, at_most=True).cells()[-1] == "holds"


def test_the_peers_positions_are_ours() -> None:
    """Every root can be reached and has a choice; in OpenSpiel, if that is there, the same seat has as many
    moves.
    """
    for name, (_, roots) in small_games.GAMES.items():
        for root in roots:
            game = small_games.at(name, root)
            assert len(game.legal(game.pending[0])) > 1
    pytest.importorskip("pyspiel")
    for name, (_, roots) in small_games.GAMES.items():
        for root in roots:
            game = small_games.at(name, root)
            theirs = openspiel.at(name, root)
            assert f"s{theirs.current_player()}" == game.pending[0]
            assert len(theirs.legal_actions()) == len(game.legal(game.pending[0]))


# ---------------------------------------------------------------------------------------------------------------
# Calibration.


def sayings(a: float, b: float, more: float, steeper: float, n: int = 20_000) -> list[calibration.Saying]:
    """What an engine would say that is wrong in this way."""
    numbers, found = random.Random(1), []
    for _ in range(n):
        expected, left = numbers.gauss(0, 2), numbers.random()
        chance = 1 / (1 + math.exp(-(a + more * left + (b + steeper * left) * expected)))
        came = float(numbers.random() < chance)
        found.append(calibration.Saying(1 / (1 + math.exp(-expected)), came, 1 - left, expected, came, left))
    return found


def test_the_fit_finds_the_curve() -> None:
    wrong = (0.5, 1.2, 1.5, -0.6)
    a, b, more, steeper = wrong
    assert calibration.curve(sayings(a, b, more, steeper)) == pytest.approx(wrong, abs=0.15)


def test_rows_say_what_was_said_and_what_came() -> None:
    found = {row["what"]: row for row in calibration.rows(sayings(0, 1, 0, 0))}
    assert sum(row["n"] for what, row in found.items() if what.startswith("said ")) == found["all"]["n"] == 20_000
    assert sum(found[quarter]["n"] for quarter in calibration.QUARTERS) == 20_000
    for row in found.values():  # this engine is right
        assert row["came"] == pytest.approx(row["said"], abs=0.05)
    assert found["said 0.9 to 1.0"]["loss"] < found["all"]["loss"] < math.log(2)
    gloomy = next(calibration.rows(sayings(2, 1, 0, 0)))
    assert gloomy["came"] > gloomy["said"] + 0.2
    assert gloomy["loss"] > found["all"]["loss"]


def test_calibration_plays() -> None:
    words = ["epireia", "--seats", "1", "-o", "scenario=harvest_road,the_helots", "-o", "enemy=ai", "--games", "1"]
    done = CliRunner().invoke(calibration.main, [*words, "--nodes", "5", "--fit", "--json"])
    assert done.exit_code == 0, done.output
    said = json.loads(done.stdout)
    assert said["rows"][0]["n"] > 50
    assert len(said["curve"]) == 4
    done = CliRunner().invoke(calibration.main, [*words[:4], "scenario=harvest_road,nowhere"])
    assert done.exit_code == 2
    assert "'nowhere': want one of" in done.output


# ---------------------------------------------------------------------------------------------------------------
# Many games.


@pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="finds its memory by /proc")
def test_the_driver_handles_its_rate_with_flat_memory() -> None:
    done = CliRunner().invoke(driver.main, ["--deals", "3000", "--game", "egemonia", "--json"])
    found = json.loads(done.stdout)
    assert found["deals"] == 3000
    assert len(found["megabytes"]) == driver.SAMPLES
    assert [bar["holds"] for bar in found["bars"]] == [True, True], found["bars"]
    assert found["journal_bytes"] / 3000 > 500  # whole games are written


def test_the_drivers_clock_may_be_the_real_one() -> None:
    workers = ["--workers", "50", "--seconds", "0.1"]
    done = CliRunner().invoke(driver.main, ["--deals", "100", "--game", "egemonia", "--real", "--json", *workers])
    assert json.loads(done.stdout)["seconds"] > 0.15


def test_executors_are_compared_on_the_same_deals() -> None:
    found = executors.measure("egemonia", deals=2, nodes=1, rounds=1, with_ray=False)
    assert [len(times) for times in (found.one, found.separate, found.processes, found.ray)] == [1, 1, 1, 0]
    assert all(cost.start[0] > 0 and cost.trip[0] > 0 for cost in found.costs.values())


def test_the_bars_of_executors_are_medians_of_ratios() -> None:
    times = executors.Times([8, 8, 8], [4, 5, 4], [5, 5, 40], [5, 6, 42])
    gain, cost = times.bars()
    assert gain.measured == pytest.approx(0.8)
    assert not gain.holds
    assert cost.measured == pytest.approx(1.05)
    assert cost.holds
    assert [row[2] for row in times.gains()] == ["2.00", "1.60", "1.33"]
    assert 1 <= executors.nodes_for("egemonia", 0.001) < executors.nodes_for("egemonia", 10)


def test_what_a_deal_costs() -> None:
    done = CliRunner().invoke(deals.main, ["egemonia", "--level", "1", "--deals", "1", "--json"])
    assert done.exit_code == 0, done.output
    [found] = json.loads(done.stdout)
    assert found["level"] == 1
    assert found["seconds"] > 0
    assert found["bytes"] > 500


def test_calibration_keeps_a_journal_and_plays_anywhere(tmp_path: Path) -> None:
    words = ["egemonia", "--nodes", "5", "--seed", "3", "--json"]
    whole = CliRunner().invoke(calibration.main, [*words, "--games", "3"])
    assert whole.exit_code == 0, whole.output
    journals = [tmp_path / "one", tmp_path / "other"]
    first = CliRunner().invoke(calibration.main, [*words, "--games", "1", "--journal", str(journals[0])])
    assert first.exit_code == 0, first.output
    again = [*words, "--games", "3", "--journal", str(journals[0])]
    assert "--resume goes on with it" in CliRunner().invoke(calibration.main, again).output
    resumed = CliRunner().invoke(calibration.main, [*again, "--resume"])
    assert json.loads(resumed.stdout) == json.loads(whole.stdout)
    elsewhere = ["--executor", "processes", "--jobs", "2", "--journal", str(journals[1])]
    spread = CliRunner().invoke(calibration.main, [*words, "--games", "3", *elsewhere])
    assert json.loads(spread.stdout) == json.loads(whole.stdout)
    assert journals[0].read_bytes() == journals[1].read_bytes()
    other = CliRunner().invoke(calibration.main, [*again, "--resume", "--nodes", "6"])
    assert other.exit_code == 2
    assert "is of another plan" in other.output
