"""The fields of Egemonia's positions and views, with their types (RULES.md, Fields). docs/schema is made from this."""

from __future__ import annotations

from typing import Annotated, TypedDict

from .notation import PHASES, REASONS
from .rules import FACTIONS

Faction = Annotated[str, FACTIONS]
Winner = Annotated[str, (*FACTIONS, "draw")]
Holder = Annotated[str, ("delphi", *FACTIONS)]
Placement = list[str | None]  # faction, event (null: a pass; "?": not known), area (null: a pass)


class Public(TypedDict):
    """What everybody sees."""

    turn: int  # 0 during setup, then 1 to 10
    phase: Annotated[str, PHASES]
    influence: dict[str, list[str | int]]  # by area: the faction and how much, 1 or 2
    syracuse: bool  # whether it stands
    to_draw: dict[Faction, int]  # events that each still takes from the cup, during `draw`
    oracle: Holder  # who holds it
    favoured: Faction | None  # who has the favour of the gods, during `action`
    winner: Winner | None
    reason: Annotated[str | None, REASONS]


class Position(Public):
    """The whole position."""

    hands: dict[Faction, dict[str, int]]  # events and how many
    cup: dict[str, int]  # events and how many
    out: list[str]  # special events that left the game
    placed: list[Placement]  # this turn's, in order
    discard: str | None  # the event that waits to return to the cup


class View(Public):
    """What a viewer knows."""

    hands: dict[Faction, dict[str, int]]  # events and how many; "?" for those not known
    cup_size: int
    out: list[str]  # special events that left the game
    placed: list[Placement]  # this turn's, in order
    revealed: list[Placement]  # of the last confrontation
    discard: str | None  # the event that waits to return to the cup; "?": not known
    divine_help: Faction | None  # who is known to hold it
