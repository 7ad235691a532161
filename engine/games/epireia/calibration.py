"""How often what the engine expects of a game of Epireia comes true.

The evaluation is made for comparing moves, and that is not the same as saying true chances: alone, the enemy's army
stands there whole from the start and the player's is still to be raised; among leagues, a lead early on is often lost
again; and truer judgements play worse (docs/lab). So people are told what became of such judgements in games
that the engine played against itself.
"""

from __future__ import annotations

from typing import Any

from .rules import Tables
from .text import reckoning

ACTS = 3

# By who plays the enemy cities, or by the number of players: log odds = a + b x, x being those that the engine expects.
# First a and b at the end, then what is added to them at the start of the game, in between by what is left of it.
# `python -m bench.calibration epireia --seats 1 --fit` finds these.
CURVES = {
    "die": ((1.06, 0.74), (1.34, -0.15)),
    "ai": ((1.19, 1.05), (0.14, -0.04)),
    "rival": ((-0.76, 1.17), (0.58, 0.45)),
}


def share_left(tables: Tables, view: dict[str, Any]) -> float:
    """The share of the turns still to come, or with several players of the acts: nobody knows how long those take."""
    if tables.solo is not None:
        return 1 - int(view["turn"]) / tables.solo.turns
    if view["phase"] in reckoning.BATTLE:
        return 0.0
    met = max(view["act"] - 1, 0) + bool(view["met"])
    return 1 - int(met) / ACTS


def curve(tables: Tables, left: float) -> tuple[float, float] | None:
    """The a and b of a game of which a share is left; None where what the engine expects is true enough."""
    kind = str(tables.options["enemy"] if tables.solo is not None else tables.options["seats"])
    if kind not in CURVES:
        return None
    (a, b), (more, steeper) = CURVES[kind]
    return a + more * left, b + steeper * left
