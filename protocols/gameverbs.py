"""The verbs of a game: opening, playing, looking, keeping."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

from ..engine import GAMES, BadData, GameError, Ruleset
from ..engine.components import Components
from ..engine.game import ENGINE
from ..engine.ruleset import CHANCE, PUBLIC
from . import games, uhg
from .errors import ProtocolError, bad_arg
from .games import RefereeTable, Table
from .messages import Answer, Data, Request
from .seatmode import SeatTable
from .verbs import START

if TYPE_CHECKING:
    from .session import Handler, Session

SETUP = "g0"  # the game of `position`, which every `position` replaces
MAX_RECORD = 1 << 24  # bytes of a file that `load` reads

Args = dict[str, Any]


def referee(table: Table) -> RefereeTable:
    """The table, if the engine referees it."""
    if not isinstance(table, RefereeTable):
        raise ProtocolError("denied", need="referee")
    return table


# ---------------------------------------------------------------------------------------------------------------
# Opening.


def new(session: Session, request: Request, args: Args) -> Answer:
    _check_room(session)
    table = _make(session, f"g{session.n_games + 1}", args)
    session.n_games += 1
    return _opened(session, table, table.data_so_far() if isinstance(table, RefereeTable) else [])


def position(session: Session, request: Request, args: Args) -> Answer:
    if SETUP in session.tables:
        session.check_free(session.tables[SETUP])
    else:
        _check_room(session)
    if "obs" in args and "seat" not in args:
        raise bad_arg("obs", "obs", "seat=SEAT")
    if "moves" in args and "seat" in args:
        raise bad_arg("moves", "moves", "obs")
    table = _make(session, SETUP, args)
    if isinstance(table, SeatTable):
        for number, event in enumerate(args.get("obs", []), 1):
            table.observe(number, event)
    elif isinstance(table, RefereeTable):
        _play_all(table, args.get("moves", []))
    return _opened(session, table, [])


def _play_all(table: RefereeTable, moves: list[str]) -> None:
    """Moves one after the other, each by the first seat that is asked, or by the one that it names (``s1=MOVE``)."""
    for word in moves:
        table.check_open()
        seat, named, move = word.partition("=")
        if not named:
            seat, move = table.waiting()[0], word
        table.check_seat(seat, CHANCE)
        table.check_asked(seat)
        table.play(seat, table.asked[seat], move)


def load(session: Session, request: Request, args: Args) -> Answer:
    if ("path" in args) == ("record" in args):
        raise ProtocolError("syntax", want="load path=FILE | record=TEXT")
    handle = args.get("game")
    if handle is not None:
        session.check_free(session.table(args))
    else:
        _check_room(session)
    text = _read(args["path"]) if "path" in args else args["record"]
    data = session.options["DataDir"] or None
    try:
        kept = uhg.read(text)
        table: Table
        name = handle or f"g{session.n_games + 1}"
        if kept.seat is None:
            table = RefereeTable(name, kept.replay(data))
            table.comments = {
                place: (kept.moves[place][0], remark.removeprefix(f"{kept.moves[place][0]} "))
                for place, remark in kept.comments.items()
                if 0 <= place < len(kept.moves)
            }
        else:
            kept.observe(data)
            table = SeatTable(name, kept.ruleset(data), kept.seat)
            for number, event in enumerate(kept.events, 1):
                table.observe(number, event)
    except GameError as error:
        raise ProtocolError("bad-record", reason=str(error)) from None
    if handle is None:
        session.n_games += 1
    return _opened(session, table, [])


def _read(path: str) -> str:
    try:
        if os.path.getsize(path) > MAX_RECORD:
            raise bad_arg("path", path, f"a file of at most {MAX_RECORD} bytes")
        with open(path, encoding="utf-8") as file:
            return file.read(MAX_RECORD)
    except (OSError, ValueError):
        raise bad_arg("path", path, "a file that can be read") from None


def _check_room(session: Session) -> None:
    if len(session.tables) >= session.options["MaxGames"]:
        raise ProtocolError("too-many-games", max=session.options["MaxGames"])


def _make(session: Session, handle: str, args: Args) -> Table:
    ruleset = _ruleset(args, session.options["DataDir"] or None)
    seat = args.get("seat")
    if seat is not None:
        for key in ("deal", "chance", "analysis"):
            if key in args:
                raise bad_arg(key, args[key], "a game without seat=")
        return SeatTable(handle, ruleset, seat)
    deal = args.get("deal")
    if deal is None and session.options["DealSeed"] >= 0:
        deal = session.options["DealSeed"]
    return games.start(handle, ruleset, deal, args.get("chance", ENGINE), args.get("analysis", False))


def _kind(args: Args) -> type[Ruleset]:
    if args["name"] not in GAMES:
        raise bad_arg("name", args["name"], ",".join(GAMES))
    return GAMES[args["name"]]


def _ruleset(args: Args, data: str | None) -> Ruleset:
    kind = _kind(args)
    seats = _number_of_seats(args["seats"], kind) if "seats" in args else None
    options = {key: value for key, value in args.items() if key not in START and key not in ("moves", "obs")}
    for key in options:
        if key not in kind.options:
            raise bad_arg("key", key, ",".join((*START, *kind.options)))
    try:
        return kind(seats, data, **options)  # the game knows which values its data allow
    except BadData as error:
        raise bad_arg("DataDir", data, str(error)) from None
    except GameError as error:
        raise _bad_option(str(error), kind, options) from None


def _bad_option(reason: str, kind: type[Ruleset], options: Args) -> ProtocolError:
    """Blame the option that the game's reason begins with: ``city='troy': want one of athens, sparta``."""
    for key in kind.options:
        value = options.get(key, "")
        said = f"{key}={value!r}"
        if reason.startswith(said):
            want = reason.removeprefix(said).lstrip(": ")
            listed = want.removeprefix("want one of ")
            return bad_arg(key, value, want if listed == want else listed.replace(", ", ","))
    return bad_arg("name", kind.name, reason)


def _number_of_seats(got: Any, kind: type[Ruleset]) -> int:
    """What was asked for, as a number or in digits, if the game can be played by so many."""
    possible = {str(count): count for count in sorted(kind.seat_counts)}
    if isinstance(got, bool) or str(got) not in possible:
        raise bad_arg("seats", got, ",".join(possible))
    return possible[str(got)]


def _opened(session: Session, table: Table, events: Data) -> Answer:
    replaced = session.tables.get(table.handle)
    if replaced is not None:
        session.end_pondering(replaced)
    session.open(table)
    data: Data = [("teams", {"teams": table.teams}), *events]
    if isinstance(table, RefereeTable):
        data += table.requests()
        data += _result(table)
    return Answer({"game": table.handle}, data)


def close(session: Session, request: Request, args: Args) -> Answer:
    table = session.table(args)
    session.check_free(table)
    session.end_pondering(table)
    del session.tables[table.handle]
    return Answer()


# ---------------------------------------------------------------------------------------------------------------
# Playing.


def play(session: Session, request: Request, args: Args) -> Answer:
    table = referee(session.table(args))
    table.check_open()
    seat = args["seat"]
    table.check_seat(seat, CHANCE)
    session.check_free(table, seat)
    data = table.play(seat, args["d"], args["move"])
    _wake(session, table)
    return Answer(_waiting(table), data)


def unplay(session: Session, request: Request, args: Args) -> Answer:
    table = referee(session.table(args))
    table.check_open()
    data = table.unplay(args["seat"], args["d"])
    _wake(session, table)
    return Answer(_waiting(table), data)


def undo(session: Session, request: Request, args: Args) -> Answer:
    table = referee(session.table(args))
    session.check_free(table)
    data = table.undo(args.get("force", False))
    session.end_pondering(table)
    return Answer(_waiting(table), data)


def obs(session: Session, request: Request, args: Args) -> Answer:
    table = session.table(args)
    if not isinstance(table, SeatTable):
        raise ProtocolError("denied", need="seat")
    answer = Answer(table.observe(args["n"], args["text"]))
    _wake(session, table)
    return answer


def _waiting(table: RefereeTable) -> dict[str, Any]:
    waiting = table.waiting()
    return {"waiting": list(waiting)} if waiting else {}


def _wake(session: Session, table: Table) -> None:
    """A seat that is asked is not pondered for any longer."""
    job = session.job_of(table)
    if job is not None and job.request.verb == "ponder" and job.seat in table.waiting():
        job.asked = True
        job.stop.set()


# ---------------------------------------------------------------------------------------------------------------
# Looking.


def view(session: Session, request: Request, args: Args) -> Answer:
    table = session.table(args)
    seat = args["seat"]
    if seat == "all" and isinstance(table, RefereeTable):
        if not session.options["OpenHands"]:
            raise ProtocolError("denied", need="OpenHands")
        return Answer(data=[("view", {"seat": seat, "view": table.ruleset.fields(table.game.state)})])
    table.check_seat(seat, PUBLIC)
    seen = table.observation(seat).view()
    return Answer(data=[("view", {"seat": seat, "n": len(table.told(seat)), "view": seen})])


def legal(session: Session, request: Request, args: Args) -> Answer:
    table = session.table(args)
    table.check_open()
    seat = args["seat"]
    table.check_seat(seat, CHANCE)
    table.check_asked(seat)
    moves = referee(table).game.legal(seat) if seat == CHANCE else table.observation(seat).legal()
    return Answer(data=[("legal", {"seat": seat, "d": table.decision(seat), "moves": moves})])


def events(session: Session, request: Request, args: Args) -> Answer:
    table = session.table(args)
    seat = args["seat"]
    table.check_seat(seat, PUBLIC)
    first = args.get("from", 1)
    told = enumerate(table.told(seat)[first - 1 :], first)
    return Answer(data=[("event", {"seat": seat, "n": n, "text": text}) for n, text in told])


def story(session: Session, request: Request, args: Args) -> Answer:
    """What `events` tells, in sentences for people; an event that needs no words has none."""
    table = session.table(args)
    seat = args["seat"]
    table.check_seat(seat, PUBLIC)
    first = args.get("from", 1)
    said = enumerate(table.story(seat)[first - 1 :], first)
    return Answer(data=[("sentence", {"seat": seat, "n": n, "text": text}) for n, text in said if text])


def components(session: Session, request: Request, args: Args) -> Answer:
    """Everything that is in a game's box, for clients that draw it."""
    kind = _kind(args)
    data = session.options["DataDir"] or None
    try:
        rows = Components(kind.folder or kind.name, data)
    except BadData as error:
        raise bad_arg("DataDir", data, str(error)) from None
    return Answer(data=[("component", {"file": row.file, "table": row.table, "row": row.values}) for row in rows])


def result(session: Session, request: Request, args: Args) -> Answer:
    table = session.table(args)
    return Answer(data=_result(table) or [("result", {"none": True})])


def _result(table: Table) -> Data:
    found = table.outcome()
    return [] if found is None else [("result", {"winners": list(found[0]), "reason": found[1]})]


def save(session: Session, request: Request, args: Args) -> Answer:
    table = session.table(args)
    seat = args.get("seat")
    if seat is not None:
        table.check_seat(seat)
    text = table.record(seat)
    if "path" not in args:
        return Answer(data=[("record", {"record": text})])
    try:
        with open(args["path"], "w", encoding="utf-8", newline="\n") as file:
            file.write(text)
    except (OSError, ValueError):
        raise bad_arg("path", args["path"], "a file that can be written") from None
    return Answer()


HANDLERS: dict[str, Handler] = {
    "new": new,
    "position": position,
    "load": load,
    "save": save,
    "close": close,
    "play": play,
    "unplay": unplay,
    "undo": undo,
    "obs": obs,
    "view": view,
    "legal": legal,
    "events": events,
    "story": story,
    "components": components,
    "result": result,
}
