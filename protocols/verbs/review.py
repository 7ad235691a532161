"""The verb that looks back: review. It judges a seat's decisions from its observations and from nothing else.

While the game goes on it tells no more than these judgements. The rest needs the whole record: it is for the end.
"""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any

from ..messages import Answer, Data, Request
from ..referee import referee
from .search import shares

if TYPE_CHECKING:
    from ...ai.review import Progress, Review
    from ..session import Handler, Job, Session

Args = dict[str, Any]


class Reporter:
    """Tells how far a review is, at most once in a while. A deterministic engine tells only the end."""

    def __init__(self, job: Job, every: int) -> None:
        self.job, self.every, self.last = job, every / 1000, job.started
        self.silent = job.session.options["Deterministic"]
        self.fields: Args = {}

    def __call__(self, progress: Progress) -> None:
        self.fields.update(nodes=progress.nodes, done=progress.done, of=progress.of)
        if progress.verdict is not None:
            self.fields.update(wp=shares(progress.verdict.shares), se=round(progress.verdict.error, 4))
        now = time.monotonic()
        if not self.silent and "wp" in self.fields and now - self.last >= self.every and not self.job.stop.is_set():
            self.last = now
            self.job.tell("info", dict(self.fields))

    def final(self) -> Data:
        return [("info", self.fields)] if "wp" in self.fields else []


def parts(found: Review) -> Data:
    """A review in messages: what it is about, the graph, the turning points, the decisions, the ledger."""
    seat = found.seat
    lists = {"judged", "graph", "swings", "ledger"}
    head = {name: value for name, value in found.to_dict().items() if name not in lists}
    data: Data = [("review", {"seat": seat, "review": head})]
    data += [("point", {"seat": seat, "point": point.to_dict()}) for point in found.graph]
    data += [("swing", {"seat": seat, "swing": swing.to_dict()}) for swing in found.swings]
    data += [("judged", {"seat": seat, "judged": judged.to_dict()}) for judged in found.judged]
    if found.ledger is not None:
        data.append(("ledger", {"seat": seat, "ledger": found.ledger.to_dict()}))
    return data


def review(session: Session, request: Request, args: Args) -> None:
    opened = referee(session.find_game(args))
    seat = args["seat"]
    opened.check_seat(seat)
    game, seed, every = opened.game.clone(), session.options.ai_seed, session.options["InfoEvery"]

    def work(job: Job) -> Answer:
        from ...ai.review import NODES
        from ...ai.review import review as look_back

        reporter = Reporter(job, every)
        [found] = look_back(game, [seat], nodes=args.get("nodes", NODES), seed=seed, listener=reporter, stop=job.stop)
        fields: Args = {"nodes": found.nodes}
        if job.stop.is_set():
            fields["stopped"] = 1
        return Answer(fields, [*reporter.final(), *parts(found)])

    session.run(request, work)


HANDLERS: dict[str, Handler] = {"review": review}
