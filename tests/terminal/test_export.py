"""``petteia rules GAME --export DIR``: files for people who own the printed game."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from petteia.cli import main
from petteia.engine import GAMES, new, ruleset
from petteia.shared.rulebook import players_page, rules_page


def run(*arguments: str) -> Result:
    return CliRunner().invoke(main, arguments, input="")


@pytest.mark.parametrize("game", GAMES)
def test_exported_files_are_the_games_own_and_can_be_changed(game: str, tmp_path: Path) -> None:
    folder = tmp_path / "my game"
    told = run("rules", game, "--export", str(folder))
    assert told.exit_code == 0, told.output
    assert f"petteia play {game} --data '{folder}'" in told.output
    rules = ruleset(game, data=folder)
    assert rules.components.digest == ruleset(game).components.digest
    assert sorted(rules.components.overridden) == sorted(path.name for path in folder.iterdir())


def test_a_changed_value_is_played(tmp_path: Path) -> None:
    assert run("rules", "epireia", "--export", str(tmp_path)).exit_code == 0
    empires = tmp_path / "empires.toml"
    empires.write_text(empires.read_text("utf-8").replace("target = 10", "target = 12", 1), "utf-8")
    for name in tmp_path.iterdir():
        if name != empires:
            name.unlink()
    played = run("play", "epireia", "--seats", "1", "--seed", "7", "--data", str(tmp_path), "--nodes", "5")
    assert played.exit_code == 0, played.output
    assert "Result: " in played.output
    assert "Persia 12: 4co" in new("epireia", seats=1, data=tmp_path).draw("s0")


def test_nothing_is_overwritten(tmp_path: Path) -> None:
    (tmp_path / "events.toml").write_text("mine", "utf-8")
    refused = run("rules", "egemonia", "--export", str(tmp_path))
    assert refused.exit_code == 2
    assert "events.toml is there already" in refused.output
    assert [path.name for path in tmp_path.iterdir()] == ["events.toml"]
    assert (tmp_path / "events.toml").read_text("utf-8") == "mine"


@pytest.mark.parametrize("game", GAMES)
def test_the_page_for_players_has_rules_and_nothing_for_programmers(game: str) -> None:
    page, whole = players_page(game), rules_page(game)
    assert 0.3 * len(whole) < len(page) < len(whole)
    for word in ("Fields", "ampling", "What people read", "Decisions"):
        assert not [line for line in page.splitlines() if line.startswith("#") and word in line], word
    assert "Contents:" not in page  # it would name what is left out
    assert "etup" in page or "Draft" in page
