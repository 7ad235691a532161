"""Games that are over, for those who played them: how each came out, statistics, and a suggestion for the next."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from .store.games import KeptGame

WON, LOST, DRAWN, SHARED, OPEN = "won", "lost", "drawn", "shared", "open"
RUN = 3  # games in a row that say something about a level
WEAKEST, STRONGEST = 1, 10
SETTINGS_OF_NOTE = ("scenario", "rules", "gods", "enemy")  # options by which people tell games apart


def options_of(game: KeptGame) -> dict[str, str]:
    """The game's own options, as its frontend keeps them."""
    found = game.settings.get("options")
    return {str(name): str(value) for name, value in found.items()} if isinstance(found, dict) else {}


def counts(game: KeptGame) -> bool:
    """Whether it was played to be won: what goes on from a turning point of another game is practice."""
    return not game.settings.get("what_if", False)


def kind_of(game: KeptGame) -> str:
    """The scenario, where the game has some; the number of seats otherwise."""
    options = options_of(game)
    scenario = options.get("scenario", "")
    if scenario:
        return scenario if (game.seats or 2) < 2 or game.name != "epireia" else f"{game.seats} players, {scenario}"
    if game.seats == 1:
        return "alone"
    return f"{game.seats} players" if game.seats else "as the game proposes"


def outcome(game: KeptGame) -> str:
    """How the game came out for its people; `SHARED` if people were on several sides."""
    if game.result is None:
        return OPEN
    winners = set(game.result[0])
    people = set(game.people)
    if not winners:
        return DRAWN if game.levels and game.seats != 1 else LOST
    if not people or (len(people) > 1 and winners & people and people - winners):
        return SHARED
    if not winners & people:
        return LOST
    return DRAWN if winners - people and winners >= people and winners >= set(game.levels) else WON


@dataclass(frozen=True)
class Row:
    """The games of one kind against one level."""

    name: str
    kind: str
    level: int | None
    played: int = 0
    won: int = 0
    lost: int = 0
    drawn: int = 0

    def to_dict(self) -> dict[str, Any]:
        return asdict(self)


@dataclass(frozen=True)
class Suggestion:
    """What to play next, and why."""

    name: str
    options: dict[str, str]
    seats: int | None
    level: int | None
    why: str

    def to_dict(self) -> dict[str, Any]:
        return asdict(self)


def statistics(games: Iterable[KeptGame]) -> list[Row]:
    """The finished ones by game, scenario and level; what was played most stands first."""
    tallies: dict[tuple[str, str, int | None], dict[str, int]] = {}
    for game in games:
        result = outcome(game)
        if result == OPEN or not counts(game):
            continue
        count = tallies.setdefault((game.name, kind_of(game), game.level), {"played": 0, WON: 0, LOST: 0, DRAWN: 0})
        count["played"] += 1
        if result in count:
            count[result] += 1
    rows = [
        Row(*key, played=count["played"], won=count[WON], lost=count[LOST], drawn=count[DRAWN])
        for key, count in tallies.items()
    ]
    return sorted(rows, key=lambda row: (-row.played, row.name, row.kind, -(row.level or 0)))


def suggestion(games: Sequence[KeptGame], scenarios: Sequence[str] = ()) -> Suggestion | None:
    """What to play next, from the games against the engine, the latest first.

    ``scenarios``: those of the game that was played last, in the order in which it offers them.
    """
    judged = [game for game in games if game.level is not None and counts(game)]
    finished = [game for game in judged if outcome(game) in (WON, LOST, DRAWN)]
    if not finished:
        return None
    last = finished[0]
    alike = [game for game in finished if (game.name, kind_of(game)) == (last.name, kind_of(last))]
    same_level = [outcome(game) for game in alike if game.level == last.level]
    level, options = last.level or WEAKEST, options_of(last)
    run = same_level[:RUN]

    def suggest(level: int, why: str, **changed: str) -> Suggestion:
        return Suggestion(last.name, {**options, **changed}, last.seats, level, why)

    if len(run) == RUN and run.count(LOST) == RUN and level > WEAKEST:
        return suggest(level - 1, f"You lost the last {RUN} at level {level}: one level lower is closer.")
    if len(run) == RUN and run.count(WON) == RUN and level < STRONGEST:
        return suggest(level + 1, f"You won the last {RUN} at level {level}: try one level higher.")
    if outcome(last) == WON and (following := _next(scenarios, options.get("scenario", ""))):
        return suggest(level, "You won: the next scenario asks for something else.", scenario=following)
    if outcome(last) == WON:
        return suggest(level, "You won: once more, to see whether it was luck.")
    return suggest(level, "The same once more: the review of the last game says what to try.")


def _next(scenarios: Sequence[str], played: str) -> str:
    """The scenario after the one that was played; empty if that was the last one."""
    if played not in scenarios:
        return ""
    place = scenarios.index(played) + 1
    return scenarios[place] if place < len(scenarios) else ""
