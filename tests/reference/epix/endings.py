"""Epix for two: the turn of the last player of Winter, after which the game is over.

By then all cards are shown, so nothing is hidden but the bid and the guesses of a fight, which are made together. So a
choice of the last player is worth what its best move is worth, and a fight what both can be sure of if each may mix its
bids or guesses (`solved.Bid`).
"""

from __future__ import annotations

from typing import Any

from ..base import Reference
from ..solved import Bid, Choice, Guess, Solved, Solver, TooLarge, Unsolved
from .last_player import Hopes
from .rules import Epix

MOST = 250  # positions that may be looked at for one ending


class Endings(Solver):
    about = "the last player's turn in Winter, for two; a bid or guess is worth what it brings against the best answer"

    def __init__(self) -> None:
        self.worths: dict[Any, float] = {}
        self.left = 0

    def is_ending(self, view: dict[str, Any]) -> bool:
        return (
            view["players"] == 2
            and view["season"] == "winter"
            and view["phase"] in ("order", "recruit", "act", "unit", "fight", "press")
            and view["turn"] != view["first"]
            and not any(view["secret"])  # a choice that is made, or forced, is none any more
        )

    def solve(self, game: Reference, seat: str) -> Solved:
        assert isinstance(game, Epix)
        self.left = MOST
        if game.phase != "fight":
            return Choice(tuple(self.after(game, seat, move) for move in game.legal(seat)))
        missed, named, guesses = self.fight(game)
        return (Bid if seat == game.turn else Guess)(missed, named, guesses)

    def worth(self, game: Epix) -> float:
        """The share of the player whose turn it is."""
        assert game.turn is not None
        key = (
            game.phase, tuple(game.gold.values()), tuple(game.todo), tuple(sorted(game.spent)), str(game.active),
            str(game.attack), tuple(sorted((at, owner, tuple(kinds)) for at, (owner, kinds) in game.board.items())),
        )  # fmt: skip
        if key not in self.worths:
            if self.left == 0:
                raise TooLarge
            self.left -= 1
            if not Hopes(game, game.turn).can_win():  # it errs on the player's side, also when some units are spent
                self.worths[key] = 0.0
            elif game.phase == "fight":
                self.worths[key] = Bid(*self.fight(game)).value()
            else:
                self.worths[key] = self.best(game, game.turn)
        return self.worths[key]

    def best(self, game: Epix, seat: str) -> float:
        """What the best move brings. The last one listed ends something: a sure win is soon found."""
        most = 0.0
        for move in reversed(game.legal(seat)):
            most = max(most, self.after(game, seat, move))
            if most >= 1:
                break
        return most

    def after(self, game: Epix, seat: str, *moves: str) -> float:
        """What the player whose turn it is has after these moves of this seat, or of both in a fight."""
        assert game.turn is not None
        after = game.twin()
        player = game.turn
        for move in moves:
            after.play(seat, move)
            (seat,) = [other for other in game.seats if other != seat]
        return after.returns()[game.seats.index(player)] if after.phase == "over" else self.worth(after)

    def fight(self, game: Epix) -> tuple[tuple[float, ...], tuple[float, ...], int]:
        """What each bid is worth to the attacker when it is missed and when it is named; how many are named."""
        assert game.turn is not None
        assert game.attack is not None
        attacker, defender = game.turn, str(game.attack["defender"])
        if attacker not in game.pending() or game.effects(defender, "parity"):
            raise Unsolved
        bids = game.legal(attacker)
        if defender not in game.pending():  # it names all there are
            worths = tuple(self.after(game, attacker, bid) for bid in bids)
            return worths, worths, len(bids)
        sets = {move: move.removeprefix("guess:").split(",") for move in game.legal(defender)}
        missed, named = [], []
        for bid in bids:
            amount = bid.removeprefix("bid:")
            naming = next(move for move, amounts in sets.items() if amount in amounts)
            missing = next(move for move, amounts in sets.items() if amount not in amounts)
            missed.append(self.after(game, attacker, bid, missing))
            named.append(self.after(game, attacker, bid, naming))
        n_named = len(next(iter(sets.values())))
        if n_named < int(game.attack["guesses"]):
            raise Unsolved  # a third guess is a decision of its own
        return tuple(missed), tuple(named), n_named
