"""The verbs that think: go, analyze, ponder. They search from a seat's observation and from nothing else."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterable
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any

from ...ai.player import Analysis, Decision, Limits, Player
from ...ai.settings import IsmctsSettings
from ...ai.trees import KeptTrees
from ...engine import Observation
from ...engine.description import Hidden
from ..errors import ProtocolError, bad_arg, shorten
from ..messages import Answer, Data, Request
from ..open_game import OpenGame

if TYPE_CHECKING:
    from ..session import Handler, Job, Session

Args = dict[str, Any]

CLOCK_SHARE = 25  # of the time that is left, one part of so many goes into a move
CLOCK_INC = 0.75  # and so much of the increment
TELL_FROM = 2.0  # seconds: a shorter search is told about at its end only, because telling takes time too
MANY_NODES = 50_000  # and so is one of fewer nodes


PlayerFactory = Callable[[IsmctsSettings, int, KeptTrees], Player]  # settings, seed, and where trees are kept


def search_player(settings: IsmctsSettings, seed: int, trees: KeptTrees) -> Player:
    """The engine's own player."""
    # Loaded at the first `isready` or search, so that the process answers at once when it starts.
    from ...ai.players.ismcts import IsmctsPlayer

    return IsmctsPlayer(settings, seed, trees)


def settings(session: Session, args: Args) -> IsmctsSettings:
    """The player's settings: those of the command, or else the options."""
    options = session.options
    return IsmctsSettings(
        level=args.get("level", options["Level"]),
        style=args.get("style", options["Style"]),
        select=options["Select"],
        threads=1 if options["Deterministic"] else options["Threads"],
        memory=options["MemoryMB"],
    )


def player_for(session: Session, opened: OpenGame, args: Args) -> Player:
    """The game's player for these settings: the same one as long as they stay, because it keeps its trees."""
    wanted = settings(session, args), session.options.ai_seed
    if opened.player is None or opened.player_made_from != wanted:
        opened.forget_player()
        opened.player, opened.player_made_from = session.make_player(*wanted, session.trees), wanted
    return opened.player


# ---------------------------------------------------------------------------------------------------------------
# Limits.


def read_limits(session: Session, opened: OpenGame, seat: str, args: Args) -> Limits:
    """When to stop; of several limits the first that is reached counts. Times count from now."""
    timed = [key for key in ("movetime", "clock", "infinite") if args.get(key)]
    if timed and session.options["Deterministic"]:
        key = timed[0]
        raise bad_arg(key, "1" if key == "infinite" else args[key], "nodes= (Deterministic is set)")
    overhead = session.options["MoveOverhead"]
    budgets = []
    if "movetime" in args:
        budgets.append(args["movetime"] - overhead)
    if "clock" in args:
        if seat not in args["clock"]:
            raise bad_arg("clock", ",".join(args["clock"]), f"{seat}:MS")
        left = args["clock"][seat]
        budgets.append(min(left / CLOCK_SHARE + CLOCK_INC * args.get("inc", 0), left - overhead))
    seconds = None
    if budgets:
        seconds = max(min(budgets) / 1000, 0.001)
    return Limits(args.get("nodes"), seconds, bool(args.get("infinite")))


def is_long(limits: Limits, every: float) -> bool:
    """Whether a search may last until there is something to tell on the way (``every`` seconds)."""
    if limits.seconds is not None:
        return limits.seconds >= max(every, TELL_FROM)
    return limits.infinite or (limits.nodes is not None and limits.nodes >= MANY_NODES)


def think(
    job: Job, player: Player, observation: Observation, limits: Limits, listener: Callable[[Analysis], None] | None
) -> Decision:
    """Let the player decide. A timer stops it early enough to sum up within the time limit."""
    timer = None
    lateness = job.session.lateness
    heard = listener is not None
    if limits.seconds is not None:
        due = job.started + max(limits.seconds - lateness[heard], 0.001)
        limits = replace(limits, seconds=max(due - time.monotonic(), 0.001))
        timer = threading.Timer(due - time.monotonic(), job.stop.set)
        timer.daemon = True
        timer.start()
    try:
        decision = player.decide(observation, limits, listener, job.stop)
    finally:
        if timer is not None:
            timer.cancel()
    if limits.seconds is not None:  # aim earlier next time if this one was late, and forget it slowly
        lateness[heard] = max(1.25 * (time.monotonic() - due), 0.98 * lateness[heard])
    return decision


# ---------------------------------------------------------------------------------------------------------------
# What is told.


def shares(values: tuple[float, ...]) -> list[float]:
    """Shares to four digits that still add up to 1."""
    parts = [int(value * 10_000) for value in values]
    order = sorted(range(len(values)), key=lambda i: parts[i] - values[i] * 10_000)
    for i in order[: 10_000 - sum(parts)]:
        parts[i] += 1
    return [part / 10_000 for part in parts]


def info(session: Session, analysis: Analysis) -> dict[str, Any]:
    fields: dict[str, Any] = {"nodes": analysis.nodes}
    if not session.options["Deterministic"]:  # what depends on the machine
        fields["nps"] = round(analysis.nodes / analysis.seconds) if analysis.seconds > 0 else 0
    fields["wp"] = shares(analysis.values)
    fields["se"] = round(analysis.error, 4)
    if analysis.lines:
        fields["best"] = analysis.lines[0].move
    return fields


Words = Callable[[str, Iterable[str]], Hidden]  # of a hidden thing and of what it may be


def details(analysis: Analysis, multipv: int, words: Words | None) -> Data:
    """The lines and beliefs of an analysis."""
    data: Data = []
    for rank, line in enumerate(analysis.lines[:multipv], 1):
        fields: dict[str, Any] = {
            "rank": rank,
            "move": line.move,
            "policy": round(line.policy, 4),
            "ev": round(line.value, 4),
        }
        if line.continuation:
            began = line.continuation[0] == line.move
            fields["pv"] = " ".join(line.continuation if began else (line.move, *line.continuation))
        data.append(("line", fields))
    for name, chances in analysis.beliefs.items():
        data += believed(name, {what: round(chance, 4) for what, chance in chances.items()}, words)
    return data


def believed(name: str, chances: dict[str, float], words: Words | None) -> Data:
    """What a hidden thing may be, and how likely; with its words, if somebody wants them."""
    data: Data = [("belief", {"name": name, "chances": chances})]
    if words is not None:
        data.append(("hidden", {"name": name, "hidden": words(name, chances).to_dict()}))
    return data


def words_of(observation: Observation, args: Args) -> Words | None:
    """What gives the words of hidden things, if they are asked for."""
    return partial(observation.ruleset.believed, observation.view()) if args.get("words") else None


def remark(analysis: Analysis) -> str:
    """An evaluation as a record keeps it."""
    return f"wp={','.join(f'{share:.3f}' for share in shares(analysis.values))} nodes={analysis.nodes}"


class Reporter:
    """Tells what is thought, at most once in a while. A deterministic engine tells only the end."""

    def __init__(self, job: Job, every: int, multipv: int | None, words: Words | None = None) -> None:
        self.job = job
        self.every = every / 1000
        self.multipv = multipv  # None: no lines and beliefs
        self.words = words  # None: no words of what is hidden
        self.last = job.started
        self.silent = job.session.options["Deterministic"]

    def __call__(self, analysis: Analysis) -> None:
        now = time.monotonic()
        if not self.silent and now - self.last >= self.every and not self.job.stop.is_set():
            self.last = now
            for kind, fields in self.final(analysis):
                self.job.tell(kind, fields)

    def final(self, analysis: Analysis | None) -> Data:
        if analysis is None:
            return []
        told: Data = [("info", info(self.job.session, analysis))]
        return told if self.multipv is None else told + details(analysis, self.multipv, self.words)


# ---------------------------------------------------------------------------------------------------------------
# The verbs.


def _asked_game(session: Session, args: Args) -> tuple[OpenGame, str]:
    opened = session.find_game(args)
    opened.check_open()
    seat = args["seat"]
    opened.check_seat(seat)
    session.check_free(opened)
    opened.check_asked(seat, args.get("d"))
    return opened, seat


def _checked_moves(observation: Observation, moves: list[str]) -> tuple[str, ...]:
    """Moves that a search is restricted to; each must be legal, in the words of `legal`."""
    legal = frozenset(observation.legal())
    for move in moves:
        if move not in legal:
            raise ProtocolError("illegal", move=shorten(move), reason="not-legal")
    return tuple(moves)


def go(session: Session, request: Request, args: Args) -> None:
    opened, seat = _asked_game(session, args)
    observation = opened.observation(seat)
    limits = read_limits(session, opened, seat, args)
    if "moves" in args:
        limits = replace(limits, moves=_checked_moves(observation, args["moves"]))
    player = player_for(session, opened, args)
    d = args.get("d", opened.decision(seat))
    every = session.options["InfoEvery"]

    def work(job: Job) -> Answer:
        reporter = Reporter(job, every, None)
        listener = reporter if is_long(limits, every / 1000) else None
        decision = think(job, player, observation, limits, listener)
        analysis = decision.analysis
        if analysis is not None:
            opened.note(seat, d, remark(analysis))
        fields = {"move": decision.move, "d": d, "p": round(decision.policy, 4)}
        return Answer(
            {key: value for key, value in fields.items() if value is not None}, reporter.final(analysis), "bestmove"
        )

    session.end_pondering(opened)
    session.run(request, work, opened, seat, finite=not limits.infinite)


def analyze(session: Session, request: Request, args: Args) -> None:
    opened, seat = _asked_game(session, args)
    observation = opened.observation(seat)
    limits = read_limits(session, opened, seat, args)
    player = player_for(session, opened, args)
    d = opened.decision(seat)
    multipv = args.get("multipv", session.options["MultiPV"])
    every = args.get("every", session.options["InfoEvery"])

    def work(job: Job) -> Answer:
        reporter = Reporter(job, every, multipv, words_of(observation, args))
        decision = think(job, player, observation, limits, reporter)
        analysis = decision.analysis
        fields: dict[str, Any] = {"nodes": analysis.nodes if analysis else 0}
        if analysis is not None:
            opened.note(seat, d, remark(analysis))
        if job.stopped:
            fields["stopped"] = 1
        return Answer(fields, reporter.final(analysis))

    session.end_pondering(opened)
    session.run(request, work, opened, seat, finite=not limits.infinite)


def ponder(session: Session, request: Request, args: Args) -> None:
    """Think ahead for a seat while it waits: a running estimate, and a tree for its next timed `go` to begin with."""
    opened = session.find_game(args)
    opened.check_open()
    seat = args["seat"]
    opened.check_seat(seat)
    session.check_free(opened)
    if seat in opened.waiting():
        raise ProtocolError("denied", reason="asked")
    if not session.options["Ponder"]:
        raise ProtocolError("denied", need="Ponder")
    observation = opened.observation(seat)
    player = player_for(session, opened, {})
    every = session.options["InfoEvery"]

    def work(job: Job) -> Answer:
        thought = player.ponder(observation, Reporter(job, every, None), job.stop)
        return Answer({"nodes": thought.nodes, **({"asked": 1} if job.asked else {"stopped": 1})})

    session.end_pondering(opened)
    session.run(request, work, opened, seat, finite=False)


HANDLERS: dict[str, Handler] = {"go": go, "analyze": analyze, "ponder": ponder}
