"""Finding the move that a person means, and showing many moves in groups: no input or output here."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

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
    """What is offered at once: the moves themselves, or if they are many the groups that they fall into.

    Amounts of one thing are a group whenever there is anything else: `donate wheat` for donate:2@wheat, donate:3@wheat
    and so on. Inside it the amounts are the numbers of the lines, so that no number of a line is taken for an amount.
    """
    things = _grouped(moves, lambda move: amount_of(move)[1] or move)
    if len(things) == 1:
        return _as_choices({move: [move] for move in moves})
    if len(things) <= limit or all(amount_of(move)[1] for move in moves):
        return _as_choices(things)
    for depth in range(1, max(len(parts(move)) for move in moves)):
        groups = _grouped(moves, partial(_beginning, depth))
        if len(groups) > 1:
            return _as_choices(groups)
    return _as_choices(things)


def _beginning(depth: int, move: str) -> str:
    return "".join(parts(move)[:depth])


def amount_of(move: str) -> tuple[int, str]:
    """The amount in a move and what it is an amount of: 2 and `donate wheat` in donate:2@wheat; 0 and "" if none."""
    found = re.fullmatch(r"([^:@>,]+):(\d+)@(.+)", move)
    return (int(found[2]), f"{found[1]} {found[3]}") if found else (0, "")


def _grouped(moves: list[str], key: Callable[[str], str]) -> dict[str, list[str]]:
    groups: dict[str, list[str]] = {}
    for move in moves:
        groups.setdefault(key(move), []).append(move)
    return groups


def _as_choices(groups: dict[str, list[str]]) -> list[Choice]:
    """A group of one is that move."""
    return [Choice(group[0] if len(group) == 1 else words, tuple(group)) for words, group in groups.items()]


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
    amounts = [amount_of(word) for word in words]
    if len({thing for _, thing in amounts}) == 1 and all(thing for _, thing in amounts):
        return [amount for amount, _ in amounts]
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
        [thing, *others] = {amount_of(move)[1] for move in found}
        if thing and not others:
            return Choice(thing, tuple(found))
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


def group_gloss(group: Choice, gloss: Callable[[str], str]) -> str:
    """What the moves of a group have in common; empty if there are no words for it."""
    if amount_of(group.moves[0])[1] == group.words:
        return range_of_amounts({move: gloss(move) for move in group.moves})
    return gloss(group.words)


def range_of_amounts(glosses: dict[str, str]) -> str:
    """What a group of amounts means, from what each of its moves means: `give 2 to 8 wheat: +1 prestige`.

    What follows a semicolon may differ from amount to amount and is left out.
    """
    amounts = [amount_of(move)[0] for move in glosses]
    said = [gloss.partition(";")[0] for gloss in glosses.values()]
    span = f"{min(amounts)} to {max(amounts)}"
    if len(set(said)) == 1:
        return f"{said[0]} ({span})" if said[0] else span
    without = {re.sub(rf"\b{amount}\b", "#", gloss, count=1) for amount, gloss in zip(amounts, said, strict=True)}
    return without.pop().replace("#", span) if len(without) == 1 else span
