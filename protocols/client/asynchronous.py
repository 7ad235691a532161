"""The asynchronous client: an engine process, the games in it, analyses that run. See `client`."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import secrets
import struct
import sys
from collections.abc import AsyncIterator, Callable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from .. import binary, text
from ..errors import ProtocolError, shorten
from ..messages import VERSION, Message, Request
from ..signals import group_settings
from .replies import (
    Args,
    BestMove,
    EngineDied,
    EngineError,
    EngineTimeout,
    Hello,
    Reply,
    Thought,
    Update,
    gather,
    gather_updates,
    read_blocks,
    read_description,
    read_review,
)

if TYPE_CHECKING:
    from ...ai.review.parts import Review
    from ...engine import Block, Description

MAX_LINE = 1 << 25  # bytes of a line from the engine
TIMEOUT = 30.0  # seconds; searches get what they were given in addition
GRACE = 2.0  # seconds between asking a process to end and making it
SHOWN = 200  # characters of what an engine said, in an error

PUBLIC = "pub"

Listener = Callable[[Message], None]
Kinds = Sequence[str]


@dataclass
class _Waiting:
    """A request that has no terminal message yet."""

    done: asyncio.Future[Reply]
    listener: Listener | None
    data: list[Message] = field(default_factory=list)


class Engine:
    """An engine process. Requests may run side by side; each is answered by its own id."""

    def __init__(
        self,
        command: Sequence[str] | None = None,
        *,
        msgpack: bool = False,
        timeout: float = TIMEOUT,
        restarts: bool = True,
        stderr: int | None = None,
        own_group: bool = False,
    ) -> None:
        """``own_group``: signals that a terminal sends to its foreground programs (Ctrl-C) do not reach the process."""
        default = [sys.executable, "-m", "petteia.protocols", *(["--msgpack"] if msgpack else [])]
        self.command = list(command) if command is not None else default
        self.msgpack = msgpack
        self.timeout = timeout
        self.restarts = restarts
        self.hello: Hello | None = None
        self.games: list[RemoteGame] = []
        self._stderr = stderr
        self._own_group = own_group
        self._settings: Args = {}
        self._ids = itertools.count(1)
        self._waiting: dict[str, _Waiting] = {}
        self._process: asyncio.subprocess.Process | None = None
        self._reader: asyncio.Task[None] | None = None
        self._starting = asyncio.Lock()
        self._generation = 0  # how often the process was started again
        self._stray = ""  # the last thing it said that answers nothing

    @classmethod
    async def popen(cls, command: Sequence[str] | None = None, **settings: Any) -> Engine:
        """Start an engine and shake hands."""
        engine = cls(command, **settings)
        await engine.start()
        return engine

    async def __aenter__(self) -> Engine:
        if self._process is None:
            await self.start()
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.quit()

    # The process.

    @property
    def pid(self) -> int | None:
        return self._process.pid if self._process else None

    async def start(self) -> Hello:
        """Start the process and shake hands."""
        self._process = await asyncio.create_subprocess_exec(
            *self.command,
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            stderr=self._stderr,
            limit=MAX_LINE,
            **group_settings(self._own_group),
        )
        self._reader = asyncio.create_task(self._read(self._process))
        self._stray = ""
        try:
            return await self.greet()
        except BaseException:
            await self.kill()
            raise

    async def greet(self, lang: str | None = None) -> Hello:
        """Ask the engine what it is. After an option that changes what it offers (Toys), or in another language."""
        reply = await self.request("uhi", _given(version=VERSION, lang=lang))
        [identity] = reply.only("id")
        self.hello = Hello(
            identity["name"],
            identity["version"],
            next(iter(reply.only("caps")), {}),
            {game["name"]: game for game in reply.only("game")},
            {option["name"]: option for option in reply.only("option")},
        )
        return self.hello

    @property
    def n_restarts(self) -> int:
        """How often the process was started again, because it had ended or because that was asked for."""
        return self._generation

    async def restart(self) -> None:
        """Start the process anew, with the options that were set and the games that were open, as they stood."""
        await self._restart(self._generation)

    async def _restart(self, generation: int) -> None:
        async with self._starting:
            if generation != self._generation:
                return  # somebody else did
            self._generation += 1
            await self._end_process()
            for game in self.games:
                game.handle = ""  # the new process gives the old names to other games
            await self.start()
            for name, value in self._settings.items():
                await self.request("setoption", {"name": name, "value": value})
            if self._settings:
                await self.greet()
            for game in list(self.games):
                try:
                    await game._reopen()
                except EngineError:  # a game that cannot be opened again harms no other, and answers nothing
                    game.handle = ""

    async def quit(self) -> int | None:
        """Ask the process to end, and see to it; its exit status."""
        if self._process is not None and self._process.returncode is None:
            with contextlib.suppress(EngineDied, EngineTimeout, EngineError):
                await self.request("quit", timeout=GRACE)
        await self._end_process()
        return self._process.returncode if self._process else None

    async def kill(self) -> None:
        """End a process that does not listen."""
        if self._process is not None and self._process.returncode is None:
            with contextlib.suppress(ProcessLookupError):
                self._process.kill()
        await self._end_process()

    async def _end_process(self) -> None:
        process = self._process
        if process is not None:
            if process.stdin is not None:
                process.stdin.close()
            try:
                await asyncio.wait_for(process.wait(), GRACE)
            except TimeoutError:
                process.kill()
                await process.wait()
        if self._reader is not None:
            await asyncio.wait([self._reader])

    async def _read(self, process: asyncio.subprocess.Process) -> None:
        """Hand every message to the request that it belongs to."""
        assert process.stdout is not None
        reason, line = "", b""
        try:
            while True:
                if self.msgpack:
                    (length,) = struct.unpack(">I", await process.stdout.readexactly(4))
                    if length > binary.MAX_FRAME:
                        reason = "the engine speaks lines of text: leave out msgpack=True"
                        break
                    line = await process.stdout.readexactly(length)
                    message = binary.parse_message(line)
                else:
                    line = await process.stdout.readline()
                    if line.startswith(b"\0"):  # the length of a frame
                        reason = "the engine speaks msgpack: pass msgpack=True"
                        break
                    if not line.endswith(b"\n"):
                        break
                    message = text.parse_message(line.decode("utf-8"))
                if not self._take(message):
                    self._stray = repr(line)
        except (asyncio.IncompleteReadError, ConnectionError):
            pass
        except (ProtocolError, ValueError, KeyError, TypeError) as error:
            reason = f"the engine said something that is not UHI: {shorten(repr(line), SHOWN)} ({error!r})"
            process.kill()
        reason = reason or await self._how_it_ended(process)
        for waiting in self._waiting.values():
            if not waiting.done.done():
                waiting.done.set_exception(EngineDied(reason))
        self._waiting.clear()

    async def _how_it_ended(self, process: asyncio.subprocess.Process) -> str:
        try:
            status = await asyncio.wait_for(process.wait(), GRACE)
        except TimeoutError:
            return "the engine closed its output" + self._last_words()
        return f"the engine ended with status {status}" + self._last_words()

    def _last_words(self) -> str:
        """What it said beside the point, which often says why."""
        return f"; it said {shorten(self._stray, SHOWN)}" if self._stray else ""

    def _take(self, message: Message) -> bool:
        """Whether it belongs to a request."""
        waiting = self._waiting.get(str(message.id))
        if waiting is None:
            return False
        if not message.terminal:
            waiting.data.append(message)
            if waiting.listener is not None:
                waiting.listener(message)
            return True
        del self._waiting[str(message.id)]
        if waiting.done.done():
            return True
        if message.kind == "error":
            keys = {key: value for key, value in message.fields.items() if key != "code"}
            waiting.done.set_exception(EngineError(message.fields["code"], keys))
        else:
            waiting.done.set_result(Reply(message.kind, message.fields, waiting.data))
        return True

    # Requests.

    async def request(
        self, verb: str, args: Args | None = None, *, timeout: float | None = -1, listener: Listener | None = None
    ) -> Reply:
        """Send one request and wait for its answer. ``timeout`` in seconds; None: for ever.

        ``listener`` is called with every message before the terminal one. A search that takes too long, or whose task
        is cancelled, is stopped.
        """
        id = str(next(self._ids))
        waiting = self._send(id, verb, args or {}, listener)
        seconds = self.timeout if timeout == -1 else timeout
        try:
            return await asyncio.wait_for(asyncio.shield(waiting.done), seconds)
        except TimeoutError:
            self._abandon(id, verb)
            raise EngineTimeout(f"no answer to {verb!r} within {seconds:g} s" + self._last_words()) from None
        except asyncio.CancelledError:
            self._abandon(id, verb)
            await asyncio.wait([waiting.done], timeout=GRACE)  # so that the game is free when we return
            raise

    def _send(self, id: str, verb: str, args: Args, listener: Listener | None) -> _Waiting:
        process = self._process
        if process is None or process.stdin is None:
            raise EngineDied("the engine is not running")
        if process.returncode is not None:
            raise EngineDied(f"the engine ended with status {process.returncode}" + self._last_words())
        if self._reader is not None and self._reader.done():
            raise EngineDied("the engine ended")
        request = Request(id, verb, args)
        waiting = self._waiting[id] = _Waiting(asyncio.get_running_loop().create_future(), listener)
        waiting.done.add_done_callback(lambda done: done.cancelled() or done.exception())
        process.stdin.write(
            binary.format_request(request) if self.msgpack else (text.format_request(request) + "\n").encode()
        )
        return waiting

    def _abandon(self, id: str, verb: str) -> None:
        """Nobody waits for this request any more."""
        if id in self._waiting:
            self._waiting[id].listener = None
            ends = "unsubscribe" if verb == "subscribe" else "stop"
            with contextlib.suppress(EngineDied):
                self._send(str(next(self._ids)), ends, {"id": id}, None)

    async def ask(
        self,
        game: RemoteGame | None,
        verb: str,
        args: Args,
        *,
        timeout: float | None = -1,
        listener: Listener | None = None,
    ) -> Reply:
        """A request about a game, repeated once if the engine dies over it."""
        for last in (False, True):
            async with self._starting:  # while games are being opened again, nobody asks about them
                generation = self._generation
            sent = args if game is None else {**args, "game": game.handle}
            try:
                return await self.request(verb, sent, timeout=timeout, listener=listener)
            except EngineDied:
                if last or not self.restarts:
                    raise
                await self._restart(generation)
        raise AssertionError("not reached")

    async def set_option(self, name: str, value: str | int | bool) -> None:
        await self.ask(None, "setoption", {"name": name, "value": value})
        self._settings[name] = value

    async def ready(self) -> None:
        """Wait until everything is loaded."""
        await self.ask(None, "isready", {})

    async def ping(self) -> None:
        await self.ask(None, "ping", {})

    async def components(self, name: str, lang: str | None = None) -> list[Args]:
        """What is in a game's box: file, table and row of each component."""
        return (await self.ask(None, "components", _given(name=name, lang=lang))).only("component")

    async def primer(self, name: str, seats: int | None = None, lang: str | None = None) -> str:
        """A game's rules in a few paragraphs."""
        reply = await self.ask(None, "primer", _given(name=name, seats=seats, lang=lang))
        return str(reply.only("primer")[0]["primer"])

    # Games.

    async def new(self, name: str, *, with_: Kinds = (), for_: Kinds = (), **args: Any) -> RemoteGame:
        """Open a game: ``seats``, ``seat``, ``deal``, ``chance``, ``analysis``, ``lang`` and the game's own options.

        What ``with_`` and ``for_`` ask for is in the game's `updates`. Without ``deal`` one is drawn here, so that the
        game can be set up again if the engine dies.
        """
        if "seat" not in args and args.get("chance") != "client":
            args.setdefault("deal", secrets.randbits(63))
        return await self._open("new", {"name": name, **args}, _wanted(with_, for_))

    async def load(
        self,
        *,
        path: str | None = None,
        record: str | None = None,
        lang: str | None = None,
        with_: Kinds = (),
        for_: Kinds = (),
    ) -> RemoteGame:
        """Open a game from a record."""
        return await self._open("load", _given(path=path, record=record, lang=lang), _wanted(with_, for_))

    async def _open(self, verb: str, args: Args, wanted: Args) -> RemoteGame:
        game = RemoteGame(self, verb, args)
        game._opened(await self.ask(None, verb, {**args, **wanted}))
        self.games.append(game)
        return game


class RemoteGame:
    """A game in an engine: refereed there, or followed there for one seat."""

    def __init__(self, engine: Engine, verb: str, args: Args) -> None:
        self.engine = engine
        self.handle = ""
        self.teams: list[str] = []
        self.decisions: dict[str, int] = {}  # the open decision of each seat that is asked
        self.kinds: dict[str, str] = {}  # and its kind
        self.events: dict[str, list[str]] = {}  # by seat, number 1 first
        self.winners: list[str] | None = None
        self.reason: str | None = None
        self.updates: dict[str, Update] = {}  # by seat, what came with the last change
        self._changes: list[tuple[str, Args]] = [(verb, args)]  # all that changed the game

    @property
    def waiting(self) -> list[str]:
        """The seats that must decide, in seat order as the engine names them."""
        return list(self.decisions)

    @property
    def result(self) -> tuple[list[str], str] | None:
        return None if self.winners is None else (self.winners, self.reason or "")

    # What changes the game.

    # ``with_`` says what is told with the answer (view, describe, story...), ``for_`` to whom; it is in `updates`.

    async def play(self, seat: str, move: str, d: int | None = None, *, with_: Kinds = (), for_: Kinds = ()) -> Reply:
        """Make a move for a seat that is asked."""
        args = {"seat": seat, "d": d or self.decisions.get(seat, 1), "move": move}
        return await self._change("play", args, _wanted(with_, for_))

    async def unplay(self, seat: str, d: int, *, with_: Kinds = (), for_: Kinds = ()) -> Reply:
        """Take back a secret choice while others are awaited."""
        return await self._change("unplay", {"seat": seat, "d": d}, _wanted(with_, for_))

    async def undo(self, force: bool = False, *, with_: Kinds = (), for_: Kinds = ()) -> Reply:
        return await self._change("undo", {"force": 1} if force else {}, _wanted(with_, for_))

    async def observe(self, n: int, event: str) -> Reply:
        """Tell an engine that sits at one seat what it saw."""
        return await self._change("obs", {"n": n, "text": event}, {})

    async def observe_all(self, first: int, events: Sequence[str]) -> None:
        """The same for several events, from number ``first`` on."""
        for n, event in enumerate(events, first):
            await self.observe(n, event)

    async def _change(self, verb: str, args: Args, wanted: Args) -> Reply:
        reply = await self.engine.ask(self, verb, {**args, **wanted})
        self._changes.append((verb, args))
        self._follow(reply)
        return reply

    def _opened(self, reply: Reply) -> None:
        self.handle = reply.fields["game"]
        self.teams = next((list(fields["teams"]) for fields in reply.only("teams")), [])
        self.decisions, self.kinds, self.events = {}, {}, {}
        self._follow(reply)

    def _follow(self, reply: Reply) -> None:
        self.updates = reply.updates
        for fields in reply.only("event"):
            if fields["seat"] != PUBLIC:
                self.events.setdefault(fields["seat"], []).append(fields["text"])
        for fields in reply.only("request"):
            self.decisions[fields["seat"]] = fields["d"]
            self.kinds[fields["seat"]] = fields["kind"]
        asked = reply.fields.get("waiting")
        results = reply.only("result")
        if asked is not None or results:
            self.decisions = {seat: self.decisions[seat] for seat in asked or [] if seat in self.decisions}
        self.winners = list(results[0]["winners"]) if results else None
        self.reason = results[0]["reason"] if results else None

    async def _reopen(self) -> None:
        """Do everything again in a new process."""
        for number, (verb, args) in enumerate(list(self._changes)):
            sent = args if number == 0 else {**args, "game": self.handle}
            reply = await self.engine.request(verb, sent)
            if number == 0:
                self._opened(reply)
            else:
                self._follow(reply)

    # What does not.

    async def view(self, seat: str) -> Args:
        reply = await self.engine.ask(self, "view", {"seat": seat})
        return dict(reply.only("view")[0]["view"])

    async def legal(self, seat: str) -> list[str]:
        reply = await self.engine.ask(self, "legal", {"seat": seat})
        return list(reply.only("legal")[0]["moves"])

    async def told(self, seat: str, start: int = 1) -> list[tuple[int, str]]:
        """What a seat was told from event number ``start`` on, as (number, event)."""
        reply = await self.engine.ask(self, "events", {"seat": seat, "from": start})
        return [(fields["n"], fields["text"]) for fields in reply.only("event")]

    async def story(self, seat: str, start: int = 1) -> list[tuple[int, str]]:
        """The same in sentences for people, as (number of the event, sentence)."""
        reply = await self.engine.ask(self, "story", {"seat": seat, "from": start})
        return [(fields["n"], fields["text"]) for fields in reply.only("sentence")]

    async def describe(self, seat: str) -> Description:
        """What a seat is asked, what each move does and costs, what threatens."""
        reply = await self.engine.ask(self, "describe", {"seat": seat})
        return read_description(reply.only("describe")[0])

    async def summary(self, seat: str, brief: bool = False) -> list[Block]:
        """The position in words."""
        reply = await self.engine.ask(self, "summary", {"seat": seat, **({"brief": True} if brief else {})})
        return read_blocks(reply.only("summary")[0])

    async def draw(self, seat: str) -> str:
        """The board in plain text, as the seat sees it."""
        reply = await self.engine.ask(self, "d", {"seat": seat})
        return "\n".join(fields["text"] for fields in reply.only("text"))

    async def look(self, seat: str, with_: Kinds, start: int = 1) -> Update:
        """Several of these at once; events and story from number ``start`` on."""
        args = {"seat": seat, "with": list(with_), "from": start}
        reply = await self.engine.ask(self, "look", args)
        return reply.updates.get(seat, Update(seat))

    def subscribe(self, seat: str, with_: Kinds, start: int = 1) -> UpdateStream:
        """What a seat knows, now and after every change that it notices: ``async with ... as updates``."""
        return UpdateStream(self, {"seat": seat, "with": list(with_), "from": start})

    async def eval(self, seat: str) -> list[float]:
        """A quick judgement of what each team may expect, from what the seat knows."""
        reply = await self.engine.ask(self, "eval", {"seat": seat})
        return list(reply.only("eval")[0]["wp"])

    async def hash(self, seat: str | None = None) -> str:
        reply = await self.engine.ask(self, "hash", {} if seat is None else {"seat": seat})
        return str(reply.only("hash")[0]["key"])

    async def save(self, seat: str | None = None) -> str:
        """The game's record; with a seat, what that seat saw of it."""
        reply = await self.engine.ask(self, "save", {} if seat is None else {"seat": seat})
        return str(reply.only("record")[0]["record"])

    async def go(
        self, seat: str, *, listener: Listener | None = None, timeout: float | None = -1, **limits: Any
    ) -> BestMove:
        """The engine's move for a seat, from that seat's knowledge alone; it is not played.

        ``limits``: nodes, movetime (ms), clock ({seat: ms}), inc, infinite, level, style, d. ``timeout`` in seconds;
        None: for ever; without it, what the limits allow and the engine's own.
        """
        reply = await self.engine.ask(
            self,
            "go",
            {"seat": seat, **_limits(limits)},
            timeout=self._time(limits) if timeout == -1 else timeout,
            listener=listener,
        )
        thoughts = gather(reply.data)
        fields = reply.fields
        return BestMove(fields["move"], fields["p"], fields.get("d"), thoughts[-1] if thoughts else None)

    async def review(self, seat: str, *, nodes: int | None = None, listener: Listener | None = None) -> Review:
        """What the game taught a seat: its decisions judged by what it knew; at the end, luck and turning points too.

        ``listener`` hears how far it is, as ``info`` messages with ``done`` and ``of``.
        """
        args = {"seat": seat, **({} if nodes is None else {"nodes": nodes})}
        return read_review(await self.engine.ask(self, "review", args, timeout=None, listener=listener))

    def analyse(self, seat: str, **limits: Any) -> AnalysisStream:
        """What the engine thinks, as it goes: ``async with game.analyse("s0", multipv=3) as stream: async for ...``.

        Without limits it goes on until the block is left.
        """
        if not limits.keys() & {"nodes", "movetime", "clock", "infinite"}:
            limits["infinite"] = True
        return AnalysisStream(self, {"seat": seat, **_limits(limits)})

    def _time(self, limits: Args) -> float | None:
        if limits.get("infinite"):
            return None
        if limits.get("nodes", 0) > 100_000:
            return None  # who can say how long that takes?
        clock = limits.get("clock") or {}
        return float(self.engine.timeout + (limits.get("movetime", 0) + max(clock.values(), default=0)) / 1000)

    async def close(self) -> None:
        if self in self.engine.games:
            self.engine.games.remove(self)
        if self.handle:
            await self.engine.ask(self, "close", {})


def _limits(limits: Args) -> Args:
    clock = limits.get("clock")
    if isinstance(clock, dict):
        limits = {**limits, "clock": ",".join(f"{seat}:{left}" for seat, left in clock.items())}
    return limits


def _given(**args: Any) -> Args:
    return {key: value for key, value in args.items() if value is not None}


def _wanted(kinds: Kinds, viewers: Kinds) -> Args:
    """What is to be told with an answer, and to whom; nobody if nothing."""
    if not kinds:
        return {}
    return {"with": list(kinds), **({"for": list(viewers)} if viewers else {})}


class UpdateStream:
    """A subscription: an asynchronous iterator over updates, and a context that ends it."""

    def __init__(self, game: RemoteGame, args: Args) -> None:
        self.game = game
        self._args = args
        self._messages: asyncio.Queue[Message | None] = asyncio.Queue()
        self._held: list[Message] = []
        self._task: asyncio.Task[Reply] | None = None

    async def __aenter__(self) -> UpdateStream:
        self._task = asyncio.create_task(
            self.game.engine.ask(self.game, "subscribe", self._args, timeout=None, listener=self._messages.put_nowait)
        )
        self._task.add_done_callback(lambda _: self._messages.put_nowait(None))
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    async def close(self) -> None:
        """End the subscription."""
        if self._task is not None:
            if not self._task.done():
                self._task.cancel()
            await asyncio.wait([self._task])

    def __aiter__(self) -> AsyncIterator[Update]:
        return self

    async def __anext__(self) -> Update:
        """The next update; the end comes when the game is closed."""
        while (message := await self._messages.get()) is not None:
            self._held.append(message)
            if message.kind == "update":
                [update] = gather_updates(self._held).values()
                self._held = []
                return update
        self._messages.put_nowait(None)  # who asks again is told the same
        if self._task is not None and not self._task.cancelled() and (error := self._task.exception()):
            raise error
        raise StopAsyncIteration


class AnalysisStream:
    """An analysis that runs: an asynchronous iterator over thoughts, and a context that stops it."""

    def __init__(self, game: RemoteGame, args: Args) -> None:
        self.game = game
        self.last: Thought | None = None
        self._args = args
        self._messages: asyncio.Queue[Message | None] = asyncio.Queue()
        self._held: list[Message] = []
        self._task: asyncio.Task[Reply] | None = None
        self._over = False

    async def __aenter__(self) -> AnalysisStream:
        self._task = asyncio.create_task(
            self.game.engine.ask(self.game, "analyze", self._args, timeout=None, listener=self._messages.put_nowait)
        )
        self._task.add_done_callback(lambda _: self._messages.put_nowait(None))
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.stop()

    async def stop(self) -> None:
        """End the analysis."""
        if self._task is not None and not self._task.done():
            self._task.cancel()
        if self._task is not None:
            await asyncio.wait([self._task])

    def __aiter__(self) -> AsyncIterator[Thought]:
        return self

    async def __anext__(self) -> Thought:
        while not self._over:
            try:
                message = await asyncio.wait_for(self._messages.get(), 0.05 if self._held else None)
            except TimeoutError:
                return self._release([])  # nothing more belongs to this thought
            if message is None:
                self._over = True
            elif message.kind == "info" and self._held:
                return self._release([message])
            else:
                self._held.append(message)
        if self._held:
            return self._release([])
        if self._task is not None and not self._task.cancelled() and (error := self._task.exception()):
            raise error
        raise StopAsyncIteration

    def _release(self, then: list[Message]) -> Thought:
        [self.last] = gather(self._held)
        self._held = then
        return self.last
