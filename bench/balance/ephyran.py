"""Ephyran: seats, gods, and how long a game is."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import ClassVar

from petteia.engine import Game, Ruleset

from .facts import Balance, Bounds, Fact, equal_share, of_seats, picks, seat_shares


class Ephyran(Balance):
    game = "ephyran"
    lots = ("god:",)
    about: ClassVar = {
        "seat": "share of the games that a seat takes",
        "place": "share that a seat takes by its place in the order of turns",
        "god": "share that the seat of this god takes",
        "god picked": "share of the offers of this god that are taken",
        "length": "rounds",
    }

    def facts(self, game: Game, moves: Sequence[tuple[str, str]], returns: Sequence[float]) -> Iterator[Fact]:
        for seat, move in of_seats(moves):
            if move.startswith("god:"):
                yield from picks(game, seat, move)
            game.play(seat, move)
        yield from seat_shares(game, returns)
        view = game.view("pub")
        first = game.seats.index(view["first"])
        for place in range(len(returns)):
            yield Fact("place", str(place + 1), returns[(first + place) % len(returns)])
        for seat, share in zip(game.seats, returns, strict=True):
            yield Fact("god", view["gods"][seat], share)
        yield Fact("length", "rounds", view["round"])

    def bounds(self, kind: str, name: str, rules: Ruleset) -> Bounds | None:
        return equal_share(rules) if kind in ("seat", "place") else None
