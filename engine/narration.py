"""A seat's events in sentences, each told by somebody who knows what the seat knew before and after it.

It is folded from what the seat was told, as any frontend could do: there is nothing here that the seat may not know.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from .game import Observation
from .ruleset import Ruleset

_UNDO = "undo to="


@dataclass(frozen=True)
class ToldEvent:
    """An event that still stands."""

    number: int  # among all that the viewer was told, from 1 on
    text: str
    sentence: str | None  # None: it needs no words


class Narration:
    """One viewer's story so far. It is told once: asking again costs only what has happened since."""

    def __init__(self, ruleset: Ruleset, viewer: str) -> None:
        self.ruleset = ruleset
        self.viewer = viewer
        self.standing: list[ToldEvent] = []
        self.seen = Observation.start(ruleset, viewer)  # now: one for each event would be too large to keep
        self._sentences: list[str | None] = []  # of every event, also of those that were taken back
        self._view = self.seen.view()
        self._cause = ""  # the last decision that the viewer saw
        self._before_cause = self._view

    def follow(self, told: Sequence[str]) -> list[str | None]:
        """All that the viewer was told, number 1 first, in sentences; None for what needs no words."""
        for event in told[len(self._sentences) :]:
            if event.startswith(_UNDO):
                self._take_back(int(event.removeprefix(_UNDO)))
                self._sentences.append(self.ruleset.words("taken_back"))
            else:
                self._sentences.append(self._see(event))
        return self._sentences

    @property
    def view(self) -> dict[str, Any]:
        return self._view

    def _see(self, event: str) -> str | None:
        before, self.seen = self._view, self.seen.see(event)
        word = event.partition(" ")[0]
        if word in self.ruleset.causes:
            self._cause, self._before_cause = event, before
        self._view = self.seen.view()
        if word in self.ruleset.aftermath:
            before = self._before_cause
        sentence = self.ruleset.narrate(before, event, self._view, self._cause)
        self.standing.append(ToldEvent(len(self._sentences) + 1, event, sentence))
        return sentence

    def _take_back(self, last: int) -> None:
        """Fold again what still stands."""
        self.standing = [told for told in self.standing if told.number <= last]
        self.seen = Observation.start(self.ruleset, self.viewer)
        for told in self.standing:
            self.seen = self.seen.see(told.text)
        self._view = self._before_cause = self.seen.view()
        self._cause = ""
