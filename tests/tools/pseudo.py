"""Make the pseudo-language ``xx`` out of English: ``python -m tests.tools.pseudo FOLDER``.

Every letter has an accent, and every message stands in brackets: ``[Ŵĥéŕé ďóéś {figure} ĝó?]``. What is in a game's
words without an accent does not come from a language file. FOLDER is then a data folder that brings the language.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path

from petteia.engine import GAMES
from petteia.engine.components import Components
from petteia.engine.languages import COLUMNS, SHARED, catalogue, own_files
from petteia.engine.messages import (
    Capital,
    Last,
    Listed,
    Message,
    Number,
    Part,
    Plain,
    Plural,
    Select,
    Sharp,
    parse,
)

LANG = "xx"
PLAIN_LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
ACCENTED = "áƀćďéƒĝĥíĵķĺɱńóƥʠŕśťúṽŵẋýźÁƁĆĎÉƑĜĤÍĴĶĹḾŃÓƤɊŔŚŤÚṼŴẊÝŹ"
_TABLE = str.maketrans(PLAIN_LETTERS, ACCENTED)
_IDS = {("ability", "effect")}  # columns that hold an id and no text


def accented(text: str) -> str:
    """The text with accents; what people type stands in backquotes and stays."""
    return "`".join(part if number % 2 else part.translate(_TABLE) for number, part in enumerate(text.split("`")))


def write(message: Message) -> str:
    """A message as its text, with accents."""
    return "".join(accented(part) if isinstance(part, str) else _write(part) for part in message.parts)


def _write(part: Part) -> str:
    match part:
        case Sharp():
            return "#"
        case Plain():
            return f"{{{part.name}}}"
        case Capital():
            return f"{{{part.name}, capital}}"
        case Last():
            return f"{{{part.name}, stop}}"
        case Number():
            return f"{{{part.name}, {'signed' if part.signed else 'number'}}}"
        case Listed():
            return f"{{{part.name}, list, {part.kind}}}"
        case Plural():
            cases = {f"={n}": message for n, message in part.exact.items()} | part.forms
            return f"{{{part.name}, plural, {_cases(cases)}}}"
        case Select():
            return f"{{{part.name}, select, {_cases(part.cases)}}}"
    raise AssertionError(f"{part!r} has no text")


def _cases(cases: dict[str, Message]) -> str:
    return " ".join(f"{case} {{{write(message)}}}" for case, message in cases.items())


def pseudo(text: str) -> str:
    """An English message in the pseudo-language."""
    written = write(parse(text))
    return written if written == text else f"[{written}]"


def messages(game: str) -> dict[str, str]:
    """A game's own messages in the pseudo-language, or those that all games share."""
    folder = "text/" if game == SHARED else f"{game}/text/"
    some = next(iter(GAMES)) if game == SHARED else game
    return {key: pseudo(text.text) for key, text in catalogue(some).texts.items() if text.file.startswith(folder)}


def components(game: str) -> Iterator[tuple[str, str]]:
    """The names and texts of a game's components, by their keys."""
    for row in Components(game):
        for column in COLUMNS:
            text = row.values.get(column)
            if "id" in row.values and isinstance(text, str) and (row.table, column) not in _IDS:
                yield f'components.{row.table}."{row.values["id"]}".{column}', accented(text)


def language_file(game: str) -> str:
    """The pseudo-language of a game as a file."""
    lines = ["# Made by tests/tools/pseudo.py.", "", 'language = "Pseudo"', 'plural = "one"', ""]
    named = {} if game == SHARED else dict(components(game))
    for key, text in (messages(game) | named).items():
        lines.append(f"{key} = {json.dumps(text, ensure_ascii=False)}")
    return "\n".join(lines) + "\n"


def write_folder(folder: Path) -> Path:
    """A data folder that brings the pseudo-language for every game."""
    (folder / "lang").mkdir(parents=True, exist_ok=True)
    for game in (SHARED, *GAMES, "toys"):
        (folder / "lang" / f"{game}.{LANG}.toml").write_text(language_file(game), "utf-8")
    return folder


if __name__ == "__main__":
    assert all(file.lang == "en" for game in GAMES for file in own_files(game))
    print(write_folder(Path(sys.argv[1])))
