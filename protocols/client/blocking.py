"""The client for people who do not write ``await``: the same methods, blocking."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Coroutine, Iterator, Sequence
from typing import TYPE_CHECKING, Any, TypeVar

from .asynchronous import Engine, Kinds, Listener, RemoteGame
from .replies import Args, BestMove, Hello, Reply, Thought, Update

if TYPE_CHECKING:
    from ...ai.review.parts import Review
    from ...engine import Block, Description

T = TypeVar("T")


class _Loop:
    """An event loop in a thread of its own."""

    def __init__(self) -> None:
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, name="uhi-client", daemon=True)
        self._thread.start()

    def run(self, work: Coroutine[Any, Any, T]) -> T:
        future = asyncio.run_coroutine_threadsafe(work, self._loop)
        try:
            return future.result()
        except BaseException:
            future.cancel()
            raise

    def close(self) -> None:
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()


class SimpleEngine:
    """An engine process. Use it in a ``with`` block, or call `quit`."""

    def __init__(self, loop: _Loop, engine: Engine) -> None:
        self._loop = loop
        self.engine = engine

    @classmethod
    def popen(cls, command: Sequence[str] | None = None, **settings: Any) -> SimpleEngine:
        """Start an engine and shake hands; settings as for `Engine`."""
        loop = _Loop()
        try:
            return cls(loop, loop.run(Engine.popen(command, **settings)))
        except BaseException:
            loop.close()
            raise

    def __enter__(self) -> SimpleEngine:
        return self

    def __exit__(self, *_: object) -> None:
        self.quit()

    @property
    def hello(self) -> Hello:
        assert self.engine.hello is not None
        return self.engine.hello

    @property
    def pid(self) -> int | None:
        return self.engine.pid

    def request(self, verb: str, args: Args | None = None, *, timeout: float | None = -1) -> Reply:
        """Any verb of the protocol."""
        return self._loop.run(self.engine.request(verb, args, timeout=timeout))

    def greet(self, lang: str | None = None) -> Hello:
        """As `Engine.greet`."""
        return self._loop.run(self.engine.greet(lang))

    def set_option(self, name: str, value: str | int | bool) -> None:
        self._loop.run(self.engine.set_option(name, value))

    def ready(self) -> None:
        self._loop.run(self.engine.ready())

    def ping(self) -> None:
        self._loop.run(self.engine.ping())

    def components(self, name: str) -> list[Args]:
        return self._loop.run(self.engine.components(name))

    def new(self, name: str, **args: Any) -> SimpleGame:
        return SimpleGame(self._loop, self._loop.run(self.engine.new(name, **args)))

    def primer(self, name: str, seats: int | None = None, lang: str | None = None) -> str:
        return self._loop.run(self.engine.primer(name, seats, lang))

    def load(self, *, path: str | None = None, record: str | None = None, **more: Any) -> SimpleGame:
        """As `Engine.load`: also ``lang``, ``with_`` and ``for_``."""
        return SimpleGame(self._loop, self._loop.run(self.engine.load(path=path, record=record, **more)))

    def restart(self) -> None:
        self._loop.run(self.engine.restart())

    def quit(self) -> int | None:
        """End the process; its exit status."""
        try:
            return self._loop.run(self.engine.quit())
        finally:
            self._loop.close()

    def kill(self) -> None:
        """End a process that does not listen."""
        try:
            self._loop.run(self.engine.kill())
        finally:
            self._loop.close()


class SimpleGame:
    """A game in an engine."""

    def __init__(self, loop: _Loop, game: RemoteGame) -> None:
        self._loop = loop
        self.game = game

    @property
    def teams(self) -> list[str]:
        return self.game.teams

    @property
    def waiting(self) -> list[str]:
        return self.game.waiting

    @property
    def decisions(self) -> dict[str, int]:
        return self.game.decisions

    @property
    def events(self) -> dict[str, list[str]]:
        return self.game.events

    @property
    def result(self) -> tuple[list[str], str] | None:
        return self.game.result

    @property
    def updates(self) -> dict[str, Update]:
        return self.game.updates

    def play(self, seat: str, move: str, d: int | None = None, *, with_: Kinds = (), for_: Kinds = ()) -> Reply:
        return self._loop.run(self.game.play(seat, move, d, with_=with_, for_=for_))

    def unplay(self, seat: str, d: int, *, with_: Kinds = (), for_: Kinds = ()) -> Reply:
        return self._loop.run(self.game.unplay(seat, d, with_=with_, for_=for_))

    def undo(self, force: bool = False, *, with_: Kinds = (), for_: Kinds = ()) -> Reply:
        return self._loop.run(self.game.undo(force, with_=with_, for_=for_))

    def observe(self, n: int, event: str) -> Reply:
        return self._loop.run(self.game.observe(n, event))

    def observe_all(self, first: int, events: Sequence[str]) -> None:
        self._loop.run(self.game.observe_all(first, events))

    def view(self, seat: str) -> Args:
        return self._loop.run(self.game.view(seat))

    def legal(self, seat: str) -> list[str]:
        return self._loop.run(self.game.legal(seat))

    def told(self, seat: str, start: int = 1) -> list[tuple[int, str]]:
        return self._loop.run(self.game.told(seat, start))

    def story(self, seat: str, start: int = 1) -> list[tuple[int, str]]:
        return self._loop.run(self.game.story(seat, start))

    def describe(self, seat: str) -> Description:
        return self._loop.run(self.game.describe(seat))

    def summary(self, seat: str, brief: bool = False) -> list[Block]:
        return self._loop.run(self.game.summary(seat, brief))

    def draw(self, seat: str) -> str:
        return self._loop.run(self.game.draw(seat))

    def look(self, seat: str, with_: Kinds, start: int = 1) -> Update:
        return self._loop.run(self.game.look(seat, with_, start))

    def subscribe(self, seat: str, with_: Kinds, start: int = 1) -> SimpleUpdates:
        """``with game.subscribe("s0", ["view"]) as updates: for update in updates: ...``; leaving the block ends it."""
        return SimpleUpdates(self._loop, self.game, seat, with_, start)

    def hash(self, seat: str | None = None) -> str:
        return self._loop.run(self.game.hash(seat))

    def save(self, seat: str | None = None) -> str:
        return self._loop.run(self.game.save(seat))

    def go(self, seat: str, *, listener: Listener | None = None, timeout: float | None = -1, **limits: Any) -> BestMove:
        return self._loop.run(self.game.go(seat, listener=listener, timeout=timeout, **limits))

    def review(self, seat: str, *, nodes: int | None = None, listener: Listener | None = None) -> Review:
        return self._loop.run(self.game.review(seat, nodes=nodes, listener=listener))

    def analyse(self, seat: str, **limits: Any) -> SimpleAnalysis:
        """``with game.analyse("s0") as thoughts: for thought in thoughts: ...``; leaving the block stops it."""
        return SimpleAnalysis(self._loop, self.game, seat, limits)

    def close(self) -> None:
        self._loop.run(self.game.close())


class SimpleUpdates:
    """A subscription."""

    def __init__(self, loop: _Loop, game: RemoteGame, seat: str, kinds: Kinds, start: int) -> None:
        self._loop = loop
        self._stream = game.subscribe(seat, kinds, start)

    def __enter__(self) -> SimpleUpdates:
        self._loop.run(self._stream.__aenter__())
        return self

    def __exit__(self, *_: object) -> None:
        self._loop.run(self._stream.close())

    def __iter__(self) -> Iterator[Update]:
        while True:
            try:
                yield self._loop.run(self._stream.__anext__())
            except StopAsyncIteration:
                return


class SimpleAnalysis:
    """An analysis that runs."""

    def __init__(self, loop: _Loop, game: RemoteGame, seat: str, limits: Args) -> None:
        self._loop = loop
        self._stream = game.analyse(seat, **limits)

    @property
    def last(self) -> Thought | None:
        return self._stream.last

    def __enter__(self) -> SimpleAnalysis:
        self._loop.run(self._stream.__aenter__())
        return self

    def __exit__(self, *_: object) -> None:
        self._loop.run(self._stream.stop())

    def __iter__(self) -> Iterator[Thought]:
        while True:
            try:
                yield self._loop.run(self._stream.__anext__())
            except StopAsyncIteration:
                return
