"""Messages: texts with placeholders, from which everything that people read of a game is made.

A message stands in a language file under a key. Its placeholders are in braces:

    {figure}                                 a word that is given under that name
    {figure, capital}                        the same where a sentence begins
    {event, stop}                            the same where it ends: with a stop, unless its name brings one
    {turn, number}                           a number
    {bonus, signed}                          a number with its sign: +2, -1, +0
    {areas, list, and}                       several words as the language joins them; also `or`, `comma`, `semicolon`
    {n, plural, =0 {nothing} one {# event} other {# events}}
    {who, select, you {You draw} other {{who} draws}}

A plural is chosen by an exact number (``=0``) or by one of the forms that the language has (`PLURALS`); ``#`` is the
number. A select is chosen by the very word, ``yes`` or ``no`` for something that is or is not so. Both always have an
``other``, and both hold messages again. There are no braces but these.

No grammar is in the code: where a language needs another word or another order, its message says so.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Protocol

Value = str | int | Sequence[str]  # what can be given for a placeholder
Values = Mapping[str, Value]

LISTS = ("and", "or", "comma", "semicolon")
WORD, NUMBER, LIST = "a word", "a number", "a list"  # what a message takes a placeholder for


class Id(str):
    """A word that stays as it is also where a sentence begins, such as the seat ``s1``."""

    __slots__ = ()


class Speech(Protocol):
    """What a message asks of its language."""

    def join(self, kind: str, words: Sequence[str], /) -> str:
        """Several words as one of `LISTS`."""

    def stop(self, word: str, /) -> str:
        """The last word of a sentence with its stop."""


class BadMessage(ValueError):
    """A text that is no message, with the reason."""


# ---------------------------------------------------------------------------------------------------------------
# Plural forms, as Unicode's CLDR has them for whole numbers.


@dataclass(frozen=True)
class Plurals:
    """The forms of a language, ``other`` last, and which one goes with a number."""

    forms: tuple[str, ...]
    form: Callable[[int], str]


def _slavic(n: int) -> str:
    if n % 10 == 1 and n % 100 != 11:
        return "one"
    return "few" if n % 10 in (2, 3, 4) and n % 100 not in (12, 13, 14) else "many"


def _polish(n: int) -> str:
    if n == 1:
        return "one"
    return "few" if n % 10 in (2, 3, 4) and n % 100 not in (12, 13, 14) else "many"


def _arabic(n: int) -> str:
    if n < 3:
        return ("zero", "one", "two")[n]
    return "few" if 3 <= n % 100 <= 10 else "many" if n % 100 >= 11 else "other"


# By the name that a language file gives as ``plural``.
PLURALS: dict[str, Plurals] = {
    "same": Plurals(("other",), lambda n: "other"),  # Chinese, Japanese, Korean
    "one": Plurals(("one", "other"), lambda n: "one" if n == 1 else "other"),  # English, German, Greek, Italian
    "zero-one": Plurals(("one", "other"), lambda n: "one" if n in (0, 1) else "other"),  # French, Portuguese
    "czech": Plurals(("one", "few", "other"), lambda n: "one" if n == 1 else "few" if n in (2, 3, 4) else "other"),
    "polish": Plurals(("one", "few", "many", "other"), _polish),
    "slavic": Plurals(("one", "few", "many", "other"), _slavic),  # Russian, Ukrainian, Serbian
    "arabic": Plurals(("zero", "one", "two", "few", "many", "other"), _arabic),
}


# ---------------------------------------------------------------------------------------------------------------
# What a message is made of.


class Part(ABC):
    """A placeholder with what is to be made of it."""

    name: str
    takes: str = WORD

    @abstractmethod
    def write(self, values: Values, speech: Speech, number: str) -> str:
        """``number`` is what ``#`` stands for."""

    def inner(self) -> Sequence[Message]:
        """The messages inside it."""
        return ()


@dataclass(frozen=True)
class Plain(Part):
    name: str

    def write(self, values: Values, speech: Speech, number: str) -> str:
        return str(values[self.name])


@dataclass(frozen=True)
class Capital(Part):
    name: str

    def write(self, values: Values, speech: Speech, number: str) -> str:
        word = values[self.name]
        return word if isinstance(word, Id) else str(word)[:1].upper() + str(word)[1:]


@dataclass(frozen=True)
class Last(Part):
    name: str

    def write(self, values: Values, speech: Speech, number: str) -> str:
        return speech.stop(str(values[self.name]))


@dataclass(frozen=True)
class Number(Part):
    name: str
    signed: bool = False
    takes = NUMBER

    def write(self, values: Values, speech: Speech, number: str) -> str:
        return format(values[self.name], "+d" if self.signed else "d")


@dataclass(frozen=True)
class Listed(Part):
    name: str
    kind: str
    takes = LIST

    def write(self, values: Values, speech: Speech, number: str) -> str:
        words = values[self.name]
        assert not isinstance(words, str | int), f"{self.name}={words!r}: want a list"
        return speech.join(self.kind, words)


@dataclass(frozen=True)
class Plural(Part):
    name: str
    exact: dict[int, Message]
    forms: dict[str, Message]
    plurals: Plurals
    takes = NUMBER

    def write(self, values: Values, speech: Speech, number: str) -> str:
        n = values[self.name]
        assert isinstance(n, int), f"{self.name}={n!r}: want a number"
        chosen = self.exact.get(n) or self.forms.get(self.plurals.form(abs(n))) or self.forms["other"]
        return chosen.write(values, speech, str(n))

    def inner(self) -> Sequence[Message]:
        return (*self.exact.values(), *self.forms.values())


@dataclass(frozen=True)
class Select(Part):
    name: str
    cases: dict[str, Message]

    def write(self, values: Values, speech: Speech, number: str) -> str:
        value = values[self.name]
        word = ("no", "yes")[value] if isinstance(value, bool) else str(value)
        return (self.cases.get(word) or self.cases["other"]).write(values, speech, number)

    def inner(self) -> Sequence[Message]:
        return tuple(self.cases.values())


class Sharp(Part):
    """The number of the plural around it."""

    name = ""

    def write(self, values: Values, speech: Speech, number: str) -> str:
        return number


WORDS: dict[str, Callable[[str], Part]] = {"": Plain, "capital": Capital, "stop": Last}


@dataclass(frozen=True)
class Message:
    """A text, parsed."""

    parts: tuple[str | Part, ...]

    def write(self, values: Values, speech: Speech, number: str = "") -> str:
        return "".join([part if isinstance(part, str) else part.write(values, speech, number) for part in self.parts])

    def placeholders(self) -> dict[str, set[str]]:
        """By name, all that the message takes it for."""
        found: dict[str, set[str]] = {}
        for part in self.parts:
            if isinstance(part, str):
                continue
            if part.name:
                found.setdefault(part.name, set()).add(part.takes)
            for message in part.inner():
                for name, takes in message.placeholders().items():
                    found.setdefault(name, set()).update(takes)
        return found


# ---------------------------------------------------------------------------------------------------------------
# Parsing.


class _Parser:
    """Reads one text from its beginning to its end."""

    def __init__(self, text: str, plurals: Plurals) -> None:
        self.text = text
        self.plurals = plurals
        self.at = 0

    def fail(self, reason: str) -> BadMessage:
        return BadMessage(f"{reason}, at {self.text[self.at : self.at + 20]!r}" if self.at < len(self.text) else reason)

    def message(self, depth: int = 0, in_plural: bool = False) -> Message:
        """A message, up to the brace that closes it or the end of the text."""
        parts: list[str | Part] = []
        start = self.at
        while self.at < len(self.text) and self.text[self.at] != "}":
            if self.text[self.at] != "{" and not (in_plural and self.text[self.at] == "#"):
                self.at += 1
                continue
            parts.append(self.text[start : self.at])
            if self.text[self.at] == "#":
                self.at += 1
                parts.append(Sharp())
            else:
                parts.append(self.part(depth, in_plural))
            start = self.at
        if (self.at < len(self.text)) != (depth > 0):
            raise self.fail("a brace is not closed" if depth else "a brace is closed that was not opened")
        parts.append(self.text[start : self.at])
        return Message(tuple(part for part in parts if part != ""))

    def part(self, depth: int, in_plural: bool) -> Part:
        """A placeholder from its opening brace to behind its closing one."""
        self.at += 1
        name, kind = self.word(), ""
        if self.sees(","):
            kind = self.word()
        found: Part
        if kind in ("plural", "select"):
            self.expect(",")
            found = self.choice(name, kind, depth, in_plural)
        elif kind == "list":
            self.expect(",")
            joined = self.word()
            if joined not in LISTS:
                raise self.fail(f"{joined!r} is no kind of list: want {', '.join(LISTS)}")
            found = Listed(name, joined)
        elif kind in ("number", "signed"):
            found = Number(name, kind == "signed")
        elif kind in WORDS:
            found = WORDS[kind](name)
        else:
            raise self.fail(f"{kind!r}: want capital, stop, number, signed, list, plural or select")
        self.expect("}")
        return found

    def choice(self, name: str, kind: str, depth: int, in_plural: bool) -> Part:
        """The cases of a plural or a select."""
        cases: dict[str, Message] = {}
        self.skip()
        while self.at < len(self.text) and self.text[self.at] != "}":
            case = self.word("=" if kind == "plural" else "")
            self.expect("{")
            if case in cases:
                raise self.fail(f"{case!r} comes twice")
            cases[case] = self.message(depth + 1, in_plural or kind == "plural")
            self.expect("}")
            self.skip()
        if "other" not in cases:
            raise self.fail(f"the {kind} of {name!r} has no 'other'")
        if kind == "select":
            return Select(name, cases)
        exact, forms = {}, {}
        for case, message in cases.items():
            if not case.startswith("="):
                forms[case] = message
            elif case[1:].isdecimal():
                exact[int(case[1:])] = message
            else:
                raise self.fail(f"{case!r} is no number")
        for case in forms:
            if case not in self.plurals.forms:
                raise self.fail(f"{case!r} is no plural form of the language: want {', '.join(self.plurals.forms)}")
        return Plural(name, exact, forms, self.plurals)

    def skip(self) -> None:
        while self.at < len(self.text) and self.text[self.at].isspace():
            self.at += 1

    def sees(self, sign: str) -> bool:
        """Whether a sign comes next; then it is passed."""
        self.skip()
        found = self.text[self.at : self.at + 1] == sign
        self.at += found
        return found

    def expect(self, sign: str) -> None:
        if not self.sees(sign):
            raise self.fail(f"want {sign!r}")

    def word(self, more: str = "") -> str:
        """A name: letters, digits, and what ids are made of beside."""
        self.skip()
        start = self.at
        while self.at < len(self.text) and (self.text[self.at].isalnum() or self.text[self.at] in "_-" + more):
            self.at += 1
        if start == self.at:
            raise self.fail("want a name")
        return self.text[start : self.at]


def parse(text: str, plurals: str = "one") -> Message:
    """A text as a message of a language with these plurals; BadMessage says what is wrong with it."""
    if "{" not in text and "}" not in text:
        return Message((text,))
    return _Parser(text, PLURALS[plurals]).message()


@cache
def placeholders(text: str, plurals: str = "one") -> dict[str, set[str]]:
    """The same of a text; kept, because every translation is compared with the English text."""
    return parse(text, plurals).placeholders()
