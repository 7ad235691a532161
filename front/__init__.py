"""petteia plays board games of hidden information, and plays them fairly.

It knows the rules of its games, keeps apart what each seat may know, and chooses moves by searching over worlds
that are consistent with one seat's knowledge; it never looks at the true state.

    import petteia
    game = petteia.new("egemonia", seed=7)
    game.play("s0", game.legal("s0")[0])
"""

from importlib.metadata import version

from .engine import Game, GameError, Observation, new

__version__ = version("petteia")

__all__ = ["Game", "GameError", "Observation", "__version__", "new"]
