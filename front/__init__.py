"""petteia plays board games of hidden information, and plays them fairly.

It knows the rules of its games, keeps apart what each seat may know, and chooses moves by searching over worlds
that are consistent with one seat's knowledge; it never looks at the true state.

    import petteia
    game = petteia.new("egemonia", seed=7)
    game.play("s0", game.legal("s0")[0])
"""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .engine import Game, GameError, Observation, new
    from .engine.vector import VectorEnv
    from .shared.records import load

__version__ = "0.2.0"  # as in pyproject.toml; asking the install for it would take longer than all the rest here

__all__ = ["Game", "GameError", "Observation", "VectorEnv", "__version__", "load", "new"]


def __getattr__(name: str) -> Any:
    """What is asked for is loaded then: `import petteia` takes no time, and a command loads what it needs."""
    if name == "load":
        from .shared.records import load

        return load
    if name == "VectorEnv":
        from .engine.vector import VectorEnv

        return VectorEnv
    if name in __all__:
        from . import engine

        return getattr(engine, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return [*globals(), *__all__]
