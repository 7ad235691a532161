"""A seat's events in sentences, each told by somebody who knows what the seat knew before and after it.

It is folded from what the seat was told, as any frontend could do: there is nothing here that the seat may not know.
"""

from __future__ import annotations

from collections.abc import Sequence

from ..engine import Observation, Ruleset

TAKEN_BACK = "That is taken back."
_UNDO = "undo to="


class Narration:
    """One viewer's story so far. It is told once: asking again costs only what has happened since."""

    def __init__(self, ruleset: Ruleset, viewer: str) -> None:
        self._ruleset = ruleset
        self._viewer = viewer
        self._sentences: list[str | None] = []  # of every event, also of those that were taken back
        self._standing: list[tuple[int, str]] = []  # numbers and words of the others
        self._seen = Observation.start(ruleset, viewer)
        self._view = self._seen.view()

    def follow(self, told: Sequence[str]) -> list[str | None]:
        """All that the viewer was told, number 1 first, in sentences; None for what needs no words."""
        for number, event in enumerate(told[len(self._sentences) :], len(self._sentences) + 1):
            if event.startswith(_UNDO):
                self._take_back(int(event.removeprefix(_UNDO)))
                self._sentences.append(TAKEN_BACK)
            else:
                self._sentences.append(self._see(number, event))
        return self._sentences

    def _see(self, number: int, event: str) -> str | None:
        before, self._seen = self._view, self._seen.see(event)
        self._view = self._seen.view()
        self._standing.append((number, event))
        return self._ruleset.narrate(before, event, self._view)

    def _take_back(self, last: int) -> None:
        """Fold again what still stands: rarely needed, so the positions on the way are not kept."""
        self._standing = [(number, event) for number, event in self._standing if number <= last]
        self._seen = Observation.start(self._ruleset, self._viewer)
        for _, event in self._standing:
            self._seen = self._seen.see(event)
        self._view = self._seen.view()
