"""What happened, told to the person at a seat: sentences that say "you".

The engine process sends each seat its events. The rules of the game (which hold no secret) turn them into the seat's
position before and after each, and into a sentence, as any frontend could do (`petteia.protocols.narration`).
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from petteia.engine import GameError, Ruleset
from petteia.protocols.narration import Narration

IRREGULAR = {"has": "have", "is": "are", "does": "do", "goes": "go", "was": "were"}
SECOND_VERB = r"(\b[Yy]ou [^.:;]* and )([a-z]+s)(?= (?:the|an?|him|not)\b)"  # "you meet it and takes the reward"
ADVERBS = ("secretly", "now", "also")


class Narrator:
    """One seat's story so far, in words for the person who sits there."""

    def __init__(self, ruleset: Ruleset, seat: str, names: Callable[[str], str]) -> None:
        self.ruleset = ruleset
        self.seat = seat
        self.heard = 0  # standing events of which the person knows
        self._names = names
        self._narration = Narration(ruleset, seat)

    def follow(self, events: list[str]) -> None:
        """Take the events that are new (``events`` are all of the seat's, number 1 first)."""
        self._narration.follow(events)
        self.heard = min(self.heard, len(self._narration.standing))

    def news(self) -> list[str]:
        """What the person has not heard yet; from now on it has."""
        fresh = self._lines(self.heard)
        self.heard = len(self._narration.standing)
        return fresh

    @property
    def story(self) -> list[str]:
        """Everything that still stands."""
        return self._lines(0)

    def _lines(self, start: int) -> list[str]:
        sentences = [told.sentence for told in self._narration.standing[start:]]
        return [personal(each, self.seat, self.ruleset.seats, self._names) for each in sentences if each]

    @property
    def view(self) -> dict[str, Any]:
        """What the seat knows now."""
        return self._narration.view

    def why_not(self, move: str) -> str:
        """Why a move cannot be made, from what the seat knows."""
        try:
            number = self.ruleset.parse_move(move)
        except GameError as error:
            return f"{error}."
        return f"{move!r} cannot be played now: {self.ruleset.why_not(self._narration.seen.core, number)[1]}."


def personal(sentence: str, seat: str, seats: tuple[str, ...], names: Callable[[str], str]) -> str:
    """A sentence about seats by their ids, for the person at one of them: ``s0 draws`` becomes ``You draw``."""
    for other in seats:
        sentence = _as_you(sentence, other) if other == seat else _as_other(sentence, other, names(other))
    if sentence.partition(" ")[0].partition("'")[0].rstrip(",.:;") in seats:
        return sentence  # an id keeps its small letter
    return sentence[:1].upper() + sentence[1:]


def _as_other(sentence: str, seat: str, name: str) -> str:
    """A seat by the name that it has, with a capital where a sentence begins."""

    def named(match: re.Match[str]) -> str:
        begins = name != seat and (not match.group(1) or match.group(1)[0] in ".!?")
        return match.group(1) + (name[:1].upper() + name[1:] if begins else name)

    # A text may call the enemy by name already: "the enemy" stays what it is.
    return re.sub(rf"(^|[.!?] |[^\w@])(?<![Tt]he ){seat}\b", named, sentence)


def _as_you(sentence: str, seat: str) -> str:
    sentence = re.sub(rf"\b{seat}'s\b", "your", sentence)

    def verb(match: re.Match[str]) -> str:
        start, adverb, word = match.group(1), match.group(2) or "", match.group(3)
        you = "You" if not start or start.endswith(". ") else "you"
        return f"{start}{you} {adverb}{_base(word)}"

    adverbs = "|".join(ADVERBS)
    sentence = re.sub(rf"(^|[.:,;] |and ){seat} ((?:{adverbs}) )?([a-z]+s)\b", verb, sentence)
    sentence = re.sub(SECOND_VERB, lambda match: f"{match.group(1)}{_base(match.group(2))}", sentence)
    return re.sub(rf"\b{seat}\b", "you", sentence)


def _base(verb: str) -> str:
    """``draws`` as it goes with "you"."""
    if verb in IRREGULAR:
        return IRREGULAR[verb]
    if re.search(r"(ss|sh|ch|x)es$", verb):
        return verb[:-2]
    if verb.endswith("ies"):
        return f"{verb[:-3]}y"
    return verb[:-1]
