"""A position of Ephyran: laid out by hand card by card, or played to from a deal of one's choice."""

from __future__ import annotations

from typing import Any, Self

from petteia.engine.games.ephyran import view
from tests.reference.base import CHANCE
from tests.reference.ephyran import Ephyran

from .. import position
from ..kernel import KernelGame
from ..position import Data, Fields
from .variants import RULES

DIONYSUS = "dionysus"
CARDS = {row["id"]: row for row in RULES["cards"]["card"]}


def card_of(half: str) -> str:
    """The card on which a territory half is printed."""
    return next(card for card, row in CARDS.items() if half in (row["upper"], row["lower"]))


def in_order(cards: list[str]) -> list[str]:
    """In card order, Dionysus last."""
    return sorted(cards, key=[*CARDS, DIONYSUS].index)


class Position(position.Position):
    """One game, its cities in short, and turns played to their end."""

    name = "ephyran"

    @staticmethod
    def shape(fields: Fields) -> tuple[int, dict[str, str]]:
        return len(fields["gods"]), fields["options"]

    @staticmethod
    def most_moves(seats: int) -> tuple[int, int]:
        return 120 * seats * max(5, seats + 2), {2: 135, 3: 136, 4: 137}[seats]  # by the book

    @classmethod
    def dealt(cls, *hands: list[str]) -> Self:
        """Played until each seat has drawn these four cards; s0 begins."""
        dealt = cls.new(len(hands)).do("first:s0")
        while dealt.phase == "gods":
            dealt.do(dealt.legal()[0])
        return dealt.do(*(f"card:{card}" for hand in hands for card in hand))

    @property
    def seats(self) -> list[str]:
        return list(self.gods)

    def city(self, seat: str, territory: str) -> list[str]:
        """The halves that lie in a territory, from below."""
        return [area["half"] for area in self.cities[seat][territory]["areas"]]

    def area(self, seat: str, slot: str) -> dict[str, Any]:
        territory, number = slot.split("-")
        found: dict[str, Any] = self.cities[seat][territory]["areas"][int(number) - 1]
        return found

    def verb(self, verb: str) -> list[str]:
        """The legal moves with this verb."""
        return [move for move in self.legal() if move.split(":")[0] == verb]

    def score_sheet(self, seat: str) -> dict[str, int]:
        if isinstance(self.game, KernelGame):
            rules = self.game.ruleset
            return view.score_sheet(rules.tables, self.game.state, rules.seat_number(seat))  # type: ignore[attr-defined]
        assert isinstance(self.game, Ephyran)
        return self.game.score_sheet(seat)

    def play(self, seat: str, move: str) -> Self:
        super().play(seat, move)
        self.game.check()
        return self

    def do(self, *moves: str) -> Self:
        """Moves of whoever is pending; chance answers with its first outcome where no move of it is given."""
        for move in moves:
            while self.pending() == [CHANCE] and move not in self.legal():
                self.play(CHANCE, self.legal()[0])
            super().do(move)
        return self

    def finish_turn(self) -> Self:
        """Draw from the pile, or the discard, until the turn passes on."""
        turn = self.turn, self.round
        while (self.turn, self.round) == turn and self.pending():
            self.do(self.legal()[0])
        return self


class Layout:
    """Lays out a position: take cards out of the box, put them somewhere, then ``start``."""

    def __init__(self, seats: int = 2, data: Data | None = None, **options: str) -> None:
        self.data = data
        self.game = Ephyran(seats, options, data)
        self.box = list(self.game.cards)
        self.game.first = self.game.turn = "s0"
        self.game.round = 1
        self.game.phase = "action"
        self.game.dry = 1
        for seat, god in zip(self.game.seats, self.game.god_territory, strict=False):
            self.game.gods[seat] = god
            self.game.hands[seat], self.game.known[seat] = [], []

    def half(self, slot: str, magic: str = "none") -> str:
        """A territory half for this place, on a card that is still in the box; two territories if there is one."""
        found = [
            half
            for half, row in self.game.halves.items()
            if row.slot == slot and row.magic == magic and row.card in self.box
        ]
        found.sort(key=lambda half: self.game.cards[self.game.halves[half].card]["lower"] in self.game.supports)
        self.box.remove(self.game.halves[found[0]].card)
        return found[0]

    def take(self, half: str) -> str:
        """This very half out of the box."""
        self.box.remove(self.game.halves[half].card)
        return half

    def give(self, seat: str, *halves: str, known: bool = False) -> None:
        for half in halves:
            card = half if half == DIONYSUS else self.game.halves[half].card
            self.game._to_hand(seat, card, public=known or card == DIONYSUS)

    def hand(self, seat: str, *slots: str) -> list[str]:
        """Halves for these places, into a hand."""
        halves = [self.half(slot) for slot in slots]
        self.give(seat, *halves)
        return halves

    def support(self, seat: str | None, kind: str) -> str:
        card = next(card for card in self.box if self.game.cards[card]["lower"] == kind)
        self.box.remove(card)
        if seat:
            self.give(seat, card)
        return card

    def area(self, seat: str, slot: str, half: str | None = None) -> str:
        """Lay an area into a city, with the lower ones if they are missing."""
        territory, number = slot.split("-")
        areas = self.game.cities[seat][territory]["areas"]
        while len(areas) < int(number) - 1:
            areas.append({"half": self.half(f"{territory}-{len(areas) + 1}"), "token": None})
        areas.append({"half": half or self.half(slot), "token": None})
        laid: str = areas[-1]["half"]
        return laid

    def city(self, seat: str, *slots: str) -> None:
        for slot in slots:
            self.area(seat, slot)

    def token(self, seat: str, slot: str, kind: str, seen_by: list[str] | None = None) -> None:
        self.game.unseen_tokens[kind] -= 1
        self.game._area(seat, slot)["token"] = {"kind": kind, "seen_by": seen_by or [seat]}

    def lock(self, seat: str, territory: str) -> str:
        card = self.support(None, "shield")
        self.game.cities[seat][territory]["lock"] = card
        return card

    def discard(self, *slots: str) -> list[str]:
        cards = [self.game.halves[self.half(slot)].card for slot in slots]
        self.game.discard += cards
        return cards

    def start(self, pile: int = 20, is_sound: bool = True, **changes: Any) -> Position:
        """What is left in the box is the pile, left out, or in Tartarus."""
        game = self.game
        n = pile + game.left_out
        assert len(self.box) >= n
        game.unseen, game.tartarus = self.box[:n], game._in_order(self.box[n:])
        game.pile_size = pile
        everywhere = [card for hand in game.hands.values() for card in hand]
        everywhere += [game._area(seat, slot)["half"] for seat in game.seats for slot in game._slots(seat)]
        game.tartarus += [DIONYSUS] * (len(game.seats) - everywhere.count(DIONYSUS))
        game.ending = pile == 0
        started = Position.load(game.fields() | changes, self.data)
        if is_sound:
            started.game.check()
        return started
