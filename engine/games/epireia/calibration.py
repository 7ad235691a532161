"""How often what the engine expects of a game of Epireia comes true.

The evaluation is made for comparing moves, and that is not the same as saying true chances: alone, the enemy's army
stands there whole from the start and the player's is still to be raised; among leagues, a lead early on is often lost
again; and truer judgements play worse (docs/lab). So people are told what became of such judgements in games
that the engine played against itself.
"""

from __future__ import annotations

from typing import Any

from ....ext.games.epireia import state as kernel
from .rules import Tables
from .text import reckoning

Curve = tuple[tuple[float, float], tuple[float, float]]

# Of a lone player, by who plays the enemy cities and by the scenario's grade: log odds = a + b x, x being those that
# the engine expects. First a and b at the end, then what is added to them at the start of the game, in between by what
# is left of it. At the start the engine sees little of how hard a scenario is, hence the grades; in `rival` there were
# too few games to part them. `python -m bench.calibration epireia --seats 1 -o enemy=die -o scenario=... --fit`
# finds these.
ANY_RIVAL: Curve = ((0.12, 1.41), (1.38, 1.06))
CURVES: dict[str, dict[int, Curve]] = {
    "die": {
        1: ((0.82, 1.06), (0.86, -0.86)),
        2: ((0.59, 1.09), (0.23, -0.90)),
        3: ((0.29, 1.25), (-0.94, -1.25)),
        4: ((0.72, 0.69), (-0.80, -0.72)),
    },
    "ai": {
        1: ((0.28, 0.97), (0.63, -0.09)),
        2: ((-0.41, 0.89), (-1.43, -0.67)),
        3: ((-1.19, 0.69), (-2.12, -0.89)),
        4: ((-3.14, 1.68), (-1.80, 0.15)),
    },
    "rival": {1: ANY_RIVAL, 2: ANY_RIVAL, 3: ANY_RIVAL, 4: ANY_RIVAL},
}


def share_left(tables: Tables, view: dict[str, Any]) -> float:
    """The share of the turns still to come, or with several players of the acts: nobody knows how long those take."""
    if tables.solo is not None:
        return 1 - int(view["turn"]) / tables.solo.turns
    if view["phase"] in reckoning.BATTLE:
        return 0.0
    met = max(view["act"] - 1, 0) + bool(view["met"])
    return 1 - int(met) / kernel.N_ACTS


def curve(tables: Tables, left: float) -> tuple[float, float] | None:
    """The a and b of a game of which a share is left; None where what the engine expects is true enough."""
    if tables.solo is None:
        return None
    (a, b), (more, steeper) = CURVES[str(tables.options["enemy"])][tables.solo.grade]
    return a + more * left, b + steeper * left
