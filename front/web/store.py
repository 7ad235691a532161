"""How a game of the server was set up, and its place in the store.

A change is in the store before anybody is told of it, so a server that is killed loses nothing; the whole record is
written now and then.
"""

from __future__ import annotations

import hmac
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path

from ..engine.languages import ENGLISH
from ..shared.store import CannotKeep, Change, GameStore
from ..shared.store.games import Result
from ..shared.store.migration import web_of

__all__ = ["CannotKeep", "Change", "GameSetup", "SeatSetup", "Store"]

PERSON, ENGINE = "person", "engine"  # who plays a seat
DEFAULT_LEVEL = 6


@dataclass
class SeatSetup:
    """A seat of a game and who plays it."""

    seat: str
    player: str  # PERSON or ENGINE
    name: str = ""
    level: int = DEFAULT_LEVEL
    token: str = ""  # of its link; empty for an engine


@dataclass
class GameSetup:
    """How a game was set up: all that is known of it besides its record."""

    id: str
    game: str
    seats: int | None
    options: dict[str, str]
    owner: str  # the secret of who set the game up
    help: bool = True  # hints and analysis are offered
    lang: str = ENGLISH  # that it is told in
    what_if: bool = False  # it goes on from a turning point of another game
    seating: list[SeatSetup] = field(default_factory=list)

    def seat_of(self, token: str) -> str | None:
        """Whose link this is; all are compared, each in constant time."""
        found = None
        for each in self.seating:
            if each.token and hmac.compare_digest(each.token.encode(), token.encode()):
                found = each.seat
        return found

    def is_owner(self, token: str) -> bool:
        return hmac.compare_digest(self.owner.encode(), token.encode())


class Store:
    """The server's games in the store. `CannotKeep` says why something cannot be kept, or found."""

    def __init__(self, folder: Path) -> None:
        self.games = GameStore(folder)

    def check(self) -> None:
        """CannotKeep says why games cannot be kept here."""
        with self.games.database.writing():
            pass

    def keep_record(
        self, setup: GameSetup, record: str, n_changes: int, length: int, result: Result | None = None
    ) -> None:
        """The game after so many changes, as a whole."""
        game = web_of(setup.id, asdict(setup), length)
        self.games.keep(replace(game, result=result), record, n_changes)

    def keep_changes(
        self, id: str, first: int, changes: Sequence[Change], length: int, result: Result | None = None
    ) -> None:
        """Changes since the record, from number ``first`` on: all of them, or none."""
        self.games.keep_changes(id, first, changes, length, result)

    def setup(self, id: str) -> GameSetup:
        """KeyError if there is no such game."""
        kept = dict(self.games.game(id).settings)
        try:
            return GameSetup(**{**kept, "seating": [SeatSetup(**seat) for seat in kept["seating"]]})
        except (TypeError, KeyError):
            raise KeyError(id) from None

    def record(self, id: str) -> tuple[str, int, list[Change]]:
        """The record, how many changes it holds, and those that followed; KeyError if there is no such game."""
        return self.games.record(id)

    def remove(self, id: str) -> None:
        """Throw a game away."""
        self.games.remove(id)

    def claim(self, id: str) -> bool:
        """Take a game for this server; False if another process plays it."""
        return self.games.claim(id)

    def release(self, id: str) -> None:
        self.games.release(id)

    def close(self) -> None:
        self.games.close()
