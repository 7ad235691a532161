"""A game move by move, as a review walks through it: what each seat knew before a move, and what the move did."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from ...engine import Game, Observation, Ruleset
from ...engine.game import CLIENT
from ...engine.ruleset import CHANCE, PUBLIC
from ...ext.core import State

UNSEEN = "?"


@dataclass(frozen=True)
class Step:
    """One move, chance's included."""

    place: int  # among the moves of the game, from 0 on
    seat: str
    move: str
    number: int  # the same, as the kernel has it
    before: State
    after: State
    seen: Observation | None  # what the seat knew before it; None: chance
    follows: bool  # chance's answer to the move before, or a choice that was made together with it
    when: str  # where the game stood, for everybody
    story: tuple[str, ...]  # what happened in sentences, told by whoever saw most of it

    @property
    def what(self) -> str:
        """What happened, in a sentence."""
        return self.story[0] if self.story else ""

    @property
    def is_choice(self) -> bool:
        return self.seen is not None and len(self.seen.core.legal()) > 1


def walk(game: Game) -> Iterator[Step]:
    """All moves of a game."""
    at = Game(game.ruleset, 0, CLIENT)
    waiting: tuple[str, ...] = ()  # who was asked together with the last that moved
    for place, (seat, move) in enumerate(game.moves):
        before, seen = at.state.clone(), None if seat == CHANCE else at.observation(seat)
        when = when_of(at.observation(PUBLIC))
        follows = place > 0 and (seat == CHANCE or seat in waiting)
        waiting = tuple(other for other in (waiting if follows else at.pending) if other != seat)
        told = {viewer: at.n_events(viewer) for viewer in (*at.seats, PUBLIC)}
        at.play(seat, move)
        names = game.ruleset.names(at.view(PUBLIC))
        story = _told(game.ruleset, names, [at.events(viewer, start) for viewer, start in told.items()])
        number = game.ruleset.parse_move(move)
        yield Step(place, seat, move, number, before, at.state.clone(), seen, follows, when, story)


def own_decisions(game: Game, seat: str) -> Iterator[tuple[int, Observation, str]]:
    """A seat's decisions: the place among all moves, what it knew, and what it chose."""
    at = Game(game.ruleset, 0, CLIENT)
    for place, (mover, move) in enumerate(game.moves):
        if mover == seat:
            yield place, at.observation(seat), move
        at.play(mover, move)


def when_of(seen: Observation) -> str:
    """Where the game stands in a few words: the first part of its headline."""
    return seen.ruleset.headline(seen.view()).partition(" | ")[0]


def _told(rules: Ruleset, names: Mapping[str, str], events: list[list[str]]) -> tuple[str, ...]:
    """A move in sentences, by whoever saw most of it: for after the game."""
    best = max(events, key=lambda seen: (len(seen), -sum(event.count(UNSEEN) for event in seen)))
    found = [sentence for event in best if (sentence := rules.tell(event))]
    for number, seat in enumerate(rules.seats, 1):  # who had no name before the game may have one now
        unnamed = rules.words("seats.any", n=number)
        if rules.seat_name(seat) == unnamed:
            found = [sentence.replace(unnamed, names[seat]) for sentence in found]
    return tuple(found)
