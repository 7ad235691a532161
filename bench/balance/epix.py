"""Epix: seats, who is first in Winter, and the abilities of the advanced rules."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import ClassVar

from petteia.engine import Game, Ruleset

from .facts import Balance, Bounds, Fact, equal_share, of_seats, seat_shares


class Epix(Balance):
    game = "epix"
    about: ClassVar = {
        "seat": "share of the games that a seat takes",
        "first in winter": "share that a seat takes by its place in Winter's order",
        "ability": "share that a seat with this ability takes",
        "card": "share of action cards that are this one",
        "ended by": "share of the games that are decided so",
    }

    def facts(self, game: Game, moves: Sequence[tuple[str, str]], returns: Sequence[float]) -> Iterator[Fact]:
        cards = ("recruit", "tax", "move")
        for seat, move in of_seats(moves):
            if move.startswith("card:"):
                played = move.removeprefix("card:")
                yield from (Fact("card", card, float(card == played)) for card in cards)
            game.play(seat, move)
        yield from seat_shares(game, returns)
        view = game.view("pub")
        first = game.seats.index(view["first"])
        for place in range(len(returns)):
            yield Fact("first in winter", str(place + 1), returns[(first + place) % len(returns)])
        for share, abilities in zip(returns, view["abilities"], strict=True):
            yield from (Fact("ability", ability, share) for ability in abilities)
        over = next(event for event in reversed(game.events()) if event.startswith("over "))
        yield Fact("ended by", over.split()[-1], 1.0)

    def bounds(self, kind: str, name: str, rules: Ruleset) -> Bounds | None:
        return equal_share(rules) if kind == "seat" else None
