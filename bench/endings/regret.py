"""What a player loses in a set of solved endings."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from statistics import fmean, stdev
from typing import Any

from petteia.ai.match import derived_seed
from petteia.ai.player import Decision, Limits
from petteia.ai.registry import make_player
from petteia.engine import Game

from .sets import Ending, EndingSet, Played

WRONG = 0.01  # a choice that loses more is wrong


@dataclass(frozen=True)
class Asked:
    """A player, and how often it is asked about each ending."""

    player: str
    nodes: int | None
    seeds: int


@dataclass(frozen=True)
class Answer:
    """What a player does in one ending."""

    deal: int
    ply: int
    seat: str
    about: str  # where the game stands, for people
    phase: str
    best: str  # the best move, or the likeliest of the best mix
    best_worth: float
    likeliest: str  # the player's move, by the mean of its policies
    likeliest_share: float
    losses: tuple[float, ...]  # for each seed of the player

    @property
    def regret(self) -> float:
        return fmean(self.losses)

    @property
    def wrong(self) -> float:
        """The share of seeds by which the choice was wrong."""
        return fmean(loss > WRONG for loss in self.losses)

    def words(self) -> str:
        return (
            f"{self.about} (deal {self.deal}, move {self.ply + 1}, {self.seat}): best {self.best} "
            f"({self.best_worth:.2f}); plays {self.likeliest} in {self.likeliest_share:.0%}, loses {self.regret:.3f}"
        )


def answers(work: tuple[str, Played, Asked]) -> list[Answer]:
    """One game's endings, asked about."""
    name, played, asked = work
    return [answer(ending, game, asked) for ending, game in played.positions(name)]


def answer(ending: Ending, game: Game, asked: Asked) -> Answer:
    observation = game.observation(ending.seat)
    moves = observation.legal()
    policies = []
    for seed in range(asked.seeds):
        player = make_player(asked.player, derived_seed(seed, "endings", ending.seat))
        policies.append(policy(player.decide(observation, Limits(nodes=asked.nodes)), moves))
    mean = [fmean(shares) for shares in zip(*policies, strict=True)]
    optimal = ending.solved.optimal()
    view = observation.view()
    likeliest = max(range(len(moves)), key=mean.__getitem__)
    return Answer(
        game.seed,
        ending.ply,
        ending.seat,
        game.ruleset.headline(view),
        view["phase"],
        moves[max(range(len(moves)), key=optimal.__getitem__)],
        ending.solved.best,
        moves[likeliest],
        mean[likeliest],
        tuple(ending.solved.regret(shares) for shares in policies),
    )


def policy(decision: Decision, moves: list[str]) -> list[float]:
    """How often a player plays each move. A player that does not tell plays each of the others equally often."""
    if decision.policy < 1 and decision.analysis is not None:
        told: defaultdict[str, float] = defaultdict(float)
        for line in decision.analysis.lines:
            told[line.move] += line.policy
        whole = sum(told.values())
        return [told[move] / whole for move in moves]
    rest = (1 - decision.policy) / max(len(moves) - 1, 1)
    return [decision.policy if move == decision.move else rest for move in moves]


@dataclass(frozen=True)
class Regret:
    """All answers of one player."""

    game: str
    asked: Asked
    answers: tuple[Answer, ...]

    @property
    def total(self) -> float:
        return sum(each.regret for each in self.answers)

    @property
    def mean(self) -> float:
        return fmean(each.regret for each in self.answers)

    @property
    def error(self) -> float:
        """The standard error of the mean over the player's seeds; the positions are given."""
        if self.asked.seeds < 2:
            return 0.0
        by_seed = [fmean(losses) for losses in zip(*(each.losses for each in self.answers), strict=True)]
        return stdev(by_seed) / math.sqrt(self.asked.seeds)

    @property
    def wrong(self) -> float:
        return fmean(each.wrong for each in self.answers)

    def worst(self, n: int = 10) -> list[Answer]:
        return sorted(self.answers, key=lambda each: -each.regret)[:n]

    def by_phase(self) -> Iterator[tuple[str, Regret]]:
        """The same for each phase of the game that the endings are in."""
        for phase in dict.fromkeys(each.phase for each in self.answers):
            yield phase, Regret(self.game, self.asked, tuple(each for each in self.answers if each.phase == phase))

    def figures(self) -> dict[str, Any]:
        numbers = {"total": self.total, "mean": self.mean, "error": self.error, "wrong": self.wrong}
        return {"positions": len(self.answers), **{name: round(value, 5) for name, value in numbers.items()}}

    def to_dict(self) -> dict[str, Any]:
        return {
            "game": self.game,
            "player": self.asked.player,
            "nodes": self.asked.nodes,
            "seeds": self.asked.seeds,
            **self.figures(),
            "phases": {phase: part.figures() for phase, part in self.by_phase()},
            "worst": [{**vars(each), "losses": list(each.losses)} for each in self.worst()],
        }


def work(endings: EndingSet, asked: Asked) -> Iterable[tuple[str, Played, Asked]]:
    return ((endings.game, played, asked) for played in endings.played)
