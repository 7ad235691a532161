"""Ephyran with other components."""

from __future__ import annotations

from typing import Any

from tests.reference.base import components

from ..variants import with_settings

RULES = components("ephyran")


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
