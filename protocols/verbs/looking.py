"""The verbs that look at a game: what a viewer knows, as data and in words. Nothing here changes anything.

What each verb tells can also come with the answer to a change (``with=``, `told_with`), several of them at once
(`look`), or again and again (`subscribe`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from ...ai.calibration import Calibration
from ...engine.ruleset import CHANCE, PUBLIC
from ..errors import ProtocolError, bad_arg
from ..messages import Answer, Data, Request
from ..open_game import OpenGame, seat_range
from ..referee import RefereedGame, referee
from ..subscriptions import Subscription
from .search import shares

if TYPE_CHECKING:
    from ..session import Handler, Session

Args = dict[str, Any]

EVAL_WORLDS = 128


# ---------------------------------------------------------------------------------------------------------------
# What a viewer knows, by kind. `first` is the number of the first event that is told.


def _numbered(opened: OpenGame, seat: str) -> dict[str, Any]:
    return {"seat": seat, "n": len(opened.told(seat))}


def _decision(opened: OpenGame, seat: str) -> dict[str, Any]:
    """The number of the seat's open decision, if it has one that is counted here."""
    d = opened.decision(seat) if seat in opened.waiting() else None
    return {} if d is None else {"d": d}


def view_data(session: Session, opened: OpenGame, seat: str, first: int) -> Data:
    return [("view", {**_numbered(opened, seat), "view": opened.observation(seat).view()})]


def legal_data(session: Session, opened: OpenGame, seat: str, first: int) -> Data:
    if seat not in opened.waiting():
        return []
    moves = referee(opened).game.legal(seat) if seat == CHANCE else opened.observation(seat).legal()
    return [("legal", {"seat": seat, **_decision(opened, seat), "moves": moves})]


def describe_data(session: Session, opened: OpenGame, seat: str, first: int) -> Data:
    described = opened.observation(seat).describe().to_dict()
    head = {**_numbered(opened, seat), **_decision(opened, seat)}
    return [("describe", {**head, "description": described})]


def summary_data(session: Session, opened: OpenGame, seat: str, first: int, brief: bool = False) -> Data:
    blocks = opened.observation(seat).summary(brief)
    return [("summary", {**_numbered(opened, seat), "blocks": [block.to_dict() for block in blocks]})]


def event_data(session: Session, opened: OpenGame, seat: str, first: int) -> Data:
    told = enumerate(opened.told(seat)[first - 1 :], first)
    return [("event", {"seat": seat, "n": n, "text": text}) for n, text in told]


def story_data(session: Session, opened: OpenGame, seat: str, first: int) -> Data:
    """Events in sentences for people; one that needs no words has none."""
    said = enumerate(opened.story(seat)[first - 1 :], first)
    return [("sentence", {"seat": seat, "n": n, "text": text}) for n, text in said if text]


def eval_data(session: Session, opened: OpenGame, seat: str, first: int) -> Data:
    """The kernel's quick judgement, averaged over worlds that the seat thinks possible."""
    observation = opened.observation(seat)
    seed = session.options.ai_seed
    found = [observation.sample(seed, number).evaluate() for number in range(EVAL_WORLDS)]
    mean = tuple(sum(column) / EVAL_WORLDS for column in zip(*found, strict=True))
    return [("eval", {"seat": seat, "wp": shares(Calibration(observation).shares(mean))})]


TELLERS: dict[str, Callable[[Session, OpenGame, str, int], Data]] = {
    "view": view_data,
    "legal": legal_data,
    "describe": describe_data,
    "summary": summary_data,
    "events": event_data,
    "story": story_data,
    "eval": eval_data,
}


def tell(session: Session, opened: OpenGame, seat: str, kinds: Sequence[str], first: int = 1) -> Data:
    """What a viewer knows, of each kind."""
    return [message for kind in kinds for message in TELLERS[kind](session, opened, seat, first)]


# ---------------------------------------------------------------------------------------------------------------
# With the answer to a change.


def viewers_of(opened: OpenGame, args: Args) -> tuple[str, ...]:
    """Whose knowledge a command wants to be told (``with=``, ``for=``); checked before anything changes."""
    if "with" not in args:
        if "for" in args:
            raise bad_arg("for", ",".join(args["for"]), "with=KINDS")
        return ()
    viewers = opened.viewers
    for seat in args.get("for", ()):
        if seat not in viewers:
            raise bad_arg("for", seat, seat_range(viewers))
    return tuple(dict.fromkeys(args.get("for", [seat for seat in viewers if seat != PUBLIC])))


def counts(opened: OpenGame, args: Args) -> dict[str, int]:
    """How much each of them was told before the change."""
    return {viewer: len(opened.told(viewer)) for viewer in viewers_of(opened, args)}


def told_with(session: Session, opened: OpenGame, args: Args, before: Mapping[str, int], repeats: bool = False) -> Data:
    """What ``with=`` adds to an answer. Events of seats, which the answer has, are told only if it ``repeats`` them."""
    data: Data = []
    for viewer, count in before.items():
        kinds = [kind for kind in args["with"] if kind != "events" or repeats or viewer == PUBLIC]
        try:
            data += tell(session, opened, viewer, kinds, count + 1)
        except Exception as error:  # the change is made: a fault in words must not say that it failed
            session.log.fault(error)
    return data


# ---------------------------------------------------------------------------------------------------------------
# The verbs.


def view(session: Session, request: Request, args: Args) -> Answer:
    opened = session.find_game(args)
    seat = args["seat"]
    if seat == "all" and isinstance(opened, RefereedGame):
        if not session.options["OpenHands"]:
            raise ProtocolError("denied", need="OpenHands")
        return Answer(data=[("view", {"seat": seat, "view": opened.ruleset.fields(opened.game.state)})])
    opened.check_seat(seat, PUBLIC)
    return Answer(data=view_data(session, opened, seat, 1))


def legal(session: Session, request: Request, args: Args) -> Answer:
    opened = session.find_game(args)
    opened.check_open()
    seat = args["seat"]
    opened.check_seat(seat, CHANCE)
    opened.check_asked(seat)
    return Answer(data=legal_data(session, opened, seat, 1))


def summary(session: Session, request: Request, args: Args) -> Answer:
    opened = session.find_game(args)
    opened.check_seat(args["seat"], PUBLIC)
    return Answer(data=summary_data(session, opened, args["seat"], 1, args.get("brief", False)))


def _teller(kind: str) -> Handler:
    """The verb that tells one kind of what a viewer knows."""

    def handle(session: Session, request: Request, args: Args) -> Answer:
        opened = session.find_game(args)
        opened.check_seat(args["seat"], PUBLIC)
        return Answer(data=TELLERS[kind](session, opened, args["seat"], args.get("from", 1)))

    return handle


def look(session: Session, request: Request, args: Args) -> Answer:
    opened = session.find_game(args)
    opened.check_seat(args["seat"], PUBLIC)
    return Answer(data=tell(session, opened, args["seat"], args["with"], args.get("from", 1)))


def subscribe(session: Session, request: Request, args: Args) -> None:
    """Tell it now and after every change that the viewer notices, until `unsubscribe`, which is when it is answered."""
    opened = session.find_game(args)
    opened.check_seat(args["seat"], PUBLIC)
    session.subscribe(Subscription(request.id, opened, args["seat"], tuple(args["with"]), args.get("from", 1)))


def unsubscribe(session: Session, request: Request, args: Args) -> Answer | None:
    return session.unsubscribe(request.id, args.get("id"))


HANDLERS: dict[str, Handler] = {
    "view": view,
    "legal": legal,
    "describe": _teller("describe"),
    "summary": summary,
    "events": _teller("events"),
    "story": _teller("story"),
    "look": look,
    "subscribe": subscribe,
    "unsubscribe": unsubscribe,
}
