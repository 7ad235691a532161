"""A game that the engine referees: who is asked, what every seat was told, taking back, saving.

Counters of events and decisions belong to a seat each and only ever grow: what one of them says to its seat tells
nothing about the others. Every change is made on a copy that takes the game's place when it is complete.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ..engine import AmbiguousMove, Game, GameError, IllegalMove, InvalidMove, Observation, Ruleset
from ..engine.game import CLIENT
from ..engine.ruleset import CHANCE, PUBLIC
from ..ext.core import DecisionKind
from .errors import ProtocolError, bad_arg, shorten
from .messages import Data
from .open_game import EventLog, OpenGame, seat_range, team_names
from .records import uhg

# The words of the protocol for the kinds of decision.
KINDS = {
    DecisionKind.PUBLIC_CHOICE: "public",
    DecisionKind.HIDDEN_CHOICE: "hidden",
    DecisionKind.SIMULTANEOUS: "simultaneous",
    DecisionKind.BID: "bid",
    DecisionKind.GUESS: "guess",
    DecisionKind.REACTION: "reaction",
}
WORLDS = 12  # looked at to tell whether a move revealed something


class RefereedGame(OpenGame):
    """A game with all its secrets."""

    def __init__(self, handle: str, game: Game, analysis: bool = False) -> None:
        super().__init__(handle)
        self.ruleset = game.ruleset
        self.game = game
        self.analysis = analysis
        self.teams = team_names(game.ruleset, len(game.state.evaluate()))
        self.logs = {viewer: EventLog(game.events(viewer)) for viewer in (*game.seats, PUBLIC)}
        for log in self.logs.values():
            log.standing = list(range(1, len(log.entries) + 1))
        self.asked: dict[str, int] = {}  # the open decision of each seat that is asked
        self.counts = dict.fromkeys((*game.seats, CHANCE), 0)
        self.answered: dict[str, tuple[int, int]] = {}  # a seat's last decision: its number, its place among the moves
        self.remarks: dict[tuple[str, int], str] = {}  # on decisions that were searched, by seat and number
        self.comments: dict[int, tuple[str, str]] = {}  # by place among the moves: whose, and what
        self._ask(None)

    # What is known.

    @property
    def seats(self) -> tuple[str, ...]:
        """Those who may play: chance too, if it is the client's."""
        return (*self.ruleset.seats, CHANCE) if self.game.chance == CLIENT else self.ruleset.seats

    @property
    def viewers(self) -> tuple[str, ...]:
        return (*self.ruleset.seats, PUBLIC)

    def check_seat(self, seat: str, *others: str) -> None:
        allowed = (*self.ruleset.seats, *others)
        if CHANCE in others and self.game.chance != CLIENT:
            allowed = tuple(name for name in allowed if name != CHANCE)
        if seat not in allowed:
            raise bad_arg("seat", seat, seat_range(allowed))

    def observation(self, seat: str) -> Observation:
        return self.game.observation(seat)

    def waiting(self) -> tuple[str, ...]:
        return self.game.pending

    def outcome(self) -> tuple[tuple[str, ...], str] | None:
        result = self.game.result
        return None if result is None else (result.winners, result.reason)

    def told(self, viewer: str) -> list[str]:
        return self.logs[viewer].entries

    def decision(self, seat: str) -> int | None:
        return self.asked.get(seat)

    def data_so_far(self) -> Data:
        """Everything that the seats were told."""
        return [
            ("event", {"seat": viewer, "n": n, "text": text})
            for viewer in self.ruleset.seats
            for n, text in enumerate(self.logs[viewer].entries, 1)
        ]

    def requests(self) -> Data:
        return [self._request(seat) for seat in self.asked]

    def _request(self, seat: str) -> tuple[str, dict[str, Any]]:
        if seat == CHANCE:
            kind = self.game.legal(CHANCE)[0].partition(":")[0]  # d12 for a die, draw for a deck...
        else:
            kind = KINDS[DecisionKind(self.game.state.kind(self.ruleset.seat_number(seat)))]
        return "request", {"seat": seat, "d": self.asked[seat], "kind": kind}

    # Changes.

    def play(self, seat: str, d: int, move: str) -> Data:
        """A move of a seat that is asked: what everybody is told, and who is asked next."""
        self.check_seat(seat, CHANCE)
        self.check_asked(seat, d)
        after = self.game.clone()
        try:
            after.play(seat, move)
        except IllegalMove as error:
            raise ProtocolError("illegal", move=shorten(move), reason=error.reason) from None
        except AmbiguousMove:
            raise ProtocolError("illegal", move=shorten(move), reason="ambiguous") from None
        except InvalidMove:
            raise ProtocolError("illegal", move=shorten(move), reason="not-a-move") from None
        place = len(self.game.moves)
        self.answered[seat] = (d, place)
        remark = self.remarks.pop((seat, d), None)
        if remark is not None:
            self.comments[place] = (seat, remark)
        return self._replace(after, {seat})

    def unplay(self, seat: str, d: int) -> Data:
        """Take back a secret choice while others are awaited."""
        self.check_seat(seat, CHANCE)
        last, place = self.answered.get(seat, (0, -1))
        if last == 0:
            raise ProtocolError("denied", reason="nothing-to-undo")
        if d != last:
            raise ProtocolError("stale", d=d, want=last)
        moves = self.game.moves
        if seat in (CHANCE, *self.asked) or any(mover in (seat, CHANCE) for mover, _ in moves[place + 1 :]):
            raise ProtocolError("denied", reason="revealed")
        before = self.game.with_moves(moves[:place])
        if not self._silent(before, moves[place:]):
            raise ProtocolError("denied", reason="revealed")
        after = self.game.with_moves(moves[:place] + moves[place + 1 :])
        self._forget(place, 1)
        return self._replace(after, {seat})

    @staticmethod
    def _silent(game: Game, moves: Sequence[tuple[str, str]]) -> bool:
        """Whether each of these moves was noticed by nobody but who made it."""
        for mover, move in moves:
            before = {viewer: game.n_events(viewer) for viewer in (*game.seats, PUBLIC) if viewer != mover}
            game.play(mover, move)
            if any(game.n_events(viewer) != count for viewer, count in before.items()):
                return False
        return True

    def undo(self, force: bool) -> Data:
        """Take back the last decision, and with force the chance that followed it."""
        if force and not self.analysis:
            raise ProtocolError("denied", need="analysis")
        moves = self.game.moves
        place = len(moves) - 1
        if self.game.chance != CLIENT:
            while place >= 0 and moves[place][0] == CHANCE:
                place -= 1
        if place < 0:
            raise ProtocolError("denied", reason="nothing-to-undo")
        before = self.game.with_moves(moves[:place])
        if not force:
            if any(mover == CHANCE for mover, _ in moves[place:]):
                raise ProtocolError("denied", reason="chance")
            if reveals(before, self.game, *moves[place]):
                raise ProtocolError("denied", reason="revealed")
        self._forget(place, len(moves) - place)
        # Who did not notice the move does not notice that it is gone.
        noticed = {viewer for viewer, log in self.logs.items() if before.n_events(viewer) < len(log.standing)}
        return self._replace(before, {moves[place][0], *noticed})

    def _forget(self, place: int, count: int) -> None:
        """Moves were taken out of the row: what is kept by place moves up."""
        self.comments = {
            at if at < place else at - count: comment
            for at, comment in self.comments.items()
            if not place <= at < place + count
        }
        self.answered = {
            seat: (d, at if at < place else at - count)
            for seat, (d, at) in self.answered.items()
            if not place <= at < place + count
        }

    def _replace(self, after: Game, anew: set[str]) -> Data:
        """Put a changed game in place of the old one; seats in ``anew`` are asked with a new number."""
        data: Data = []
        for viewer, log in self.logs.items():
            first = len(log.entries)
            log.take_back(after.n_events(viewer))
            log.add(after.events(viewer, len(log.standing)))
            if viewer != PUBLIC:
                data += [
                    ("event", {"seat": viewer, "n": first + 1 + i, "text": text})
                    for i, text in enumerate(log.entries[first:])
                ]
        self.game = after
        data += [self._request(seat) for seat in self._ask(anew)]
        result = self.outcome()
        if result is not None:
            data.append(("result", {"winners": list(result[0]), "reason": result[1]}))
        return data

    def _ask(self, anew: set[str] | None) -> list[str]:
        """Number the decisions of the seats that are asked; those that got a new number."""
        asked = {}
        fresh = []
        for seat in self.game.pending:
            if anew is None or seat in anew or seat not in self.asked:
                self.counts[seat] += 1
                asked[seat] = self.counts[seat]
                fresh.append(seat)
            else:
                asked[seat] = self.asked[seat]
        self.asked = asked
        return fresh

    def note(self, seat: str, d: int | None, remark: str) -> None:
        if d is not None:
            self.remarks[seat, d] = remark

    def record(self, seat: str | None) -> str:
        if seat is None:
            return uhg.write(self.game, {place: f"{who} {what}" for place, (who, what) in self.comments.items()})
        own = {place: what for place, (who, what) in self.comments.items() if who == seat}
        return uhg.write_seat(self.game, seat, own)


def referee(opened: OpenGame) -> RefereedGame:
    """The game, if the engine referees it."""
    if not isinstance(opened, RefereedGame):
        raise ProtocolError("denied", need="referee")
    return opened


def reveals(before: Game, after: Game, seat: str, move: str) -> bool:
    """Whether a move told somebody something that neither the move nor their own knowledge could tell.

    Worlds that a viewer could not tell from the true one are drawn; if in one of them the same move would have looked
    different to that viewer, it learned something.
    """
    ruleset = before.ruleset
    number, code = ruleset.seat_number(seat), ruleset.parse_move(move)
    for index, viewer in enumerate((*before.seats, PUBLIC)):
        seen = after.events(viewer, before.n_events(viewer))
        observation = before.observation(viewer)
        for world_number in range(WORLDS):
            world = observation.sample(0, world_number)
            if code not in world.legal(number):
                continue
            if [ruleset.format_token(token) for token in world.apply_told(number, code)[index]] != seen:
                return True
    return False


def start_game(handle: str, ruleset: Ruleset, deal: int | None, chance: str, analysis: bool) -> RefereedGame:
    """A new game to referee."""
    try:
        return RefereedGame(handle, Game(ruleset, deal, chance), analysis)
    except GameError as error:
        raise ProtocolError("bad-arg", arg="deal", got=str(deal), want=str(error)) from None
