"""The documents' tables are what the code says."""

from __future__ import annotations

import re

from petteia.engine import GAMES, Observation, ruleset

from .tools.layout import ROOT


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


def test_every_link_leads_somewhere() -> None:
    for page in [*ROOT.glob("*.md"), *ROOT.glob("docs/*.md"), *ROOT.glob("engine/*/RULES.md")]:
        for target in re.findall(r"\]\(([^)#]+)", page.read_text("utf-8")):
            if "://" not in target:
                assert (page.parent / target).exists(), f"{page.name}: {target}"


def test_every_game_has_its_rules_page() -> None:
    for name in GAMES:
        text = (ROOT / "engine" / name / "RULES.md").read_text("utf-8")
        for part in (r"^## (\d+\.? )?Decisions", r"^## (\d+\.? )?Fields", r"\[book", r"\[read", r"\[authored"):
            assert re.search(part, text, re.MULTILINE), f"{name}: {part}"
