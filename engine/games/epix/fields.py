"""The fields of Epix's positions and views, with their types (RULES.md, 12). docs/schema is made from this."""

from __future__ import annotations

from typing import Annotated, TypedDict

from .notation import PARITIES, PHASES
from .rules import CARDS, DEFENDERS, UNITS

Seat = Annotated[str, "a seat: s0, s1, ..."]
Unit = Annotated[str, UNITS]
Card = Annotated[str, CARDS]


class Stack(TypedDict):
    """Units in a province."""

    seat: Seat
    units: list[Unit]


class Bid(TypedDict):
    """A standing bid of the draft."""

    seat: Seat | None
    gold: int


class Active(TypedDict):
    """The unit in action."""

    unit: Unit
    at: str  # its province
    may_move: bool
    barred: list[str]  # provinces that it may not attack


class Attack(TypedDict):
    """The attack that is being fought."""

    to: str  # the province
    defender: Seat | None
    against: Annotated[str, DEFENDERS]
    guesses: int  # how many amounts the defender may name
    parity: Annotated[str | None, PARITIES]  # what was told of the bid


class Public(TypedDict):
    """What everybody sees. Lists that are for each seat are in seat order."""

    players: int
    rules: str  # basic or advanced
    phase: Annotated[str, PHASES]
    season: str  # draft, then the four seasons
    first: Seat | None  # who holds the First Player card
    turn: Seat | None  # who acts
    gold: list[int]  # for each seat
    board: dict[str, Stack]  # by province, the occupied ones
    supply: list[dict[Unit, int]]  # for each seat
    table: list[str]  # ability cards face up
    bids: dict[str, Bid]  # by ability, in the draft
    passed: list[bool]  # for each seat, in the draft
    abilities: list[list[str]]  # for each seat
    auction: list[int]  # for each seat, once they are shown
    shown: list[bool]  # for each seat, whether its cards are revealed
    todo: list[Card]  # what `turn` still plays
    spent: list[str]  # units that have finished, as UNIT@PROVINCE
    active: Active | None
    attack: Attack | None
    valour: list[int]  # for each seat, how often it was used this season
    winners: list[Seat]


class Position(Public):
    """The whole position."""

    secret: list[str | None]  # for each seat, what it has submitted: bid:3, guess:2,5
    cards: list[list[Card] | None]  # for each seat, chosen this season


class View(Public):
    """What a viewer knows."""

    seat: str  # the viewer
    secret: list[str | None]  # for each seat, what it has submitted; the viewer's only
    cards: list[list[Card] | None]  # for each seat, the own and those shown
