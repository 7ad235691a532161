"""The verbs of a game: opening, playing, keeping."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from ...engine import BadData, GameError, Ruleset
from ...engine.components import Components
from ...engine.game import ENGINE
from ...engine.languages import ENGLISH
from ...engine.registry import find
from ...engine.registry import ruleset as find_ruleset
from ...engine.ruleset import CHANCE
from ..errors import ProtocolError, bad_arg
from ..files import open_plain
from ..messages import Answer, Data, Request
from ..open_game import OpenGame
from ..records import uhg
from ..referee import RefereedGame, referee, start_game
from ..seat_mode import SeatGame
from . import looking
from .syntax import START

if TYPE_CHECKING:
    from ..session import Handler, Session

SETUP = "g0"  # the game of `position`, which every `position` replaces
MAX_RECORD = 1 << 24  # bytes of a file that `load` reads

Args = dict[str, Any]


# ---------------------------------------------------------------------------------------------------------------
# Opening.


def new(session: Session, request: Request, args: Args) -> Answer:
    _check_room(session)
    opened = _make(session, f"g{session.n_games + 1}", args)
    viewers = looking.viewers_of(opened, args)
    session.n_games += 1
    told = opened.data_so_far() if isinstance(opened, RefereedGame) else []
    return _opened(session, opened, told, args, viewers, repeats=False)


def position(session: Session, request: Request, args: Args) -> Answer:
    if SETUP in session.games:
        session.check_free(session.games[SETUP])
    else:
        _check_room(session)
    if "obs" in args and "seat" not in args:
        raise bad_arg("obs", "obs", "seat=SEAT")
    if "moves" in args and "seat" in args:
        raise bad_arg("moves", "moves", "obs")
    opened = _make(session, SETUP, args)
    if isinstance(opened, SeatGame):
        for number, event in enumerate(args.get("obs", []), 1):
            opened.observe(number, event)
    elif isinstance(opened, RefereedGame):
        _play_all(opened, args.get("moves", []))
    return _opened(session, opened, [], args, looking.viewers_of(opened, args))


def _play_all(opened: RefereedGame, moves: list[str]) -> None:
    """Moves one after the other, each by the first seat that is asked, or by the one that it names (``s1=MOVE``)."""
    for word in moves:
        opened.check_open()
        seat, named, move = word.partition("=")
        if not named:
            seat, move = opened.waiting()[0], word
        opened.check_seat(seat, CHANCE)
        opened.check_asked(seat)
        opened.play(seat, opened.asked[seat], move)


def load(session: Session, request: Request, args: Args) -> Answer:
    if ("path" in args) == ("record" in args):
        raise ProtocolError("syntax", want="load path=FILE | record=TEXT [lang=XX]")
    handle = args.get("game")
    if handle is not None:
        session.check_free(session.find_game(args))
    else:
        _check_room(session)
    text = _read(args["path"]) if "path" in args else args["record"]
    data, lang = session.options["DataDir"] or None, args.get("lang", ENGLISH)
    try:
        kept = uhg.read(text)
        opened: OpenGame
        name = handle or f"g{session.n_games + 1}"
        if kept.seat is None:
            opened = RefereedGame(name, kept.replay(data, lang))
            opened.comments = {
                place: (kept.moves[place][0], remark.removeprefix(f"{kept.moves[place][0]} "))
                for place, remark in kept.comments.items()
                if 0 <= place < len(kept.moves)
            }
        else:
            kept.observe(data)
            opened = SeatGame(name, kept.ruleset(data, lang), kept.seat)
            for number, event in enumerate(kept.events, 1):
                opened.observe(number, event)
    except GameError as error:
        if str(error).startswith(f"lang={lang!r}"):
            raise _bad_option(str(error), find(kept.game), args) from None
        raise ProtocolError("bad-record", reason=str(error)) from None
    viewers = looking.viewers_of(opened, args)
    if handle is None:
        session.n_games += 1
    return _opened(session, opened, [], args, viewers)


def _read(path: str) -> str:
    try:
        with open_plain(path, "r") as file:
            if os.fstat(file.fileno()).st_size > MAX_RECORD:
                raise bad_arg("path", path, f"a file of at most {MAX_RECORD} bytes")
            return file.read(MAX_RECORD)
    except (OSError, ValueError):
        raise bad_arg("path", path, "a file that can be read") from None


def _check_room(session: Session) -> None:
    if len(session.games) >= session.options["MaxGames"]:
        raise ProtocolError("too-many-games", max=session.options["MaxGames"])


def _make(session: Session, handle: str, args: Args) -> OpenGame:
    ruleset = _ruleset(session, args)
    seat = args.get("seat")
    if seat is not None:
        for key in ("deal", "chance", "analysis"):
            if key in args:
                raise bad_arg(key, args[key], "a game without seat=")
        return SeatGame(handle, ruleset, seat)
    deal = args.get("deal")
    if deal is None and session.options["DealSeed"] >= 0:
        deal = session.options["DealSeed"]
    return start_game(handle, ruleset, deal, args.get("chance", ENGINE), args.get("analysis", False))


def _kind(session: Session, args: Args) -> type[Ruleset]:
    offered = session.offered
    if args["name"] not in offered:
        raise bad_arg("name", args["name"], ",".join(offered))
    return offered[args["name"]]


def _ruleset(session: Session, args: Args) -> Ruleset:
    kind, data = _kind(session, args), session.options["DataDir"] or None
    seats = _number_of_seats(args["seats"], kind) if "seats" in args else None
    options = {key: value for key, value in args.items() if key not in START and key not in ("moves", "obs")}
    for key in options:
        if key not in kind.options:
            raise bad_arg("key", key, ",".join((*START, *kind.options)))
    try:
        # The game knows which values its data allow.
        return find_ruleset(kind.name, seats, data, lang=args.get("lang", ENGLISH), **options)
    except BadData as error:
        raise bad_arg("DataDir", data, str(error)) from None
    except GameError as error:
        raise _bad_option(str(error), kind, args) from None


def _bad_option(reason: str, kind: type[Ruleset], options: Args) -> ProtocolError:
    """Blame the option that the game's reason begins with: ``city='troy': want one of athens, sparta``."""
    for key in (*kind.options, "lang"):
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


def _opened(
    session: Session, opened: OpenGame, events: Data, args: Args, viewers: Sequence[str], repeats: bool = True
) -> Answer:
    replaced = session.games.get(opened.handle)
    if replaced is not None:
        session.end_pondering(replaced)
        replaced.forget_player()
    session.add_game(opened)
    data: Data = [("teams", {"teams": opened.teams}), *events]
    if isinstance(opened, RefereedGame):
        data += opened.requests()
        data += _result(opened)
    data += looking.told_with(session, opened, args, dict.fromkeys(viewers, 0), repeats)
    return Answer({"game": opened.handle}, data)


def close(session: Session, request: Request, args: Args) -> Answer:
    opened = session.find_game(args)
    session.check_free(opened)
    session.end_pondering(opened)
    opened.forget_player()
    del session.games[opened.handle]
    return Answer()


# ---------------------------------------------------------------------------------------------------------------
# Playing.


def play(session: Session, request: Request, args: Args) -> Answer:
    opened = referee(session.find_game(args))
    opened.check_open()
    seat = args["seat"]
    opened.check_seat(seat, CHANCE)
    session.check_free(opened, seat)
    before = looking.counts(opened, args)
    data = opened.play(seat, args["d"], args["move"])
    _wake(session, opened)
    return Answer(_waiting(opened), data + looking.told_with(session, opened, args, before))


def unplay(session: Session, request: Request, args: Args) -> Answer:
    opened = referee(session.find_game(args))
    opened.check_open()
    before = looking.counts(opened, args)
    data = opened.unplay(args["seat"], args["d"])
    _wake(session, opened)
    return Answer(_waiting(opened), data + looking.told_with(session, opened, args, before))


def undo(session: Session, request: Request, args: Args) -> Answer:
    opened = referee(session.find_game(args))
    session.check_free(opened)
    before = looking.counts(opened, args)
    data = opened.undo(args.get("force", False))
    session.end_pondering(opened)
    return Answer(_waiting(opened), data + looking.told_with(session, opened, args, before))


def obs(session: Session, request: Request, args: Args) -> Answer:
    opened = session.find_game(args)
    if not isinstance(opened, SeatGame):
        raise ProtocolError("denied", need="seat")
    answer = Answer(opened.observe(args["n"], args["text"]))
    _wake(session, opened)
    return answer


def _waiting(opened: RefereedGame) -> dict[str, Any]:
    waiting = opened.waiting()
    return {"waiting": list(waiting)} if waiting else {}


def _wake(session: Session, opened: OpenGame) -> None:
    """A seat that is asked is not pondered for any longer."""
    job = session.job_of(opened)
    if job is not None and job.request.verb == "ponder" and job.seat in opened.waiting():
        job.asked = True
        job.stop.set()


# ---------------------------------------------------------------------------------------------------------------
# Its box, its words, its end, its record.


def components(session: Session, request: Request, args: Args) -> Answer:
    """Everything that is in a game's box, for clients that draw it."""
    kind = _kind(session, args)
    data = session.options["DataDir"] or None
    try:
        rows = Components(kind.folder or kind.name, data, args.get("lang", ENGLISH))
    except BadData as error:
        raise bad_arg("DataDir", data, str(error)) from None
    except GameError as error:
        raise _bad_option(str(error), kind, args) from None
    return Answer(data=[("component", {"file": row.file, "table": row.table, "row": row.values}) for row in rows])


def primer(session: Session, request: Request, args: Args) -> Answer:
    """The rules in a few paragraphs, as somebody needs them who begins; last what the printed rules do not have."""
    rules = _ruleset(session, args)
    paragraphs = [rules.lesson().strip(), rules.words.sentences(rules.setup_notes())]
    return Answer(data=[("primer", {"name": args["name"], "primer": "\n\n".join(filter(None, paragraphs))})])


def result(session: Session, request: Request, args: Args) -> Answer:
    opened = session.find_game(args)
    return Answer(data=_result(opened) or [("result", {"none": True})])


def _result(opened: OpenGame) -> Data:
    found = opened.outcome()
    return [] if found is None else [("result", {"winners": list(found[0]), "reason": found[1]})]


def save(session: Session, request: Request, args: Args) -> Answer:
    opened = session.find_game(args)
    seat = args.get("seat")
    if seat is not None:
        opened.check_seat(seat)
    text = opened.record(seat)
    if "path" not in args:
        return Answer(data=[("record", {"record": text})])
    try:
        with open_plain(args["path"], "w") as file:
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
    "components": components,
    "primer": primer,
    "result": result,
}
