"""A game move by move, as a review walks through it: what each seat knew before a move, and what the move did."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from ...engine import Game, Observation
from ...engine.game import CLIENT
from ...engine.narration import Narration
from ...engine.ruleset import CHANCE, PUBLIC
from ...ext.core import State
from .reasons import label_of

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
    teller = _Teller(at)
    waiting: tuple[str, ...] = ()  # who was asked together with the last that moved
    for place, (seat, move) in enumerate(game.moves):
        before, seen = at.state.clone(), None if seat == CHANCE else at.observation(seat)
        when = when_of(at.observation(PUBLIC))
        follows = place > 0 and (seat == CHANCE or seat in waiting)
        waiting = tuple(other for other in (waiting if follows else at.pending) if other != seat)
        at.play(seat, move)
        story = teller.told() or _chosen(at, seat, move, seen)
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


def _chosen(at: Game, seat: str, move: str, seen: Observation | None) -> tuple[str, ...]:
    """A choice of which nobody is told, such as that no figure leads a front."""
    if seen is None or len(seen.core.legal()) == 1:
        return ()
    rules = at.ruleset
    name = rules.names(at.view(PUBLIC)).get(seat, seat)
    return (rules.words("review.chosen", who=name, label=label_of(seen.describe(), move)),)


class _Teller:
    """What happens in sentences, for after the game: by a spectator, or by whoever saw more of it."""

    def __init__(self, at: Game) -> None:
        self.at = at
        self.events: dict[str, list[str]] = {viewer: [] for viewer in (PUBLIC, *at.seats)}
        self.spectator = Narration(at.ruleset, PUBLIC)

    def told(self) -> tuple[str, ...]:
        """What has happened since this was last asked."""
        fresh = {}
        for viewer, known in self.events.items():
            fresh[viewer] = self.at.events(viewer, len(known))
            known += fresh[viewer]
        seen = self.spectator.follow(self.events[PUBLIC])[len(self.events[PUBLIC]) - len(fresh[PUBLIC]) :]
        best = max(fresh, key=lambda viewer: _how_much(fresh[viewer]))
        if best == PUBLIC:
            return tuple(sentence for sentence in seen if sentence)
        return tuple(self._by_name(sentence) for event in fresh[best] if (sentence := self.at.ruleset.tell(event)))

    def _by_name(self, sentence: str) -> str:
        """Who had no name before the game may have one now."""
        rules = self.at.ruleset
        names = rules.names(self.at.view(PUBLIC))
        for number, seat in enumerate(rules.seats, 1):
            before, now = rules.seat_name(seat), names[seat]
            if rules.n_seats == 1 or before == rules.words("seats.any", n=number):
                sentence = sentence.replace(before, now).replace(f"{before[:1].upper()}{before[1:]}", now)
        return sentence


def _how_much(events: list[str]) -> tuple[int, int]:
    """How much a viewer was told of a move."""
    return len(events), -sum(event.count(UNSEEN) for event in events)
