"""What a store holds, for tests that look into it while a frontend uses it."""

from __future__ import annotations

from pathlib import Path

from petteia.engine import Game
from petteia.protocols.records import uhg
from petteia.shared.store import Change, GameStore, KeptGame


def kept_games(folder: Path, finished: bool | None = None) -> list[KeptGame]:
    store = GameStore(folder)
    try:
        return store.games(finished=finished)
    finally:
        store.close()


def kept_record(folder: Path, id: str) -> tuple[str, int, list[Change]]:
    """A game's record, how many changes it holds, and those that followed."""
    store = GameStore(folder)
    try:
        return store.record(id)
    finally:
        store.close()


def only_game(folder: Path) -> Game:
    """The referee's game, where one alone is kept."""
    [only] = kept_games(folder)
    return uhg.read(kept_record(folder, only.id)[0]).replay()
