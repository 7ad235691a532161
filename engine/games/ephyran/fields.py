"""The fields of Ephyran's positions and views, with their types (RULES.md, 15). docs/schema is made from this."""

from __future__ import annotations

from typing import Annotated, TypedDict

from .notation import PHASES
from .rules import SUPPORTS

Seat = Annotated[str, "a seat: s0, s1, ..."]


class Token(TypedDict):
    """A token in a place."""

    kind: str  # "?": not known
    seen_by: list[Seat]


class Area(TypedDict):
    """A place that is filled."""

    half: str  # the half of a card that lies up, CREATURE-NUMBER (its creature has a row in the box), or dionysus
    token: Token | None


class Territory(TypedDict):
    """A territory of a city."""

    lock: str | None  # the id of the card that locks it
    areas: list[Area]  # from place 1 upwards


class Position(TypedDict):
    """The whole position, or what a viewer knows of it: the names are the same."""

    options: dict[str, str]  # with which the game was opened
    phase: Annotated[str, PHASES]
    pending: list[str]  # who must decide: seats, or chance
    round: int  # 0 before the first turn
    first: Seat | None  # the first player
    turn: Seat | None  # whose turn it is
    gods: dict[Seat, str | None]  # whose help each has; null before they are dealt or chosen
    hands: dict[Seat, list[str]]  # cards; "?" for each that is not known
    known: dict[Seat, list[str]]  # cards of that hand that everybody knows
    cities: dict[Seat, dict[str, Territory]]  # by territory
    unseen: list[str]  # cards that may be in the pile, left out or in other hands
    pile_size: int
    discard: list[str]  # the top last
    tartarus: list[str]  # cards that are out of the game
    unseen_tokens: dict[str, int]  # by kind
    supply_size: int  # tokens in the supply
    lost: dict[str, int]  # tokens by kind
    support: Annotated[str, SUPPORTS] | None  # what is being carried out
    target: Seat | None  # at whom it is aimed
    asked: Seat | None  # who may stop it
    drawer: Seat | None  # who gets the card
    draws: int  # to come, this one included
    looked: list[str]  # cards that are looked at with the Graeae; "?" for each that is not known
    held: Token | None  # the token to be put
    dry: int  # turns since a card left the pile
    fresh: bool  # whether the top of the discard was put there this turn
    ending: bool  # whether the end is near
    completed: list[Seat]  # who has filled sixteen places, in order
    scores: dict[Seat, int] | None  # prestige at the end; null before


class View(Position):
    running: dict[Seat, int]  # prestige of each city as it stands, without tokens that the viewer does not know
