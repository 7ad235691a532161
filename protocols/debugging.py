"""The verbs for people who look inside: d, eval, belief, hash, perft, bench, selfcheck."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from ..ai.beliefs import beliefs
from ..ai.bench.signature import NODES, Stopped, Tally, joined, tally
from ..ai.player import Limits, Player
from ..ai.told import Told
from ..engine import GAMES, Game, Observation
from ..engine.ruleset import PUBLIC
from ..ext import core
from ..ext import perft as counting
from .errors import ProtocolError, bad_arg
from .games import RefereeTable, Table
from .gameverbs import referee
from .messages import Answer, Data, Request
from .searches import player_for, shares
from .seatmode import SeatTable

if TYPE_CHECKING:
    from .session import Handler, Job, Session

Args = dict[str, Any]

EVAL_WORLDS = 128
CHECK_WORLDS = 8
CHECK_NODES = 64
PERFT_WHOLE = 2  # depths that are counted in one go, between two looks at `stop`


def _viewer(table: Table, args: Args) -> str:
    """The seat that is asked about: the one named, the engine's own, the first that must decide, or the spectator."""
    if "seat" in args:
        table.check_seat(args["seat"], PUBLIC)
        return str(args["seat"])
    if isinstance(table, SeatTable):
        return table.seat
    return next((seat for seat in table.waiting() if seat in table.ruleset.seats), PUBLIC)


def draw(session: Session, request: Request, args: Args) -> Answer:
    table = session.table(args)
    seat = args.get("seat", table.seat if isinstance(table, SeatTable) else PUBLIC)
    table.check_seat(seat, PUBLIC)
    return Answer(data=[("text", {"text": line}) for line in table.observation(seat).draw().rstrip("\n").split("\n")])


def evaluate(session: Session, request: Request, args: Args) -> Answer:
    """The kernel's quick judgement, averaged over worlds that the seat thinks possible."""
    table = session.table(args)
    seat = _viewer(table, args)
    observation = table.observation(seat)
    seed = session.options.ai_seed
    found = [observation.sample(seed, number).evaluate() for number in range(EVAL_WORLDS)]
    mean = tuple(sum(column) / EVAL_WORLDS for column in zip(*found, strict=True))
    return Answer(data=[("eval", {"seat": seat, "wp": shares(Told(observation).shares(mean))})])


def belief(session: Session, request: Request, args: Args) -> None:
    table = session.table(args)
    observation = table.observation(_viewer(table, args))
    seed = session.options.ai_seed

    def work(job: Job) -> Answer:
        found = beliefs(observation, seed=seed)
        return Answer(data=[("belief", {"name": name, "chances": chances}) for name, chances in found.items()])

    session.run(request, work)


def hash_(session: Session, request: Request, args: Args) -> Answer:
    table = session.table(args)
    if "seat" not in args and isinstance(table, RefereeTable):
        return Answer(data=[("hash", {"seat": "all", "key": f"{table.game.digest:016x}"})])
    seat = _viewer(table, args)
    key = f"{table.observation(seat).key:016x}"
    return Answer(data=[("hash", {"seat": seat, "n": len(table.told(seat)), "key": key})])


# ---------------------------------------------------------------------------------------------------------------
# Perft.


def perft(session: Session, request: Request, args: Args) -> None:
    game = referee(session.table(args)).game
    depth, divide = args["depth"], args.get("divide", False)
    state, luck, ruleset = game.state.clone(), game.luck, game.ruleset

    def work(job: Job) -> Answer:
        if not divide or depth == 0:
            return Answer({"nodes": _count(job, state, luck, depth)})
        data: Data = []
        total = 0
        for seat, move, after, later in _branches(state, luck):
            count = _count(job, after, later, depth - 1)
            total += count
            data.append(("perft", {"seat": ruleset.seat_word(seat), "move": ruleset.format_move(move), "count": count}))
        return Answer({"nodes": total}, data)

    session.run(request, work)


def _settled(state: core.State, luck: core.Luck) -> int:
    """Let the deal answer for chance; who is pending then."""
    while (pending := state.pending()) == core.PENDING_CHANCE:
        state.apply(core.CHANCE, luck.draw(state))
    return pending


def _branches(state: core.State, luck: core.Luck) -> Iterator[tuple[int, int, core.State, core.Luck]]:
    """Each move of the first seat that must decide, and what comes of it."""
    state, luck = state.clone(), luck.clone()
    pending = _settled(state, luck)
    if pending:
        seat = (pending & -pending).bit_length() - 1
        for move in state.legal(seat):
            after = state.clone()
            after.apply(seat, move)
            yield seat, move, after, luck.clone()


def _count(job: Job, state: core.State, luck: core.Luck, depth: int) -> int:
    """As ext.perft, but it can be stopped."""
    if job.stop.is_set():
        raise ProtocolError("stopped")
    if depth <= PERFT_WHOLE:
        return counting.perft(state, luck, depth)
    return sum(_count(job, after, later, depth - 1) for _, _, after, later in _branches(state, luck))


# ---------------------------------------------------------------------------------------------------------------
# Bench: the same positions, seeds and nodes every time, so that only a change of behaviour changes the signature.


def bench(session: Session, request: Request, args: Args) -> None:
    name = args.get("name")
    if name is not None and name not in GAMES:
        raise bad_arg("name", name, ",".join(GAMES))
    nodes = args.get("nodes", NODES)

    def work(job: Job) -> Answer:
        done = []
        for game in GAMES if name is None else [name]:
            try:
                found = tally(game, nodes, job.stop)
            except Stopped:
                raise ProtocolError("stopped") from None
            done.append(found)
            job.tell("bench", {"name": game, **_tallied(found)})
        return Answer(_tallied(joined(done)))

    session.run(request, work)


def _tallied(found: Tally) -> dict[str, Any]:
    return {"nodes": found.nodes, "nps": round(found.nps), "signature": found.signature}


# ---------------------------------------------------------------------------------------------------------------
# Selfcheck: what is hidden must not show.


def selfcheck(session: Session, request: Request, args: Args) -> None:
    """Change what is hidden from a seat: its view, its legal moves and its search must stay."""
    table = session.table(args)
    if "seat" in args:
        table.check_seat(args["seat"])
    if not isinstance(table, RefereeTable):
        raise ProtocolError("denied", need="referee")
    player = player_for(session, table, {})
    positions = args.get("positions", 0)
    game = table.game.clone()
    seats = [args["seat"]] if "seat" in args else list(table.ruleset.seats)

    def work(job: Job) -> Answer:
        checked = worlds = 0
        for position in _walk(game, positions) if positions else [game]:
            for seat in seats:
                if job.stop.is_set():
                    raise ProtocolError("stopped")
                worlds += check_seat(position, seat, player)
            checked += 1
        return Answer({"positions": checked, "worlds": worlds})

    session.run(request, work)


def _walk(game: Game, positions: int) -> Iterator[Game]:
    """Positions from games with the same rules and other deals, played without a plan."""
    deal = step = 0
    while positions:
        deal += 1
        played = Game(game.ruleset, deal)
        while played.pending and positions:
            yield played
            positions -= 1
            seat = played.pending[0]
            moves = played.legal(seat)
            step += 1
            played.play(seat, moves[(7919 * step + deal) % len(moves)])


def check_seat(game: Game, seat: str, player: Player) -> int:
    """Look at a position from a seat in several worlds: their number, or an error that says what gave a secret away."""
    observation = game.observation(seat)
    ruleset, number = game.ruleset, game.ruleset.seat_number(seat)
    rebuilt = Observation.start(ruleset, seat)
    for event in game.events(seat):
        rebuilt = rebuilt.see(event)
    asked = seat in game.pending
    _expect(
        rebuilt.key == observation.key and rebuilt.view() == observation.view(), seat, "the events do not give the view"
    )
    _expect(asked == bool(observation.legal()), seat, "the seat does not know whether it is asked")
    decision = player.decide(observation, Limits(nodes=CHECK_NODES)) if asked else None
    for index in range(CHECK_WORLDS):
        world = observation.sample(0, index)
        _expect(world.check() == 0, seat, "a sampled world is not sound")
        _expect(bool(world.pending() >> number & 1) == asked, seat, "a sampled world asks somebody else")
        other = game.clone()
        other.state = world
        _expect(other.view(seat) == observation.view(), seat, "the view changes with what is hidden")
        if asked:
            _expect(other.legal(seat) == observation.legal(), seat, "the legal moves change with what is hidden")
    if decision is not None:
        again = player.decide(other.observation(seat), Limits(nodes=CHECK_NODES))
        same = again.move == decision.move and (again.analysis is None) == (decision.analysis is None)
        if again.analysis is not None and decision.analysis is not None:
            same = same and again.analysis.values == decision.analysis.values
        _expect(same, seat, "the search changes with what is hidden")
    return CHECK_WORLDS


def _expect(held: bool, seat: str, reason: str) -> None:
    if not held:
        raise ProtocolError("selfcheck", seat=seat, reason=reason)


HANDLERS: dict[str, Handler] = {
    "d": draw,
    "eval": evaluate,
    "belief": belief,
    "hash": hash_,
    "perft": perft,
    "bench": bench,
    "selfcheck": selfcheck,
}
