"""The programs on the pages for who learns from games run as they stand, and are short enough to read."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from .readme import programs
from .tools.layout import ROOT

PAGES = ("actions.md", "judgement.md", "observations.md", "research.md")
MOST_LINES = 15  # of a script, blank ones not counted


def named() -> dict[str, str]:
    found = {}
    for page in PAGES:
        blocks = programs((ROOT / "docs" / page).read_text("utf-8"))
        assert blocks, page
        found |= {f"{page} {number}": block for number, block in enumerate(blocks, 1)}
    return found


@pytest.mark.parametrize("name", named())
def test_a_program_on_a_page(name: str, tmp_path: Path) -> None:
    code = named()[name]
    lines = [line for line in code.splitlines() if line.strip()]
    assert len(lines) <= MOST_LINES
    assert max(map(len, lines)) <= 120
    script = tmp_path / "script.py"
    script.write_text(code, "utf-8")
    done = subprocess.run([sys.executable, str(script)], capture_output=True, text=True, timeout=250, cwd=tmp_path)
    assert done.returncode == 0, done.stderr
