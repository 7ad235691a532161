"""What is played at this terminal, who sits where and how strong the engine is."""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass, field
from typing import Any

from petteia.ai.levels import LEVELS, STYLES
from petteia.engine import GameError, Ruleset, UnknownGame, available, ruleset
from petteia.engine.languages import ENGLISH
from petteia.engine.registry import TOYS, find
from petteia.protocols.records import uhg

from ..shared.data_folder import check_data
from .store import BadSave, Saved

LEVEL = 4  # of seats for which none was given
SOLO_ENEMY = "ai"  # in Epireia alone the engine moves the enemy's figures, unless told otherwise


@dataclass
class PlaySettings:
    """Everything about a game at this terminal that is not in its record."""

    game: str = "epireia"
    seats: int | None = None
    options: dict[str, str] = field(default_factory=dict)
    people: list[str] = field(default_factory=list)
    level: int = LEVEL
    levels: dict[str, int] = field(default_factory=dict)  # of single seats
    style: str = "balanced"
    nodes: int | None = None  # iterations of a decision, if fewer than the level's
    seed: int | None = None
    data: str | None = None
    toys: bool = False  # whether the small games are offered, too
    lang: str = ENGLISH  # of all that the game tells

    @property
    def offered(self) -> dict[str, type[Ruleset]]:
        """The games to choose from."""
        return {**available(), **TOYS} if self.toys else available()

    @property
    def kind(self) -> type[Ruleset]:
        return find(self.game)

    def ruleset(self) -> Ruleset:
        return check_data(ruleset(self.game, self.seats, self.data, lang=self.lang, **self.options), self.data)

    def settle(self) -> Ruleset:
        """Fill in what was left open, and check it all; GameError says what is wrong."""
        kind = self.kind
        if self.seats is None:
            self.seats = self._fewest_seats(sorted(kind.seat_counts))
        if self.is_solo and "enemy" in kind.options:
            self.options.setdefault("enemy", SOLO_ENEMY)
        rules = self.ruleset()
        if not self.people:
            self.people = [rules.seats[0]]
        for seat in (*self.people, *self.levels):
            if seat not in rules.seats:
                raise UnknownGame(f"no seat {seat!r} in this game: want {', '.join(rules.seats)}")
        return rules

    def _fewest_seats(self, counts: list[int]) -> int:
        """The smallest table that has every seat that was named."""
        named = {*self.people, *self.levels} - {"enemy"}
        return next((n for n in counts if named <= {f"s{seat}" for seat in range(n)}), counts[0])

    @property
    def aim(self) -> str:
        """Who wins the game, in words; empty if it does not say."""
        return self.ruleset().aim

    @property
    def is_solo(self) -> bool:
        return self.seats == 1

    def level_of(self, seat: str) -> int:
        return self.levels.get(seat, self.level)

    def copy(self) -> PlaySettings:
        """The same settings, to go back to."""
        return dataclasses.replace(self, options=dict(self.options), people=list(self.people), levels=dict(self.levels))

    def to_dict(self) -> dict[str, Any]:
        return dataclasses.asdict(self)

    @classmethod
    def from_dict(cls, values: dict[str, Any]) -> PlaySettings:
        known = {each.name for each in dataclasses.fields(cls)}
        return cls(**{name: value for name, value in values.items() if name in known})


def settings_of(saved: Saved) -> PlaySettings:
    """The settings of a saved game, or for a record that was saved elsewhere those that fit; BadSave if none do."""
    try:
        if saved.settings:
            settings = PlaySettings.from_dict(dict(saved.settings))
        else:
            kept = uhg.read(saved.record)
            if kept.seat is not None:
                raise BadSave(f"{saved.name} holds what one seat saw; only a whole game can be resumed")
            rules = kept.ruleset()
            options = {name: value for name, value in rules.chosen.items() if value}
            settings = PlaySettings(kept.game, rules.n_seats, options)
        settings.settle()
    except (GameError, TypeError, KeyError, AttributeError) as error:
        raise BadSave(f"{saved.name} cannot be resumed: {error}") from None
    return settings


def parse_levels(words: tuple[str, ...]) -> tuple[int, dict[str, int]]:
    """``--level 4`` and ``--level s1=7``; UnknownGame quotes what is wrong."""
    level, levels = LEVEL, {}
    for word in ",".join(words).split(",") if words else []:
        seat, equals, number = word.strip().rpartition("=")
        if not number.isdecimal() or int(number) not in LEVELS:
            raise UnknownGame(f"--level {word!r}: want a number from 1 to {max(LEVELS)}, or SEAT=NUMBER")
        if equals:
            levels[seat] = int(number)
        else:
            level = int(number)
    return level, levels


def parse_style(word: str) -> str:
    if word not in STYLES:
        raise UnknownGame(f"--style {word!r}: want {', '.join(STYLES)}")
    return word
