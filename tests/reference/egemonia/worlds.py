"""Egemonia's law of sampling, by counting: how likely is each hidden world, given all that a seat saw?

The rules page says: think of the events as labelled; every history that looks to the seat like what it saw is
equally likely. So the chance of a world is the number of labelled histories that lead to it, over the number
of all of them. Everything here is exact, in whole numbers.

``worlds`` counts: it keeps the number of histories behind every world and steps it through each thing seen.
``brute`` lists: it plays every labelled history one by one, and is there to check ``worlds`` on tiny games.
"""

from __future__ import annotations

import copy
from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from typing import Any, NamedTuple

from ..base import CHANCE, components
from .rules import Control, Egemonia, Entry, Rules, placements


class World(NamedTuple):
    """What a seat cannot see of the enemy. (The cup follows: it holds what lies nowhere else.)"""

    hand: tuple[str, ...]  # sorted
    face_down: tuple[str | None, ...]  # this turn's placements in order, None for a pass
    discard: str | None  # waiting to return to the cup


Histories = dict[World, int]


def worlds(
    seat: str, seen: list[Entry], options: dict[str, Any] | None = None, data: dict[str, Any] | None = None
) -> dict[World, Fraction]:
    """Every world that may be behind what ``seat`` saw (see ``Egemonia.seen``), with its exact chance."""
    observer = Observer(seat, options, data)
    for entry in seen:
        observer.observe(entry)
    return shares(observer.histories)


def shares(histories: Histories) -> dict[World, Fraction]:
    total = sum(histories.values())
    return {world: Fraction(number, total) for world, number in sorted(histories.items(), key=repr)}


class Observer:
    """One seat that counts histories while it watches."""

    def __init__(self, seat: str, options: dict[str, Any] | None, data: dict[str, Any] | None) -> None:
        chosen = {"scenario": "standard", "readings": "ours", **(options or {})}
        self.rules = Rules(components("egemonia") if data is None else data, chosen["scenario"], chosen["readings"])
        self.me = self.rules.factions[int(seat[1:])]
        self.enemy = self.rules.other(self.me)
        self.control: Control = {}
        # Where counters are known to lie: my hand, my face-down events, my discard, and out of the game.
        self.hand: Counter[str] = Counter()
        self.face_down: list[str] = []
        self.discard: str | None = None
        self.out: list[str] = []
        self.histories: Histories = {}

    def in_cup(self, world: World, event: str) -> int:
        """How many of an event are in the cup of this world: all but those that lie somewhere else."""
        elsewhere = [*self.hand.elements(), *self.face_down, self.discard, *self.out]
        elsewhere += [*world.hand, *world.face_down, world.discard]
        return self.rules.events[event].count - elsewhere.count(event)

    def observe(self, entry: Entry) -> None:
        what, *rest = entry
        if what == "start":
            self.control, self.out = rest[0], list(rest[1])
            self.histories = {World((), (), None): 1}
        elif what == "unknown":
            raise ValueError("what happened before is not known, so histories cannot be counted")
        elif what == "board":
            self.control = rest[0]
        elif what == "reveal":
            self._reveal(rest[0])
        elif what in ("setup", "keep"):
            pass  # all see it, and it can be done whatever is hidden
        elif rest[0] == self.me:
            self._mine(what, *rest[1:])
        else:
            self._enemys(what, *rest[1:])

    def _mine(self, what: str, event: str | None = None, area: str | None = None) -> None:
        if what == "pass":
            return
        assert event is not None
        ways = self.hand[event]  # which of my counters of that kind it was
        if what in ("draw", "pythia_draw"):
            self.histories = {world: n * self.in_cup(world, event) for world, n in self.histories.items()}
            self.histories = {world: n for world, n in self.histories.items() if n > 0}
            self.hand[event] += 1
            if what == "pythia_draw":
                self.discard = None
            return
        self.histories = {world: n * ways for world, n in self.histories.items()}
        self.hand[event] -= 1
        if what == "pythia":
            self.discard = event
        else:
            self.face_down.append(event)

    def _enemys(self, what: str, event: str | None = None, area: str | None = None) -> None:
        assert event in ("?", None)
        after: Counter[World] = Counter()
        for world, n in self.histories.items():
            if what == "draw":
                for kind in self.rules.events:
                    after[world._replace(hand=with_one(world.hand, kind))] += n * self.in_cup(world, kind)
            elif what == "pythia":
                for kind in set(world.hand):
                    discarded = world._replace(hand=without_one(world.hand, kind), discard=kind)
                    after[discarded] += n * world.hand.count(kind)
            elif what == "pythia_draw":
                for kind in self.rules.events:
                    drawn = world._replace(hand=with_one(world.hand, kind), discard=None)
                    after[drawn] += n * self.in_cup(world, kind)
            elif what == "place":
                for kind in set(world.hand):
                    if area in self.rules.in_range(self.enemy, kind, self.control):
                        hand, face_down = without_one(world.hand, kind), (*world.face_down, kind)
                        after[World(hand, face_down, None)] += n * world.hand.count(kind)
            elif what == "pass":
                if not placements(self.rules, self.enemy, dict(Counter(world.hand)), self.control):
                    after[world._replace(face_down=(*world.face_down, None))] += n
            else:
                raise ValueError(f"cannot see {what}")
        self.histories = {world: n for world, n in after.items() if n > 0}

    def _reveal(self, placed: tuple[tuple[str, str | None, str | None], ...]) -> None:
        shown = tuple(event for faction, event, _ in placed if faction == self.enemy)
        given: list[str] = []
        for faction, event, _ in placed:
            if event is None:
                continue
            fate = self.rules.events[event].fate
            if fate == "out":
                self.out.append(event)
            elif fate == "opponent" and faction == self.me:
                given.append(event)
            elif fate == "opponent":
                self.hand[event] += 1
        after: Counter[World] = Counter()
        for world, n in self.histories.items():
            if world.face_down == shown:
                after[World(tuple(sorted([*world.hand, *given])), (), None)] += n
        self.histories = dict(after)
        self.face_down = []


def with_one(hand: tuple[str, ...], event: str) -> tuple[str, ...]:
    return tuple(sorted([*hand, event]))


def without_one(hand: tuple[str, ...], event: str) -> tuple[str, ...]:
    left = list(hand)
    left.remove(event)
    return tuple(left)


def truth(game: Egemonia, seat: str) -> World:
    """The world that really is behind what ``seat`` sees."""
    enemy = game.rules.other(game.seats[seat])
    hand = tuple(sorted(kind for kind, n in game.hands[enemy].items() for _ in range(n)))
    face_down = tuple(event for faction, event, _ in game.placed if faction == enemy)
    return World(hand, face_down, game.discard if game.oracle == enemy else None)


# One by one

LABEL = "#"


def labelled(data: dict[str, Any]) -> dict[str, Any]:
    """The same components, every counter with an id of its own: ``coup#0``, ``coup#1``..."""
    data = copy.deepcopy(data)
    rows = data["events"]["event"]
    data["events"]["event"] = [
        {**row, "id": f"{row['id']}{LABEL}{n}", "count": 1} for row in rows for n in range(row["count"])
    ]
    return data


def unlabelled(thing: Any) -> Any:
    """The same thing as it looks to those who cannot read the labels."""
    if isinstance(thing, str):
        return thing.split(LABEL)[0]
    if isinstance(thing, tuple):
        return tuple(unlabelled(part) for part in thing)
    return thing


def brute(
    seat: str, seen: list[Entry], data: dict[str, Any], start: Callable[[dict[str, Any]], Egemonia]
) -> tuple[dict[World, Fraction], int]:
    """What ``worlds`` says, by playing every labelled history from ``start(data)``; and how many there are."""
    histories: Histories = {}

    def explore(game: Egemonia, n_matched: int) -> None:
        entries = game.seen[seat]
        if len(entries) > len(seen) or unlabelled(tuple(entries[n_matched:])) != tuple(seen[n_matched : len(entries)]):
            return
        if len(entries) == len(seen):
            hidden = truth(game, seat)
            world = World(tuple(sorted(unlabelled(hidden.hand))), *unlabelled(tuple(hidden[1:])))
            histories[world] = histories.get(world, 0) + 1
            return
        for who in game.pending():
            for move in game.legal(who):
                # Only to save time: moves that everybody could tell from what was seen.
                if who != CHANCE and seen[len(entries)][0] == "place" and not move.endswith(seen[len(entries)][3]):
                    continue
                after = game.clone()
                after.play(who, move)
                explore(after, len(entries))

    explore(start(labelled(data)), 0)
    return shares(histories), sum(histories.values())
