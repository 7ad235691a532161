"""Games with other components than their own."""

from __future__ import annotations

from typing import Any


def with_settings(data: dict[str, Any], **settings: Any) -> dict[str, Any]:
    """The component data with some settings changed."""
    rows = [row | {"value": settings.get(row["id"], row["value"])} for row in data["settings"]["setting"]]
    assert set(settings) <= {row["id"] for row in rows}
    return data | {"settings": {"setting": rows}}
