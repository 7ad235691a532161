"""The kernels, by the name of their game: one line each; and where other packages' games are found.

A package of somebody else's declares its game as an entry point of the group ``petteia.games``: the name of the game,
and its rule set, a class in the package that holds the game's files. The class has the kernel's capsule as ``kernel``.
Nothing of it is loaded before somebody asks for it.
"""

import os
import sys
from functools import cache
from importlib import import_module
from typing import Any

# The module of each game, below this package, that fills its GameOps.
MODULES = {
    "egemonia": "egemonia.ops",
    "ephyran": "ephyran.ops",
    "epireia": "epireia.ops",
    "epix": "epix.ops",
    "attack": "toys.bids",
    "coin": "toys.coin",
    "goofspiel": "toys.goofspiel",
    "kuhn": "toys.poker",
    "leduc": "toys.poker",
    "siege": "toys.bids",
}

GROUP = "petteia.games"


def find_ops(game: str) -> object:
    """The capsule with a game's table of functions; a kernel is loaded when it is first asked for."""
    if game in MODULES:
        return import_module(f"{__package__}.{MODULES[game]}").OPS
    if game not in installed():
        raise ValueError(f"no game {game!r}: want {', '.join([*MODULES, *installed()])}")
    kind = installed()[game].load()
    if not hasattr(kind, "kernel"):
        raise ValueError(f"the game {game!r}: {kind!r} has no 'kernel': want the capsule with its GameOps")
    return kind.kernel


@cache
def installed() -> dict[str, Any]:
    """Other packages' games: entry points by name, not loaded yet. None has the name of a game of ours."""
    if not any(_declares(folder) for folder in sys.path):
        return {}
    from importlib.metadata import entry_points  # it takes longer to load than all the rest here

    return {point.name: point for point in entry_points(group=GROUP) if point.name not in MODULES}


def _declares(folder: str) -> bool:
    """Whether any package in a folder declares a game."""
    try:
        names = [name for name in os.listdir(folder or ".") if name.endswith((".dist-info", ".egg-info"))]
    except OSError:  # no folder
        return False
    for name in names:
        try:
            with open(os.path.join(folder, name, "entry_points.txt"), "rb") as file:
                if f"[{GROUP}]".encode() in file.read():
                    return True
        except OSError:  # it declares nothing
            continue
    return False
