"""A client for UHI engines: asynchronous, with a blocking wrapper.

    with SimpleEngine.popen() as engine:
        game = engine.new(next(iter(engine.hello.games)), deal=7)
        while game.result is None:
            seat = game.waiting[0]
            game.play(seat, game.go(seat, nodes=1000).move)

Any engine that speaks UHI can stand behind it: pass its command. A request that the engine refuses raises
`EngineError` with the engine's code and keys; one that takes too long, `EngineTimeout`. If the process dies it is
started again once, its options and games are set up as they were, and the request is repeated (``restarts=False``
raises `EngineDied` instead).
"""

from __future__ import annotations

from .asynchronous import AnalysisStream, Engine, RemoteGame, UpdateStream
from .blocking import SimpleAnalysis, SimpleEngine, SimpleGame, SimpleUpdates
from .replies import BestMove, EngineDied, EngineError, EngineTimeout, Hello, Reply, Thought, Update

__all__ = [
    "AnalysisStream",
    "BestMove",
    "Engine",
    "EngineDied",
    "EngineError",
    "EngineTimeout",
    "Hello",
    "RemoteGame",
    "Reply",
    "SimpleAnalysis",
    "SimpleEngine",
    "SimpleGame",
    "SimpleUpdates",
    "Thought",
    "Update",
    "UpdateStream",
]
