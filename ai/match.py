"""Matches: the same deals played with every seating, and what follows from the results.

Every deal is played once for each seating, so that nobody owes a win to a good hand or to a good seat. With two players
and two seats that is twice: A against B and B against A. With more seats than players the players take the teams in
turn, and the seatings are the rotations of that.
"""

from __future__ import annotations

import hashlib
import itertools
import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from ..engine import GameError, new, ruleset
from ..engine.english import some
from .correction import BELIEFS, DOUBT, KINDS, Choice, Lot, luck_of
from .executor import Executor, Lost, Serial
from .journal import Journal, Kept, journaled
from .player import Decision, Limits, Player, PlayerFailed
from .registry import make_player, parse_player
from .stats import (
    ControlVariates,
    Interval,
    Moments,
    Scores,
    Sprt,
    difference_interval,
    elo_interval,
    interval,
    mean_interval,
)

DIGITS = 6  # of luck, as it is kept


@dataclass(frozen=True)
class Plan:
    """What is to be played. Two plans that are equal give equal games, unless a time limit decides."""

    game: str
    players: tuple[str, ...]  # as text: `registry.parse_player`
    games: int  # rounded up to whole deals
    seed: int = 0
    seats: int | None = None
    options: dict[str, str] = field(default_factory=dict)
    data: str | Path | None = None
    nodes: int | None = None
    seconds: float | None = None
    sprt: Sprt | None = None
    drawn: tuple[str, ...] = ()  # choices whose moves begin with one of these are drawn by lot
    corrected: int = 0  # playouts by which each event's luck is judged; 0: the score is not corrected for luck
    redraws: int = 0  # if it is corrected: times that a player is asked again with other seeds

    @property
    def limits(self) -> Limits | None:
        return None if self.nodes is None and self.seconds is None else Limits(self.nodes, self.seconds)

    def to_dict(self) -> dict[str, Any]:
        """What decides the games of a deal. How many deals are played, and when to stop, does not."""
        rules = ruleset(self.game, self.seats, self.data, **self.options)
        return {
            "game": self.game,
            "rules": rules.version,
            "seats": len(rules.seats),
            "options": dict(rules.chosen),
            "components": rules.components.digest,
            "players": list(self.players),
            "seed": self.seed,
            "nodes": self.nodes,
            "seconds": self.seconds,
            "drawn": list(self.drawn),
            **({"corrected": self.corrected, "redraws": self.redraws} if self.corrected else {}),
        }

    @classmethod
    def from_dict(cls, values: dict[str, Any], games: int) -> Plan:
        """The plan of a journal. Its rules need not be those of this build, so it is good for reports only."""
        return cls(
            values["game"],
            tuple(values["players"]),
            games,
            values["seed"],
            values["seats"],
            dict(values["options"]),
            nodes=values["nodes"],
            seconds=values["seconds"],
            drawn=tuple(values["drawn"]),
        )


@dataclass(frozen=True)
class Task:
    """The games of one deal."""

    plan: Plan
    deal: int
    seatings: tuple[tuple[int, ...], ...]  # for each game: which player sits in each seat


@dataclass(frozen=True)
class Played:
    """One game of a match."""

    deal: int
    seed: int
    seating: tuple[int, ...]
    returns: tuple[float, ...]  # of each team
    shares: tuple[float | None, ...]  # of each player: the mean of its teams' returns; None where it does not play
    moves: tuple[tuple[str, str], ...]
    luck: dict[str, tuple[float | None, ...]] | None = None  # of each kind: each player's, as its share of the result

    def to_dict(self) -> dict[str, Any]:
        return {
            "deal": self.deal,
            "seed": self.seed,
            "seating": list(self.seating),
            "returns": list(self.returns),
            "shares": list(self.shares),
            "moves": [list(move) for move in self.moves],
            **({"luck": {kind: list(shares) for kind, shares in self.luck.items()}} if self.luck is not None else {}),
        }

    @classmethod
    def from_dict(cls, values: dict[str, Any]) -> Played:
        return cls(
            values["deal"],
            values["seed"],
            tuple(values["seating"]),
            tuple(values["returns"]),
            tuple(values["shares"]),
            tuple((seat, move) for seat, move in values["moves"]),
            {kind: tuple(shares) for kind, shares in values["luck"].items()} if "luck" in values else None,
        )


def seatings(teams: Sequence[int], n_players: int) -> tuple[tuple[int, ...], ...]:
    """Which player sits in each seat, for each game of a deal.

    >>> seatings((0, 1), 2)
    ((0, 1), (1, 0))
    >>> seatings((0, 1, 0, 1), 2)  # two leagues of two: partners are played by the same player
    ((0, 1, 0, 1), (1, 0, 1, 0))
    >>> len(seatings((0, 1, 2), 2))
    6
    """
    sides = sorted(set(teams))
    if n_players > len(sides) > 1:
        raise GameError(f"{n_players} players for {len(sides)} sides: want at most {len(sides)}")
    found: list[tuple[int, ...]] = []
    for first in range(n_players):  # who takes the odd seat where the seats do not divide evenly
        taken = [(first + index) % n_players for index in range(len(sides))]
        for turn in range(len(sides)):
            seating = tuple(taken[(sides.index(team) + turn) % len(sides)] for team in teams)
            if seating not in found:
                found.append(seating)
    return tuple(sorted(found))


def derived_seed(*parts: int | str) -> int:
    """A seed of 63 bits for a part of a match."""
    name = "/".join(map(str, parts))
    return int.from_bytes(hashlib.blake2b(name.encode(), digest_size=8).digest(), "big") >> 1


def deal_seed(plan: Plan, deal: int) -> int:
    return derived_seed(plan.seed, "deal", deal)


def play_deal(task: Task) -> list[Played] | Lost:
    """All games of one deal. If a player fails in one of them the deal has no result, and the reason says who."""
    try:
        return [play_game(task.plan, task.deal, seating) for seating in task.seatings]
    except PlayerFailed as error:
        return Lost(str(error))


def play_game(plan: Plan, deal: int, seating: tuple[int, ...]) -> Played:
    """One game. The deal's seed and the players' have nothing in common; a player gets observations only."""
    seed = deal_seed(plan, deal)
    game = new(plan.game, seats=plan.seats, seed=seed, data=plan.data, **plan.options)
    # A seat has a player of its own, so that nothing is kept from one seat's search for another's.
    named = dict(zip(game.seats, (plan.players[player] for player in seating), strict=True))
    players = {
        seat: make_player(text, derived_seed(plan.seed, "player", deal, seating_name(seating), seat))
        for seat, text in named.items()
    }
    others = {seat: _others(plan, deal, seat, named[seat], player) for seat, player in players.items()}
    numbers = random.Random(derived_seed(plan.seed, "lots", deal))
    choices: dict[int, Choice] = {}  # how players came to their moves, by the place among the moves

    def decide(seat: str) -> tuple[str, Choice]:
        moves = game.legal(seat)
        if moves[0].startswith(plan.drawn):
            return numbers.choice(moves), Choice(tuple((move, 1 / len(moves)) for move in moves))
        decision = players[seat].decide(game.observation(seat), plan.limits)
        if decision.move not in moves:
            raise PlayerFailed(
                f"{named[seat]} at {seat} played {decision.move!r}, which is not legal: want {some(moves)}"
            )
        if len(moves) == 1:
            return decision.move, Choice()
        again = (other.decide(game.observation(seat), plan.limits) for other in others[seat])
        return decision.move, Choice(decision.chances, tuple(map(_lot, again)))

    try:
        while game.pending:
            # All seats of a simultaneous choice decide before any of them is played.
            decided = [(seat, decide(seat)) for seat in game.pending]
            for seat, (move, choice) in decided:
                choices[game.n_moves] = choice
                game.play(seat, move)
    finally:
        for each in itertools.chain(players.values(), *others.values()):
            each.close()
    if game.result is None:
        raise AssertionError("a game ended without a result")

    def shares(per_team: Sequence[float]) -> tuple[float | None, ...]:
        return player_shares(per_team, game.ruleset.rules.teams, seating, len(plan.players))

    returns, luck = game.result.returns, None
    if plan.corrected:
        found = luck_of(game.ruleset, game.moves, choices, plan.corrected, derived_seed(plan.seed, "luck", deal))
        luck = {kind: shares([round(value, DIGITS) for value in per_team]) for kind, per_team in found.items()}
    return Played(deal, seed, seating, returns, shares(returns), tuple(game.moves), luck)


def _others(plan: Plan, deal: int, seat: str, text: str, player: Player) -> list[Player]:
    """The same player with other seeds, which tells what else it might have done. They are the same in all games of a
    deal, so that games have the same luck as long as they are the same.
    """
    if not plan.corrected or plan.seconds is not None or not player.repeatable:
        return []
    return [make_player(text, derived_seed(plan.seed, "again", deal, seat, number)) for number in range(plan.redraws)]


def _lot(decision: Decision) -> Lot:
    return decision.chances or ((decision.move, 1.0),)


def player_shares(
    per_team: Sequence[float], teams: Sequence[int], seating: Sequence[int], n_players: int
) -> tuple[float | None, ...]:
    """The mean of each player's teams; None where it does not play."""
    shares: list[float | None] = []
    for player in range(n_players):
        held = sorted({team for team, who in zip(teams, seating, strict=True) if who == player})
        shares.append(sum(per_team[team] for team in held) / len(held) if held else None)
    return tuple(shares)


def seating_name(seating: tuple[int, ...]) -> str:
    return "-".join(map(str, seating))


def deal_shares(games: Sequence[Played]) -> list[float]:
    """The mean share of each player over the games of one deal."""
    return _mean_shares([game.shares for game in games])


def _mean_shares(games: Sequence[Sequence[float | None]]) -> list[float]:
    means = []
    for player in range(len(games[0])):
        shares = [share for game in games if (share := game[player]) is not None]
        means.append(sum(shares) / len(shares))
    return means


def deal_score(shares: Sequence[float]) -> float:
    """The first player's score in a deal against the second: 1 if it took everything, 0 if the other did.

    Where all games are won or lost by two sides this is the first player's mean share. With more sides the rest may go
    to others' seats, and the difference is what counts.
    """
    return 0.5 + (shares[0] - shares[1]) / 2


def deal_luck(games: Sequence[Played]) -> list[float]:
    """How much of the first player's score in a deal is luck, of each kind."""
    luck = [game.luck for game in games if game.luck is not None]
    means = (_mean_shares([one[kind] for one in luck]) for kind in KINDS)
    return [(first - second) / 2 for first, second, *_ in means]


@dataclass
class Report:
    """The result of a match, complete or not. It keeps counts and not the games: a match may have a million."""

    plan: Plan
    deals: int = 0
    games: int = 0
    scores: Scores = field(default_factory=Scores)  # of each deal: the first player's against the second
    shares: list[Scores] = field(default_factory=list)  # of each player: its mean share in each deal
    differences: list[Scores] = field(default_factory=list)  # of the first player's mean share in a deal and each one's
    wins: list[int] = field(default_factory=list)  # of each player: games of which it took more than any other
    won: int = 0  # by the first player against the second, game by game
    drawn: int = 0
    lost_deals: list[tuple[int, int, str]] = field(default_factory=list)  # deal, its seed, why it has no result
    interrupted: bool = False
    control: ControlVariates = field(default_factory=lambda: ControlVariates(BELIEFS, DOUBT))  # if it is corrected

    def __post_init__(self) -> None:
        self.shares = self.shares or [Scores() for _ in self.plan.players]
        self.differences = self.differences or [Scores() for _ in self.plan.players]
        self.wins = self.wins or [0] * len(self.plan.players)

    def add(self, games: Sequence[Played]) -> None:
        self.deals += 1
        self.games += len(games)
        shares = deal_shares(games)
        for scores, difference, share in zip(self.shares, self.differences, shares, strict=True):
            scores.add(share)
            difference.add(shares[0] - share)
        if len(shares) > 1:
            self.scores.add(deal_score(shares))
            if self.plan.corrected:
                self.control.add(deal_score(shares), deal_luck(games))
        for game in games:
            self._count(game)

    def _count(self, game: Played) -> None:
        there = [share for share in game.shares if share is not None]
        best = max(there)
        if there.count(best) == 1 and (len(there) > 1 or best > 0.5):  # alone: the enemy may have won
            self.wins[game.shares.index(best)] += 1
        if len(game.shares) > 1 and (first := game.shares[0]) is not None and (second := game.shares[1]) is not None:
            self.won += first > second
            self.drawn += first == second

    @property
    def lost(self) -> int:
        """Games that the first player lost against the second."""
        return self.games - self.won - self.drawn

    @property
    def score(self) -> Interval:
        return interval(self.scores)

    @property
    def lead(self) -> list[Interval]:
        """By how much the first player's share is greater than each other one's, over the same deals."""
        return [difference_interval(scores) for scores in self.differences[1:]]

    @property
    def verdict(self) -> str | None:
        return None if self.plan.sprt is None else self.plan.sprt.verdict(self._judged)

    @property
    def _judged(self) -> Moments:
        """The scores that a sequential test looks at."""
        return self.control.corrected if self.plan.corrected else self.scores

    @property
    def corrected(self) -> Interval:
        """The score without the luck that was found."""
        return mean_interval(self.control.corrected)

    @property
    def noise_left(self) -> float:
        """The variance of the corrected scores of deals as a part of the raw ones'."""
        return self.control.corrected.variance / self.scores.variance if self.scores.variance > 0 else 1.0

    def to_dict(self) -> dict[str, Any]:
        plan = self.plan
        found: dict[str, Any] = {
            "game": plan.game,
            "options": dict(plan.options),
            "players": list(plan.players),
            "nodes": plan.nodes,
            "seconds": plan.seconds,
            "seed": plan.seed,
            "deals": self.deals,
            "games": self.games,
            "interrupted": self.interrupted,
            "lost_deals": [{"deal": deal, "seed": seed, "reason": why} for deal, seed, why in self.lost_deals],
            "shares": [interval(scores).to_dict() for scores in self.shares],
            "lead": [lead.to_dict() for lead in self.lead],
            "wins": list(self.wins),
        }
        if len(plan.players) == 2:
            found |= {
                "won": self.won,
                "drawn": self.drawn,
                "lost": self.lost,
                "score": self.score.to_dict(),
                "elo": {name: _finite(value) for name, value in elo_interval(self.score).to_dict().items()},
                "sprt": None if plan.sprt is None else plan.sprt.to_dict(self._judged),
            }
        if plan.corrected:
            found["corrected"] = {
                "score": {name: _finite(value) for name, value in self.corrected.to_dict().items()},
                "noise_left": round(self.noise_left, 4),
                "coefficients": {kind: round(c, 4) for kind, c in zip(KINDS, self.control.coefficients, strict=True)},
                "playouts": plan.corrected,
                "redraws": plan.redraws,
            }
        return found


def _finite(value: float) -> float | None:
    """JSON knows no infinity."""
    return value if abs(value) < 1e9 else None


def run_match(
    plan: Plan,
    executor: Executor | None = None,
    on_deal: Callable[[Report, Sequence[Played]], None] | None = None,
    journal: Journal | None = None,
) -> Report:
    """Play a match. ``on_deal`` is called after every deal, in order. Ctrl-C ends it with what has been played.

    With a journal, deals that it has are taken from there, and the others are appended to it.
    """
    if len(plan.players) < 2:
        raise GameError(f"{len(plan.players)} player: a match wants two or more")
    if plan.games < 1:
        raise GameError(f"games={plan.games}: want at least 1")
    if plan.sprt is not None and len(plan.players) != 2:
        raise GameError("a sequential test compares two players")
    if plan.corrected and len(plan.players) != 2:
        raise GameError(f"{len(plan.players)} players: a score is corrected for luck with two")
    for spec in plan.players:
        parse_player(spec)
    rules = ruleset(plan.game, plan.seats, plan.data, **plan.options)
    seated = seatings(rules.rules.teams, len(plan.players))
    deals = -(-plan.games // len(seated))
    report = Report(plan)
    tasks = ((deal, Task(plan, deal, seated)) for deal in range(deals))
    results = journaled(
        journal, executor or Serial(), play_deal, tasks, to_entry, from_entry, lambda task: deal_seed(plan, task.deal)
    )
    try:
        for deal, games in enumerate(results):
            if isinstance(games, Lost):
                report.lost_deals.append((deal, deal_seed(plan, deal), games.reason))
                continue
            report.add(games)
            if on_deal is not None:
                on_deal(report, games)
            # Deals are judged in their order, so the verdict does not depend on which worker was first.
            if report.verdict is not None:
                break
    except KeyboardInterrupt:
        report.interrupted = True
    return report


def report_of(kept: Kept) -> Report:
    """The report on everything that a journal has, whatever build played it."""
    try:
        report = Report(Plan.from_dict(kept.plan, games=0))
    except (KeyError, TypeError) as error:
        raise GameError(f"journal {str(kept.path)!r} is not of a match: its plan lacks {error}") from None
    for entry in kept.entries():
        if "lost" in entry:
            report.lost_deals.append((entry["deal"], entry["seed"], entry["lost"]))
        else:
            report.add(from_entry(entry))
    report.plan = replace(report.plan, games=report.games)
    return report


def to_entry(games: Sequence[Played]) -> dict[str, Any]:
    return {"games": [game.to_dict() for game in games]}


def from_entry(entry: dict[str, Any]) -> list[Played]:
    return [Played.from_dict(values) for values in entry["games"]]
