"""The components of a game: TOML files, one row each, with the mark that says where it came from.

A row is marked ``book`` (the rulebook says so), ``read`` (our reading of it) or ``authored`` (ours, because the printed
component is lost). An owner of the printed game puts a file of the same name into a folder of their own and passes
that folder as ``data``: it replaces ours, file by file. Who has files for several games gives each a folder of its
name in there. The folder may also bring language files (`languages`).
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path
from typing import Any, NoReturn

from .errors import BadData
from .homes import home
from .languages import ENGLISH, LanguageFile, brought_files, catalogue
from .toml import read_toml

MARKS = ("book", "read", "authored")

# Values of every game's option `readings`: our choice where the book can be read in two ways or was added to, or the
# book's side. Such a setting has both in its row: `value`, and `book`.
OURS, BOOK = "ours", "book"
READINGS = (OURS, BOOK)

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


@cache
def own_files(game: str) -> dict[str, bytes]:
    """The component files that a game brings, by name. They do not change while a program runs."""
    folder = home(game) / "data"
    if not folder.is_dir():  # a small game of somebody else's may do without
        return {}
    return {
        entry.name: entry.read_bytes()
        for entry in sorted(folder.iterdir(), key=lambda entry: entry.name)
        if entry.name.endswith(".toml")
    }


@dataclass(frozen=True)
class Replacements:
    """An owner's files in place of ours, by what is in them: equal if every byte is."""

    files: tuple[tuple[str, bytes], ...]  # names and contents, in the order of our names
    languages: tuple[LanguageFile, ...] = ()

    @classmethod
    def read(cls, game: str, data: str | Path) -> Replacements:
        """The files of a folder; BadData if there is no such folder, or if a file in it replaces none of ours."""
        folder = Path(data)
        if not folder.is_dir():
            raise BadData(f"data folder {str(folder)!r}: no such folder")
        languages = brought_files(game, folder)
        if (folder / game).is_dir():
            folder /= game
        names = own_files(game)
        strangers = sorted(path.name for path in folder.glob("*.toml") if path.name not in names)
        if strangers:
            raise BadData(f"{strangers[0]}: {game} has no such file; it has {', '.join(names)}")
        found = [folder / name for name in names if (folder / name).is_file()]
        return cls(tuple((path.name, path.read_bytes()) for path in found), languages)


Data = str | Path | Replacements | None  # a folder, what was read from it, or only our own files


class Components:
    """All rows of a game's data files, named in a language. They are never changed: games share them."""

    def __init__(self, game: str, data: Data = None, lang: str = ENGLISH) -> None:
        self.game = game
        if isinstance(data, str | Path):
            data = Replacements.read(game, data)
        self.replaced = data  # an owner's files; None: only ours
        replaced = {} if data is None else dict(data.files)
        self.words = catalogue(game, lang, () if data is None else data.languages)
        own, digest = own_files(game), hashlib.sha256()
        found: list[Row] = []
        for name in own:
            found += _read(name, replaced.get(name, own[name]), digest)
        self.rows = tuple(found)
        self.overridden = tuple(replaced)
        self.brought = () if data is None else tuple(dict.fromkeys(file.lang for file in data.languages))
        self.digest = digest.hexdigest()[:16]
        for name in replaced:
            self._check_columns(name, read_toml(name, own[name]))
        if lang != ENGLISH or self.brought:  # our English names are in the rows
            self.rows = tuple(self._translated())

    def _translated(self) -> Iterator[Row]:
        """The rows with the names and texts that the language has for them; BadData if it names what is not there."""
        rows = {(row.table, row.values.get("id")): row for row in self.rows}
        texts: dict[tuple[str, str], dict[str, str]] = {}
        for file, table, name, columns in self.words.components():
            row, where = rows.get((table, name)), f"{file}, [components.{table}] {name}"
            if row is None:
                if self.overridden:
                    continue  # other components may lack some of ours
                raise BadData(f"{where}: {self.game} has no such component")
            for column in columns:
                if column not in row.values:
                    raise BadData(f"{where}.{column}: the component has no {column!r}")
            texts.setdefault((table, name), {}).update(columns)
        for row in self.rows:
            found = texts.get((row.table, str(row.values.get("id"))))
            yield replace(row, values={**row.values, **found}) if found else row

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

    def table(self, name: str) -> list[Row]:
        """The rows of one table; BadData if there are none."""
        rows = [row for row in self.rows if row.table == name]
        if not rows:
            raise BadData(f"{self.game}: no [[{name}]] in any data file")
        return rows

    def has(self, name: str) -> bool:
        """Whether there is such a table at all; small games have none."""
        return any(row.table == name for row in self.rows)

    def settings(self, readings: str = OURS) -> Settings:
        """The rows of ``[[setting]]`` by id. With the book's readings, a row's ``book`` stands for its ``value``."""
        rows = unique(self.table("setting"))
        if readings == OURS:
            return Settings(rows)
        return Settings(
            (name, replace(row, values={**row.values, "value": row.values["book"]}) if "book" in row.values else row)
            for name, row in rows.items()
        )

    def __iter__(self) -> Iterator[Row]:
        return iter(self.rows)


class Settings(dict[str, Row]):
    """A game's settings by id. One that is missing is an error of the data."""

    def __missing__(self, name: str) -> Row:
        raise BadData(f"settings.toml: the setting {name!r} is missing")

    def number(self, name: str, low: int, high: int) -> int:
        return self[name].number("value", low, high)

    def flag(self, name: str) -> bool:
        return bool(self[name].get("value", bool))


def _read(name: str, raw: bytes, digest: Any) -> list[Row]:
    """The rows of one file, each also added to the digest."""
    found: list[Row] = []
    for table, rows in read_toml(name, raw).items():
        if not isinstance(rows, list) or not all(isinstance(row, dict) for row in rows):
            raise BadData(f"{name}: {table!r} must be a list of rows, written as [[{table}]]")
        read = [Row(name, table, index, values) for index, values in enumerate(rows)]
        for row in read:
            if row.get("mark", str) not in MARKS:
                row.fail(f"mark = {row.mark!r}: want one of {', '.join(MARKS)}")
            digest.update(repr((name, table, sorted(row.values.items()))).encode())
        unique([row for row in read if "id" in row.values])
        found += read
    return found


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
