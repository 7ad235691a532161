"""Ephyran for two: the last turn of the last round.

After its action nothing matters any more, so hidden are only: whether the other seat holds the card that stops a
support, and the kinds of tokens that one has not seen. By the law of sampling (RULES.md, 17) the cards of `unseen` are
anywhere with the same chance, and so are the tokens.

The other seat decides, too: whether it stops a support, which area it loses. Its decision is taken for granted only
where one answer is best for it whatever is hidden from it; other positions are left out (`Unsolved`).
"""

from __future__ import annotations

import copy
from collections import defaultdict
from collections.abc import Iterator, Sequence
from math import comb
from typing import Any

from ..base import CHANCE, Reference
from ..solved import Choice, Solver, TooLarge, Unsolved
from .rules import Ephyran, _copied

MOST_WORLDS = 150  # ways in which unseen tokens may lie
MOST = 40_000  # positions that may be looked at for one ending
SAME = 1e-9

World = tuple[Ephyran, float]  # with its chance


class Endings(Solver):
    about = "the last turn of the last round, for two; the other seat stops and loses what is best whatever is hidden"

    def __init__(self) -> None:
        self.seat = ""
        self.left = 0
        self.n_unknown = 0  # cards of the other hand

    def is_ending(self, view: dict[str, Any]) -> bool:
        is_last_turn = len(view["hands"]) == 2 and view["turn"] != view["first"]
        return view["ending"] and is_last_turn and not is_decided(view["phase"], view["support"])

    def solve(self, game: Reference, seat: str) -> Choice:
        assert isinstance(game, Ephyran)
        twins = game._hand_supports(seat, "twins") if game.phase == "action" else game.phase == "draw"
        if game.pile_size > 0 and twins:
            raise TooLarge  # two cards from a pile, each any of the unseen ones
        self.seat, self.left = seat, MOST
        self.n_unknown = sum(len(game._unknown_cards(other)) for other in game.seats if other != seat)
        worlds = list(self.worlds(game))
        return Choice(tuple(total(worlds, self.after(worlds, seat, move)) for move in game.legal(seat)))

    def worlds(self, game: Ephyran) -> Iterator[World]:
        """Every way in which the tokens may lie that the seat has not seen. Unknown cards of the other hand are put
        back among the unseen ones, where they are as likely as anywhere.
        """
        view = game.view(self.seat)
        hidden = [token for token in game._placed_tokens() if self.seat not in token["seen_by"]]
        supplies: list[tuple[tuple[str, ...], float, dict[str, int]]] = [((), 1.0, view["unseen_tokens"])]
        for _ in hidden:
            supplies = [
                ((*kinds, kind), chance * n / sum(supply.values()), supply | {kind: n - 1})
                for kinds, chance, supply in supplies
                for kind, n in supply.items()
                if n > 0
            ]
            if len(supplies) > MOST_WORLDS:
                raise TooLarge
        for kinds, chance, supply in supplies:
            world = twin(game)
            unknown = iter(kinds)
            for token in world._placed_tokens():
                if self.seat not in token["seen_by"]:
                    token["kind"] = next(unknown)
            world.unseen_tokens = supply
            world.unseen = list(view["unseen"])
            for other in world.seats:
                if other != self.seat:
                    world.hands[other] = list(world.known[other])
            yield world, chance

    # What each world is worth to the seat, if it plays as well as it can without knowing which one it is.

    def worth(self, worlds: Sequence[World]) -> list[float]:
        """The worlds look the same to the seat."""
        game, _ = worlds[0]
        self.left -= len(worlds)
        if self.left < 0:
            raise TooLarge
        if is_decided(game.phase, game.support):
            return [self.share(world) for world, _ in worlds]
        (pending,) = game.pending()
        if pending == CHANCE:
            return self.worth_of_chance(worlds)
        if game.phase == "react" and pending != self.seat:
            return self.worth_of_reaction(worlds, pending)
        if pending != self.seat:
            return self.worth_of_other(worlds, pending)
        found = [self.after(worlds, self.seat, move) for move in game.legal(self.seat)]
        return max(found, key=lambda values: total(worlds, values))

    def after(self, worlds: Sequence[World], seat: str, move: str) -> list[float]:
        """The same after a move that all see; the seat may then tell some of the worlds from others."""
        moved = []
        for world, chance in worlds:
            following = twin(world)
            following.play(seat, move)
            moved.append((following, chance))
        return self.worth_of_any(moved)

    def worth_of_any(self, worlds: Sequence[World]) -> list[float]:
        alike: dict[str, list[int]] = defaultdict(list)
        for index, (world, _) in enumerate(worlds):
            alike["" if is_decided(world.phase, world.support) else repr(world.view(self.seat))].append(index)
        found = [0.0] * len(worlds)
        for indices in alike.values():
            for index, value in zip(indices, self.worth([worlds[index] for index in indices]), strict=True):
                found[index] = value
        return found

    def share(self, world: Ephyran) -> float:
        scores = world.scores()
        winners = [seat for seat, score in scores.items() if score == max(scores.values())]
        return 1 / len(winners) if self.seat in winners else 0.0

    def worth_of_chance(self, worlds: Sequence[World]) -> list[float]:
        drawn: list[World] = []
        origin: list[tuple[int, float]] = []
        for index, (world, chance) in enumerate(worlds):
            outcomes = world.chance()[1]
            weights = sum(weight for _, weight in outcomes)
            for outcome, weight in outcomes:
                following = twin(world)
                following.play(CHANCE, outcome)
                drawn.append((following, chance * weight / weights))
                origin.append((index, weight / weights))
        found = [0.0] * len(worlds)
        for (index, share), value in zip(origin, self.worth_of_any(drawn), strict=True):
            found[index] += share * value
        return found

    def worth_of_reaction(self, worlds: Sequence[World], other: str) -> list[float]:
        """The other seat may stop it if it holds a card for that, and answers the same way whatever it knows."""
        game, _ = worlds[0]
        passed = self.after(worlds, other, "pass")
        defence = game.supports[str(game.support)]["stopped_by"]
        stopping = game._hand_supports(other, defence)
        chance = 1.0
        if not stopping:
            stopping = [card for card in game.unseen if game.cards[card]["lower"] == defence]
            n = len(game.unseen)
            chance = 1 - comb(n - len(stopping), self.n_unknown) / comb(n, self.n_unknown)
        if not stopping or chance == 0:
            return passed
        armed = []
        for world, weight in worlds:
            holding = twin(world)
            if stopping[0] in holding.unseen:
                holding.unseen.remove(stopping[0])
                holding._to_hand(other, stopping[0], public=False)
            armed.append((holding, weight))
        stopped = self.after(armed, other, f"{defence}:{stopping[0]}")
        if all(stop <= let + SAME for stop, let in zip(stopped, passed, strict=True)):
            return [chance * stop + (1 - chance) * let for stop, let in zip(stopped, passed, strict=True)]
        if all(stop >= let - SAME for stop, let in zip(stopped, passed, strict=True)):
            return passed
        raise Unsolved

    def worth_of_other(self, worlds: Sequence[World], other: str) -> list[float]:
        """Of worlds that look the same to the other seat, one answer must be best for it in all.

        After it nothing is left for the seat to decide, so it does not matter what the answer tells it.
        """
        found = [0.0] * len(worlds)
        alike: dict[str, list[int]] = defaultdict(list)
        for index, (world, _) in enumerate(worlds):
            alike[repr(world.view(other))].append(index)
        for indices in alike.values():
            some = [worlds[index] for index in indices]
            answers = [self.after(some, other, move) for move in some[0][0].legal(other)]
            least = [min(values) for values in zip(*answers, strict=True)]
            if not any(all(v <= low + SAME for v, low in zip(values, least, strict=True)) for values in answers):
                raise Unsolved
            for index, value in zip(indices, least, strict=True):
                found[index] = value
        return found


def is_decided(phase: str, support: str | None) -> bool:
    """Whether the cities can no longer change: only cards for the hand are still to come."""
    drawing = ("draw", "pile", "refill", "look", "keep", "under")
    return phase == "over" or (phase in drawing and support != "twins")


def total(worlds: Sequence[World], values: Sequence[float]) -> float:
    return sum(chance * value for (_, chance), value in zip(worlds, values, strict=True))


def twin(game: Ephyran) -> Ephyran:
    """A copy that shares what never changes."""
    other = copy.copy(game)
    for name in CHANGING:
        setattr(other, name, _copied(getattr(game, name)))
    return other


CHANGING = (
    "hands", "known", "cities", "unseen", "discard", "tartarus", "unseen_tokens", "lost", "looked", "held", "completed",
)  # fmt: skip
