"""Ephyran: gods who build cities of creatures and magic, card by card. The rules are in RULES.md."""

from __future__ import annotations

from typing import Any, ClassVar

from ....ext import core
from ....ext.games.ephyran import state as kernel
from ...components import READINGS, Data
from ...modules import Modules
from ...ruleset import Ruleset
from . import drawing, notation, view
from .rules import GODS, read
from .text import help, narration, offers, summary, things, threats, uncovered, words

__all__ = ["Ephyran"]

# The verbs of each phase; all others are moves of a turn's action.
_PHASES = {
    "first": ("first",), "god": ("gods",), "card": ("deal", "pile", "refill", "look"), "token": ("token",),
    "shield": ("react",), "hecate": ("react",), "swap": ("swap",), "lose": ("lose",), "grab": ("grab",),
    "put": ("put",), "draw": ("draw",), "keep": ("keep",), "under": ("under",),
    "add": ("action", "extra"), "change": ("action", "extra"), "discard": ("action", "extra"),
    "dionysus": ("action", "extra"), "pass": ("action", "extra", "react"),
}  # fmt: skip


class Ephyran(Ruleset):
    """Ephyran with a number of players, an option for the gods, and components."""

    name = "ephyran"
    seat_counts = (2, 3, 4)
    partly_hidden = frozenset({"hands", "cities", "held", "looked", "unseen", "unseen_tokens"})
    modules = Modules(notation, view, drawing, help, summary, narration, offers, threats, things, uncovered)
    options: ClassVar[dict[str, tuple[str, ...]]] = {"gods": GODS, "readings": READINGS}

    def __init__(self, seats: int | None = None, data: Data = None, **options: str) -> None:
        super().__init__(seats, data, **options)
        self.tables = read(self.components, self.n_seats, self._chosen)
        self.rules = self.tables.rules

    def concerns(self, setting: str) -> bool:
        """Of the cards left out only the number for so many players counts."""
        return not setting.startswith("left_out_") or setting == f"left_out_{self.n_seats}"

    def bound(self) -> str:
        return self.words("bound", n=self.tables.rounds)

    def names(self, view_: dict[str, Any]) -> dict[str, str]:
        return {seat: words.seat_name(self.tables, view_, seat) for seat in self.seats}

    def why_not(self, obs: core.Obs, move: int) -> tuple[str, str]:
        seen, say = self.view(obs), self.words
        text = self.format_move(move)
        verb, _, rest = text.partition(":")
        if seen["phase"] not in _PHASES.get(verb, ("action",)):
            return "not-now", say("why.phase", phase=seen["phase"])
        if verb == "draw":
            return "closed", say("why.closed")
        if verb == "pass":
            return "can-act", say("why.can_act")
        if verb == "god":
            return "taken", say("why.taken", god=rest)
        if verb in ("swap", "lose", "grab", "put"):
            return "not-there", say("why.not_there", place=rest)
        if verb in ("keep", "under"):
            return "not-looked-at", say("why.not_looked_at", card=rest, cards=seen["looked"])
        hand = seen["hands"][self.seats[obs.viewer]]
        for card in self._cards(move):
            if card not in hand:
                key = "why.not_in_hand" if hand else "why.hand_empty"
                return "not-in-hand", say(key, card=card, hand=hand)
        support = {"lock": "shield", "unlock": "hecate"}.get(verb, verb)
        card = self._cards(move)[0]
        if support in self.tables.support_names and self.tables.supports[self.tables.cards.index(card)] != support:
            return "not-that-support", say("why.not_that_support", card=card, support=support)
        return "no-use", say("why.no_use")

    def _cards(self, move: int) -> list[str]:
        """The cards that a move plays from the hand; of an exchange first the one that plays it."""
        verb, what = notation.VERB.of(move), notation.WHAT.of(move)
        if verb in (kernel.DO_ADD, kernel.DO_CHANGE, kernel.DO_DIONYSUS):
            return [self.tables.card(what >> 1)]
        if verb == kernel.DO_EXCHANGE_HALF:
            return [self.tables.card(notation.BY.of(move)), self.tables.card(what >> 1)]
        if verb == kernel.DO_EXCHANGE_DIONYSUS:
            return [self.tables.card(what), "dionysus"]
        return [self.tables.card(what)]

    def result(self, view_: dict[str, Any]) -> tuple[tuple[str, ...], str] | None:
        if view_["phase"] != "over":
            return None
        best = max(view_["scores"].values())
        return tuple(seat for seat, score in view_["scores"].items() if score == best), "prestige"
