"""Egemonia with other components."""

from __future__ import annotations

import copy

from .position import DATA

# Athens starts the historical scenario with nothing: it can place no Military and no Influence, and may have to pass.
ATHENS_HAS_NOTHING = copy.deepcopy(DATA)
ATHENS_HAS_NOTHING["setup"]["influence"] = [
    row for row in DATA["setup"]["influence"] if (row["scenario"], row["faction"]) != ("historical", "athens")
]
