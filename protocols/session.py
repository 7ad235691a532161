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
from importlib.metadata import version
from typing import Any

from ..engine import GAMES
from . import debugging, gameverbs, searches
from .errors import ProtocolError, bad_arg
from .games import Table
from .journal import Journal
from .messages import VERSION, Answer, Data, Id, Message, Request, Write
from .options import Options
from .searches import PlayerFactory, search_player
from .verbs import VERBS

PATIENCE = 10.0  # seconds that finite searches have after the end of the input
STUBBORN = 2.0  # seconds that a stopped search has before it is given up


Work = Callable[["Job"], Answer]


class Job:
    """Something that takes long. It answers once, whatever happens."""

    def __init__(self, session: Session, request: Request, table: Table | None, seat: str | None, finite: bool) -> None:
        self.session = session
        self.request = request
        self.table = table  # set for searches: one at a time in a game
        self.seat = seat
        self.finite = finite
        self.stop = threading.Event()  # set by a time limit too
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
                self.session.journal.command(self.request.verb, answer.kind)

    def answer(self, message: Message, data: Data | None = None) -> bool:
        """Write the terminal message, unless that was done; the job is over by then."""
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

    def __init__(self, write: Write, players: PlayerFactory = search_player, journal: Journal | None = None) -> None:
        self.write = write
        self.make_player = players
        self.journal = journal or Journal()
        self.options = Options()
        self.tables: dict[str, Table] = {}  # the latest is the last
        self.n_games = 0
        self.thinkers: list[Table] = []  # tables that were searched last
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
            self.journal.command(request.verb if verb else "?", f"error {error.code}")
            return True
        except Exception as error:
            self.write(self.fault(request.id, error))
            return True
        if answer is not None:
            for kind, fields in answer.data:
                self.write(Message(request.id, kind, fields))
            self.write(Message(request.id, answer.kind, answer.fields))
            self.journal.command(request.verb, answer.kind)
        return request.verb != "quit"

    def refuse(self, id: Id, error: ProtocolError) -> None:
        self.write(Message.error(id, error))

    def fault(self, id: Id, error: BaseException) -> Message:
        """A fault of ours: the client gets a reference, the log says where."""
        return Message.error(id, ProtocolError("internal", ref=self.journal.fault(error)))

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

    def job_of(self, table: Table) -> Job | None:
        """The search that runs in a game."""
        return next((job for job in self.jobs() if job.table is table), None)

    def run(
        self, request: Request, work: Work, table: Table | None = None, seat: str | None = None, finite: bool = True
    ) -> None:
        job = Job(self, request, table, seat, finite)
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

    def check_free(self, table: Table, seat: str | None = None) -> None:
        """busy if a search runs in the game (and, with a seat, for that seat). Pondering will give way."""
        job = self.job_of(table)
        if job is None or job.request.verb == "ponder" or (seat is not None and job.seat != seat):
            return
        raise ProtocolError("busy", **({} if job.id is None else {"id": job.id}))

    def end_pondering(self, table: Table) -> None:
        job = self.job_of(table)
        if job is not None and job.request.verb == "ponder":
            job.stop.set()
            if job.thread is not None:
                job.thread.join(STUBBORN)

    # Games.

    def table(self, args: dict[str, Any]) -> Table:
        """The game that a command is about."""
        handle = args.get("game")
        if handle is None and self.tables:
            return next(reversed(self.tables.values()))
        if handle not in self.tables:
            raise ProtocolError("no-game")
        return self.tables[handle]

    def open(self, table: Table) -> None:
        """Make a table the latest."""
        self.tables.pop(table.handle, None)
        self.tables[table.handle] = table


# ---------------------------------------------------------------------------------------------------------------
# Verbs that are about no game.


def uhi(session: Session, request: Request, args: dict[str, Any]) -> Answer:
    data: Data = [
        ("id", {"name": "petteia", "version": version("petteia")}),
        (
            "caps",
            {"games": session.options["MaxGames"], **dict.fromkeys(("seatmode", "analyze", "belief", "msgpack"), True)},
        ),
    ]
    for name, game in GAMES.items():
        options = {option: list(values) for option, values in game.options.items()}
        data.append(
            ("game", {"name": name, "rules": game.version, "seats": list(game.seat_counts), "options": options})
        )
    data += [("option", option.fields()) for option in session.options]
    return Answer({"version": VERSION}, data, "uhiok")


def isready(session: Session, request: Request, args: dict[str, Any]) -> Answer:
    session.make_player(searches.settings(session, {}))  # whatever is loaded on first use is loaded now
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
            session.journal.open(value)
        except (OSError, ValueError):
            raise bad_arg(name, value, "a file that can be written") from None
    if name == "DataDir" and value and not os.path.isdir(value):
        raise bad_arg(name, value, "a folder")
    session.options.set(name, value)
    return Answer()


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
    **gameverbs.HANDLERS,
    **searches.HANDLERS,
    **debugging.HANDLERS,
}
