"""The documents' tables are what the code says."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from petteia.engine import GAMES, Observation, ruleset

from .tools.layout import ROOT

WIDTH = 100  # columns of prose
LONGEST_MANUAL = 160  # lines of the search's: what was tried belongs into the lab book


def pages() -> list[Path]:
    return [*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md"), *ROOT.glob("engine/games/*/RULES.md")]


def prose(text: str) -> Iterator[str]:
    """The lines that are neither code nor rows of a table."""
    in_code = False
    for line in text.splitlines():
        if line.lstrip().startswith("```"):
            in_code = not in_code
        elif not in_code and not line.lstrip().startswith("|"):
            yield line


@pytest.mark.parametrize("page", pages(), ids=lambda page: page.relative_to(ROOT).as_posix())
def test_no_line_of_prose_is_wide(page: Path) -> None:
    assert [line for line in prose(page.read_text("utf-8")) if len(line) > WIDTH] == []


def test_the_manual_of_the_search_stays_short() -> None:
    assert len((ROOT / "docs" / "search.md").read_text("utf-8").splitlines()) <= LONGEST_MANUAL


def test_prose_leaves_out_code_and_tables() -> None:
    assert list(prose("a\n```sh\nb\n```\n| c |\nd\n")) == ["a", "d"]


def test_observation_tables() -> None:
    """Each game's table in docs/observations.md is its layout."""
    text = (ROOT / "docs" / "observations.md").read_text("utf-8")
    sections = dict(re.findall(r"^## (\w+)\n(.*?)(?=^## |\Z)", text, re.MULTILINE | re.DOTALL))
    assert set(sections) == {game.title for game in GAMES.values()}
    for name, game in GAMES.items():
        observation = Observation.start(ruleset(name), "s0")
        rows = [
            f"| {block.start} | {' x '.join(map(str, block.shape))} | `{block.name}` | {block.meaning} |"
            for block in observation.layout()
        ]
        assert re.findall(r"^\| \d.*$", sections[game.title], re.MULTILINE) == rows
        assert f"\n{len(observation.to_numpy())} numbers in all." in sections[game.title]


def test_action_tables() -> None:
    """Each game's table in docs/actions.md is its layout."""
    text = (ROOT / "docs" / "actions.md").read_text("utf-8")
    sections = dict(re.findall(r"^## (\w+)\n(.*?)(?=^## |\Z)", text, re.MULTILINE | re.DOTALL))
    assert set(sections) == {game.title for game in GAMES.values()}
    for name, game in GAMES.items():
        rules = ruleset(name)
        rows = [f"| {block.start} | {block.size} | `{block.name}` |" for block in rules.actions.layout()]
        assert re.findall(r"^\| \d.*$", sections[game.title], re.MULTILINE) == rows
        assert f"\n{rules.n_actions} actions in all." in sections[game.title]


def test_every_link_leads_somewhere() -> None:
    for page in pages():
        for target in re.findall(r"\]\(([^)#]+)", page.read_text("utf-8")):
            if "://" not in target:
                assert (page.parent / target).exists(), f"{page.name}: {target}"


def test_every_game_has_its_rules_page() -> None:
    for name in GAMES:
        text = (ROOT / "engine" / "games" / name / "RULES.md").read_text("utf-8")
        for part in (r"^## (\d+\.? )?Decisions", r"^## (\d+\.? )?Fields", r"\[book", r"\[read", r"\[authored"):
            assert re.search(part, text, re.MULTILINE), f"{name}: {part}"
