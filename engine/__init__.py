"""What the games are to people: rules data, notation, views, records and the public API."""

from .block import Block
from .description import Description
from .encoding import Feature
from .errors import (
    AmbiguousMove,
    BadData,
    BadPosition,
    BrokenGame,
    GameError,
    IllegalMove,
    InvalidMove,
    UnknownGame,
    WrongSeat,
)
from .game import Game, Observation, Result, new
from .record import Record
from .registry import GAMES, available, ruleset
from .ruleset import Ruleset

__all__ = [
    "GAMES",
    "AmbiguousMove",
    "BadData",
    "BadPosition",
    "Block",
    "BrokenGame",
    "Description",
    "Feature",
    "Game",
    "GameError",
    "IllegalMove",
    "InvalidMove",
    "Observation",
    "Record",
    "Result",
    "Ruleset",
    "UnknownGame",
    "WrongSeat",
    "available",
    "new",
    "ruleset",
]
