"""The components of a game: TOML files, one row each, with the mark that says where it came from.

A row is marked ``book`` (the rulebook says so), ``read`` (our reading of it) or ``authored`` (ours, because the printed
component is lost). An owner of the printed game puts a file of the same name into a folder of their own and passes
that folder as ``data``: it replaces ours, file by file. Who has files for several games gives each a folder of its
name in there.
"""

from __future__ import annotations

import hashlib
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass, field
from importlib.resources import files
from pathlib import Path
from typing import Any, NoReturn

from .errors import BadData

MARKS = ("book", "read", "authored")

# What an owner of the printed game calls the types of values.
TYPE_WORDS = {int: "a whole number", str: "text", list: "a list", dict: "a table", bool: "true or false"}


@dataclass(frozen=True)
class Row:
    """One component: ``[[table]]`` number ``index`` of a file."""

    file: str
    table: str
    index: int
    values: dict[str, Any] = field(hash=False)

    @property
    def mark(self) -> str:
        return str(self.values["mark"])

    @property
    def where(self) -> str:
        name = self.values.get("id")
        return f"{self.file}, [[{self.table}]] {self.index + 1}" + (f" ({name})" if name else "")

    def fail(self, reason: str) -> NoReturn:
        raise BadData(f"{self.where}: {reason}")

    def get(self, key: str, want: type | tuple[type, ...], default: Any = None) -> Any:
        """A value of the given type; BadData if it is missing (and no default is given) or of another type."""
        if key not in self.values:
            if default is None:
                self.fail(f"{key!r} is missing")
            return default
        value = self.values[key]
        wanted = want if isinstance(want, tuple) else (want,)
        if not isinstance(value, wanted) or (isinstance(value, bool) and bool not in wanted):
            self.fail(f"{key} = {value!r}: want {' or '.join(TYPE_WORDS[w] for w in wanted)}")
        return value

    def number(self, key: str, low: int, high: int) -> int:
        value = self.get(key, int)
        if not low <= value <= high:
            self.fail(f"{key} = {value}: want {low}..{high}")
        return int(value)

    def choice(self, key: str, choices: tuple[str, ...] | list[str], default: str | None = None) -> str:
        value = self.get(key, str, default)
        if value not in choices:
            self.fail(f"{key} = {value!r}: want one of {', '.join(choice or repr(choice) for choice in choices)}")
        return str(value)


class Components:
    """All rows of a game's data files."""

    def __init__(self, game: str, data: str | Path | None = None) -> None:
        self.game = game
        self.rows: list[Row] = []
        self.overridden: list[str] = []
        own = files(__package__) / game / "data"
        names = sorted(entry.name for entry in own.iterdir() if entry.name.endswith(".toml"))
        folder = None if data is None else Path(data)
        if folder is not None:
            if not folder.is_dir():
                raise BadData(f"data folder {str(folder)!r}: no such folder")
            if (folder / game).is_dir():
                folder /= game
            strangers = sorted(p.name for p in folder.glob("*.toml") if p.name not in names)
            if strangers:
                raise BadData(f"{strangers[0]}: {game} has no such file; it has {', '.join(names)}")
        digest = hashlib.sha256()
        for name in names:
            source: Any = own / name
            if folder is not None and (folder / name).is_file():
                source = folder / name
                self.overridden.append(name)
            self._read(name, source.read_bytes(), digest)
        self.digest = digest.hexdigest()[:16]
        for name in self.overridden:
            self._check_columns(name, tomllib.loads((own / name).read_text("utf-8")))

    def _check_columns(self, name: str, own: dict[str, Any]) -> None:
        """Nothing in an owner's file goes unread: its tables and columns are those of our file.

        A column may also be called by a component's id: Epireia's die has one for each city.
        """
        ids = {row.values.get("id") for row in self.rows}
        for row in self.rows:
            if row.file != name:
                continue
            if row.table not in own:
                row.fail(f"{name} has no [[{row.table}]]; it has {', '.join(f'[[{table}]]' for table in own)}")
            known = {**dict.fromkeys(key for values in own[row.table] for key in values), "note": None}
            unknown = [key for key in row.values if key not in known and key not in ids]
            if unknown:
                missing = [
                    key for key in known if key not in row.values and all(key in values for values in own[row.table])
                ]
                misspelt = f"{missing[0]!r} is missing, and " if missing else ""
                row.fail(f"{misspelt}{unknown[0]!r} is no column of [[{row.table}]]; it has {', '.join(known)}")

    def _read(self, name: str, raw: bytes, digest: Any) -> None:
        try:
            tables = tomllib.loads(raw.decode("utf-8"))
        except UnicodeDecodeError as error:
            raise BadData(f"{name}: not UTF-8 at byte {error.start}") from None
        except tomllib.TOMLDecodeError as error:
            raise BadData(f"{name}: not TOML: {error}") from None
        for table, rows in tables.items():
            if not isinstance(rows, list) or not all(isinstance(row, dict) for row in rows):
                raise BadData(f"{name}: {table!r} must be a list of rows, written as [[{table}]]")
            found = [Row(name, table, index, values) for index, values in enumerate(rows)]
            for row in found:
                if row.get("mark", str) not in MARKS:
                    row.fail(f"mark = {row.mark!r}: want one of {', '.join(MARKS)}")
                digest.update(repr((name, table, sorted(row.values.items()))).encode())
            unique([row for row in found if "id" in row.values])
            self.rows += found

    def table(self, name: str) -> list[Row]:
        """The rows of one table; BadData if there are none."""
        rows = [row for row in self.rows if row.table == name]
        if not rows:
            raise BadData(f"{self.game}: no [[{name}]] in any data file")
        return rows

    def settings(self) -> dict[str, Row]:
        """The rows of ``[[setting]]`` by id."""
        return unique(self.table("setting"))

    def __iter__(self) -> Iterator[Row]:
        return iter(self.rows)


def unique(rows: list[Row]) -> dict[str, Row]:
    """Rows by their ``id``; BadData if one is empty or comes twice."""
    found: dict[str, Row] = {}
    for row in rows:
        name = row.get("id", str)
        if not name:
            row.fail("id is empty")
        if name in found:
            row.fail(f"id {name!r} is already used by row {found[name].index + 1}")
        found[name] = row
    return found
