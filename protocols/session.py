"""A conversation with one client, without its transport: requests in, messages out.

Verbs are carried out one after the other in the thread that calls `handle`; whatever takes long runs as a `Job` in a
thread of its own, on an observation or a copy, so that nothing that the client does meanwhile can disturb it. Every
request gets exactly one terminal message. A request that fails has changed nothing.
"""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Callable
from typing import Any

from .. import __version__
from ..ai.stop import Stop
from ..ai.trees import KeptTrees
from ..engine import GAMES
from .errors import ProtocolError, bad_arg
from .log import EngineLog
from .messages import VERSION, Answer, Data, Id, Message, Request, Write
from .open_game import OpenGame
from .options import Options
from .verbs import debug, game, search
from .verbs.search import PlayerFactory, search_player
from .verbs.syntax import VERBS

PATIENCE = 10.0  # seconds that finite searches have after the end of the input
STUBBORN = 2.0  # seconds that a stopped search has before it is given up


Work = Callable[["Job"], Answer]


class Job:
    """A command that takes long and runs in a thread of its own. It answers once, whatever happens."""

    def __init__(
        self, session: Session, request: Request, opened: OpenGame | None, seat: str | None, finite: bool
    ) -> None:
        self.session = session
        self.request = request
        self.opened = opened  # set for searches: one at a time in a game
        self.seat = seat
        self.finite = finite
        self.stop = Stop()  # set by a time limit too
        self.stopped = False  # by the client
        self.asked = False  # a pondered seat was asked meanwhile
        self.started = time.monotonic()
        self._answered = threading.Lock()
        self.thread: threading.Thread | None = None

    @property
    def id(self) -> Id:
        return self.request.id

    def tell(self, kind: str, fields: dict[str, Any]) -> None:
        self.session.write(Message(self.id, kind, fields))

    def start(self, work: Work) -> None:
        self.thread = threading.Thread(target=self._run, args=(work,), name=f"uhi-{self.request.verb}", daemon=True)
        self.thread.start()

    def _run(self, work: Work) -> None:
        try:
            answer = work(self)
        except ProtocolError as error:
            self.answer(Message.error(self.id, error))
        except BaseException as error:
            self.answer(self.session.fault(self.id, error))
        else:
            if self.answer(Message(self.id, answer.kind, answer.fields), answer.data):
                self.session.log.command(self.request.verb, answer.kind)

    def answer(self, message: Message, data: Data | None = None) -> bool:
        """Write the terminal message, unless that was done before. The job counts as over from here on."""
        if not self._answered.acquire(blocking=False):
            return False
        self.session.forget(self)
        for kind, fields in data or []:
            self.tell(kind, fields)
        self.session.write(message)
        self.session.done(self)
        return True


class Session:
    """The engine as one client sees it."""

    def __init__(self, write: Write, players: PlayerFactory = search_player, log: EngineLog | None = None) -> None:
        self.write = write
        self.make_player = players
        self.log = log or EngineLog()
        self.options = Options()
        self.games: dict[str, OpenGame] = {}  # the latest is the last
        self.n_games = 0
        self.trees = KeptTrees(self.options["MemoryMB"])  # of all games together
        self.lateness = {False: 0.02, True: 0.15}  # seconds to sum up a search, lately; True: with a listener
        self._jobs: list[Job] = []  # that run
        self._unanswered: list[Job] = []  # these, and those that are about to write their answer
        self._lock = threading.Lock()  # of the jobs

    # Requests.

    def handle(self, request: Request) -> bool:
        """Carry out a request; False if it was the last."""
        verb = VERBS.get(request.verb)
        try:
            if verb is None:
                raise ProtocolError("unknown-command", got=request.verb[:64], want=",".join(VERBS))
            if request.id is not None and any(job.id == request.id for job in self.jobs()):
                raise ProtocolError("busy", id=request.id)
            args = verb.check(request.args)
            answer = HANDLERS[request.verb](self, request, args)
        except ProtocolError as error:
            self.refuse(request.id, error)
            self.log.command(request.verb if verb else "?", f"error {error.code}")
            return True
        except Exception as error:
            self.write(self.fault(request.id, error))
            return True
        if answer is not None:
            for kind, fields in answer.data:
                self.write(Message(request.id, kind, fields))
            self.write(Message(request.id, answer.kind, answer.fields))
            self.log.command(request.verb, answer.kind)
        return request.verb != "quit"

    def refuse(self, id: Id, error: ProtocolError) -> None:
        self.write(Message.error(id, error))

    def fault(self, id: Id, error: BaseException) -> Message:
        """The answer when the engine itself fails: a reference. The log says under it where."""
        return Message.error(id, ProtocolError("internal", ref=self.log.fault(error)))

    def finish(self, patience: float = PATIENCE) -> None:
        """End all jobs: infinite ones at once, finite ones when they are done or patience is. All are answered."""
        for job in self.jobs():
            if not job.finite:
                job.stop.set()
        self._await(time.monotonic() + patience)
        for job in self.jobs():
            job.stop.set()
        self._await(time.monotonic() + STUBBORN)
        for job in self.jobs():
            job.answer(Message.error(job.id, ProtocolError("internal", ref="stuck")))

    def _await(self, until: float) -> None:
        with self._lock:
            unanswered = list(self._unanswered)
        for job in unanswered:
            if job.thread is not None:
                job.thread.join(max(0.0, until - time.monotonic()))

    # Jobs.

    def jobs(self) -> list[Job]:
        with self._lock:
            return list(self._jobs)

    def job_of(self, opened: OpenGame) -> Job | None:
        """The search that runs in a game."""
        return next((job for job in self.jobs() if job.opened is opened), None)

    def run(
        self, request: Request, work: Work, opened: OpenGame | None = None, seat: str | None = None, finite: bool = True
    ) -> None:
        job = Job(self, request, opened, seat, finite)
        with self._lock:
            self._jobs.append(job)
            self._unanswered.append(job)
        job.start(work)

    def forget(self, job: Job) -> None:
        with self._lock:
            if job in self._jobs:
                self._jobs.remove(job)

    def done(self, job: Job) -> None:
        with self._lock:
            self._unanswered.remove(job)

    def check_free(self, opened: OpenGame, seat: str | None = None) -> None:
        """Check that no search runs in the game, or with a seat: for that seat (busy). Pondering does not count."""
        job = self.job_of(opened)
        if job is None or job.request.verb == "ponder" or (seat is not None and job.seat != seat):
            return
        raise ProtocolError("busy", **({} if job.id is None else {"id": job.id}))

    def end_pondering(self, opened: OpenGame) -> None:
        job = self.job_of(opened)
        if job is not None and job.request.verb == "ponder":
            job.stop.set()
            if job.thread is not None:
                job.thread.join(STUBBORN)

    # Games.

    def find_game(self, args: dict[str, Any]) -> OpenGame:
        """The game that a command is about."""
        handle = args.get("game")
        if handle is None and self.games:
            return next(reversed(self.games.values()))
        if handle not in self.games:
            raise ProtocolError("no-game")
        return self.games[handle]

    def add_game(self, opened: OpenGame) -> None:
        """Add a game; it is the latest now."""
        self.games.pop(opened.handle, None)
        self.games[opened.handle] = opened


# ---------------------------------------------------------------------------------------------------------------
# Verbs that are about no game.


def uhi(session: Session, request: Request, args: dict[str, Any]) -> Answer:
    data: Data = [
        ("id", {"name": "petteia", "version": __version__}),
        (
            "caps",
            {"games": session.options["MaxGames"], **dict.fromkeys(("seatmode", "analyze", "belief", "msgpack"), True)},
        ),
    ]
    for name, kind in GAMES.items():
        options = {option: list(values) for option, values in kind.options.items()}
        data.append(
            ("game", {"name": name, "rules": kind.version, "seats": list(kind.seat_counts), "options": options})
        )
    data += [("option", option.fields()) for option in session.options]
    return Answer({"version": VERSION}, data, "uhiok")


def isready(session: Session, request: Request, args: dict[str, Any]) -> Answer:
    session.make_player(search.settings(session, {}), 0, session.trees)  # whatever is loaded on first use is loaded now
    return Answer(kind="readyok")


def ping(session: Session, request: Request, args: dict[str, Any]) -> Answer:
    return Answer()


def quit_(session: Session, request: Request, args: dict[str, Any]) -> Answer:
    session.finish(patience=0.0)
    return Answer()


def setoption(session: Session, request: Request, args: dict[str, Any]) -> Answer:
    name, value = session.options.read(args["name"], args["value"])
    if name == "LogFile":
        try:
            session.log.open(value)
        except (OSError, ValueError):
            raise bad_arg(name, value, "a file that can be written") from None
    if name == "DataDir" and value and not _has_components(value):
        raise bad_arg(name, value, "a folder with component files")
    if name == "MemoryMB":
        session.trees.limit(value)
    session.options.set(name, value)
    return Answer()


def _has_components(folder: str) -> bool:
    """Whether there are files in a folder that could take the place of some game's, in it or below it."""
    places = [folder, *(os.path.join(folder, kind.folder or name) for name, kind in GAMES.items())]
    return any(name.endswith(".toml") for place in places if os.path.isdir(place) for name in os.listdir(place))


def stop(session: Session, request: Request, args: dict[str, Any]) -> Answer | None:
    jobs = session.jobs()
    if "id" in args:
        jobs = [job for job in jobs if job.id is not None and str(job.id) == str(args["id"])]
    if not jobs:
        return Answer({"none": 1})
    session.write(Message(request.id, "ok"))  # before what is stopped has its last word
    for job in jobs:
        job.stopped = True
        job.stop.set()
    return None


Handler = Callable[[Session, Request, dict[str, Any]], Answer | None]

HANDLERS: dict[str, Handler] = {
    "uhi": uhi,
    "isready": isready,
    "ping": ping,
    "quit": quit_,
    "setoption": setoption,
    "stop": stop,
    **game.HANDLERS,
    **search.HANDLERS,
    **debug.HANDLERS,
}
