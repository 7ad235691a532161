"""Positions of Ephyran laid out by hand, to be played on by the reference or by the kernel."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from petteia.engine import Ruleset
from petteia.engine.ephyran import view
from petteia.ext import core
from tests.kernel import KernelGame
from tests.reference.base import CHANCE
from tests.reference.ephyran import Ephyran

from .variants import RULES, kernel_rules

DIONYSUS = "dionysus"

# Goes on from the fields of a position, with these component data.
Backend = Callable[[dict[str, Any], dict[str, Any]], Any]


def reference(fields: dict[str, Any], data: dict[str, Any]) -> Ephyran:
    return Ephyran.from_fields(fields, data)


class KernelTable(KernelGame):
    """The kernel with the attributes of the reference, as far as the tests read them."""

    def __init__(self, ruleset: Ruleset, state: core.State | None = None) -> None:
        super().__init__(ruleset, state)
        self.seats = ruleset.seats

    def __getattr__(self, name: str) -> Any:
        fields = self.fields()
        if name not in fields:
            raise AttributeError(name)
        return fields[name]

    def check(self) -> None:
        assert self.state.check() == 0

    def score_sheet(self, seat: str) -> dict[str, int]:
        return view.score_sheet(self.ruleset.tables, self.state, self.ruleset.seat_number(seat))


def kernel(fields: dict[str, Any], data: dict[str, Any]) -> KernelTable:
    rules = kernel_rules(len(fields["gods"]), fields["options"], data)
    return KernelTable(rules, rules.from_fields(fields))


class Table:
    """Lays out a position: take cards out of the box, put them somewhere, then ``start``."""

    def __init__(self, backend: Backend, seats: int = 2, data: dict[str, Any] | None = None) -> None:
        self.backend = backend
        self.data = data or RULES
        self.game = Ephyran(seats, data=self.data)
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

    def start(self, pile: int = 20, is_sound: bool = True, **changes: Any) -> Any:
        """What is left in the box is the pile, left out, or in Tartarus; then the backend goes on from the fields."""
        game = self.game
        n = pile + game.left_out
        assert len(self.box) >= n
        game.unseen, game.tartarus = self.box[:n], game._in_order(self.box[n:])
        game.pile_size = pile
        everywhere = [card for hand in game.hands.values() for card in hand]
        everywhere += [game._area(seat, slot)["half"] for seat in game.seats for slot in game._slots(seat)]
        game.tartarus += [DIONYSUS] * (len(game.seats) - everywhere.count(DIONYSUS))
        game.ending = pile == 0
        started = self.backend(game.fields() | changes, self.data)
        if is_sound:
            started.check()
        return started


CARDS = {row["id"]: row for row in RULES["cards"]["card"]}


def card_of(half: str) -> str:
    """The card on which a territory half is printed."""
    return next(card for card, row in CARDS.items() if half in (row["upper"], row["lower"]))


def in_order(cards: list[str]) -> list[str]:
    """In card order, Dionysus last."""
    return sorted(cards, key=[*CARDS, DIONYSUS].index)


def area_of(game: Any, seat: str, slot: str) -> dict[str, Any]:
    territory, number = slot.split("-")
    found: dict[str, Any] = game.fields()["cities"][seat][territory]["areas"][int(number) - 1]
    return found


def play(game: Any, *moves: str) -> None:
    """Moves of whoever is pending; chance answers with its first outcome where no move of it is given."""
    for move in moves:
        while game.pending() == [CHANCE] and move not in game.legal(CHANCE):
            game.play(CHANCE, game.legal(CHANCE)[0])
        game.play(game.pending()[0], move)
        game.check()


def finish_turn(game: Any) -> None:
    """Draw from the pile, or the discard, until the turn passes on."""
    turn, number = game.turn, game.round
    while (game.turn, game.round) == (turn, number) and game.pending():
        game.play(game.pending()[0], game.legal(game.pending()[0])[0])
        game.check()


def moves(game: Any, verb: str) -> list[str]:
    return [move for move in game.legal(game.pending()[0]) if move.split(":")[0] == verb]


def city(game: Any, seat: str, territory: str) -> list[str]:
    return [area["half"] for area in game.fields()["cities"][seat][territory]["areas"]]
