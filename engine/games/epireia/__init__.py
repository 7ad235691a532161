"""Epireia: two leagues of Greek cities, or one city alone against others. The rules are in RULES.md."""

from __future__ import annotations

import tomllib
from dataclasses import replace
from functools import cached_property
from typing import Any, ClassVar

from ....ext import core
from ...components import BOOK, READINGS, Data, own_files
from ...errors import UnknownGame
from ...languages import Catalogue, catalogue
from ...modules import Modules
from ...ruleset import OptionWords, Ruleset
from . import calibration, drawing, notation, view
from .rules import LEAGUES, MODES, read
from .text import help, narration, offers, reckoning, summary, things, threats, uncovered, words

__all__ = ["Epireia"]

SCENARIOS = (
    "harvest_road", "voice_of_delphi", "horsemen_of_the_north", "wooden_walls", "the_helots", "year_of_the_plague",
    "the_thirty_years", "march_on_the_isthmus",
)  # fmt: skip
CITIES = ("athens", "sparta", "corinth", "delphi", "larissa", "elis")

SLIPS_OF_ENEMIES = 0.65  # a journey of an enemy figure is worth some hundredths of the game at most

# The phases in which each verb is a move.
_PHASES = {
    "city": "city", "league": "league", "administrator": "administrator", "donate": "development",
    "build": "development", "produce": "development", "ability": "development", "done": "development",
    "send": "diplomacy", "stay": "diplomacy", "place": "placement", "lead": "leaders", "engage": "battle",
    "hold": "battle",
}  # fmt: skip


class Epireia(Ruleset):
    """Epireia for so many players, with components; for one player also with a scenario and an enemy."""

    name = "epireia"
    has_map = False
    aftermath = frozenset({"held", "lost", "reward", "turn"})
    seat_counts = (2, 3, 4, 1)
    partly_hidden = frozenset({"decks", "army", "slots", "leaders", "chosen"})
    modules = Modules(notation, view, drawing, help, summary, narration, offers, threats, things, uncovered)
    # For one player; other scenarios and cities are in the data. Not given, a city or league is chosen in the game.
    options: ClassVar[dict[str, tuple[str, ...]]] = {
        "scenario": SCENARIOS,
        "city": CITIES,
        "league": LEAGUES,
        "enemy": MODES,
        "readings": READINGS,
    }

    def __init__(self, seats: int | None = None, data: Data = None, **options: str) -> None:
        super().__init__(seats, data, **options)
        self.tables = read(self.components, self.n_seats, self._chosen)
        self._chosen = {name: str(self.tables.options[name]) for name in self.options}
        self.rules = self.tables.rules

    def choose(self, options: dict[str, str]) -> dict[str, str]:
        """What is not given is empty; the values are compared with the data."""
        for name, value in options.items():
            if name not in self.options:
                raise UnknownGame(f"{self.name} has no option {name!r}; its options: {', '.join(self.options)}")
            if not isinstance(value, str):
                raise UnknownGame(f"{name}={value!r}: want a word")
        return {name: options.get(name, "") for name in self.options}

    @classmethod
    def shapes(cls) -> list[tuple[int, dict[str, str]]]:
        found: list[tuple[int, dict[str, str]]] = [(seats, {}) for seats in (2, 3, 4)]
        for number, scenario in enumerate(SCENARIOS):
            found.append((1, {"scenario": scenario, "enemy": MODES[number % 3]}))
        found.append((1, {"scenario": SCENARIOS[0], "city": "elis", "league": LEAGUES[1], "enemy": "rival"}))
        found += [(3, {"readings": BOOK}), (1, {"scenario": SCENARIOS[-1], "enemy": "ai", "readings": BOOK})]
        return found

    def concerns(self, setting: str) -> bool:
        """Some settings are for so many players only."""
        match setting.rsplit("_", 1):
            case ["late_army", seats]:
                return seats == str(self.n_seats)
            case ["lone", _]:
                return self.n_seats == 3
            case ["assembly", "alone"]:
                return self.n_seats == 1
        return setting != "turns" or self.n_seats > 1

    def bound(self) -> str:
        return self.words("bound", n=self.tables.numbers["turns"], alone=self.tables.is_solo)

    @cached_property
    def seats(self) -> tuple[str, ...]:
        """In solo the enemy has a seat if it decides."""
        if self.n_seats == 1:
            return ("s0",) if self._chosen["enemy"] == "die" else ("s0", "enemy")
        return super().seats

    @classmethod
    def option_words(cls, words_: Catalogue | None = None) -> dict[str, OptionWords]:
        """A scenario is told by its story, which stands with its other data."""
        say = words_ or catalogue(cls.name)
        found, rows = super().option_words(say), tomllib.loads(own_files(cls.name)["solo.toml"].decode())["scenario"]
        stories = {row["id"]: row["story"] for row in rows}
        for _, table, scenario, columns in say.components():
            if table == "scenario" and "story" in columns:
                stories[scenario] = columns["story"]
        about = {scenario: str(stories.get(scenario, "")) for scenario in found["scenario"].values}
        return {**found, "scenario": replace(found["scenario"], about=about)}

    @classmethod
    def names_before(cls, seats: int, words_: Catalogue | None = None) -> dict[str, str]:
        say = words_ or catalogue(cls.name)
        ids = ["s0", "enemy"] if seats == 1 else [f"s{number}" for number in range(seats)]
        return {seat: words.name_before(say, seats, seat) for seat in ids}

    def names(self, view_: dict[str, Any]) -> dict[str, str]:
        return {seat: words.seat_name(self.tables, view_, seat) for seat in self.seats}

    def why_not(self, obs: core.Obs, move: int) -> tuple[str, str]:
        seen, say = self.view(obs), self.words
        verb, _, rest = self.format_move(move).partition(":")
        what, _, where = rest.partition("@")
        if verb in ("draw", "card", "roll"):
            return "chance", say("why.chance")
        due = seen["agenda"][0][0] if seen["agenda"] else ""
        if due and verb != due:
            return "not-now", say("why.first_figure" if due == "figure" else "why.first_give")
        if not due and _PHASES.get(verb, "figure" if verb == "figure" else "") != seen["phase"]:
            return "not-now", say("why.phase", phase=seen["phase"])
        own = seen["boards"][obs.viewer]
        if verb in ("city", "league", "administrator"):
            return "not-free", say("why.not_free", what=rest)
        if verb == "figure":
            return "not-yours", say("why.not_yours", what=rest, city=own["city"])
        if verb == "give":
            return "not-held", say("why.not_held", what=rest)
        if verb in ("donate", "build", "produce"):
            if not own["actions"]:
                return "no-action", say("why.no_action")
            if verb == "build" and rest in own["buildings"]:
                return "built", say("why.built", what=rest)
            is_by_treasury = where == notation.TREASURY
            purse = seen["treasury"][LEAGUES.index(own["league"])] if is_by_treasury else own["resources"]
            return "cannot", say("why.cannot_pay", what=rest, goods=drawing.goods(self.tables, purse))
        if verb == "ability":
            return "cannot", say("why.cannot_use", verb=verb)
        if verb in ("send", "stay"):
            figure = own["figures"][seen["substep"]][0]
            if what != figure:
                return "not-this-figure", say("why.not_this_figure", figure=figure)
            return "not-there", say("why.not_there", space=where, figure=figure)
        return "cannot", say("why.others")

    def scene(self, view_: dict[str, Any]) -> object:
        return view_["turn"], view_["phase"] if view_["phase"] in reckoning.BATTLE else ""

    def lesson(self) -> str:
        return self.words("alone") if self.tables.is_solo else self.primer

    def slips(self, seat: str) -> float:
        """Of enemy cities against a lone player, which only send figures, and one journey changes little."""
        sends_only = self.tables.solo is not None and seat == "enemy" and self.tables.options["enemy"] == "ai"
        return SLIPS_OF_ENEMIES if sends_only else 1.0

    def calibration(self, obs: core.Obs) -> tuple[float, float] | None:
        return calibration.curve(self.tables, self.share_left(obs))

    def share_left(self, obs: core.Obs) -> float:
        return calibration.share_left(self.tables, self.view(obs))

    def result(self, view_: dict[str, Any]) -> tuple[tuple[str, ...], str] | None:
        """The reason is `fronts`, the front that broke a tie, `prestige`, `copper`, `objectives` or `draw`."""
        if not view_["result"]:
            return None
        if view_["result"] == [0.5, 0.5]:
            return self.seats, "draw"
        team = 0 if view_["result"] == [1.0, 0.0] else 1
        winners = tuple(seat for seat, other in zip(self.seats, self.rules.teams, strict=True) if other == team)
        fronts = list(view_["battle"]["fronts"].values())
        if self.n_seats == 1:
            return winners, "fronts" if fronts else "objectives"
        if fronts.count(LEAGUES[0]) != fronts.count(LEAGUES[1]):
            return winners, "fronts"
        tie = next(front for front, row in self._fronts() if row["tie"])
        if view_["battle"]["fronts"][tie] != "none":
            return winners, tie
        prestige = [
            max(board["prestige"] for board in view_["boards"] if board["league"] == league) for league in LEAGUES
        ]
        return winners, "prestige" if prestige[0] != prestige[1] else "copper"

    def _fronts(self) -> list[tuple[str, dict[str, Any]]]:
        return list(zip(self.tables.fronts, self.tables.numbers["fronts"], strict=True))
