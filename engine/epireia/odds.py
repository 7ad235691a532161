"""Epireia alone: how often what the engine expects comes true.

The evaluation is made for comparing moves, and that is not the same as saying true chances: early in a scenario the
enemy's army stands there whole and the player's is still to be raised, and a rosier judgement plays worse
(docs/search.md). So people are told what became of such judgements in games that the engine played against itself.
"""

from __future__ import annotations

from typing import Any

from .rules import Tables

# By who plays the enemy cities: log odds = a + b x, where x are those that the engine expects. First a and b at the end
# of the last turn, then what is added to them at the start of the game, in between by the share of turns left.
# `python -m bench.calibration epireia --seats 1 --fit` finds these.
CURVES = {
    "die": ((0.49, 0.96), (1.09, -0.51)),
    "ai": ((0.28, 1.52), (1.67, -0.50)),
    "rival": ((0.70, 1.48), (-0.13, 0.55)),
}


def odds(tables: Tables, view: dict[str, Any]) -> tuple[float, float]:
    assert tables.solo is not None
    (a, b), (more, steeper) = CURVES[str(tables.options["enemy"])]
    left = 1 - view["turn"] / tables.solo.turns
    return a + more * left, b + steeper * left
