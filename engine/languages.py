"""Language files: which there are for a game, and the catalogue of messages that is made of them.

Our own stand beside what they are the words of: ``text/en.toml`` for all games, ``games/<game>/text/en.toml`` for one.
Somebody's ``data`` folder may bring others, as ``lang/<game>.<xx>.toml`` and ``lang/shared.<xx>.toml``. Whatever
message a language does not have is taken from English.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property, lru_cache
from pathlib import Path
from typing import Any

from ..ext.games.registry import installed
from .errors import BadData, UnknownGame
from .homes import home
from .messages import LIST, PLURALS, WORD, BadMessage, Message, Value, parse, placeholders
from .toml import read_toml

ENGLISH = "en"
SHARED = "shared"  # in names of files: the words that all games share
HEADS = ("language", "plural")  # what a file says of its language
COMPONENTS = "components"  # the part of a file that has the names of components
COLUMNS = ("name", "text", "story", "effect")  # of components, those that people read


@dataclass(frozen=True)
class LanguageFile:
    """A file and what is in it."""

    name: str  # as errors call it
    lang: str
    raw: bytes = field(repr=False)

    def tables(self) -> dict[str, Any]:
        """Everything in it, which is not to be changed; BadData if it is no TOML."""
        return _tables(self.name, self.raw)


@lru_cache(maxsize=32)  # all games share a file, and a game's has its messages and the names of its components
def _tables(name: str, raw: bytes) -> dict[str, Any]:
    return read_toml(name, raw)


# ---------------------------------------------------------------------------------------------------------------
# Which files there are.


@cache
def own_files(game: str) -> tuple[LanguageFile, ...]:
    """Ours for a game, those that all games share first. They do not change while a program runs."""
    from importlib.resources import files  # it takes as long to load as all the rest here

    places = (("text", files(__package__) / "text"), (f"{game}/text", home(game) / "text"))
    return tuple(
        LanguageFile(f"{place}/{entry.name}", entry.name.removesuffix(".toml"), entry.read_bytes())
        for place, folder in places
        for entry in sorted(folder.iterdir(), key=lambda entry: entry.name)
        if entry.name.endswith(".toml")
    )


@cache
def _games() -> tuple[str, ...]:
    """The names of all folders of games, and of the games of other packages."""
    from importlib.resources import files

    own = (entry.name for entry in (files(__package__) / "games").iterdir() if "." not in entry.name)
    return tuple(sorted([*own, *installed()]))


def brought_files(game: str, folder: Path) -> tuple[LanguageFile, ...]:
    """Those for a game in somebody's data folder; BadData if one there is for no game."""
    found: dict[str, list[LanguageFile]] = {SHARED: [], game: []}
    for path in sorted((folder / "lang").glob("*.toml")):
        whose, _, lang = path.name.removesuffix(".toml").partition(".")
        if whose not in (SHARED, *_games()) or not lang.isalnum():
            raise BadData(f"lang/{path.name}: want GAME.LANGUAGE.toml, such as {game}.xx.toml or {SHARED}.xx.toml")
        if whose in found:
            found[whose].append(LanguageFile(f"lang/{path.name}", lang, path.read_bytes()))
    return (*found[SHARED], *found[game])


# ---------------------------------------------------------------------------------------------------------------
# Messages.


@dataclass(frozen=True)
class Text:
    """A message as it stands in a file."""

    text: str
    plurals: str
    file: str


class Catalogue:
    """All messages of a game in one language: ``say("question.setup", turn=3)``.

    Files are read and messages parsed when they are first used. Rule sets share catalogues, so nothing here changes
    but by that.
    """

    def __init__(self, game: str, lang: str, files: Sequence[LanguageFile]) -> None:
        self.game = game
        self.lang = lang
        self._files = files
        self._messages: dict[str, Message] = {}

    def __repr__(self) -> str:
        return f"<words of {self.game} in {self.lang}>"

    def __call__(self, key: str, /, **values: Value) -> str:
        """A message with everything that its placeholders stand for."""
        message = self._messages.get(key)
        if message is None:
            text = self.texts[key]
            message = self._messages[key] = parse(text.text, text.plurals)
        return message.write(values, self)

    def get(self, key: str, default: str) -> str:
        """A message without placeholders, or what is said if there is none."""
        return self(key) if key in self.texts else default

    def __contains__(self, key: str) -> bool:
        return key in self.texts

    @property
    def used(self) -> set[str]:
        """The keys of all messages that were ever asked for."""
        return set(self._messages)

    @cached_property
    def texts(self) -> dict[str, Text]:
        """By key, the texts of the language, and English ones where it has none."""
        found: dict[str, Text] = {}
        for file in self._files:
            tables = file.tables()
            for key, text in _flat(file, tables):
                found[key] = Text(text, _plurals(file, tables), file.name)
        return found

    def components(self) -> Iterator[tuple[str, str, str, dict[str, str]]]:
        """What the language calls components: the file, the table, the id, and by column the text."""
        for file in self._files:
            for table, rows in file.tables().get(COMPONENTS, {}).items():
                for name, columns in rows.items():
                    yield file.name, table, name, columns

    def join(self, kind: str, words: Sequence[str]) -> str:
        """Several words as the language joins them."""
        if len(words) < 2:
            return "".join(words)
        joined = words[0]
        for word in words[1:-1]:
            joined = self(f"list.{kind}.middle", a=joined, b=word)
        return self(f"list.{kind}.{'two' if len(words) == 2 else 'end'}", a=joined, b=words[-1])

    def sentences(self, told: Sequence[str]) -> str:
        """Several sentences, one after the other."""
        return self.join("sentences", told)

    def stop(self, word: str) -> str:
        """The last word of a sentence with its stop; some names bring one: Egemonia has an event called ``Coup!``."""
        return word if word.endswith((".", "!", "?")) else self("stop", text=word)


def _flat(file: LanguageFile, tables: dict[str, Any], path: str = "") -> Iterator[tuple[str, str]]:
    """The keys and texts of a file; BadData if something else is there."""
    for name, value in tables.items():
        if not path and name in (*HEADS, COMPONENTS):
            continue
        key = f"{path}.{name}" if path else name
        if isinstance(value, dict):
            yield from _flat(file, value, key)
        elif isinstance(value, str):
            yield key, value
        else:
            raise BadData(f"{file.name}, {key} = {value!r}: want text")


def _plurals(file: LanguageFile, tables: dict[str, Any]) -> str:
    """The name of the plurals that the messages of a file use."""
    found = tables.get("plural", "one" if file.lang == ENGLISH else None)
    if found not in PLURALS:
        raise BadData(f"{file.name}, plural = {found!r}: want one of {', '.join(PLURALS)}")
    return str(found)


# ---------------------------------------------------------------------------------------------------------------
# Finding and checking.


def languages(game: str, brought: Sequence[LanguageFile] = ()) -> dict[str, str]:
    """The languages that a game can be told in: by their codes, what they call themselves."""
    found = {}
    for file in (*own_files(game), *brought):
        if not file.name.startswith(("text/", f"lang/{SHARED}.")):
            found[file.lang] = str(file.tables().get("language", file.lang))
    return found


def catalogue(game: str, lang: str = ENGLISH, brought: tuple[LanguageFile, ...] = ()) -> Catalogue:
    """The words of a game; UnknownGame if it is not told in that language, BadData if a file is broken."""
    return _kept(game, lang, brought)


@lru_cache(maxsize=32)
def _kept(game: str, lang: str, brought: tuple[LanguageFile, ...]) -> Catalogue:
    own = own_files(game)
    there = {file.lang: None for file in (*own, *brought) if not file.name.startswith(("text/", f"lang/{SHARED}."))}
    if lang not in there:
        raise UnknownGame(f"lang={lang!r}: want one of {', '.join(there)}")
    order = dict.fromkeys((ENGLISH, lang))  # what comes later counts
    files = [file for each in order for file in (*own, *brought) if file.lang == each]
    for file in files:
        if file not in own or file.lang != ENGLISH:  # tests look at our own English
            _check(file, own)
    return Catalogue(game, lang, files)


def _check(file: LanguageFile, own: Sequence[LanguageFile]) -> None:
    """BadData if a file has a message that English has not, or one that cannot be used like the English one."""
    english = _english(tuple(each for each in own if each.lang == ENGLISH))
    tables = file.tables()
    if not isinstance(tables.get("language", ""), str):
        raise BadData(f"{file.name}, language = {tables['language']!r}: want text")
    plurals = _plurals(file, tables)
    for key, text in _flat(file, tables):
        if key not in english:
            raise BadData(f"{file.name}, {key}: there is no such message in English")
        try:
            found = parse(text, plurals).placeholders()
        except BadMessage as error:
            raise BadData(f"{file.name}, {key}: {error}") from None
        wanted = placeholders(english[key])
        for name, takes in found.items():
            if name not in wanted:
                known = ", ".join(f"{{{each}}}" for each in wanted) or "none"
                raise BadData(f"{file.name}, {key}: no placeholder {{{name}}}; it has {known}")
            for kind in sorted(takes - wanted[name]):
                if kind != WORD or LIST in wanted[name]:  # a number can stand where a word is wanted
                    raise BadData(f"{file.name}, {key}: {{{name}}} is {' and '.join(sorted(wanted[name]))}, not {kind}")
    _check_components(file, tables)


@cache
def _english(files: tuple[LanguageFile, ...]) -> dict[str, str]:
    """All our English texts."""
    return {key: text for file in files for key, text in _flat(file, file.tables())}


def _check_components(file: LanguageFile, tables: dict[str, Any]) -> None:
    """Names of components are texts by table, id and column; whether there are such, `Components` knows."""
    given = tables.get(COMPONENTS, {})
    rows = given.items() if isinstance(given, dict) else [("", None)]
    for table, names in rows:
        where = f"{file.name}, [{COMPONENTS}.{table}]"
        if not isinstance(names, dict) or not all(isinstance(columns, dict) for columns in names.values()):
            raise BadData(f'{where}: want a table for each component, such as ID.name = "..."')
        for name, columns in names.items():
            for column, text in columns.items():
                if column not in COLUMNS or not isinstance(text, str):
                    raise BadData(f"{where} {name}.{column} = {text!r}: want text for {', '.join(COLUMNS)}")
