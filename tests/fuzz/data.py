"""Component and language files of one's own. An input is a line ``GAME FILE SEATS`` and then one of

    12 power = 99          our file with other lines: number, then the text; a number alone takes a line out
    anything else          the whole file

FILE is one of the game's component files, or ``lang`` for its words in another language.
"""

from __future__ import annotations

import random
import re
from functools import cache

from petteia.engine import GAMES, Game, GameError
from petteia.engine.components import Replacements
from petteia.engine.components import own_files as component_files
from petteia.engine.languages import LanguageFile
from petteia.engine.languages import own_files as language_files

from .mutation import NUMBERS, TEXTS, few, mutate_words
from .records import check_sentence

LANG = "lang"
DECISIONS = 12  # that are made and told by rules that were accepted
PLAYOUT = 20_000  # decisions in which a random game must end
EDIT = re.compile(rb"(\d{1,5})(?: (.*))?")
VALUE = re.compile(rb'-?\d+|"[^"]*"|true|false|\[[^\]]*\]')


@cache
def own(game: str, file: str) -> bytes:
    if file != LANG:
        return component_files(game)[file]
    [english] = [each.raw for each in language_files(game) if each.name.startswith(game)]
    return b'plural = "one"\n' + english


@cache
def files(game: str) -> tuple[str, ...]:
    return (*component_files(game), LANG)


def read(data: bytes) -> tuple[str, str, int, bytes]:
    """The game, the file, the number of seats and the file's contents."""
    head, _, body = data.partition(b"\n")
    words = head.decode("ascii", "replace").split()
    game = words[0] if words and words[0] in GAMES else "egemonia"
    file = words[1] if len(words) > 1 and words[1] in files(game) else files(game)[0]
    counts = sorted(GAMES[game].seat_counts)
    seats = counts[int(words[2]) % len(counts)] if len(words) > 2 and words[2] in "0123456789" else counts[0]
    edits = [EDIT.fullmatch(line) for line in body.split(b"\n") if line]
    if not all(edits):
        return game, file, seats, body
    lines: list[bytes | None] = list(own(game, file).split(b"\n"))
    for edit in edits:
        if edit is not None:
            lines[int(edit.group(1)) % len(lines)] = edit.group(2)
    return game, file, seats, b"\n".join(line for line in lines if line is not None)


def run(data: bytes) -> None:
    name, file, seats, raw = read(data)
    if file == LANG:
        replaced = Replacements((), (LanguageFile(f"lang/{name}.xx.toml", "xx", raw),))
    else:
        replaced = Replacements(((file, raw),))
    try:
        rules = GAMES[name](seats, replaced, lang="xx" if file == LANG else "en")
    except GameError as error:
        check_sentence(error, b"")
        return
    game, chooser = Game(rules, 7), random.Random(len(raw))
    for _ in range(DECISIONS):
        if not game.pending:
            break
        seat = game.pending[0]
        observation = game.observation(seat)
        observation.describe()
        observation.summary()
        observation.draw()
        assert observation.sample(1).check() == 0
        game.play(seat, chooser.choice(game.legal(seat)))
    game.story()
    assert game.state.check() == 0
    assert game.state.playout(1, PLAYOUT) < PLAYOUT, "a game that does not end"


def mutate(data: bytes, chooser: random.Random) -> bytes:
    game, file, _, _ = read(data)
    if chooser.random() < 0.15:
        game = chooser.choice(list(GAMES))
        file = chooser.choice(files(game))
        return f"{game} {file} {chooser.randrange(4)}\n".encode() + _edit(game, file, chooser)
    if EDIT.fullmatch(data.partition(b"\n")[2].partition(b"\n")[0]) is None and chooser.random() < 0.5:
        head, _, body = data.partition(b"\n")
        lines = body.split(b"\n")
        at = chooser.randrange(len(lines))
        lines[at] = mutate_words(lines[at], chooser, [text.encode() for text in TEXTS])
        return head + b"\n" + b"\n".join(lines)
    return data.rstrip(b"\n") + b"".join(b"\n" + _edit(game, file, chooser) for _ in range(few(chooser)))


def _edit(game: str, file: str, chooser: random.Random) -> bytes:
    """One line of our file, changed: another value, mostly one that stands elsewhere in the file."""
    raw = own(game, file)
    lines = raw.split(b"\n")
    at = chooser.randrange(len(lines))
    values = VALUE.findall(raw)
    number, line = str(at).encode(), lines[at]
    match chooser.randrange(8):
        case 0:
            return number
        case 1:
            return number + b" " + chooser.choice(lines)
        case 2:
            return number + b" " + mutate_words(line, chooser, values)
        case 3:
            odd = chooser.choice([*map(str, NUMBERS), *map(_quoted, TEXTS)]).encode()
        case _:
            odd = chooser.choice(values)
    spots = list(VALUE.finditer(line))
    if not spots:
        return number + b" " + line
    spot = chooser.choice(spots)
    return number + b" " + line[: spot.start()] + odd + line[spot.end() :]


def _quoted(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'
