"""Epix: nobles fight for the throne with hidden bids and hidden cards. The rules are in RULES.md."""

from __future__ import annotations

from typing import Any, ClassVar

from ....ext import core
from ...components import BOOK, READINGS, Data
from ...modules import Modules
from ...ruleset import Ruleset
from . import drawing, notation, view
from .rules import RULES, read
from .text import help, narration, offers, summary, things, threats, uncovered

__all__ = ["Epix"]

# The phases in which each word begins a move.
PHASES_OF = {
    "first": ("give",),
    "ability": (),
    "recruit": ("draft", "recruit"),
    "pass": ("draft",),
    "bid": ("draft", "auction", "fight"),
    "card": ("cards",),
    "play": ("order",),
    "done": ("recruit", "act"),
    "move": ("act", "unit"),
    "attack": ("act", "unit"),
    "fire": ("act",),
    "stop": ("unit",),
    "guess": ("fight",),
    "on": ("press",),
    "back": ("press",),
}


class Epix(Ruleset):
    """Epix for a number of players, basic or advanced, with components."""

    name = "epix"
    causes = frozenset({"move", "secret"})
    seat_counts = (2, 3, 4)
    partly_hidden = frozenset({"secret", "cards"})
    modules = Modules(notation, view, drawing, help, summary, narration, offers, threats, things, uncovered)
    options: ClassVar[dict[str, tuple[str, ...]]] = {"rules": RULES, "readings": READINGS}

    @classmethod
    def shapes(cls) -> list[tuple[int, dict[str, str]]]:
        """With our readings all; with the book's, which differ in how a game is scored, the advanced rules."""
        return [
            (seats, options | {"rules": RULES[-1]} if options["readings"] == BOOK else options)
            for seats, options in super().shapes()
        ]

    def __init__(self, seats: int | None = None, data: Data = None, **options: str) -> None:
        super().__init__(seats, data, **options)
        self.tables = read(self.components, self.n_seats, self._chosen["rules"], self._chosen["readings"])
        self.rules = self.tables.rules

    def bound(self) -> str:
        return self.words("bound", n=len(self.tables.seasons))

    def why_not(self, obs: core.Obs, move: int) -> tuple[str, str]:
        seen, say = self.view(obs), self.words
        own, phase = obs.viewer, seen["phase"]
        text = self.format_move(move)
        verb, _, rest = text.partition(":")
        if phase not in PHASES_OF[verb] or (verb == "bid" and ("@" in rest) != (phase == "draft")):
            return "not-now", say("why.phase", phase=phase)
        what, _, where = rest.partition("@")
        if verb == "recruit":
            return self._why_not_recruit(seen, own, what, where)
        if verb in ("bid", "guess"):
            return "wrong-amount", self._amounts(obs)
        if verb in ("move", "attack", "fire"):
            start = where.partition(">")[0]
            there = seen["board"].get(start, {"seat": None, "units": []})
            if there["seat"] != f"s{own}" or what not in there["units"]:
                return "no-such-unit", say("why.no_such_unit", unit=what, where=start)
            if f"{what}@{start}" in seen["spent"]:
                return "spent", say("why.spent", unit=what, where=start)
            return "not-there", say("why.unit_cannot", unit=what, where=start)
        return "not-offered", say("why.want", moves=[self.format_move(each) for each in obs.legal()[:6]])

    def _why_not_recruit(self, seen: dict[str, Any], own: int, unit: str, where: str) -> tuple[str, str]:
        say = self.words
        if not seen["supply"][own][unit]:
            return "not-in-supply", say("why.not_in_supply", unit=unit)
        stack = seen["board"].get(where)
        if stack is not None and stack["seat"] == f"s{own}" and unit in stack["units"]:
            return "twice", say("why.twice", unit=unit, where=where)
        return "not-there", say("why.cannot_recruit", unit=unit, where=where, gold=seen["gold"][own])

    def _amounts(self, obs: core.Obs) -> str:
        words = [self.format_move(move) for move in obs.legal()]
        words = [word for word in words if word.startswith(("bid", "guess"))]
        return self.words("why.amounts", least=words[0], most=words[-1]) if words else self.words("why.no_bid")

    def result(self, view_: dict[str, Any]) -> tuple[tuple[str, ...], str] | None:
        if not view_["winners"]:
            return None
        return tuple(view_["winners"]), self._reason(view_)

    def _reason(self, view_: dict[str, Any]) -> str:
        """How the game was won, from what all can see."""
        for name, stack in view_["board"].items():
            at = self.tables.provinces.index(name)
            if at in self.tables.castles and self.tables.castles.index(at) != self.seat_number(stack["seat"]):
                return "castle"
        if len(view_["winners"]) > 1:
            return "split"
        held = [self.tables.held(view_["board"], seat) for seat in self.seats]
        return "gold" if held.count(max(held)) > 1 else "provinces"
