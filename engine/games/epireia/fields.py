"""The fields of Epireia's positions and views, with their types (RULES.md, Fields). docs/schema is made from this.

Lists "by league" have the Delian first. An empty text is none.
"""

from __future__ import annotations

from typing import Annotated, NotRequired, TypedDict

from ....ext.games.epireia import state as kernel
from ...numbers import by_number
from .rules import LEAGUES

# The words of the kernel's numbers.
PHASES = by_number(
    {
        kernel.CITY_PICK: "city",
        kernel.LEAGUE_PICK: "league",
        kernel.ADMINISTRATOR_PICK: "administrator",
        kernel.FIGURE_PICK: "figure",
        kernel.MUSTER: "muster",
        kernel.REVEAL: "reveal",
        kernel.DEVELOPMENT: "development",
        kernel.DIPLOMACY: "diplomacy",
        kernel.EMPIRES: "empires",
        kernel.TERRITORIES: "territories",
        kernel.CITIES: "cities",
        kernel.COLLECTION: "collection",
        kernel.PLACEMENT: "placement",
        kernel.LEADERS: "leaders",
        kernel.BATTLE: "battle",
        kernel.FINISHED: "over",
    }
)
STAGES = by_number(
    {
        kernel.NO_STAGE: "",
        kernel.ASK_FIRST: "first",
        kernel.ASK_ANSWER: "answer",
        kernel.ASK_SECOND: "second",
        kernel.ASK_REPLY: "reply",
    }
)

League = Annotated[str, LEAGUES]
NoLeague = Annotated[str, ("", *LEAGUES)]


class Board(TypedDict):
    """A seat's board."""

    seat: str
    league: NoLeague
    city: str
    administrator: str
    resources: list[int]  # wheat, wood, copper
    prestige: int
    bonuses: int  # how many prestige bonuses were reached
    buildings: list[str]
    uses: int  # of the administrator's ability
    actions: int  # left in this development turn
    favour: int
    figures: list[list[str]]  # each with where it is: nothing (at home), road, or the space
    donations: int
    empires: list[str]
    cities: int
    victories: int


class Land(TypedDict):
    """A territory."""

    holder: str  # a city
    since: int  # the turn, 0 if nobody holds it
    brigands: bool
    passing: bool  # whether the brigands leave when the turn ends


class Battle(TypedDict):
    """The Great Battle."""

    revealed: int  # columns so far, 0 to 9
    stage: Annotated[str, STAGES]  # who is asked now
    first: NoLeague
    power: list[int]  # by league, of the column revealed last
    engaged: dict[str, list[bool]]  # by front and league
    columns: dict[str, list[int]]  # won, by front and league
    fronts: dict[str, str]  # a league, or none: of those that are finished


class Public(TypedDict):
    """What everybody sees."""

    options: dict[str, str | int]  # as given
    phase: Annotated[str, PHASES]
    turn: int  # 0 in setup
    step: int  # within the phase (RULES.md)
    substep: int
    boards: list[Board]  # in seat order; alone, the enemy's is the second
    treasury: list[list[int]]  # by league: wheat, wood, copper
    territories: dict[str, Land]
    joined: dict[str, League]  # by city
    act: int  # 0 to 3
    card: str  # the open one
    met: bool  # whether the card's demand is met
    drawn: list[str]  # cards so far
    goals: list[bool]  # alone: which objectives are met
    agenda: list[list[str]]  # what is still to be done: draw LEAGUE DECK, figure SEAT, give SEAT
    rolls: dict[str, int]  # in the space that is being resolved: each league's, and the brigands'
    battle: Battle
    result: list[float]  # at the end, the share of each team


Powers = dict[str, list[int]]  # by deck: how many of power 1, 2, ... 6
Totals = dict[str, int]  # by deck: how many
Columns = dict[str, list[list[str]]]  # by front: columns of tokens; "i?" and "ii?" are not known


class Position(Public):
    """The whole position."""

    decks: Powers
    army: list[Powers]  # by league
    chosen: dict[str, str]  # by seat, the figure
    slots: list[Columns]  # by league
    leaders: list[dict[str, str]]  # by league: by front, the figure


class View(Public):
    """What a viewer knows."""

    you: str  # the viewer
    decks: Totals
    army: list[Powers | Totals]  # by league; of the other's only how many
    chosen: dict[str, str]  # by seat, the figure; the own only
    slots: list[Columns]  # by league
    leaders: list[dict[str, str]]  # by league: by front, the figure
    unseen: NotRequired[Powers]  # not for spectators
