"""Games that were kept in a file, of any kind: ``.uhg`` (text), ``.save`` (bytes), ``.json``."""

from __future__ import annotations

import json
from pathlib import Path

from petteia.engine import BadPosition, Game, GameError, Record

KINDS = (".uhg", ".save", ".json")


def load(file: str | Path, data: str | Path | None = None) -> Game:
    """The game that a file holds, whatever kind of record it is by its name. Play can go on from where it was.

    BadPosition says what is wrong with a damaged file. ``data`` is the folder with the components that it used.
    """
    path = Path(file)
    if path.suffix == ".uhg":
        from petteia.protocols.records import uhg

        return uhg.read(read_text(path)).replay(data)
    if path.suffix == ".save":
        return Game.load(path.read_bytes(), data)
    if path.suffix == ".json":
        try:
            values = json.loads(read_text(path))
        except (ValueError, RecursionError):
            raise BadPosition(f"{path.name}: not JSON") from None
        return Game.replay(Record.from_dict(values), data)
    raise GameError(f"{path.name}: want a name that ends in {' or '.join(KINDS)}")


def read_text(file: Path) -> str:
    try:
        return file.read_text("utf-8")
    except UnicodeDecodeError:
        raise BadPosition(f"{file.name}: not text") from None
