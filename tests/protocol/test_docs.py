"""docs/protocol.md is the norm: its examples run, and its tables are complete."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import pytest

from petteia.engine import GAMES
from petteia.protocols import conformance
from petteia.protocols.messages import TERMINAL
from petteia.protocols.options import OPTIONS
from petteia.protocols.shapes import SHAPES
from petteia.protocols.verbs.syntax import VERBS

ROOT = Path(__file__).parent.parent.parent
PAGE = (ROOT / "docs" / "protocol.md").read_text("utf-8")
FRONTENDS = (ROOT / "docs" / "frontends.md").read_text("utf-8")
EXAMPLES = re.findall(r"^```uhi\n(.*?)^```", PAGE + FRONTENDS, re.MULTILINE | re.DOTALL)


@pytest.mark.parametrize("number", range(len(EXAMPLES)))
def test_example(number: int) -> None:
    example = conformance.Transcript.parse(f"example {number + 1}", EXAMPLES[number])
    conformance.run(example, [sys.executable, "-m", "petteia.protocols"], "text")


def test_there_are_examples() -> None:
    assert len(EXAMPLES) >= 9


def test_the_python_example() -> None:
    [code] = re.findall(r"^```python\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL)
    exec(compile(code, "protocol.md", "exec"), {})


@pytest.mark.parametrize("name", VERBS)
def test_every_verb_is_there_with_its_usage(name: str) -> None:
    assert re.search(rf"`{re.escape(VERBS[name].usage)}`", PAGE.replace("\\|", "|").replace("\n", " "))


def test_every_option_is_there() -> None:
    for option in OPTIONS:
        assert f"\n| `{option.name}` | " in PAGE


def test_every_kind_of_message_is_there() -> None:
    for kind in {*SHAPES, *TERMINAL, "caps", "result", "info"} - {"error"}:
        assert re.search(rf"^\| .*`{kind}`", PAGE.partition("## Msgpack")[2], re.MULTILINE), kind


def test_every_error_is_there() -> None:
    table = PAGE.partition("## Errors")[2].partition("\n## ")[0]
    codes = set()
    for path in (ROOT / "protocols").rglob("*.py"):
        codes |= set(re.findall(r'(?:ProtocolError|super\(\).__init__)\(\s*"([a-z-]+)"', path.read_text("utf-8")))
    assert len(codes) > 15
    for code in codes:
        assert f"`error {code}" in table, code


def test_no_code_is_about_one_game() -> None:
    for path in (ROOT / "protocols").rglob("*.py"):
        for name in GAMES:
            assert name not in path.read_text("utf-8").lower(), f"{path.name}: {name}"
