"""Review: what a game taught. Every decision judged by what its seat knew, luck apart from skill, turning points.

>>> from petteia.engine import new
>>> game = new("egemonia", seed=7)
>>> game.play("s0", "setup:corinth")
>>> [found] = review(game, ["s0"], nodes=50)
>>> [(each.label, each.mark) for each in found.judged]
[('Begin in Corinth', 'fine')]
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import NamedTuple

from ...engine import Game, Observation
from ...engine.ruleset import PUBLIC
from ...ext.search.searcher import Searcher
from ..stop import Stop
from . import ledger
from .judging import NODES, Judge, Stopped, Verdict, kind_word
from .parts import BLUNDER, FINE, INACCURACY, MISTAKE, THRESHOLDS, Cause, Judged, Ledger, Point, Review, Swing
from .reasons import label_of, reason_for
from .steps import Step, own_decisions, walk, when_of

__all__ = [
    "BLUNDER", "FINE", "INACCURACY", "MISTAKE", "NODES", "THRESHOLDS",
    "Cause", "Judged", "Ledger", "Point", "Progress", "Review", "Stopped", "Swing", "nodes_for", "review", "unknown_to",
]  # fmt: skip

PROBES, PROBE = 8, 1000  # decisions, and nodes in each, by which a review's time is foretold
SEARCHING = 0.7  # of a review's time that goes into searches
LOOKED_AGAIN = 8  # times the nodes of the first look that a decision takes on average, in games of weak players
FEWEST = 200  # nodes of a first look

WORLDS = 40  # in which a hidden thing must be the same, for a seat to be sure of it
DIGITS = 4


class Progress(NamedTuple):
    """How far a review has come."""

    done: int
    of: int
    nodes: int
    verdict: Verdict | None = None  # of the decision just judged


Listener = Callable[[Progress], None]


class _Counter:
    """Tells a listener how far things are."""

    def __init__(self, of: int, listener: Listener | None) -> None:
        self.done, self.of, self.nodes, self.listener = 0, of, 0, listener

    def advance(self, verdict: Verdict | None = None) -> None:
        self.done += 1
        self.nodes += 0 if verdict is None else verdict.nodes
        if self.listener is not None:
            self.listener(Progress(self.done, self.of, self.nodes, verdict))


def review(
    game: Game,
    seats: Sequence[str] | None = None,
    *,
    nodes: int = NODES,
    seed: int = 0,
    listener: Listener | None = None,
    stop: Stop | None = None,
) -> list[Review]:
    """What a game taught each of some seats (default: all).

    While the game goes on a review has the seat's judged decisions and its own estimates alone: nothing in it depends
    on what the seat does not know. When it is over, there are turning points and the ledger too. If ``stop`` is set,
    what has been judged so far is given.
    """
    wanted = list(game.seats if seats is None else seats)
    decisions = {seat: list(own_decisions(game, seat)) for seat in wanted}
    over = game.result is not None
    of = sum(map(len, decisions.values())) + (game.n_moves if over else 0)
    counter = _Counter(of, listener)
    judge = Judge(seed, nodes, stop)
    found = [_judge_seat(game, seat, decisions[seat], judge, counter, over) for seat in wanted]
    return _look_back(game, found, seed, counter, stop) if over else found


def _judge_seat(
    game: Game,
    seat: str,
    decisions: Sequence[tuple[int, Observation, str]],
    judge: Judge,
    counter: _Counter,
    over: bool,
) -> Review:
    rules = game.ruleset
    names = rules.names(game.view(seat))
    judged, graph, nodes = [], [], 0
    for number, (place, seen, move) in enumerate(decisions, 1):
        try:
            verdict = judge.judge(seen, move)
        except Stopped:
            break
        nodes += verdict.nodes
        judged.append(_judged(seen, move, verdict, number, place if over else None))
        chances = [round(share, DIGITS) for share in verdict.shares]
        graph.append(Point(number, judged[-1].when, chances, what=judged[-1].label))
        counter.advance(verdict)
    return Review(
        seat=seat,
        names=_team_names(game, names),
        team=rules.rules.teams[rules.seat_number(seat)],
        over=over,
        nodes=nodes,
        judged=judged,
        graph=graph,
        result=rules.describe(game.view(seat)).question if over else "",
    )


def _judged(seen: Observation, move: str, verdict: Verdict, number: int, step: int | None) -> Judged:
    described = seen.describe()
    marked = verdict.mark != FINE
    return Judged(
        number=number,
        when=when_of(seen),
        move=move,
        label=label_of(described, move),
        mark=verdict.mark,
        loss=round(verdict.loss, DIGITS),
        chance=round(verdict.chance, DIGITS),
        kind=kind_word(seen),
        share=round(verdict.share, DIGITS),
        better=verdict.better if marked else "",
        better_label=label_of(described, verdict.better) if marked else "",
        better_share=round(verdict.better_share, DIGITS) if marked else 0.0,
        reason=reason_for(seen, described, verdict.better, move) if marked else "",
        step=step,
    )


def _team_names(game: Game, names: dict[str, str]) -> list[str]:
    rules = game.ruleset
    members: list[list[str]] = [[] for _ in range(rules.rules.n_teams)]
    for seat, team in zip(rules.seats, rules.rules.teams, strict=True):
        members[team].append(names[seat])
    return [rules.words.join("and", team) if team else rules.words("review.house") for team in members]


def _look_back(game: Game, found: Sequence[Review], seed: int, counter: _Counter, stop: Stop | None) -> list[Review]:
    """The same with what the whole record tells."""
    steps = list(walk(game))
    try:
        points = ledger.points(steps, seed, counter.advance, stop)
    except Stopped:
        return list(found)
    return [
        replace(
            each,
            graph=points,
            swings=ledger.swings(steps, points, each.team, lambda step, seat=each.seat: _unknown(game, step, seat)),  # type: ignore[misc]
            ledger=ledger.ledger(game, points, each.seat),
        )
        for each in found
    ]


def _unknown(game: Game, step: Step, seat: str) -> list[str]:
    """What a seat could not know before a step."""
    return unknown_to(game.with_moves(game.moves[: step.place]), seat)


def unknown_to(game: Game, seat: str) -> list[str]:
    """What a seat cannot know of a position, in sentences: hands, what lies face down, columns. For after the game."""
    rules, seen = game.ruleset, game.observation(seat)
    true = rules.secrets(rules.fields(game.state))
    worlds = [rules.secrets(rules.fields(seen.sample(0, number))) for number in range(WORLDS)]
    unsure = {name: things for name, things in true.items() if any(world.get(name) != things for world in worlds)}
    return rules.uncover(game.view(PUBLIC), unsure)


def nodes_for(game: Game, seats: Sequence[str], seconds: float) -> int:
    """The nodes of a first look with which a review takes about so long here."""
    decisions = [seen for seat in seats for _, seen, _ in own_decisions(game, seat) if len(seen.core.legal()) > 1]
    if not decisions:
        return NODES
    sample = decisions[:: max(1, len(decisions) // PROBES)][:PROBES]
    started = time.process_time()
    for seen in sample:
        Searcher(seen.core, ai_seed=0).run(PROBE)
    speed = PROBE * len(sample) / max(time.process_time() - started, 1e-3)
    return max(FEWEST, round(SEARCHING * seconds * speed / (len(decisions) * LOOKED_AGAIN)))
