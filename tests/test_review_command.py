"""``petteia review``: what people and programs get of a game."""

from __future__ import annotations

import json
import xml.etree.ElementTree as ElementTree
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from bench.review import TABLES
from petteia.cli import main
from petteia.engine import Game
from petteia.protocols.records import uhg
from petteia.shared.graph import by_turn, plot
from tests.ai.test_review import played

WIDTH = 80


def run(*args: object) -> Result:
    return CliRunner(env={"COLUMNS": str(WIDTH)}).invoke(main, ["review", *map(str, args)])


@pytest.fixture(scope="module")
def record(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return kept(tmp_path_factory.mktemp("records") / "game.uhg", played("egemonia", {}, 3))


def kept(file: Path, game: Game) -> Path:
    file.write_text(uhg.write(game), "utf-8")
    return file


@pytest.mark.parametrize(("name", "options"), TABLES)
@pytest.mark.parametrize("plain", [False, True], ids=["drawn", "plain"])
def test_a_game_of_every_kind_fits_the_terminal(
    name: str, options: dict[str, object], plain: bool, tmp_path: Path
) -> None:
    result = run(kept(tmp_path / "g.uhg", played(name, options, 5)), "--nodes", 20, *(["--plain"] if plain else []))
    assert result.exit_code == 0, result.output
    lines = result.output.splitlines()
    assert max(map(len, lines)) <= WIDTH
    order = [next(n for n, line in enumerate(lines) if words in line) for words in ("Turning", "decisions:", "Luck")]
    assert order == sorted(order)  # turning points first, then decisions, then luck
    drawn = any(line.startswith((" 100%|", " 100%┤")) for line in lines)
    assert drawn == (not plain)


def test_json_for_programs(record: Path) -> None:
    told = json.loads(run(record, "--nodes", 20, "--json").output)
    assert told["game"] == "egemonia"
    assert [each["seat"] for each in told["reviews"]] == ["s0", "s1"]
    ledger = told["reviews"][1]["ledger"]
    assert sum(value for name, value in ledger.items() if name != "result") == pytest.approx(ledger["result"])


def test_one_seat_and_a_picture(record: Path, tmp_path: Path) -> None:
    picture = tmp_path / "graph.svg"
    result = run(record, "--seat", "s1", "--nodes", 20, "--svg", picture)
    assert "Sparta's decisions" in result.output
    assert "Athens's decisions" not in result.output
    root = ElementTree.fromstring(picture.read_text("utf-8"))
    line = root.find("{http://www.w3.org/2000/svg}polyline")
    assert line is not None
    assert len(line.attrib["points"].split()) > 100


def test_seconds_instead_of_nodes(record: Path) -> None:
    assert run(record, "--seat", "s0", "--seconds", 0.5).exit_code == 0


def test_other_kinds_of_records(record: Path, tmp_path: Path) -> None:
    game = uhg.read(record.read_text("utf-8")).replay()
    saved = tmp_path / "game.save"
    saved.write_bytes(game.save())
    written = tmp_path / "game.json"
    written.write_text(json.dumps(game.record().to_dict()), "utf-8")
    told = [run(file, "--nodes", 20, "--seat", "s0").output for file in (record, saved, written)]
    assert told[0] == told[1] == told[2]


def test_a_game_that_goes_on_tells_no_secrets(tmp_path: Path) -> None:
    file = kept(tmp_path / "g.uhg", played("egemonia", {}, 3, moves=30))
    refused = run(file)
    assert refused.exit_code == 2
    assert "not over" in refused.output
    assert "--seat s0 or s1" in refused.output
    told = run(file, "--seat", "s0", "--nodes", 20).output
    assert "The game is not over." in told
    assert "Turning points" not in told
    assert "Hidden from" not in told


@pytest.mark.parametrize(
    ("args", "words"),
    [
        (["--seat", "s7"], "--seat s7: want s0, s1"),
        (["--nodes", "5", "--seconds", "3"], "want --nodes or --seconds"),
        (["--nodes", "0"], "0 is not in the range"),
    ],
)
def test_what_cannot_be_is_said(record: Path, args: list[str], words: str) -> None:
    result = run(record, *args)
    assert result.exit_code == 2
    assert words in result.output


def test_records_that_cannot_be_reviewed(tmp_path: Path) -> None:
    game = played("egemonia", {}, 3, moves=6)
    own = tmp_path / "own.uhg"
    own.write_text(uhg.write_seat(game, "s0"), "utf-8")
    assert "want a whole game's record" in " ".join(run(own).output.split())
    assert "nothing has been played" in run(kept(tmp_path / "new.uhg", game.with_moves([]))).output
    broken = tmp_path / "broken.uhg"
    broken.write_text("no record", "utf-8")
    result = run(broken)
    assert result.exit_code != 0
    assert "Traceback" not in result.output


def test_the_plot_numbers_turning_points(record: Path) -> None:
    from petteia.ai.review import review

    [found] = review(uhg.read(record.read_text("utf-8")).replay(), ["s0"], nodes=20)
    lines = plot(found, 60, ascii_only=True)
    assert all(len(line) <= 60 for line in lines)
    assert "1" in lines[-2]
    assert lines[0].startswith(" 100%")
    assert by_turn(found)[-1][1] == found.graph[-1].chances
