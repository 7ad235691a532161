"""Numbers in words and back, both from one declaration.

A pattern such as ``place:{event}@{area}`` stands for all numbers with the same fixed bits; each of its fields is a run
of bits that has words of its own. A field is written ``{words:bits}``: which vocabulary, and where in the number. The
bits are a name from the codec's layout, or the first and the last of them (``4-8``). ``{area}`` is short for
``{area:area}``. Between two fields there is some text, after the last there is none.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from string import Formatter
from typing import NamedTuple

from .errors import GameError
from .vocabulary import Vocabulary

KEPT = 1 << 14  # words that a codec remembers: the moves of a position are asked for again and again


class Bits(NamedTuple):
    """Where a field is in a number. Most fields are a run of bits; `mask` leaves out those that are not its own."""

    shift: int
    mask: int

    @classmethod
    def run(cls, first: int, last: int) -> Bits:
        return cls(first, (1 << last - first + 1) - 1)

    def of(self, number: int) -> int:
        return number >> self.shift & self.mask


class _Pattern:
    """One pattern: its words, and the numbers that it stands for."""

    def __init__(self, template: str, fixed: int, where: Callable[[str], Bits], words: Mapping[str, Vocabulary]):
        parts = [(text, name, spec) for text, name, spec, _ in Formatter().parse(template)]
        fields = [(name, where(spec or name)) for _, name, spec in parts if name]
        self.shape = "".join(text + (name or "").upper() for text, name, _ in parts)  # place:EVENT@AREA
        self._texts = [text for text, _, _ in parts]
        self._template = "%s".join([*self._texts, ""] if fields else self._texts)
        self._fields = [(bits.shift, bits.mask, words[name].format, words[name].parse) for name, bits in fields]
        own = sum(bits.mask << bits.shift for _, bits in fields)
        self._others = ~own
        self.fixed = fixed & ~own

    def format(self, number: int) -> str | None:
        """None if the number is not one of this pattern."""
        if number & self._others != self.fixed:
            return None
        try:
            return self._template % tuple([word(number >> shift & mask) for shift, mask, word, _ in self._fields])
        except (LookupError, ValueError):
            return None

    def split(self, text: str) -> list[str] | None:
        """The words of the fields, or None if the text is not of this shape."""
        if not self._fields:
            return [] if text == self._template else None
        if not text.startswith(self._texts[0]):
            return None
        rest, found = text[len(self._texts[0]) :], []
        for separator in self._texts[1:]:
            word, has_it, rest = rest.partition(separator)
            if not has_it:
                return None
            found.append(word)
        return None if " " in rest else [*found, rest]

    def parse(self, words: list[str]) -> int:
        number = self.fixed
        for word, (shift, _, _, parse) in zip(words, self._fields, strict=True):
            number |= parse(word) << shift
        return number


class Codec:
    """The words of one kind of number. The first pattern that fits counts, in both directions."""

    def __init__(
        self,
        kind: str,  # such as "move of Egemonia"
        error: type[GameError],  # raised with what is wrong
        verb: Bits,  # the bits by which patterns are told apart
        layout: Mapping[str, Bits],
        words: Mapping[str, Vocabulary],
        patterns: Mapping[str, int],  # with the fixed bits of each
        origin: int = 0,  # the bit from which bits given by number are counted
    ) -> None:
        def where(spec: str) -> Bits:
            if spec in layout:
                return layout[spec]
            first, _, last = spec.partition("-")
            return Bits.run(origin + int(first), origin + int(last or first))

        self._kind, self._error, self._verb = kind, error, verb
        self._by_verb: dict[int, list[_Pattern]] = {}
        self._by_word: dict[str, list[_Pattern]] = {}
        for template, fixed in patterns.items():
            pattern = _Pattern(template, fixed, where, words)
            self._by_verb.setdefault(verb.of(fixed), []).append(pattern)
            self._by_word.setdefault(_first_word(template), []).append(pattern)
        self.format = lru_cache(KEPT)(self._format)
        self.parse = lru_cache(KEPT)(self._parse)

    def _format(self, number: int) -> str:
        for pattern in self._by_verb.get(self._verb.of(number), ()):
            text = pattern.format(number)
            if text is not None:
                return text
        raise self._error(f"{number:#x}: not the number of any {self._kind}")

    def shape(self, number: int) -> str:
        """The pattern of a number with its fields in capitals, such as ``place:EVENT@AREA``."""
        for pattern in self._by_verb.get(self._verb.of(number), ()):
            if pattern.format(number) is not None:
                return pattern.shape
        raise self._error(f"{number:#x}: not the number of any {self._kind}")

    def _parse(self, text: str) -> int:
        known = self._by_word.get(_first_word(text), [])
        for pattern in known:
            words = pattern.split(text)
            if words is not None:
                try:
                    return pattern.parse(words)
                except ValueError as error:
                    raise self._fail(text, str(error)) from None
        wanted = known or [pattern for patterns in self._by_word.values() for pattern in patterns]
        raise self._fail(text, "want " + " or ".join(pattern.shape for pattern in wanted))

    def _fail(self, text: str, reason: str) -> GameError:
        article = "an" if self._kind[0] in "aeiou" else "a"
        return self._error(f"{text!r} is not {article} {self._kind}: {reason}")


def _first_word(text: str) -> str:
    """What stands before the first colon or space."""
    return text.partition(" ")[0].partition(":")[0]
