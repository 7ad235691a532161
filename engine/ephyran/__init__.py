"""Ephyran: gods who build cities of creatures and magic, card by card. The rules are in RULES.md."""

from __future__ import annotations

from pathlib import Path
from typing import Any, ClassVar

from ...ext import core
from ..guided import GuidedRuleset
from . import guide, notation, view
from .rules import GODS, read

__all__ = ["Ephyran"]

# The verbs of each phase; all others are moves of a turn's action.
_PHASES = {
    "first": ("first",), "god": ("gods",), "card": ("deal", "pile", "refill", "look"), "token": ("token",),
    "shield": ("react",), "hecate": ("react",), "swap": ("swap",), "lose": ("lose",), "grab": ("grab",),
    "put": ("put",), "draw": ("draw",), "keep": ("keep",), "under": ("under",),
    "add": ("action", "extra"), "change": ("action", "extra"), "discard": ("action", "extra"),
    "dionysus": ("action", "extra"), "pass": ("action", "extra", "react"),
}  # fmt: skip


class Ephyran(GuidedRuleset):
    """Ephyran with a number of players, an option for the gods, and components."""

    name = "ephyran"
    title = "Ephyran"
    about = "gods build cities of creatures and magic from two-halved cards, and raid each other's"
    primer = guide.PRIMER
    seat_counts = (2, 3, 4)
    notation = notation
    looks = view
    options: ClassVar[dict[str, tuple[str, ...]]] = {"gods": GODS}

    def __init__(self, seats: int | None = None, data: str | Path | None = None, **options: str) -> None:
        super().__init__(seats, data, **options)
        self.tables = read(self.components, self.n_seats, self.chosen)
        self.rules = self.tables.rules
        self.guide: guide.Guide = guide.Guide(self.tables, self.components)
        self._words: dict[int, str] = {}  # of moves met so far: a long list of legal ones is asked for all the time

    def format_move(self, move: int) -> str:
        if move not in self._words:
            self._words[move] = notation.format_move(self.tables, move)
        return self._words[move]

    def why_not(self, obs: core.Obs, move: int) -> tuple[str, str]:
        seen = self.view(obs)
        text = self.format_move(move)
        verb, _, rest = text.partition(":")
        if seen["phase"] not in _PHASES.get(verb, ("action",)):
            return "not-now", f"this is the phase {seen['phase']!r}"
        if verb == "draw":
            return "closed", "that cannot be drawn from now"
        if verb == "pass":
            return "can-act", "a player with a card in hand must act"
        if verb == "god":
            return "taken", f"{rest!r} is another player's god"
        if verb in ("swap", "lose", "grab", "put"):
            return "not-there", f"{rest!r} is not a place where that can be done"
        if verb in ("keep", "under"):
            return "not-looked-at", f"{rest!r} is not among the cards looked at: {', '.join(seen['looked'])}"
        hand = seen["hands"][self.seats[obs.viewer]]
        for card in self._cards(move):
            if card not in hand:
                return "not-in-hand", f"{card!r} is not in hand; the hand is {', '.join(hand) or 'empty'}"
        support = {"lock": "shield", "unlock": "hecate"}.get(verb, verb)
        card = self._cards(move)[0]
        if support in self.tables.support_names and self.tables.supports[self.tables.cards.index(card)] != support:
            return "not-that-support", f"the card {card!r} has no {support!r}"
        return "no-use", "the rules do not allow it as things lie in the cities"

    def _cards(self, move: int) -> list[str]:
        """The cards that a move plays from the hand; of an exchange first the one that plays it."""
        verb, what = move & 63, move >> 6 & 255
        if verb in (notation.ADD, notation.CHANGE, notation.TAKE_DIONYSUS):
            return [self.tables.card(what >> 1)]
        if verb == notation.EXCHANGE_HALF:
            return [self.tables.card(move >> 14 & 127), self.tables.card(what >> 1)]
        if verb == notation.EXCHANGE_DIONYSUS:
            return [self.tables.card(what), "dionysus"]
        return [self.tables.card(what)]

    def draw(self, view_: dict[str, Any], width: int = 80) -> str:
        return view.draw(self.tables, view_, width)

    def narrate(self, before: dict[str, Any], event: str, after: dict[str, Any]) -> str | None:
        return self.guide.narrate(before, event, super().narrate(before, event, after))

    def result(self, view_: dict[str, Any]) -> tuple[tuple[str, ...], str] | None:
        if view_["phase"] != "over":
            return None
        best = max(view_["scores"].values())
        return tuple(seat for seat, score in view_["scores"].items() if score == best), "prestige"
