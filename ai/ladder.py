"""The ladder of a game: levels, baselines and other builds against each other, and the ratings that follow.

Each pair's games are one match with a journal of its own, and the report is made from the journals alone. So a ladder
is played by one command, goes on after anything, and is rebuilt without playing.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from ..engine import GameError
from .executor.base import Build, this_build
from .journal import Kept
from .levels import LEVELS
from .match import Plan, Report, report_of
from .ratings import Encounter, expected_score, ratings
from .registry import parse_player
from .settings import IsmctsSettings
from .stats import Interval, Scores

Pair = tuple[str, str]  # two players as text; the first is meant to be the stronger one

STEP = (0.55, 0.70)  # what a level should score against the one below
BETTER = (0.5, 1.0)
SETTINGS = ("game", "rules", "seats", "options", "components", "nodes", "seconds", "drawn")  # alike in a whole ladder
LONGEST_NAME = 30  # of a player, in a journal's name
OTHER_NODES = 500  # iterations that a decision of a player without levels is taken for, in an estimate


def level(number: int) -> str:
    """The player of a level, as text."""
    return f"ismcts:level={number}"


LEVEL_PLAYERS = tuple(level(number) for number in LEVELS)
# Who meets the baselines: players of about their strength, since a score near 0 or 1 says little.
BASELINES: tuple[Pair, ...] = (
    (level(1), "random"),
    ("greedy", level(1)),
    (level(5), "greedy"),
    (level(5), "pimc"),
    (level(10), "pimc"),
)
GUESTS_MEET = (level(5), level(10))
PROMISES: dict[Pair, tuple[float, float]] = {
    (level(1), "random"): BETTER,
    ("greedy", level(1)): BETTER,
    **{(level(number), level(number - 1)): STEP for number in LEVELS if number > 1},
}


def neighbours(players: Sequence[str], gap: int = 1) -> list[Pair]:
    """Everybody in a list, weakest first, against those at most so many places below.

    >>> neighbours(["a", "b", "c"])
    [('b', 'a'), ('c', 'b')]
    """
    if len(set(players)) < len(players):
        twice = next(player for player in players if players.count(player) > 1)
        raise GameError(f"{twice!r} comes twice: want each player of a ladder once")
    return [(upper, lower) for place, upper in enumerate(players) for lower in players[max(0, place - gap) : place]]


def standard_pairs(gap: int = 1, guests: Sequence[str] = ()) -> list[Pair]:
    """All levels, the baselines, and guests (other builds, say) against levels in the middle and at the top."""
    found = [*BASELINES, *neighbours(LEVEL_PLAYERS, gap)]
    known = {player for pair in found for player in pair}
    for guest in guests:
        if guest in known:
            raise GameError(f"{guest!r} is on the ladder already")
        found += [(guest, other) for other in GUESTS_MEET]
    return found


@dataclass(frozen=True)
class Ladder:
    """What is to be played."""

    game: str
    pairs: tuple[Pair, ...]
    games: int = 300  # of each pair
    seed: int = 0
    seats: int = 2
    options: dict[str, str] = field(default_factory=dict)
    data: str | Path | None = None
    nodes: int | None = None
    components: str = ""  # the digest of the components that are played with

    def __post_init__(self) -> None:
        if not self.pairs:
            raise GameError("a ladder wants two players or more")

    @property
    def players(self) -> list[str]:
        return list(dict.fromkeys(player for upper, lower in self.pairs for player in (lower, upper)))

    def plan(self, players: Pair) -> Plan:
        return Plan(
            self.game, players, self.games, self.seed, self.seats, self.options, data=self.data, nodes=self.nodes
        )

    def misfit(self, plan: dict[str, Any]) -> str | None:
        """Why a journal of this plan is not of this ladder; None if it is."""
        players = plan.get("players")
        if not isinstance(players, list) or len(players) != 2 or not set(players) <= set(self.players):
            return f"its players are {' and '.join(map(str, players or ['nobody']))}"
        wanted = {"seats": self.seats, "options": self.options, "nodes": self.nodes, "seconds": None, "drawn": []}
        for name, value in wanted.items():
            if plan.get(name) != value:
                return f"its {name} is {plan.get(name)!r}, here it is {value!r}"
        if self.data is not None and plan.get("components") != self.components:  # without: another build's own are fine
            return f"its components are not those in {str(self.data)!r}"
        return None


@dataclass(frozen=True)
class Result:
    """What the journal of one pair says."""

    pair: Pair
    kept: Kept
    report: Report

    @property
    def turned(self) -> bool:
        """Whether the journal has the two in the other order."""
        return self.report.plan.players != self.pair

    @property
    def scores(self) -> Scores:
        return self.report.scores.mirrored() if self.turned else self.report.scores

    @property
    def score(self) -> Interval:
        found = self.report.score
        return Interval(1 - found.value, 1 - found.high, 1 - found.low) if self.turned else found

    @property
    def promise(self) -> tuple[float, float] | None:
        """Where the score should lie. Levels are promised with two seats, and with their own budgets."""
        plan = self.report.plan
        return PROMISES.get(self.pair) if plan.seats == 2 and plan.nodes is None else None

    @property
    def verdict(self) -> str:
        """Whether the promise is kept: ``ok``, ``unclear`` or ``OUT``; empty where nothing is promised."""
        if self.promise is None:
            return ""
        found = self.score.verdict(*self.promise)
        return "unclear" if found == "ok" and self.score.low <= BETTER[0] else found


@dataclass(frozen=True)
class Journals:
    """What a folder has for a ladder."""

    results: tuple[Result, ...]
    left_out: tuple[tuple[str, str], ...]  # a journal's name, and why it does not count

    @property
    def build(self) -> Build | None:
        """The build that played; None if nothing was played."""
        return self.results[0].kept.build if self.results else None

    def of(self, pair: Pair) -> Result | None:
        return next((result for result in self.results if result.pair == pair), None)


def read_journals(ladder: Ladder, folder: Path) -> Journals:
    """All journals of a ladder. What they say is read from their first lines: their names do not matter.

    GameError if they are of different builds or rules, whose players are not the same players.
    """
    results: list[Result] = []
    left_out: list[tuple[str, str]] = []
    for path in sorted(folder.glob("*.jsonl")):
        try:
            kept = Kept.open(path)
            if kept.plan.get("game") != ladder.game:
                continue
            why = ladder.misfit(kept.plan)
            if why is None:
                pair = _oriented(ladder, kept.plan["players"])
                before = next((result for result in results if result.pair == pair), None)
                why = None if before is None else f"{before.kept.path.name} has the same players"
            if why is None:
                results.append(Result(pair, kept, report_of(kept)))
        except GameError as error:
            why = str(error)
        if why is not None:
            left_out.append((path.name, why))
    _check_alike(results)
    return Journals(tuple(results), tuple(left_out))


def _oriented(ladder: Ladder, players: Sequence[str]) -> Pair:
    """The pair as the ladder has it; one that it does not ask for as the journal has it."""
    first, second = players
    return (second, first) if (second, first) in ladder.pairs else (first, second)


def _check_alike(results: Sequence[Result]) -> None:
    for result in results[1:]:
        first, other = results[0].kept, result.kept
        if other.build != first.build:
            raise GameError(
                f"{first.path.name} is of {first.build}, {other.path.name} of {other.build}: want a folder for each"
            )
        for name in SETTINGS:
            if other.plan.get(name) != first.plan.get(name):
                raise GameError(
                    f"{first.path.name} and {other.path.name} are of different games: {name} is "
                    f"{first.plan.get(name)!r} and {other.plan.get(name)!r}"
                )


# What is left to play.


@dataclass(frozen=True)
class Missing:
    """A pair that has not played all its games."""

    pair: Pair
    played: int
    wanted: int

    @property
    def games(self) -> int:
        return self.wanted - self.played

    def work(self, nodes: int | None) -> int:
        """How long that takes, in no unit: games times iterations of a decision."""
        return self.games * sum(decision_nodes(player, nodes) for player in self.pair)


def missing(ladder: Ladder, there: Journals) -> list[Missing]:
    found = []
    for pair in ladder.pairs:
        result = there.of(pair)
        played = 0 if result is None else result.report.games
        if played < ladder.games:
            found.append(Missing(pair, played, ladder.games))
    return found


def next_match(ladder: Ladder, there: Journals, pair: Pair, folder: Path) -> tuple[Plan, Path]:
    """The match that plays what a pair lacks, and its journal: the one that is there, or a new one."""
    result = there.of(pair)
    if result is None:
        return ladder.plan(pair), folder / journal_name(pair)
    first, second = result.report.plan.players
    return ladder.plan((first, second)), result.kept.path


def check_build(there: Journals) -> None:
    """GameError if the journals cannot be gone on with, since another build has played them."""
    if there.build not in (None, this_build()):
        raise GameError(
            f"the journals are of {there.build}, and this is {this_build()}: --report-only reports on them, "
            "another folder takes new games"
        )


def decision_nodes(player: str, limit: int | None = None) -> int:
    """About how many iterations a player makes for a decision."""
    settings = parse_player(player)
    if not isinstance(settings, IsmctsSettings):
        return OTHER_NODES
    own = settings.nodes or LEVELS[settings.level].nodes
    return own if limit is None else min(own, limit)


def short_name(player: str) -> str:
    """``level 5`` for the player of a level, others as they are written."""
    return player.replace("ismcts:level=", "level ") if player in LEVEL_PLAYERS else player


def journal_name(pair: Pair) -> str:
    """
    >>> journal_name(("ismcts:level=2", "greedy"))
    'level2-greedy.jsonl'
    """
    return "-".join(_file_name(player) for player in pair) + ".jsonl"


def _file_name(player: str) -> str:
    short = short_name(player).replace("level ", "level")
    if re.fullmatch(r"[a-z0-9]+", short):
        return short
    plain = re.sub(r"[^A-Za-z0-9]+", "_", player).strip("_")[:LONGEST_NAME]
    return f"{plain}_{hashlib.blake2b(player.encode(), digest_size=4).hexdigest()}"  # two may differ in signs alone


# The report.


@dataclass(frozen=True)
class LadderReport:
    """Ratings, results, and what is missing."""

    ladder: Ladder
    journals: Journals
    anchor: str  # its rating is 0
    ratings: dict[str, Interval]  # strongest first; who is not connected with the anchor has none

    @property
    def missing(self) -> list[Missing]:
        return missing(self.ladder, self.journals)

    @property
    def unrated(self) -> list[str]:
        return [player for player in self.ladder.players if player not in self.ratings]

    def expected(self, pair: Pair) -> float | None:
        """The score that the ratings expect."""
        upper, lower = (self.ratings.get(player) for player in pair)
        return None if upper is None or lower is None else expected_score(upper.value - lower.value)

    def to_dict(self) -> dict[str, Any]:
        ladder, build = self.ladder, self.journals.build
        return {
            "game": ladder.game,
            "seats": ladder.seats,
            "options": dict(ladder.options),
            "nodes": ladder.nodes,
            "build": None if build is None else vars(build),
            "anchor": self.anchor,
            "ratings": [
                {"player": player, "elo": {name: round(value, 1) for name, value in vars(rating).items()}}
                for player, rating in self.ratings.items()
            ],
            "pairs": [self._pair_to_dict(result) for result in self.journals.results],
            "missing": [
                {"players": list(one.pair), "played": one.played, "wanted": one.wanted} for one in self.missing
            ],
            "unrated": self.unrated,
            "left_out": [{"journal": name, "reason": why} for name, why in self.journals.left_out],
        }

    def _pair_to_dict(self, result: Result) -> dict[str, Any]:
        report, expected = result.report, self.expected(result.pair)
        won, lost = (report.lost, report.won) if result.turned else (report.won, report.lost)
        return {
            "players": list(result.pair),
            "seed": report.plan.seed,
            "deals": report.deals,
            "games": report.games,
            "lost_deals": [deal for deal, _, _ in report.lost_deals],
            "won": won,
            "drawn": report.drawn,
            "lost": lost,
            "score": result.score.to_dict(),
            "expected": None if expected is None else round(expected, 6),
            "promise": None if result.promise is None else list(result.promise),
            "verdict": result.verdict,
        }


def make_report(ladder: Ladder, journals: Journals, anchor: str | None = None) -> LadderReport:
    """The ratings that follow from what a folder has. The anchor is level 1 if nobody says otherwise."""
    if anchor is not None and anchor not in ladder.players:
        raise GameError(f"anchor {anchor!r}: want one of {', '.join(ladder.players)}")
    zero = anchor or _default_anchor(ladder.players)
    encounters = [Encounter(*result.pair, result.scores) for result in journals.results if result.report.deals]
    found = ratings(encounters, zero)
    in_order = sorted(found.items(), key=lambda item: (-item[1].value, item[0]))
    return LadderReport(ladder, journals, zero, dict(in_order) if encounters else {})


def _default_anchor(players: Iterable[str]) -> str:
    names = list(players)
    return next((name for name in (level(1), "greedy") if name in names), names[0])
