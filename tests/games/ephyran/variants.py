"""Ephyran with other settings, for the kernel (a data folder) and for the reference (parsed data) alike."""

from __future__ import annotations

import json
import tempfile
from pathlib import Path
from typing import Any

from petteia.engine import Ruleset, ruleset

from tests.reference.base import load_data
from tests.reference.ephyran import DATA

RULES = load_data(DATA)


def with_settings(**settings: Any) -> dict[str, Any]:
    """The component data with some settings changed."""
    rows = [row | {"value": settings.get(row["id"], row["value"])} for row in RULES["settings"]["setting"]]
    return RULES | {"settings": {"setting": rows}}


def kernel_rules(seats: int, options: dict[str, str] | None = None, data: dict[str, Any] | None = None) -> Ruleset:
    """The kernel's rules for the same data; only settings may differ from the game's own."""
    if data is None or data["settings"] == RULES["settings"]:
        return ruleset("ephyran", seats, **(options or {}))
    with tempfile.TemporaryDirectory() as folder:
        lines = []
        for row in data["settings"]["setting"]:
            lines.append("[[setting]]")
            lines += [f"{key} = {json.dumps(value)}" for key, value in row.items()]
        Path(folder, "settings.toml").write_text("\n".join(lines) + "\n", "utf-8")
        return ruleset("ephyran", seats, folder, **(options or {}))
