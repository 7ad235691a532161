"""The verbs for people who look inside: d, eval, belief, hash, perft, bench, selfcheck."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from ...ai.beliefs import beliefs
from ...ai.player import Limits, Player
from ...ai.stop import Stopped
from ...engine import GAMES, Game, Observation
from ...engine.ruleset import PUBLIC
from ...ext import core
from ...ext.core import perft as counting
from ..errors import ProtocolError, bad_arg
from ..messages import Answer, Data, Request
from ..open_game import OpenGame
from ..referee import RefereedGame, referee
from ..seat_mode import SeatGame
from .looking import eval_data
from .search import believed, player_for, words_of

if TYPE_CHECKING:
    from ...ai.measure.signature import Tally
    from ..session import Handler, Job, Session

Args = dict[str, Any]

CHECK_WORLDS = 8
CHECK_NODES = 64
PERFT_WHOLE = 2  # depths that are counted in one go, between two looks at `stop`


def _viewer(opened: OpenGame, args: Args) -> str:
    """The seat that a command is about: the one it names, or the engine's own in seat mode, or the first that must
    decide, or the spectator."""
    if "seat" in args:
        opened.check_seat(args["seat"], PUBLIC)
        return str(args["seat"])
    if isinstance(opened, SeatGame):
        return opened.seat
    return next((seat for seat in opened.waiting() if seat in opened.ruleset.seats), PUBLIC)


def draw(session: Session, request: Request, args: Args) -> Answer:
    opened = session.find_game(args)
    seat = args.get("seat", opened.seat if isinstance(opened, SeatGame) else PUBLIC)
    opened.check_seat(seat, PUBLIC)
    return Answer(data=[("text", {"text": line}) for line in opened.observation(seat).draw().rstrip("\n").split("\n")])


def evaluate(session: Session, request: Request, args: Args) -> Answer:
    opened = session.find_game(args)
    return Answer(data=eval_data(session, opened, _viewer(opened, args), 1))


def belief(session: Session, request: Request, args: Args) -> None:
    opened = session.find_game(args)
    observation = opened.observation(_viewer(opened, args))
    seed = session.options.ai_seed

    def work(job: Job) -> Answer:
        try:
            found = beliefs(observation, seed=seed, stop=job.stop)
        except Stopped:
            raise ProtocolError("stopped") from None
        words = words_of(observation, args)
        return Answer(data=[part for name, chances in found.items() for part in believed(name, chances, words)])

    session.run(request, work)


def hash_(session: Session, request: Request, args: Args) -> Answer:
    opened = session.find_game(args)
    if "seat" not in args and isinstance(opened, RefereedGame):
        return Answer(data=[("hash", {"seat": "all", "key": f"{opened.game.digest:016x}"})])
    seat = _viewer(opened, args)
    key = f"{opened.observation(seat).key:016x}"
    return Answer(data=[("hash", {"seat": seat, "n": len(opened.told(seat)), "key": key})])


# ---------------------------------------------------------------------------------------------------------------
# Perft.


def perft(session: Session, request: Request, args: Args) -> None:
    game = referee(session.find_game(args)).game
    depth, divide = args["depth"], args.get("divide", False)
    state, luck, ruleset = game.state.clone(), game.deal_rng, game.ruleset

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


def _settled(state: core.State, luck: core.DealRng) -> int:
    """Let the deal answer for chance; who is pending then."""
    while (pending := state.pending()) == core.PENDING_CHANCE:
        state.apply(core.CHANCE, luck.draw(state))
    return pending


def _branches(state: core.State, luck: core.DealRng) -> Iterator[tuple[int, int, core.State, core.DealRng]]:
    """Each move of the first seat that must decide, and what comes of it."""
    state, luck = state.clone(), luck.clone()
    pending = _settled(state, luck)
    if pending:
        seat = (pending & -pending).bit_length() - 1
        for move in state.legal(seat):
            after = state.clone()
            after.apply(seat, move)
            yield seat, move, after, luck.clone()


def _count(job: Job, state: core.State, luck: core.DealRng, depth: int) -> int:
    """What the kernel's perft counts, in parts, so that `stop` can come in between."""
    if job.stop.is_set():
        raise ProtocolError("stopped")
    if depth <= PERFT_WHOLE:
        return counting.perft(state, luck, depth)
    return sum(_count(job, after, later, depth - 1) for _, _, after, later in _branches(state, luck))


# ---------------------------------------------------------------------------------------------------------------
# Bench: the same positions, seeds and nodes every time, so that only a change of behaviour changes the signature.


def bench(session: Session, request: Request, args: Args) -> None:
    from ...ai.measure.signature import NODES, joined, tally

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
    """Check that a seat's view, legal moves and search stay the same when what is hidden from it changes."""
    opened = session.find_game(args)
    if "seat" in args:
        opened.check_seat(args["seat"])
    if not isinstance(opened, RefereedGame):
        raise ProtocolError("denied", need="referee")
    player = player_for(session, opened, {})
    positions = args.get("positions", 0)
    game = opened.game.clone()
    seats = [args["seat"]] if "seat" in args else list(opened.ruleset.seats)

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
    """Compare what a seat sees and decides in several worlds; return how many. An error says what gave it away."""
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
