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
from pathlib import Path
from typing import Any

from .. import __version__
from ..ai.stop import Stop
from ..ai.trees import KeptTrees
from ..engine import BadData, Ruleset, UnknownGame, available
from ..engine.languages import ENGLISH, Catalogue, brought_files, catalogue
from ..engine.registry import TOYS
from .errors import ProtocolError, bad_arg
from .log import EngineLog
from .messages import VERSION, Answer, Data, Id, Message, Request, Write
from .open_game import OpenGame
from .options import Options
from .subscriptions import Subscription
from .verbs import debug, game, looking, review, search
from .verbs.search import PlayerFactory, search_player
from .verbs.syntax import VERBS

PATIENCE = 10.0  # seconds that finite searches have after the end of the input
STUBBORN = 2.0  # seconds that a stopped search has before it is given up
MOST_AT_ONCE = 256  # commands that are not answered at once: each has a thread, or is looked at after every change
LASTING = frozenset({"go", "analyze", "ponder", "belief", "perft", "bench", "selfcheck", "subscribe"})


CAPABILITIES = ("seatmode", "analyze", "belief", "msgpack", "describe", "with", "subscribe", "moves", "review")

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
        self._subscriptions: list[Subscription] = []
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
            if request.id is not None and request.id in self._ids():
                raise ProtocolError("busy", id=request.id)
            args = verb.check(request.args)
            if request.verb in LASTING and len(self._ids()) >= MOST_AT_ONCE:
                raise ProtocolError("busy", max=MOST_AT_ONCE)
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
        self._push()
        return request.verb != "quit"

    def _ids(self) -> list[Id]:
        """Of the commands that are not answered yet."""
        return [*(job.id for job in self.jobs()), *(each.id for each in self._subscriptions)]

    def refuse(self, id: Id, error: ProtocolError) -> None:
        self.write(Message.error(id, error))

    def fault(self, id: Id, error: BaseException) -> Message:
        """The answer when the engine itself fails: a reference. The log says under it where."""
        return Message.error(id, ProtocolError("internal", ref=self.log.fault(error)))

    def finish(self, patience: float = PATIENCE) -> None:
        """End all jobs: infinite ones at once, finite ones when they are done or patience is. All are answered."""
        for each in list(self._subscriptions):
            self._end(each)
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

    # Subscriptions.

    def subscribe(self, wanted: Subscription) -> None:
        """Tell a viewer's knowledge now, and from now on."""
        self._subscriptions.append(wanted)
        self._push()

    def unsubscribe(self, request: Id, id: Id) -> Answer | None:
        """End the subscription with an id, or all; they have their last word after the answer."""
        ended = [
            each for each in self._subscriptions if id is None or (each.id is not None and str(each.id) == str(id))
        ]
        if not ended:
            return Answer({"none": 1})
        self.write(Message(request, "ok"))
        for each in ended:
            self._end(each)
        return None

    def _end(self, subscription: Subscription, **fields: Any) -> None:
        self._subscriptions.remove(subscription)
        self.write(Message(subscription.id, "ok", fields))

    def _push(self) -> None:
        """Tell every subscription what its viewer has noticed."""
        for each in list(self._subscriptions):
            if self.games.get(each.opened.handle) is not each.opened:
                self._end(each, closed=1)
            elif each.has_news():
                try:
                    data = looking.tell(self, each.opened, each.seat, each.kinds, each.first)
                except Exception as error:
                    self._subscriptions.remove(each)
                    self.write(self.fault(each.id, error))
                    continue
                for kind, fields in [*data, ("update", each.update())]:
                    self.write(Message(each.id, kind, fields))

    # Games.

    @property
    def offered(self) -> dict[str, type[Ruleset]]:
        """The games that a client can open."""
        return {**available(), **TOYS} if self.options["Toys"] else available()

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
            {"games": session.options["MaxGames"], **dict.fromkeys(CAPABILITIES, True)},
        ),
    ]
    for name, kind in session.offered.items():
        words = _words(kind, args.get("lang", ENGLISH), session.options["DataDir"])
        data.append(("game", game_fields(name, kind, words)))
    data += [("option", option.fields()) for option in session.options]
    return Answer({"version": VERSION}, data, "uhiok")


def _words(kind: type[Ruleset], lang: str, data: str) -> Catalogue:
    """A game's words in a language, which an owner's folder may bring; in English if it is not told in that."""
    game = kind.folder or kind.name
    try:
        return catalogue(game, lang, brought_files(game, Path(data)) if data else ())
    except (UnknownGame, BadData):
        return catalogue(game)


def game_fields(name: str, kind: type[Ruleset], words: Catalogue) -> dict[str, Any]:
    """What a game is, for programs and for people."""
    return {
        "name": name,
        "rules": kind.version,
        "seats": list(kind.seat_counts),
        "options": {option: list(values) for option, values in kind.options.items()},
        "title": words(kind.key("title")),
        "about": words(kind.key("about")),
        "words": _option_words(kind, words),
        "names": {str(seats): kind.names_before(seats, words) for seats in kind.seat_counts},
    }


def _option_words(kind: type[Ruleset], words: Catalogue) -> dict[str, Any]:
    """What people call each option and its values, and what a value means where its name does not say it."""
    found = {}
    for option, told in kind.option_words(words).items():
        values = {
            value: {"title": name, **({"about": told.about[value]} if told.about[value] else {})}
            for value, name in told.values.items()
        }
        found[option] = {"title": told.name, "values": values}
    return found


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
        raise bad_arg(name, value, "a folder with component or language files")
    if name == "MemoryMB":
        session.trees.limit(value)
    session.options.set(name, value)
    return Answer()


def _has_components(folder: str) -> bool:
    """Whether there are files in a folder that could take the place of some game's, or that bring a language."""
    below = ("lang", *(kind.folder or name for name, kind in available().items()))
    places = [folder, *(os.path.join(folder, name) for name in below)]
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
    **looking.HANDLERS,
    **search.HANDLERS,
    **debug.HANDLERS,
    **review.HANDLERS,
}
