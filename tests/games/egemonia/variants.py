"""Egemonia with other components."""

from __future__ import annotations

import copy

from .position import DATA

# Athens starts the historical scenario with nothing: it can place no Military and no Influence, and may have to pass.
ATHENS_HAS_NOTHING = copy.deepcopy(DATA)
ATHENS_HAS_NOTHING["setup"]["influence"] = [
    row for row in DATA["setup"]["influence"] if (row["scenario"], row["faction"]) != ("historical", "athens")
]

# A map of 21 areas, on which both sides can hold ten: with Rhodes and Crete, joined to Samos and Melos by sea.
LARGER = copy.deepcopy(DATA)
for new, old in (("rhodes", "samos"), ("crete", "melos")):
    row = next(row for row in LARGER["areas"]["area"] if row["id"] == old)
    LARGER["areas"]["area"].append({**row, "id": new, "name": new.title(), "land": [], "sea": [old]})
    row["sea"].append(new)
