"""What the games are to people: rules data, notation, views, records and the public API."""

from .errors import (
    AmbiguousMove,
    BadData,
    BadPosition,
    GameError,
    IllegalMove,
    InvalidMove,
    UnknownGame,
    WrongSeat,
)
from .game import Game, Observation, Result, new
from .record import Record
from .registry import GAMES, ruleset
from .ruleset import Block, Ruleset
from .sheet import Sheet

__all__ = [
    "GAMES",
    "AmbiguousMove",
    "BadData",
    "BadPosition",
    "Block",
    "Game",
    "GameError",
    "IllegalMove",
    "InvalidMove",
    "Observation",
    "Record",
    "Result",
    "Ruleset",
    "Sheet",
    "UnknownGame",
    "WrongSeat",
    "new",
    "ruleset",
]
