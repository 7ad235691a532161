"""The README's excerpt of a game is what the terminal shows."""

from __future__ import annotations

import re
from collections.abc import Callable

from ..readme import matches
from ..tools.layout import ROOT
from .terminal import Terminal, plain


def test_the_excerpt_is_real(sit: Callable[..., Terminal]) -> None:
    text = (ROOT / "README.md").read_text("utf-8")
    [block] = re.findall(r"^```text\n\$ petteia play (.*?)^```", text, re.MULTILINE | re.DOTALL)
    arguments, _, excerpt = block.partition("\n")
    terminal = sit(*arguments.split())
    terminal.wait()
    for answer in ("athens", "archon", "pericles", "granary", "done", "persia"):
        terminal.type(answer)
    printed = [line.rstrip() for line in plain(terminal.output).replace("\r", "").split("\n")]
    assert matches([*excerpt.splitlines(), "..."], "\n".join(printed))
