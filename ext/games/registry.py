"""The kernels, by the name of their game: one line each."""

from importlib import import_module

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


def find_ops(game: str) -> object:
    """The capsule with a game's table of functions; a kernel is loaded when it is first asked for."""
    if game not in MODULES:
        raise ValueError(f"no game {game!r}: want {', '.join(MODULES)}")
    return import_module(f"{__package__}.{MODULES[game]}").OPS
