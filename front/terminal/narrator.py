"""What the person at a seat knows: what the engine process told the seat, in words, and how much of it was heard."""

from __future__ import annotations

import re
from collections.abc import Sequence

from petteia.engine import Description
from petteia.protocols.client import Update

KINDS = ("describe", "story")  # what comes with every change, in the same answer
UNDO = "undo to="
DIGITS = re.compile(r"\d+")
BOARD_EVERY = 4  # decisions; the board is not shown again before that, though a turn may end


class Narrator:
    """One seat's story so far, and its decision."""

    def __init__(self, seat: str) -> None:
        self.seat = seat
        self.description = Description("", "")
        self.heard = 0  # standing events of which the person knows
        self.said: set[str] = set()  # sentences of questions
        self.threats: set[tuple[str, bool]] = set()  # of the last decision
        self.board_is_due = True
        self.decisions = 0  # since the board was shown
        self._standing: list[tuple[int, str]] = []  # events by number, with their sentences; some have none
        self._n_events = 0

    def follow(self, events: Sequence[str], update: Update | None) -> None:
        """Take what is new: all events of the seat, number 1 first, and what came with the last change."""
        if update is None:
            return
        told = dict(update.story)
        for number, event in enumerate(events[self._n_events :], self._n_events + 1):
            if event.startswith(UNDO):
                last = int(event.removeprefix(UNDO))
                self._standing = [each for each in self._standing if each[0] <= last]
                self.heard = min(self.heard, len(self._standing))
            else:
                self._standing.append((number, told.get(number, "")))
        self._n_events = len(events)
        if update.description is not None:
            turn = _turn(update.description)
            is_scene = _scene(turn) != _scene(self.turn) and bool(self.decisions)
            if is_scene or (turn != self.turn and self.decisions >= BOARD_EVERY):
                self.board_is_due = True
            self.description = update.description

    @property
    def turn(self) -> str:
        """Which turn, round or season it is, in words."""
        return _turn(self.description)

    def news(self) -> list[str]:
        """What the person has not heard yet; from now on it has."""
        fresh = self._sentences(self.heard)
        self.heard = len(self._standing)
        return fresh

    @property
    def story(self) -> list[str]:
        """Everything that still stands."""
        return self._sentences(0)

    def _sentences(self, start: int) -> list[str]:
        return [sentence for _, sentence in self._standing[start:] if sentence]

    def fresh(self, sentences: Sequence[str]) -> list[str]:
        """Those that were not said before; from now on they were."""
        found = [sentence for sentence in sentences if sentence not in self.said]
        self.said.update(found)
        return found


def _scene(turn: str) -> str:
    """What it is called apart from its number: the board of another scene, such as a last battle, is another one."""
    return DIGITS.sub("", turn)


def _turn(description: Description) -> str:
    return description.headline.partition(" | ")[0]
