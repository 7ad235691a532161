"""Finding the move that a person means, and showing many moves in groups: no input or output here."""

from __future__ import annotations

import re
from dataclasses import dataclass

LIMIT = 16  # moves that are shown at once; more are grouped by their first words


class NoMove(ValueError):
    """The words are not one move; the message quotes them and says what would be right."""


@dataclass(frozen=True)
class Choice:
    """A numbered line: one move, or the beginning that several share."""

    words: str
    moves: tuple[str, ...]

    @property
    def is_group(self) -> bool:
        return self.moves != (self.words,)


def parts(move: str) -> list[str]:
    """A move in the pieces by which it grows: ``place:coup@ionia`` is ``place``, ``:coup``, ``@ionia``."""
    return re.findall(r"^[^:@>,]+|[:@>,][^:@>,]*", move)


def choices(moves: list[str], limit: int = LIMIT) -> list[Choice]:
    """What is offered at once: the moves themselves, or if they are many the groups that they fall into."""
    if len(moves) <= limit:
        return [Choice(move, (move,)) for move in moves]
    depth = 1
    while True:
        groups: dict[str, list[str]] = {}
        for move in moves:
            groups.setdefault("".join(parts(move)[:depth]), []).append(move)
        if len(groups) > 1:
            break
        depth += 1
    if len(groups) == len(moves):
        return [Choice(move, (move,)) for move in moves]
    return [
        Choice(group[0], tuple(group)) if len(group) == 1 else Choice(words, tuple(group))
        for words, group in groups.items()
    ]


def labels(moves: list[str]) -> list[str]:
    """How moves are shown in one list: without the beginning that nearly all of them share."""
    stems = [_stem_of(move) for move in moves]
    common = max(set(stems), key=stems.count) if stems else ""
    if not common or stems.count(common) < max(2, len(moves) - 1):
        return list(moves)
    short = [move.removeprefix(common) if stem == common else move for move, stem in zip(moves, stems, strict=True)]
    return list(moves) if any(label.isdecimal() for label in short) else short  # a bare amount looks like a number


def _stem_of(move: str) -> str:
    """A move without its last word."""
    return re.sub(r"[^:@,]*$", "", move)


def numbers(offered: list[Choice]) -> list[int]:
    """The numbers by which choices are called: 1, 2, 3... or, if they are amounts of one thing, the amounts."""
    words = [choice.words for choice in offered]
    if len({_stem_of(word) for word in words}) == 1:
        last = [word.removeprefix(_stem_of(word)) for word in words]
        if all(word.isdecimal() for word in last):
            return [int(word) for word in last]
    return list(range(1, len(offered) + 1))


def find(text: str, moves: list[str], offered: list[Choice]) -> Choice:
    """What a person typed: a number of the list, a move, a group, or the beginning of one; NoMove if it is not one."""
    text = text.strip()
    if text.isdecimal():
        called = numbers(offered)
        if int(text) not in called:
            raise NoMove(f"There is no number {text}: want {_range(called)}, or a move's name.")
        return offered[called.index(int(text))]
    wanted = re.sub(r"\s*([:@>,+])\s*", r"\1", text.lower())
    for move in moves:
        if move.lower() == wanted:
            return Choice(move, (move,))
    for choice in offered:
        if choice.words.lower() == wanted:
            return choice
    found = [move for move in moves if move.lower().startswith(wanted)]
    if not found:  # "persia" for send:pericles@persia, "granary" for build:granary, "send persia" too
        found = _by_pieces(wanted, moves)
    if len(found) == 1:
        return Choice(found[0], (found[0],))
    if found:
        exact = [move for move in found if wanted in _words(move)]
        if len(exact) == 1:
            return Choice(exact[0], (exact[0],))
        stem = _stem(found)
        if any(choice.is_group for choice in offered) and stem and found == [m for m in moves if m.startswith(stem)]:
            return Choice(stem, tuple(found))
        raise NoMove(f"{text!r} fits {len(found)} moves: {_some(found)} Type more of the one that you mean.")
    raise NoMove(f"{text!r} is none of your moves: want a number, {_range(numbers(offered))}, or {_example(moves)}.")


def _range(called: list[int]) -> str:
    return f"{called[0]} to {called[-1]}" if called else "of the list"


def _stem(moves: list[str]) -> str:
    """The pieces that all of them begin with."""
    rows = [parts(move) for move in moves]
    shared = [pieces[0] for pieces in zip(*rows, strict=False) if len(set(pieces)) == 1]
    stem = "".join(shared)
    return stem if all(move.startswith(stem) for move in moves) else ""


def _words(move: str) -> list[str]:
    return [word for word in re.split(r"[:@>,+]", move.lower()) if word]


def _by_pieces(wanted: str, moves: list[str]) -> list[str]:
    """The moves in which every typed word begins a word of the move, in this order."""
    typed = [word for word in re.split(r"[\s:@>,+]+", wanted) if word]

    def fits(move: str) -> bool:
        words = iter(_words(move))
        return bool(typed) and all(any(word.startswith(piece) for word in words) for piece in typed)

    return [move for move in moves if fits(move)]


def _some(moves: list[str]) -> str:
    """The first of them, as the end of a sentence."""
    return ", ".join(moves[:5]) + ("..." if len(moves) > 5 else ".")


def _example(moves: list[str]) -> str:
    return f"a name such as {moves[0]}" if len(moves) > 1 else moves[0]
