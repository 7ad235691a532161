"""Ephyran with other components, for the kernel (a data folder) and for the reference (parsed data) alike."""

from __future__ import annotations

import json
import tempfile
from pathlib import Path
from typing import Any

from petteia.engine import Ruleset, ruleset
from tests.reference.base import load_data
from tests.reference.ephyran import DATA

RULES = load_data(DATA)


def with_settings(data: dict[str, Any] = RULES, **settings: Any) -> dict[str, Any]:
    """The component data with some settings changed."""
    rows = [row | {"value": settings.get(row["id"], row["value"])} for row in data["settings"]["setting"]]
    return data | {"settings": {"setting": rows}}


def small_box(supports: dict[str, int], pairs: int, tokens: dict[str, int], **settings: Any) -> dict[str, Any]:
    """A box of few cards: so many of each support, so many of two territories, and so many tokens."""
    rows = RULES["cards"]["card"]
    cards = [row for kind, n in supports.items() for row in [row for row in rows if row["lower"] == kind][:n]]
    kinds = {row["id"] for row in RULES["supports"]["support"]}
    cards += [row for row in rows if row["lower"] not in kinds][:pairs]
    cards.sort(key=rows.index)
    return with_settings(
        RULES
        | {
            "cards": {"card": cards},
            "supports": {
                "support": [row | {"count": supports.get(row["id"], 0)} for row in RULES["supports"]["support"]]
            },
            "tokens": {"token": [row | {"count": tokens.get(row["id"], 0)} for row in RULES["tokens"]["token"]]},
        },
        **settings,
    )


def kernel_rules(seats: int, options: dict[str, str] | None = None, data: dict[str, Any] = RULES) -> Ruleset:
    """The kernel's rules for the same data."""
    with tempfile.TemporaryDirectory() as folder:
        for name, tables in data.items():
            if tables != RULES[name]:
                Path(folder, f"{name}.toml").write_text(_toml(tables), "utf-8")
        return ruleset("ephyran", seats, folder, **(options or {}))


def _toml(tables: dict[str, Any]) -> str:
    lines = []
    for table, rows in tables.items():
        for row in rows:
            lines.append(f"[[{table}]]")
            lines += [f"{key} = {json.dumps(value)}" for key, value in row.items()]
    return "\n".join(lines) + "\n"
